"""Random faces that show numbers of their card, of another one or of the run, and whether they show what
`printed` asks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from oracle.spec import Card, Component, Env, Game, Rule, Shown
from oracle.table import cards

if TYPE_CHECKING:
    from oracle.maker import Maker

STYLE = """\
styles: {rules: {font: Source Sans 3, size: 10pt, min-size: 7.5pt, leading: 1.25, color: "#222222", valign: top}}
"""

_FRAME = '<rect x="7" y="{y}" width="49.5" height="8" fill="none" class="rules" n:text="{{{{ {text} }}}}"/>'


def add_faces(maker: Maker) -> None:
    """Gives every deck a front, and the game one rule about them instead of its other rules.

    Few different points, so that several cards look alike.
    """
    game = maker.game
    game.rules.clear()
    decks = [component for component in game.components if component.cards]
    for deck in decks:
        deck.front = tuple(_shown(maker) for _ in range(maker.random.randint(1, 2)))
        for card in deck.cards:
            card.values["points"] = maker.random.choice([6, 6, 7])
    asked = maker.random.choice([["points"], ["points"], ["text"], [6], ["points", "text"], ["points", 7]])
    deck = maker.random.choice(decks)
    rule = Rule("printed", f"printed: {{each: {deck.id}, numbers: {json.dumps(asked)}}}", {})
    rule.settings.update(each=deck.id, numbers=asked)
    if maker.random.random() < 0.3:
        rule.when = maker.condition()
    if maker.random.random() < 0.2:
        rule.severity = "warning"
    game.rules.append(rule)


def _shown(maker: Maker) -> Shown:
    """A text of a front, and the numbers that it has on a card at a table."""
    number, condition = maker.random.randint(5, 8), maker.condition()
    return maker.random.choice(
        [
            Shown("card.points", lambda env, card: [card.values["points"]]),
            Shown("card.text", lambda env, card: [card.values["text"].of(env)]),
            Shown(str(number), lambda env, card: [number]),
            Shown("players", lambda env, card: [env.players]),
            Shown(
                f"{number} if {condition.text} else card.points",
                lambda env, card: [number if condition.of(env) else card.values["points"]],
            ),
            Shown(
                f"card.points if {condition.text} else ''",
                lambda env, card: [card.values["points"]] if condition.of(env) else [],
            ),
            Shown(
                f"card.points + (1 if {condition.text} else 0)",
                lambda env, card: [card.values["points"] + (1 if condition.of(env) else 0)],
            ),
        ]
    )


def layout(component: Component) -> str:
    """The layout of a component's front."""
    width, height = ("63.5", "88.9") if component.cards else ("16", "16")
    frames = [_FRAME.format(y=10 + 20 * n, text=shown.text) for n, shown in enumerate(component.front)]
    return "".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" ',
            f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
            *frames,
            "</svg>",
        ]
    )


def printed(game: Game, rule: Rule, env: Env) -> Iterator[str]:
    """The cards printed for a table that lack a number."""
    deck = game.component(rule.settings["each"])
    for card in _printed_cards(game, deck, env):
        wanted = Counter(
            number for asked in rule.settings["numbers"] for number in _numbers(asked, card, env)
        )
        if wanted - Counter(number for shown in deck.front for number in shown.of(env, card)):
            yield card.id


def _numbers(asked: int | str, card: Card, env: Env) -> list[int]:
    if isinstance(asked, int):
        return [asked]
    return [card.values["text"].of(env) if asked == "text" else card.values[asked]]


def _printed_cards(game: Game, deck: Component, env: Env) -> list[Card]:
    """The cards in play, and for the largest table of a box all that are in it."""
    largest = max(
        [game.base, *(top for name, top in game.expansions.items() if name in env.expansions)],
    )
    there = cards(deck, env)
    if env.players == largest:
        smaller = [
            Env(players, env.options, expansions)
            for players in game.counts
            for expansions in game.seats(players, env.expansions)
            if players <= env.players
        ]
        there = [card for card in deck.cards if any(card in cards(deck, run) for run in [env, *smaller])]
    return there
