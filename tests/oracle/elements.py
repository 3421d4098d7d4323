"""Random statements about each card of a deck, about its texts, and about any two of its cards; and which are
false.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oracle.spec import Card, Component, Env, Game, Rule
from oracle.table import cards, copies, laid_out, stated

if TYPE_CHECKING:
    from oracle.maker import Maker


@dataclass(frozen=True)
class Place:
    """An element that a statement is about: a card, or one thing of its `pair`."""

    game: Game
    env: Env
    deck: Component
    card: Card
    index: int
    item: str = ""

    @property
    def copies(self) -> int:
        return stated(self.card, self.env) * copies(self.deck, self.env)


@dataclass(frozen=True)
class Said:
    """A part of a statement, as text and as a function of the element."""

    text: str
    of: Callable[[Place], Any]


def each_rule(maker: Maker, number: int) -> Rule:
    """`each: deck` or `each: deck.pair`, with `where`, `let` and a check that compares numbers."""
    r, decks = maker.random, [component for component in maker.game.components if component.cards]
    deck, path = r.choice(decks), r.choice(["", "", "pair"])
    left, right = _number(maker, decks, path), _number(maker, decks, path)
    sign = r.choice([">=", "<=", "!=", "<"])
    lets: list[tuple[str, Said]] = []
    if r.random() < 0.5:
        lets.append(("one", left))
        if r.random() < 0.5:
            lets.append(("both", Said("one + index", lambda place: left.of(place) + place.index)))
            left_text, of = "both", lets[1][1].of
        else:
            left_text, of = "one", left.of
    else:
        left_text, of = left.text, left.of
    check = Said(f"{left_text} {sign} {right.text}", lambda place: _COMPARE[sign](of(place), right.of(place)))
    where = _where(maker, path) if r.random() < 0.4 else None
    lines = [f"says: statement {number}", f"each: {deck.id}{'.' + path if path else ''}"]
    lines += [f"where: {json.dumps(where.text)}"] if where else []
    if lets:
        lines.append(f"let: {{{', '.join(f'{name}: {json.dumps(said.text)}' for name, said in lets)}}}")
    lines.append(f"check: {json.dumps(check.text)}")
    return Rule("each", "\n    ".join(lines), {"deck": deck, "path": path, "where": where, "check": check})


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
}


def _number(maker: Maker, decks: list[Component], path: str) -> Said:
    r = maker.random
    other, constant, amount = r.choice(decks), r.randint(0, 6), maker.amount()
    copied = r.choice(
        ["card.copies", "card['copies']", "total([card])", "(card|items|length + card.copies - 9)"]
    )
    made = [
        Said(copied, lambda place: place.copies),
        Said("index", lambda place: place.index),
        Said("card.points", lambda place: place.card.values["points"]),
        Said(f"card.points + {constant}", lambda place: place.card.values["points"] + constant),
        Said("numbers_in(card.text)|sum", lambda place: place.card.values["text"].of(place.env)),
        Said(amount.text, lambda place: amount.of(place.env)),
        Said(f"count('{other.id}')", lambda place: laid_out(other, place.env)),
        Said(f"total(cards('{other.id}'))", lambda place: _total(other, place.env, lambda card: 1)),
        Said(
            f"total(cards('{other.id}'), 'points')",
            lambda place: _total(other, place.env, lambda card: card.values["points"]),
        ),
    ]
    return r.choice(made)


def _total(deck: Component, env: Env, worth: Callable[[Card], int]) -> int:
    there = cards(deck, env)
    return sum(stated(card, env) * worth(card) for card in there) * (copies(deck, env) if there else 0)


def _where(maker: Maker, path: str) -> Said:
    r = maker.random
    item, number, condition = r.choice(maker.game.items), r.randint(1, 3), maker.condition()
    made = [
        Said(f"card.item == '{item}'", lambda place: place.card.values["item"] == item),
        Said(f"card.copies > {number}", lambda place: place.copies > number),
        Said(f"index > {number}", lambda place: place.index > number),
        Said(f"card.points < {number}", lambda place: place.card.values["points"] < number),
        Said(condition.text, lambda place: condition.of(place.env)),
    ]
    if path:
        made.append(Said(f"item != '{item}'", lambda place: place.item != item))
    return r.choice(made)


def _places(game: Game, rule: Rule, env: Env) -> Iterator[Place]:
    deck = rule.settings["deck"]
    for index, card in enumerate(cards(deck, env), 1):
        if rule.settings["path"]:
            for within, item in enumerate(card.values["pair"], 1):
                yield Place(game, env, deck, card, within, item)
        else:
            yield Place(game, env, deck, card, index)


def each(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    where, check = rule.settings["where"], rule.settings["check"]
    for place in _places(game, rule, env):
        if (where is None or where.of(place)) and not check.of(place):
            yield f"{place.card.id} {place.index}" if rule.settings["path"] else place.card.id


def never_selected(game: Game, rule: Rule) -> bool:
    """Whether a rule is checked, but its `where` selects nothing in any table."""
    where = rule.settings["where"]
    tables = [env for env in game.tables() if rule.when is None or rule.when.of(env)]
    return bool(
        where and tables and not any(where.of(place) for env in tables for place in _places(game, rule, env))
    )


def agrees_rule(maker: Maker, number: int) -> Rule:
    """What cards name is in play; or the number in a text that is computed is the card's own."""
    deck = maker.random.choice([component for component in maker.game.components if component.cards])
    if maker.random.random() < 0.5:
        return Rule("agrees", f"agrees: {{each: {deck.id}}}", {"deck": deck, "with": False})
    return Rule(
        "agrees", f"agrees: {{each: {deck.id}, text: text, with: points}}", {"deck": deck, "with": True}
    )


def agrees(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    deck = rule.settings["deck"]
    for card in cards(deck, env):
        if rule.settings["with"]:
            wrong = card.values["points"] != card.values["text"].of(env)
        else:
            wrong = card.values["color"] not in env.options.get("colors", card.values["color"])
        if wrong:
            yield card.id


def distinct_rule(maker: Maker, number: int) -> Rule:
    deck = maker.random.choice([component for component in maker.game.components if component.cards])
    by = maker.random.choice([("item",), ("text",), ("item", "points")])
    return Rule("distinct", f"distinct: {{each: {deck.id}, by: [{', '.join(by)}]}}", {"deck": deck, "by": by})


def distinct(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    seen: list[list[Any]] = []
    for card in cards(rule.settings["deck"], env):
        values = [card.values[field] for field in rule.settings["by"]]
        shown = [
            value.of(env) if field == "text" else value
            for field, value in zip(rule.settings["by"], values, strict=True)
        ]
        if shown in seen:
            yield card.id
        seen.append(shown)


def over_rule(maker: Maker, number: int) -> Rule:
    """`balance` over an expression, which counts each card once."""
    deck = maker.random.choice([component for component in maker.game.components if component.cards])
    within = maker.random.randint(0, 2)
    yaml = f"balance: {{over: \"cards('{deck.id}')|map(attribute='item')|list\", by: item, within: {within}}}"
    return Rule("over", yaml, {"deck": deck, "within": within})


def over(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    counts = Counter(dict.fromkeys(game.items, 0))
    counts.update(card.values["item"] for card in cards(rule.settings["deck"], env))
    if max(counts.values()) - min(counts.values()) > rule.settings["within"]:
        yield ""
