"""Booklets → files: Markdown, one page of HTML, PDF."""

from generator.write.booklet.html import Image, Look, Webfont, html
from generator.write.booklet.markdown import markdown

__all__ = ["Image", "Look", "Webfont", "html", "markdown"]
