"""Booklets → files: `markdown`, `html` (one page) and `pdf`. ReportLab is only imported for a PDF."""

from nineup.booklet import Booklet
from nineup.geometry import Size
from nineup.text import Problem
from nineup.write.booklet.html import PageAssets, PageImage, Webfont, html
from nineup.write.booklet.markdown import markdown
from nineup.write.booklet.signature import Signature
from nineup.write.booklet.typesetter import STYLES, BookletTypesetter

__all__ = [
    "STYLES",
    "BookletTypesetter",
    "PageAssets",
    "PageImage",
    "Signature",
    "Webfont",
    "html",
    "markdown",
    "pdf",
]


def pdf(
    booklet: Booklet, typesetter: BookletTypesetter, size: Size, signature: Signature | None = None
) -> tuple[bytes, tuple[tuple[str, Problem], ...]]:
    """The PDF with pages of this size, and the problems found in typesetting, each with its text.

    With a `signature`, each side of a sheet has two pages, and sheets are folded in the middle.
    """
    from nineup.write.booklet.story import booklet_pdf

    return booklet_pdf(booklet, typesetter, size, signature)
