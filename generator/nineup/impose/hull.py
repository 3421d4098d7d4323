"""Convex hulls of outlines as sides, for nesting pieces and for distances from their cuts."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from nineup.base.geometry import Box, Size, flatten
from nineup.model.drawing import Segment, rectangle

CHORDS = 16
"""Chords per curve of an outline; a circle of 16 mm becomes 0.01 mm too small."""

NEAR = 0.02
"""The distance, in points, up to which two corners are equal."""


class HullSide(NamedTuple):
    """An outward direction, and the extent of the outline in it from the middle of its box."""

    right: float
    down: float
    reach: float


class Hull(msgspec.Struct, frozen=True):
    """The sides of an outline's convex hull, relative to the middle of its box."""

    size: Size
    sides: tuple[HullSide, ...]
    even: bool
    """Whether it is symmetric, vertically and horizontally, so that rows of it nest."""

    def clearance(self, right: float, down: float) -> float:
        """A lower bound of how far a point, relative to the middle, is outside; negative inside."""
        return max(side.right * right + side.down * down - side.reach for side in self.sides)

    def line_step(self, apart: float, upright: bool) -> float:
        """The distance between lines of pieces, each shifted by half a piece, with outlines `apart` from each
        other.

        Lines are rows, or columns if `upright`. If `apart` is 0, facing straight sides are shared.
        """
        along, across = self.size.turned() if upright else self.size
        shift = (along + apart) / 2
        sides = [(s.down, s.right, s.reach) if upright else s for s in self.sides]
        steps = [(apart + 2 * reach - right * shift) / down for right, down, reach in sides if down > 1e-6]
        return max(min(steps), (across + apart) / 2)


@lru_cache(maxsize=256)
def hull(outline: tuple[Segment, ...], size: Size) -> Hull:
    """The hull of an outline in its box, or of the box itself without an outline."""
    corners = _corners(outline or rectangle(Box(0, 0, *size)), size)
    even = all(_contains(corners, -x, y) and _contains(corners, x, -y) for x, y in corners)
    return Hull(size, tuple(_sides(corners)), even)


def ends(outline: Sequence[Segment]) -> tuple[tuple[float, float], ...]:
    """The points where an outline's segments meet: a polygon's corners; a circle's right, bottom, left and
    top.
    """
    points = [numbers[-2:] for _, *numbers in outline if numbers]
    return tuple(dict.fromkeys((x, y) for x, y in points))


def _corners(outline: Sequence[Segment], size: Size) -> list[tuple[float, float]]:
    """The corners of an outline as a polygon around the middle of its box, each once."""
    corners: list[tuple[float, float]] = []
    for ring in flatten(outline, CHORDS):
        for x, y in ring:
            point = (x - size.width / 2, y - size.height / 2)
            if not _contains(corners, *point):
                corners.append(point)
    return corners


def _sides(corners: Sequence[tuple[float, float]]) -> Iterator[HullSide]:
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        long = math.hypot(x2 - x1, y2 - y1)
        for right, down in (((y2 - y1) / long, (x1 - x2) / long), ((y1 - y2) / long, (x2 - x1) / long)):
            yield HullSide(right, down, max(right * x + down * y for x, y in corners))


def _contains(points: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """Whether one of the points is at (x, y), within cutting precision."""
    return any(abs(x - a) < NEAR and abs(y - b) < NEAR for a, b in points)
