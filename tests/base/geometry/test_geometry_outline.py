"""Outlines and curves: their boxes and directions, and the hull of points."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nineup.base.geometry import (
    Box,
    Matrix,
    Segment,
    control_bounds,
    convex_hull,
    cubic_direction,
    cubic_point,
    cubic_range,
    flatten,
    outline_bounds,
    reverse,
    transform_outline,
    winding_range,
)

POINTS = st.lists(st.tuples(*(st.integers(0, 6).map(float) | st.floats(0, 20, width=32),) * 2), max_size=30)


@example([(0.0, 1.0), (1.0, 0.0), (1.0, 1.5e-32)], 0.0, 0.0)
@given(POINTS, st.floats(-5, 25), st.floats(-5, 25))
def test_a_hull_reaches_as_far_as_its_points(points: list[tuple[float, float]], x: float, y: float) -> None:
    corners = convex_hull(points)
    assert set(corners) <= set(points)
    assert bool(corners) == bool(points)
    for reach in (lambda p: p[0], lambda p: -p[0], lambda p: p[1], lambda p: -p[1]):
        # Rounding drops a corner that is almost on the line between its neighbours.
        assert max(map(reach, corners), default=0) == pytest.approx(max(map(reach, points), default=0))
    furthest = [max(((a - x) ** 2 + (b - y) ** 2 for a, b in each), default=0) for each in (corners, points)]
    assert furthest[0] == pytest.approx(furthest[1])


def test_points_inside_a_hull_are_not_corners() -> None:
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    assert set(convex_hull([*square, (2.0, 2.0), (2.0, 0.0), (4.0, 3.0), (1.0, 3.0)])) == set(square)


SQUARE: tuple[Segment, ...] = (("M", 0.0, 0.0), ("L", 4.0, 0.0), ("C", 4.0, 2.0, 3.0, 4.0, 0.0, 4.0), ("Z",))


def test_bounds_follow_curves_not_control_points() -> None:
    assert outline_bounds((("M", 0, 0), ("C", 0, 4, 10, 4, 10, 0))) == Box(0, 0, 10, 3)


def test_reverse_keeps_the_outline() -> None:
    back = reverse(SQUARE)
    assert (winding_range(SQUARE), winding_range(back)) == ((0, 1), (-1, 0))
    assert outline_bounds(back) == outline_bounds(SQUARE)
    assert reverse(back)[1:3] == (("L", 4.0, 0.0), ("C", 4.0, 2.0, 3.0, 4.0, 0.0, 4.0))


def test_a_transformed_outline_has_no_negative_zero() -> None:
    assert str(transform_outline((("M", 0.0, 0.0),), Matrix.scaling(-1, -1), 4)) == "(('M', 0.0, 0.0),)"


def test_a_transformed_outline_is_rounded_only_on_request() -> None:
    third = Matrix.scaling(1 / 3, 1)
    assert transform_outline((("L", 1.0, 2.0), ("Z",)), third) == (("L", 1 / 3, 2.0), ("Z",))
    assert transform_outline((("L", 1.0, 2.0), ("Z",)), third, 2) == (("L", 0.33, 2.0), ("Z",))


def test_control_bounds_contain_the_control_points() -> None:
    assert control_bounds((("M", 0, 0), ("C", 0, 4, 10, 4, 10, 0), ("Z",))) == Box(0, 0, 10, 4)
    assert control_bounds(()) is None


def test_flatten_gives_each_subpath_its_points() -> None:
    curve: Segment = ("C", 0.0, 4.0, 8.0, 4.0, 8.0, 0.0)
    first, second = flatten((("M", 0.0, 0.0), curve, ("Z",), ("M", 9.0, 9.0), ("L", 9.0, 8.0)), 2)
    assert first == ((0.0, 0.0), (4.0, 3.0), (8.0, 0.0))
    assert second == ((9.0, 9.0), (9.0, 8.0))


CONTROLS = st.tuples(*(st.tuples(st.floats(-50, 50), st.floats(-50, 50)),) * 4)


@given(CONTROLS, st.floats(0, 1))
def test_a_curve_stays_within_its_range(controls: Any, t: float) -> None:
    x, y = cubic_point(*controls, t)
    for at, axis in ((x, 0), (y, 1)):
        low, high = cubic_range(*(point[axis] for point in controls))
        assert low - 1e-9 <= at <= high + 1e-9


@given(CONTROLS, st.floats(0.01, 0.99))
def test_the_direction_is_a_third_of_the_derivative(controls: Any, t: float) -> None:
    (x1, y1), (x2, y2) = cubic_point(*controls, t - 1e-4), cubic_point(*controls, t + 1e-4)
    u, v = cubic_direction(*controls, t)
    assert (u, v) == pytest.approx(((x2 - x1) / 6e-4, (y2 - y1) / 6e-4), abs=1e-3)


@given(st.floats(-1e15, 1e15))
@example(0.00005)
@example(-1.00015)
@example(2.5e-5)
def test_coordinates_are_rounded_as_by_python(value: float) -> None:
    assert transform_outline((("M", value, -value),), Matrix(), 4) == (
        ("M", round(value, 4) + 0.0, round(-value, 4) + 0.0),
    )
