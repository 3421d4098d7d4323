"""Cubic Bézier curves: their points, directions and extremes."""

import math

from nineup.base.geometry.box import Point


def cubic(a: float, b: float, c: float, d: float, t: float) -> float:
    """One coordinate of the curve with the control values a, b, c, d at the parameter t (0 to 1)."""
    s = 1 - t
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d


def cubic_point(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """The point of a curve at the parameter t (0 to 1)."""
    return cubic(a[0], b[0], c[0], d[0], t), cubic(a[1], b[1], c[1], d[1], t)


def cubic_direction(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """A third of the curve's derivative at t: the direction of travel; zero where control points coincide."""
    s = 1 - t
    k, m, n = s * s, 2 * s * t, t * t
    return (
        k * (b[0] - a[0]) + m * (c[0] - b[0]) + n * (d[0] - c[0]),
        k * (b[1] - a[1]) + m * (c[1] - b[1]) + n * (d[1] - c[1]),
    )


def cubic_range(a: float, b: float, c: float, d: float) -> tuple[float, float]:
    """The smallest and the largest value of one coordinate along the curve."""
    low, high = (a, d) if a <= d else (d, a)
    if low <= b <= high and low <= c <= high:
        return low, high
    extremes = [a, d]
    for t in _roots(d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a):
        if 0 < t < 1:
            extremes.append(cubic(a, b, c, d, t))
    return min(extremes), max(extremes)


def _roots(a: float, b: float, c: float) -> tuple[float, ...]:
    """The real roots of a·t² + b·t + c."""
    if abs(a) < 1e-12:
        return (-c / b,) if abs(b) > 1e-12 else ()
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return ()
    root = math.sqrt(discriminant)
    return (-b + root) / (2 * a), (-b - root) / (2 * a)
