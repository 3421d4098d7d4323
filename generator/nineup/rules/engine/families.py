"""The rows of a game that are alike in kind, and what their fields say, for patterns among them.

A family is what an `each:` of `rules:` names: the cards of a component, the records in a field of all its
cards (`room.doors`), pieces of one kind, the items of a list, the symbols, a list of records in the data. A
`Feature` is what one field says of each row: of `{cost: {ruby: 2, jade: 1}, text: Draw 2 {jade}.}` these are
3, `ruby jade`, the number 2, the symbol `jade` and the word `Draw`.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from nineup.base.diagnostics import Span
from nineup.logic.expression import numbers_in, symbols_in, words_in
from nineup.logic.select import is_implied
from nineup.model.game import Card, Component, Game, Item, ItemList, Rich, Symbol

A_TEXT = 3
"""The least number of words of a text; fewer are a name."""


class Row(NamedTuple):
    """One row of a family, with the places of its fields."""

    label: str
    values: Mapping[str, Any]
    span: Span
    spans: Mapping[str, Span]
    card: Card | None = None

    def place(self, field: str) -> Span:
        return self.spans.get(field, self.span)


class Family(NamedTuple):
    """Rows with the same fields, as an `each:` of `rules:` names them."""

    each: tuple[str, ...]
    row: str
    """How a `check:` names one: `card` or `item`."""
    rows: Sequence[Row]
    orders: Mapping[str, Sequence[str]] = {}
    """The ids of the game's lists and symbols, by what a `check:` names: `lists.gem`."""

    def path(self, field: str) -> str:
        return f"{self.row}.{field.replace('-', '_')}"


class Feature(NamedTuple):
    """What a field says of each row; None where it says nothing."""

    field: str
    kind: str
    """One of KINDS."""
    source: str
    """The expression that gives it."""
    says: str
    """Its name in messages: the numbers in `text`."""
    values: Sequence[Any]

    @property
    def verb(self) -> str:
        return "are" if self.says.startswith(("the numbers", "the symbols", "the words")) else "is"


KINDS = {
    "number": "a number",
    "amount": "the sum of a cost, the length of a list",
    "choice": "an item of a list, yes or no, a number",
    "name": "a word or two, such as a name or a file",
    "numbers": "the numbers in a text",
    "symbols": "the symbols in a text, of a cost or a list; an item as one",
    "words": "the words of a text",
    "parts": "the words that a name, an id or the items of a list are made of, in lowercase",
}
"""The kinds of features; a field may have several."""


def families(game: Game) -> Iterator[Family]:
    """All families of a game."""
    orders: dict[str, Sequence[str]] = {f"lists.{each.name}": each.items for each in game.lists.values()}
    orders["symbols"] = tuple(game.symbols)
    for family in _families(game):
        yield family._replace(orders=orders)


def _families(game: Game) -> Iterator[Family]:
    for component in game.components.values():
        rows = [_card_row(card) for card in component.cards]
        yield Family((component.id,), "card", rows)
        for field in dict.fromkeys(field for row in rows for field in row.values):
            if records := list(_record_rows(rows, field)):
                yield Family((f"{component.id}.{field}",), "item", records)
    yield from _pieces(game.components.values())
    for listed in game.lists.values():
        yield Family((f"lists.{listed.name}",), "item", [_item_row(listed, item) for item in listed.items])
    yield Family(("symbols",), "item", [_symbol_row(symbol) for symbol in game.symbols.values()])
    for name, value in game.data.items():
        yield from _data_families(game, f"data.{name}", value)


def _card_row(card: Card) -> Row:
    return Row(f"card `{card.id}`", {"id": card.id, **card.values}, card.span, spans=card.spans, card=card)


def _item_row(listed: ItemList, item: Item) -> Row:
    spans = {field: span for (*of, field), span in listed.spans.items() if of == [item]}
    span = next(iter(spans.values()), listed.span)
    return Row(f"`{item}` in the list `{listed.name}`", item.fields, span, spans=spans)


def _symbol_row(symbol: Symbol) -> Row:
    values = {"id": symbol.id, "name": symbol.name, "art": symbol.art, **symbol.fields}
    spans = {"art": symbol.art_span} if symbol.art_span else {}
    return Row(f"the symbol `{symbol.id}`", values, symbol.span, spans=spans)


def _record_rows(rows: Iterable[Row], field: str) -> Iterator[Row]:
    for row in rows:
        records = row.values.get(field)
        if isinstance(records, (list, tuple)) and all(map(_is_record, records)):
            for place, record in enumerate(records, 1):
                label = f"{row.label}, {field} {place}"
                yield Row(label, record, row.place(field), spans={}, card=row.card)


def _is_record(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value) and not any(type(key) is Item for key in value)


def _pieces(components: Iterable[Component]) -> Iterator[Family]:
    """Components of one face with the same fields: the tokens of each color."""
    by_fields: defaultdict[tuple[str, ...], list[Component]] = defaultdict(list)
    for component in components:
        if is_implied(component) and component.cards[0].values:
            by_fields[component.shape, *component.cards[0].values].append(component)
    for pieces in by_fields.values():
        rows = [_card_row(each.cards[0])._replace(label=f"`{each.id}`") for each in pieces]
        yield Family(tuple([each.id for each in pieces]), "card", rows)


def _data_families(game: Game, path: str, value: Any) -> Iterator[Family]:
    """The lists of records in a value of the game's data."""
    if isinstance(value, (list, tuple)) and all(map(_is_record, value)):
        yield Family(
            (path,), "item", [_data_row(game, f"{path} {n}", each) for n, each in enumerate(value, 1)]
        )
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if isinstance(key, str):
                yield from _data_families(game, f"{path}.{key}", each)


def _data_row(game: Game, label: str, record: Mapping[str, Any]) -> Row:
    texts = {field: text for field, text in record.items() if isinstance(text, str)}
    spans = {field: game.places[text] for field, text in texts.items() if text in game.places}
    return Row(label, record, next(iter(spans.values()), game.span), spans=spans)


def features_of(family: Family, kinds: Collection[str] = KINDS) -> list[Feature]:
    """What each field says of the rows, in the order of the fields; only features of these kinds."""
    fields = dict.fromkeys(field for row in family.rows for field in row.values)
    return [
        feature
        for field in fields
        for feature in _of_field(family, field, [row.values.get(field) for row in family.rows], kinds=kinds)
    ]


class _Reader(NamedTuple):
    """A feature of a field's values before they are read; `{}` is the expression that gives the field, or its
    name in messages.
    """

    kind: str
    source: str
    says: str
    read: Callable[[Any], Any]


def _of_field(family: Family, field: str, values: Sequence[Any], kinds: Collection[str]) -> Iterator[Feature]:
    path = family.path(field)
    for reader in [each for each in _readers(values) if each.kind in kinds]:
        known = [None if value is None else reader.read(value) for value in values]
        says = reader.says.format(f"`{field}`")
        yield Feature(field, reader.kind, reader.source.format(path), says=says, values=known)


_VALUE = _Reader("choice", "{}", "{}", read=lambda value: value)
_SUM = _Reader("amount", "{}|sum", "the sum of {}", read=lambda cost: sum(cost.values()))
_LENGTH = _Reader("amount", "{}|length", "the length of {}", read=len)
_ITEMS = _Reader("symbols", "symbols_in({})", "the symbols in {}", read=lambda items: tuple(map(str, items)))
_ITEM = _Reader("symbols", "[{}]", "{}", read=lambda item: (str(item),))
_ITEM_PARTS = _Reader(
    "parts",
    "words_in({}.name|lower|replace('-', ' '))",
    "the name of {}",
    read=lambda item: _parts(item.fields["name"]),
)


def _readers(values: Sequence[Any]) -> tuple[_Reader, ...]:
    """What can be read of a field with these values."""
    types = {type(value) for value in values if value is not None}
    if types and types <= {int, float}:
        return _VALUE._replace(kind="number"), _VALUE
    if types == {bool}:
        return (_VALUE,)
    if types == {Item}:
        return _VALUE, _ITEM, _ITEM_PARTS
    if types == {dict} and all(type(key) is Item for value in values for key in value or ()):
        return _SUM, _ITEMS
    if types and types <= {list, tuple}:
        of_items = all(type(each) is Item for value in values for each in value or ())
        parts = _Reader("parts", "words_in({}|join(' ')|replace('-', ' '))", "the items of {}", read=_parts)
        return (_LENGTH, _ITEMS, parts) if of_items else (_LENGTH,)
    return _of_strings(values) if types and types <= {str, Rich} else ()


def _of_strings(values: Sequence[Any]) -> tuple[_Reader, ...]:
    known = [str(value) for value in values if value]
    if 2 * sum(len(text.split()) >= A_TEXT for text in known) > len(known):
        readers = [
            _Reader("numbers", "numbers_in({})", "the numbers in {}", read=_unless_computed(numbers_in)),
            _Reader("words", "words_in({})", "the words in {}", read=_unless_computed(words_in)),
        ]
        if any("{" in text for text in known):
            read = _unless_computed(lambda text: symbols_in(text) if type(text) is Rich else ())
            readers.append(_Reader("symbols", "symbols_in({})", "the symbols in {}", read=read))
        return tuple(readers)
    if any("{" in text for text in known):
        return (_Reader("symbols", "symbols_in({})", "the symbols in {}", read=_unless_computed(symbols_in)),)
    if any(map(_FILE.search, known)):  # What a designer calls a picture needn't have the words of the card.
        return (_Reader("name", "{}", "{}", read=str),)
    dashed = "{}|lower|replace('-', ' ')"
    return (
        _Reader("name", "{}", "{}", read=str),
        _Reader("parts", f"words_in({dashed})", "{}", read=_parts),
        _Reader(
            "numbers",
            f"numbers_in({dashed})",
            "the numbers in {}",
            read=lambda text: numbers_in(_dashed(text)),
        ),
    )


def _unless_computed(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Reads nothing of a text with an expression, which says something else in each run."""
    return lambda text: None if "{=" in text else read(text)


def _dashed(text: str) -> str:
    return text.lower().replace("-", " ")


_FILE = re.compile(r"\.(?:svgz?|png|jpe?g|webp|gif|bmp)\b", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]++(?:’[^\W_]++)*+")


def _parts(value: Any) -> tuple[str, ...]:
    """The words of a name or an id, or of all items of a list: `fire-ruby` has two."""
    texts = value if isinstance(value, (list, tuple)) else [value]
    return tuple(_TOKEN.findall(_dashed(" ".join(map(str, texts)))))
