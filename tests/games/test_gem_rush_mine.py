"""Mines of Gem Rush, built at random as players build: they don't close themselves.

The rule `reachability` works out the probability for those who always lay at the best door. Here the door is
anybody's choice: it is drawn by lot, and only the tile is turned the way that leaves most doors open.
"""

import math
import random
from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.rules import rule_settings

EDGES = ("top", "right", "bottom", "left")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
MINES = 4000
SURE = 0.999
"""With what confidence the bound below holds."""

Tile = frozenset[int]
Cell = tuple[int, int]
Mine = dict[Cell, Tile]


@pytest.fixture(scope="module")
def tiles() -> list[Tile]:
    game = load_game(Project(Path(__file__).parents[2]), "gem-rush", Findings(), rule_settings())
    assert game is not None
    cards = game.components["room"].cards
    return [frozenset(EDGES.index(str(door["edge"])) for door in card.values["doors"]) for card in cards]


def beyond(cell: Cell, edge: int) -> Cell:
    return cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1]


def open_doors(mine: Mine) -> list[tuple[Cell, int]]:
    return [
        (cell, edge) for cell, tile in mine.items() for edge in sorted(tile) if beyond(cell, edge) not in mine
    ]


def turns(tile: Tile) -> list[Tile]:
    return [frozenset((edge + turn) % 4 for edge in tile) for turn in range(4)]


def build(tiles: list[Tile], rooms: int, chance: random.Random) -> list[int]:
    """How many doors are open after each room, until the mine is closed or has so many rooms."""
    mine: Mine = {}
    counts: list[int] = []
    for tile in chance.sample(tiles, rooms):
        if not mine:
            mine[0, 0] = tile
        else:
            cell, edge = chance.choice(open_doors(mine))
            place, back = beyond(cell, edge), (edge + 2) % 4
            laid = [{**mine, place: turned} for turned in turns(tile) if back in turned]
            mine = max(laid, key=lambda built: len(open_doors(built)))
        counts.append(len(open_doors(mine)))
        if not counts[-1]:
            break
    return counts


def at_most(closed: int, mines: int) -> float:
    """The bound under which the true share lies with the confidence `SURE` (Clopper and Pearson, by
    bisection).
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        share = (low + high) / 2
        fewer = sum(
            math.comb(mines, k) * share**k * (1 - share) ** (mines - k) if share else float(k == 0)
            for k in range(closed + 1)
        )
        low, high = (share, high) if fewer > 1 - SURE else (low, share)
    return high


def test_a_mine_of_two_to_six_rooms_closes_itself_less_than_once_in_a_hundred(tiles: list[Tile]) -> None:
    chance = random.Random("gem-rush")
    built = [build(tiles, 6, chance) for _ in range(MINES)]
    for rooms in range(2, 7):
        closed = sum(0 in counts[:rooms] for counts in built)
        assert at_most(closed, MINES) < 0.01, f"{closed} of {MINES} mines of {rooms} rooms are closed"


def test_rooms_of_one_door_would_be_caught() -> None:
    """The same measure detects a game that does close itself."""
    dead_ends = [frozenset({0})] * 12 + [frozenset({0, 2})] * 36
    chance = random.Random("dead ends")
    built = [build(dead_ends, 6, chance) for _ in range(500)]
    assert at_most(sum(0 in counts for counts in built), 500) > 0.1


def test_no_room_is_a_dead_end(tiles: list[Tile]) -> None:
    assert len(tiles) == 48
    assert min(map(len, tiles)) == 2
