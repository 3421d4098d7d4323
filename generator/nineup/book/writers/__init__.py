"""Booklets → files: `markdown`, `html` (one page, or `html_pages`) and `pdf`; `laid_face` draws a table that
they show. ReportLab is only imported for a PDF.
"""

from nineup.base.geometry import Size
from nineup.book.writers.html import PageAssets, PageImage, Webfont, html, html_pages
from nineup.book.writers.laid_table import laid_face
from nineup.book.writers.markdown import markdown
from nineup.book.writers.signature import Signature
from nineup.book.writers.typesetter import STYLES, BookletTypesetter
from nineup.model.booklet import Booklet
from nineup.typography.text import Problem
from nineup.write import Contents

__all__ = [
    "STYLES",
    "BookletTypesetter",
    "PageAssets",
    "PageImage",
    "Signature",
    "Webfont",
    "html",
    "html_pages",
    "laid_face",
    "markdown",
    "pdf",
]


def pdf(
    booklet: Booklet, typesetter: BookletTypesetter, size: Size, signature: Signature | None = None
) -> tuple[Contents, tuple[tuple[str, Problem], ...]]:
    """The PDF with pages of this size, and the problems found in typesetting, each with its text.

    With a `signature`, each side of a sheet has two pages, and sheets are folded in the middle.
    """
    from nineup.book.writers.story import booklet_pdf

    return booklet_pdf(booklet, typesetter, size, signature=signature)
