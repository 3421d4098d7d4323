"""The outline of a stroke: the area that a line of some width covers, for filling by the nonzero rule.

A stroke is the union of simple polygons: a rectangle for each chord, something at each corner, something at
each end. All are turned in one direction, so winding numbers only add up, and the nonzero rule fills whatever
any of them covers. No intersection has to be computed. It costs one or two polygons a chord.

A corner from (0, 0) over (10, 0) to (10, 10), 2 wide: rectangles around (0, 0)–(10, 0) and (10, 0)–(10, 10),
and the square (10, 0), (10, -1), (11, -1), (11, 0), whose third corner is the tip of the miter.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import acos, ceil, cos, dist, hypot, pi, sin, sqrt
from typing import Literal

import msgspec

from nineup.base.geometry.bezier import cubic_point
from nineup.base.geometry.box import Point
from nineup.base.geometry.long_outline import Segment

Polygon = Sequence[Point]


class Pen(msgspec.Struct, frozen=True):
    """How a line is drawn, lengths in points; `tolerance` is the largest distance of chords from curves."""

    width: float
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    tolerance: float = 0.01


class _Line(msgspec.Struct, frozen=True):
    """A chain of chords; `corners` are the indices of points where the pen turns, the others lie on a
    curve.
    """

    points: tuple[Point, ...]
    corners: frozenset[int]
    is_closed: bool


def stroke_outline(segments: Sequence[Segment], pen: Pen) -> tuple[Segment, ...]:
    """The outline of a stroked path. Its parts overlap, all in one direction, so the nonzero rule
    joins them.
    """
    outline: list[Segment] = []
    for line in _lines(segments, pen.tolerance):
        for piece in _dashes(line, pen) if any(pen.dash) else (line,):
            for polygon in _polygons(piece, pen):
                outline += _filled(polygon)
    return tuple(outline)


def _filled(polygon: Polygon) -> Iterator[Segment]:
    """A polygon, clockwise on the page."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    # One that turns the other way would cut a hole where it overlaps its neighbor.
    ordered = polygon if area >= 0 else tuple(reversed(polygon))
    yield ("M", *ordered[0])
    for point in ordered[1:]:
        yield ("L", *point)
    yield ("Z",)


def _lines(segments: Sequence[Segment], tolerance: float) -> Iterator[_Line]:
    points: list[Point] = []
    corners: set[int] = set()

    def line(is_closed: bool) -> Iterator[_Line]:
        if len(points) > 1 or (points and is_closed):  # A move draws nothing.
            yield _Line(tuple(points), frozenset(corners), is_closed)

    for kind, *values in segments:
        if kind == "M":
            yield from line(False)
            points, corners = [(values[0], values[1])], set()
        elif kind == "Z":
            start = points[0] if points else (0.0, 0.0)
            corners.add(len(points) - 1)
            # A line back to the start, then a closing command: the second closing line has no
            # length, and no direction to join.
            if len(points) > 1 and dist(points[-1], start) < 1e-9:
                points.pop()
                corners.discard(len(points))
            yield from line(True)
            points, corners = [start], set()
        else:
            corners.add(len(points) - 1)
            points += _chords(points[-1], values, tolerance)
    yield from line(False)


def _chords(start: Point, values: Sequence[float], tolerance: float) -> Iterator[Point]:
    if len(values) == 2:
        yield values[0], values[1]
        return
    one, two, end = (values[0], values[1]), (values[2], values[3]), (values[4], values[5])
    bend = max(
        hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in ((start, one, two), (one, two, end))
    )
    # A chord over 1/n of a curve is off by at most an eighth of the second derivative, over n². That
    # derivative is at most 6 · bend, so n² = 6/8 · bend / tolerance.
    steps = max(1, ceil(sqrt(0.75 * bend / tolerance)))
    for step in range(1, steps + 1):
        yield cubic_point(start, one, two, end, t=step / steps)


def _dashes(line: _Line, pen: Pen) -> Iterator[_Line]:
    """The dashes of a line; each is open."""
    lengths = pen.dash if len(pen.dash) % 2 == 0 else pen.dash * 2
    index, left = 0, pen.phase % sum(lengths)
    while left >= lengths[index]:
        left -= lengths[index]
        index = (index + 1) % len(lengths)
    left = lengths[index] - left
    points = (*line.points, line.points[0]) if line.is_closed else line.points
    here: list[Point] = [points[0]]
    corners: set[int] = set()
    for number, (start, end) in enumerate(pairwise(points)):
        whole, at = dist(start, end), 0.0
        # A dash that begins at a corner has no join there: it starts in one direction only.
        if number in line.corners and len(here) > 1:
            corners.add(len(here) - 1)
        while whole - at > left:
            at += left
            cut = (start[0] + (end[0] - start[0]) * at / whole, start[1] + (end[1] - start[1]) * at / whole)
            if index % 2 == 0:
                yield _Line((*here, cut), frozenset(corners), False)
            here, corners = [cut], set()
            index = (index + 1) % len(lengths)
            left = lengths[index]
        left -= whole - at
        here.append(end)
    if index % 2 == 0 and len(here) > 1:
        yield _Line(tuple(here), frozenset(corners), False)


def _polygons(line: _Line, pen: Pen) -> Iterator[Polygon]:
    half = pen.width / 2
    points = [p for at, p in enumerate(line.points) if at == 0 or dist(p, line.points[at - 1]) > 1e-9]
    corners = {line.points[at] for at in line.corners}
    if len(points) == 1:
        yield from _dot(points[0], half, pen)
        return
    ring = (*points, points[0]) if line.is_closed else tuple(points)
    normals = [_normal(a, b, half) for a, b in pairwise(ring)]
    for (a, b), (nx, ny) in zip(pairwise(ring), normals, strict=True):
        yield (a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)
    last = len(normals)
    for at in range(0 if line.is_closed else 1, last):
        # Where chords of one curve meet, a bevel fills the gap.
        is_corner = at == 0 or ring[at] in corners
        yield from _joint(ring[at], normals[at - 1], normals[at], pen=pen if is_corner else _smooth(pen))
    if not line.is_closed:
        yield from _cap(ring[0], normals[0], -1.0, pen=pen)
        yield from _cap(ring[-1], normals[-1], 1.0, pen=pen)


def _smooth(pen: Pen) -> Pen:
    return msgspec.structs.replace(pen, join="bevel")


def _normal(start: Point, end: Point, half: float) -> Point:
    length = dist(start, end)
    return -(end[1] - start[1]) * half / length, (end[0] - start[0]) * half / length


def _joint(at: Point, before: Point, after: Point, pen: Pen) -> Iterator[Polygon]:
    if pen.join == "round":
        yield _circle(at, pen.width / 2, pen.tolerance)
        return
    turn = before[0] * after[1] - before[1] * after[0]
    if turn == 0 and before[0] * after[0] + before[1] * after[1] > 0:
        return
    # The gap is on the outer side of the turn; on the inner side, the rectangles overlap.
    side = -1.0 if turn > 0 else 1.0
    one = (at[0] + side * before[0], at[1] + side * before[1])
    two = (at[0] + side * after[0], at[1] + side * after[1])
    half = pen.width / 2
    # The tip is where the outer edges meet: at the sum of both normals, stretched.
    sx, sy = before[0] + after[0], before[1] + after[1]
    reach = (sx * sx + sy * sy) / (4 * half * half)  # The square of the cosine of half the turn.
    # The miter's length relative to the width is 1 / cos(turn / 2), which SVG's limit bounds.
    if pen.join == "miter" and reach > 0 and 1 / sqrt(reach) <= pen.miter:
        tip = (at[0] + side * sx / (2 * reach), at[1] + side * sy / (2 * reach))
        yield at, one, tip, two
    else:
        yield at, one, two


def _cap(at: Point, normal: Point, way: float, pen: Pen) -> Iterator[Polygon]:
    if pen.cap == "round":
        yield _circle(at, pen.width / 2, pen.tolerance)
    elif pen.cap == "square":
        nx, ny = normal
        dx, dy = way * ny, -way * nx
        yield (
            (at[0] + nx, at[1] + ny),
            (at[0] + nx + dx, at[1] + ny + dy),
            (at[0] - nx + dx, at[1] - ny + dy),
            (at[0] - nx, at[1] - ny),
        )


def _dot(at: Point, half: float, pen: Pen) -> Iterator[Polygon]:
    if pen.cap == "round":
        yield _circle(at, half, pen.tolerance)
    elif pen.cap == "square":
        (x, y) = at
        yield (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def _circle(at: Point, radius: float, tolerance: float) -> Polygon:
    # A chord over 1/n of a circle is off by r · (1 - cos(π/n)), at most the tolerance.
    steps = max(8, ceil(pi / acos(max(0.0, 1 - tolerance / max(radius, tolerance)))))
    return [
        (at[0] + radius * cos(2 * pi * step / steps), at[1] + radius * sin(2 * pi * step / steps))
        for step in range(steps)
    ]
