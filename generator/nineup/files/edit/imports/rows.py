"""Compares the cards of a table from outside with those of a list: what is added, what changes, cell by cell,
and what doesn't fit its field.

Both sides are values as the game reads them, so a value that is only written differently is the same. A row
updates the card with its id or, in a table without ids, the card with its name; other rows are added at the
end, and cards without a row stay as they are.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings
from nineup.faces.record import value_text
from nineup.files.edit.imports.source import AbsentCell, ImportRefusedError, SourceTable
from nineup.files.load.card_copies import CardCopies
from nineup.files.load.cards_file import CARD_KEYS, TAKEN_NAMES, check_ids, read_cards
from nineup.files.load.fields import CountsOf, Fields, Optional
from nineup.files.load.json_schema import schema_names
from nineup.files.load.tables.column_names import title_of
from nineup.files.load.tables.csv_cards import as_entries
from nineup.files.load.tables.csv_ids import NAMED_BY
from nineup.files.load.tables.sheet import SheetCell
from nineup.model.game import Card, Expression, Game
from nineup.schema.nodes import Mapping as MappingNode
from nineup.schema.nodes import Node, Scalar
from nineup.schema.records import ListOf
from nineup.schema.scope import Scope, Type
from nineup.schema.types import as_id

Path = tuple[str, ...]
"""A field, or a field of a record: `("cost", "gold")`."""


class CellChange(msgspec.Struct, frozen=True):
    """A value that changes; both are texts for people."""

    card: str
    field: str
    before: str
    after: str
    place: str
    """The cell of the table, such as `deck!C6`."""


class Misfit(msgspec.Struct, frozen=True):
    """A value that doesn't fit its field, or is missing."""

    place: str
    """The cell of the table; empty if it isn't about one."""
    card: str
    value: str
    why: str
    hint: str = ""


class ImportedCard(NamedTuple):
    """A row of the table: its card, and the value of each column as a node, None for an empty cell."""

    card: Card
    nodes: Mapping[Path, Node | None]
    existing: Card | None
    changed: tuple[Path, ...]
    """The columns whose values differ from those of the existing card."""


class Comparison(NamedTuple):
    """A table beside a list."""

    rows: tuple[ImportedCard, ...]
    """The rows that fit, in order."""
    cells: tuple[CellChange, ...]
    misfits: tuple[Misfit, ...]
    left_out: tuple[str, ...]
    """The cells that were left out, and rows that couldn't be added without one."""
    staying: int
    """How many cards of the list have no row."""

    @property
    def added(self) -> tuple[ImportedCard, ...]:
        return tuple(row for row in self.rows if row.existing is None)

    @property
    def updated(self) -> tuple[ImportedCard, ...]:
        return tuple(row for row in self.rows if row.existing is not None and row.changed)


class _Cells:
    """The cells of a table by place, and what was asked to be left out."""

    def __init__(self, source: SourceTable, leave_out: tuple[str, ...]) -> None:
        self._source = source
        self._rows = source.table.rows
        self._lines = [(row[0].line, row[0].column) for row in self._rows]
        fields = {use.title: use.field for use in source.uses}
        self.named = [fields.get(title_of(cell), "") for cell in self._rows[0]]
        wanted, self.left = set(leave_out), dict[tuple[int, str], str]()
        self.absent = set[tuple[int, str]]()
        known = set[str]()
        rows = [self._rows[0]]
        for row in self._rows[1:]:
            cells = list(row)
            for at, cell in enumerate(row):
                if isinstance(cell, AbsentCell):
                    self.absent.add((row[0].line, _field_of(self.named[at])))
                if wanted and (name := source.cell_name(cell)) in wanted and at < len(self.named):
                    known.add(name)
                    self.left[row[0].line, _field_of(self.named[at])] = name
                    blank = SheetCell if isinstance(cell, SheetCell) else Scalar
                    cells[at] = blank("", cell.line, cell.column)
            rows.append(cells)
        if unknown := sorted(wanted - known):
            raise ImportRefusedError(f"the table has no cell `{unknown[0]}` below its titles")
        titles = zip(self._rows[0], self.named, strict=True)
        self.rows = [[msgspec.structs.replace(cell, text=name or "#") for cell, name in titles], *rows[1:]]

    def row(self, line: int) -> list[Scalar]:
        """The row that begins in a line."""
        return self._rows[max(bisect_right(self._lines, line, key=lambda place: place[0]) - 1, 0)]

    def at(self, line: int, field: str = "") -> Scalar:
        """A cell of the row that begins in a line; the row's first cell if it has none of this field."""
        row = self.row(line)
        fields = [_field_of(name) for name in self.named]
        number = fields.index(field) if field and field in fields else 0
        return row[number] if number < len(row) else row[0]

    def about(self, finding: Diagnostic) -> Scalar | None:
        """The cell that a finding is about."""
        if finding.span is None or not self._rows:
            return None
        place = finding.span.line - 1, finding.span.column - 1
        row = self._rows[max(bisect_right(self._lines, place) - 1, 0)]
        return row[max(bisect_right(row, place, key=lambda cell: (cell.line, cell.column)) - 1, 0)]

    def name(self, cell: Scalar) -> str:
        return self._source.cell_name(cell)


def _field_of(field: str) -> str:
    """The field of a column: `copies` of `copies.2`."""
    head = field.partition(".")[0]
    return head if head in CARD_KEYS else field


def compared(
    game: Game,
    component: str,
    file: str,
    types: Fields,
    source: SourceTable,
    *,
    leave_out: tuple[str, ...] = (),
    families: frozenset[str] = frozenset(),
) -> Comparison:
    """The rows of a table beside the cards of a component's list in a file.

    `types` are the fields of its cards; `families` are the ids of cards that templates make, which can't be
    changed by themselves. Raises ImportRefusedError.
    """
    cells = _Cells(source, leave_out)
    paths = _paths(cells.named)
    if not paths:
        raise ImportRefusedError("no column of the table is for a field of the cards; say what they are for")
    findings = Findings()
    scope = Scope(source.table.file, findings, schema_names(game))
    loose = Fields(
        {name: _loose(type_, (name,), paths) for name, type_ in types.types.items()}, types.written
    )
    entries = as_entries(cells.rows, loose, TAKEN_NAMES, scope=scope, separator=source.table.separator)
    cards = read_cards(entries, loose, scope)
    check_ids(tuple(cards), findings)
    existing = game.components[component].cards
    misfits = [_misfit(finding, cells, cards) for finding in findings if finding.severity == "error"]
    rows: list[ImportedCard] = []
    changes: list[CellChange] = []
    left = list(cells.left.values())
    known = set[str]()
    for entry, (card, partner) in zip(entries, _partners(cards, existing, "id" in cells.named), strict=True):
        assert isinstance(entry, MappingNode)
        line = card.span.line - 1
        at = partial(cells.at, line)
        skipped = {path for path in paths if (line, ".".join(path)) in cells.left}
        lacks = any(path in skipped for path in _missing(types, card, None, paths=paths))
        if (partner is None and lacks) or (line, "id") in cells.left:
            left.append(f"the card `{card.id}`" if card.id else f"its row, {cells.name(at())}")
            own = {cells.name(cell) for cell in cells.row(line)}
            misfits = [each for each in misfits if each.place not in own]
            continue
        skipped |= {path for path in paths if (line, ".".join(path)) in cells.absent and partner is not None}
        misfits += _empty(types, card, partner, paths=paths, skipped=skipped, cells=cells, known=misfits)
        differing = tuple(
            path
            for path in paths
            if path not in skipped and (partner is None or not _same(card, partner, path))
        )
        if partner is not None and (partner.span.file != file or partner.id in families):
            # A sheet that was exported has the cards of all lists of a component, and of families.
            if differing:
                cell = at(".".join(differing[0]))
                why = f"`{card.id}` is a card of `{partner.span.file}`; import it there"
                if partner.span.file == file:
                    why = f"`{card.id}` is made by the template of a family; change that"
                misfits.append(Misfit(cells.name(cell), card.id, cell.text, why=why))
            known.add(partner.id)
            continue
        if partner is not None:
            known.add(partner.id)
            for path in differing:
                name = ".".join(path)
                before, after = _shown(partner, path), _shown(card, path)
                changes.append(CellChange(card.id, name, before, after=after, place=cells.name(at(name))))
        rows.append(
            ImportedCard(card, {path: _node_at(entry, path) for path in paths}, partner, changed=differing)
        )
    staying = sum(card.span.file == file and card.id not in known for card in existing)
    return Comparison(
        tuple(rows), tuple(changes), tuple(dict.fromkeys(misfits)), left_out=tuple(left), staying=staying
    )


def _empty(
    types: Fields,
    card: Card,
    partner: Card | None,
    *,
    paths: tuple[Path, ...],
    skipped: set[Path],
    cells: _Cells,
    known: list[Misfit],
) -> Iterator[Misfit]:
    """What a card lacks, unless something else is wrong with the cell."""
    wrong = {misfit.place for misfit in known}
    for path in _missing(types, card, partner, paths=paths):
        name = ".".join(path)
        place = cells.name(cells.at(card.span.line - 1, name))
        has_column = _touches(path, paths)
        if path not in skipped and not (has_column and place in wrong):
            why = f"`{name}` needs a value" if has_column else f"a new card needs `{name}`: no column has it"
            yield Misfit(place, card.id, "", why=why)


def _paths(named: list[str]) -> tuple[Path, ...]:
    """The fields of the columns; those such as `copies.2` are one, and the id is none."""
    return tuple(dict.fromkeys(tuple(_field_of(name).split(".")) for name in named if name and name != "id"))


def _loose(type_: Type, path: Path, present: tuple[Path, ...]) -> Type:
    """The type for reading cells, of which an empty one is no mistake yet: it may leave a card as it is.

    Lists stay, since an empty cell is an empty list; but not where there is no column.
    """
    inner = type_.of if isinstance(type_, Optional) else type_
    if isinstance(inner, Fields):
        inner = Fields(
            {name: _loose(each, (*path, name), present) for name, each in inner.types.items()}, inner.written
        )
    is_list = isinstance(type_, (ListOf, CountsOf))
    return inner if is_list and path in present else Optional(inner)


def _partners(
    cards: Sequence[Card], existing: Sequence[Card], has_ids: bool
) -> list[tuple[Card, Card | None]]:
    """Each card of the table with the card that it updates; without ids, cards get unused ones."""
    by_id = {card.id: card for card in existing}
    if has_ids:
        return [(card, by_id.get(card.id)) for card in cards]
    by_name: dict[str, list[Card]] = defaultdict(list)
    for card in existing:
        by_name[_name(card)].append(card)
    pairs: list[tuple[Card, Card | None]] = []
    taken = {*by_id}
    for card in cards:
        named = by_name.get(_name(card)) if _name(card) else None
        partner = named.pop(0) if named else None
        if partner is None:
            base = unused = as_id(_name(card)) or card.id
            number = 2
            while unused in taken:
                unused, number = f"{base}-{number}", number + 1
            taken.add(unused)
            pairs.append((msgspec.structs.replace(card, id=unused), None))
        else:
            pairs.append((msgspec.structs.replace(card, id=partner.id), partner))
    return pairs


def _name(card: Card) -> str:
    return next((str(name) for field in NAMED_BY if (name := card.values.get(field))), "")


def _misfit(finding: Diagnostic, cells: _Cells, cards: Sequence[Card]) -> Misfit:
    cell = cells.about(finding)
    if cell is not None and finding.code == "missing-key":  # which is said of the whole row
        cell = cells.at(cell.line, "id")
    lines = [card.span.line - 1 for card in cards]
    at = bisect_right(lines, cell.line) - 1 if cell is not None else -1
    hint = str(finding.hint)
    if cell is None or at < 0:  # A title can't be left out by itself: its column can.
        about = f" (the column `{title_of(cell)}`)" if cell is not None else ""
        return Misfit("", "", "", why=f"{finding.message}{about}", hint=hint)
    return Misfit(cells.name(cell), cards[at].id, cell.text, why=finding.message, hint=hint)


def _node_at(entry: MappingNode, path: Path) -> Node | None:
    node: Node | None = entry
    for name in path:
        node = node.entries.get(name) if isinstance(node, MappingNode) else None
    return node


def _missing(types: Fields, card: Card, partner: Card | None, paths: tuple[Path, ...]) -> Iterator[Path]:
    """The fields that a card needs and would lack: of a new card any, of another those that are emptied."""
    for path, type_ in _needed(types, (), card.values, paths=paths):
        old = _at(partner.values, path) if partner is not None else None
        is_kept = partner is not None and (not _touches(path, paths) or _normal(old) is None)
        if (
            not is_kept
            and not isinstance(type_, (ListOf, CountsOf))
            and _normal(_at(card.values, path)) is None
        ):
            yield path


def _touches(path: Path, paths: tuple[Path, ...]) -> bool:
    return any(path[: len(each)] == each for each in paths)


def _needed(types: Fields, path: Path, values: Any, paths: tuple[Path, ...]) -> Iterator[tuple[Path, Type]]:
    """The fields without `optional`, also those of records that there are, with their types."""
    for name, type_ in types.types.items():
        value = values.get(name) if isinstance(values, Mapping) else None
        inner = type_.of if isinstance(type_, Optional) else type_
        if isinstance(inner, Fields):
            if not isinstance(type_, Optional) or _normal(value) is not None:
                yield from _needed(inner, (*path, name), value, paths=paths)
        elif not isinstance(type_, Optional):
            yield (*path, name), type_


def value_of(card: Card, path: Path) -> Any:
    """A value of a card that can be compared, without places."""
    if path[0] not in CARD_KEYS:
        return _at(card.values, path)
    value = getattr(card, path[0])
    if path[0] == "copies":
        return CardCopies().write(value)
    return value.source if isinstance(value, Expression) else value


def _at(values: Any, path: Path) -> Any:
    for name in path:
        values = values.get(name) if isinstance(values, Mapping) else None
    return values


def _normal(value: Any) -> Any:
    """A value without what is empty, which a cell can't tell from what is missing."""
    if isinstance(value, Mapping):
        value = {key: inner for key, each in value.items() if (inner := _normal(each)) is not None}
    if isinstance(value, (list, tuple)):
        value = [_normal(each) for each in value]
    return None if value is None or value in ("", [], {}) else value


def _same(card: Card, partner: Card, path: Path) -> bool:
    return bool(_normal(value_of(card, path)) == _normal(value_of(partner, path)))


def _shown(card: Card, path: Path) -> str:
    return value_text(value_of(card, path))


def unlike(rows: tuple[ImportedCard, ...], cards: list[Card]) -> str:
    """The first value that the would-be list doesn't have as the table has it; empty if all are right.

    `cards` are those of the would-be list, in the order of `rows`.
    """
    for row, card in zip(rows, cards, strict=True):
        for path in row.changed:
            if not _same(row.card, card, path):
                return f"`{'.'.join(path)}` of `{row.card.id}`"
        if row.card.id != card.id:
            return f"the id `{row.card.id}`"
    return ""
