"""Boxes and matrices: shared edges do not overlap, transforms compose in the order they are written."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nineup.base.geometry import Box, Matrix, union

coordinates = st.floats(-1000, 1000, allow_nan=False)
matrices = st.builds(Matrix, *[st.floats(-4, 4)] * 6)


def test_boxes_that_share_an_edge_do_not_overlap() -> None:
    box = Box(0, 0, 10, 20)
    assert not box.overlaps(Box(10, 0, 10, 20))
    assert not box.overlaps(Box(0, 20, 10, 20))
    assert box.overlaps(Box(9.9, 19.9, 5, 5))
    assert box.overlaps(Box(2, 2, 1, 1))


def test_a_box_contains_itself_and_not_what_sticks_out() -> None:
    box = Box(5, 5, 10, 10)
    assert box.contains(box)
    assert box.contains(box.outset(-1))
    assert not box.contains(box.outset(0.01))


def test_outset_keeps_the_centre() -> None:
    assert Box(5, 6, 10, 20).outset(2) == Box(3, 4, 14, 24)


@given(matrices, matrices, coordinates, coordinates)
def test_the_inner_matrix_applies_first(outer: Matrix, inner: Matrix, x: float, y: float) -> None:
    through = outer.apply(*inner.apply(x, y))
    at_once = (outer @ inner).apply(x, y)
    assert all(abs(a - b) < 1e-6 * (1 + abs(a)) for a, b in zip(through, at_once, strict=True))


def test_a_quarter_turn_is_exact_and_clockwise_on_the_page() -> None:
    assert Matrix.rotation(90).apply(1, 0) == (0, 1)
    assert Matrix.rotation(180) == Matrix(-1, 0, 0, -1)


def test_the_scale_of_a_matrix() -> None:
    assert (Matrix.scaling(2, 8) @ Matrix.rotation(90)).scale == 4


def test_the_intersection_of_boxes_that_only_touch_is_nothing() -> None:
    assert Box(0, 0, 10, 10).intersection(Box(4, 5, 10, 2)) == Box(4, 5, 6, 2)
    assert Box(0, 0, 10, 10).intersection(Box(10, 0, 5, 5)) is None


def test_the_union_contains_all_boxes_and_skips_empty_ones() -> None:
    assert union([Box(1, 2, 3, 4), None, Box(-1, 5, 1, 6)]) == Box(-1, 2, 5, 9)
    assert union([None]) is None


@given(matrices, coordinates, coordinates)
def test_the_inverse_leads_back(matrix: Matrix, x: float, y: float) -> None:
    assume(abs(matrix.a * matrix.d - matrix.b * matrix.c) > 0.1)
    assert matrix.inverse().apply(*matrix.apply(x, y)) == pytest.approx((x, y), abs=1e-6)
