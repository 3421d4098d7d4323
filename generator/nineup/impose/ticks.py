"""Crosses around pieces that aren't rectangles: short lines to align a punch or a ruler, clear of every
face.
"""

import math
from collections.abc import Sequence

import msgspec

from nineup.base.geometry import Box, Size, transform_outline
from nineup.base.units import MM
from nineup.impose.hull import Hull, ends, hull
from nineup.impose.marks import CLEAR, SHORTEST, MarkLine
from nineup.impose.slots import Arrangement, Cut, Slot, slot_matrix

LONG_TICK = 2.0 * MM
"""Their length if there is space; otherwise they are as short as other marks."""

FARTHEST = 3
"""The largest distance of a cross from its piece, in multiples of the usual one; beyond, the piece gets its
outline.
"""


class Clearance(msgspec.Struct, frozen=True):
    """A placed piece, and the distance that marks must keep from its cut."""

    box: Box
    hull: Hull
    distance: float

    def clear(self, x: float, y: float) -> bool:
        """Whether a mark may be at a point of the page; points far outside the box are clear without further
        tests.
        """
        away = self.distance
        if not (
            self.box.x - away < x < self.box.right + away and self.box.y - away < y < self.box.bottom + away
        ):
            return True
        middle = self.box.x + self.box.width / 2, self.box.y + self.box.height / 2
        return self.hull.clearance(x - middle[0], y - middle[1]) >= self.distance - 1e-3


def ticks(arrangement: Arrangement) -> dict[int, tuple[MarkLine, ...]]:
    """The crosses of a front's slots, by slot number from 0, for those that should have crosses and have
    space for all of them.

    They point away from the ends of the outline's sides: a polygon's corners, a circle's four outermost
    points.
    """
    wanted = [i for i, cut in enumerate(arrangement.cuts) if cut.marks == "cross" and cut.outline]
    if not wanted:
        return {}
    pieces = zip(arrangement.fronts, arrangement.cuts, strict=True)
    guards = [_guard(slot, cut, arrangement.bleed + CLEAR) for slot, cut in pieces]
    crosses = {number: _around(number, arrangement, guards) for number in wanted}
    return {number: lines for number, lines in crosses.items() if lines}


def _around(number: int, arrangement: Arrangement, guards: Sequence[Clearance]) -> tuple[MarkLine, ...]:
    """A slot's crosses; empty if one of them has no space, as on a shared edge."""
    slot, own = arrangement.fronts[number], guards[number]
    reach = slot.box.outset((FARTHEST + 1) * own.distance + LONG_TICK)
    near = [guard for guard in guards if guard is not own and guard.box.overlaps(reach)]
    lines = []
    for x, y in ends(transform_outline(arrangement.cuts[number].outline, slot_matrix(slot))):
        line = _outward(x, y, own, near=near, area=arrangement.field.area)
        if line is None:
            return ()
        lines.append(line)
    return tuple(lines)


def _outward(x: float, y: float, own: Clearance, near: Sequence[Clearance], area: Box) -> MarkLine | None:
    """The longer or the shorter line from a point of an outline straight away from its middle; None without
    space.

    If it leaves the outline at a slant, it begins farther out, to be as clear of it as other marks.
    """
    right, down = x - own.box.x - own.box.width / 2, y - own.box.y - own.box.height / 2
    out = math.hypot(right, down)
    start = own.distance / own.hull.clearance(right * (1 + 1 / out), down * (1 + 1 / out))
    if start > FARTHEST * own.distance:
        return None
    for long in (LONG_TICK, SHORTEST):
        points = [
            (x + right / out * away, y + down / out * away)
            for away in (start, start + long / 2, start + long)
        ]
        line = MarkLine(*points[0], *points[-1])
        if area.contains(line.box) and all(guard.clear(*point) for guard in near for point in points):
            return line
    return None


def _guard(slot: Slot, cut: Cut, distance: float) -> Clearance:
    width, height = slot.box.width, slot.box.height
    posed = slot_matrix(Slot(Box(0, 0, width, height), slot.turns))
    outline = transform_outline(cut.outline, posed)
    return Clearance(slot.box, hull(outline, Size(width, height)), distance)
