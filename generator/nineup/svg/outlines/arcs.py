"""Elliptical arcs as cubic curves (SVG 1.1, appendix F.6)."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from nineup.base.geometry import Point, Segment


def arc(start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point) -> Iterator[Segment]:
    """An elliptical arc as cubics of at most a quarter turn each (SVG 1.1, appendix F.6); `turn` in degrees.

    A line if a radius is 0; nothing if the arc ends where it starts.
    """
    if start == end:
        return
    if radii[0] == 0 or radii[1] == 0:
        yield ("L", *end)
        return
    (cx, cy), (rx, ry), cos, sin, first, sweeping = _on_ellipse(
        start, radii, math.radians(turn), large, sweep, end
    )
    count = max(1, math.ceil(abs(sweeping) / (math.pi / 2) - 1e-9))
    step = sweeping / count
    k = 4 / 3 * math.tan(step / 4)
    a, b, c, d = cos * rx, sin * rx, sin * ry, cos * ry
    x, y = math.cos(first), math.sin(first)
    for index in range(1, count + 1):
        p, q = x - k * y, y + k * x
        x, y = math.cos(first + index * step), math.sin(first + index * step)
        u, v = x + k * y, y - k * x
        ends = end if index == count else (cx + a * x - c * y, cy + b * x + d * y)
        yield (
            *("C", cx + a * p - c * q, cy + b * p + d * q, cx + a * u - c * v, cy + b * u + d * v),
            *ends,
        )


class _Ellipse(NamedTuple):
    """An ellipse by its centre, its radii, the cosine and sine of its turn, and an arc of it: its start and extent, in radians."""

    centre: Point
    radii: Point
    cos: float
    sin: float
    first: float
    sweeping: float


def _on_ellipse(start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point) -> _Ellipse:
    """The ellipse of an arc; `turn` in radians."""
    cos, sin = math.cos(turn), math.sin(turn)
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * half_x + sin * half_y, cos * half_y - sin * half_x
    rx, ry = _radii(radii, px, py)
    rest = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1
    factor = math.sqrt(max(0.0, rest)) * (-1 if large == sweep else 1)
    mx, my = factor * rx * py / ry, -factor * ry * px / rx
    cx = cos * mx - sin * my + (start[0] + end[0]) / 2
    cy = sin * mx + cos * my + (start[1] + end[1]) / 2
    first = math.atan2((py - my) / ry, (px - mx) / rx)
    last = math.atan2((-py - my) / ry, (-px - mx) / rx)
    return _Ellipse((cx, cy), (rx, ry), cos, sin, first, _sweeping(last - first, sweep))


def _radii(radii: Point, px: float, py: float) -> Point:
    """The radii, enlarged if necessary to reach both ends, which are at (px, py) and opposite."""
    rx, ry = abs(radii[0]), abs(radii[1])
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    return rx * grow, ry * grow


def _sweeping(angle: float, sweep: bool) -> float:
    """The angle clockwise or counterclockwise."""
    if sweep and angle < 0:
        return angle + 2 * math.pi
    return angle - 2 * math.pi if not sweep and angle > 0 else angle
