"""Simple miners: they build the door that pays most for their cards, or else go where a room gives the most
cards.

A room's ability is read from its text, so that a new room needs a line in `ABILITIES` only if it says
something new.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from nineup.model.game import Card, Game

from .table import Lead, Played, copies, deal

EDGES = ("top", "right", "bottom", "left")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
WILD = "wild"
Cell = tuple[int, int]
Gems = tuple[str, ...]
"""The gems of a card: two different ones, or the wild one."""


@dataclass(frozen=True)
class Room:
    """A room as it was laid: its card, and its doors by the edge that they are at now."""

    card: Card
    doors: Mapping[int, Mapping[str, Any]]


@dataclass
class Mine:
    """A game on the table; `burned` cards are out of it."""

    rooms: dict[Cell, Room]
    tiles: list[Card]
    deck: list[Gems]
    hands: list[list[Gems]]
    at: list[Cell]
    points: list[int]
    gems: tuple[str, ...]
    chance: Random
    discard: list[Gems] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    lead: Lead = field(default_factory=Lead)

    def turn_up(self) -> Gems | None:
        """The top card of the gem deck; the discards are shuffled when it is empty."""
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self.chance.shuffle(self.deck)
        return self.deck.pop() if self.deck else None

    def beyond(self, cell: Cell, edge: int) -> Cell:
        return cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1]


def play(
    game: Game, players: int, chance: Random, target: int = 0, points: int = 20, rounds: int = 60
) -> Played:
    """One game: a Rush to so many points, or with a target the Crisis that is won or lost together."""
    mine = _set_up(game, players, chance)
    for round in range(rounds):
        for player in range(players):
            _turn(mine, player)
            mine.lead.after(mine.points)
            turns = round * players + player + 1
            if target and sum(mine.points) >= target:
                return _ended(mine, "target reached", turns)
            if target and not _burn(mine):
                return _ended(mine, "burned out", turns)
        if not target and max(mine.points) >= points:
            best = max(mine.points)
            return _ended(
                mine, "points", turns, tuple(at for at in range(players) if mine.points[at] == best)
            )
        if not mine.tiles:
            return _ended(mine, "no room tile left", turns)
        if not any(True for _ in _open_doors(mine)):
            return _ended(mine, "closed mine", turns)
    return _ended(mine, "goes on", turns)


def _ended(mine: Mine, end: str, turns: int, winners: tuple[int, ...] = ()) -> Played:
    ranks = sorted(mine.points, reverse=True)
    mine.facts["best"] = ranks[0]
    mine.facts["all"] = sum(ranks)
    mine.facts["lead"] = ranks[0] - ranks[1] if len(ranks) > 1 else 0
    mine.facts["rooms"] = len(mine.rooms)
    mine.facts["lead changes"] = mine.lead.changes
    return Played(end, turns, winners, mine.used, mine.facts)


def _set_up(game: Game, players: int, chance: Random) -> Mine:
    dealt = deal(game)["player"]
    tiles = copies(game, "room")
    deck = [tuple(str(gem) for gem in card.values["gems"]) for card in copies(game, "gem")]
    chance.shuffle(tiles)
    chance.shuffle(deck)
    hands = [[deck.pop() for _ in range(dealt["gem"])] for _ in range(players)]
    first = tiles.pop()
    gems = tuple(str(gem) for gem in game.lists["gem"].items)
    worth = dealt["point-1"] * game.components["point-1"].cards[0].values["worth"]
    start = {(0, 0): Room(first, _doors(first, 0))}
    return Mine(start, tiles, deck, hands, [(0, 0)] * players, [worth] * players, gems, chance)


def _doors(card: Card, turn: int) -> dict[int, Mapping[str, Any]]:
    return {(EDGES.index(str(door["edge"])) + turn) % 4: door for door in card.values["doors"]}


def _open_doors(mine: Mine) -> Iterator[tuple[Cell, int]]:
    for cell, room in mine.rooms.items():
        for edge in room.doors:
            if mine.beyond(cell, edge) not in mine.rooms:
                yield cell, edge


def covers(cards: tuple[Gems, ...], cost: Mapping[str, int]) -> bool:
    """Whether cards pay a cost: each for one or both of its gems, a wild one for any one gem, and only it for
    itself.
    """
    spare = sum(card == (WILD,) for card in cards) - cost.get(WILD, 0)
    shown = Counter(gem for card in cards for gem in card)
    return spare >= 0 and sum(max(0, n - shown[gem]) for gem, n in cost.items() if gem != WILD) <= spare


def payment(hand: list[Gems], cost: Mapping[str, int]) -> tuple[Gems, ...] | None:
    """The fewest cards that pay a cost, with as few wild ones as can be."""
    of_use = [card for card in hand if card == (WILD,) or any(gem in cost for gem in card)]
    for n in range(1, len(of_use) + 1):
        ways = [cards for cards in combinations(of_use, n) if covers(cards, cost)]
        if ways:
            return min(ways, key=lambda cards: cards.count((WILD,)))
    return None


def missing(hand: Collection[Gems], cost: Mapping[str, int]) -> Counter[str]:
    """The gems of a cost that a hand lacks; its spare wild cards stand for the first of them."""
    shown = Counter(gem for card in hand for gem in card)
    spare = shown[WILD] - cost.get(WILD, 0)
    lacks = Counter({gem: n - shown[gem] for gem, n in cost.items() if gem != WILD and n > shown[gem]})
    for gem in list(lacks):
        used = min(max(spare, 0), lacks[gem])
        lacks[gem], spare = lacks[gem] - used, spare - used
    if spare < 0:
        lacks[WILD] = -spare
    return +lacks


def _turn(mine: Mine, player: int, most: int = 4, steps: int = 3) -> None:
    hand = mine.hands[player]
    _, cost = _aim(mine, player)
    if len(hand) > most:
        kept = min(
            combinations(hand, most), key=lambda cards: missing(cards, cost).total() - 0.1 * len(set(cards))
        )
        mine.discard += (Counter(hand) - Counter(kept)).elements()
        hand[:] = kept
    while steps and (plan := _plan(mine, player, steps)):
        cell, edge, took, paid = plan
        mine.at[player], steps = cell, steps - took - 1
        _build(mine, player, edge, paid)
        if not mine.tiles or not any(True for _ in _open_doors(mine)):
            return
    aim, cost = _aim(mine, player)
    lacks = missing(hand, cost)
    away = dict(_reach(mine, aim, 12, back=True))
    reach = sorted(cell for cell, _ in _reach(mine, mine.at[player], steps))
    mine.at[player] = max(
        reach, key=lambda cell: _gain(mine, player, cell, lacks) - 0.25 * away.get(cell, 13)
    )
    _act(mine, player, lacks)


def _aim(mine: Mine, player: int) -> tuple[Cell, Mapping[str, int]]:
    """The open door that a player goes for: worth much, short of few gems, not far away.

    Its room, and its cost.
    """
    away = dict(_reach(mine, mine.at[player], 12))
    doors = [(cell, mine.rooms[cell].doors[edge]) for cell, edge in _open_doors(mine)]
    hand = mine.hands[player]

    def drawn(way: tuple[Cell, Mapping[str, Any]]) -> float:
        cell, door = way
        return float(door["points"] / (2 + missing(hand, door["cost"]).total() + 0.5 * away.get(cell, 40)))

    cell, door = max(doors, key=drawn)
    return cell, door["cost"]


def _reach(mine: Mine, start: Cell, steps: int, back: bool = False) -> list[tuple[Cell, int]]:
    """The rooms within so many steps of one, with the steps that it takes; `back`: the rooms from which one
    gets there.
    """
    seen = {start: 0}
    front = [start]
    for step in range(1, steps + 1):
        if back:
            near = [
                cell
                for cell in mine.rooms
                if cell not in seen and any(to in front for to in _next(mine, cell))
            ]
        else:
            near = [cell for here in front for cell in _next(mine, here) if cell not in seen]
        front = list(dict.fromkeys(near))
        seen |= dict.fromkeys(front, step)
        if not front:
            break
    return list(seen.items())


def _next(mine: Mine, cell: Cell) -> list[Cell]:
    room = mine.rooms[cell]
    if str(room.card.values["text"]) == "Move to any constructed room.":
        return list(mine.rooms)
    return [there for edge in room.doors if (there := mine.beyond(cell, edge)) in mine.rooms]


def _plan(mine: Mine, player: int, steps: int) -> tuple[Cell, int, int, tuple[Gems, ...]] | None:
    """The door to build that is worth most, by points and then by cards kept: its room, its edge, the steps
    to it, the cards.
    """
    found = []
    for cell, took in _reach(mine, mine.at[player], steps - 1):
        for edge, door in mine.rooms[cell].doors.items():
            if mine.beyond(cell, edge) not in mine.rooms and (
                paid := payment(mine.hands[player], door["cost"])
            ):
                found.append((door["points"] - 0.4 * len(paid), -took, (cell, edge, took, paid)))
    return max(found, key=lambda way: way[:2])[2] if found and mine.tiles else None


def _build(mine: Mine, player: int, edge: int, paid: tuple[Gems, ...]) -> None:
    cell = mine.at[player]
    for card in paid:
        mine.hands[player].remove(card)
    mine.discard += paid
    mine.points[player] += mine.rooms[cell].doors[edge]["points"]
    there, back = mine.beyond(cell, edge), (edge + 2) % 4
    tile = mine.tiles.pop()
    ways = [Room(tile, doors) for turn in range(4) if back in (doors := _doors(tile, turn))]

    def opens(room: Room) -> int:
        return sum(mine.beyond(there, edge) not in mine.rooms for edge in room.doors)

    mine.rooms[there] = max(ways, key=opens)
    mine.at[player] = there


# What a player gets from abilities. Each takes the mine, the player and what the text names, and uses the
# ability; `worth` is how many cards more than before that is, roughly, so that players can compare.


def _dig(mine: Mine, player: int, wanted: Callable[[Gems], bool], n: int) -> None:
    seen: list[Gems] = []
    while n and len(seen) < 60 and (card := mine.turn_up()):
        if wanted(card):
            mine.hands[player].append(card)
            n -= 1
        else:
            seen.append(card)
    mine.discard += seen


def _give(mine: Mine, player: int, gem: str) -> bool:
    """Discard a card that shows a gem, or a wild one."""
    for card in mine.hands[player]:
        if gem in card or card == (WILD,):
            mine.hands[player].remove(card)
            mine.discard.append(card)
            return True
    return False


def _draw(mine: Mine, player: int, n: int) -> None:
    mine.hands[player] += [card for _ in range(n) if (card := mine.turn_up())]


def _wanted(mine: Mine, player: int) -> str:
    """The gem that a player lacks most for the door in view."""
    lacks = missing(mine.hands[player], _aim(mine, player)[1])
    del lacks[WILD]
    return max(lacks, key=lambda gem: lacks[gem]) if lacks else mine.chance.choice(mine.gems)


def _vein(mine: Mine, player: int, n: str, gem: str) -> None:
    _dig(mine, player, lambda card: gem in card, int(n))


def _shaft(mine: Mine, player: int, gem: str, n: str) -> None:
    if _give(mine, player, gem):
        _draw(mine, player, int(n))


def _well(mine: Mine, player: int, n: str, gem: str) -> None:
    shown = [card for _ in range(int(n)) if (card := mine.turn_up())]
    kept = [card for card in shown if gem in card]
    rest = [card for card in shown if gem not in card]
    mine.hands[player] += kept + rest[:1]
    mine.discard += rest[1:]


def _crucible(mine: Mine, player: int, gem: str, n: str) -> None:
    wanted = _wanted(mine, player)
    if _give(mine, player, gem):
        _dig(mine, player, lambda card: wanted in card, int(n))


def _geyser(mine: Mine, player: int, _named: str, n: str) -> None:
    wanted = _wanted(mine, player)
    other = mine.gems[(mine.gems.index(wanted) + 1) % len(mine.gems)]
    _dig(mine, player, lambda card: wanted in card or other in card, int(n))


def _prism(mine: Mine, player: int, n: str, keep: str) -> None:
    shown = [card for _ in range(int(n)) if (card := mine.turn_up())]
    ways = [
        cards for cards in combinations(shown, int(keep)) if len(set(sum(cards, ()))) == len(sum(cards, ()))
    ]
    kept = list(ways[0]) if ways else []
    mine.hands[player] += kept
    mine.discard += (Counter(shown) - Counter(kept)).elements()


def _pit(mine: Mine, player: int) -> None:
    _draw(mine, player, 1)


def _none(mine: Mine, player: int, *_: str) -> None:
    """Abilities that these players have no use for as their action."""


ABILITIES: tuple[tuple[str, float, Callable[..., None]], ...] = (
    (r"Dig for (\d+) cards? with \{([\w-]+)\}\.", 2, _vein),
    (r"Discard a \{([\w-]+)\} to draw (\d+) cards\.", 2, _shaft),
    (r"Reveal (\d+) cards; keep those with \{([\w-]+)\} plus one card of your choice\.", 1.9, _well),
    (r"Discard a \{([\w-]+)\} to name a different gem; dig for (\d+) cards with it\.", 1.2, _crucible),
    (r"Discard a \{([\w-]+)\} to move to any constructed room\.", -1, _none),
    (r"Name (\d+) different gems; dig for (\d+) cards with either named gem\.", 2.2, _geyser),
    (r"Reveal (\d+) cards; keep (\d+) that have no gem in common\.", 2, _prism),
    (r"Discard any number of cards; draw one more than that\.", 1, _pit),
    (r"Move to any constructed room\.", 0, _none),
    (r"Use the ability of a room next to this one, as if you were there\.", 0, _none),
    (r"Turn this room a quarter or half way round\.", 0, _none),
    (r"Look at the top (\d+) tiles; return them in any order\.", 0, _none),
)


@cache
def _parsed(text: str) -> tuple[float, Callable[..., None], tuple[str, ...]] | None:
    for pattern, worth, does in ABILITIES:
        if found := re.fullmatch(pattern, text):
            return worth, does, found.groups()
    return None


def ability(card: Card) -> tuple[float, Callable[..., None], tuple[str, ...]]:
    """What a room's text does: its worth in cards, what does it, and what it names."""
    if found := _parsed(str(card.values["text"])):
        return found
    raise ValueError(f"no player knows how to use {card.id}: {card.values['text']}")


def _abilities(mine: Mine, cell: Cell) -> list[Card]:
    """The room's own ability, or those next to it for a room that echoes them."""
    card = mine.rooms[cell].card
    if not str(card.values["text"]).startswith("Use the ability of a room next"):
        return [card]
    around = [mine.rooms[there].card for edge in range(4) if (there := mine.beyond(cell, edge)) in mine.rooms]
    return [other for other in around if not str(other.values["text"]).startswith("Use the ability")] or [
        card
    ]


def _gain(mine: Mine, player: int, cell: Cell, lacks: Counter[str]) -> float:
    return max(_gain_of(mine, player, card, lacks) for card in _abilities(mine, cell))


def _gain_of(mine: Mine, player: int, card: Card, lacks: Counter[str]) -> float:
    """What an ability is worth to a player who lacks some gems: cards with another gem are worth little."""
    worth, does, named = ability(card)
    able = any(gem in held or held == (WILD,) for gem in named for held in mine.hands[player])
    if does in (_shaft, _crucible) and not able:
        return 0
    if does is _vein:
        return worth if lacks[named[1]] or (named[1] == WILD and lacks) else 0.4
    return worth


def _act(mine: Mine, player: int, lacks: Counter[str]) -> None:
    card = max(_abilities(mine, mine.at[player]), key=lambda card: _gain_of(mine, player, card, lacks))
    if _gain_of(mine, player, card, lacks) <= 1:
        _draw(mine, player, 1)
        return
    _, does, named = ability(card)
    mine.used[mine.rooms[mine.at[player]].card.id] += 1
    does(mine, player, *named)


def _burn(mine: Mine, n: int = 2) -> bool:
    """Take cards out of the game at the end of a turn in a Crisis; players discard what it takes, as long as
    they have it.
    """
    while len(mine.deck) + len(mine.discard) < n:
        rich = max(mine.hands, key=len)
        if not rich:
            return False
        mine.discard.append(rich.pop())
    for _ in range(n):
        mine.turn_up()
    return True
