"""A whole game of Tabletop Simulator to sit down at: a hand for each player, and the set-up dealt."""

from collections.abc import Iterator, Sequence

import msgspec
from nineup.base.geometry import Size
from nineup.model import Run

from nineup_export.piles import shares
from nineup_export.tables.tts_objects import ObjectState
from nineup_export.tables.tts_table import HEIGHT, TableThing, laid_out

COLORS = ("White", "Red", "Yellow", "Green", "Blue", "Purple", "Orange", "Teal", "Pink", "Brown")
"""The program's colors of players, in the order in which seats are taken."""

HAND = Size(12.0, 4.0)
"""The size of a hand on the table."""

HIGH = 5.0
APART = 1.5
"""The height of a hand; the space between hands, and between dealt things."""

Place = tuple[float, float, float]
"""x, z, and the turn in degrees: 0 for a player at the near side."""


def room(things: Sequence[TableThing], run: Run, players: int, owners: Sequence[str]) -> list[ObjectState]:
    """Everything in its place, with what the game's `deal` gives to players in their hands, the rest of it in
    front of them, and what it turns up on the table before the decks.
    """
    dealer = _Dealer(things, run)
    far = edge(list(laid_out(things)))
    places = list(seats(players, far))
    dealt = list(dealer.given("table", "", (0.0, -far - HAND.height / 2, 0.0)))
    for seat, place in enumerate(places):
        owner = owners[seat] if seat < len(owners) else ""
        dealt += dealer.given("player", owner, place)
    hands = [_hand(color, place) for color, place in zip(COLORS, places, strict=False)]
    return [*laid_out(list(dealer.things())), *dealt, *hands]


def edge(states: Sequence[ObjectState]) -> float:
    """How far from the middle things lie, with half of a large one."""
    return max((abs(state["Transform"]["posZ"]) for state in states), default=0.0) + 4.0


def seats(players: int, far: float) -> Iterator[Place]:
    """Hands by turns at the near and at the far side, behind all things, which are within `far` of the
    middle.
    """
    for seat in range(min(players, len(COLORS))):
        is_far, column = seat % 2, seat // 2
        columns = (players + 1 - is_far) // 2
        x = (column - (columns - 1) / 2) * (HAND.width + APART)
        z = far + 2 * HAND.height
        yield (-x, z, 180.0) if is_far else (x, -z, 0.0)


def _hand(color: str, place: Place) -> ObjectState:
    """The zone whose cards only the player of this color sees."""
    x, z, turn = place
    transform = {"posX": x, "posY": HIGH / 2, "posZ": z, "rotX": 0.0, "rotY": turn, "rotZ": 0.0}
    transform |= {"scaleX": HAND.width, "scaleY": HIGH, "scaleZ": HAND.height}
    return {"GUID": "", "Name": "HandTrigger", "Transform": transform, "FogColor": color, "Locked": True}


def _in_a_row(things: Sequence[ObjectState], place: Place) -> Iterator[ObjectState]:
    """Things next to each other at a place, as far apart as a hand has room, with their fronts up."""
    x, z, turn = place
    step = min(APART, (HAND.width - APART) / max(1, len(things) - 1))
    for number, thing in enumerate(things):
        along = (number - (len(things) - 1) / 2) * step
        at = {"posX": round(x + along, 4), "posY": HEIGHT + 1, "posZ": round(z, 4)}
        turned = {"rotY": (180.0 + turn) % 360, "rotZ": 0.0}
        yield {**thing, "Transform": {**thing["Transform"], **at, **turned}}


class _Dealer:
    """Takes things out of decks and bags, from the top."""

    def __init__(self, things: Sequence[TableThing], run: Run) -> None:
        self._things = list(things)
        self._inside = {
            at: list(thing.state["ContainedObjects"])
            for at, thing in enumerate(things)
            if "ContainedObjects" in thing.state
        }
        self._run = run

    def given(self, to: str, owner: str, place: Place) -> Iterator[ObjectState]:
        """What the `table` or a `player` is dealt, at a place: cards in it, other things before it."""
        x, z, turn = place
        given = shares(self._run, to).items()
        dealt = [thing for name, number in given for thing in self._taken(name, owner, number)]
        cards = [thing for thing in dealt if "CardID" in thing]
        before = z + (HAND.height if turn == 0 else -HAND.height)
        yield from _in_a_row([{**card, "Name": "CardCustom"} for card in cards], (x, z, turn))
        yield from _in_a_row([thing for thing in dealt if "CardID" not in thing], (x, before, turn))

    def things(self) -> Iterator[TableThing]:
        """All things, with what is left in decks and bags."""
        for at, thing in enumerate(self._things):
            inside = self._inside.get(at)
            if inside is None:
                yield thing
            elif len(inside) == 1 and "DeckIDs" in thing.state:
                alone = {**inside[0], "Name": "CardCustom"}
                yield msgspec.structs.replace(thing, state=alone)
            elif inside:
                left = {**thing.state, "ContainedObjects": inside}
                if "DeckIDs" in left:
                    left["DeckIDs"] = [each["CardID"] for each in inside]
                yield msgspec.structs.replace(thing, state=left)

    def _taken(self, name: str, owner: str, number: int) -> Iterator[ObjectState]:
        for at, inside in self._inside.items():
            if self._things[at].owner not in ("", owner):
                continue
            for each in [each for each in inside if name in each["Tags"]][:number]:
                inside.remove(each)
                number -= 1
                yield each
