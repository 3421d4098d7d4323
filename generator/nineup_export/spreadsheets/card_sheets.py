"""The card lists of a game as tables of cells, in the notation in which the loader reads them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from nineup.base import Findings, Span
from nineup.files.load import (
    CARD_KEYS,
    TAKEN_NAMES,
    CardCopies,
    CountsOf,
    Fields,
    Optional,
    declared_types,
    read_cards,
    schema_names,
)
from nineup.files.load.tables import SheetCell, SheetFile, as_entries, is_single
from nineup.model import Card, Component, Expression, Game, Item
from nineup.schema import ListOf, Parsed, Scalar, Scope, Type

CellValue = str | int | float
"""A cell's value. Numbers stay numbers, so that the spreadsheet can add them up."""

_COLUMNS = sorted(CARD_KEYS, key=lambda name: not is_single(CARD_KEYS[name].type))
"""The columns of every card, mappings last; those that no card uses are omitted."""


class CardSheet(msgspec.Struct, frozen=True):
    """A component's cards: a row of titles, a row for each card, and the types that the component must
    declare.
    """

    component: Component
    titles: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]
    fields: Mapping[str, Any]


def card_sheets(game: Game) -> tuple[CardSheet, ...]:
    """A sheet for each component with a card list, in the order of the game."""
    return tuple(_sheet(each, game) for each in game.components.values() if is_listed(each))


def is_listed(component: Component) -> bool:
    """Whether a component has a list; otherwise its only card has the component's id and place."""
    return not (len(component.cards) == 1 and component.cards[0].span == component.span)


def _sheet(component: Component, game: Game) -> CardSheet:
    declared = {name: _as_used(name, kind, component.cards) for name, kind in component.fields.items()}
    types = declared_types(declared, schema_names(game))
    columns = [column for name, type_ in types.items() for column in _columns((name,), type_)]
    rows = [{**_common(card), **_values(card, columns)} for card in component.cards]
    unused = _common(Card("", {}, component.span, spans={}))
    used = [name for name in _COLUMNS if any(row[name] != unused[name] for row in rows)]
    titles = (*used, *(".".join(path) for path, _ in columns))
    return CardSheet(
        component, titles, tuple(tuple(row[title] for title in titles) for row in rows), fields=declared
    )


def _as_used(name: str, kind: Any, cards: Iterable[Card]) -> Any:
    """A field's declaration; optional if a card lacks the field because another of its lists doesn't
    have it.
    """
    is_optional = isinstance(kind, Mapping) and "optional" in kind
    is_lacking = any(card.values.get(name) is None for card in cards)
    return {"optional": kind} if is_lacking and not is_optional else kind


def _columns(path: tuple[str, ...], type_: Type) -> list[tuple[tuple[str, ...], Type]]:
    """A field's columns: one, or those of a record's fields."""
    if isinstance(type_, Fields):
        return [column for name, inner in type_.types.items() for column in _columns((*path, name), inner)]
    return [(path, type_)]


def _common(card: Card) -> dict[str, CellValue]:
    values = {name: getattr(card, name) for name in CARD_KEYS}
    return {
        name: "" if values[name] == {} else _cell(values[name], key.type) for name, key in CARD_KEYS.items()
    }


def _values(card: Card, columns: Sequence[tuple[tuple[str, ...], Type]]) -> dict[str, CellValue]:
    return {".".join(path): _cell(_at(card.values, path), type_) for path, type_ in columns}


def _at(values: Any, path: Sequence[str]) -> Any:
    for name in path:
        values = values.get(name) if isinstance(values, Mapping) else None
    return values


def _cell(value: Any, type_: Type) -> CellValue:
    inner = type_.of if isinstance(type_, Optional) else type_
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return value
    if not is_single(type_):
        return _flow(value)
    if isinstance(inner, CountsOf):
        return ", ".join(f"{count} {id}" if count != 1 else str(id) for id, count in value.items())
    if isinstance(inner, ListOf):
        return "; ".join(str(_cell(each, inner.of)) for each in value)
    if isinstance(value, Expression):
        return value.source
    return inner.write(value) if isinstance(inner, (Parsed, CardCopies)) else str(value)


def _flow(value: Any) -> str:
    """A list or mapping as JSON, which is YAML's notation with brackets."""
    return json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, (str, Item)) else value


def report_unlike(sheet: CardSheet, game: Game, findings: Findings) -> None:
    """Reports each card whose row wouldn't be read back unchanged, such as when a text in a list contains a
    semicolon.
    """
    rows: list[list[Scalar]] = [
        [SheetCell(str(cell), number, at) for at, cell in enumerate(row)]
        for number, row in enumerate((sheet.titles, *sheet.rows))
    ]
    file = SheetFile("", "")
    types = Fields(declared_types(sheet.fields, schema_names(game)), sheet.fields)
    scope = Scope(file, Findings(), schema_names(game))
    read = read_cards(as_entries(rows, types, TAKEN_NAMES, scope=scope), types, scope)
    for card, again in zip(sheet.component.cards, read, strict=True):
        unlike = _unlike(card, again)
        if unlike:
            message = f"`{card.id}`: `{unlike}` can't be in a cell as it is, and would come back changed"
            hint = "an empty text needs an optional field; a text in a list has no `;`"
            findings.error("sheet-value", message, _place(card, unlike), hint=hint)


def _unlike(card: Card, again: Card) -> str:
    """The first field or key of a card that was read back differently."""
    one, other = ({**each.values, **_common(each)} for each in (card, again))
    names = (*_COLUMNS, *sorted({*card.values, *again.values}))
    return next((name for name in names if one.get(name) != other.get(name)), "")


def _place(card: Card, field: str) -> Span:
    return card.spans.get(field, card.span)
