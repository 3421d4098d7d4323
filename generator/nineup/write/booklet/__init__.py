"""Booklets → files: Markdown, one page of HTML, PDF. ReportLab is imported when a PDF is begun, not before."""

from nineup.booklet import Booklet
from nineup.geometry import Size
from nineup.text import Problem
from nineup.write.booklet.html import Image, PageAssets, Webfont, html
from nineup.write.booklet.markdown import markdown
from nineup.write.booklet.typesetter import STYLES, BookletTypesetter

__all__ = ["STYLES", "BookletTypesetter", "Image", "PageAssets", "Webfont", "html", "markdown", "pdf"]


def pdf(
    booklet: Booklet, typesetter: BookletTypesetter, size: Size
) -> tuple[bytes, tuple[tuple[str, Problem], ...]]:
    """The file on a paper of this size, and what could not be set right: each text with its problem."""
    from nineup.write.booklet.story import booklet_pdf

    return booklet_pdf(booklet, typesetter, size)
