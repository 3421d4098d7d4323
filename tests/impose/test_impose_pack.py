"""Mixed sizes: shared sheets when they save paper, grids otherwise."""

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from imposing import POKER, laid, millimetres, pieces
from nineup.base.geometry import Box, Size
from nineup.base.units import MM
from nineup.impose.pack import pack
from nineup.model.drawing import circle
from nineup.model.paper import Page, SheetSpec

AREA = Box(10, 20, 200, 300)
SIDES = st.integers(1, 300)


@settings(max_examples=150)
@given(st.lists(st.builds(Size, SIDES, SIDES), min_size=1, max_size=25), st.sampled_from([0.0, 7.5]))
def test_all_items_lie_apart_inside_the_area(sizes: list[Size], gap: float) -> None:
    sheets = pack(sizes, AREA, gap)
    if any(min(size) > 200 or max(size) > 300 for size in sizes):
        assert sheets is None
        return
    assert sheets is not None
    assert sorted(item.number for sheet in sheets for item in sheet) == list(range(len(sizes)))
    for sheet in sheets:
        for item in sheet:
            size = sizes[item.number].turned() if item.turned else sizes[item.number]
            assert AREA.contains(item.box)
            assert abs(item.box.width - size.width) + abs(item.box.height - size.height) < 1e-6
        for one, other in combinations(sheet, 2):
            assert not one.box.outset(gap / 2 - 1e-6).overlaps(other.box.outset(gap / 2 - 1e-6))


def test_an_item_is_turned_to_fit() -> None:
    assert pack([Size(300, 200)], AREA, 5) == (((0, Box(10, 20, 200, 300), True),),)


def test_small_items_fill_what_large_ones_leave() -> None:
    sheets = pack([Size(200, 150), *[Size(45, 45)] * 12], AREA, 5)
    assert sheets is not None
    assert [len(sheet) for sheet in sheets] == [13]


def test_remainders_share_a_sheet_after_the_full_ones() -> None:
    some = [*pieces(11), *pieces(3, millimetres(44, 68), "mini"), *pieces(1, millimetres(60, 60), "tile")]
    full, shared = laid(some)
    assert [p.piece.component for p in full.front.placements] == ["power"] * 9
    assert sorted(p.piece.component for p in shared.front.placements) == [
        *["mini"] * 3,
        *["power"] * 2,
        "tile",
    ]
    assert shared.back is not None
    assert len(shared.back.placements) == 6


def test_remainders_that_save_no_sheet_stay_in_their_grids() -> None:
    sheets = laid([*pieces(9 + 8), *pieces(1, millimetres(190, 250), "mat")])
    assert [len(sheet.front.placements) for sheet in sheets] == [9, 8, 1]
    first = sheets[1].front.placements
    assert first[1].box.x == first[0].box.right


def test_a_grid_that_was_asked_for_is_never_mixed() -> None:
    sheets = laid([*pieces(1), *pieces(1, millimetres(44, 68), "mini")], SheetSpec(columns=2, rows=2))
    assert [len(sheet.front.placements) for sheet in sheets] == [1, 1]


def test_tokens_keep_apart_and_sheets_of_them_are_full() -> None:
    size = millimetres(16, 16)
    token = pieces(200, size, "gem", outline=circle(8 * MM, 8 * MM, 8 * MM))
    first, second = laid(token)
    assert len(first.front.placements) == 189
    assert round(min(between(first.front)) / MM, 2) == pytest.approx(2, abs=0.02)
    assert len(second.front.placements) == 11


def between(page: Page) -> list[float]:
    """The room between every two of some round pieces."""
    middles = [(p.box.x + p.box.width / 2, p.box.y + p.box.height / 2) for p in page.placements]
    across = page.placements[0].box.width
    return [math.dist(one, other) - across for one, other in combinations(middles, 2)]


def test_size_runs_on_whatever_the_component() -> None:
    sheets = laid([*pieces(5, POKER, "a"), *pieces(13, POKER, "b")])
    names = ["".join(p.piece.component for p in sheet.front.placements) for sheet in sheets]
    assert names == ["aaaaabbbb", "bbbbbbbbb"]
