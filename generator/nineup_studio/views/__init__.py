"""The views, one module each, in the order of their tabs."""

from nineup_studio.views import (
    card,
    cards,
    editing,
    events,
    export,
    faces,
    fields,
    findings,
    gallery,
    game,
    importing,
    layouts,
    proof,
    sheets,
    start,
    static,
    table,
    versions,
)

VIEWS = (
    start.VIEW,
    static.VIEW,
    faces.VIEW,
    events.VIEW,
    editing.VIEW,
    gallery.VIEW,
    cards.VIEW,
    fields.VIEW,
    findings.VIEW,
    importing.VIEW,
    game.VIEW,
    layouts.VIEW,
    sheets.VIEW,
    proof.VIEW,
    table.VIEW,
    export.VIEW,
    versions.VIEW,
    card.VIEW,
)
"""All views; routes are matched in this order."""
