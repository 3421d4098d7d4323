"""Games built record by record, for tests of packages that read no files."""

from typing import Any

import msgspec
from nineup.base.diagnostics import Findings, Span
from nineup.model.game import (
    SIZES,
    Amount,
    AmountStep,
    Band,
    Card,
    Component,
    Expression,
    Game,
    Item,
    ItemList,
    Option,
    PlayerTable,
    RuleEntry,
    Symbol,
    Term,
)
from nineup.rules import rule_settings
from nineup.schema import Names, Scope
from nineup.schema.nodes import SourceFile, as_node

FILE = "cards/test/game.yaml"


def at(line: int, column: int = 1, length: int = 1) -> Span:
    return Span(FILE, line, column, length)


def source(text: str, line: int = 1, column: int = 1) -> Expression:
    return Expression(text, at(line, column))


def table(amounts: Any, line: int = 1) -> PlayerTable:
    """A table from a number, an expression's text, None, or {(low, high): one of these}."""
    if not isinstance(amounts, dict):
        amounts = {(1, 99): amounts}
    steps = [
        AmountStep(low, high, _amount(amount, line), at(line, 3)) for (low, high), amount in amounts.items()
    ]
    return PlayerTable(tuple(steps), at(line))


def _amount(amount: Any, line: int) -> Amount:
    return source(amount, line, 10) if isinstance(amount, str) else amount


def card(id: str, line: int = 1, **given: Any) -> Card:
    """A card; keys that are no attribute of a card are its values."""
    known = {key: given.pop(key) for key in ("copies", "when", "needs", "accept") if key in given}
    if "when" in known:
        known["when"] = source(known["when"], line, 11)
    return Card(id, given, at(line), {}, **known)


def component(id: str, line: int = 1, **given: Any) -> Component:
    """A component; `setup`, `box` and `copies` as `table` takes them."""
    for field in ("setup", "box", "copies"):
        if field in given:
            given[field] = table(given[field], line)
    given["when"] = source(given["when"], line, 11) if given.get("when") else None
    defaults: dict[str, Any] = {
        "name": id,
        "shape": "card",
        "size": SIZES["poker"],
        "outline": "rectangle",
        "corner": 0.0,
        "layout": "plain.svg",
        "cards": (card(id, line),),
        "spans": {},
    }
    return Component(id=id, span=at(line), **{**defaults, **given})


def vocabulary(name: str, base: str, extra: str = "") -> ItemList:
    """A list from its ids, and further ones of the band `expansion`."""
    ids = [*base.split(), *extra.split()]
    bands = [""] * len(base.split()) + ["expansion"] * len(extra.split())
    return ItemList(name, tuple(Item(id) for id in ids), tuple(bands), at(1))


def switch(id: str, default: bool = True) -> Option:
    return Option(id, "switch", (), default, 0, 0, (), "", at(20))


def one(id: str, values: str, default: str) -> Option:
    items = tuple(Item(value) for value in values.split())
    return Option(id, "one", items, next(item for item in items if item == default), 1, 1, (), "", at(21))


def some(
    id: str,
    values: str,
    at_least: int = 0,
    including: str = "",
    because: str = "",
    at_most: int | None = None,
    default: str | None = None,
) -> Option:
    items = tuple(Item(value) for value in values.split())
    chosen = items if default is None else tuple(item for item in items if item in default.split())
    most = len(items) if at_most is None else at_most
    return Option(id, "some", items, chosen, at_least, most, tuple(including.split()), because, at(22, 3))


def rule(name: str = "", line: int = 1, **given: Any) -> RuleEntry:
    """An entry of `rules:`; `when`, `check`, `where` and the values of `let` are texts, `each` words
    of one.
    """
    for column, field in ((11, "when"), (12, "check"), (13, "where")):
        if given.get(field):
            given[field] = source(given[field], line, column)
    if "each" in given:
        given["each"] = tuple(given["each"].split())
    if "let" in given:
        given["let"] = tuple((name, source(text, line, 14)) for name, text in given["let"].items())
    return RuleEntry(name=name, span=at(line), **given)


def symbol(id: str, line: int = 1) -> Symbol:
    return Symbol(id, id.capitalize(), f"{id}.svg", id[0].upper(), {}, at(line))


def term(id: str, *forms: str, line: int = 1) -> Term:
    return Term(id, (id, *forms), f"What {id} means.", at(line))


def game(*components: Component, bands: tuple[Band, ...] = (Band("base", 2, 4),), **given: Any) -> Game:
    """A game of 2 to 4 players; `options`, `lists`, `symbols` and `terms` are given as sequences."""
    minutes = given.pop("minutes", "")
    named = {key: {entry.name: entry for entry in given.pop(key, ())} for key in ("lists",)}
    by_id = {key: {e.id: e for e in given.pop(key, ())} for key in ("options", "symbols", "terms")}
    defaults: dict[str, Any] = {
        "id": "test",
        "title": "Test Game",
        "designer": "Ann",
        "licence": "CC0",
        "data": {},
        "rules": (),
        "fields": {"year": 2020},
    }
    made = Game(
        bands=bands,
        minutes=source(minutes, 5, 10) if minutes else None,
        components={c.id: c for c in components},
        span=at(1),
        **{**defaults, **named, **by_id, **given},
    )
    return msgspec.structs.replace(made, rules=tuple(_configured(entry, made) for entry in made.rules))


def _configured(entry: RuleEntry, made: Game) -> RuleEntry:
    """An entry with its settings as the rule reads them."""
    if entry.name not in rule_settings():
        return entry
    line, column = entry.span.line - 1, entry.span.column - 1
    findings = Findings()
    scope = Scope(
        SourceFile(FILE, ""), findings, Names(made.lists, components=made.components, data=made.data)
    )
    settings = rule_settings()[entry.name].read(as_node(entry.settings, line, column), scope)
    assert findings == []
    return msgspec.structs.replace(entry, settings=settings, written=entry.settings)


SIX = (Band("base", 2, 4), Band("expansion", 5, 6))
"""2 to 4 players, and 5 to 6 with an expansion."""
