"""Long outlines are what tuples of segments are, in less memory."""

import tracemalloc
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Matrix, Segment, control_bounds, outline_bounds, transform_outline
from nineup.base.geometry.long_outline import POINTS, LongOutline, as_outline

NUMBERS = st.floats(-300, 300).map(lambda value: round(value, 3))


@st.composite
def outlines(draw: st.DrawFn) -> LongOutline:
    kinds = "M" + "".join(draw(st.lists(st.sampled_from(("L", "C", "ZM")), min_size=1, max_size=12)))
    count = sum(POINTS[kind] for kind in kinds)
    xs, ys = (draw(st.lists(NUMBERS, min_size=count, max_size=count)) for _ in "xy")
    return LongOutline(kinds.encode(), array("d", xs), array("d", ys))


MATRICES = st.builds(Matrix, *[st.floats(-2, 2).map(lambda value: round(value, 2))] * 4, NUMBERS, NUMBERS)


def numbers(segments: tuple[Segment, ...]) -> list[float]:
    return [value for segment in segments for value in segment[1:]]


@given(outlines())
def test_it_is_a_sequence_of_segments(outline: LongOutline) -> None:
    segments = tuple(outline)
    assert len(segments) == len(outline)
    assert tuple(outline[number] for number in range(-len(outline), len(outline))) == segments * 2
    assert outline[1:] == segments[1:]
    assert outline == segments
    assert outline != segments[:-1]
    same = LongOutline(outline.kinds, outline.xs[:], outline.ys[:])
    assert same == outline
    assert hash(same) == hash(outline)
    with pytest.raises(IndexError):
        outline[len(outline)]


@given(outlines(), MATRICES)
def test_it_is_transformed_and_measured_as_tuples_are(outline: LongOutline, matrix: Matrix) -> None:
    exact = transform_outline(tuple(outline), matrix)
    assert transform_outline(outline, matrix) == exact
    whole = transform_outline(outline, matrix, 4)
    assert isinstance(whole, LongOutline)
    assert whole.parts in (1_000, 10_000)
    assert {segment[0] for segment in whole} == {segment[0] for segment in exact}
    assert numbers(tuple(whole)) == pytest.approx(numbers(exact), abs=0.51 / whole.parts)
    for measure in (outline_bounds, control_bounds):
        found, expected = measure(whole), measure(tuple(whole))
        assert found is not None
        assert expected is not None
        assert tuple(found) == pytest.approx(tuple(expected), abs=1e-9)


@given(outlines())
def test_whole_numbers_are_transformed_again(outline: LongOutline) -> None:
    once = transform_outline(outline, Matrix.scaling(0.5, 0.5), 4)
    twice = transform_outline(once, Matrix.scaling(2, 2), 4)
    assert numbers(tuple(twice)) == pytest.approx(numbers(tuple(outline)), abs=3e-3)


def test_numbers_far_away_or_rounded_otherwise_are_not_whole() -> None:
    outline = LongOutline(b"ML", array("d", [0.0, 300_000.0]), array("d", [0.0, 0.12345678]))
    assert tuple(transform_outline(outline, Matrix(), 4)) == (("M", 0, 0), ("L", 300_000, 0.1235))
    assert tuple(transform_outline(outline, Matrix(), 6)) == (("M", 0, 0), ("L", 300_000, 0.123457))


def test_points_in_one_place_are_seen() -> None:
    def outline(*xs: float) -> LongOutline:
        return LongOutline(b"M" + b"L" * (len(xs) - 1), array("d", xs), array("d", [5.0] * len(xs)))

    assert outline(1, 1, 2).stands_still
    assert not outline(1, 2, 1).stands_still


def test_a_long_outline_takes_a_tenth_of_the_memory_of_tuples() -> None:
    count = 20_000
    xs = array("d", (n * 1.37 for n in range(count)))
    tracemalloc.start()
    try:
        drawn = transform_outline(as_outline(b"M" + b"L" * (count - 1), xs, xs), Matrix.scaling(3, 3), 4)
        held, _ = tracemalloc.get_traced_memory()
        tuples = tuple(drawn)
        more = tracemalloc.get_traced_memory()[0] - held
    finally:
        tracemalloc.stop()
    assert len(tuples) == count
    assert held < more / 10
