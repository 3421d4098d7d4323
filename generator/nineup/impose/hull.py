"""Outlines that are no rectangles, as sides and how far out they stand: how closely pieces nest, what is clear of them."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from nineup.drawing import Segment, rectangle
from nineup.geometry import Box, Size, flatten

CHORDS = 16
"""For each curve of an outline; a circle of 16 mm comes out 0.01 mm too small."""


NEAR = 0.02
"""Points that are no farther apart than so many points are the same."""


class Side(NamedTuple):
    """A direction out of an outline and how far the outline reaches in it from the middle of its box."""

    right: float
    down: float
    reach: float


class Hull(NamedTuple):
    """The sides of a convex outline about the middle of its box; of a hollow one, those of what spans it."""

    size: Size
    sides: tuple[Side, ...]
    even: bool
    """Whether it looks the same in a mirror, upright or level, so that rows of it nest."""

    def clearance(self, right: float, down: float) -> float:
        """How far a point, from the middle, is outside at the least; below nothing inside."""
        return max(side.right * right + side.down * down - side.reach for side in self.sides)

    def line_step(self, apart: float, upright: bool) -> float:
        """From one line of pieces to the next, which is shifted by half a piece, their outlines so far apart.

        Lines are rows, or columns when `upright`. Where `apart` is nothing, straight sides that face are shared.
        """
        along, across = self.size.turned() if upright else self.size
        shift = (along + apart) / 2
        sides = [(s.down, s.right, s.reach) if upright else s for s in self.sides]
        steps = [(apart + 2 * reach - right * shift) / down for right, down, reach in sides if down > 1e-6]
        return max(min(steps), (across + apart) / 2)


@lru_cache(maxsize=256)
def hull(outline: tuple[Segment, ...], size: Size) -> Hull:
    """The hull of an outline in its box; without an outline, of the box itself."""
    corners = _corners(outline or rectangle(Box(0, 0, *size)), size)
    even = all(_among(corners, -x, y) and _among(corners, x, -y) for x, y in corners)
    return Hull(size, tuple(_sides(corners)), even)


def ends(outline: Sequence[Segment]) -> tuple[tuple[float, float], ...]:
    """Where an outline's segments meet: a polygon's corners, a circle's right, bottom, left and top."""
    points = [numbers[-2:] for _, *numbers in outline if numbers]
    return tuple(dict.fromkeys((x, y) for x, y in points))


def _corners(outline: Sequence[Segment], size: Size) -> list[tuple[float, float]]:
    """The outline as a polygon about the middle of its box, each corner once."""
    corners: list[tuple[float, float]] = []
    for ring in flatten(outline, CHORDS):
        for x, y in ring:
            point = (x - size.width / 2, y - size.height / 2)
            if not _among(corners, *point):
                corners.append(point)
    return corners


def _sides(corners: Sequence[tuple[float, float]]) -> Iterator[Side]:
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        long = math.hypot(x2 - x1, y2 - y1)
        for right, down in (((y2 - y1) / long, (x1 - x2) / long), ((y1 - y2) / long, (x2 - x1) / long)):
            yield Side(right, down, max(right * x + down * y for x, y in corners))


def _among(points: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """Whether one of some points is here, as nearly as can be cut."""
    return any(abs(x - a) < NEAR and abs(y - b) < NEAR for a, b in points)
