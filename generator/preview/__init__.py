"""PDF → PNG: pages as pictures, for looking at and for the tests' goldens."""

import io
from collections.abc import Iterable, Iterator

import pypdfium2

from generator.geometry import Box

INCH = 72.0


def pages(pdf: bytes) -> int:
    """How many pages a file has."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()


def png(pdf: bytes, page: int, dpi: float = 150.0) -> bytes:
    """A page, counted from 1, as a PNG of so many dots per inch. Raises IndexError when there is no such page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        if not 1 <= page <= len(document):
            raise IndexError(f"there is no page {page} of {len(document)}")
        picture = document[page - 1].render(scale=dpi / INCH).to_pil()
    finally:
        document.close()
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()


def clear_png(pdf: bytes, dpi: float) -> Iterator[tuple[bytes, int, int]]:
    """Every page as a PNG of so many dots per inch, transparent where nothing is drawn; and its size in pixels.

    The size is that of the page to the nearest pixel.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            # PDFium rounds up: a whisker less, so that what comes to whole pixels stays whole.
            scale = min((max(1, round(side * dpi / INCH)) - 0.01) / side for side in page.get_size())
            picture = page.render(scale=scale, fill_color=(255, 255, 255, 0), rev_byteorder=True).to_pil()
            if picture.getextrema()[3] == (255, 255):
                picture = picture.convert("RGB")
            out = io.BytesIO()
            picture.save(out, "PNG", dpi=(dpi, dpi))
            yield out.getvalue(), picture.width, picture.height
    finally:
        document.close()


def pictures(
    pdf: bytes, width: int | None = None, height: int | None = None
) -> Iterator[tuple[bytes, int, int]]:
    """Every page as a WebP so many pixels wide, or high, with what is not printed on left transparent; and its size."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            across, down = page.get_size()
            scale = width / across if width else (height or down) / down
            picture = page.render(scale=scale, fill_color=(255, 255, 255, 0), rev_byteorder=True).to_pil()
            out = io.BytesIO()
            picture.save(out, "WEBP", quality=80, method=1)
            yield out.getvalue(), picture.width, picture.height
    finally:
        document.close()


def clippings(
    pdf: bytes, places: Iterable[tuple[int, Box, int]], dpi: float
) -> Iterator[tuple[bytes, int, int]]:
    """Pieces of pages as PNGs of so many dots per inch, and their sizes in pixels.

    A place is a page, counted from 1, a box in points from its top-left corner, and how many quarter turns clockwise
    the piece lies there, which are taken back. Raises ValueError where this is no PDF or has no such page.
    """
    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise ValueError(str(error)) from error
    try:
        for number, box, turns in places:
            if not 1 <= number <= len(document):
                raise ValueError(f"there is no page {number} of {len(document)}")
            page = document[number - 1]
            wide, high = page.get_size()
            crop = box.x, high - box.bottom, wide - box.right, box.y
            picture = page.render(scale=dpi / INCH, crop=crop).to_pil().rotate(90 * turns, expand=True)
            out = io.BytesIO()
            picture.save(out, "PNG", dpi=(dpi, dpi))
            yield out.getvalue(), picture.width, picture.height
    finally:
        document.close()
