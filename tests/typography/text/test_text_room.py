"""Text inside outlines: circles, polygons and paths."""

from math import cos, radians, sin, sqrt
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.base.geometry import Box, Outline, outline_bounds
from nineup.model.drawing import Text, Use
from nineup.typography.text import Room, SetText, Style, set_frames
from textkit import FONTS, STYLE, lines, setting, width

SETTING = setting()
CENTERED = msgspec.structs.replace(STYLE, align="center", valign="middle", min_size=3.0)
LONG = "When you place this token, every other player gives you one coin, or discards a card of their choice."
K = 0.5522847498


def polygon(*points: tuple[float, float]) -> Outline:
    first, *others = points
    return (("M", *first), *(("L", *point) for point in others), ("Z",))


def circle(x: float, y: float, r: float) -> Outline:
    k = K * r
    return (
        ("M", x + r, y),
        ("C", x + r, y + k, x + k, y + r, x, y + r),
        ("C", x - k, y + r, x - r, y + k, x - r, y),
        ("C", x - r, y - k, x - k, y - r, x, y - r),
        ("C", x + k, y - r, x + r, y - k, x + r, y),
        ("Z",),
    )


HEXAGON = polygon(*((50 + 45 * cos(radians(60 * n)), 50 + 45 * sin(radians(60 * n))) for n in range(6)))
TRIANGLE = polygon((50, 5), (95, 90), (5, 90))
CIRCLE = circle(50, 50, 45)
HEART = (
    ("M", 50, 95),
    ("C", 5, 60, 0, 40, 5, 20),
    ("C", 15, 0, 40, 0, 50, 25),
    ("C", 60, 0, 85, 0, 95, 20),
    ("C", 100, 40, 95, 60, 50, 95),
    ("Z",),
)
OUTLINES: dict[str, Any] = {"circle": CIRCLE, "hexagon": HEXAGON, "triangle": TRIANGLE, "heart": HEART}


def placed(text: str, outline: Outline, style: Style = CENTERED, padding: float = 0.0) -> SetText:
    bounds = outline_bounds(outline)
    assert bounds is not None
    return set_frames((text,), bounds, style, SETTING, room=Room(outline, padding))[0]


def inside(outline: Outline, x: float, y: float) -> bool:
    """Whether a point is inside, by the chords of every curve, counted anew."""
    points: list[tuple[float, float]] = []
    here = (0.0, 0.0)
    for kind, *values in outline:
        if kind == "C":
            x1, y1, x2, y2, x3, y3 = values
            for step in range(1, 101):
                t = step / 100
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                xs, ys = (here[0], x1, x2, x3), (here[1], y1, y2, y3)
                points.append(
                    (
                        sum(a * b for a, b in zip(weights, xs, strict=True)),
                        sum(a * b for a, b in zip(weights, ys, strict=True)),
                    )
                )
        elif values:
            points.append((values[0], values[1]))
        here = (values[-2], values[-1]) if values else here
    crossings = 0
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            crossings += 1
    return crossings % 2 == 1


def corners(line: Text) -> list[tuple[float, float]]:
    """The corners of a line from its capitals to its descenders, a hair smaller."""
    font = FONTS.by_key(line.runs[0].font)
    top, bottom = line.y - font.cap_height * line.size / 1000, line.y + font.depth * line.size / 1000
    return [(x, y) for x in (line.x + 0.1, line.x + width(line) - 0.1) for y in (top + 0.1, bottom - 0.1)]


words = st.lists(
    st.sampled_from("Draw a card or take two coins from the bank immediately".split()),
    min_size=1,
    max_size=30,
)


@settings(max_examples=60)
@given(
    words.map(" ".join),
    st.sampled_from(sorted(OUTLINES)),
    st.sampled_from(["top", "middle", "bottom"]),
    st.sampled_from(["start", "center", "end", "justify"]),
    st.sampled_from([0.0, 4.0]),
)
def test_no_letter_leaves_the_outline(text: str, name: str, valign: Any, align: Any, padding: float) -> None:
    style = msgspec.structs.replace(CENTERED, valign=valign, align=align)
    done = placed(text, OUTLINES[name], style, padding)
    assert done.problems == ()
    assert " ".join(lines(done.ops)).split() == text.split()
    drawn = [op for op in done.ops if isinstance(op, Text)]
    for x, y in (corner for line in drawn for corner in corners(line)):
        for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            assert inside(
                OUTLINES[name], x + right * max(0.0, padding - 0.2), y + down * max(0.0, padding - 0.2)
            )


def test_the_free_piece_of_a_circle_is_its_chord() -> None:
    left, right = Room(circle(10, 10, 10)).free(2, 5)
    assert (left, right) == (pytest.approx(4, abs=0.05), pytest.approx(16, abs=0.05))
    left, right = Room(circle(10, 10, 10), 1).free(3, 5)
    half = sqrt(100 - 64) - 1
    assert (left, right) == (pytest.approx(10 - half, abs=0.05), pytest.approx(10 + half, abs=0.05))
    assert Room(CIRCLE).free(0, 3) == (50, 50)


def test_a_short_text_is_on_the_widest_chord_and_a_long_one_is_even() -> None:
    (line,) = [op for op in placed("Draw two", CIRCLE).ops if isinstance(op, Text)]
    font = FONTS.by_key(line.runs[0].font)
    assert line.size == CENTERED.size
    assert line.y - font.cap_height * line.size / 2000 == pytest.approx(50, abs=0.1)
    done = placed(LONG, CIRCLE)
    widths = [width(op) for op in done.ops if isinstance(op, Text)]
    middle = len(widths) // 2
    assert len(widths) >= 5
    assert widths[0] < widths[middle] > widths[-1]


def test_beside_a_notch_lines_stay_on_the_axis() -> None:
    first = next(op for op in placed(LONG, HEART).ops if isinstance(op, Text))
    assert first.x < 50 < first.x + width(first)


def test_the_items_of_a_list_are_below_each_other() -> None:
    done = placed("- First of all the items there are\n- Second of them, which is longer", CIRCLE)
    starts = [op.x for op in done.ops if isinstance(op, Text)]
    assert lines(done.ops)[0].startswith("•")
    assert len({round(x, 2) for x in starts}) == 2


def test_symbols_are_inside_as_well() -> None:
    done = placed("Pay 2 {white} and take {red} or {white} {white} {white}.", CIRCLE)
    for use in (op for op in done.ops if isinstance(op, Use)):
        size = use.form.size
        box = Box(use.matrix.e, use.matrix.f, size.width * use.matrix.a, size.height * use.matrix.d)
        assert all(inside(CIRCLE, x, y) for x, y in box.corners)


@pytest.mark.parametrize("name", OUTLINES)
def test_what_is_too_long_is_reported_with_the_size_at_which_it_fits(name: str) -> None:
    style = msgspec.structs.replace(CENTERED, size=9.0, min_size=9.0)
    done = placed(LONG + " " + LONG, OUTLINES[name], style)
    (problem,) = done.problems
    assert (problem.code, done.size) == ("text-overflow", 9.0)
    assert " too large for its shape at 9 pt" in problem.message
    overflow = problem.overflow
    assert overflow is not None
    assert overflow.excess > 0
    if overflow.fits is not None:
        fitting = msgspec.structs.replace(style, size=overflow.fits, min_size=overflow.fits)
        assert placed(LONG + " " + LONG, OUTLINES[name], fitting).problems == ()
    assert "".join(lines(done.ops)) != ""


def test_an_outline_around_no_area_takes_nothing() -> None:
    line = polygon((0, 0), (50, 0), (100, 0))
    assert placed("Text", line).problems[0].code == "text-overflow"
