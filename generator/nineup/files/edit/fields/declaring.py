"""Adds, moves, renames and deletes a field of a card list: its declaration, and its value on every card.

A list in YAML declares its fields itself; those of a CSV file are declared by the component, and then hold
for all of its lists:

  fields: {name: text}                     fields: {name: text, cost: number}
  cards:                              ->   cards:
    - {id: first, name: First Light}         - {id: first, name: First Light, cost: 0}

The result is changes by file: one step of an `EditHistory`.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress

import msgspec

from nineup.base.diagnostics import Findings
from nineup.files.edit.changes import Change, Delete, Insert, Move, Rename, Set
from nineup.files.edit.csv_edit import COLUMNS, CsvTable, csv_table
from nineup.files.edit.fields.converting import UnfitError, check
from nineup.files.edit.lists import ListId, card_lists, list_root, part_at
from nineup.files.edit.parts import Data, ValuePath
from nineup.files.load.cards_file import TAKEN_NAMES
from nineup.files.load.fields import DECLARED
from nineup.files.load.json_schema import schema_names
from nineup.files.load.tables import fields_of_columns
from nineup.files.load.tables.column_names import columns_in, letters
from nineup.model.game import Game
from nineup.schema.nodes import SourceFile, as_node
from nineup.schema.scope import Names, Scope, Type
from nineup.schema.types import is_id

Read = Callable[[str], str]
"""The text of a project's file, by its path."""

FileChanges = dict[str, list[Change]]
"""The changes to each file, by its path."""

NEEDS_COLUMN = "is a workbook: add and remove its columns in the program that wrote it"


class FieldError(Exception):
    """A change of fields that can't be made; the message is for the user."""


class FieldHome(msgspec.Struct, frozen=True):
    """Where fields are declared, and the lists whose cards have them."""

    file: str
    path: ValuePath
    """The path of `fields:` in the file."""
    lists: tuple[ListId, ...]
    written: Mapping[str, Data]
    """The declarations as written."""

    @property
    def components(self) -> tuple[str, ...]:
        """The components whose cards have the fields: several may share a list."""
        return tuple(dict.fromkeys(each.component for each in self.lists))

    @property
    def files(self) -> dict[str, ListId]:
        """The lists by file, each file once; several lists in the game file are of one component."""
        return {each.file: each for each in self.lists}


def home_of(game: Game, id: ListId, read: Read, field: str = "") -> FieldHome:
    """Where a field of a list is declared; without one, where a new field belongs.

    Raises FieldError, and ListError for a file that can't be read.
    """
    lists = card_lists(game, read)
    declared = _written(read, game.span.file, ("components", id.component, "fields"))
    own = _written(read, id.file, ("fields",)) if _is_own_file(id) else None
    in_own = field in own if own and field else own is not None and (own != {} or not declared)
    if in_own:
        same = tuple(each for each in lists if each.file == id.file)
        return FieldHome(id.file, ("fields",), same, written=own or {})
    if field and field not in declared:
        raise FieldError(f"no `fields` declare `{field}`")
    same = tuple(each for each in lists if each.component == id.component)
    if not declared and any(each.is_table for each in same):
        raise FieldError(f"the types of `{id.file}` are read from its cells; declare its `fields` first")
    files = {each.file for each in same}
    shared = [each for each in lists if each.file in files - {game.span.file} and each not in same]
    if shared:
        file, other = shared[0].file, shared[0].component
        raise FieldError(f"`{file}` is also a list of `{other}`, which declares other fields")
    return FieldHome(game.span.file, ("components", id.component, "fields"), same, written=declared)


def homes_of(game: Game, home: FieldHome, name: str, read: Read) -> list[FieldHome]:
    """All declarations of a field for the components of one of them."""
    homes = [home]
    for each in homes:  # grows: a further list may be shared with another component
        for id in card_lists(game, read):
            if id.component in each.components:
                with suppress(FieldError):
                    other = home_of(game, id, read, field=name)
                    homes += [other] if other not in homes else []
    return homes


def _is_own_file(id: ListId) -> bool:
    """Whether a list is a YAML file, which may declare its own fields."""
    return id.path == ("cards",) and not id.is_table


def _written(read: Read, file: str, path: ValuePath) -> dict[str, Data]:
    part = part_at(list_root(read(file)), path)
    return part.data if part is not None and isinstance(part.data, dict) else {}


def add_field(
    game: Game, home: FieldHome, name: str, kind: Data, read: Read, *, value: Data = None
) -> FileChanges:
    """Declares a field as the last one, and gives each card that lacks it a value; None makes it optional.

    `kind` is the declaration as data, such as `rich` or `{"one-of": "suit"}`. Raises FieldError.
    """
    _check_name(game, home, name)
    _check_value(game, kind, value)
    written = {"optional": kind} if value is None else kind
    changes: FileChanges = {home.file: _declared(home, name, written, read=read)}
    if value is None:
        return changes
    for file, id in home.files.items():
        if id.is_workbook:
            raise FieldError(f"`{file}` {NEEDS_COLUMN}; or make the field optional")
        more = (
            _columns(home, name, value, text=read(file))
            if id.is_csv
            else _entries(home, id, name, value=value, read=read)
        )
        changes.setdefault(file, []).extend(more)
    return changes


def _declared(home: FieldHome, name: str, written: Data, read: Read) -> list[Change]:
    root = list_root(read(home.file))
    if part_at(root, home.path) is not None:
        return [Set((*home.path, name), written)]
    outer = part_at(root, home.path[:-1])
    keys = [key.text for key in outer.keys] if outer is not None else []
    at = keys.index("cards") if "cards" in keys else len(keys)
    return [Insert(home.path[:-1], at, {name: written}, key="fields")]


def _entries(home: FieldHome, id: ListId, name: str, value: Data, read: Read) -> Iterator[Change]:
    order = ("id", *(each for each in home.written), name)
    for at, card in enumerate(_cards(id, read)):
        if name not in card:
            yield Set((*id.path, at, name), value, order)


def _cards(id: ListId, read: Read) -> list[dict[str, Data]]:
    part = part_at(list_root(read(id.file)), id.path)
    cards = part.data if part is not None and isinstance(part.data, list) else []
    return [card if isinstance(card, dict) else {} for card in cards]


def _columns(home: FieldHome, name: str, value: Data, text: str) -> Iterator[Change]:
    """A column for the field, or for each field of a record; one that the file has already stays."""
    there = csv_table(text).columns
    declared = [at for at, title in enumerate(there) if title.partition(".")[0] in ("id", *home.written)]
    at = max(declared, default=len(there) - 1) + 1
    for number, (title, cell) in enumerate(cells_of(name, value)):
        if title not in there:
            yield Insert((), at + number, cell, key=title)


def cells_of(name: str, value: Data) -> Iterator[tuple[str, str]]:
    """The columns of a value with their texts, as `load` splits them."""
    if isinstance(value, dict) and not all(isinstance(each, int) for each in value.values()):
        for key, inner in value.items():
            yield from cells_of(f"{name}.{key}", inner)
    elif isinstance(value, dict):
        yield name, "; ".join(f"{number} {id}" for id, number in value.items())
    elif isinstance(value, list):
        if any(isinstance(each, (dict, list)) or ";" in str(each) for each in value):
            raise FieldError("a cell of a CSV file can't hold this value")
        yield name, "; ".join(map(str, value))
    else:
        yield name, str(value)


def delete_field(game: Game, home: FieldHome, name: str, read: Read) -> FileChanges:
    """Removes a field's declaration, and its value from each card. Raises FieldError."""
    last = list(home.written) == [name]
    changes: FileChanges = {home.file: [Delete(home.path if last else (*home.path, name))]}
    for file, path in _keys(game, home, name, read=read):
        changes.setdefault(file, []).append(Delete(path))
    stated = ((game.span.file, path) for path, _ in _stated(game, home, name))
    for file, path in (*_told(game, home, name, read=read), *stated):
        outer = part_at(list_root(read(file)), path[:-1])
        is_last = outer is not None and len(outer.values) == 1
        changes.setdefault(file, []).append(Delete(path[:-1] if is_last else path))
    return changes


def move_field(game: Game, home: FieldHome, name: str, before: str, read: Read) -> FileChanges:
    """Declares a field before another one, for an empty name as the last one; its columns in tables follow.

    The keys of cards in YAML stay where they are: their order says nothing, and every card would change.
    Raises FieldError.
    """
    order = list(home.written)
    if before and before not in order:
        raise FieldError(f"`{before}` is declared elsewhere, so `{name}` can't stand before it")
    at = order.index(name)
    to = order.index(before) - (order.index(before) > at) if before else len(order) - 1
    changes: FileChanges = {}
    if to != at and before != name:
        changes[home.file] = [Move(home.path, at, to)]
    for file, id in home.files.items():
        if id.is_workbook:
            raise FieldError(f"`{file}` {NEEDS_COLUMN}")
        if id.is_csv:
            heads = [path[0] for path in columns_of(game, id, csv_table(read(file))).values()]
            moves = list(_column_moves(heads, name, before, declared=home.written))
            changes |= {file: [*changes.get(file, []), *moves]} if moves else {}
    if not changes:
        raise FieldError(f"`{name}` is in that place already")
    return changes


def _column_moves(heads: list[str], name: str, before: str, declared: Collection[str]) -> Iterator[Change]:
    """The moves of a field's columns to those of another one, or behind all fields; each after the others.

    `heads` is the field of each column.
    """
    own = [at for at, head in enumerate(heads) if head == name]
    others = [at for at, head in enumerate(heads) if head != name]
    following = next((at for at in others if heads[at] == before), None)
    if following is None:
        following = max((at for at in others if heads[at] in ("id", *declared)), default=-1) + 1
    place = sum(1 for at in others if at < following)
    order = list(range(len(heads)))
    wanted = [*others[:place], *own, *others[place:]]
    for to, column in enumerate(wanted):
        if (at := order.index(column)) != to:
            yield Move(COLUMNS, at, to)
            order.insert(to, order.pop(at))


def rename_field(game: Game, home: FieldHome, name: str, to: str, read: Read) -> FileChanges:
    """Gives a field another name, in its declaration and on each card. Raises FieldError."""
    _check_name(game, home, to)
    changes: FileChanges = {home.file: [Rename((*home.path, name), to)]}
    stated = dict(_stated(game, home, name))
    titles = {letters(str(path[-1])) for path in stated}
    if stated:
        changes.setdefault(game.span.file, []).extend(Set(path, to + rest) for path, rest in stated.items())
    for file, path in (*_keys(game, home, name, read=read), *_told(game, home, name, read=read)):
        title = str(path[-1])
        if len(path) > 1:
            changes.setdefault(file, []).append(Rename(path, to))
        elif letters(title) not in titles:  # else the title stays, and the game file says what it is
            field, dot, rest = title.partition(".")
            changes.setdefault(file, []).append(Rename(path, f"{to}{dot}{rest}" if field == name else to))
    return changes


def _keys(game: Game, home: FieldHome, name: str, read: Read) -> Iterator[tuple[str, ValuePath]]:
    """The place of the field on each card: a key of its entry, or a column."""
    for file, id in home.files.items():
        if id.is_workbook:
            raise FieldError(f"`{file}` {NEEDS_COLUMN}")
        if id.is_csv:
            table = csv_table(read(file))
            if name in (field.partition(".")[0] for field in (columns_in(table.line) or {}).values()):
                raise FieldError(f"`{file}` names the column of `{name}` in its first line; change it there")
            columns = columns_of(game, id, table)
            yield from ((file, (title,)) for title, path in columns.items() if path[0] == name)
        else:
            cards = enumerate(_cards(id, read))
            yield from ((file, (*id.path, at, name)) for at, card in cards if name in card)


def columns_of(game: Game, id: ListId, read: CsvTable) -> dict[str, tuple[str, ...]]:
    """The path of the field of each column of a table, by its title; of one that isn't for the cards, `#`."""
    fields = fields_of_columns(read.rows, game.components[id.component], TAKEN_NAMES, line=read.line)
    return {title: tuple(field.split(".")) for title, field in zip(read.columns, fields, strict=True)}


def _stated(game: Game, home: FieldHome, name: str) -> Iterator[tuple[ValuePath, str]]:
    """The entries of `columns:` in the game file for the field, each with what follows its name there."""
    for component in home.components:
        for title, field in game.components[component].columns.items():
            head, dot, rest = field.partition(".")
            if head == name:
                yield ("components", component, "columns", title), dot + rest


def _told(game: Game, home: FieldHome, name: str, read: Read) -> Iterator[tuple[str, ValuePath]]:
    """What else names the field as a key: `decided` of a card, and `language` of a list or a component."""
    places: list[tuple[str, ValuePath]] = []
    for file, id in home.files.items():
        if not id.is_table:
            places += [(file, (*id.path, at, "decided")) for at in range(len(_cards(id, read)))]
        if _is_own_file(id):
            places.append((file, ("language",)))
    places += [(game.span.file, ("components", component, "language")) for component in home.components]
    for file, path in places:
        if name in _written(read, file, path):
            yield file, (*path, name)


def check_field(game: Game, name: str, kind: Data) -> None:
    """Raises FieldError for a name or a declaration that no list of the game can have."""
    if not is_id(name) or not re.match("[a-z]", name):
        raise FieldError(f"`{name}` can't be a field: use lowercase letters, digits and hyphens")
    if name in TAKEN_NAMES:
        raise FieldError(f"every card has a key `{name}` already; choose another name")
    declared_type(kind, schema_names(game))


def _check_name(game: Game, home: FieldHome, name: str) -> None:
    check_field(game, name, "text")
    for component in home.components:
        same = [each for each in game.components[component].fields if each.replace("_", "-") == name]
        if same:
            raise FieldError(f"the cards of `{component}` have a field `{same[0]}` already")


def declared_type(kind: Data, names: Names) -> Type:
    """The type that a declaration names. Raises FieldError for the first mistake in it."""
    findings = Findings()
    type_: Type = DECLARED.read(as_node(kind), Scope(SourceFile("", ""), findings, names))
    if findings:
        hint = f"; {findings[0].hint}" if findings[0].hint else ""
        raise FieldError(f"{findings[0].message}{hint}")
    return type_


def _check_value(game: Game, kind: Data, value: Data) -> None:
    """Reads the declaration and the value as `load` does. Raises FieldError for the first mistake."""
    names = schema_names(game)
    type_ = declared_type(kind, names)
    if value is not None:
        try:
            check(value, type_, names)
        except UnfitError as unfit:
            raise FieldError(str(unfit)) from unfit
