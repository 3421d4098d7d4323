"""PDF → pictures of its pages, each encoded as bytes.

`png` shows one page on white, `clear_pictures`, `clear_png` and `clear_webp` all pages on a transparent
background (for virtual tables and the web), `jpeg` on white, `stencilled` boxes cut out of pages;
`ink_shares` measures the ink of pages.
"""

import errno
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pypdfium2

from nineup.base.geometry import Box, Size
from nineup.base.units import INCH

_TRANSPARENT = {"fill_color": (255, 255, 255, 0), "rev_byteorder": True}
"""PDFium's options for a transparent page background."""


class Shot(NamedTuple):
    """A picture's file, and its width and height in pixels."""

    data: bytes
    width: int
    height: int


PagePlace = tuple[int, Box, int]
"""A page (from 1), a box in points, and the clockwise quarter turns to undo."""

OVERSAMPLED = 2
"""The factor by which a stencilled piece is drawn larger than its final resolution."""


def pages(pdf: bytes | Path) -> int:
    """The number of pages of a PDF or its file. Raises ValueError if this is not a PDF."""
    with _opened(pdf) as document:
        return len(document)


def page_sizes(pdf: bytes) -> tuple[Size, ...]:
    """The size of each page, in points. Raises ValueError if this is not a PDF."""
    with _opened(pdf) as document:
        return tuple(Size(*document.get_page_size(page)) for page in range(len(document)))


def png(pdf: bytes, page: int, dpi: float = 150.0) -> bytes:
    """A page, counted from 1, as a PNG.

    Raises IndexError if the page doesn't exist, ValueError if this is not a PDF.
    """
    with _opened(pdf) as document:
        if not 1 <= page <= len(document):
            raise IndexError(f"there is no page {page} of {len(document)}")
        return _png(document[page - 1].render(scale=dpi / INCH).to_pil(), dpi).data


Encoding = Literal["png", "webp", "jpeg"]
"""How a picture is encoded."""


def clear_png(pdf: bytes, dpi: float) -> Iterator[Shot]:
    """Every page as a PNG, transparent where nothing is drawn; its size is the page's to the nearest
    pixel.
    """
    return clear_pictures(pdf, dpi, "png")


def clear_pictures(pdf: bytes, dpi: float, encoding: Encoding) -> Iterator[Shot]:
    """Every page as `clear_png` shows it, in any encoding; a JPEG can't be transparent and is on white."""
    with _opened(pdf) as document:
        for page in document:
            # PDFium rounds up, so scale by slightly less: then a whole number of pixels stays whole.
            scale = min((max(1, round(side * dpi / INCH)) - 0.01) / side for side in page.get_size())
            picture = page.render(scale=scale, **_TRANSPARENT).to_pil()
            is_opaque = picture.getextrema()[3] == (255, 255)
            picture = picture.convert("RGB") if is_opaque else picture
            yield _png(picture, dpi) if encoding == "png" else _other(picture, dpi, encoding)


def clear_webp(pdf: bytes, width: int, quality: int = 80, method: int = 1) -> Iterator[Shot]:
    """Every page as a WebP `width` pixels wide, transparent where nothing is drawn; `method`, from 0 to 6,
    says how long is tried to make it small.
    """
    with _opened(pdf) as document:
        for page in document:
            picture = page.render(scale=width / page.get_width(), **_TRANSPARENT).to_pil()
            yield _lossy_webp(picture, quality, method)


def jpeg(pdf: bytes, width: int) -> Iterator[Shot]:
    """Every page as a JPEG `width` pixels wide, on white: in a third of the time of `clear_webp`, and half
    again as large.
    """
    with _opened(pdf) as document:
        for page in document:
            picture = page.render(scale=width / page.get_width(), rev_byteorder=True).to_pil()
            yield _jpeg(picture.convert("RGB"))


def ink_shares(pdf: bytes, dpi: float = 36.0) -> tuple[float, ...]:
    """The ink of each page, as the share of its area in full ink: 1 minus the mean of its red, green and
    blue.
    """
    from PIL import ImageStat

    with _opened(pdf) as document:
        pictures = (page.render(scale=dpi / INCH).to_pil().convert("RGB") for page in document)
        return tuple(1 - sum(ImageStat.Stat(picture).mean) / (3 * 255) for picture in pictures)


def _clipping(document: Any, place: PagePlace, dpi: float) -> Any:
    number, box, turns = place
    if not 1 <= number <= len(document):
        raise ValueError(f"there is no page {number} of {len(document)}")
    page = document[number - 1]
    width, height = page.get_size()
    crop = box.x, height - box.bottom, width - box.right, box.y
    return page.render(scale=dpi / INCH, crop=crop).to_pil().rotate(90 * turns, expand=True)


def stencilled(pdf: bytes, places: Iterable[PagePlace], stencil: bytes) -> Iterator[Shot]:
    """Pieces of pages, with the size and, if any, the transparency of a stencil picture. Raises
    ValueError.
    """
    from PIL import Image

    like = Image.open(io.BytesIO(stencil))
    is_opaque = like.mode == "RGB"
    mask = like.convert("RGBA").getchannel("A")
    with _opened(pdf) as document:
        for number, box, turns in places:
            width = box.height if turns % 2 else box.width
            piece = _clipping(document, (number, box, turns), OVERSAMPLED * mask.width * INCH / width)
            picture = piece.convert("RGB").resize(mask.size, Image.Resampling.BOX)
            if not is_opaque:
                picture.putalpha(mask)
            yield _jpeg(picture) if is_opaque else _lossy_webp(picture)


@contextmanager
def _opened(pdf: bytes | Path) -> Iterator[Any]:
    """PDFium's document, closed afterwards.

    Raises OSError for a file that can't be opened, and ValueError for what is no PDF, or later for a page
    that it lacks.
    """
    try:
        document = pypdfium2.PdfDocument(pdf)
        try:
            yield document
        finally:
            document.close()
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_FILE:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(pdf)) from error
        raise ValueError(str(error)) from error


def _lossy_webp(picture: Any, quality: int = 80, method: int = 1) -> Shot:
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=quality, method=method)
    return Shot(out.getvalue(), picture.width, picture.height)


def _jpeg(picture: Any) -> Shot:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=70)
    return Shot(out.getvalue(), picture.width, picture.height)


def _png(picture: Any, dpi: float) -> Shot:
    from PIL.PngImagePlugin import PngInfo

    out, about = io.BytesIO(), PngInfo()
    about.add(b"sRGB", b"\0")  # Colors are sRGB, to be shown as they are perceived.
    # Higher levels take twice the time, and card files don't get smaller.
    picture.save(out, "PNG", dpi=(dpi, dpi), pnginfo=about, compress_level=3)
    return Shot(out.getvalue(), picture.width, picture.height)


def _other(picture: Any, dpi: float, encoding: Encoding) -> Shot:
    """A picture as lossless WebP, or as JPEG with sharp letters; both say their resolution, and that colors
    are sRGB.
    """
    from PIL import ExifTags, Image

    out, about = io.BytesIO(), Image.Exif()
    about[ExifTags.Base.XResolution] = about[ExifTags.Base.YResolution] = dpi
    about[ExifTags.Base.ResolutionUnit] = 2  # inches
    about.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.ColorSpace] = 1  # sRGB
    if encoding == "webp":
        picture.save(out, "WEBP", lossless=True, method=2, exif=about)
    else:
        if picture.mode == "RGBA":
            white = Image.new("RGBA", picture.size, "white")
            picture = Image.alpha_composite(white, picture).convert("RGB")
        picture.save(out, "JPEG", quality=92, subsampling=0, dpi=(dpi, dpi), exif=about)
    return Shot(out.getvalue(), picture.width, picture.height)
