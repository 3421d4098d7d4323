"""Where boards are cut: beside words and small pictures, as far as the parts fit their pages."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Box, Matrix, Size
from nineup.base.units import MM
from nineup.impose.poster import divide, stretches
from nineup.impose.seams import CLEAR, cuts, uncut
from nineup.model.drawing import Face, Form, Group, Path, Use, rectangle
from nineup.model.paper import SheetSpec

ROOMS = (400.0, 400.0, 400.0)


def test_without_anything_to_keep_whole_cuts_are_even() -> None:
    assert cuts(900, ROOMS, 50, ()) == (300, 600)
    assert cuts(700, (360, 400), 50, ()) == (350,)
    assert cuts(750, (360, 400), 50, ()) == (355,)


def test_a_cut_moves_off_a_word_no_farther_than_it_must() -> None:
    (cut,) = cuts(600, (400, 400), 50, [(280, 340)])
    assert 280 - CLEAR - 3 <= cut < 280 - CLEAR


def test_a_cut_that_cannot_avoid_all_crosses_the_fewest() -> None:
    (cut,) = cuts(700, (400, 400), 50, [(290, 410), (290, 350), (295, 345)])
    assert 350 < cut <= 400


def test_a_cut_stays_where_parts_fit_even_if_that_crosses_a_word() -> None:
    assert cuts(800, (400, 400), 50, [(380, 420)]) == (400,)


@pytest.mark.parametrize("length", [100, 101])
def test_a_cut_may_lie_as_far_as_its_room_reaches(length: float) -> None:
    assert cuts(length, (60, 60), 10, [(36, 54)]) == (60,)


@given(
    st.floats(500, 1150),
    st.lists(st.tuples(st.floats(0, 1100), st.floats(5, 120)), max_size=12),
)
def test_no_part_is_larger_than_its_room(length: float, words: list[tuple[float, float]]) -> None:
    spans = [(start, start + width) for start, width in words]
    edges = (0.0, *cuts(length, ROOMS, 50, spans), length)
    assert len(edges) == 4
    for (start, end), room in zip(pairwise(edges), ROOMS, strict=True):
        assert 50 - 1e-6 <= end - start <= room + 1e-6


def test_words_and_small_pictures_are_kept_whole_and_the_ground_is_not() -> None:
    sign = Form("sign", Size(20, 20), (Path(rectangle(Box(0, 0, 20, 20)), fill=(0.0, 0.0, 0.0)),))
    word = Group((Path(rectangle(Box(0, 0, 50, 10)), fill=(0.0, 0.0, 0.0)),), says="Hub")
    ground = Path(rectangle(Box(0, 0, 900, 900)), fill=(0.9, 0.9, 0.9))
    turned = Group((word,), Matrix.translation(100, 200))
    face = Face("board", Size(900, 900), 0, (ground, Use(sign, Matrix.translation(400, 40)), turned))
    assert uncut(face) == (Box(400, 40, 20, 20), Box(100, 200, 50, 10))


def test_a_board_is_divided_beside_what_is_whole() -> None:
    size = Size(420 * MM, 420 * MM)
    middle = Box(size.width / 2 - 30, size.height / 2 - 30, 60, 60)
    division = divide(size, SheetSpec(), [middle])
    assert division is not None
    for spans, (low, high) in (
        (division.columns, (middle.x, middle.right)),
        (division.rows, (middle.y, middle.bottom)),
    ):
        assert not any(low < span.start < high for span in spans)
    assert len(division.columns) * len(division.rows) == divide(size, SheetSpec()).amount  # type: ignore[union-attr]


@pytest.mark.parametrize("whole", [(), ((100.0, 130.0),)])
def test_spans_reach_from_edge_to_edge(whole: tuple[tuple[float, float], ...]) -> None:
    spans = stretches(1000, 450, 0, 20, whole)
    assert spans[0].start == 0
    assert spans[-1].end == 1000
    assert all(one.end == other.start for one, other in pairwise(spans))
