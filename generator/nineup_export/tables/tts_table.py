"""Lays out a setup on the table: boards in the middle, decks behind them, tokens in front, owners apart."""

from collections.abc import Iterator, Sequence

import msgspec
from nineup.base.geometry import Size

from nineup_export.tables.tts_objects import ObjectState

GAP = 1.0
WIDEST = 44.0
"""The width of a row, in units of the table: the width of the program's plain tables."""

HEIGHT = 1.2
"""The height above the table's surface at which things are placed; they drop onto it."""

BAG = Size(2.6, 2.6)
"""The size of a bag."""


class TableThing(msgspec.Struct, frozen=True):
    """Something on the table, its footprint, and its row."""

    component: str
    owner: str
    band: str
    """`board`, `deck` or `piece`, by its use."""
    size: Size
    state: ObjectState


def laid_out(things: Sequence[TableThing]) -> Iterator[ObjectState]:
    """Every thing in its place. x runs right and z away from the player; the middle of the table is
    (0, 0).
    """
    shared = [thing for thing in things if not thing.owner]
    middle = _rows([thing for thing in shared if thing.band == "board"])
    far = _rows([thing for thing in shared if thing.band == "deck"])
    near = _rows([thing for thing in shared if thing.band == "piece"])
    near += _owned([thing for thing in things if thing.owner])
    depth = sum(_depth(row) + GAP for row in middle)
    z = depth / 2
    for row in reversed(far):
        yield from _placed(row, z + GAP + _depth(row) / 2)
        z += _depth(row) + GAP
    z = depth / 2
    for row in (*middle, *near):
        yield from _placed(row, z - GAP / 2 - _depth(row) / 2)
        z -= _depth(row) + GAP


def _rows(things: Sequence[TableThing]) -> list[list[TableThing]]:
    rows: list[list[TableThing]] = []
    for thing in things:
        width = thing.size.width + GAP
        if not rows or sum(each.size.width + GAP for each in rows[-1]) + width > WIDEST:
            rows.append([])
        rows[-1].append(thing)
    return rows


def _owned(things: Sequence[TableThing]) -> list[list[TableThing]]:
    """Rows of owned things; those of one owner stay together if a row has room for them."""
    rows: list[list[TableThing]] = []
    for owner in dict.fromkeys(thing.owner for thing in things):
        own = _rows([thing for thing in things if thing.owner == owner])
        if rows and len(own) == 1 and len(_rows([*rows[-1], *own[0]])) == 1:
            rows[-1] += own[0]
        else:
            rows += own
    return rows


def _depth(row: Sequence[TableThing]) -> float:
    return max(thing.size.height for thing in row)


def _placed(row: Sequence[TableThing], z: float) -> Iterator[ObjectState]:
    x = -(sum(thing.size.width for thing in row) + GAP * (len(row) - 1)) / 2
    for thing in row:
        place = {"posX": round(x + thing.size.width / 2, 4), "posY": HEIGHT, "posZ": round(z, 4)}
        yield {**thing.state, "Transform": {**thing.state["Transform"], **place}}
        x += thing.size.width + GAP
