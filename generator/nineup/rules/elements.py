"""What the `each:` of a rule goes through: cards, items of lists, and data, with the places where they are written."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from nineup.diagnostics import Diagnostic, Span, nearest
from nineup.game import Card, Component, Game, Item, Symbol, Term, Vocabulary
from nineup.rules.settings import in_play
from nineup.schema import values_at
from nineup.select import Scenario, used_by_cards, used_by_expression, used_by_list, used_by_texts

OPEN_NAMES = ("card", "item", "index")
"""What a `check:` knows of the element: the card, the element itself, and its place from 1."""


ElementKey = tuple[str, str]
"""What `each:` goes through is looked at again in another scenario as a whole: a card, an item, data."""

Skip = Callable[[ElementKey], bool]
"""Whether elements of a key need not be given."""


class Element(NamedTuple):
    """One element of an `each:` in one scenario."""

    key: ElementKey
    """The card, item, section or data that it is part of."""
    label: str
    """What messages call it: card `x`."""
    span: Span
    names: Mapping[str, Any]
    """What expressions know of it, by OPEN_NAMES."""
    card: Card | None
    raw: Any
    """The element as the files have it, before its texts are computed."""


class Cards(NamedTuple):
    """The cards of a component that are in play, or the elements of one of their fields."""

    component: Component
    path: str = ""

    def uses(self, game: Game) -> frozenset[str]:
        """What decides which cards there are, and their copies."""
        return used_by_cards(game, self.component)

    def presence(self, game: Game) -> frozenset[str]:
        """What decides which cards there are, and what their computed texts say."""
        conditions = {self.component.when, *(card.when for card in self.component.cards)}
        uses = frozenset[str]().union(*(used_by_expression(game, each) for each in conditions))
        if "cards" in game.computed:
            uses |= used_by_texts(game, [card.values for card in self.component.cards])
        return uses

    def all_keys(self) -> Iterator[ElementKey]:
        return ((self.component.id, card.id) for card in self.component.cards)

    def elements(self, scenario: Scenario, skip: Skip) -> Iterator[Element]:
        cards = scenario.cards(self.component)
        if all(skip((self.component.id, card.id)) for card in cards):
            return
        for place, (card, values) in enumerate(
            zip(cards, scenario.card_values(self.component), strict=True), 1
        ):
            label, key = f"card `{card.id}`", (self.component.id, card.id)
            if skip(key):
                continue
            if not self.path:
                names = {"card": values, "item": values, "index": place}
                yield Element(key, label, card.span, names, card, card.values)
                continue
            span = card.spans.get(self.path.partition(".")[0], card.span)
            for index, found in enumerate(_listed(list(values_at(values, self.path))), 1):
                names = {"card": values, "item": found, "index": index}
                part = f"{label}, {self.path} {index}"
                yield Element(key, part, span, names, card, found)


class Items(NamedTuple):
    """The items of a list that come with the boxes in use."""

    vocabulary: Vocabulary

    def uses(self, game: Game) -> frozenset[str]:
        return used_by_list(game, self.vocabulary)

    def presence(self, game: Game) -> frozenset[str]:
        return self.uses(game)

    def all_keys(self) -> Iterator[ElementKey]:
        return ((f"lists.{self.vocabulary.name}", str(item)) for item in self.vocabulary.items)

    def elements(self, scenario: Scenario, skip: Skip) -> Iterator[Element]:
        listed = self.vocabulary
        for index, item in enumerate(in_play(listed, scenario), 1):
            label, key = f"`{item}` in the list `{listed.name}`", (f"lists.{listed.name}", str(item))
            if not skip(key):
                yield Element(key, label, listed.span, {"item": item, "index": index}, None, item.fields)


class Named(NamedTuple):
    """The symbols of the game, or its defined terms."""

    what: Literal["symbols", "terms"]

    def uses(self, game: Game) -> frozenset[str]:
        return frozenset()

    def presence(self, game: Game) -> frozenset[str]:
        return frozenset()

    def all_keys(self) -> Iterator[ElementKey]:
        return iter(((self.what, ""),))

    def elements(self, scenario: Scenario, skip: Skip) -> Iterator[Element]:
        if skip((self.what, "")):
            return
        scenario.compute_texts()
        game, seen = scenario.game, scenario.context[self.what]
        records: Mapping[str, Symbol | Term] = game.symbols if self.what == "symbols" else game.terms
        for index, (id, record) in enumerate(records.items(), 1):
            label = f"the {self.what[:-1]} `{id}`"
            yield Element((self.what, ""), label, record.span, {"item": seen[id], "index": index}, None, None)


class Data(NamedTuple):
    """The elements of a list or mapping of the game's data, or a single text of it."""

    path: tuple[str, ...]

    def uses(self, game: Game) -> frozenset[str]:
        return used_by_texts(game, _reach(game.data, self.path))

    def presence(self, game: Game) -> frozenset[str]:
        return self.uses(game)

    def all_keys(self) -> Iterator[ElementKey]:
        return iter((("data", ".".join(self.path)),))

    def elements(self, scenario: Scenario, skip: Skip) -> Iterator[Element]:
        key = "data", ".".join(self.path)
        if skip(key):
            return
        scenario.compute_texts()
        values = _members(_reach(scenario.context["data"], self.path))
        raws = _members(_reach(scenario.game.data, self.path))
        for index, (item, raw) in enumerate(zip(values, raws, strict=True), 1):
            label = ".".join(("data", *self.path)) + (f" {index}" if len(values) > 1 else "")
            text = next(iter(_texts(raw)), None)
            span = scenario.game.places.get(text, scenario.game.span) if text else scenario.game.span
            yield Element(key, label, span, {"item": item, "index": index}, None, raw)


Source = Cards | Items | Named | Data


def used_by_texts_of(game: Game, source: Source) -> frozenset[str]:
    """What decides what the computed texts of the elements say."""
    if isinstance(source, Cards) and "cards" in game.computed:
        return used_by_texts(game, [card.values for card in source.component.cards])
    return source.uses(game) if isinstance(source, Data) else frozenset()


def source_of(game: Game, path: str, span: Span) -> Source | Diagnostic:
    """What an `each:` names: a component or a field of it, a list, or data; else what is wrong with it."""
    head, _, rest = path.partition(".")
    if head in game.components:
        component = game.components[head]
        if rest and not any(True for card in component.cards for _ in values_at(card.values, rest)):
            fields = tuple(dict.fromkeys(name for card in component.cards for name in card.values))
            return _wrong(f"`{head}` has no field `{rest}`", span, nearest(rest, fields))
        return Cards(component, rest)
    if head == "data":
        return _data(game, tuple(rest.split(".")) if rest else (), path, span)
    if path in ("symbols", "terms") and path not in game.lists:
        return Named("symbols" if path == "symbols" else "terms")
    name = rest if head == "lists" else path
    if name in game.lists:
        return Items(game.lists[name])
    known = (*game.components, *game.lists, *(f"data.{key}" for key in game.data))
    return _wrong(f"`each: {path}` is neither a component nor a list nor data", span, nearest(path, known))


def _data(game: Game, path: tuple[str, ...], written: str, span: Span) -> Data | Diagnostic:
    value: Any = game.data
    for step in path:
        known = tuple(map(str, value)) if isinstance(value, Mapping) else ()
        if step not in known:
            return _wrong(f"`each: {written}`: there is no `{step}` in the data", span, nearest(step, known))
        value = value[step]
    return Data(path)


def _wrong(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("bad-rule", "error", message, span, hint)


def _reach(value: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def _members(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return list(value)
    return list(value.values()) if isinstance(value, Mapping) else [value]


def _listed(values: list[Any]) -> Iterator[Any]:
    """The elements of a field: of lists their elements, of anything else itself."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from value
        else:
            yield value


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
    """Where the first of some fields of an element is written; the element itself where that is not known."""
    for field in fields:
        for name in (field, field.replace("_", "-")):
            if element.card is not None and name in element.card.spans:
                return element.card.spans[name]
            if isinstance(element.raw, Mapping) and isinstance(element.raw.get(name), str):
                found = game.places.get(element.raw[name])
                if found is not None:
                    return found
    return element.span


_FIELD = re.compile(r"\b(?:card|item)\.([A-Za-z_]\w*)")


def fields_named(sources: Iterator[str]) -> Iterator[str]:
    """The fields of the element that some expressions name, in order."""
    for source in sources:
        yield from _FIELD.findall(source)
