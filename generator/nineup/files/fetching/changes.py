"""The changes of a fetched sheet, card by card."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from nineup.files.load.tables.column_names import letters
from nineup.files.load.tables.csv_ids import NAMED_BY

Row = Sequence[str]


class RowChange(NamedTuple):
    """A card that was added, removed or changed; `cells` has each differing title, with the text before and
    after.
    """

    kind: Literal["added", "removed", "changed"]
    card: str
    cells: tuple[tuple[str, str, str], ...] = ()


def changes_of(old: Sequence[Row], new: Sequence[Row]) -> tuple[RowChange, ...]:
    """The differences of two sheets, whose first rows are titles, in the order of the new one; removed cards
    come last.

    Cards are identified by their `id`, otherwise by their name, otherwise by their first cell; duplicates by
    their order.
    """
    before, after = _by_key(old), _by_key(new)
    return (
        *_came_or_changed(before, after),
        *(RowChange("removed", key) for key in before if key not in after),
    )


def _came_or_changed(
    before: dict[str, dict[str, str]], after: dict[str, dict[str, str]]
) -> Iterator[RowChange]:
    for key, cells in after.items():
        if key not in before:
            yield RowChange("added", key)
            continue
        titles = dict.fromkeys((*before[key], *cells))
        pairs = ((title, before[key].get(title, ""), cells.get(title, "")) for title in titles)
        if changed := tuple(pair for pair in pairs if pair[1] != pair[2]):
            yield RowChange("changed", key, changed)


def _by_key(rows: Sequence[Row]) -> dict[str, dict[str, str]]:
    """The cells of each card by title; blank ones are left out."""
    if not rows:
        return {}
    titles = [title.strip() for title in rows[0]]
    plain = [letters(title) for title in titles]
    by = next((plain.index(name) for name in ("id", *NAMED_BY) if name in plain), 0)
    seen: Counter[str] = Counter()
    cards: dict[str, dict[str, str]] = {}
    for row in rows[1:]:
        key = (row[by].strip() if by < len(row) else "") or "?"
        seen[key] += 1
        cells = {title: cell for title, cell in zip(titles, row, strict=False) if title and cell}
        cards[key if seen[key] == 1 else f"{key} ({seen[key]})"] = cells
    return cards
