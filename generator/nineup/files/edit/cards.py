"""Finds where a card is written: its entry in a card list, its row in a CSV file, or the template of its
family.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.base.project import CSV_SUFFIXES, line_starts
from nineup.files.edit.csv_edit import csv_table
from nineup.files.edit.files import refuse
from nineup.files.edit.parts import Data, SourcePart, ValuePath, parts
from nineup.files.edit.rows import EditRefusedError
from nineup.files.load.cards_file import TAKEN_NAMES
from nineup.files.load.tables.column_names import fields_of_columns
from nineup.model.game import Card, Component
from nineup.schema.nodes import SourceFile


class CardPlace(msgspec.Struct, frozen=True):
    """The place of a card's values in a file, and the values written there."""

    file: str
    path: ValuePath
    """The path of its entry in the file; for a card without a list, of its component's `face`."""
    values: dict[str, Data]
    """The entry's values as written; a family's are templates."""
    cards: tuple[str, ...]
    """The ids of the cards that an edit changes: all cards of a family, or just this one."""
    family: bool = False
    titles: Mapping[str, str] = {}
    """For a table, the title of each column by its field."""

    def step(self, field: str) -> str:
        """The last step of the path of a table's cell."""
        return self.titles.get(field, field)


def place_of_card(component: Component, card: Card, read: Callable[[str], str]) -> CardPlace | Diagnostic:
    """Where a card is written in its file as it is now; `read` gives a file's text."""
    file = card.span.file
    try:
        text = read(file)
        titles = _titles(text, component) if file.endswith(CSV_SUFFIXES) else {}
        entry = _in_csv(text, titles, card) if titles else _in_yaml(text, component, card)
    except (EditRefusedError, ValueError):
        entry, titles = None, {}
    if entry is None:
        message = f"`{component.id}/{card.id}` is not where it was"
        return refuse(message, card.span, "the file has changed or can't be read")
    path, values = entry
    family = "for" in values
    together = (
        tuple(other.id for other in component.cards if other.span == card.span) if family else (card.id,)
    )
    return CardPlace(file, path, values, cards=together, family=family, titles=titles)


def _titles(text: str, component: Component) -> dict[str, str]:
    """The titles of a CSV file's columns by their fields."""
    read = csv_table(text)
    fields = fields_of_columns(read.rows, component, TAKEN_NAMES, line=read.line)
    return dict(zip(fields, read.columns, strict=True))


def _in_csv(text: str, titles: Mapping[str, str], card: Card) -> tuple[ValuePath, dict[str, Data]] | None:
    read = csv_table(text)
    for number, row in enumerate(read.rows[1:]):
        if len(SourceFile("", text[: row[0].start]).lines) == card.span.line:
            values = {field: read.data[number][title] for field, title in titles.items()}
            # Without a column for ids, ids are made from names.
            is_it = "id" not in values or values["id"].strip() == card.id
            return ((number,), values) if is_it else None
    return None


def _in_yaml(text: str, component: Component, card: Card) -> tuple[ValuePath, dict[str, Any]] | None:
    root = parts(text)
    offset = offset_at(text, card.span.line, card.span.column)
    path = path_to(root, offset) if root is not None else None
    if root is None or path is None:
        return None
    values = root.at(path).data
    if card.span == component.span:
        return (*path, "face"), values.get("face", {})
    is_it = values.get("id") == card.id or str(values.get("id")) == card.id or "for" in values
    return (path, values) if is_it else None


def offset_at(text: str, line: int, column: int) -> int:
    """The offset of a line and column, both counted from 1."""
    begins = line_starts(text)
    return begins[min(line, len(begins)) - 1] + column - 1


def path_to(part: SourcePart, offset: int) -> ValuePath | None:
    """The path of the innermost mapping that begins at an offset."""
    for step, value in _steps(part):
        if value.start <= offset and (offset < value.end or value.start == offset):
            inner = path_to(value, offset)
            if inner is not None:
                return (step, *inner)
    return () if part.kind == "mapping" and part.start == offset else None


def _steps(part: SourcePart) -> "list[tuple[str | int, SourcePart]]":
    if part.kind == "mapping":
        return [(key.text, value) for key, value in zip(part.keys, part.values, strict=True)]
    return list(enumerate(part.values))
