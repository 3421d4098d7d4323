"""Makes ids from the names of cards in a table without a column for ids."""

from collections.abc import Sequence

from nineup.schema.nodes import Mapping, Scalar
from nineup.schema.scope import Scope
from nineup.schema.types import as_id

NAMED_BY = ("name", "title")
"""The columns from which ids are made, in order of preference."""


def add_ids(entries: Sequence[Mapping], header: Scalar, scope: Scope) -> None:
    """Gives each entry an id made from its name; the second card of a name gets `-2`.

    Reports a table without names.
    """
    column = next((name for name in NAMED_BY if any(name in entry.entries for entry in entries)), None)
    if column is None and entries:
        hint = "add it, or a column `name`, from which ids are made"
        scope.error("missing-key", "the column `id` is missing", header, hint=hint)
    taken: set[str] = set()
    following: dict[str, int] = {}
    """For each id in use, the number of the next card with that name."""
    for entry in entries:
        name = entry.entries.get(column or "")
        text = name.text if isinstance(name, Scalar) else ""
        base = new_id = as_id(text) or f"{column or 'card'}-{entry.line}"
        while new_id in taken:
            following[base] = number = following.get(base, 1) + 1
            new_id = f"{base}-{number}"
        taken.add(new_id)
        place = name if isinstance(name, Scalar) else Scalar("", entry.line, entry.column)
        entry.entries["id"] = Scalar(new_id, place.line, place.column)
        entry.places.append((place.line, place.column))
