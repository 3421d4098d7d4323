"""Grids for one size: literal counts, exact sizes and positions."""

from itertools import combinations

import pytest
from imposing import POKER, laid, millimetres, pieces
from msgspec.structs import replace
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Size
from nineup.base.units import MM
from nineup.impose.field import fields
from nineup.impose.grid import best_grid, slots
from nineup.impose.slots import Cell
from nineup.model.drawing import Path, circle, rectangle
from nineup.model.paper import SheetSpec


def best(size: Size, bleed: float = 0, gap: float = 0, marks: float = MM, **spec: object) -> str:
    """The best grid in words, such as `3 × 3, portrait`."""
    given = SheetSpec(**spec)  # type: ignore[arg-type]
    grid = best_grid(Cell(size, bleed, gap, marks), fields(given, given.backs))
    if grid is None:
        return "none"
    posture = "landscape" if grid.field.landscape else "portrait"
    return f"{grid.columns} × {grid.rows}, {posture}" + ", turned" * grid.turned


@pytest.mark.parametrize(
    ("spec", "bleed", "expected"),
    [
        ({"paper": "a4"}, 0, "3 × 3, portrait"),
        ({"paper": "a4"}, 3, "4 × 2, landscape"),
        ({"paper": "letter"}, 3, "3 × 2, landscape"),
        ({"paper": "a4", "orientation": "landscape"}, 0, "3 × 3, landscape, turned"),
        ({"paper": "a4", "orientation": "portrait"}, 3, "2 × 4, portrait, turned"),
        ({"paper": "a5"}, 0, "2 × 2, portrait"),
        ({"paper": "legal"}, 0, "5 × 2, landscape"),
        ({"paper": "a4", "backs": "gutterfold"}, 0, "2 × 2, landscape"),
        ({"paper": "70mm x 100mm"}, 0, "none"),
        ({"paper": "76mm x 101mm"}, 0, "1 × 1, portrait"),
        ({"paper": "letter", "back_offset": (0.0, 0.3 * MM)}, 0, "3 × 3, portrait"),
        ({"paper": "letter", "back_offset": (0.5 * MM, 0.5 * MM)}, 0, "4 × 2, landscape"),
        ({"paper": "letter", "back_offset": (0.0, 0.5 * MM)}, 0, "3 × 3, landscape, turned"),
    ],
)
def test_poker_cards(spec: dict[str, object], bleed: float, expected: str) -> None:
    assert best(POKER, bleed * MM, **spec) == expected


def test_pieces_are_turned_only_when_that_holds_more() -> None:
    assert best(millimetres(120, 80), orientation="portrait") == "2 × 2, portrait, turned"
    assert best(millimetres(50, 50)) == "3 × 5, portrait"
    assert best(millimetres(195, 280)) == "1 × 1, portrait"
    assert best(millimetres(280, 195)) == "1 × 1, landscape"


def test_exact_measures_of_nine_on_a4() -> None:
    [sheet] = laid(pieces(9))
    boxes = [placement.box for placement in sheet.front.placements]
    in_mm = [tuple(round(value / MM, 6) for value in box) for box in boxes]
    columns, rows = (9.75, 73.25, 136.75), (15.15, 104.05, 192.95)
    assert in_mm == [(x, y, 63.5, 88.9) for y in rows for x in columns]


def test_bleeds_do_not_meet_and_a_gap_comes_on_top() -> None:
    [sheet] = laid(pieces(8), SheetSpec(bleed=3 * MM))
    first, second = (placement.box for placement in sheet.front.placements[:2])
    assert second.x - first.right == pytest.approx(6 * MM)
    [sheet] = laid(pieces(4), SheetSpec(bleed=2 * MM, gap=1 * MM))
    first, second = (placement.box for placement in sheet.front.placements[:2])
    assert second.x - first.right == pytest.approx(5 * MM)
    assert sheet.front.placements[0].clip == first.outset(2 * MM)


def test_a_grid_that_was_asked_for_is_kept_and_centred() -> None:
    [sheet, _] = laid(pieces(5), SheetSpec(columns=2, rows=2))
    assert len(sheet.front.placements) == 4
    boxes = [placement.box for placement in sheet.front.placements]
    assert boxes[0].x == pytest.approx(sheet.front.size.width - boxes[3].right)
    assert boxes[0].y == pytest.approx(sheet.front.size.height - boxes[3].bottom)


@pytest.mark.parametrize(("bleed", "gap"), [(0, 4), (2, 1)])
@pytest.mark.parametrize(("across", "is_round"), [(23, False), (16, True), (41, True)])
def test_every_grid_is_centred_in_its_area(across: float, bleed: float, gap: float, is_round: bool) -> None:
    half = across / 2 * MM
    outline = circle(half, half, half) if is_round else ()
    cell = Cell(millimetres(across, across), bleed * MM, gap * MM, 0, outline)
    grid = best_grid(cell, fields(SheetSpec(), "none"))
    assert grid is not None
    boxes, area = [slot.box for slot in slots(grid)], grid.field.area
    assert len(boxes) == grid.holds
    left, top = min(box.x for box in boxes) - area.x, min(box.y for box in boxes) - area.y
    assert left == pytest.approx(area.right - max(box.right for box in boxes))
    assert top == pytest.approx(area.bottom - max(box.bottom for box in boxes))
    assert min(left, top) >= bleed * MM


def test_only_columns_asked_for() -> None:
    [sheet, _] = laid(pieces(5), SheetSpec(columns=1))
    assert len({placement.box.x for placement in sheet.front.placements}) == 1
    assert len(sheet.front.placements) == 4


def test_slots_run_row_by_row() -> None:
    grid = best_grid(Cell(millimetres(90, 140), 0, 0, 0), fields(SheetSpec(), "none"))
    assert grid is not None
    places = [(round(slot.box.x / MM), round(slot.box.y / MM)) for slot in slots(grid)]
    assert places == sorted(places, key=lambda place: (place[1], place[0]))


def test_a_piece_keeps_its_own_bleed_on_a_sheet_without() -> None:
    own = [replace(piece, bleed=1 * MM) for piece in pieces(9)]
    [sheet] = laid(own)
    first, second, *_ = [placed.box for placed in sheet.front.placements]
    assert second.x - first.right == pytest.approx(2 * MM)
    assert first.outset(1 * MM).contains(sheet.front.placements[0].clip)
    [sheet] = laid(pieces(9))
    first, second, *_ = [placed.box for placed in sheet.front.placements]
    assert second.x == pytest.approx(first.right)


def test_a_larger_bleed_of_the_sheet_holds_for_all() -> None:
    own = [replace(piece, bleed=1 * MM) for piece in pieces(4)]
    sheets = [laid(some, SheetSpec(bleed=3 * MM))[0].front for some in (own, pieces(4))]
    assert [p.box for p in sheets[0].placements] == [p.box for p in sheets[1].placements]


def test_pieces_of_two_bleeds_on_one_sheet_keep_the_larger() -> None:
    cards = [replace(piece, bleed=1 * MM) for piece in pieces(2)]
    [sheet] = laid([*cards, *pieces(2, millimetres(40, 40), "tile")])
    for one, other in combinations(sheet.front.placements, 2):
        assert not one.box.outset(1 * MM - 1e-3).overlaps(other.box.outset(1 * MM - 1e-3))


def test_a_face_with_less_than_its_piece_s_bleed_is_reported() -> None:
    findings = Findings()
    [plain] = pieces(1, bleed=1 * MM)
    inked = Path(rectangle(Box(0, 0, *POKER)), fill=(0.5, 0.5, 0.5))
    front = replace(plain.front, ops=(inked,))
    laid([replace(plain, front=front, back=front, bleed=2 * MM)], findings=findings)
    assert [finding.code for finding in findings] == ["bleed-missing", "bleed-missing", "fewer-per-sheet"]
    assert all("1 mm of bleed, but the sheet has 2 mm" in finding.message for finding in findings[:2])


def test_pieces_that_share_their_cuts_bleed_only_outside() -> None:
    """Nine on Letter with a bleed of their own: the first bleeds to the left and up, the middle one not at all."""
    sheet, _ = laid([replace(piece, bleed=1 * MM) for piece in pieces(18)], SheetSpec(paper="letter"))
    first, middle = sheet.front.placements[0], sheet.front.placements[4]
    assert tuple(middle.clip) == pytest.approx(middle.box)
    assert (first.clip.right, first.clip.bottom) == pytest.approx((first.box.right, first.box.bottom))
    assert (first.box.x - first.clip.x, first.box.y - first.clip.y) == pytest.approx((0.35 * MM, 0.35 * MM))
    for page in (sheet.front, sheet.back):
        assert page is not None
        clips = [placement.clip for placement in page.placements]
        assert not any(one.overlaps(other, 0.01) for one, other in combinations(clips, 2))
