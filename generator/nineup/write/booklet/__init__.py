"""Booklets → files: `markdown`, `html` (one page) and `pdf`. ReportLab is only imported for a PDF."""

from nineup.booklet import Booklet
from nineup.geometry import Size
from nineup.text import Problem
from nineup.write.booklet.html import PageAssets, Webfont, WebpImage, html
from nineup.write.booklet.markdown import markdown
from nineup.write.booklet.typesetter import STYLES, BookletTypesetter

__all__ = ["STYLES", "BookletTypesetter", "PageAssets", "Webfont", "WebpImage", "html", "markdown", "pdf"]


def pdf(
    booklet: Booklet, typesetter: BookletTypesetter, size: Size
) -> tuple[bytes, tuple[tuple[str, Problem], ...]]:
    """The PDF on paper of this size, and the problems found in typesetting, each with its text."""
    from nineup.write.booklet.story import booklet_pdf

    return booklet_pdf(booklet, typesetter, size)
