"""Edits of a card list as a table: cells, and cards added, duplicated, removed and moved, as changes to its
file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import msgspec
from nineup.files.edit import (
    Change,
    Data,
    Delete,
    Duplicate,
    Insert,
    Move,
    Set,
    copies_data,
    shortest_amounts,
    typed_like,
)
from nineup.schema import as_id

from nineup_studio.lists.card_lists import CardRow, CardTable
from nineup_studio.lists.columns import FieldColumn, cell_data, cell_text, value_at

FIRST_NAME = "A first card"
"""The name of the card with which a new list starts."""

MAX_COPIES = 1_000_000
"""The largest number of copies that a table takes."""


class CellEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new content of a cell: its text, or the value of a control. Rows after the last are new cards."""

    row: int
    column: str
    text: str = ""
    value: Data | msgspec.UnsetType = msgspec.UNSET


class Cells(msgspec.Struct, frozen=True, tag="cells", forbid_unknown_fields=True):
    """New contents for some cells, each at most once."""

    cells: tuple[CellEdit, ...]


class Add(msgspec.Struct, frozen=True, tag="add", forbid_unknown_fields=True):
    """A new card before the row that is now at an index, with all required values."""

    at: int


class Copy(msgspec.Struct, frozen=True, tag="copy", forbid_unknown_fields=True):
    """A copy of each of some rows after it, with a new id."""

    rows: tuple[int, ...]


class Remove(msgspec.Struct, frozen=True, tag="remove", forbid_unknown_fields=True):
    """Removes some rows."""

    rows: tuple[int, ...]


class Shift(msgspec.Struct, frozen=True, tag="shift", forbid_unknown_fields=True):
    """Consecutive rows, moved so that the first of them has the index `to`."""

    at: int
    number: int
    to: int


class CopiesEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The copies of a card: a number for each player count, or a text such as `rainbow: 3`."""

    row: int
    amounts: dict[
        Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,2}$")],
        Annotated[int, msgspec.Meta(ge=0, le=MAX_COPIES)],
    ] = {}
    text: str = ""


class CopiesTable(msgspec.Struct, frozen=True, tag="copies", forbid_unknown_fields=True):
    """New copies for some cards, each at most once."""

    cards: tuple[CopiesEdit, ...]


GridRequest = Cells | Add | Copy | Remove | Shift | CopiesTable


class CellError(Exception):
    """A request that is invalid; the message is for the user."""


def changes(table: CardTable, request: GridRequest, taken: Iterable[str] = ()) -> Iterator[Change]:
    """The changes to a list's file. `taken` are ids of its cards besides those written. Raises CellError."""
    ids = {str(row.values.get("id", "")) for row in table.rows} | set(taken)
    list_path = table.id.path
    if isinstance(request, Cells):
        yield from _cells(table, request.cells, ids)
    elif isinstance(request, CopiesTable):
        yield from _cells(table, [_copies_cell(each) for each in request.cards], ids)
    elif isinstance(request, Add):
        _check(table, (), (request.at,))
        yield Insert(list_path, request.at, _new_card(table, {}, ids))
    elif isinstance(request, Copy):
        yield from _copies(table, request.rows, ids)
    elif isinstance(request, Remove):
        _check(table, request.rows)
        yield from (Delete((*list_path, at)) for at in sorted(set(request.rows), reverse=True))
    else:
        yield from _shifted(table, request)


def _check(table: CardTable, rows: Iterable[int], gaps: Iterable[int] = ()) -> None:
    """Raises CellError for rows that don't exist, and for positions that aren't between rows."""
    number = len(table.rows)
    if not all(0 <= at < number for at in rows) or not all(0 <= at <= number for at in gaps):
        raise CellError("this card no longer exists")


def _cells(table: CardTable, cells: Sequence[CellEdit], ids: set[str]) -> Iterator[Change]:
    by_row: dict[int, dict[str, Data]] = {}
    for cell in cells:
        column = table.column(cell.column)
        if column is None:
            raise CellError(f"there is no column `{cell.column}`")
        by_row.setdefault(cell.row, {})[cell.column] = _wanted(table, column, cell)
    for number, row in enumerate(table.rows):
        for name, value in _with_id(table, row, by_row.pop(number, {}), ids=ids).items():
            column = table.column(name)
            assert column is not None
            row, change = _change(table, row, column, value=value)
            yield from change
    if sorted(by_row) != list(range(len(table.rows), len(table.rows) + len(by_row))):
        raise CellError("this card no longer exists")
    for at in sorted(by_row):
        yield Insert(table.id.path, at, _new_card(table, by_row[at], ids))


def _with_id(table: CardTable, row: CardRow, wanted: dict[str, Data], ids: set[str]) -> dict[str, Data]:
    """The new values of a row with an id, if it gets its first name: `new-card` becomes `silk-lantern`."""
    id, name, now = str(row.values.get("id", "")), wanted.get("name"), row.values.get("name") or ""
    is_fresh = id == f"{table.id.component}-1" or re.fullmatch(r"new-card(-\d+)?", id)
    if "id" in wanted or not is_fresh or now not in ("", FIRST_NAME) or not as_id(str(name or "")):
        return wanted
    return {"id": unused(as_id(str(name)), ids), **wanted}


def _copies_cell(edit: CopiesEdit) -> CellEdit:
    """A card's copies as written in its cell."""
    amounts = {int(count): number for count, number in edit.amounts.items()}
    value = copies_data(edit.text) if edit.text else shortest_amounts(amounts) if amounts else None
    return CellEdit(edit.row, "copies", value=value)


def _wanted(table: CardTable, column: FieldColumn, cell: CellEdit) -> Data:
    """The value for a cell; for a CSV file its text, None for none."""
    if not table.id.is_csv:
        data = cell.value
        if data is msgspec.UNSET or (column.kind == "copies" and isinstance(data, str)):
            data = _data(column, cell.text if data is msgspec.UNSET else data)
        return None if data in (None, "", [], {}) else data
    if cell.value is msgspec.UNSET or isinstance(cell.value, str):
        return (cell.text if cell.value is msgspec.UNSET else cell.value) or None
    text = cell_text(column.kind, cell.value)
    if text and (text.startswith(("[", "{")) or _data(column, text) != cell.value):
        raise CellError(f"a cell of a CSV file can't hold this for `{column.name}`")
    return text or None


def _data(column: FieldColumn, text: str) -> Data:
    try:
        return cell_data(column.kind, text)
    except ValueError as error:
        raise CellError(f"{column.name}: {error}") from error


def _change(table: CardTable, row: CardRow, column: FieldColumn, value: Data) -> tuple[CardRow, list[Change]]:
    """The row with another value, and the change to its file."""
    path, keys = table.path(row, column), (column.name,) if table.id.is_csv else column.path
    old, is_there = value_at(row.values, keys)
    if value is None and not table.id.is_csv:
        value = _empty(column)
        if value is None:
            return _without(row, keys, path) if is_there else (row, [])
    value = typed_like(old, value or "") if table.id.is_csv else value
    if is_there and old == value and type(old) is type(value):
        return row, []
    outer, record_is_there = value_at(row.values, keys[:-1])
    while len(keys) > 1 and not (record_is_there and isinstance(outer, dict)):
        value, path, keys = {keys[-1]: value}, path[:-1], keys[:-1]
        outer, record_is_there = value_at(row.values, keys[:-1])
    change = Set(path, value, _order(table, keys))
    return msgspec.structs.replace(row, values=_with(row.values, keys, value)), [change]


def _empty(column: FieldColumn) -> Data:
    """The source for no value, if the key isn't omitted."""
    if column.is_optional:
        return None
    return {"text": "", "rich": "", "some": [], "texts": [], "counts": {}}.get(column.kind)


def _without(row: CardRow, keys: tuple[str, ...], path: Sequence[str | int]) -> tuple[CardRow, list[Change]]:
    """The row without a value, and without the record that would be left empty."""
    outer, _ = value_at(row.values, keys[:-1])
    while len(keys) > 1 and len(outer) == 1:
        keys, path = keys[:-1], path[:-1]
        outer, _ = value_at(row.values, keys[:-1])
    left = {key: value for key, value in outer.items() if key != keys[-1]}
    values = _with(row.values, keys[:-1], left) if keys[:-1] else left
    return msgspec.structs.replace(row, values=values), [Delete(tuple(path))]


def _with(values: dict[str, Data], keys: tuple[str, ...], value: Data) -> dict[str, Data]:
    inner = value if len(keys) == 1 else _with(values.get(keys[0]) or {}, keys[1:], value)
    return {**values, keys[0]: inner}


def _order(table: CardTable, keys: tuple[str, ...]) -> tuple[str, ...]:
    """The usual order of the keys beside a new one."""
    depth = len(keys) - 1
    alike = [column.path for column in table.columns if column.path[:depth] == keys[:depth]]
    return tuple(dict.fromkeys(path[depth] for path in alike if len(path) > depth))


def _new_card(table: CardTable, given: dict[str, Data], ids: set[str]) -> dict[str, Data]:
    """A card with the given values and everything else that is required."""
    values: dict[str, Data] = {}
    for column in table.columns:
        value = given.get(column.name)
        if value is None and column.name == "id":
            value = unused(as_id(str(given.get("name") or "")) or "new-card", ids)
        elif value is None and not column.is_optional:
            value = column.default
            if table.id.is_csv and value in ([], {}):
                value = ""
        if value is not None:
            keys = (table.title(column.name),) if table.id.is_csv else column.path
            values = _with(values, keys, value)
    ids.add(str(values[table.title("id")]))
    return values


def _copies(table: CardTable, rows: Sequence[int], ids: set[str]) -> Iterator[Change]:
    _check(table, rows)
    path = table.id.path
    known = {at: str(table.rows[at].values.get("id", "")) for at in sorted(set(rows))}
    names = {at: unused(id or "new-card", ids) for at, id in known.items()}
    yield from (Duplicate((*path, at), {table.title("id"): names[at]}) for at in sorted(names, reverse=True))


def _shifted(table: CardTable, request: Shift) -> Iterator[Change]:
    at, number, to = request.at, request.number, request.to
    _check(table, (), (at, at + number, to, to + number))
    if number < 0:
        raise CellError("this card no longer exists")
    for step in range(number if at != to else 0):
        # Moving down, the last row goes first, so that those before it keep their positions.
        first, last = (at, to + number - 1) if to > at else (at + step, to + step)
        yield Move(table.id.path, first, last)


def unused(name: str, ids: set[str]) -> str:
    """An unused id: a name followed by the next number. It counts as taken from then on."""
    stem, number = re.fullmatch(r"(.*?)(?:-(\d{1,6}))?", name, re.DOTALL).groups()  # type: ignore[union-attr]
    candidate, at = name, int(number or 1)
    while candidate in ids:
        at += 1
        candidate = f"{stem}-{at}"
    ids.add(candidate)
    return candidate
