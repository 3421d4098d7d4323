"""Marks: their positions to a hundredth of a millimetre, and where there are none."""

import pytest
from imposing import flat, laid, lines, millimetres, pieces, texts
from nineup.base.geometry import Box
from nineup.base.units import MM
from nineup.impose.marks import CUT, FOLD, HALO, OUTLINE, crop_lines
from nineup.impose.sheets import SHORT_MARKS
from nineup.model.drawing import Path, circle
from nineup.model.paper import Page, SheetSpec


def strokes(page: Page, stroke: object) -> list[Path]:
    return [op for _, op in flat(page.ops) if isinstance(op, Path) and op.stroke == stroke]


def dump(page: Page) -> list[str]:
    """Cut marks as `x y → x y` in millimetres, in the order drawn."""
    found = []
    for path in strokes(page, CUT):
        for start, end in zip(path.segments[::2], path.segments[1::2], strict=True):
            numbers = [f"{value / MM:.2f}" for value in (*start[1:], *end[1:])]
            found.append("{} {} → {} {}".format(*numbers))
    return found


def test_nine_on_a4() -> None:
    [sheet] = laid(pieces(9))
    assert sorted(dump(sheet.front)) == sorted(
        [f"{x} 14.15 → {x} 10.15" for x in ("9.75", "73.25", "136.75", "200.25")]
        + [f"{x} 282.85 → {x} 286.85" for x in ("9.75", "73.25", "136.75", "200.25")]
        + [f"8.75 {y} → 5.00 {y}" for y in ("15.15", "104.05", "192.95", "281.85")]
        + [f"201.25 {y} → 205.00 {y}" for y in ("15.15", "104.05", "192.95", "281.85")]
    )


def test_marks_above_nine_on_letter_go_on_into_the_margin() -> None:
    [sheet] = laid(pieces(9), SheetSpec(paper="letter"))
    marks = dump(sheet.front)
    assert len(marks) == 16
    assert "12.70 6.05 → 12.70 3.05" in marks
    assert "12.70 273.35 → 12.70 276.35" in marks
    assert "11.70 6.35 → 7.70 6.35" in marks
    assert any(SHORT_MARKS in words for words in texts(sheet.front))
    assert not any(SHORT_MARKS in words for words in texts(laid(pieces(9))[0].front))


def test_eight_with_bleed_have_two_cuts_between_neighbours() -> None:
    [sheet] = laid(pieces(8), SheetSpec(bleed=3 * MM))
    columns = ("12.50", "76.00", "82.00", "145.50", "151.50", "215.00", "221.00", "284.50")
    rows = ("13.10", "102.00", "108.00", "196.90")
    assert sorted(dump(sheet.front)) == sorted(
        [f"{x} 9.10 → {x} 5.10" for x in columns]
        + [f"{x} 200.90 → {x} 204.90" for x in columns]
        + [f"8.50 {y} → 5.00 {y}" for y in rows]
        + [f"288.50 {y} → 292.00 {y}" for y in rows]
    )


def test_a_sheet_not_full_is_marked_around_what_is_there() -> None:
    [sheet] = laid(pieces(4))
    assert sorted(dump(sheet.front)) == sorted(
        [f"{x} 14.15 → {x} 10.15" for x in ("9.75", "73.25", "136.75", "200.25")]
        + ["8.75 15.15 → 5.00 15.15", "201.25 15.15 → 205.00 15.15"]
        + ["8.75 104.05 → 5.00 104.05", "201.25 104.05 → 205.00 104.05"]
        + ["8.75 192.95 → 5.00 192.95", "74.25 192.95 → 78.25 192.95"]
        + ["9.75 193.95 → 9.75 197.95", "73.25 193.95 → 73.25 197.95"]
        + ["136.75 105.05 → 136.75 109.05", "200.25 105.05 → 200.25 109.05"]
    )


def test_backs_have_the_mirror_image_of_the_marks_shifted_as_they_are() -> None:
    offset = (0.5 * MM, -0.25 * MM)
    [sheet] = laid(pieces(4), SheetSpec(back_offset=offset))
    assert sheet.back is not None
    [front], [back] = strokes(sheet.front, CUT), strokes(sheet.back, CUT)
    for one, other in zip(front.segments, back.segments, strict=True):
        assert other[1] == pytest.approx(sheet.front.size.width - one[1] + offset[0])
        assert other[2] == pytest.approx(one[2] + offset[1])


def test_a_mark_has_room_or_is_not_there() -> None:
    trim = Box(100, 100, 50, 50)
    close = Box(100, 152, 50, 50)
    far = Box(100, 154, 50, 50)
    area = Box(0, 0, 400, 400)

    def below(other: Box) -> list[float]:
        return [line.y1 for line in crop_lines([trim], [trim, other], 0, area) if line.y1 > 150.1]

    assert below(close) == []
    assert below(far) == [pytest.approx(150 + 0.3 * MM)] * 2


def test_crosses_are_on_the_cut_lines() -> None:
    [sheet] = laid(pieces(1), SheetSpec(marks="cross"))
    spans = lines(sheet.front)
    [path] = strokes(sheet.front, CUT)
    assert len(path.segments) == 2 * 16
    assert sum(box.width == 0 for box in spans[:16]) == 8


@pytest.mark.parametrize("marks", ["crop", "outline"])
def test_tokens_show_their_outline_on_the_front_alone(marks: str) -> None:
    token = pieces(2, millimetres(16, 16), "gem", outline=circle(8 * MM, 8 * MM, 8 * MM))
    [sheet] = laid(token, SheetSpec(marks=marks))  # type: ignore[arg-type]
    assert sheet.back is not None
    drawn = strokes(sheet.front, OUTLINE)
    assert [path.segments[0] for path in drawn] == [
        ("M", pytest.approx(p.box.right), pytest.approx(p.box.y + 8 * MM)) for p in sheet.front.placements
    ]
    assert [path.segments for path in strokes(sheet.front, HALO)] == [path.segments for path in drawn]
    assert strokes(sheet.back, OUTLINE) == []
    assert strokes(sheet.front, CUT) == []


def test_a_turned_outline_follows_its_piece() -> None:
    corner = (("M", 0.0, 0.0), ("L", 120 * MM, 0.0), ("L", 0.0, 80 * MM), ("Z",))
    wedge = pieces(4, millimetres(120, 80), "wedge", outline=corner)
    [sheet] = laid(wedge, SheetSpec(orientation="portrait"))
    first = sheet.front.placements[0]
    assert first.turns == 1
    start, second, third, _ = strokes(sheet.front, OUTLINE)[0].segments
    assert start[1:] == (pytest.approx(first.box.right), pytest.approx(first.box.y))
    assert second[1:] == (pytest.approx(first.box.right), pytest.approx(first.box.bottom))
    assert third[1:] == (pytest.approx(first.box.x), pytest.approx(first.box.y))


def test_rectangles_with_outlines_and_nothing_else() -> None:
    [sheet] = laid(pieces(2), SheetSpec(marks="outline"))
    assert len(strokes(sheet.front, OUTLINE)) == 2
    assert strokes(sheet.front, CUT) == []


def test_no_marks() -> None:
    [sheet] = laid(pieces(2), SheetSpec(marks="none"))
    assert strokes(sheet.front, CUT) + strokes(sheet.front, OUTLINE) == []


def test_a_fold_line_runs_dashed_from_margin_to_margin() -> None:
    [sheet] = laid(pieces(1), SheetSpec(backs="gutterfold"))
    [path] = strokes(sheet.front, FOLD)
    width, height = sheet.front.size
    assert path.segments == (
        ("M", width / 2, pytest.approx(5 * MM)),
        ("L", width / 2, pytest.approx(height - 5 * MM)),
    )
    assert FOLD.dash


def test_pages_that_look_alike_share_their_marks() -> None:
    first, second, third = laid(pieces(27))
    assert first.front.ops[0] is second.front.ops[0] is third.front.ops[0]
