"""What a drawn face shows: the hull of what a symbol has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.rules.ink import hull

POINTS = st.lists(st.tuples(*(st.integers(0, 6).map(float) | st.floats(0, 20, width=32),) * 2), max_size=30)


@given(POINTS, st.floats(-5, 25), st.floats(-5, 25))
def test_a_hull_reaches_as_far_as_its_points(points: list[tuple[float, float]], x: float, y: float) -> None:
    corners = hull(points)
    assert set(corners) <= set(points)
    assert bool(corners) == bool(points)
    for reach in (lambda p: p[0], lambda p: -p[0], lambda p: p[1], lambda p: -p[1]):
        assert max(map(reach, corners), default=0) == max(map(reach, points), default=0)
    furthest = [max(((a - x) ** 2 + (b - y) ** 2 for a, b in each), default=0) for each in (corners, points)]
    assert furthest[0] == pytest.approx(furthest[1])


def test_points_within_are_no_corners() -> None:
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    assert set(hull([*square, (2.0, 2.0), (2.0, 0.0), (4.0, 3.0), (1.0, 3.0)])) == set(square)
