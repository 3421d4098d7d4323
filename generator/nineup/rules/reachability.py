"""`reachability`: every tile can be entered and left, and what is built of them does not close itself.

Configured: `in` which component, and where its cards say on which edges they have doors (`doors`, a path to
words such as `top`, `right`, `bottom`, `left`). At least so many `least` doors each (2 when left out). With
`rooms`, the probability that so many tiles, drawn at random and laid with most doors open, have no open door
left must be `below` so many percent, for each number from 2 on; it is worked out exactly.

Bad:

    rules:
      - reachability: {in: room, doors: doors.edge, rooms: 6, below: 1}
    # a room with a single door: who enters it by building it can only go back

Good: rooms with two doors or more.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from nineup.diagnostics import Diagnostic
from nineup.game import Card, Component, RuleEntry
from nineup.rules.mine import closing
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.rules.settings import Settings, place, tally, values_at
from nineup.select import Scenario, used_by_cards

EXAMPLE = "reachability: {in: room, doors: doors.edge, rooms: 6, below: 1}"

EDGES = ("top", "right", "bottom", "left")

MOST = 6
"""Rooms whose every order is gone through."""


class _Wanted(NamedTuple):
    component: Component
    doors: str
    least: int
    rooms: int
    below: float


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    settings = Settings(proof.game, entry, EXAMPLE, ("in", "doors"), ("least", "rooms", "below"))
    wanted = _read(settings)
    yield from settings.mistakes
    if wanted is not None and not settings.mistakes:
        uses = used_by_cards(proof.game, wanted.component)
        yield from proof.smallest(uses, partial(_compare, proof, entry, wanted), entry.when)


def _read(settings: Settings) -> _Wanted | None:
    component = settings.component("in")
    doors = settings.field("doors", component)
    least, rooms = settings.number("least", 2), settings.number("rooms", 0)
    below = settings.get("below", 1)
    if rooms > MOST:
        settings.wrong(f"`rooms: {rooms}` is too many to go through", f"at most {MOST}")
    if isinstance(below, bool) or not isinstance(below, (int, float)) or not 0 < below <= 100:
        settings.wrong(f"`below: {below}` is no percentage", "a number, such as 1")
        below = 1
    if component is None or not doors:
        return None
    words = {word for card in component.cards for word in _edges(card, doors)}
    for word in sorted(words.difference(EDGES)):
        settings.wrong(f"`{word}` in `{doors}` is no edge", f"edges are {', '.join(EDGES)}")
    return _Wanted(component, doors, least, rooms, float(below))


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
            yield from proof.unless_meant(card, "reachability", [found])
    chances = closing(tiles, min(wanted.rooms, tiles.total()))
    if wanted.rooms > 1:
        proof.figure(f"{max([chance for rooms, chance in chances.items() if rooms > 1], default=0):.2%}")
    for rooms, chance in chances.items():
        if rooms > 1 and chance * 100 >= wanted.below:
            message = f"{chance:.2%} of all mines of {rooms} rooms have no open door left"
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
)
