"""The elements that a rule's `each:` iterates over: cards, items of lists, and data, with their places in
files.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from nineup.base.diagnostics import Span
from nineup.logic.expression import ExpressionError, taken
from nineup.logic.select import (
    Scenario,
    Use,
    Uses,
    base_context,
    has_computed,
    used_by_amount,
    used_by_card,
    used_by_card_texts,
    used_by_copies,
    used_by_expression,
    used_by_list,
    used_by_texts,
)
from nineup.model.game import Card, Component, Expression, Game, Item, ItemList, Rich, Symbol, Term
from nineup.schema import values_at

OPEN_NAMES = ("card", "item", "index")
"""The names for the element in a `check:`: the card, the element itself, and its index from 1."""


class Element(NamedTuple):
    """One element of an `each:` in one scenario."""

    label: str
    """Its name in messages: card `x`."""
    span: Span
    names: Mapping[str, Any]
    """The values of OPEN_NAMES in expressions."""
    card: Card | None
    raw: Any
    """The element as written in the files, before its texts are computed."""


class Member(NamedTuple):
    """A part of an `each:` that is checked separately: a card, an item, or a whole section or data value."""

    uses: Uses
    """The uses that decide whether it is in play and what its computed texts say."""
    elements: Callable[[Scenario, Collection[str]], Iterable[Element]]
    """Its elements in play, for expressions that use some of `copies` and `index`."""
    before: Sequence[tuple[Component, Card]] = ()
    """The cards whose presence may vary and affects its `index`."""
    copies: Uses = frozenset()
    """The uses that decide its `copies`."""
    items: tuple[Any, ...] = ()
    """Its elements, in play or not, if they are the same in every run."""
    is_computed: bool = False
    """Whether they have computed texts."""


class ComponentCards(NamedTuple):
    """The cards of a component that are in play, or the elements of one of their fields."""

    component: Component
    path: str = ""

    def presence(self, game: Game) -> Uses:
        """The uses that decide which cards are in play."""
        cards = self.component.cards
        conditions = {self.component.when, *(card.when for card in cards)}
        uses = frozenset[Use]().union(*(used_by_expression(game, each) for each in conditions))
        return uses.union(*(used_by_copies(game, card) for card in cards))

    def members(self, game: Game) -> Iterator[Member]:
        of_each = used_by_amount(game, self.component.copies)
        before: list[tuple[Component, Card]] = []
        for place, card in enumerate(self.component.cards):
            presence = used_by_card(game, self.component, card)
            computed = "cards" in game.computed and has_computed(card.values)
            uses = presence | used_by_card_texts(game, card) if computed else presence
            index = () if self.path else tuple(before)
            copies = used_by_copies(game, card)
            if copies:  # Its elements are made in each run, since they have its copies.
                uses, computed = uses | copies, True
            items = tuple(self._items(card.values | {"id": card.id, "copies": card.copies}))
            yield Member(
                uses,
                partial(self._elements, place, card),
                index,
                copies=of_each | copies,
                items=items,
                is_computed=computed,
            )
            if presence:
                before.append((self.component, card))

    def _elements(
        self, place: int, card: Card, scenario: Scenario, asked: Collection[str]
    ) -> Iterator[Element]:
        if not scenario.has(self.component, card):
            return
        copies = scenario.own_copies(card) * (scenario.copies(self.component) if "copies" in asked else 1)
        values = scenario.filled(self.component, card).values | {"id": card.id, "copies": copies}
        label = f"card `{card.id}`"
        if not self.path:
            before = self.component.cards[:place] if "index" in asked else ()
            index = 1 + sum(scenario.has_among(other) for other in before)
            names = {"card": values, "item": values, "index": index}
            yield Element(label, card.span, names, card=card, raw=card.values)
            return
        span = card.spans.get(self.path.partition(".")[0], card.span)
        for index, item in enumerate(self._items(values), 1):
            names = {"card": values, "item": item, "index": index}
            yield Element(f"{label}, {self.path} {index}", span, names, card=card, raw=item)

    def _items(self, values: Mapping[str, Any]) -> Iterator[Any]:
        """The elements of a card with these values."""
        return _listed(list(values_at(values, self.path))) if self.path else iter((values,))


class Items(NamedTuple):
    """The items of a list that belong to the boxes in use."""

    vocabulary: ItemList

    def members(self, game: Game) -> Iterator[Member]:
        uses = used_by_list(game, self.vocabulary)
        for item in self.vocabulary.items:
            yield Member(uses, partial(self._elements, item), items=(item,))

    def _elements(self, item: Item, scenario: Scenario, asked: Collection[str]) -> Iterator[Element]:
        there = scenario.items(self.vocabulary)
        if item in there:
            label = f"`{item}` in the list `{self.vocabulary.name}`"
            names = {"item": item, "index": there.index(item) + 1}
            yield Element(label, self.vocabulary.span, names, card=None, raw=item.fields)


class Named(NamedTuple):
    """The symbols of the game, or its defined terms."""

    what: Literal["symbols", "terms"]

    def members(self, game: Game) -> Iterator[Member]:
        means = [term.means for term in game.terms.values()] if self.what == "terms" else []
        written = [[Rich(each)] for each in means] or [[] for _ in game.symbols]
        for place, item in enumerate(base_context(game)[self.what].values()):
            uses = used_by_texts(game, written[place])
            yield Member(
                uses,
                partial(self._elements, place),
                (),
                copies=frozenset(),
                items=(item,),
                is_computed=has_computed(written[place]),
            )

    def _elements(self, place: int, scenario: Scenario, asked: Collection[str]) -> Iterator[Element]:
        scenario.compute_texts()
        game, seen = scenario.game, scenario.context[self.what]
        records: Mapping[str, Symbol | Term] = game.symbols if self.what == "symbols" else game.terms
        id = list(records)[place]
        label = f"the {self.what[:-1]} `{id}`"
        yield Element(label, records[id].span, {"item": seen[id], "index": place + 1}, card=None, raw=None)


class DataElements(NamedTuple):
    """The elements of a list or mapping of the game's data, or a single text of it."""

    path: tuple[str, ...]

    def members(self, game: Game) -> Iterator[Member]:
        values = _members(_reach(game.data, self.path))
        for place, value in enumerate(values):
            computed = has_computed(value)
            label = ".".join(("data", *self.path)) + (f" {place + 1}" if len(values) > 1 else "")
            text = next(iter(_texts(value)), None)
            span = game.places.get(text, game.span) if text else game.span
            names = {"item": value, "index": place + 1}
            elements = partial(self._elements, Element(label, span, names, card=None, raw=value), computed)
            yield Member(used_by_texts(game, value), elements, items=(value,), is_computed=computed)

    def _elements(
        self, element: Element, is_computed: bool, scenario: Scenario, asked: Collection[str]
    ) -> Iterator[Element]:
        scenario.compute_texts()
        if is_computed:
            index = element.names["index"]
            values = _members(_reach(scenario.context["data"], self.path))
            element = element._replace(names={"item": values[index - 1], "index": index})
        yield element


ElementSource = ComponentCards | Items | Named | DataElements


def asked_of(sources: Iterable[ElementSource], checks: Sequence[Expression]) -> frozenset[str]:
    """What some expressions use of elements beyond their own fields: `copies`, `index`."""
    cards = [source for source in sources if isinstance(source, ComponentCards)]
    names = ["card"] * bool(cards) + ["item"] * any(not source.path for source in cards)
    copies = any(_takes(check, name, "copies") for check in checks for name in names)
    index = any(_takes(check, "index", "") for check in checks)
    return frozenset(["copies"] * copies + ["index"] * index)


def _takes(check: Expression, name: str, field: str) -> bool:
    """Whether an expression may depend on a field of a name, or on the whole value."""
    try:
        fields = taken(check.source, name)
    except ExpressionError:
        return False
    return fields is None or field in fields


def source_of(game: Game, path: str) -> ElementSource:
    """The source named by a path of the type `ELEMENTS`: a component or a field of it, a list, symbols,
    terms, or data.
    """
    head, _, rest = path.partition(".")
    if head in game.components:
        return ComponentCards(game.components[head], rest)
    if head == "data":
        return DataElements(tuple(rest.split(".")) if rest else ())
    if path in ("symbols", "terms") and path not in game.lists:
        return Named("symbols" if path == "symbols" else "terms")
    return Items(game.lists[rest if head == "lists" else path])


def _reach(value: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def _members(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return list(value)
    return list(value.values()) if isinstance(value, Mapping) else [value]


def _listed(values: list[Any]) -> Iterator[Any]:
    """The elements of a field's value: of a list its elements, of anything else itself."""
    for value in values:
        yield from value if isinstance(value, (list, tuple)) else (value,)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str) and type(value) is not Item:
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)


def place_of(element: Element, fields: Iterator[str], game: Game) -> Span:
    """The place of the first of some fields of an element; the element itself if that is unknown."""
    for field in fields:
        for name in (field, field.replace("_", "-")):
            if element.card is not None and name in element.card.spans:
                return element.card.spans[name]
            if isinstance(element.raw, Mapping) and isinstance(element.raw.get(name), str):
                place = game.places.get(element.raw[name])
                if place is not None:
                    return place
    return element.span


_FIELD = re.compile(r"\b(?:card|item)\.([A-Za-z_]\w*)")


def fields_named(sources: Iterator[str]) -> Iterator[str]:
    """The fields of the element that some expressions use, in order."""
    for source in sources:
        yield from _FIELD.findall(source)
