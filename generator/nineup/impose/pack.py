"""Packs pieces of several sizes on shared sheets, so that straight cuts from edge to edge separate them.

Only layouts that straight cuts from edge to edge can separate are of use with a paper cutter. A free box that
is divided by one cut, again and again, is such a layout by construction. Which box, which turn and which cut
is decided by what fits most tightly (best short side fit, as Jylänki's survey of 2010 calls it), in three
orders of the items, of which the best result is taken: no single order is the best for all decks. It costs
items times free boxes, three times.

Items of 6 × 4, 3 × 3 and 4 × 2 on paper of 10 × 6: the first is turned, since it then fills the
height; its cut leaves 6 × 6 beside it. The second goes to the corner of that, and the third
into the strip below the second.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from nineup.base.geometry import Box, Size

Order = Callable[[Size], tuple[float, ...]]

ORDERS: tuple[Order, ...] = (
    lambda size: (-size.height, -size.width),
    lambda size: (-max(size), -min(size)),
    lambda size: (-size.width * size.height,),
)
"""The orders to try: tallest, longest or largest item first. Equal items keep their order."""


class Packed(NamedTuple):
    """The item with this number, from 0, in this box, with or without a quarter turn."""

    number: int
    box: Box
    turned: bool


class _Fit(NamedTuple):
    """A way to place an item in a free box; the tightest fit is the smallest."""

    leftover: float
    turned: bool
    place: int
    size: Size


def pack(sizes: Sequence[Size], area: Box, gap: float) -> tuple[tuple[Packed, ...], ...] | None:
    """Sheets of packed items: the fewest sheets, then the emptiest last one; None if an item is too large.

    Each item takes the free box that it fits most tightly, upright or turned, and one straight cut divides
    the rest of that box (guillotine packing). Several orders are tried. The items of a sheet are centred on
    the area.
    """
    tries = [_pack_in_order(sizes, area, gap, order=order) for order in ORDERS]
    sheets = [trial for trial in tries if trial is not None]
    if not sheets:
        return None
    # With equal numbers of sheets, the one whose last sheet has least on it
    # leaves the most paper in one piece.
    best = min(sheets, key=lambda trial: (len(trial), len(trial[-1])))
    return tuple(_centred(sheet, area) for sheet in best)


def _pack_in_order(sizes: Sequence[Size], area: Box, gap: float, order: Order) -> list[list[Packed]] | None:
    """Items and the area include a gap at the right and below, so the last gaps need no space."""
    whole = Box(area.x, area.y, area.width + gap, area.height + gap)
    sheets: list[list[Packed]] = []
    free: list[list[Box]] = []
    for number in sorted(range(len(sizes)), key=lambda i: (*order(sizes[i]), i)):
        size = Size(sizes[number].width + gap, sizes[number].height + gap)
        # The first sheet with room for it, so that small items fill what large ones left on earlier sheets.
        sheet = next((i for i, boxes in enumerate(free) if _tightest(size, boxes)), len(sheets))
        if sheet == len(sheets):
            sheets.append([])
            free.append([whole])
        fit = _tightest(size, free[sheet])
        if fit is None:
            return None
        box = free[sheet].pop(fit.place)
        free[sheet] += _split(box, fit.size)
        sheets[sheet].append(
            Packed(number, Box(box.x, box.y, fit.size.width - gap, fit.size.height - gap), fit.turned)
        )
    return sheets


def _tightest(size: Size, boxes: Sequence[Box]) -> _Fit | None:
    fits = [
        _Fit(min(box.width - width, box.height - height), turned, place, size=Size(width, height))
        for place, box in enumerate(boxes)
        for turned, (width, height) in ((False, size), (True, size.turned()))
        if width <= box.width + 1e-6 and height <= box.height + 1e-6
    ]
    return min(fits, default=None)


def _split(box: Box, used: Size) -> list[Box]:
    """The rest of a box beside and below a size in its corner, cut so that the larger part stays whole."""
    right, down = box.width - used.width, box.height - used.height
    # The strips overlap in the corner; the cut decides which of them gets it.
    if box.width * down >= right * box.height:
        beside = Box(box.x + used.width, box.y, right, used.height)
        below = Box(box.x, box.y + used.height, box.width, down)
    else:
        beside = Box(box.x + used.width, box.y, right, box.height)
        below = Box(box.x, box.y + used.height, used.width, down)
    return [part for part in (beside, below) if part.width > 1e-6 and part.height > 1e-6]


def _centred(sheet: list[Packed], area: Box) -> tuple[Packed, ...]:
    right = (area.right - max(item.box.right for item in sheet)) / 2
    down = (area.bottom - max(item.box.bottom for item in sheet)) / 2
    return tuple(Packed(number, box.moved(right, down), turned) for number, box, turned in sheet)
