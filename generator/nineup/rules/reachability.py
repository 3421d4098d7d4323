"""`reachability`: every tile can be entered and left, and what is built from the tiles doesn't close itself.

Settings: the component (`in`), and the field or path with the edges that have a door (`doors`: `top`, `right`, `bottom`,
`left`). Each tile has `at-least` this many doors (default 2). With `rooms`, the probability that this many tiles, drawn at random
and placed with as many doors open as possible, have no open door left must be `below` this percentage, for each number from 2 on. The
probability is exact.

Bad:

    rules:
      - reachability: {in: room, doors: doors.edge, rooms: 6, below: 1}
    # a room with a single door: players who enter it can only go back

Good: rooms with two doors or more.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from nineup.diagnostics import Diagnostic
from nineup.game import Card, Component, RuleEntry
from nineup.rules.closing import closing
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.rules.settings import place, tally, values_at
from nineup.schema import COMPONENT, FIELD, Here, Key, Number, Record, Whole, field_of
from nineup.select import Scenario, used_by_cards

EDGES = ("top", "right", "bottom", "left")

MOST = 6
"""The most rooms for which every order is tried."""


def _has_edges(values: dict[str, Any], here: Here) -> None:
    cards = here.names.components[values["in"]].cards
    words = {word for card in cards for word in _edges(card, values["doors"])}
    for word in sorted(words.difference(EDGES)):
        here.error(
            f"`{word}` in `{values['doors']}` is not an edge", "doors", f"edges are {', '.join(EDGES)}"
        )


def _has_a_limit(values: dict[str, Any], here: Here) -> None:
    if values["below"] == 0:
        here.error("must be more than 0", "below")


SETTINGS = Record(
    {
        "in": Key(COMPONENT, "The component whose cards are the tiles.", required=True),
        "doors": Key(
            FIELD, "The field that names the edges with a door: top, right, bottom, left.", required=True
        ),
        "at-least": Key(
            Whole(0), "How many doors each tile has at least; default 2.", default=2, formerly="least"
        ),
        "rooms": Key(
            Whole(0, MOST), "How many tiles are drawn at random, to see whether they close.", default=0
        ),
        "below": Key(Number(0, 100), "The chance in percent that they may close; default 1.", default=1),
    },
    example="reachability: {in: room, doors: doors.edge, rooms: 6, below: 1}",
    checks=(field_of("in", "doors"), _has_edges, _has_a_limit),
)


class _Wanted(NamedTuple):
    component: Component
    doors: str
    least: int
    rooms: int
    below: float


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    given = entry.settings
    component = proof.game.components[given["in"]]
    wanted = _Wanted(component, given["doors"], given["at-least"], given["rooms"], float(given["below"]))
    uses = used_by_cards(proof.game, component)
    yield from proof.smallest(uses, partial(_compare, proof, entry, wanted), entry.when)


def _edges(card: Card, doors: str) -> list[str]:
    return [word for value in values_at(card.values, doors) for word in tally(value)]


def _compare(proof: Proof, entry: RuleEntry, wanted: _Wanted, scenario: Scenario) -> Iterator[Diagnostic]:
    tiles: Counter[frozenset[int]] = Counter()
    cards = scenario.cards(wanted.component)
    copies = scenario.copies(wanted.component) if cards else 0
    for card in cards:
        sides = frozenset(map(EDGES.index, _edges(card, wanted.doors)))
        tiles[sides] += card.copies * copies
        if len(sides) < wanted.least:
            message = f"card `{card.id}` has {len(sides)} of at least {wanted.least} doors"
            found = Diagnostic("reachability", entry.severity, message, place(card, wanted.doors))
            yield from proof.unless_accepted(card, [found])
    chances = closing(tiles, min(wanted.rooms, tiles.total()))
    if wanted.rooms > 1:
        proof.figure(f"{max([chance for rooms, chance in chances.items() if rooms > 1], default=0):.2%}")
    for rooms, chance in chances.items():
        if rooms > 1 and chance * 100 >= wanted.below:
            message = f"{chance:.2%} of all arrangements of {rooms} rooms have no open door left"
            hint = f"below {wanted.below:g}% is wanted: more doors, or fewer rooms with few of them"
            yield Diagnostic("reachability", entry.severity, message, entry.span, hint)
            return


RULE = Rule(
    "reachability",
    "tiles can be entered and left, and do not close themselves",
    "error",
    frozenset({"game", "settings"}),
    check,
    figure="close at most",
    accepts=("",),
    settings=SETTINGS,
)
