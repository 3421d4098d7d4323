"""Card lists as tables: the columns of each list, and its cards as rows of cells, exactly as in
the file.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from nineup.base import Diagnostic, Findings, line_starts
from nineup.files.edit import (
    Data,
    EditRefusedError,
    ListError,
    ListId,
    SourcePart,
    ValuePath,
    csv_table,
    list_root,
    part_at,
)
from nineup.files.load import CARD_KEYS, TAKEN_NAMES, schema_names
from nineup.files.load.tables import UnreadableWorkbookError, fields_of_columns, sheet_rows
from nineup.model import Card, Component, Game

from nineup_studio.lists.columns import FieldColumn, cell_data, cell_text, columns, undeclared, value_at


class CardRow(msgspec.Struct, frozen=True):
    """A card as written, or the template of a family."""

    number: int
    key: str
    """Its id, with a number if an earlier row has the same."""
    values: dict[str, Data]
    span: tuple[int, int]
    places: dict[tuple[str, ...], int]
    """The start of each value with its key, by path."""

    @property
    def is_family(self) -> bool:
        return "for" in self.values


class CardTable(msgspec.Struct, frozen=True):
    """A card list as it is in its file."""

    id: ListId
    text: str
    columns: tuple[FieldColumn, ...]
    rows: tuple[CardRow, ...]
    titles: Mapping[str, str] = {}
    """For a table, the title of each column in its file by the column's name."""

    def title(self, name: str) -> str:
        """The title of a table's column; a new column gets its name as its title."""
        return self.titles.get(name, name)

    def column(self, name: str) -> FieldColumn | None:
        return next((column for column in self.columns if column.name == name), None)

    def path(self, row: CardRow, column: FieldColumn) -> ValuePath:
        """The path of a cell's value in the file."""
        if self.id.is_csv:
            return (row.number, self.title(column.name))
        return (*self.id.path, row.number, *column.path)

    def text_of(self, row: CardRow, column: FieldColumn) -> str:
        """A cell's text."""
        if self.id.is_table:
            return str(row.values.get(column.name, ""))
        value, _ = value_at(row.values, column.path)
        return cell_text(column.kind, value)

    def value_of(self, row: CardRow, column: FieldColumn) -> Data:
        """A cell's value; None if it has none."""
        if not self.id.is_table:
            value, _ = value_at(row.values, column.path)
            return value
        text = row.values.get(column.name, "")
        return cell_data(column.kind, text) if text else None

    def row_at(self, offset: int) -> tuple[CardRow | None, str]:
        """The row at an offset of the file, and the name of the cell's column if the offset is in a cell."""
        at = bisect_right(self.rows, offset, key=lambda row: row.span[0]) - 1
        row = self.rows[at] if at >= 0 and offset <= self.rows[at].span[1] else None
        if row is None:
            return None, ""
        before = [path for path, place in row.places.items() if place <= offset]
        deepest = max(before, key=lambda path: (row.places[path], len(path)), default=())
        names = {column.path: column.name for column in self.columns}
        return row, next(
            (names[deepest[:end]] for end in range(len(deepest), 0, -1) if deepest[:end] in names), ""
        )


def card_table(game: Game, id: ListId, text: str) -> CardTable:
    """A card list as in its file. Raises ListError if it can't be read."""
    known = columns(game, game.components[id.component])
    if id.is_csv:
        return _csv_table(game, id, text, known=known)
    part = part_at(list_root(text), id.path)
    if part is not None and part.kind != "sequence" and part.data is not None:
        raise ListError("its cards are not a list")
    entries = part.values if part is not None else ()
    if any(entry.kind != "mapping" for entry in entries):
        raise ListError("an entry of the list is not a card")
    rows = tuple(
        _row(number, entry, entry.data, places=_places(entry)) for number, entry in enumerate(entries)
    )
    return CardTable(id, text, _with_others(game, known, rows), rows=_keyed(rows))


def _row(
    number: int, part: SourcePart, values: dict[str, Data], places: dict[tuple[str, ...], int]
) -> CardRow:
    return CardRow(number, str(values.get("id", "")), values, span=(part.start, part.end), places=places)


def _places(part: SourcePart, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], int]:
    places: dict[tuple[str, ...], int] = {}
    for key, value in zip(part.keys, part.values, strict=False):  # a list has no keys
        places[(*path, key.text)] = key.start
        places |= _places(value, (*path, key.text))
    return places


def _csv_table(game: Game, id: ListId, text: str, known: tuple[FieldColumn, ...]) -> CardTable:
    try:
        read = csv_table(text)
    except EditRefusedError as error:
        raise ListError(error.message) from error
    names = _names(game, id, read.rows, titles=read.columns, line=read.line)
    titles = dict(zip(names, read.columns, strict=True))
    rows = []
    for number, cells in enumerate(read.rows[1:]):
        places = {tuple(name.split(".")): cell.start for name, cell in zip(names, cells, strict=False)}
        values: dict[str, Data] = {name: read.data[number][title] for name, title in titles.items()}
        span = (cells[0].start, cells[-1].end)
        rows.append(CardRow(number, str(values.get("id", "")).strip(), values, span=span, places=places))
    return CardTable(id, text, _as_texts(known, names), rows=_keyed(rows), titles=titles)


def _names(
    game: Game, id: ListId, rows: Sequence[Sequence[Any]], titles: Sequence[str], line: str = ""
) -> list[str]:
    """The names of a table's columns: their fields, or their titles if they aren't for the cards."""
    fields = fields_of_columns(rows, game.components[id.component], TAKEN_NAMES, line=line)
    return [title if field == "#" else field for field, title in zip(fields, titles, strict=True)]


def workbook_table(game: Game, id: ListId, data: bytes) -> CardTable:
    """A card list as in a workbook. Raises ListError if it can't be read.

    Its text is a blank line for each row of the sheet, so that places match those of findings.
    """
    try:
        sheet = sheet_rows(data, id.file, id.component, findings=Findings())
    except UnreadableWorkbookError as error:
        raise ListError(str(error)) from error
    read, line = sheet.rows, sheet.columns.text if sheet.columns else ""
    width = max((row[-1].column for row in read), default=0) + 2
    titles = [cell.text.strip() for row in read[:1] for cell in row]
    header = dict(enumerate(_names(game, id, read, titles=titles, line=line)))
    rows = []
    for number, row in enumerate(read[1:]):
        begin = row[0].line * width
        named = [(header[cell.column], cell) for cell in row if header.get(cell.column)]
        values: dict[str, Data] = dict.fromkeys(filter(None, header.values()), "")
        values |= {name: cell.text for name, cell in named}
        places = {tuple(name.split(".")): begin + cell.column for name, cell in named}
        span = (begin, begin + width - 1)
        rows.append(CardRow(number, str(values.get("id", "")).strip(), values, span=span, places=places))
    text = (" " * (width - 1) + "\n") * (read[-1][0].line + 1 if read else 0)
    shown = _as_texts(columns(game, game.components[id.component]), header.values())
    return CardTable(id, text, shown, rows=_keyed(rows))


def _as_texts(known: Iterable[FieldColumn], names: Iterable[str]) -> tuple[FieldColumn, ...]:
    """The columns of a table whose cells are texts: those in the table, in its order, then the others."""
    by_name = {c.name: msgspec.structs.replace(c, kind="text") if c.kind == "data" else c for c in known}
    there = [by_name.pop(name, FieldColumn(name, "text", is_optional=True)) for name in names if name]
    return (*there, *by_name.values())


def _with_others(
    game: Game, known: tuple[FieldColumn, ...], rows: Iterable[CardRow]
) -> tuple[FieldColumn, ...]:
    """The columns, including those for keys that only some cards have."""
    names = {column.path[0] for column in known} | {"for"}
    more: dict[str, FieldColumn] = {}
    for row in rows:
        for name, value in row.values.items():
            if name in TAKEN_NAMES and name not in names:
                schema = CARD_KEYS[name].type.schema(schema_names(game))
                more.setdefault(
                    name, FieldColumn(name, "data", CARD_KEYS[name].says, is_optional=True, schema=schema)
                )
            elif name not in names:
                more.setdefault(name, msgspec.structs.replace(undeclared(name, value), is_optional=True))
    return (*known, *more.values())


def _keyed(rows: Iterable[CardRow]) -> tuple[CardRow, ...]:
    seen: dict[str, int] = {}
    keyed = []
    for row in rows:
        seen[row.key] = seen.get(row.key, 0) + 1
        number = seen[row.key]
        keyed.append(row if number == 1 else msgspec.structs.replace(row, key=f"{row.key}~{number}"))
    return tuple(keyed)


class CellFindings(msgspec.Struct, frozen=True):
    """The worst severity of the findings at a place, and their messages."""

    severity: str
    messages: tuple[str, ...]


_SEVERITIES = ("error", "warning", "note")


def findings_at(table: CardTable, findings: Iterable[Diagnostic]) -> dict[tuple[str, str], CellFindings]:
    """Findings by row and column; the column is empty for those about a whole card."""
    begins = line_starts(table.text)
    by_place: dict[tuple[str, str], list[Diagnostic]] = {}
    for finding in findings:
        span = finding.span
        if span is not None and span.file == table.id.file:
            begin = begins[min(span.line, len(begins)) - 1]
            row, column = table.row_at(begin + span.column - 1)
            if row is not None:
                by_place.setdefault((row.key, column), []).append(finding)
    return {place: _cell_findings(each) for place, each in by_place.items()}


def _cell_findings(findings: list[Diagnostic]) -> CellFindings:
    worst = min((finding.severity for finding in findings), key=_SEVERITIES.index)
    return CellFindings(worst, tuple(dict.fromkeys(finding.message for finding in findings)))


def cards_of(component: Component, table: CardTable) -> dict[str, tuple[Card, ...]]:
    """The cards that each row makes, by the row's key; empty if the game was read from another version of the
    file.
    """
    begins = line_starts(table.text)
    lines = {bisect_right(begins, row.span[0]): row for row in table.rows}
    by_row: dict[str, tuple[Card, ...]] = {}
    for card in component.cards:
        row = lines.get(card.span.line) if card.span.file == table.id.file else None
        # Without a column for ids, a table's ids are made from names.
        unnamed = card.id if table.id.is_table else ""
        if row and (row.is_family or str(row.values.get("id", unnamed)).strip() == card.id):
            by_row[row.key] = (*by_row.get(row.key, ()), card)
    return by_row
