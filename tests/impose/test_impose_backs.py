"""Backs meet their fronts, top on top, when paper is turned over or folded; proved on points and pictures."""

from collections.abc import Callable

import pypdfium2
import pytest
from imposing import fonts, laid, millimetres, pieces, texts
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Size, union
from nineup.base.units import MM
from nineup.impose.field import turning_axis
from nineup.impose.slots import Slot, slot_matrix
from nineup.model.drawing import Face, Op, Path, rectangle
from nineup.model.paper import Backs, Page, Piece, Placement, Sheet, SheetSpec
from nineup.write import PdfDocument, pdf
from PIL import Image, ImageChops, ImageOps

SIDEWAYS, OVER_THE_TOP = "sideways", "over the top"

TURNS: list[tuple[str, Backs, str]] = [
    ("portrait", "long-edge", SIDEWAYS),
    ("portrait", "short-edge", OVER_THE_TOP),
    ("landscape", "long-edge", OVER_THE_TOP),
    ("landscape", "short-edge", SIDEWAYS),
]
"""How a leaf turns, seen as its front page is read: like a book's page, or like a notepad's."""

POSTURES = {
    ("portrait", False): millimetres(80, 120),
    ("portrait", True): millimetres(120, 80),
    ("landscape", False): millimetres(120, 80),
    ("landscape", True): millimetres(80, 120),
}
"""Sizes of which A4 holds four: upright or turned."""


def seen_through(x: float, y: float, page: Size, turn: str) -> tuple[float, float]:
    """Where a point of the back page lies when one looks at the front through the paper."""
    return (page.width - x, y) if turn == SIDEWAYS else (x, page.height - y)


def edges(placement: Placement) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """The middles of a face's own top, left and right edges on its page."""
    width, height = placement.face.size
    matrix = slot_matrix(Slot(placement.box, placement.turns))
    return matrix.apply(width / 2, 0), matrix.apply(0, height / 2), matrix.apply(width, height / 2)


def one_sheet(orientation: str, backs: Backs, turned: bool) -> Sheet:
    [sheet] = laid(
        pieces(3, POSTURES[orientation, turned]),
        SheetSpec(orientation=orientation, backs=backs),  # type: ignore[arg-type]
    )
    assert {placement.turns for placement in sheet.front.placements} == {int(turned)}
    return sheet


@pytest.mark.parametrize(
    ("size", "folded"),
    [
        (millimetres(63.5, 88.9), SIDEWAYS),
        (millimetres(130, 90), SIDEWAYS),
        (millimetres(90, 130), SIDEWAYS),
        (millimetres(195, 60), OVER_THE_TOP),
        (millimetres(60, 195), SIDEWAYS),
    ],
)
def test_a_fold_brings_backs_behind_their_fronts(size: Size, folded: str) -> None:
    [sheet] = laid(pieces(1, size), SheetSpec(backs="gutterfold"))
    assert sheet.back is None
    front, back = sheet.front.placements
    assert (front.side, back.side) == ("front", "back")
    top, left, right = edges(front)
    page = sheet.front.size
    turn = SIDEWAYS if abs(front.box.y - back.box.y) < 1e-6 else OVER_THE_TOP
    assert turn == folded
    back_top, back_left, back_right = (seen_through(*point, page, turn) for point in edges(back))
    assert (back_top, back_left, back_right) == (
        pytest.approx(top),
        pytest.approx(right),
        pytest.approx(left),
    )
    assert front.box.right <= page.width / 2 or front.box.bottom <= page.height / 2


def test_square_paper_turns_sideways_on_its_long_edge() -> None:
    assert turning_axis(Size(100, 100), "long-edge") == "x"
    assert turning_axis(Size(100, 100), "short-edge") == "y"


def test_a_piece_without_a_back_leaves_its_place_blank() -> None:
    some = [*pieces(2), *pieces(1, component="reference", back=False), *pieces(7)]
    first, second = laid(some)
    assert first.back is not None
    assert second.back is not None
    assert [p.piece.component for p in first.front.placements].count("reference") == 1
    assert [p.piece.component for p in first.back.placements] == ["power"] * 8
    places = {p.box for p in first.back.placements}
    blank = first.front.placements[2].box
    assert Box(first.back.size.width - blank.right, *blank[1:]) not in places


def test_a_sheet_of_pieces_without_backs_gets_a_blank_page_where_others_have_backs() -> None:
    some = [*pieces(9), *pieces(1, millimetres(190, 270), "mat", back=False)]
    cards, mat = laid(some)
    assert cards.back is not None
    assert mat.back is not None
    assert mat.back.placements == ()
    assert mat.back.size == mat.front.size
    assert mat.back.label == "sheet 2 of 2, back"


def test_no_backs_no_back_pages() -> None:
    assert laid(pieces(3, back=False))[0].back is None
    assert laid(pieces(3), SheetSpec(backs="none"))[0].back is None
    [sheet] = laid(pieces(9, back=False), SheetSpec(backs="gutterfold"))
    assert len(sheet.front.placements) == 9


def test_the_offset_moves_backs_alone() -> None:
    plain = laid(pieces(4))[0]
    moved = laid(pieces(4), SheetSpec(back_offset=(0.5 * MM, -1 * MM)))[0]
    for before, after in zip(plain.front.placements, moved.front.placements, strict=True):
        assert after.box == pytest.approx(before.box)
    assert plain.back is not None
    assert moved.back is not None
    for before, after in zip(plain.back.placements, moved.back.placements, strict=True):
        assert after.box.x - before.box.x == pytest.approx(0.5 * MM)
        assert after.box.y - before.box.y == pytest.approx(-1 * MM)


# Pictures: what a printer and a pair of hands make of the file itself.

SCALE = 1.0
COLOURS = [(0.1, 0.2, 0.9), (0.9, 0.3, 0.1), (0.2, 0.7, 0.2), (0.6, 0.1, 0.6), (0.1, 0.7, 0.8)]


def marked(size: Size, colour: tuple[float, float, float], mirrored: bool) -> Face:
    """A face with a mark of its own near its top left corner; on a back, mirrored, near its top right."""
    width, height = size
    ops: list[Op] = [Path(rectangle(Box(0, 0, width, height)), fill=(0.95, 0.95, 0.85))]
    for box in (Box(12, 12, 60, 18), Box(12, 30, 18, 66)):
        x = width - box.right if mirrored else box.x
        ops.append(Path(rectangle(Box(x, box.y, box.width, box.height)), fill=colour))
    return Face("back" if mirrored else "front", size, 0, tuple(ops))


def marked_pieces(size: Size) -> list[Piece]:
    return [
        Piece("card", str(i), "", 1, marked(size, colour, False), marked(size, colour, True))
        for i, colour in enumerate(COLOURS)
    ]


def pictures(sheets: tuple[Sheet, ...]) -> list[Image.Image]:
    pages = tuple(page for sheet in sheets for page in (sheet.front, sheet.back) if page)
    document = pypdfium2.PdfDocument(pdf(PdfDocument("", "", "", pages), fonts()))
    return [document[i].render(scale=SCALE).to_pil().convert("RGB") for i in range(len(document))]


def faces_alike(one: Image.Image, other: Image.Image, page: Page) -> None:
    """Equal inside the box of all fronts, but for the soft edges of what is drawn there."""
    taken = union(p.box for p in page.placements if p.side == "front")
    assert taken is not None
    around = taken.outset(-2)
    corners = tuple(round(v * SCALE) for v in (around.x, around.y, around.right, around.bottom))
    difference = ImageChops.difference(one.crop(corners), other.crop(corners)).convert("L")
    different = sum(difference.histogram()[100:])
    assert len(one.crop(corners).getcolors()) > 1
    assert different < 0.005 * difference.width * difference.height


FLIPS: dict[str, Callable[[Image.Image], Image.Image]] = {
    SIDEWAYS: ImageOps.mirror,
    OVER_THE_TOP: ImageOps.flip,
}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("orientation", "backs", "turn"), TURNS)
def test_pictures_of_both_sides_meet(orientation: str, backs: Backs, turn: str, turned: bool) -> None:
    sheets = laid(
        marked_pieces(POSTURES[orientation, turned]),
        SheetSpec(orientation=orientation, backs=backs, marks="none"),  # type: ignore[arg-type]
    )
    shown = pictures(sheets)
    assert len(shown) == 4
    for sheet, front, back in zip(sheets, shown[::2], shown[1::2], strict=True):
        faces_alike(front, FLIPS[turn](back), sheet.front)


def test_what_has_no_back_and_is_larger_than_half_a_page_has_a_sheet_without_a_fold() -> None:
    chips, box = pieces(2, millimetres(16, 16), "chip"), pieces(1, millimetres(190, 160), "box", back=False)
    folded, flat = laid([*box, *chips], SheetSpec(backs="gutterfold"))
    assert [placed.side for placed in folded.front.placements] == ["front", "front", "back", "back"]
    assert [placed.piece.component for placed in flat.front.placements] == ["box"]
    assert (folded.back, flat.back) == (None, None)
    assert any("fold on the dashed line" in words for words in texts(folded.front))
    assert any("Print one side at 100 %" in words for words in texts(flat.front))
    assert not any("fold" in words for words in texts(flat.front))


def test_what_has_a_back_and_is_larger_than_half_a_page_is_refused() -> None:
    findings = Findings()
    assert laid(pieces(1, millimetres(190, 160)), SheetSpec(backs="gutterfold"), findings) == ()
    assert [finding.code for finding in findings] == ["piece-too-large"]


@pytest.mark.parametrize("size", [millimetres(63.5, 88.9), millimetres(195, 60)])
def test_a_picture_of_a_gutterfold_sheet_folds_onto_itself(size: Size) -> None:
    sheets = laid(marked_pieces(size), SheetSpec(backs="gutterfold", marks="none"))
    turn = SIDEWAYS if size.width < 100 * MM else OVER_THE_TOP
    for sheet, shown in zip(sheets, pictures(sheets), strict=True):
        faces_alike(shown, FLIPS[turn](shown), sheet.front)
