"""Boards larger than the paper: parts that add up to the whole, marked and named; or the whole on one
page.
"""

import io
import random

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from imposing import around, fonts, laid, lines, millimetres, pieces, printable, strokes, texts
from msgspec.structs import replace
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Size
from nineup.base.units import MM
from nineup.impose.marks import CUT, OUTLINE
from nineup.impose.poster import GLUE_LINE, Division, PosterPart, divide, parts, stretches
from nineup.model.drawing import Face, Group, Linear, Op, Path, Stop, Stroke, circle, rectangle
from nineup.model.paper import PAPERS, Piece, Placement, Sheet, SheetSpec
from nineup.write import PdfDocument, pdf
from PIL import Image, ImageChops

BOARD = Size(1000.0, 900.0)


def boards(size: Size = BOARD, count: int = 1, back: bool = False, bleed: float = 0) -> list[Piece]:
    return [replace(piece, in_parts=True) for piece in pieces(count, size, "board", back, bleed)]


def painted(size: Size) -> Piece:
    """A board on which every spot looks different: a gradient under a scatter of shapes, to the very edge."""
    chance = random.Random(7)
    ramp = Linear(0, 0, *size, (Stop(0, (1.0, 0.9, 0.2)), Stop(1, (0.1, 0.2, 0.6))))
    ops: list[Op] = [Path(rectangle(Box(0, 0, *size)), fill=ramp)]
    for _ in range(160):
        x, y, r = chance.uniform(0, size.width), chance.uniform(0, size.height), chance.uniform(4, 60)
        colour = (chance.random(), chance.random(), chance.random())
        ops.append(Path(circle(x, y, r), fill=colour, stroke=Stroke((0.0, 0.0, 0.0), 1.5)))
    return replace(boards(size)[0], front=Face("board", size, 0, tuple(ops)))


def pictures(sheets: tuple[Sheet, ...]) -> list[Image.Image]:
    """The fronts' pages, a pixel a point."""
    document = pypdfium2.PdfDocument(pdf(PdfDocument("", "", "", tuple(s.front for s in sheets)), fonts()))
    return [document[i].render(scale=1).to_pil().convert("RGB") for i in range(len(document))]


def placed(sheet: Sheet) -> Placement:
    [placement] = sheet.front.placements
    return placement


@pytest.mark.parametrize("spec", [SheetSpec(paper="letter"), SheetSpec(paper="tabloid", marks="cross")])
def test_the_parts_cut_and_glued_are_the_board_printed_as_one(spec: SheetSpec) -> None:
    board = painted(BOARD)
    sheets = laid([board], spec)
    division = divide(BOARD, spec)
    assert division is not None
    glued = Image.new("RGB", (1000, 900), "magenta")
    for part, sheet, shown in zip(parts(board, division), sheets, pictures(sheets), strict=True):
        at, own, printed = placed(sheet).box, part.own, part.printed
        corners = (own.x, own.y, min(printed.right, BOARD.width), min(printed.bottom, BOARD.height))
        cut = shown.crop(
            tuple(round(v + (at.x, at.y)[i % 2]) for i, v in enumerate(corners))  # type: ignore[arg-type]
        )
        glued.paste(cut, (round(own.x), round(own.y)))
    [whole] = pictures(laid([board], replace(spec, large="as-one")))
    assert whole.size == glued.size
    steps = [most for _, most in ImageChops.difference(glued, whole).getextrema()]
    assert max(steps) <= 2, "soft edges may differ by a step of 255 or two, nothing else"


SIDES = st.integers(120, 1500)
SPECS = st.builds(
    SheetSpec,
    paper=st.sampled_from(["a4", "letter", "a5", "a3"]),
    orientation=st.sampled_from(["auto", "portrait", "landscape"]),
    margin=st.sampled_from([0.0, 5 * MM]),
    bleed=st.sampled_from([0.0, 3 * MM]),
    overlap=st.sampled_from([0.0, 8 * MM, 15 * MM]),
    marks=st.sampled_from(["crop", "cross", "outline"]),
)


def division_of(size: Size, spec: SheetSpec) -> Division:
    division = divide(size, spec)
    assert division is not None
    return division


@settings(max_examples=60)
@given(SIDES, SIDES, SPECS)
def test_parts_tile_the_board_and_reach_under_each_other(width: int, height: int, spec: SheetSpec) -> None:
    size = millimetres(width, height)
    shares = parts(boards(size)[0], division_of(size, spec))
    assert sum(part.own.width * part.own.height for part in shares) == pytest.approx(size.width * size.height)
    by_place = {(part.column, part.row): part for part in shares}
    for part in shares:
        right, below = by_place.get((part.column + 1, part.row)), by_place.get((part.column, part.row + 1))
        assert part.own.right == (right.own.x if right else pytest.approx(size.width))
        assert part.own.bottom == (below.own.y if below else pytest.approx(size.height))
        assert part.printed.right - part.own.right == pytest.approx(spec.overlap if right else spec.bleed)
        assert part.printed.bottom - part.own.bottom == pytest.approx(spec.overlap if below else spec.bleed)
        assert part.printed.contains(part.own)


@settings(max_examples=25)
@given(SIDES, SIDES, SPECS)
def test_pages_keep_to_the_paper_and_marks_off_the_face(width: int, height: int, spec: SheetSpec) -> None:
    size = millimetres(width, height)
    for sheet in laid(boards(size), spec):
        if not sheet.front.placements[0].part:
            continue
        room, clip = printable(sheet.front, spec.margin), placed(sheet).clip
        assert room.contains(clip)
        marks = [around(ends) for ends in strokes(sheet.front, CUT, GLUE_LINE)]
        assert len(marks) >= 8
        assert all(room.contains(mark, 0.01) for mark in marks)
        assert not any(mark.outset(0.5).overlaps(clip) for mark in marks)
        assert all(room.contains(words, 0.5) for words in texts(sheet.front).values())
        assert not any(words.overlaps(clip) for words in texts(sheet.front).values())


def test_nine_parts_are_named_like_a_chessboard() -> None:
    sheets = laid(boards(Size(1400, 1900)), SheetSpec(paper="letter", orientation="portrait"))
    names = [f"{column}{row} of C3" for row in (1, 2, 3) for column in "ABC"]
    assert [placed(sheet).part for sheet in sheets] == names
    assert [sheet.front.label for sheet in sheets] == [
        f"sheet {number} of 9, board {name}" for number, name in enumerate(names, 1)
    ]
    for name, sheet in zip(names, sheets, strict=True):
        assert name in texts(sheet.front)
        assert any("glue over the hatched edges" in said for said in texts(sheet.front))


def test_more_than_twenty_six_columns_go_on_with_two_letters() -> None:
    far = division_of(Size(7000, 300), SheetSpec(paper="105mm x 148mm", orientation="portrait"))
    names = [part.name for part in parts(boards()[0], far)]
    total = len(far.columns)
    assert total > 26
    assert names[25].startswith("Z1 of A")
    assert names[26].startswith("AA1 of A")
    assert (
        PosterPart(boards()[0], far, total - 1, 0).name.split(" of ")[0][:-1]
        == names[-1].split(" of ")[1][:-1]
    )


def test_the_key_shows_which_part_it_is() -> None:
    [first, *_, last] = laid(boards(), SheetSpec(paper="letter"))
    fills = [
        next(op for op in sheet.front.ops if isinstance(op, Path) and op.fill) for sheet in (first, last)
    ]
    assert fills[0].segments[0][1:] < fills[1].segments[0][1:]
    assert [op for op in first.front.ops if isinstance(op, Path) and op.fill] == [fills[0]]


def test_the_fewest_parts_are_taken() -> None:
    assert len(laid(boards(millimetres(420, 420)))) == 6
    assert len(laid(boards(millimetres(270, 340)))) == 2
    assert len(laid(boards(millimetres(400, 400)), SheetSpec(paper="a3"))) == 2
    assert stretches(100, 100, 0, 20) == ((0, 100, 0, 0),)
    assert stretches(200, 60, 0, 30) == ()


def test_what_fits_stays_whole_and_posters_come_last() -> None:
    mat = [replace(piece, in_parts=True) for piece in pieces(1, millimetres(190, 130), "mat", back=False)]
    sheets = laid([*boards(millimetres(300, 200)), *mat])
    assert [placed(sheet).piece.component for sheet in sheets] == ["mat", "board", "board"]
    assert placed(sheets[0]).part == ""


def test_parts_among_duplex_sheets_have_blank_backs() -> None:
    sheets = laid([*boards(millimetres(300, 200)), *pieces(1, millimetres(100, 100), "mat")])
    assert all(sheet.back is not None for sheet in sheets)
    assert sheets[-1].back is not None
    assert (sheets[-1].back.placements, sheets[-1].back.ops) == ((), ())


def test_a_board_as_one_is_a_page_of_its_own_size_with_its_bleed() -> None:
    spec = SheetSpec(large="as-one", bleed=3 * MM)
    [sheet] = laid(boards(bleed=3 * MM), spec)
    assert sheet.front.size == BOARD._replace(width=1000 + 6 * MM, height=900 + 6 * MM)
    assert placed(sheet).clip == Box(0, 0, *sheet.front.size)
    assert sheet.back is None
    with pikepdf.open(io.BytesIO(pdf(PdfDocument("", "", "", (sheet.front,)), fonts()))) as file:
        trim = [float(value) for value in file.pages[0].TrimBox]
        assert trim == pytest.approx([3 * MM, 3 * MM, 1000 + 3 * MM, 900 + 3 * MM], abs=0.01)
        assert float(file.pages[0].MediaBox[2]) == pytest.approx(1000 + 6 * MM, abs=0.01)


def test_a_board_as_one_may_have_a_back() -> None:
    [sheet] = laid(boards(back=True), SheetSpec(large="as-one"))
    assert sheet.back is not None
    assert [p.side for p in sheet.back.placements] == ["back"]
    assert sheet.back.size == sheet.front.size == BOARD
    [single] = laid(boards(back=True), SheetSpec(large="as-one", backs="none"))
    assert single.back is None
    mixed = laid([*boards(), *boards(back=True)], SheetSpec(large="as-one"))
    assert [sheet.back.placements == () for sheet in mixed if sheet.back] == [True, False]


def test_as_one_leaves_alone_what_fits() -> None:
    [sheet] = laid(boards(millimetres(190, 130)), SheetSpec(large="as-one"))
    assert sheet.front.trim is None
    assert sheet.front.size == millimetres(210, 297)


def test_each_copy_is_parted() -> None:
    sheets = laid(boards(millimetres(300, 200), count=3))
    assert [placed(sheet).piece.copy for sheet in sheets] == [1, 1, 2, 2, 3, 3]


def test_no_marks_no_hatching() -> None:
    [sheet, *_] = laid(boards(), SheetSpec(marks="none"))
    slanted = [line for line in lines(sheet.front) if line.width and line.height]
    assert slanted == []
    assert texts(sheet.front)


def test_a_round_board_shows_its_outline_in_every_part() -> None:
    size = millimetres(300, 300)
    [board] = boards(size)
    ring = circle(*(side / 2 for side in size), size.width / 2)  # type: ignore[call-arg]
    round_board = replace(board, front=replace(board.front, outline=ring))
    sheets = laid([round_board])
    shares = parts(round_board, division_of(size, SheetSpec()))
    for part, sheet in zip(shares, sheets, strict=True):
        [group] = [op for op in sheet.front.ops if isinstance(op, Group) and drawn_in(op, OUTLINE)]
        at = placed(sheet).box
        assert isinstance(group.ops[0], Path)
        assert group.ops[0].segments[0] == ("M", at.right, pytest.approx(at.y + at.height / 2))
        own = Box(at.x + part.own.x, at.y + part.own.y, part.own.width, part.own.height)
        assert group.clip == Path(rectangle(own))


def drawn_in(group: Group, stroke: Stroke) -> bool:
    return any(isinstance(op, Path) and op.stroke == stroke for op in group.ops)


def reported(some: list[Piece], **spec: object) -> list[tuple[str, str, str, str]]:
    findings = Findings()
    laid(some, SheetSpec(**spec), findings)  # type: ignore[arg-type]
    return [(finding.severity, finding.code, finding.message, finding.hint) for finding in findings]


def test_a_mat_as_large_as_the_paper_fits_it_at_the_size_that_is_advised() -> None:
    [found] = reported(boards(PAPERS["a4"]))
    assert found[3].startswith("it fits with `paper: a3`; `large: as-one` or `--as-one` keeps it whole")
    (percent,) = (int(word) for word in found[3].split() if word.isdecimal())

    def shrunk(percent: int) -> list[Sheet]:
        size = Size(*(side * percent / 100 for side in PAPERS["a4"]))
        return list(laid(boards(size), SheetSpec(marks="none")))

    assert percent == 95
    assert [sheet.front.placements[0].part for sheet in shrunk(percent)] == [""]
    assert len(shrunk(percent + 1)) > 1


def test_parts_are_reported() -> None:
    assert reported(boards(millimetres(420, 420))) == [
        (
            "note",
            "poster-parts",
            "`board`: 420 × 420 mm is printed in 6 parts on a4, 3 by 2",
            "`large: as-one` or `--as-one` keeps it whole",
        )
    ]
    [found] = reported(boards(millimetres(260, 210)))
    assert found[3] == (
        "it fits with `paper: a3`; `large: as-one` or `--as-one` keeps it whole, and printed at 95 % it fits a4"
    )
    assert reported(boards(), large="as-one") == []


def test_a_board_that_says_itself_that_it_is_parted_is_not_advised_to_use_the_flag() -> None:
    [board] = boards(millimetres(420, 420))
    [found] = reported([replace(board, large="parts")], large="as-one")
    assert found[3] == "`large: as-one` keeps it whole"


def test_a_board_with_two_sides_is_not_parted() -> None:
    [(severity, code, _, hint)] = reported(boards(back=True))
    assert (severity, code) == ("error", "piece-too-large")
    assert hint == "no known paper is large enough; without a back it would be printed in parts"
    assert [code for _, code, *_ in reported(boards(back=True), backs="none")] == ["poster-parts"]


def test_paper_too_small_for_parts() -> None:
    [(severity, code, _, hint)] = reported(boards(), paper="40mm x 60mm")
    assert (severity, code) == ("error", "piece-too-large")
    assert hint == "use larger paper, or a smaller margin or overlap: there is no space for parts"


def test_a_grid_asked_for_does_not_part_what_fits() -> None:
    [(_, code, *_)] = reported(boards(millimetres(190, 130)), columns=3)
    assert code == "grid-too-large"


def test_a_board_says_for_itself_whether_it_stays_whole() -> None:
    whole, other = (
        replace(board, large=large) for board, large in zip(boards(count=2), ("as-one", None), strict=True)
    )
    sheets = laid([whole, other], SheetSpec())
    sizes = [sheet.front.size for sheet in sheets]
    assert sizes[0] == BOARD
    assert len(sizes) > 2
    assert all(size != BOARD for size in sizes[1:])
    (alone,) = laid([replace(other, large="parts")], SheetSpec(large="as-one"))[:1]
    assert alone.front.size != BOARD
