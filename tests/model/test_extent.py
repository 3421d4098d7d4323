"""Boxes around ink are never too small."""

from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Box, Matrix, Size
from nineup.model.drawing import (
    Form,
    Gap,
    GlyphRun,
    Group,
    Image,
    Path,
    PlacedImage,
    Stroke,
    Text,
    Use,
    circle,
    rectangle,
)
from nineup.model.extent import NOTHING, bounds

BLACK = (0.0, 0.0, 0.0)
SQUARE = Path(rectangle(Box(1, 2, 3, 4)), BLACK)


def test_nothing_has_no_bounds() -> None:
    assert bounds(()) == NOTHING
    assert bounds((Path((("Z",),), BLACK), SQUARE)) == Box(1, 2, 3, 4)


def test_lines_reach_beyond_their_outline() -> None:
    mitred = Path(SQUARE.segments, None, Stroke(BLACK, 2, miter=4))
    round_one = Path(SQUARE.segments, None, Stroke(BLACK, 2, join="round", cap="square"))
    assert bounds((mitred,)) == Box(1, 2, 3, 4).outset(4)
    assert bounds((round_one,)) == Box(1, 2, 3, 4).outset(1.5)


def test_pictures_uses_and_groups() -> None:
    picture = PlacedImage(Image("d", 1, 1, "grey", 1, b"\0"), Box(5, 5, 5, 5))
    use = Use(Form("f", Size(9, 9), (SQUARE,)), Matrix.scaling(2, 2))
    assert bounds((picture,)) == Box(5, 5, 5, 5)
    assert bounds((use,)) == Box(2, 4, 6, 8)
    assert bounds((Group((SQUARE, picture), Matrix.translation(10, 0)),)) == Box(11, 2, 9, 8)
    assert bounds((Group((SQUARE,), clip=Path(rectangle(Box(0, 0, 2, 3)))),)) == Box(0, 0, 2, 3)


def test_text_is_held_with_room_to_spare() -> None:
    line = Text(10, 20, 10, (GlyphRun("f", BLACK, (Gap(3000),)),))
    assert bounds((line,)).contains(Box(10, 10, 30, 13))


@given(st.floats(-360, 360), st.floats(-50, 50), st.floats(-50, 50), st.floats(0.1, 9))
def test_a_moved_box_holds_what_it_held(turn: float, x: float, y: float, scale: float) -> None:
    matrix = Matrix.translation(x, y) @ Matrix.rotation(turn) @ Matrix.scaling(scale, 1)
    box = bounds((Path(circle(3, 4, 5), BLACK),))
    for corner_x in (box.x, box.right):
        for corner_y in (box.y, box.bottom):
            assert matrix.map_box(box).contains(Box(*matrix.apply(corner_x, corner_y), 0, 0))
