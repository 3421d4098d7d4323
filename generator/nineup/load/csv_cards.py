"""Reads CSV card lists into nodes: a row is a card, a column a field, `a.b` a field of a record."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from nineup.diagnostics import Findings, Span, close, nearest
from nineup.load.fields import CountsOf, Fields, OneOf, Optional
from nineup.schema.nodes import Mapping, Node, Scalar, Sequence, SourceFile
from nineup.schema.records import ListOf
from nineup.schema.scope import Scope, Type
from nineup.schema.yaml_tree import NODES

_CELL = re.compile(r'"((?:[^"]|"")*)"|([^,\r\n]*)')
_PART = re.compile(r"[^;]+")
_ID = re.compile(r"[^;,]+")
"""An element of a list: texts may contain commas, ids don't."""
COUNT = re.compile(r"(?:(\d++)\s++(?=[^;,]))?([^\s;,][^;,]*+)")
"""An id with its number, if it has one, in a cell such as `2 wood; stone`; spaces may follow the id."""


class _UnreadableError(Exception):
    """The rest of a file can't be read, which is already reported."""


def read_rows(file: SourceFile, findings: Findings) -> list[list[Scalar]]:
    """The cells of a CSV file (RFC 4180: commas, double quotes doubled inside quotes), empty rows left out."""
    rows: list[list[Scalar]] = []
    try:
        _expect_commas(file, findings)
        for row in _rows(file, findings):
            if any(cell.text for cell in row):
                rows.append(row)
    except _UnreadableError:
        pass
    return rows


def _expect_commas(file: SourceFile, findings: Findings) -> None:
    """Report a header whose cells are separated as some spreadsheets do. Raises _UnreadableError."""
    for number, line in enumerate(file.lines, 1):
        if line.strip():
            for mark, name in ((";", "semicolons"), ("\t", "tabs")):
                if mark in line and "," not in line:
                    place = Span(file.name, number, line.index(mark) + 1)
                    hint = "save the file as CSV with commas (in some countries' spreadsheets: not `;`)"
                    findings.error("csv-separator", f"the cells are separated by {name}", place, hint)
                    raise _UnreadableError
            return


def _rows(file: SourceFile, findings: Findings) -> Iterator[list[Scalar]]:
    text, at, line, begin, cells = file.text, 0, 0, 0, 0
    row: list[Scalar] = []
    while at < len(text):
        match = _CELL.match(text, at)
        assert match is not None  # the second branch fits everywhere
        quoted, bare = match.groups()
        if (cells := cells + 1) > NODES:
            findings.error("csv-too-large", f"the file has more than {NODES:,} cells", Span(file.name, 1, 1))
            raise _UnreadableError
        if bare and '"' in bare:
            _report_quote(bare, Span(file.name, line + 1, at - begin + 1), findings)
        value = bare if bare is not None else quoted.replace('""', '"')
        row.append(Scalar(value, line, at - begin, '"' if bare is None else ""))
        if quoted and (breaks := _breaks(match[0])):
            line, begin = line + len(breaks), match.start() + breaks[-1]
        at = match.end()
        if text[at : at + 1] == ",":
            at += 1
            if at == len(text):
                row.append(Scalar("", line, at - begin))
        elif at < len(text) and text[at] not in "\r\n":
            message = "text between the closing quote and the comma"
            hint = 'a quote inside a quoted cell is written twice: `"a ""word"" b"`'
            findings.error("csv-quote", message, Span(file.name, line + 1, at - begin + 1), hint)
            at = _after(text, at)
        else:
            yield row
            row = []
            at += 2 if text[at : at + 2] == "\r\n" else 1
            line, begin = line + 1, at
    if row:
        yield row


def _report_quote(cell: str, place: Span, findings: Findings) -> None:
    """Reports a quote in an unquoted cell. Raises _UnreadableError if it opens the cell and isn't closed."""
    opened = cell.startswith('"')
    message = "the quotes are not closed" if opened else "a quote inside a cell"
    hint = 'put the cell in quotes and double those inside: `"a ""word"" b"`'
    findings.error("csv-quote", message, place, hint)
    if opened:
        raise _UnreadableError


def _breaks(cell: str) -> list[int]:
    """Where the lines inside a quoted cell begin."""
    return [found.end() for found in re.finditer(r"\r\n|\r|\n", cell)]


def _after(text: str, at: int) -> int:
    found = re.compile(r"[,\r\n]").search(text, at)
    return found.start() + (text[found.start()] == ",") if found else len(text)


def present(rows: list[list[Scalar]], types: Fields, scope: Scope) -> Fields:
    """The types, with those optional whose columns are missing: reported once, not for every row."""
    there = {cell.text.strip().partition(".")[0] for cell in rows[0]} if rows else set()
    made = {}
    for name, type_ in types.types.items():
        absent = rows and name not in there and not isinstance(type_, Optional)
        if absent:
            scope.error("missing-key", f"the column `{name}` is missing", rows[0][0])
        made[name] = Optional(type_) if absent else type_
    return Fields(made, types.written)


class _CsvColumn(NamedTuple):
    path: tuple[str, ...]
    type: Type | None
    may_be_empty: bool = False
    """Whether an empty cell is a list of nothing, as `[]` is, and not a value that is missing."""


def as_entries(rows: list[list[Scalar]], types: Fields, common: tuple[str, ...], scope: Scope) -> list[Node]:
    """The rows below the header as entries of a card list; the types say how a cell of several values reads."""
    if not rows:
        return []
    header, *body = rows
    columns = [_column(cell, types, common, scope) for cell in header]
    first: dict[str, int] = {}
    for number, cell in enumerate(header):
        if first.setdefault(cell.text.strip(), number) != number:
            hint = f"the first is column {first[cell.text.strip()] + 1}"
            scope.error("duplicate-key", f"the column `{cell.text.strip()}` appears twice", cell, hint)
            columns[number] = None
    for row in body:
        for extra in row[len(columns) :]:
            if extra.text:
                scope.error("csv-cells", f"`{extra.text}` is in no column of the header", extra)
    return [_entry(row, columns) for row in body]


def _column(cell: Scalar, types: Fields, common: tuple[str, ...], scope: Scope) -> _CsvColumn | None:
    path = tuple(cell.text.strip().split("."))
    if path[0] in common:
        return _CsvColumn(path, None)
    found: Type | None = types
    for name in path:
        inner = found.of if isinstance(found, Optional) else found
        found = inner.types.get(name) if isinstance(inner, Fields) else None
        if found is None:
            known = (*types.types, *common)
            declare = f"say what it holds in the component's `fields`; {nearest(cell.text, known)}"
            hint = close(cell.text, known) or declare
            scope.error("unknown-key", f"unknown column `{cell.text}`", cell, hint)
            return None
    if isinstance(found, Optional):
        return _CsvColumn(path, found.of)
    return _CsvColumn(path, found, len(path) == 1 and isinstance(found, (ListOf, CountsOf)))


def _entry(row: list[Scalar], columns: list[_CsvColumn | None]) -> Mapping:
    entry = Mapping({}, [], row[0].line, 0)
    for cell, column in zip(row, columns, strict=False):
        if column is None or not (cell.text or column.may_be_empty):
            continue
        inner = entry
        for name in column.path[:-1]:
            if not isinstance(inner.entries.get(name), Mapping):
                inner.places.append((cell.line, cell.column))
                inner.entries[name] = Mapping({}, [], cell.line, cell.column)
            inner = inner.entries[name]  # type: ignore[assignment]
        inner.entries[column.path[-1]] = _value(cell, column.type)
        inner.places.append((cell.line, cell.column))
    return entry


def _value(cell: Scalar, type_: Type | None) -> Node:
    offset = cell.column + (cell.style == '"')
    if isinstance(type_, ListOf):
        part = _ID if isinstance(type_.of, OneOf) else _PART
        parts = [(m.start() + len(m[0]) - len(m[0].lstrip()), m[0].strip()) for m in part.finditer(cell.text)]
        items: list[Node] = [Scalar(text, cell.line, offset + at) for at, text in parts if text]
        return Sequence(items, cell.line, cell.column)
    if isinstance(type_, CountsOf):
        counts = Mapping({}, [], cell.line, cell.column)
        for match in COUNT.finditer(cell.text):
            counts.entries[match[2].rstrip()] = Scalar(
                match[1] or "1", cell.line, offset + match.start(1 if match[1] else 2)
            )
            counts.places.append((cell.line, offset + match.start(2)))
        return counts
    return cell
