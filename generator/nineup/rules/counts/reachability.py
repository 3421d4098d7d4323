"""`reachability`: every tile can be entered and left, and what is built from the tiles doesn't close itself.

Settings: the component (`in`), and the field or path with the edges that have a door (`doors`: `top`,
`right`, `bottom`, `left`). Each tile has `at-least` this many doors (default 2). With `rooms`, the
probability that this many tiles, drawn at random and placed with as many doors open as possible, have no open
door left must be `below` this percentage, for each number from 2 on. The probability is exact; beyond about
nine tiles of all kinds there are too many layouts, and the rest is not proved.

Bad:

    rules:
      - reachability: {in: room, doors: doors.edge, rooms: 6, below: 1}
    # a room with a single door: players who enter it can only go back

Good: tiles with two doors or more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from nineup.base.diagnostics import Diagnostic
from nineup.logic.select import Scenario, used_by_amount, used_by_card
from nineup.model.game import Card, Component, RuleEntry
from nineup.rules.counts.closing import Tile, TileOrders, closing, closing_orders, upright
from nineup.rules.engine.proof import Proof
from nineup.rules.engine.questions import QuestionPart, by_uses
from nineup.rules.engine.rule import field_place, tally
from nineup.schema import (
    COMPONENT,
    FIELD,
    Key,
    Number,
    Record,
    RecordBeingRead,
    WholeNumber,
    field_of,
    values_at,
)

EDGES = ("top", "right", "bottom", "left")


def _has_edges(values: dict[str, Any], here: RecordBeingRead) -> None:
    cards = here.names.components[values["in"]].cards
    words = {word for card in cards for word in _edges(card, values["doors"])}
    for word in sorted(words.difference(EDGES)):
        message = f"`{word}` in `{values['doors']}` is not an edge"
        here.error(message, "doors", f"edges are {', '.join(EDGES)}")


def _has_a_limit(values: dict[str, Any], here: RecordBeingRead) -> None:
    if values["below"] == 0:
        here.error("must be more than 0", "below")


SETTINGS = Record(
    {
        "in": Key(COMPONENT, "The component whose cards are the tiles.", required=True),
        "doors": Key(
            FIELD, "The field that names the edges with a door: top, right, bottom, left.", required=True
        ),
        "at-least": Key(WholeNumber(0), "How many doors each tile has at least; default 2.", default=2),
        "rooms": Key(
            WholeNumber(0), "How many tiles are drawn at random, to see whether they close.", default=0
        ),
        "below": Key(Number(0, 100), "The chance in percent that they may close; default 1.", default=1),
    },
    example="reachability: {in: room, doors: doors.edge, rooms: 6, below: 1}",
    checks=(field_of("in", "doors"), _has_edges, _has_a_limit),
)


class _Wanted(NamedTuple):
    component: Component
    doors: str
    sides: Mapping[str, Tile]
    """The sides with a door of each tile, by its card's id."""
    least: int
    rooms: int
    below: float
    orders: TileOrders


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    given = entry.settings
    component, doors, rooms = proof.game.components[given["in"]], given["doors"], given["rooms"]
    sides = {card.id: frozenset(map(EDGES.index, _edges(card, doors))) for card in component.cards}
    # By kinds of tile, not by cards: the same orders serve every configuration, which differ in numbers only.
    orders = closing_orders(tuple(sorted({upright(each) for each in sides.values()}, key=sorted)), rooms)
    wanted = _Wanted(
        component,
        doors,
        sides,
        least=given["at-least"],
        rooms=rooms,
        below=float(given["below"]),
        orders=orders,
    )
    yield from proof.smallest_of(_parts(proof, entry, wanted), entry.when)


def _parts(proof: Proof, entry: RuleEntry, wanted: _Wanted) -> Iterator[QuestionPart]:
    """The questions about tiles with too few doors, and about the number of tiles of each kind."""
    component = wanted.component
    few = [card for card in component.cards if len(wanted.sides[card.id]) < wanted.least]
    for uses, cards in by_uses((used_by_card(proof.game, component, card), card) for card in few).items():
        yield QuestionPart(uses, examine=partial(_lack_doors, proof, entry, wanted, cards))
    if wanted.rooms > 1:
        kinds = [(card, upright(wanted.sides[card.id])) for card in component.cards]
        addends = [proof.supply(component, card, kind) for card, kind in kinds if kind in wanted.orders.kinds]
        direct = used_by_amount(proof.game, component.copies)
        yield QuestionPart(direct, addends, examine=partial(_closed, proof, entry, wanted))


def _edges(card: Card, doors: str) -> list[str]:
    return [word for value in values_at(card.values, doors) for word in tally(value)]


def _lack_doors(
    proof: Proof, entry: RuleEntry, wanted: _Wanted, cards: Iterable[Card], scenario: Scenario
) -> Iterator[Diagnostic]:
    for card in cards:
        if scenario.has(wanted.component, card):
            number = len(wanted.sides[card.id])
            message = f"card `{card.id}` has {number} of at least {wanted.least} doors"
            finding = Diagnostic(
                "reachability", entry.severity, message, span=field_place(card, wanted.doors)
            )
            yield from proof.unless_accepted(card, [finding])


def _closed(proof: Proof, entry: RuleEntry, wanted: _Wanted, scenario: Scenario) -> Iterator[Diagnostic]:
    tiles: Counter[Tile] = Counter()
    cards = scenario.cards(wanted.component)
    copies = scenario.copies(wanted.component) if cards else 0
    for card in cards:
        tiles[wanted.sides[card.id]] += scenario.own_copies(card) * copies
    chances = closing(tiles, wanted.orders)
    proof.figure(max(chances[1:], default=0.0))
    for rooms, chance in enumerate(chances[1:], 2):
        if chance * 100 >= wanted.below:
            message = f"{chance:.2%} of all arrangements of {rooms} tiles have no open door left"
            hint = f"below {wanted.below:g}% is required: more doors, or fewer tiles with few of them"
            yield Diagnostic("reachability", entry.severity, message, span=entry.span, hint=hint)
            return
    if (reached := len(wanted.orders.closed)) < min(wanted.rooms, tiles.total()):
        message = f"the arrangements of more than {reached} tiles are too many to try"
        yield proof.give_up(entry.span, message)
