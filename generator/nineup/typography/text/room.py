"""The room that an outline leaves for lines of text: a circle, a hexagon, any polygon or path.

A line needs its whole height: in a circle, the chord at its top or its bottom, whichever is shorter. So the
outline is cut at both of them, at every corner of the outline between them, and a few times more for curves;
what is inside at all of these is free. Of several free pieces, as at the top of a heart, the line takes the
one on the axis, which is the middle of the outline where that is widest.

In a circle of radius 10 around (10, 10), a line from y = 2 to y = 5 is as wide as the chord at 2,
2 * sqrt(10² - 8²) = 12: from x = 4 to 16.
"""

import math
from collections.abc import Iterator
from itertools import pairwise

from nineup.base.geometry import Matrix, Outline, Point, flatten, outline_bounds, transform_outline

_CHORDS = 16
"""The number of chords of a curve: of a circle of four curves 30 mm wide they miss 0.02 mm."""

_HEIGHTS = 16
"""The number of heights, and one more, at which the widest place is looked for."""

_NOTHING = (math.inf, -math.inf)

_CUTS = 3
"""The number of cuts through a band between its edges."""

_KEPT = 10_000
"""The largest number of pieces that are kept."""

Span = tuple[float, float]
"""The left and the right end of a free piece."""


class Room:
    """The inside of an outline, in points, without what is closer to it than `padding`.

    Distances are measured across and down, so that a corner keeps a little more room than asked for.
    """

    __slots__ = ("_edges", "_outline", "_padding", "_pieces", "axis", "box")

    def __init__(self, outline: Outline, padding: float = 0.0) -> None:
        bounds = outline_bounds(outline)
        assert bounds is not None
        self.box = bounds.outset(-padding)
        """The box around what is free."""
        self._outline, self._padding = outline, padding
        self._edges: list[tuple[Point, Point]] = []
        for points in flatten(outline, _CHORDS):
            self._edges += pairwise((*points, points[0]))
        heights = (bounds.y + bounds.height * number / _HEIGHTS for number in range(1, _HEIGHTS))
        middle = bounds.x + bounds.width / 2
        widest = max(
            (piece for y in heights for piece in self._inside(y)),
            key=lambda piece: (round(piece[1] - piece[0], 3), -abs(sum(piece) / 2 - middle)),
            default=(middle, middle),
        )
        self.axis = sum(widest) / 2
        """The x on which lines are."""
        self._pieces: dict[Span, Span] = {}
        """What was asked for: the lines of many texts are at the same heights."""

    def enlarged(self, factor: float) -> "Room":
        """The room in the same shape, so many times as large."""
        return Room(transform_outline(self._outline, Matrix.scaling(factor, factor)), self._padding)

    def free(self, top: float, bottom: float) -> Span:
        """The piece on the axis that is inside from `top` to `bottom`; of no width if there is none."""
        asked = round(top, 3), round(bottom, 3)
        if asked not in self._pieces:
            if len(self._pieces) >= _KEPT:
                self._pieces.clear()
            self._pieces[asked] = self._free(*asked)
        return self._pieces[asked]

    def _free(self, top: float, bottom: float) -> Span:
        top, bottom = top - self._padding, bottom + self._padding
        left, right = self.box.x - self._padding, self.box.right + self._padding
        for y in self._cuts(top, bottom):
            start, end = next((each for each in self._inside(y) if each[0] < self.axis < each[1]), _NOTHING)
            left, right = max(left, start), min(right, end)
        left, right = left + self._padding, right - self._padding
        return (left, right) if right > left else (self.axis, self.axis)

    def _cuts(self, top: float, bottom: float) -> Iterator[float]:
        # Just inside the band: a cut through a corner would meet its two edges, or neither.
        edge = (bottom - top) * 1e-6
        yield top + edge
        yield bottom - edge
        for number in range(1, _CUTS + 1):
            yield top + (bottom - top) * number / (_CUTS + 1) + edge
        for (_, y), _ in self._edges:
            if top < y < bottom:
                yield y - edge
                yield y + edge

    def _inside(self, y: float) -> list[Span]:
        crossed = sorted(
            x1 + (y - y1) / (y2 - y1) * (x2 - x1)
            for (x1, y1), (x2, y2) in self._edges
            if (y1 <= y) != (y2 <= y)
        )
        return list(zip(crossed[::2], crossed[1::2], strict=False))
