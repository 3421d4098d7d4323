"""Changes to CSV texts: a cell's source is replaced with its quotes, a row with its line; nothing else is
touched.

A path is a card's number, counted from 0 below the header without blank lines, and a column's name; the name
alone is that of the whole column, which can be inserted, renamed and deleted. `COLUMNS` is the path of all
columns, which can be moved.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from nineup.base.project import LINE_BREAK
from nineup.files.edit.changes import Change, Delete, Duplicate, Insert, Move, Rename, Set
from nineup.files.edit.parts import Data
from nineup.files.edit.rows import EditRefusedError, Rows
from nineup.files.load.tables.csv_text import CELLS, columns_line, from_header, separator_of

COLUMNS = ("columns",)


class CsvCell(NamedTuple):
    """A cell's text and the place of its source."""

    text: str
    start: int
    end: int
    quoted: bool


class CsvTable(NamedTuple):
    """A CSV text's cells by row, without blank rows; the first row is the header."""

    text: str
    separator: str
    rows: list[list[CsvCell]]
    line: str = ""
    """What its line `# columns: …` says."""

    @property
    def columns(self) -> list[str]:
        return [cell.text.strip() for cell in self.rows[0]] if self.rows else []

    @property
    def data(self) -> list[dict[str, str]]:
        """The texts of each card by column; cells missing at the end of a row are empty."""
        return [
            {name: row[at].text if at < len(row) else "" for at, name in enumerate(self.columns)}
            for row in self.rows[1:]
        ]


def csv_table(text: str) -> CsvTable:
    """The cells of a CSV text. Raises EditRefusedError if it can't be parsed."""
    separator = separator_of(text)
    rows = _rows(text, separator)
    filled = [row for row in rows if not _is_blank(cell.text for cell in row)]
    stated = columns_line(filled, separator)
    return CsvTable(text, separator, from_header(filled, separator), line=stated.says if stated else "")


def _is_blank(texts: Iterable[str]) -> bool:
    return not any(text.strip() for text in texts)


def _rows(text: str, separator: str) -> list[list[CsvCell]]:
    cell = CELLS[separator]
    rows: list[list[CsvCell]] = [[]]
    at = 0
    while True:
        match = cell.match(text, at)
        assert match is not None  # the second branch fits everywhere
        inside, bare = match.groups()
        if bare is not None and '"' in bare:
            raise EditRefusedError("a quote inside a cell without quotes", at)
        value = bare if bare is not None else inside.replace('""', '"')
        rows[-1].append(CsvCell(value, at, match.end(), quoted=bare is None))
        at = match.end()
        line_break = LINE_BREAK.match(text, at)
        if line_break is not None:
            rows.append([])
            at = line_break.end()
        elif text.startswith(separator, at):
            at += 1
        elif at < len(text):
            raise EditRefusedError("text between the closing quote and the comma", at)
        else:
            return rows


def edit_csv(text: str, changes: Sequence[Change]) -> str:
    """A text after some changes, in sequence. Raises EditRefusedError if one of them can't be made.

    Consecutive changes of cells, or of rows, are made in one pass, so that many of them take little time.
    """
    rest = list(changes)
    while rest:
        read = csv_table(text)
        missing = _missing_column(read, rest[0])
        cells = list(takewhile(lambda change, read=read: _cell(read, change) is not None, rest))  # type: ignore[misc]
        rows = _row_changes(read, rest)
        if missing:
            text = _with_column(read, missing)
            continue
        if cells:
            text = _set_cells(read, cells)
        else:
            text = _change_rows(read, rows) if rows else _apply(read, rest[0])
        rest = rest[len(cells or rows) or 1 :]
    return text


def _missing_column(read: CsvTable, change: Change) -> str:
    """A column that a new row has but the table lacks; empty if there is none."""
    values = _row_values(change)
    return next((name for name in values if name not in read.columns), "") if read.rows else ""


def _row_values(change: Change) -> dict[str, Data]:
    """The cells of a row that a change adds."""
    if isinstance(change, Insert) and not change.path and isinstance(change.value, dict):
        return change.value
    return change.changes if isinstance(change, Duplicate) and len(change.path) == 1 else {}


def _row_changes(read: CsvTable, changes: Sequence[Change]) -> list[Change]:
    """The first changes that add, remove, copy and move rows, up to one that leaves no rows."""
    number, row_changes = len(read.rows) - 1, []
    for change in changes:
        if number < 0 or not _is_of_row(change) or _missing_column(read, change):
            break
        row_changes.append(change)
        number += {Insert: 1, Duplicate: 1, Delete: -1}.get(type(change), 0)
        if number == 0:
            break
    return row_changes


def _is_of_row(change: Change) -> bool:
    if isinstance(change, Insert):
        return not change.path and isinstance(change.value, dict)
    if isinstance(change, Move):
        return not change.path
    is_row = len(change.path) == 1 and isinstance(change.path[0], int)
    return is_row and isinstance(change, (Delete, Duplicate))


def _cell(read: CsvTable, change: Change) -> CsvCell | None:
    """The cell that a change sets; None for any other change, or if its row is shorter."""
    if not isinstance(change, Set) or len(change.path) != 2:
        return None
    number, column = change.path
    if not isinstance(number, int) or column not in read.columns or not 0 <= number < len(read.rows) - 1:
        return None
    row, at = read.rows[number + 1], read.columns.index(column)
    return row[at] if at < len(row) else None


def _set_cells(read: CsvTable, changes: Sequence[Change]) -> str:
    """Sets existing cells in one pass, so that many of them take little time."""
    texts: dict[CsvCell, str] = {}
    for change in changes:
        cell = _cell(read, change)
        assert isinstance(change, Set)
        assert cell is not None
        texts[cell] = _cell_text(change.value)
    for row in read.rows[1:]:
        if any(cell in texts for cell in row) and _is_blank(texts.get(cell, cell.text) for cell in row):
            raise EditRefusedError("a card needs some text in its row; remove the card instead", row[0].start)
    text = read.text
    for cell in sorted(texts, key=lambda cell: cell.start, reverse=True):
        if texts[cell] != cell.text:
            source = _source(texts[cell], cell.quoted, read.separator)
            text = text[: cell.start] + source + text[cell.end :]
    return text


def _apply(read: CsvTable, change: Change) -> str:
    if not read.rows:
        raise EditRefusedError("the file has no header")
    if isinstance(change, Set):
        number, column = _cell_place(change.path)
        return _set(read, number, column, value=_cell_text(change.value))
    if isinstance(change, Delete) and len(change.path) == 2:
        number, column = _cell_place(change.path)
        return _set(read, number, column, value="") if column in read.columns else read.text
    if isinstance(change, Insert) and not change.path and change.key:
        return _insert_column(read, change.at, change.key, value=_cell_text(change.value))
    if isinstance(change, Delete) and len(change.path) == 1:
        return _delete_column(read, _column_at(read, change.path[0]))
    if isinstance(change, Move) and change.path == COLUMNS:
        return _move_column(read, change.at, change.to)
    if isinstance(change, Rename) and len(change.path) == 1:
        cell = read.rows[0][_column_at(read, change.path[0])]
        _check_title(read, change.key)
        source = _source(change.key, cell.quoted, read.separator)
        return read.text[: cell.start] + source + read.text[cell.end :]
    raise EditRefusedError("a CSV file can't be changed this way")


def _cell_place(path: Sequence[str | int]) -> tuple[int, str]:
    if len(path) == 2 and isinstance(path[0], int) and isinstance(path[1], str):
        return path[0], path[1]
    raise EditRefusedError(f"a CSV file has no place {'.'.join(map(str, path))}")


def _cell_text(value: Data) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, (dict, list)):
        raise EditRefusedError("a cell holds one text")
    return str(value)


def _row(read: CsvTable, number: int) -> list[CsvCell]:
    if not 0 <= number < len(read.rows) - 1:
        raise EditRefusedError(f"there is no card {number + 1}")
    return read.rows[number + 1]


def _set(read: CsvTable, number: int, column: str, value: str) -> str:
    row = _row(read, number)
    if column not in read.columns:
        return _set(csv_table(_with_column(read, column)), number, column, value=value)
    at = read.columns.index(column)
    missing = max(0, at - len(row) + 1)
    cell = row[at] if not missing else CsvCell("", row[-1].end, row[-1].end, quoted=False)
    if not missing and cell.text == value:
        return read.text
    source = read.separator * missing + _source(value, cell.quoted, read.separator)
    return read.text[: cell.start] + source + read.text[cell.end :]


def _source(value: str, quoted: bool, separator: str) -> str:
    """A cell's source, quoted if it was or must be."""
    if quoted or separator in value or re.search(r'["\r\n]', value):
        return '"' + value.replace('"', '""') + '"'
    return value


def _with_column(read: CsvTable, column: str) -> str:
    """The table with one more column, empty in every row."""
    text = read.text
    for row in reversed(read.rows):
        fill = read.separator * (len(read.rows[0]) - len(row) + 1)
        name = _source(column, False, read.separator) if row is read.rows[0] else ""
        text = text[: row[-1].end] + fill + name + text[row[-1].end :]
    return text


def _column_at(read: CsvTable, title: str | int) -> int:
    if title not in read.columns:
        raise EditRefusedError(f"there is no column `{title}`")
    return read.columns.index(str(title))


def _check_title(read: CsvTable, title: str) -> None:
    if title in read.columns:
        raise EditRefusedError(f"the column `{title}` already exists")


def _insert_column(read: CsvTable, at: int, title: str, value: str) -> str:
    """The table with a column at an index, with a value in each row; quoted where the whole row is."""
    if not 0 <= at <= len(read.columns):
        raise EditRefusedError(f"there is no column {at}")
    _check_title(read, title)
    text, separator = read.text, read.separator
    for row in reversed(read.rows):
        is_quoted = all(cell.quoted for cell in row)
        source = _source(title if row is read.rows[0] else value, is_quoted, separator)
        if at < len(row):
            text = f"{text[: row[at].start]}{source}{separator}{text[row[at].start :]}"
        else:
            text = text[: row[-1].end] + separator * (at - len(row) + 1) + source + text[row[-1].end :]
    return text


def _delete_column(read: CsvTable, at: int) -> str:
    text = read.text
    for row in reversed(read.rows):
        if _is_blank(cell.text for number, cell in enumerate(row) if number != at):
            raise EditRefusedError("a card would be left without any text in its row", row[0].start)
        if at + 1 < len(row):
            text = text[: row[at].start] + text[row[at + 1].start :]
        elif at < len(row):
            text = text[: row[at - 1].end] + text[row[at].end :]
    return text


def _move_column(read: CsvTable, at: int, to: int) -> str:
    """The table with a column at another index; a row that ends before both stays as it is."""
    if not all(0 <= each < len(read.columns) for each in (at, to)):
        raise EditRefusedError(f"there is no column {max(at, to)}")
    text = read.text
    for row in reversed(read.rows):
        if len(row) <= min(at, to):
            continue
        cells = [text[cell.start : cell.end] for cell in row]
        cells += [""] * (max(at, to) + 1 - len(cells))
        cells.insert(to, cells.pop(at))
        while len(cells) > len(row) and not cells[-1]:
            cells.pop()
        text = text[: row[0].start] + read.separator.join(cells) + text[row[-1].end :]
    return text


def _change_rows(read: CsvTable, changes: Sequence[Change]) -> str:
    rows = _as_rows(read)
    for change in changes:
        if isinstance(change, Insert):
            _check(rows, change.at, len(rows.rows) + 1)
            if not rows.rows:
                rows.head += rows.gap
            rows.insert(
                change.at, _line(read, {key: _cell_text(value) for key, value in change.value.items()})
            )
        elif isinstance(change, Move):
            _check(rows, change.at)
            _check(rows, change.to)
            rows.move(change.at, change.to)
        else:
            _delete_or_copy(read, rows, change)
    return rows.text


def _delete_or_copy(read: CsvTable, rows: Rows, change: Change) -> None:
    number = int(change.path[0])
    _check(rows, number)
    if isinstance(change, Duplicate):
        rows.insert(number + 1, _copied(read, rows.rows[number], change.changes))
        return
    rows.delete(number)
    if not rows.rows:
        rows.tail = LINE_BREAK.sub("", rows.tail, count=1)


def _check(rows: Rows, number: int, end: int | None = None) -> None:
    if not 0 <= number < (len(rows.rows) if end is None else end):
        raise EditRefusedError(f"there is no card {number + 1}")


def _line(read: CsvTable, values: dict[str, str]) -> str:
    """The source of a new row."""
    return read.separator.join(_source(values.get(name, ""), False, read.separator) for name in read.columns)


def _copied(read: CsvTable, row: str, changes: dict[str, Data]) -> str:
    """A row's source with other texts in some of its cells."""
    header = read.text[read.rows[0][0].start : read.rows[0][-1].end] + "\n"
    edited = edit_csv(header + row, [Set((0, name), value) for name, value in changes.items()])
    return edited.removeprefix(header)


def _as_rows(read: CsvTable) -> Rows:
    spans = [(row[0].start, row[-1].end) for row in read.rows]
    text = read.text
    newline = match[0] if (match := LINE_BREAK.search(text)) else "\n"
    head, *gaps = [text[end:start] for (_, end), (start, _) in pairwise(spans)] or [""]
    rows = [text[start:end] for start, end in spans[1:]]
    return Rows(text[: spans[0][1]] + head, rows, gaps, tail=text[spans[-1][1] :], gap=newline)
