"""Laying tiles with doors edge to edge: the probability that no door is left open. Exact: every order of
kinds of tile.

Tiles are drawn at random without replacement. Each is placed at an open door and rotated so that most doors
stay open, with a door that points back; a closed board stays closed. A cell is one number, `x + y * ROW`, y
down; sides are counted clockwise from the top, and a tile is the set of its sides with a door.

The number of orders in which tiles can be drawn grows like a factorial, but many of them lead to the
same board. So boards are built tile by tile, all orders at once: for each different board (moved to one
corner, since only its shape matters), how many orders of kinds lead to it, by the tiles they used.
Tiles of one kind differ only in number, which is multiplied in last: `perm(copies, used)` ways for each
kind, out of `perm(all, drawn)`.

Two tiles with one door and two straight ones: two tiles close if both have one door, 1/6 of all
draws. A straight one between two ends closes with three, which makes 1/2 with those closed
before; with four it is certain.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import perm, prod
from typing import NamedTuple

from nineup.rules.engine.steps import Steps, TooManyError

Tile = frozenset[int]

ROW = 1 << 16
"""The difference between the numbers of a cell and the one below it: more than tiles in a row."""

STEPS = (-ROW, 1, ROW, -1)
"""The difference between a cell and its neighbour at each side."""

MOST_STEPS = 500_000
"""The largest number of doors visited for one set of kinds: about a second."""


class Board(NamedTuple):
    """The relevant state of a board: its cells, and for each open door the cell beyond it and the door's
    side.
    """

    cells: frozenset[int]
    doors: frozenset[tuple[int, int]]


Counts = tuple[int, ...]
"""The number of tiles of each kind."""


class TileOrders(NamedTuple):
    """The orders of kinds of tile that close a board."""

    kinds: tuple[Tile, ...]
    closed: tuple[Mapping[Counts, int], ...]
    """For each number of tiles from 1 on, the number of orders that close with the last of them, by the tiles
    they use.
    """


def closing(tiles: Counter[Tile], orders: TileOrders) -> list[float]:
    """For each number of tiles from 1 on: the probability that a board of that many tiles has no open door
    left.
    """
    from fractions import Fraction

    counts = Counter(dict.fromkeys(orders.kinds, 0))
    for tile, count in tiles.items():
        counts[upright(tile)] += count
    total = counts.total()
    there = [[perm(count, n) for n in range(len(orders.closed) + 1)] for count in counts.values()]
    closed, chances = Fraction(0), []
    for number, by_tiles in enumerate(orders.closed[:total], 1):
        ways = sum(
            often * prod([there[kind][n] for kind, n in enumerate(used) if n])
            for used, often in by_tiles.items()
        )
        # A board that is closed stays closed, so the chances add up.
        closed += Fraction(ways, perm(total, number))
        chances.append(float(closed))
    return chances


@lru_cache(maxsize=64)
def closing_orders(kinds: tuple[Tile, ...], tiles: int) -> TileOrders:
    """The orders of up to `tiles` tiles that close a board; of fewer tiles if that would take too
    many steps.
    """
    steps = Steps(MOST_STEPS)
    start = Board(frozenset(), frozenset())
    boards: dict[Board, dict[Counts, int]] = {start: {(0,) * len(kinds): 1}}
    closed: list[Mapping[Counts, int]] = []
    try:
        while boards and len(closed) < tiles:
            now, boards = _one_more(boards, kinds, tiles - len(closed) - 1, steps=steps)
            closed.append(now)
    except TooManyError:
        return TileOrders(kinds, tuple(closed))
    return TileOrders(kinds, (*closed, *({} for _ in range(tiles - len(closed)))))


def _one_more(
    boards: Mapping[Board, Mapping[Counts, int]], kinds: Sequence[Tile], left: int, steps: Steps
) -> tuple[dict[Counts, int], dict[Board, dict[Counts, int]]]:
    """Places each kind of tile on each board: returns the orders that close now, and the boards that remain
    open.
    """
    closed: Counter[Counts] = Counter()
    open_: dict[Board, dict[Counts, int]] = {}
    for board, orders in boards.items():
        for place, tile in enumerate(kinds):
            steps.spend(len(board.doors) + len(board.cells) // 4 + 1)
            laid = _laid(board, tile)
            if len({cell for cell, _ in laid.doors}) > left:
                continue  # Each cell beyond an open door needs a tile of its own.
            # Closed boards aren't kept: all that matters of them is how often they occur.
            into = closed if not laid.doors else open_.setdefault(_at_origin(laid), {})
            for used, often in orders.items():
                after = (*used[:place], used[place] + 1, *used[place + 1 :])
                into[after] = into.get(after, 0) + often
    return dict(closed), open_


def _laid(board: Board, tile: Tile) -> Board:
    """A board with one more tile; the same board if the tile doesn't fit."""
    if not board.cells:
        return Board(frozenset({0}), frozenset((STEPS[side], side) for side in tile))
    best, most = None, -1
    # Of several equally good doors, the first by column, row and side: a set has no order of
    # its own, and boards must not depend on it.
    for cell, side in sorted(board.doors, key=_in_order):
        kept = len(board.doors) - sum(beyond == cell for beyond, _ in board.doors)
        for turned in _turns(tile):
            if (side + 2) % 4 in turned:
                opened = [(cell + STEPS[s], s) for s in turned if cell + STEPS[s] not in board.cells]
                if kept + len(opened) > most:
                    best, most = (cell, opened), kept + len(opened)
    if best is None:
        return board
    cell, opened = best
    return Board(
        board.cells | {cell}, frozenset([*(door for door in board.doors if door[0] != cell), *opened])
    )


def _in_order(door: tuple[int, int]) -> tuple[int, int, int]:
    """The sort key of a door: the column and row of its tile, then its side."""
    beyond, side = door
    y, x = _row_and_column(beyond - STEPS[side])
    return x, y, side


def _row_and_column(cell: int) -> tuple[int, int]:
    # Rounded to the nearest row, since columns left of the start are negative numbers.
    y = (cell + ROW // 2) // ROW
    return y, cell - y * ROW


def _at_origin(board: Board) -> Board:
    """The board moved so that its first column and row are 0, regardless of where it started."""
    places = [_row_and_column(cell) for cell in board.cells]
    corner = min(x for _, x in places) + ROW * min(y for y, _ in places)
    if not corner:
        return board
    return Board(
        frozenset([cell - corner for cell in board.cells]),
        frozenset([(cell - corner, side) for cell, side in board.doors]),
    )


@cache
def _turns(tile: Tile) -> tuple[Tile, ...]:
    return tuple(dict.fromkeys(frozenset((side + turn) % 4 for side in tile) for turn in range(4)))


@cache
def upright(tile: Tile) -> Tile:
    """The canonical rotation of a tile, equal for tiles of one kind."""
    return min(_turns(tile), key=sorted)
