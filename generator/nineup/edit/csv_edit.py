"""Changes to CSV texts: a cell's source is replaced with its quotes, a row with its line; nothing else is touched.

A path is a card's number, counted from 0 below the header without empty lines, and a column's name.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from nineup.edit.changes import Change, Delete, Duplicate, Insert, Move, Set
from nineup.edit.parts import Data
from nineup.edit.rows import RefusedError, Rows

_SEPARATORS = (";", "\t")
_BREAK = re.compile(r"\r\n|\r|\n")


class Cell(NamedTuple):
    """A cell's text, and its source's place."""

    text: str
    start: int
    end: int
    quoted: bool


class Table(NamedTuple):
    """A CSV text's cells by row, without empty rows; the first row is the header."""

    text: str
    separator: str
    rows: list[list[Cell]]

    @property
    def columns(self) -> list[str]:
        return [cell.text.strip() for cell in self.rows[0]] if self.rows else []

    @property
    def data(self) -> list[dict[str, str]]:
        """The texts of each card by column; cells that its row hasn't are empty."""
        return [
            {name: row[at].text if at < len(row) else "" for at, name in enumerate(self.columns)}
            for row in self.rows[1:]
        ]


def table(text: str) -> Table:
    """The cells of a CSV text. Raises RefusedError where it can't be read."""
    separator = _separator(text)
    rows = _rows(text, separator)
    return Table(text, separator, [row for row in rows if any(cell.text for cell in row)])


def _separator(text: str) -> str:
    """The comma, or what a spreadsheet wrote in its place."""
    header = next((line for line in _BREAK.split(text) if line.strip()), "")
    return next((sign for sign in _SEPARATORS if sign in header and "," not in header), ",")


def _rows(text: str, separator: str) -> list[list[Cell]]:
    cell = re.compile(rf'"((?:[^"]|"")*)"|([^{re.escape(separator)}\r\n]*)')
    rows: list[list[Cell]] = [[]]
    at = 0
    while True:
        match = cell.match(text, at)
        assert match is not None  # the second branch fits everywhere
        inside, bare = match.groups()
        if bare is not None and '"' in bare:
            raise RefusedError("a quote inside a cell without quotes", at)
        value = bare if bare is not None else inside.replace('""', '"')
        rows[-1].append(Cell(value, at, match.end(), bare is None))
        at = match.end()
        line_break = _BREAK.match(text, at)
        if line_break is not None:
            rows.append([])
            at = line_break.end()
        elif text.startswith(separator, at):
            at += 1
        elif at < len(text):
            raise RefusedError("text between the closing quote and the comma", at)
        else:
            return rows


def edit_csv(text: str, changes: Sequence[Change]) -> str:
    """A text after some changes, one after the other. Raises RefusedError where one of them can't be made."""
    for change in changes:
        text = _apply(table(text), change)
    return text


def _apply(read: Table, change: Change) -> str:
    if not read.rows:
        raise RefusedError("the file has no header")
    if isinstance(change, Set):
        number, column = _cell_place(change.path)
        return _set(read, number, column, _cell_text(change.value))
    if isinstance(change, Delete) and len(change.path) == 2:
        number, column = _cell_place(change.path)
        return _set(read, number, column, "") if column in read.columns else read.text
    return _change_rows(read, change)


def _cell_place(path: Sequence[str | int]) -> tuple[int, str]:
    if len(path) == 2 and isinstance(path[0], int) and isinstance(path[1], str):
        return path[0], path[1]
    raise RefusedError(f"a CSV file has no place {'.'.join(map(str, path))}")


def _cell_text(value: Data) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, (dict, list)):
        raise RefusedError("a cell holds one text")
    return str(value)


def _row(read: Table, number: int) -> list[Cell]:
    if not 0 <= number < len(read.rows) - 1:
        raise RefusedError(f"there is no card {number + 1}")
    return read.rows[number + 1]


def _set(read: Table, number: int, column: str, value: str) -> str:
    row = _row(read, number)
    if column not in read.columns:
        return _set(table(_with_column(read, column)), number, column, value)
    at = read.columns.index(column)
    missing = max(0, at - len(row) + 1)
    cell = row[at] if not missing else Cell("", row[-1].end, row[-1].end, False)
    if not missing and cell.text == value:
        return read.text
    source = read.separator * missing + _source(value, cell.quoted, read.separator)
    return read.text[: cell.start] + source + read.text[cell.end :]


def _source(value: str, quoted: bool, separator: str) -> str:
    """A cell's source, in quotes if it was or has to be."""
    if quoted or separator in value or re.search(r'["\r\n]', value):
        return '"' + value.replace('"', '""') + '"'
    return value


def _with_column(read: Table, column: str) -> str:
    """The table with one more column, empty in every row."""
    text = read.text
    for row in reversed(read.rows):
        fill = read.separator * (len(read.rows[0]) - len(row) + 1)
        name = _source(column, False, read.separator) if row is read.rows[0] else ""
        text = text[: row[-1].end] + fill + name + text[row[-1].end :]
    return text


def _change_rows(read: Table, change: Change) -> str:
    rows = _as_rows(read)
    if isinstance(change, Insert) and not change.path and isinstance(change.value, dict):
        if not 0 <= change.at <= len(rows.rows):
            raise RefusedError(f"there is no card {change.at + 1}")
        return _inserted(read, change.at, {key: _cell_text(value) for key, value in change.value.items()})
    if isinstance(change, Move) and not change.path:
        _row(read, change.at)
        _row(read, change.to)
        rows.move(change.at, change.to)
        return rows.text
    number = change.path[0] if len(change.path) == 1 else None
    if not isinstance(number, int) or not isinstance(change, (Delete, Duplicate)):
        raise RefusedError("a CSV file can't be changed so")
    _row(read, number)
    if isinstance(change, Delete):
        rows.delete(number)
        if not rows.rows:
            rows.tail = _BREAK.sub("", rows.tail, count=1)
        return rows.text
    rows.insert(number + 1, rows.rows[number])
    return edit_csv(rows.text, [Set((number + 1, key), value) for key, value in change.changes.items()])


def _as_rows(read: Table) -> Rows:
    spans = [(row[0].start, row[-1].end) for row in read.rows]
    text = read.text
    newline = found[0] if (found := _BREAK.search(text)) else "\n"
    head, *gaps = [text[end:start] for (_, end), (start, _) in pairwise(spans)] or [""]
    rows = [text[start:end] for start, end in spans[1:]]
    return Rows(text[: spans[0][1]] + head, rows, gaps, text[spans[-1][1] :], newline)


def _inserted(read: Table, at: int, values: dict[str, str]) -> str:
    for column in values:
        if column not in read.columns:
            return _inserted(table(_with_column(read, column)), at, values)
    rows = _as_rows(read)
    line = read.separator.join(_source(values.get(name, ""), False, read.separator) for name in read.columns)
    if not rows.rows:
        rows.head += rows.gap
    rows.insert(at, line)
    return rows.text
