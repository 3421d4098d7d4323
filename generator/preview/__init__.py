"""PDF → PNG: pages as pictures, for looking at and for the tests' goldens."""

import io

import pypdfium2

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
