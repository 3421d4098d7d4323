"""Pages as pictures."""

import io

import pytest
from nineup.base.geometry import Box, Size
from nineup.base.project import STARTER, Project
from nineup.model.drawing import Face, Path, rectangle
from nineup.typography.fonts import Fonts
from nineup.write import face_pdf
from nineup.write.preview import clear_png, pages, png, stencilled
from PIL import Image

INCH = Size(72, 36)
PDF = face_pdf(
    [
        Face("red", INCH, 0.0, (Path(rectangle(Box(0, 0, 36, 18)), (1.0, 0.0, 0.0)),)),
        Face("empty", INCH, 0.0, ()),
    ],
    Fonts(Project(STARTER)),
)


def test_the_size_follows_the_dots_per_inch() -> None:
    picture = Image.open(io.BytesIO(png(PDF, 1, 100)))
    assert picture.size == (100, 50)
    assert picture.info["dpi"] == pytest.approx((100, 100), abs=0.1)


def test_what_is_drawn_is_seen_and_the_rest_is_white() -> None:
    picture = Image.open(io.BytesIO(png(PDF, 1, 72)))
    assert [picture.getpixel(at) for at in ((10, 5), (60, 5), (10, 30))] == [
        (255, 0, 0),
        (255, 255, 255),
        (255, 255, 255),
    ]
    assert Image.open(io.BytesIO(png(PDF, 2, 72))).getextrema() == ((255, 255),) * 3


def test_the_same_again() -> None:
    assert png(PDF, 1) == png(PDF, 1)


@pytest.mark.parametrize("page", [0, 3, -1])
def test_a_page_that_is_not_there(page: int) -> None:
    assert pages(PDF) == 2
    with pytest.raises(IndexError, match=f"no page {page} of 2"):
        png(PDF, page)


def test_what_is_not_drawn_is_clear_and_a_full_page_has_no_alpha() -> None:
    full = Face("full", INCH, 0.0, (Path(rectangle(Box(0, 0, *INCH)), (0.0, 0.0, 1.0)),))
    half = Face("half", INCH, 0.0, (Path(rectangle(Box(0, 0, 36, 36)), (0.0, 0.0, 1.0)),))
    shown = list(clear_png(face_pdf([full, half], Fonts(Project(STARTER))), 300))
    assert [(width, height) for _, width, height in shown] == [(300, 150)] * 2
    whole, part = (Image.open(io.BytesIO(png)) for png, *_ in shown)
    assert (whole.mode, whole.getpixel((299, 149))) == ("RGB", (0, 0, 255))
    assert (part.mode, part.getpixel((10, 10)), part.getpixel((299, 149))[3]) == ("RGBA", (0, 0, 255, 255), 0)  # type: ignore[index]


def stencil(width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height)).save(file, "png")
    return file.getvalue()


def test_pieces_of_pages_are_upright() -> None:
    places = [(1, Box(36, 0, 36, 36), 0), (1, Box(18, 0, 36, 36), 1)]
    clipped = [
        *stencilled(PDF, [(1, Box(0, 0, 72, 18), 0)], stencil(144, 36)),
        *stencilled(PDF, places, stencil(72, 72)),
    ]
    assert [size for _, *size in clipped] == [[144, 36], [72, 72], [72, 72]]
    left, blank, turned = (Image.open(io.BytesIO(data)).convert("RGB") for data, _, _ in clipped)
    assert blank.getcolors() == [(72 * 72, (255, 255, 255))]
    # The ink of the last one's upper left quarter was turned clockwise with it: upright it is in the lower
    # left.
    seen = [left.getpixel(at) for at in ((10, 10), (134, 10))]
    seen += [turned.getpixel(at) for at in ((10, 60), (10, 10), (60, 60))]
    red, white = pytest.approx((255, 0, 0), abs=4), (255, 255, 255)
    assert seen == [red, white, red, white, white]


def test_what_is_no_pdf_or_has_no_such_page_is_refused() -> None:
    with pytest.raises(ValueError, match="Failed to load"):
        list(stencilled(b"no PDF", [(1, Box(0, 0, 9, 9), 0)], stencil(9, 9)))
    with pytest.raises(ValueError, match="no page 3 of 2"):
        list(stencilled(PDF, [(3, Box(0, 0, 9, 9), 0)], stencil(9, 9)))
