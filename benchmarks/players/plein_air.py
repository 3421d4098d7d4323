"""Simple painters: they lay the tile that completes the view of a painting, or comes nearest to it, and walk
there.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from nineup.model.game import Card, Game

from .table import Lead, Played, deal

Place = tuple[int, int]
"""Axial coordinates of a hexagon: across, and down to the right."""
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
WALK = 2
"""How many tiles an easel walks in a turn."""
WALKS = {"clear": 3, "rain": 1}
"""How many in this weather."""


def around(place: Place) -> Iterator[Place]:
    """The six places around a hexagon."""
    return ((place[0] + across, place[1] + down) for across, down in AROUND)


@dataclass
class Landscape:
    """Everything on the table, and by seat what is a player's."""

    stack: list[str]
    """The grounds of the tiles that are still face down."""
    paintings: list[Card]
    hands: list[list[str]]
    easels: list[Place]
    row: list[Card] = field(default_factory=list)
    ground: dict[Place, str] = field(default_factory=lambda: {(0, 0): "village"})
    dabs: set[Place] = field(default_factory=set)
    taken: list[list[Card]] = field(default_factory=list)
    weather: str = ""
    """The sign of the die in this round, if it is played with."""

    def spots(self) -> list[Place]:
        """Where a tile may be laid: touching two tiles or more if that is possible anywhere."""
        touching = Counter(
            place for tile in self.ground for place in around(tile) if place not in self.ground
        )
        most = min(2, max(touching.values()))
        return [place for place, tiles in touching.items() if tiles >= most]

    def reach(self, start: Place) -> set[Place]:
        """Where an easel can stand after its walk, with the tile where it stood."""
        reached = {start}
        closed = ("",) if self.weather == "frost" else ("", "water")
        for _ in range(WALKS.get(self.weather, WALK)):
            reached |= {
                place
                for tile in reached
                for place in around(tile)
                if self.ground.get(place, "") not in closed
            }
        return reached

    def free(self, places: set[Place]) -> set[Place]:
        """From which of these one may paint."""
        return places if self.weather == "rainbow" else places - self.dabs

    def seen(self) -> list[Card]:
        """The paintings of the row that one may paint."""
        return [card for card in self.row if not (self.weather == "fog" and "hill" in wants(card))]

    def missing(self, place: Place, painting: Card) -> int:
        """How many tiles of a painting the view from a place lacks."""
        view = Counter(self.ground[each] for each in around(place) if each in self.ground)
        return (Counter(wants(painting)) - view).total()

    def fill(self, of: int) -> None:
        while len(self.row) < of and self.paintings:
            self.row.append(self.paintings.pop())


def wants(painting: Card) -> dict[str, int]:
    """What a painting asks for, by ground."""
    return {str(ground): int(number) for ground, number in painting.values["wants"].items()}


def play(game: Game, players: int, chance: Random, most: int = 400, weather: bool = False) -> Played:
    """Until somebody has as many paintings as dabs, or no tile is left, and to the end of that round.

    With `weather`, the die is rolled before each round.
    """
    signs = [str(day["sign"]) for day in game.data["weather"]]
    dealt = deal(game)
    dabs, row = dealt["player"]["dab"], dealt["table"]["painting"]
    table = _set_up(game, players, chance, dealt["player"]["tile"])
    table.fill(row)
    turns = idle = 0
    ended = ""
    used: Counter[str] = Counter()
    lead = Lead()
    while turns < most and not (ended and turns % players == 0):
        seat = turns % players
        if weather and not seat:
            table.weather = chance.choice(signs)
        turns += 1
        painted = _turn(table, seat)
        if painted is not None:
            used[painted.id] += 1
        else:
            idle += 1
            if table.row:
                table.paintings.insert(0, table.row.pop(chance.randrange(len(table.row))))
        table.fill(row)
        lead.after([_worth(taken) for taken in table.taken])
        if len(table.taken[seat]) >= dabs:
            ended = "four paintings"
        elif not ended and not any(table.hands):
            ended = "no tile is left"
    score = [_worth(taken) for taken in table.taken]
    best = sorted(score, reverse=True)
    facts = {
        "best": best[0],
        "lead": best[0] - best[1],
        "paintings": sum(map(len, table.taken)) / players,
        "turns without": idle,
        "lead changes": lead.changes,
    }
    winners = tuple(seat for seat in range(players) if score[seat] == best[0])
    return Played(ended or "goes on", turns, winners, used, facts)


def _worth(taken: list[Card]) -> int:
    """The points of some paintings, and one for each different light."""
    return sum(int(card.values["points"]) for card in taken) + len(
        {str(card.values["light"]) for card in taken}
    )


def _set_up(game: Game, players: int, chance: Random, tiles: int) -> Landscape:
    stack = [str(card.values["ground"]) for card in game.components["tile"].cards for _ in range(card.copies)]
    more = players > game.bands[0].high
    paintings = [card for card in game.components["painting"].cards if more or card.when is None]
    chance.shuffle(stack)
    chance.shuffle(paintings)
    hands = [[stack.pop() for _ in range(tiles)] for _ in range(players)]
    return Landscape(stack, paintings, hands, [(0, 0)] * players, taken=[[] for _ in range(players)])


Move = tuple[float, str | None, Place, Place, Card | None]
"""How good a turn is, the tile and where it is laid, where the easel ends up, and the painting, if there is
one.
"""


def _best(table: Landscape, seat: int) -> Move:
    """The turn that paints the most valuable painting at once, or comes nearest to one."""
    best: Move = (-99.0, None, (0, 0), table.easels[seat], None)
    for tile, spot in [(tile, spot) for tile in sorted(set(table.hands[seat])) for spot in table.spots()] or [
        (None, (0, 0))
    ]:
        if tile is not None:
            table.ground[spot] = tile
        for place in table.free(table.reach(table.easels[seat])):
            for painting in table.seen():
                lacks = table.missing(place, painting)
                points = painting.values["points"]
                value = 10.0 + points if not lacks else points / 10 - lacks
                if value > best[0]:
                    best = (value, tile, spot, place, painting if not lacks else None)
        if tile is not None:
            del table.ground[spot]
    return best


def _turn(table: Landscape, seat: int) -> Card | None:
    """Lay, walk and paint as well as can be seen at once; the painting, if there is one."""
    hand = table.hands[seat]
    best = _best(table, seat)
    if table.weather == "wind" and best[-1] is None and hand and table.stack:
        hand[0], table.stack[-1] = table.stack[-1], hand[0]
        best = _best(table, seat)
    _, tile, spot, place, painting = best
    if tile is None and hand:
        tile, spot = hand[0], table.spots()[0]
    if tile is not None:
        hand.remove(tile)
        table.ground[spot] = tile
        if table.stack:
            hand.append(table.stack.pop())
    table.easels[seat] = place
    if painting is not None:
        table.row.remove(painting)
        table.dabs.add(place)
        table.taken[seat].append(painting)
    return painting
