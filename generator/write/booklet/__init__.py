"""Booklets → files: Markdown, one page of HTML, PDF. ReportLab is imported when a PDF is begun, not before."""

from typing import TYPE_CHECKING

from generator.geometry import Size
from generator.write.booklet.html import Image, Look, Webfont, html
from generator.write.booklet.markdown import markdown
from generator.write.booklet.press import STYLES, Press

if TYPE_CHECKING:
    from generator.booklet import Booklet
    from generator.text import Problem

__all__ = ["STYLES", "Image", "Look", "Press", "Webfont", "html", "markdown", "pdf"]


def pdf(booklet: "Booklet", press: Press, size: Size) -> "tuple[bytes, tuple[tuple[str, Problem], ...]]":
    """The file on a paper of this size, and what could not be set right: each text with its problem."""
    from generator.write.booklet.story import printed

    return printed(booklet, press, size)
