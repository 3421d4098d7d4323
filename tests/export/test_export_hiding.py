"""What an opaque shape hides: boxes that are wholly inside convex outlines and clips, and no others."""

import pytest
from nineup.base.geometry import Box, Matrix, Size
from nineup.model.drawing import Form, Group, Op, Path, Segment, Tiling, Use, circle, rectangle, rounded
from nineup_export.press.areas import hides

RED = (1.0, 0.0, 0.0)
ALL = Box(0, 0, 100, 100)
MIDDLE, CORNER = Box(40, 40, 20, 20), Box(1, 1, 10, 10)


def ring(*points: tuple[float, float]) -> tuple[Segment, ...]:
    first, *others = points
    return (("M", *first), *(("L", *point) for point in others), ("Z",))


CHAMFERED = ring((10, 0), (90, 0), (100, 10), (100, 90), (90, 100), (10, 100), (0, 90), (0, 10))
STAR = ring((50, 0), (79, 90), (2, 35), (98, 35), (21, 90))
NOTCHED = ring((0, 0), (100, 0), (100, 100), (0, 100), (45, 50))
TWO = (*rectangle(Box(0, 0, 100, 50)), *rectangle(Box(0, 50, 100, 50)))


@pytest.mark.parametrize(
    ("outline", "middle", "corner"),
    [
        (rectangle(ALL), True, True),
        (CHAMFERED, True, False),
        (circle(50, 50, 50), True, False),
        (rounded(ALL, 20, 20), True, False),
        (rounded(ALL, 1, 1), True, True),
        (STAR, False, False),
        (NOTCHED, False, False),
        (TWO, False, False),
    ],
    ids=["box", "chamfered", "circle", "round", "nearly-square", "star", "notched", "two"],
)
def test_a_convex_shape_hides_what_is_inside_it(
    outline: tuple[Segment, ...], middle: bool, corner: bool
) -> None:
    assert hides(Path(outline, fill=RED), MIDDLE) == middle
    assert hides(Path(outline, fill=RED), CORNER) == corner
    assert not hides(Path(outline, fill=RED), Box(90, 40, 20, 20)), "it sticks out"


@pytest.mark.parametrize(
    ("op", "hidden"),
    [
        (Path(rectangle(ALL)), False),
        (Path(rectangle(ALL), fill=Tiling((), Box(0, 0, 5, 5))), False),
        (Group((Path(rectangle(ALL), fill=RED),), clip=Path(circle(50, 50, 20))), True),
        (Group((Path(rectangle(ALL), fill=RED),), clip=Path(circle(50, 50, 12))), False),
        (Group((Path(rectangle(ALL), fill=RED),), Matrix.scaling(0.5, 0.5)), False),
        (Use(Form("f", Size(50, 50), (Path(rectangle(Box(0, 0, 50, 50)), fill=RED),)), Matrix.scaling(2, 2)), True),
    ],
    ids=["no-fill", "pattern", "clip", "narrow-clip", "smaller", "form"],
)  # fmt: skip
def test_fills_clips_and_places_count(op: Op, hidden: bool) -> None:
    assert hides(op, MIDDLE) == hidden
