"""The calibration sheet: its reading is the offset that corrects a shifted back."""

import re

import pytest
from imposing import fonts, laid, lines, pages, pieces, printable, texts
from nineup.base.geometry import Box, Size
from nineup.base.units import MM
from nineup.impose.calibrate import calibration, signed
from nineup.impose.field import turning_axis
from nineup.model.drawing import Path
from nineup.model.paper import PAPERS, Backs, Page, Sheet, SheetSpec

FINE = re.compile(r"[+−]?\d\.\d")
CASES: list[tuple[str, Backs, bool]] = [
    ("a4", "long-edge", False),
    ("a4", "short-edge", False),
    ("a4", "long-edge", True),
    ("a4", "short-edge", True),
    ("letter", "long-edge", False),
    ("a5", "long-edge", False),
]


def number(label: str) -> float:
    return float(label.replace("−", "-"))


def middles(page: Page, pattern: re.Pattern[str]) -> list[tuple[str, float, float]]:
    """Every label that fits a pattern, with the middle of its letters."""
    return [
        (words, box.x + box.width / 2, box.y + box.height / 2)
        for words, box in all_texts(page)
        if pattern.fullmatch(words)
    ]


def all_texts(page: Page) -> list[tuple[str, Box]]:
    """As `texts`, but with those that are written twice."""
    found: list[tuple[str, Box]] = []
    for op in page.ops:
        found += texts(Page(page.size, (), (op,))).items()
    return found


def comb(page: Page, axis: str) -> dict[float, float]:
    """From reading to place of one comb's lines, each found by its label:

    X runs along the top, Y along a side.
    """
    if axis == "x":
        strokes = [box.x for box in lines(page) if box.height == pytest.approx(3.5 * MM)]
    else:
        strokes = [box.y for box in lines(page) if box.width == pytest.approx(3.5 * MM)]
    edge = 21.5 * MM
    places = {}
    for words, x, y in middles(page, FINE):
        if (edge < x < page.size.width - edge) == (axis == "x"):
            near = x if axis == "x" else y
            places[number(words)] = min(strokes, key=lambda stroke: abs(stroke - near))
    return places


def drifted(place: float, page: Size, axis: str, mirror: str, drift: float) -> float:
    """Where a line of the back page is seen from the front when its print has slipped right or down."""
    place += drift
    if axis != mirror:
        return place
    return (page.width if axis == "x" else page.height) - place


@pytest.mark.parametrize(("paper", "backs", "landscape"), CASES)
def test_the_lines_that_meet_read_the_offset(paper: str, backs: Backs, landscape: bool) -> None:
    [sheet] = calibration(paper, fonts(), backs, landscape)
    assert sheet.back is not None
    page = sheet.front.size
    mirror = turning_axis(page, backs)
    for axis in ("x", "y"):
        front, back = comb(sheet.front, axis), comb(sheet.back, axis)
        assert sorted(front) == sorted(back)
        assert len(front) >= 31
        for drift in (0.0, 0.3, -1.5):
            apart = sorted(
                (abs(front[one] - drifted(back[other], page, axis, mirror, drift * MM)), one, other)
                for one in front
                for other in back
            )
            (met, one, other), (next_best, *_) = apart[:2]
            assert met < 0.01 * MM
            assert one == other == -drift
            assert next_best > 0.09 * MM


def test_the_reading_given_back_brings_a_back_home() -> None:
    drift = (0.7, -0.4)
    reading = tuple(-value * MM for value in drift)
    [plain] = laid(pieces(2))
    [fixed] = laid(pieces(2), SheetSpec(back_offset=reading))  # type: ignore[arg-type]
    assert plain.back is not None
    assert fixed.back is not None
    for ideal, sent in zip(plain.back.placements, fixed.back.placements, strict=True):
        assert sent.box.x + drift[0] * MM == pytest.approx(ideal.box.x)
        assert sent.box.y + drift[1] * MM == pytest.approx(ideal.box.y)


def ring(page: Page) -> tuple[float, float]:
    """The middle of the only circle."""
    [path] = [op for op in page.ops if isinstance(op, Path)]
    curves = [segment for segment in path.segments if segment[0] == "C"]
    xs, ys = [segment[5] for segment in curves], [segment[6] for segment in curves]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@pytest.mark.parametrize(("paper", "backs", "landscape"), CASES)
def test_the_pin_reads_right_and_down_on_the_back(paper: str, backs: Backs, landscape: bool) -> None:
    """On the back page the scale runs as the page does; its zero lies behind the ring of the front."""
    [sheet] = calibration(paper, fonts(), backs, landscape)
    assert sheet.back is not None
    tens = middles(sheet.back, re.compile(r"[+−]10"))
    assert sorted(words for words, _, _ in tens) == ["+10", "+10", "−10", "−10"]
    rightmost, lowest = max(tens, key=lambda ten: ten[1]), max(tens, key=lambda ten: ten[2])
    leftmost, highest = min(tens, key=lambda ten: ten[1]), min(tens, key=lambda ten: ten[2])
    assert (rightmost[0], lowest[0], leftmost[0], highest[0]) == ("+10", "+10", "−10", "−10")
    assert rightmost[1] - leftmost[1] == pytest.approx(20 * MM, abs=0.01)
    assert lowest[2] - highest[2] == pytest.approx(20 * MM, abs=0.01)
    page, mirror = sheet.back.size, turning_axis(sheet.back.size, backs)
    x, y = (rightmost[1] + leftmost[1]) / 2, (lowest[2] + highest[2]) / 2
    through = (page.width - x, y) if mirror == "x" else (x, page.height - y)
    assert through == pytest.approx(ring(sheet.front), abs=0.5)


@pytest.mark.parametrize(("paper", "backs", "landscape"), CASES)
def test_all_of_it_is_printable(paper: str, backs: Backs, landscape: bool) -> None:
    sheets: tuple[Sheet, ...] = calibration(paper, fonts(), backs, landscape)
    assert len(sheets) == 1
    for page in pages(sheets):
        size = PAPERS[paper]
        assert page.size == (size.turned() if landscape else size)
        for box in [*lines(page), *texts(page).values()]:
            assert printable(page).contains(box)


def test_it_says_how_to_save_the_reading() -> None:
    [sheet] = calibration("a4", fonts())
    words = " ".join(texts(sheet.front))
    assert "nineup calibrate --save PRINTER --back-offset" in words
    assert "flip on the long edge" in words


def test_paper_that_is_none() -> None:
    with pytest.raises(ValueError, match="unknown paper `a9`"):
        calibration("a9", fonts())


def test_paper_that_is_too_small() -> None:
    with pytest.raises(
        ValueError, match="`140mm x 200mm` is too small for the scales; the smallest paper is a5"
    ):
        calibration("140mm x 200mm", fonts())


def test_numbers_bear_their_sign() -> None:
    assert [signed(value, 1) for value in (0.3, -1.2, 0.0, -0.04)] == ["+0.3", "−1.2", "0.0", "0.0"]
    assert signed(-10) == "−10"
