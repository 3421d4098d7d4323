"""Restores a single card of a version: its entry in a list, its row in a CSV file, its family's template."""

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import CSV_SUFFIXES, Project
from nineup.changes.revision import RevisionError
from nineup.changes.versions import Version, keep_before, project_at_version
from nineup.files.edit import (
    CardPlace,
    Change,
    Insert,
    Set,
    ValuePath,
    csv_table,
    edit,
    parts,
    place_of_card,
    text_of,
)
from nineup.files.load import load_game
from nineup.write import replace_all


class CardName(msgspec.Struct, frozen=True):
    """A card by its game, its component and its id."""

    game: str
    component: str
    id: str


def restore_card(project: Project, name: str, card: CardName) -> Version:
    """Writes a card as it was in a version, and returns the version in which the present state is kept.

    Raises as `card_changes` does, ChangedError if its file changes meanwhile, OSError.
    """
    file, changes = card_changes(project, name, card)
    data = project.read(file)
    edited = edit(file, data, changes)
    if isinstance(edited, Diagnostic):
        raise RevisionError(f"`{card.component}/{card.id}` can't be written: {edited.message}")
    kept = keep_before(project, name)
    place = project.writable(file)
    replace_all({place: edited}, {place: data})
    return kept


def card_changes(project: Project, name: str, card: CardName) -> tuple[str, list[Change]]:
    """The file of a card, and the changes that make it what it was in a version, its family's template with
    it. A card that is gone now is added again.

    Raises RevisionError, ProjectError, OSError.
    """
    with project_at_version(project, name) as earlier:
        then = _placed(earlier, card)
    if then is None:
        raise RevisionError(f"there is no card `{card.component}/{card.id}` in `{name}`")
    now = _placed(project, card)
    text = text_of(then.file, project.read(then.file))
    is_csv = then.file.endswith(CSV_SUFFIXES)
    changes: list[Change] = []
    if now is not None and now.file != then.file:
        raise RevisionError(f"`{card.component}/{card.id}` was in `{then.file}`, and is in `{now.file}` now")
    if now is None:
        *collection, at = then.path
        entries = len(csv_table(text).data) if is_csv else _entries(text, tuple(collection))
        changes.append(Insert(tuple(collection), min(int(at), entries), then.values))
    elif is_csv:
        changes += [Set((*now.path, column), value) for column, value in then.values.items()]
    else:
        changes.append(Set(now.path, then.values))
    return then.file, changes


def _placed(project: Project, card: CardName) -> CardPlace | None:
    """Where a card is written; None if it isn't there. Raises RevisionError if its game can't be read."""
    game = load_game(project, card.game, findings := Findings())
    if game is None:
        reason = next((each.message for each in findings if each.severity == "error"), "it isn't there")
        raise RevisionError(f"`{card.game}` can't be read: {reason}")
    component = game.components.get(card.component)
    entry = next((each for each in component.cards if each.id == card.id), None) if component else None
    if component is None or entry is None:
        return None
    place = place_of_card(component, entry, lambda file: text_of(file, project.read(file)))
    if isinstance(place, Diagnostic):
        raise RevisionError(place.message)
    return place


def _entries(text: str, path: ValuePath) -> int:
    root = parts(text)
    return len(root.at(path).values) if root is not None else 0
