"""The changes to a list's file that an import makes: of the cells that differ, and the cards that are new."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nineup.base.project import line_starts
from nineup.files.edit.changes import Change, Delete, Insert, Set
from nineup.files.edit.csv_edit import csv_table
from nineup.files.edit.imports.rows import Comparison, ImportedCard, Path
from nineup.files.edit.imports.source import ImportRefusedError
from nineup.files.edit.lists import ListId, list_root, part_at
from nineup.files.edit.parts import INTEGER, Data, yaml_number
from nineup.files.load.card_copies import CardCopies
from nineup.files.load.cards_file import CARD_KEYS, TAKEN_NAMES
from nineup.files.load.fields import CountsOf, Fields, Optional
from nineup.files.load.tables.column_names import fields_of_columns
from nineup.model.game import Card, Component
from nineup.schema.nodes import Mapping as MappingNode
from nineup.schema.nodes import Node, Scalar, plain
from nineup.schema.nodes import Sequence as SequenceNode
from nineup.schema.records import ListOf
from nineup.schema.scope import Type
from nineup.schema.types import Number


def family_ids(id: ListId, text: str, component: Component) -> frozenset[str]:
    """The ids of the cards that templates of families make, in a list whose file has a text."""
    if id.is_table:
        return frozenset()
    own = _numbers(id, text)
    return frozenset(card.id for card in component.cards if card.span.file == id.file and card.id not in own)


def row_changes(
    id: ListId, text: str, component: Component, comparison: Comparison, types: Fields
) -> list[Change]:
    """The changes to the file of a list, whose text is given. Raises ImportRefusedError."""
    changes = _csv_changes if id.is_csv else _yaml_changes
    return list(changes(id, text, component, comparison, types))


def _numbers(id: ListId, text: str) -> dict[str, int]:
    """The number of each card's entry, by id."""
    part = part_at(list_root(text), id.path)
    entries = part.data if part is not None and isinstance(part.data, list) else []
    return {
        str(entry["id"]): number
        for number, entry in enumerate(entries)
        if isinstance(entry, dict) and "id" in entry and "for" not in entry
    }


def _yaml_changes(
    id: ListId, text: str, component: Component, comparison: Comparison, types: Fields
) -> Iterator[Change]:
    numbers = _numbers(id, text)
    part = part_at(list_root(text), id.path)
    entries = part.data if part is not None and isinstance(part.data, list) else []
    order = ("id", *types.types, *(name for name in TAKEN_NAMES if name != "id"))
    for row in comparison.updated:
        assert row.existing is not None
        number = numbers[row.existing.id]
        old = entries[number]
        new = old
        for path in row.changed:
            new = _with(new, path, _data(row.nodes[path], _type_at(types, path)))
        for key in dict.fromkeys(path[0] for path in row.changed):
            if key in new:
                yield Set((*id.path, number, key), new[key], order)
            elif key in old:
                yield Delete((*id.path, number, key))
    for at, row in enumerate(comparison.added):
        yield Insert(id.path, len(entries) + at, _entry(row, types, order))


def _with(values: dict[str, Data], path: Path, value: Data) -> dict[str, Data]:
    """An entry with another value; without the key if there is none, and without records left empty."""
    head, *rest = path
    if rest:
        inner = values.get(head)
        value = _with(inner if isinstance(inner, dict) else {}, tuple(rest), value) or None
    if value is None:
        return {key: each for key, each in values.items() if key != head}
    return {**values, head: value}


def _entry(row: ImportedCard, types: Fields, order: Sequence[str]) -> dict[str, Data]:
    """A new card's entry: what is as it would be without the key is left out."""
    values: dict[str, Data] = {"id": row.card.id}
    for path, node in row.nodes.items():
        if path == ("copies",) and row.card.copies == 1:
            continue
        if (data := _data(node, _type_at(types, path))) is not None:
            values = _with(values, path, data)
    for name, type_ in types.types.items():
        if name not in values and isinstance(type_, (ListOf, CountsOf)):
            values[name] = {} if isinstance(type_, CountsOf) else []
    return {key: values[key] for key in sorted(values, key=order.index)}


def _type_at(types: Fields, path: Path) -> Type | None:
    if path[0] in CARD_KEYS:
        return CARD_KEYS[path[0]].type
    type_: Type | None = types
    for name in path:
        inner = type_.of if isinstance(type_, Optional) else type_
        type_ = inner.types.get(name) if isinstance(inner, Fields) else None
    return type_


def _data(node: Node | None, type_: Type | None) -> Data:
    """A value as data for YAML: what is a number is one, everything else is text."""
    inner = type_.of if isinstance(type_, Optional) else type_
    if node is None:
        return None
    if isinstance(node, MappingNode):
        if isinstance(inner, Fields):
            pairs = {key: _data(each, inner.types.get(key)) for key, each in node.entries.items()}
            return {key: value for key, value in pairs.items() if value not in (None, "")}
        number = Number() if isinstance(inner, (CountsOf, CardCopies)) else None
        return {key: _data(each, number) for key, each in node.entries.items()}
    if isinstance(node, SequenceNode):
        of = inner.of if isinstance(inner, ListOf) else None
        return [_data(each, of) for each in node.items]
    text = plain(node)
    if isinstance(inner, CardCopies) and ":" in text:
        parts = (part.partition(":") for part in text.replace(";", ",").split(",") if part.strip())
        return {key.strip(): _number(value.strip()) for key, _, value in parts}
    return _number(text.strip()) if isinstance(inner, (Number, CardCopies)) else text


def _number(text: str) -> Data:
    return yaml_number(text) if INTEGER.fullmatch(text) else text


def _csv_changes(
    id: ListId, text: str, component: Component, comparison: Comparison, types: Fields
) -> Iterator[Change]:
    read = csv_table(text)
    fields = fields_of_columns(read.rows, component, TAKEN_NAMES, line=read.line)
    titles = {field: title for field, title in zip(fields, read.columns, strict=True) if field != "#"}
    begins = line_starts(text)
    lines = {bisect_right(begins, row[0].start): number for number, row in enumerate(read.rows[1:])}
    for row in comparison.updated:
        assert row.existing is not None
        number = lines[row.existing.span.line]
        for path in row.changed:
            for title, cell in _cells(row, path, titles, types=types):
                yield Set((number, title), cell)
    for at, row in enumerate(comparison.added):
        values = {titles["id"]: row.card.id} if "id" in titles else {}
        for path, node in row.nodes.items():
            if node is not None and not (
                path == ("copies",) and row.card.copies == 1 and path[0] not in titles
            ):
                values |= dict(_cells(row, path, titles, types=types))
        yield Insert((), len(read.rows) - 1 + at, values)


def _cells(
    row: ImportedCard, path: Path, titles: Mapping[str, str], types: Fields
) -> Iterator[tuple[str, str]]:
    """The cells of a value, each with the title of its column; a new column has the name of its field."""
    name = ".".join(path)
    apart = [field for field in titles if field.startswith(f"{name}.")]
    whole = next((field for end in range(1, len(path)) if (field := ".".join(path[:end])) in titles), "")
    if whole or (apart and path == ("copies",)):
        column = titles[whole] if whole else f"{name}.…"
        raise ImportRefusedError(
            f"the list has `{name}` in `{column}`, the table doesn't: give both the same columns"
        )
    if not apart:
        yield titles.get(name, name), _cell(row, row.nodes[path], _type_at(types, path))
        return
    for field in apart:
        inner = tuple(field.split("."))
        node = row.nodes[path]
        for key in inner[len(path) :]:
            node = node.entries.get(key) if isinstance(node, MappingNode) else None
        yield titles[field], _cell(row, node, _type_at(types, inner))


def _cell(row: ImportedCard, node: Node | None, type_: Type | None) -> str:
    """The text of a cell, as tables are read."""
    inner = type_.of if isinstance(type_, Optional) else type_
    if node is None:
        return ""
    if isinstance(inner, CardCopies):
        return inner.write(row.card.copies)
    if isinstance(node, Scalar):
        return str(plain(node))
    data: Any = plain(node)
    if isinstance(inner, CountsOf) and isinstance(data, dict):
        return "; ".join(f"{number} {id}" for id, number in data.items())
    is_flat = isinstance(data, list) and not any(
        isinstance(each, (dict, list)) or ";" in each for each in data
    )
    return "; ".join(data) if is_flat else json.dumps(data, ensure_ascii=False)


def cards_in_order(component: Component, file: str, rows: Sequence[ImportedCard]) -> list[Card] | None:
    """The cards of a would-be list that the rows of an import are about; None if it has other cards."""
    cards = [card for card in component.cards if card.span.file == file]
    by_id = {card.id: card for card in cards}
    added = [row for row in rows if row.existing is None]
    last = iter(cards[len(cards) - len(added) :])
    ordered = [by_id.get(row.card.id) if row.existing is not None else next(last, None) for row in rows]
    return None if None in ordered else [card for card in ordered if card is not None]
