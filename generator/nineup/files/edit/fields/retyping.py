"""Changes the type of a field: its declaration, and each value that the new type writes differently.

  fields: {worth: text}                      fields: {worth: number}
  cards:                               ->    cards:
    - {id: first, worth: "3"}                  - {id: first, worth: 3}
    - {id: second, worth: a lot}               - {id: second, worth: a lot}   # doesn't fit

While a value doesn't fit there are no changes; another value may be given for it.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.project import line_starts
from nineup.files.edit.changes import Change, Delete, Insert, Set, SetSource
from nineup.files.edit.csv_edit import CsvTable, csv_table
from nineup.files.edit.fields.converting import UnfitError, check, converted, value_node
from nineup.files.edit.fields.declaring import (
    NEEDS_COLUMN,
    FieldError,
    FieldHome,
    FileChanges,
    Read,
    cells_of,
    columns_of,
    declared_type,
    homes_of,
)
from nineup.files.edit.lists import ListId, list_root, part_at
from nineup.files.edit.parts import Data
from nineup.files.load.cards_file import CARD_KEYS
from nineup.files.load.fields import CountsOf, Fields, Optional
from nineup.files.load.json_schema import schema_names
from nineup.files.load.tables import as_entries
from nineup.model.game import Card, Game
from nineup.schema.nodes import Scalar, SourceFile, plain
from nineup.schema.records import ListOf
from nineup.schema.scope import Scope, Type
from nineup.schema.types import is_id


class CardRef(msgspec.Struct, frozen=True):
    """An entry of a card list, by its file and its number there."""

    file: str
    number: int


class Misfit(msgspec.Struct, frozen=True):
    """A value that doesn't fit the new type."""

    place: CardRef
    card: str
    """The id of the card, as written."""
    line: int
    value: Data
    why: str


class Retyping(NamedTuple):
    """What changing a type changes; nothing while there are misfits."""

    changes: FileChanges
    misfits: tuple[Misfit, ...]


class _Entry(msgspec.Struct, frozen=True):
    """A card with its value of the field; None for a missing or an empty one."""

    place: CardRef
    card: str
    line: int
    value: Data
    is_there: bool
    is_quoted: bool = False


def change_type(
    game: Game,
    home: FieldHome,
    name: str,
    kind: Data,
    read: Read,
    *,
    given: Mapping[CardRef, Data] | None = None,
) -> Retyping:
    """Gives a field another type; `kind` is its declaration as data, such as `{"one-of": "suit"}`.

    `given` are values for cards whose own don't fit; None leaves one out. Raises FieldError and ListError.
    """
    if home.written[name] == kind:
        raise FieldError(f"`{name}` has this type already")
    changes: FileChanges = {}
    misfits: list[Misfit] = []
    for each in homes_of(game, home, name, read=read):
        if each.written[name] == kind:
            continue
        changes.setdefault(each.file, []).append(Set((*each.path, name), kind))
        work = _Work(game, name, old=each.written[name], new=kind, read=read)
        for id in each.files.values():
            wanted, unfit = work.wanted(id, given or {})
            misfits += unfit
            changes.setdefault(id.file, []).extend(work.changes(id, each, wanted))
        cards = (card for id in each.components for card in game.components[id].cards)
        if unseen := next((card.span.file for card in cards if card.span.file.endswith(".json")), None):
            raise FieldError(f"`{unseen}` is a list of another program: change it there")
    return Retyping(
        {} if misfits else {file: change for file, change in changes.items() if change}, tuple(misfits)
    )


class _Work:
    def __init__(self, game: Game, name: str, old: Data, new: Data, read: Read) -> None:
        self.game, self.name, self.read = game, name, read
        self.names = schema_names(game)
        self.old, self.new = declared_type(old, self.names), declared_type(new, self.names)

    def wanted(self, id: ListId, given: Mapping[CardRef, Data]) -> tuple[dict[int, Data], list[Misfit]]:
        """The value for each card of a list by its number, and those that don't fit."""
        if id.is_workbook:
            raise FieldError(f"`{id.file}` {NEEDS_COLUMN}")
        wanted: dict[int, Data] = {}
        misfits: list[Misfit] = []
        for entry in self._rows(id) if id.is_csv else self._cards(id):
            try:
                wanted[entry.place.number] = self.fitted(id, entry, given)
            except UnfitError as unfit:
                said = str(unfit)
                misfits.append(Misfit(entry.place, entry.card, entry.line, value=entry.value, why=said))
        return wanted, misfits

    def _cards(self, id: ListId) -> Iterator[_Entry]:
        text = self.read(id.file)
        part, begins = part_at(list_root(text), id.path), line_starts(text)
        for number, entry in enumerate(part.values if part is not None else ()):
            data = entry.data if isinstance(entry.data, dict) else {}
            place, line = CardRef(id.file, number), bisect_right(begins, entry.start)
            card, value = str(data.get("id", "")), data.get(self.name)
            source = entry.find(self.name)
            is_quoted = source is not None and source.style in ("'", '"')
            yield _Entry(place, card, line, value=value, is_there=self.name in data, is_quoted=is_quoted)

    def _rows(self, id: ListId) -> Iterator[_Entry]:
        text = self.read(id.file)
        table, begins = csv_table(text), line_starts(text)
        columns = columns_of(self.game, id, table)
        titled = next((title for title, path in columns.items() if path == ("id",)), "")
        for number, cells in enumerate(table.data):
            place, line = CardRef(id.file, number), bisect_right(begins, table.rows[number + 1][0].start)
            value = self._cell_value(self.old, columns, cells)
            yield _Entry(place, cells.get(titled, ""), line, value=value, is_there=value is not None)

    def _cell_value(
        self, type_: Type, columns: Mapping[str, tuple[str, ...]], cells: Mapping[str, str]
    ) -> Data:
        """The value that the cells of a row are read as; None if they are empty."""
        own = {".".join(path): cells[title] for title, path in columns.items() if path[0] == self.name}
        rows = [[Scalar(text, 0, 0) for text in texts] for texts in (("id", *own), ("x", *own.values()))]
        scope = Scope(SourceFile("", ""), Findings(), self.names)
        fields = Fields({self.name: type_})
        (entry,) = as_entries(rows, fields, {"id": CARD_KEYS["id"]}, scope=scope)
        return plain(entry).get(self.name)

    def fitted(self, id: ListId, entry: _Entry, given: Mapping[CardRef, Data]) -> Data:
        """The value for a card; None for no value. Raises UnfitError."""
        if entry.place in given:
            value = given[entry.place]
            if value is not None:
                check(value, self.new, self.names)
        elif not entry.is_there:
            value = None
        elif _is_template(entry.value):
            value = self._checked_template(id, entry)
        else:
            value = converted(entry.value, self.old, self.new, names=self.names)
        may_be_empty = isinstance(self.new, Optional) or (
            id.is_csv and isinstance(self.new, (ListOf, CountsOf))
        )
        if value is None and not may_be_empty:
            raise UnfitError("it has no value")
        if id.is_csv and value is not None:
            self._check_cells(value)
        return value

    def _checked_template(self, id: ListId, entry: _Entry) -> Data:
        """The template of a family, if what it prints for each of its cards can be read."""
        cards = [card for card in self._component_cards(id) if card.span.line == entry.line]
        for card in cards:
            printed = card.values.get(self.name)
            if isinstance(printed, (dict, tuple)):
                raise UnfitError(f"it is the template of {len(cards)} cards")
            try:
                check("" if printed is None else _text(printed), self.new, self.names)
            except UnfitError as unfit:
                raise UnfitError(f"of the card {card.id}, {unfit}") from unfit
        return entry.value

    def _component_cards(self, id: ListId) -> Iterator[Card]:
        return (card for card in self.game.components[id.component].cards if card.span.file == id.file)

    def _check_cells(self, value: Data) -> None:
        """Raises UnfitError for a value that cells of a CSV file can't hold."""
        try:
            cells = dict(cells_of(self.name, value))
        except FieldError as error:
            raise UnfitError(str(error)) from error
        columns = {title: tuple(title.split(".")) for title in cells}
        again = self._cell_value(self.new, columns, cells)
        if (again if again is not None else "") != plain(value_node(value)) and value not in ([], {}):
            raise UnfitError("a cell of a CSV file can't hold this value")

    def changes(self, id: ListId, home: FieldHome, wanted: Mapping[int, Data]) -> Iterator[Change]:
        """The changes to a list whose cards get these values."""
        if id.is_csv:
            yield from self._column_changes(id, csv_table(self.read(id.file)), wanted)
            return
        for entry in self._cards(id):
            number = entry.place.number
            if number not in wanted:
                continue
            path, value = (*id.path, number, self.name), wanted[number]
            if value is None and entry.is_there:
                yield Delete(path)
            elif value is not None and (value != entry.value or type(value) is not type(entry.value)):
                # Quotes that the old value needed aren't left around a word.
                is_bare = entry.is_quoted and isinstance(value, str) and is_id(value)
                yield SetSource(path, value) if is_bare else Set(path, value, ("id", *home.written))

    def _column_changes(self, id: ListId, table: CsvTable, wanted: Mapping[int, Data]) -> Iterator[Change]:
        columns = columns_of(self.game, id, table)
        old = {path: title for title, path in columns.items() if path[0] == self.name}
        new = list(_paths(self.new, (self.name,)))
        if len(old) == len(new) == 1:
            old = {new[0]: next(iter(old.values()))}  # its title may be in other words
        first = min((table.columns.index(title) for title in old.values()), default=len(table.columns))
        titles = {path: old.get(path, ".".join(path)) for path in new}
        yield from (
            Insert((), first + at, "", key=titles[path])
            for at, path in enumerate(path for path in new if path not in old)
        )
        for number, value in wanted.items():
            texts = {} if value is None else dict(cells_of(self.name, value))
            for path in new:
                text, now = texts.get(".".join(path), ""), table.data[number].get(titles[path], "")
                if text != now and (value is None or text != now.strip()):
                    yield Set((number, titles[path]), text)
        yield from (Delete((title,)) for path, title in old.items() if path not in new)


def _is_template(value: Data) -> bool:
    if isinstance(value, (dict, list)):
        return any(map(_is_template, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and ("{{" in value or "{%" in value)


def _text(value: object) -> str:
    """What a template printed for a value."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _paths(type_: Type, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The paths of the columns of a field."""
    inner = type_.of if isinstance(type_, Optional) else type_
    if isinstance(inner, Fields):
        for name, of in inner.types.items():
            yield from _paths(of, (*path, name))
    else:
        yield path
