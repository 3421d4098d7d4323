"""The views, one module each, in the order of their tabs."""

from nineup.studio.views import (
    card,
    editing,
    events,
    export,
    faces,
    gallery,
    home,
    proof,
    sheets,
    static,
    table,
)

VIEWS = (
    home.VIEW,
    static.VIEW,
    faces.VIEW,
    events.VIEW,
    editing.VIEW,
    gallery.VIEW,
    sheets.VIEW,
    proof.VIEW,
    table.VIEW,
    export.VIEW,
    card.VIEW,
)
"""All views; a route that comes first is matched first."""
