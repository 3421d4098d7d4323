"""Which ways an outline runs, held against the winding numbers of points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Box, Segment, winding_range
from nineup.base.geometry.rays import RayIndex
from nineup.model.drawing import circle, rectangle

SQUARE = rectangle(Box(0, 0, 10, 10))
LEAF: tuple[Segment, ...] = (("M", 0, 5), ("C", 3, 1, 7, 1, 10, 5), ("C", 7, 9, 3, 9, 0, 5), ("Z",))


def polygon(*points: tuple[float, float]) -> tuple[Segment, ...]:
    first, *rest = points
    return (("M", *first), *(("L", *point) for point in rest), ("Z",))


@pytest.mark.parametrize(
    ("outline", "numbers"),
    [
        ((), (0, 0)),
        (SQUARE, (0, 1)),
        (circle(5, 5, 5), (0, 1)),
        (LEAF, (0, 1)),
        ((LEAF[0], ("C", 3, 9, 7, 9, 10, 5), ("C", 7, 1, 3, 1, 0, 5), ("Z",)), (-1, 0)),
        (polygon((0, 0), (0, 10), (10, 10), (10, 0)), (-1, 0)),
        (polygon((0, 0), (30, 30), (30, 0), (0, 30)), (-1, 1)),
        ((*SQUARE, *polygon((3, 3), (3, 7), (7, 7), (7, 3))), (0, 1)),
        ((*SQUARE, *polygon((13, 3), (13, 7), (17, 7), (17, 3))), (-1, 1)),
        ((*SQUARE, *SQUARE), (0, 2)),
        (polygon((0, 0), (10, 0), (10, 10), (20, 10), (10, 10), (0, 10)), (0, 1)),
        (polygon((0, 0), (10, 0), (10, 10), (10, 20), (10, 10), (0, 10)), (0, 1)),
    ],
)
def test_the_lowest_and_the_highest_number(outline: tuple[Segment, ...], numbers: tuple[int, int]) -> None:
    assert winding_range(outline) == numbers


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=9))
def test_no_point_has_a_number_outside_the_range(corners: list[tuple[int, int]]) -> None:
    outline = polygon(*corners)
    # Places that no line from one corner to another goes through.
    across = [number + share for number in range(6) for share in (0.2391, 0.5713, 0.8117)]
    down = [number + share for number in range(6) for share in (0.1373, 0.4481, 0.9071)]
    rays = RayIndex(outline, 1)
    numbers = {0, *(rays.meets(x, y)[1] for x in across for y in down)}
    lowest, highest = winding_range(outline) or (0, 0)
    assert lowest <= min(numbers) <= max(numbers) <= highest


def test_a_scribble_is_not_told() -> None:
    scribble = polygon(*((x, 1000 * (x % 2)) for x in range(1000)))
    assert winding_range(scribble) is None
