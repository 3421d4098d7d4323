"""Round and hexagonal pieces nest: closer than in rows, with shared edges where nothing keeps them apart."""

import math
from collections import Counter
from itertools import combinations, pairwise

import pytest
from imposing import apart, flat, laid, millimetres, outside, pieces, polygon, strokes
from msgspec.structs import replace
from nineup.base.geometry import Box, Size
from nineup.base.units import MM
from nineup.faces.shapes import regular, shape_outline
from nineup.impose.hull import ends, hull
from nineup.impose.marks import CUT, OUTLINE
from nineup.model.drawing import Path, circle
from nineup.model.paper import Marks, Page, Piece, SheetSpec


def discs(count: int, across: float = 16) -> list[Piece]:
    half = across / 2 * MM
    return pieces(count, millimetres(across, across), "token", outline=circle(half, half, half))


def hexagons(count: int, across: float = 60, size: Size | None = None, **given: object) -> list[Piece]:
    size = size or regular("hexagon", across * MM)
    return pieces(count, size, "tile", outline=shape_outline("hexagon", size), **given)  # type: ignore[arg-type]


def corners(page: Page) -> Counter[tuple[float, float]]:
    """How many pieces have a corner at each point of a page where any has."""
    found: list[tuple[float, float]] = []
    for placement in page.placements:
        for x, y in polygon(placement):
            near = next((p for p in found if math.dist(p, (x, y)) < 0.01), (x, y))
            found.append(near)
    return Counter(found)


@pytest.mark.parametrize("turned", [False, True])
def test_hexagons_without_bleed_share_their_edges(turned: bool) -> None:
    size = regular("hexagon", 60 * MM)
    [sheet] = laid(hexagons(11, size=size.turned() if turned else size))
    assert len(sheet.front.placements) == 11
    shared = corners(sheet.front)
    assert max(shared.values()) == 3
    assert sum(count == 3 for count in shared.values()) >= 8
    for one, other in combinations(sheet.front.placements, 2):
        assert apart(one, other) > -0.01


def test_a_stretched_hexagon_nests_as_well() -> None:
    [sheet, *_] = laid(hexagons(8, size=millimetres(50, 80)))
    assert max(corners(sheet.front).values()) == 3


def test_bleed_and_gap_keep_hexagons_apart_on_all_sides() -> None:
    [sheet, *_] = laid(hexagons(8, bleed=3 * MM), SheetSpec(bleed=2 * MM, gap=1 * MM))
    least = min(apart(one, other) for one, other in combinations(sheet.front.placements, 2))
    assert least == pytest.approx(5 * MM, abs=0.01)
    assert all(placement.mask for placement in sheet.front.placements)


def test_masks_are_the_outline_with_the_bleed_on_both_sides() -> None:
    [sheet, *_] = laid(hexagons(3, bleed=3 * MM), SheetSpec(bleed=2 * MM))
    assert sheet.back is not None
    for page in (sheet.front, sheet.back):
        for placement in page.placements:
            cut, masked = polygon(placement), ends(placement.mask)
            assert len(masked) == 6
            assert [outside(corner, cut) for corner in masked] == [
                pytest.approx(2 * MM * 2 / math.sqrt(3))
            ] * 6
            middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(masked)]
            assert [outside(middle, cut) for middle in middles] == [pytest.approx(2 * MM)] * 5


@pytest.mark.parametrize(("across", "count"), [(16, 189), (20, 128), (25, 80), (60, 13)])
def test_discs_on_a4(across: float, count: int) -> None:
    first, *_ = laid(discs(count + 1, across))
    assert len(first.front.placements) == count
    boxes = [placement.box for placement in first.front.placements]
    middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in boxes]
    least = min(math.dist(one, other) for one, other in combinations(middles, 2))
    assert least - across * MM == pytest.approx(2 * MM, abs=0.2)  # Circles are nested as polygons.


def test_straight_lines_where_nesting_holds_no_more() -> None:
    few = laid(discs(4), SheetSpec(paper="50mm x 50mm"))
    assert len(few[0].front.placements) == 4
    assert len({round(placement.box.x, 3) for placement in few[0].front.placements}) == 2


def test_a_grid_asked_for_is_straight() -> None:
    [sheet, *_] = laid(discs(30), SheetSpec(columns=5, rows=5))
    assert len({round(placement.box.x, 3) for placement in sheet.front.placements}) == 5


def test_what_has_no_mirror_image_of_itself_does_not_nest() -> None:
    wedge = (("M", 0.0, 0.0), ("L", 40 * MM, 0.0), ("L", 0.0, 40 * MM), ("Z",))
    assert not hull(wedge, millimetres(40, 40)).even
    [sheet, *_] = laid(pieces(6, millimetres(40, 40), "wedge", outline=wedge))
    assert not any(placement.mask for placement in sheet.front.placements)


def test_a_hair_between_layout_and_component_does_not_matter() -> None:
    rounded = Size(45.3543, 45.3543)
    [sheet] = laid(pieces(189, rounded, "token", outline=shape_outline("round", millimetres(16, 16))))
    assert len(sheet.front.placements) == 189


def test_a_hull_says_how_far_a_point_is_outside() -> None:
    square = hull((), Size(20, 10))
    assert square.clearance(0, 0) == -5
    assert square.clearance(13, 0) == 3
    assert square.clearance(0, -7) == 2


# Marks


def drawn(page: Page) -> int:
    return sum(isinstance(op, Path) and op.stroke == OUTLINE for _, op in flat(page.ops))


def test_crosses_surround_each_disc_only_on_the_front() -> None:
    [sheet] = laid(discs(5), SheetSpec(marks="cross"))
    assert sheet.back is not None
    ticks = list(strokes(sheet.front, CUT))
    assert len(ticks) == 5 * 4
    assert list(strokes(sheet.back, CUT)) == []
    assert drawn(sheet.front) == 0
    first = sheet.front.placements[0]
    start, end = ticks[0]
    assert start == pytest.approx((first.box.right + 0.3 * MM, first.box.y + 8 * MM), abs=0.01)
    assert end == pytest.approx((first.box.right + 1.0 * MM, first.box.y + 8 * MM), abs=0.01)


def test_hexagons_apart_have_crosses_at_their_corners() -> None:
    [sheet] = laid(hexagons(3), SheetSpec(marks="cross", gap=3 * MM))
    assert len(list(strokes(sheet.front, CUT))) == 3 * 6
    assert drawn(sheet.front) == 0


def test_hexagons_that_share_edges_have_outlines_for_want_of_room() -> None:
    [sheet] = laid(hexagons(3), SheetSpec(marks="cross"))
    assert list(strokes(sheet.front, CUT)) == []
    assert drawn(sheet.front) == 3


def test_a_components_own_marks_win_over_the_sheets() -> None:
    crossed = [replace(piece, marks="cross") for piece in discs(3)]
    plain = [replace(piece, marks="none") for piece in discs(2, 20)]
    sheets = laid([*crossed, *plain, *discs(1, 30), *pieces(1, millimetres(30, 30), "square")])
    assert len(sheets) == 1
    [page] = [sheet.front for sheet in sheets]
    assert len(list(strokes(page, CUT))) == 3 * 4 + 8
    assert drawn(page) == 1


@pytest.mark.parametrize(("marks", "beyond"), [("crop", 1.0), ("outline", 1.0), ("cross", 0.0)])
def test_ink_fills_half_of_what_curves_keep_apart(marks: Marks, beyond: float) -> None:
    """Except for crosses, which are there. On the printer's margin it ends."""
    [sheet] = laid(discs(12, 20), SheetSpec(marks=marks))
    room = Box(0, 0, *sheet.front.size).outset(-SheetSpec().margin)
    for placement in sheet.front.placements:
        cut = polygon(placement)
        assert max(outside(end, cut) for end in ends(placement.mask)) == pytest.approx(beyond * MM, abs=0.1)
        assert room.contains(placement.clip)
    inner = [p for p in sheet.front.placements if room.contains(p.box.outset(2 * MM))]
    assert inner
    assert all(tuple(p.clip) == pytest.approx(p.box.outset(beyond * MM)) for p in inner)
