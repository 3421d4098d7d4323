"""Laying tiles with doors edge to edge: how likely it is that no door is left open. Exact, by pure search.

Cells are (column, row), row down; sides are counted clockwise from the top, and a tile is the set of its sides
with a door.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

Tile = frozenset[int]
Cell = tuple[int, int]
Board = Mapping[Cell, Tile]

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def closing(tiles: Counter[Tile], rooms: int) -> dict[int, float]:
    """For each number of tiles from 1 on: the probability that a board of that many tiles has no open door left.

    Tiles are drawn at random without putting back. Each is laid at the open door and turned the way that
    leaves most doors open, with a door that points back; a board that has closed stays closed.
    """
    kinds: Counter[Tile] = Counter()
    for tile, count in tiles.items():
        kinds[_upright(tile)] += count
    return _closing(tuple(sorted(kinds.items(), key=lambda kind: sorted(kind[0]))), rooms)


@lru_cache(maxsize=64)
def _closing(kinds: tuple[tuple[Tile, int], ...], rooms: int) -> dict[int, float]:
    """The same tiles are asked for once for each player count."""
    closed = dict.fromkeys(range(1, rooms + 1), 0.0)
    _lay({}, Counter(dict(kinds)), 1.0, 1, closed)
    return closed


def _lay(board: Board, kinds: Counter[Tile], chance: float, number: int, closed: dict[int, float]) -> None:
    """Lay the tile of that number in each way that it may be drawn."""
    total = kinds.total()
    for tile, count in list(kinds.items()):
        if not count or number not in closed:
            continue
        likely = chance * count / total
        laid = _best(board, tile)
        if not _open(laid):
            for later in range(number, max(closed) + 1):
                closed[later] += likely
            continue
        kinds[tile] -= 1
        _lay(laid, kinds, likely, number + 1, closed)
        kinds[tile] += 1


def _best(board: Board, tile: Tile) -> Board:
    if not board:
        return {(0, 0): tile}
    return max(_ways(board, tile), key=lambda laid: len(_open(laid)), default=board)


def _ways(board: Board, tile: Tile) -> Iterator[Board]:
    for cell, side in sorted(_open(board)):
        for turned in _turns(tile):
            if (side + 2) % 4 in turned:
                yield {**board, _next(cell, side): turned}


def _open(board: Board) -> list[tuple[Cell, int]]:
    """The doors behind which there is no tile yet."""
    return [
        ((x, y), side)
        for (x, y), tile in board.items()
        for side in tile
        if (x + STEPS[side][0], y + STEPS[side][1]) not in board
    ]


def _next(cell: Cell, side: int) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


@cache
def _turns(tile: Tile) -> tuple[Tile, ...]:
    return tuple(dict.fromkeys(frozenset((side + turn) % 4 for side in tile) for turn in range(4)))


@cache
def _upright(tile: Tile) -> Tile:
    """The same for all tiles that are turns of each other."""
    return min(_turns(tile), key=sorted)
