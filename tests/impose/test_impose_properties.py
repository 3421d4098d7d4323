"""Properties of imposition that hold for any pieces on any paper."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from imposing import (
    apart,
    around,
    laid,
    lines,
    millimetres,
    outside,
    pages,
    pieces,
    polygon,
    printable,
    strokes,
    texts,
)
from msgspec.structs import replace
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box
from nineup.base.units import MM
from nineup.faces.shapes import shape_outline as hexagon
from nineup.impose.marks import CUT, FOLD, PAPER_EDGE, USEFUL
from nineup.model.drawing import circle
from nineup.model.paper import Page, Piece, Sheet, SheetSpec

HAIR = 0.01


@st.composite
def batches(draw: st.DrawFn) -> list[Piece]:
    """A few components, each of its own size, round or not, with or without a back."""
    found: list[Piece] = []
    for index in range(draw(st.integers(1, 3))):
        width, height = draw(st.integers(8, 230)), draw(st.integers(8, 230))
        size = millimetres(width, height)
        middle = (width * MM / 2, height * MM / 2)
        kinds = [(), circle(*middle, min(middle)), hexagon("hexagon", size)]
        cut = draw(st.sampled_from(kinds))
        count, back = draw(st.integers(1, 12)), draw(st.booleans())
        own = draw(st.sampled_from([None, None, "cross", "outline"]))
        found += [replace(p, marks=own) for p in pieces(count, size, f"part-{index}", back, 5 * MM, cut)]
    return found


def lengths(most: float) -> st.SearchStrategy[float]:
    return st.sampled_from([0.0, 0.3 * most, most])


SPECS = st.builds(
    SheetSpec,
    paper=st.sampled_from(["a4", "letter", "a5", "a3", "150mm x 150mm"]),
    orientation=st.sampled_from(["auto", "portrait", "landscape"]),
    margin=st.sampled_from([3 * MM, 5 * MM]),
    bleed=lengths(3 * MM),
    gap=lengths(2 * MM),
    columns=st.sampled_from([0, 0, 0, 2]),
    backs=st.sampled_from(["long-edge", "short-edge", "gutterfold", "none"]),
    marks=st.sampled_from(["crop", "outline", "cross", "none"]),
    back_offset=st.tuples(*[st.sampled_from([-1.5 * MM, 0.0, 0.4 * MM])] * 2),
)


def same(a: Box, b: Box) -> bool:
    return all(abs(x - y) < HAIR for x, y in zip(a, b, strict=True))


@settings(max_examples=80)
@given(batches(), SPECS)
def test_sheets(some: list[Piece], spec: SheetSpec) -> None:
    findings = Findings()
    sheets = laid(some, spec, findings)
    refused = [finding for finding in findings if finding.severity == "error"]
    assert {finding.code for finding in refused} <= {"piece-too-large", "grid-too-large"}
    fitting = [piece for piece in some if not any(f"`{piece.component}`" in f.message for f in refused)]
    every_copy_is_placed_once(sheets, fitting, spec)
    backs_alternate_with_fronts(sheets, some, spec)
    for page in pages(sheets):
        no_two_overlap(page, spec)
        all_is_printable(page, spec)
        nothing_crosses_a_face(page, spec)


def every_copy_is_placed_once(sheets: Sequence[Sheet], some: Sequence[Piece], spec: SheetSpec) -> None:
    placed = Counter(
        (p.side, p.piece.component, p.piece.copy) for page in pages(sheets) for p in page.placements
    )
    wanted = Counter(("front", piece.component, piece.copy) for piece in some)
    if spec.backs != "none":
        wanted.update(("back", piece.component, piece.copy) for piece in some if piece.back)
    assert placed == wanted


def backs_alternate_with_fronts(sheets: Sequence[Sheet], some: Sequence[Piece], spec: SheetSpec) -> None:
    duplex = spec.backs in ("long-edge", "short-edge") and any(piece.back for piece in some)
    assert [sheet.number for sheet in sheets] == list(range(1, len(sheets) + 1))
    assert all((sheet.back is not None) == duplex for sheet in sheets)
    for sheet in sheets:
        back = sheet.back or sheet.front
        assert back.size == sheet.front.size
        fronts = {(p.piece.component, p.piece.copy): p for p in sheet.front.placements if p.side == "front"}
        for placement in back.placements:
            if placement.side == "back":
                front = fronts[placement.piece.component, placement.piece.copy]
                assert same(placement.box, seen_from_behind(front.box, back, spec, placement.box))


def seen_from_behind(box: Box, page: Page, spec: SheetSpec, near: Box) -> Box:
    """Where a front's box lies on its back page; a fold may be upright or level, and the nearer one is it."""
    width, height = page.size
    sideways = Box(width - box.right, box.y, box.width, box.height)
    upside_down = Box(box.x, height - box.bottom, box.width, box.height)
    if spec.backs == "gutterfold":
        return min(sideways, upside_down, key=lambda b: abs(b.x - near.x) + abs(b.y - near.y))
    right, down = spec.back_offset
    upright = height >= width
    turned = sideways if (spec.backs == "long-edge") == upright else upside_down
    return Box(turned.x + right, turned.y + down, turned.width, turned.height)


def no_two_overlap(page: Page, spec: SheetSpec) -> None:
    """Neither faces with their bleed do, nor, where outlines nest and clips may meet, the outlines with
    theirs.
    """
    for one, other in combinations(page.placements, 2):
        if one.clip.overlaps(other.clip, HAIR):
            assert one.mask
            assert other.mask
            assert apart(one, other) > 2 * spec.bleed + spec.gap - 0.1


def all_is_printable(page: Page, spec: SheetSpec) -> None:
    """But for marks that would be short: those may go on into the margin, almost to the edge of the paper."""
    room = printable(page, spec.margin)
    paper = printable(page, min(spec.margin, PAPER_EDGE))
    for box in [placement.clip for placement in page.placements] + list(texts(page).values()):
        assert room.contains(box, HAIR)
    for box in lines(page):
        assert room.contains(box, HAIR) or paper.contains(box, HAIR)
        assert room.contains(box, HAIR) or max(box.width, box.height) <= USEFUL + HAIR


def nothing_crosses_a_face(page: Page, spec: SheetSpec) -> None:
    """Marks keep clear of every face with its bleed; only outlines, which are where it is cut, do not."""
    for letters in texts(page).values():
        assert not any(letters.overlaps(placement.clip, HAIR) for placement in page.placements)
    for start, end in strokes(page, CUT, FOLD):
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        for placement in page.placements:
            if not placement.clip.outset(0.2).overlaps(around([start, end]).outset(0.01)):
                continue
            corners = polygon(placement)
            assert corners
            assert placement.face.outline
            assert min(outside(point, corners) for point in (start, middle, end)) > spec.bleed + 0.5


@settings(max_examples=40)
@given(st.integers(1, 9), st.integers(15, 200), st.integers(15, 200), SPECS)
def test_a_straight_cut_from_mark_to_mark_crosses_no_neighbour(
    count: int, width: int, height: int, spec: SheetSpec
) -> None:
    for page in pages(laid(pieces(count, millimetres(width, height)), replace(spec, marks="crop"))):
        fronts = [placement.box for placement in page.placements]
        for (x, y), (x2, y2) in strokes(page, CUT, FOLD):
            cut = Box(0, y, page.size.width, 0) if abs(y - y2) < 1e-6 else Box(x, 0, 0, page.size.height)
            assert (x == x2) or (y == y2)
            assert not any(cut.overlaps(face, 1e-3) for face in fronts)


@settings(max_examples=10)
@given(batches(), SPECS)
def test_the_same_pieces_give_the_same_sheets(some: list[Piece], spec: SheetSpec) -> None:
    def looks(sheets: Sequence[Sheet]) -> list[object]:
        return [
            (page.label, page.placements, lines(page), list(texts(page).items())) for page in pages(sheets)
        ]

    assert looks(laid(some, spec)) == looks(laid(some, spec))
