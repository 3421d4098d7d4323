"""Whether a point lies in an outline: the same whether it is looked at as rings or, where it is long, in
bands.
"""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Matrix
from nineup.faces.surface import Area, area
from nineup.model.drawing import Segment, circle

COORDINATE = st.integers(0, 40).map(float)
SEGMENT = st.one_of(
    st.tuples(st.just("M"), COORDINATE, COORDINATE),
    st.tuples(st.just("L"), COORDINATE, COORDINATE),
    st.tuples(st.just("C"), *(COORDINATE,) * 6),
    st.just(("Z",)),
)


@given(st.lists(SEGMENT, max_size=24), st.lists(st.tuples(*(st.floats(-1, 41),) * 2), max_size=20))
def test_bands_hold_what_rings_hold(segments: list[Segment], points: list[tuple[float, float]]) -> None:
    outline: tuple[Segment, ...] = (("M", 20.0, 20.0), *segments)
    for even_odd in (True, False):
        short = [Area(outline, Matrix(), even_odd).holds(*point) for point in points]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys.modules["nineup.faces.surface.marks"], "_LONG_OUTLINE", 0)
            assert [Area(outline, Matrix(), even_odd).holds(*point) for point in points] == short


def test_a_long_outline_is_found_where_it_is_moved_to() -> None:
    rings = tuple(
        segment for x in range(20) for y in range(20) for segment in circle(10 * x + 5.0, 10 * y + 5.0, 4)
    )
    moved = area(rings, Matrix(2.0, 0.0, 0.0, 2.0, 100.0, 50.0))
    assert moved.holds(100 + 2 * 5, 50 + 2 * 5)
    assert moved.holds(100 + 2 * 195, 50 + 2 * 195)
    assert not moved.holds(100 + 2 * 10, 50 + 2 * 10)
    assert not moved.holds(5, 5)
