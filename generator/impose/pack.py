"""Packing pieces of several sizes on shared sheets, in shelves that a knife can part from edge to edge."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from generator.geometry import Box, Size

Posture = Literal["upright", "standing", "lying"]
"""As drawn; with the long side upright; with the long side level."""

POSTURES: tuple[Posture, ...] = ("upright", "standing", "lying")


class Packed(NamedTuple):
    """The item of this number (from 0, among the sizes given) lies in this box, turned a quarter clockwise or not."""

    number: int
    box: Box
    turned: bool


class _Shelf(msgspec.Struct):
    """A row of items: how far it is filled, from the area's left edge, and how much it holds."""

    y: float
    height: float
    filled: float
    items: list[Packed]


def pack(sizes: Sequence[Size], area: Box, gap: float) -> tuple[tuple[Packed, ...], ...] | None:
    """Sheets of packed items: fewest sheets, then the emptiest last one; None when an item is too large.

    Every posture is tried for the whole; within one, the tallest go first (first fit, decreasing height),
    and an item is turned where only that lets it stand on a shelf. What is packed is centred on the area.
    """
    tries = [shelves for posture in POSTURES if (shelves := _shelve(sizes, area, gap, posture)) is not None]
    if not tries:
        return None
    best = min(tries, key=lambda sheets: (len(sheets), _height(sheets[-1])))
    return tuple(_centred(sheet, area) for sheet in best)


def _shelve(sizes: Sequence[Size], area: Box, gap: float, posture: Posture) -> list[list[_Shelf]] | None:
    posed = [_pose(size, posture) for size in sizes]
    order = sorted(range(len(sizes)), key=lambda i: (-posed[i][0].height, -posed[i][0].width, i))
    sheets: list[list[_Shelf]] = []
    for index in order:
        size, turned = posed[index]
        postures = ((size, turned), (size.turned(), not turned))
        if not (_stand(sheets, index, postures, area, gap) or _open(sheets, index, postures, area, gap)):
            return None
    return sheets


def _pose(size: Size, posture: Posture) -> tuple[Size, bool]:
    tall = size.height >= size.width
    turned = posture != "upright" and tall != (posture == "standing")
    return (size.turned() if turned else size), turned


def _stand(
    sheets: list[list[_Shelf]], index: int, postures: Sequence[tuple[Size, bool]], area: Box, gap: float
) -> bool:
    """Put an item on the first shelf with room, or on a new shelf of the first sheet with room."""
    for shelves in sheets:
        for shelf in shelves:
            for size, turned in postures:
                if (
                    size.height <= shelf.height + 1e-6
                    and shelf.filled + gap + size.width <= area.width + 1e-6
                ):
                    x = area.x + shelf.filled + gap
                    shelf.items.append(Packed(index, Box(x, shelf.y, *size), turned))
                    shelf.filled += gap + size.width
                    return True
        below = shelves[-1].y + shelves[-1].height + gap
        for size, turned in postures:
            if size.width <= area.width + 1e-6 and below + size.height <= area.bottom + 1e-6:
                shelves.append(_new_shelf(index, size, turned, area.x, below))
                return True
    return False


def _open(
    sheets: list[list[_Shelf]], index: int, postures: Sequence[tuple[Size, bool]], area: Box, gap: float
) -> bool:
    """Put an item on a new sheet, where it fits one at all."""
    for size, turned in postures:
        if size.width <= area.width + 1e-6 and size.height <= area.height + 1e-6:
            sheets.append([_new_shelf(index, size, turned, area.x, area.y)])
            return True
    return False


def _new_shelf(index: int, size: Size, turned: bool, x: float, y: float) -> _Shelf:
    return _Shelf(y, size.height, size.width, [Packed(index, Box(x, y, *size), turned)])


def _height(shelves: list[_Shelf]) -> float:
    return shelves[-1].y + shelves[-1].height


def _centred(shelves: list[_Shelf], area: Box) -> tuple[Packed, ...]:
    right = (area.width - max(shelf.filled for shelf in shelves)) / 2
    down = (area.bottom - _height(shelves)) / 2
    return tuple(
        Packed(number, Box(box.x + right, box.y + down, box.width, box.height), turned)
        for shelf in shelves
        for number, box, turned in shelf.items
    )
