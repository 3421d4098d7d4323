"""Outlines: tuples of path segments in absolute coordinates, and operations on them."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

from nineup.base.geometry.bezier import cubic_point, cubic_range
from nineup.base.geometry.box import Box, Point
from nineup.base.geometry.long_outline import LongOutline, Outline, Segment, rounded_values
from nineup.base.geometry.matrix import Matrix


@overload
def transform_outline(
    segments: tuple[Segment, ...], matrix: Matrix, digits: int | None = None
) -> tuple[Segment, ...]: ...
@overload
def transform_outline(segments: Outline, matrix: Matrix, digits: int | None = None) -> Outline: ...
def transform_outline(segments: Outline, matrix: Matrix, digits: int | None = None) -> Outline:
    """The transformed outline; coordinates rounded to `digits` decimals (never -0) if given."""
    if isinstance(segments, LongOutline):
        return segments.transformed(matrix, digits)
    values = _transformed(segments, matrix)
    if digits is not None:
        values = rounded_values(values, digits)
    transformed: list[Segment] = []
    at = 0
    for segment in segments:
        begun, at = at, at + len(segment) - 1
        transformed.append((segment[0], *values[begun:at]))
    return tuple(transformed)


def _transformed(segments: Sequence[Segment], matrix: Matrix) -> list[float]:
    """The transformed coordinates of all segments, one after the other."""
    a, b, c, d, e, f = matrix
    values: list[float] = []
    for segment in segments:
        if len(segment) == 7:
            _, x, y, p, q, u, v = segment
            values += (
                a * x + c * y + e,
                b * x + d * y + f,
                a * p + c * q + e,
                b * p + d * q + f,
                a * u + c * v + e,
                b * u + d * v + f,
            )
        elif len(segment) == 3:
            _, x, y = segment
            values += (a * x + c * y + e, b * x + d * y + f)
    return values


def outline_bounds(segments: Iterable[Segment]) -> Box | None:
    """The tight box of an outline, curves by their extremes; None for an empty outline."""
    if isinstance(segments, LongOutline):
        return segments.box
    left = top = math.inf
    right = bottom = -math.inf
    x = y = 0.0
    for segment in segments:
        u, v = x, y
        if len(segment) == 7:
            _, x1, y1, x2, y2, x, y = segment
            if not (left <= x1 <= right and left <= x2 <= right and left <= x <= right):
                low, high = cubic_range(u, x1, x2, x)
                left, right = min(left, low), max(right, high)
            if not (top <= y1 <= bottom and top <= y2 <= bottom and top <= y <= bottom):
                low, high = cubic_range(v, y1, y2, y)
                top, bottom = min(top, low), max(bottom, high)
        elif len(segment) == 3:
            _, x, y = segment
            if not left <= x <= right:
                left, right = min(left, x), max(right, x)
            if not top <= y <= bottom:
                top, bottom = min(top, y), max(bottom, y)
    return Box(left, top, right - left, bottom - top) if left <= right else None


_PORTION = 2048
"""How many segments are processed together."""


def is_rectangle(segments: Iterable[Segment]) -> bool:
    """Whether an outline is the rectangle around it, to a hundredth of a point."""
    points = {(round(x, 2), round(y, 2)) for subpath in flatten(segments, 2) for x, y in subpath}
    xs, ys = {x for x, _ in points}, {y for _, y in points}
    return len(xs) == len(ys) == 2 and len(points) == 4


def control_bounds(segments: Iterable[Segment]) -> Box | None:
    """A box that contains an outline, from its control points; it may be larger than the curves."""
    if isinstance(segments, LongOutline):
        return segments.control_box
    xs: list[float] = []
    ys: list[float] = []
    rest = iter(segments)
    while portion := tuple(islice(rest, _PORTION)):
        if values := [value for segment in portion for value in segment[1:]]:
            across, down = values[::2], values[1::2]
            xs += min(across), max(across)
            ys += min(down), max(down)
    if not xs:
        return None
    left, top = min(xs), min(ys)
    return Box(left, top, max(xs) - left, max(ys) - top)


def flatten(segments: Iterable[Segment], steps: int) -> Iterator[tuple[Point, ...]]:
    """The points of each subpath, each curve as `steps` chords; closing lines are left out."""
    points: list[Point] = []
    here: Point = (0.0, 0.0)
    for kind, *values in segments:
        if kind == "M" and points:
            yield tuple(points)
            points = []
        if kind == "C":
            x1, y1, x2, y2, x, y = values
            points += [
                cubic_point(here, (x1, y1), (x2, y2), (x, y), t=i / steps) for i in range(1, steps + 1)
            ]
        elif values:
            points.append((values[0], values[1]))
        if values:
            here = (values[-2], values[-1])
    if points:
        yield tuple(points)


def reverse(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """The same outline with each of its subpaths drawn in the opposite direction."""
    result: list[Segment] = []
    for subpath in subpaths(segments):
        closed = subpath[-1][0] == "Z"
        body = subpath[:-1] if closed else subpath
        points = [(values[-2], values[-1]) for _, *values in body]
        result.append(("M", *points[-1]))
        for index in range(len(body) - 1, 0, -1):
            kind, *values = body[index]
            if kind == "C":
                x1, y1, x2, y2 = values[:4]
                result.append((kind, x2, y2, x1, y1, *points[index - 1]))
            else:
                result.append((kind, points[index - 1][0], points[index - 1][1]))
        if closed:
            result.append(("Z",))
    return tuple(result)


def subpaths(segments: Iterable[Segment]) -> Iterator[list[Segment]]:
    """The parts of an outline that each begin with a move."""
    current: list[Segment] = []
    for segment in segments:
        if segment[0] == "M" and current:
            yield current
            current = []
        current.append(segment)
    if current:
        yield current


def convex_hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The corners of the convex hull of some points, by Andrew's monotone chain."""
    ordered = sorted(set(points))
    sides: list[Point] = []
    for run in (ordered, ordered[::-1]):
        side: list[Point] = []
        for point in run:
            while len(side) > 1 and _turn(side[-2], side[-1], point) <= 0:
                side.pop()
            side.append(point)
        sides += side[:-1]
    return tuple(sides or ordered)


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the signed area of a triangle: positive if c is to the left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
