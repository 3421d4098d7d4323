"""Small type beside the pieces: plain lines in the package's own font, with the project's fonts as
fallbacks.
"""

import msgspec

from nineup.logic.expression import escape
from nineup.model.drawing import Colour, GlyphRun, Shaped, Text
from nineup.model.extent import text_width
from nineup.typography.fonts import Fonts
from nineup.typography.text import Setting, Style, StyleSheet, set_line
from nineup.typography.text.scripts import is_simple

FAMILY = "Source Sans 3"
"""Included in the package, so always available."""

GREY: Colour = (0.35, 0.35, 0.35)


class Lettering:
    """Sets plain lines at small sizes; the font caches shaped words."""

    def __init__(self, fonts: Fonts, weight: int = 400) -> None:
        self._font = fonts.font(FAMILY, weight)
        self._setting = Setting(fonts, StyleSheet({}, {}), {})

    def can_set(self, text: str) -> bool:
        """Whether every letter of a line is in some font of the project."""
        if self._is_plain(text):
            return True
        line = set_line(escape(text), 0.0, 0.0, style=self._style(1.0), setting=self._setting)
        return not any(problem.severity == "error" for problem in line.problems)

    def width(self, text: str, size: float) -> float:
        """The length of a line in points."""
        if self._is_plain(text):
            return sum(piece.width for piece in self._pieces(text)) * size / 1000
        return text_width(self.line(text, 0, 0, size))

    def line(self, text: str, x: float, y: float, size: float, anchor: float = 0.0) -> Text:
        """A line on the baseline y; x is its start (anchor 0), middle (0.5) or end (1)."""
        if not self._is_plain(text):
            return self._mixed(text, x, y, size, anchor)
        pieces = self._pieces(text)
        x -= anchor * sum(piece.width for piece in pieces) * size / 1000
        return Text(round(x, 3), round(y, 3), size, runs=(GlyphRun(self._font.key, GREY, pieces),))

    def _is_plain(self, text: str) -> bool:
        # Word by word, since most words are on many pages, while a page's label is on one.
        return is_simple(text) and all(map(self._font.has, text.split(" ")))

    def _pieces(self, text: str) -> tuple[Shaped, ...]:
        """A line's words and the spaces between them."""
        space = self._font.shape(" ")
        first, *others = text.split(" ")
        pieces = [self._font.shape(first)]
        for word in others:
            pieces += (space, self._font.shape(word))
        return tuple(piece for piece in pieces if piece.text)

    def _mixed(self, text: str, x: float, y: float, size: float, anchor: float) -> Text:
        """A line in several scripts, which runs from left to right as a whole."""
        (line,) = set_line(escape(text), 0.0, y, style=self._style(size), setting=self._setting).ops
        assert isinstance(line, Text)
        return msgspec.structs.replace(line, x=round(x - anchor * text_width(line), 3))

    def _style(self, size: float) -> Style:
        others, weight = self._setting.fonts.others(FAMILY), self._font.weight
        return Style(
            FAMILY, others, weight=weight, size=size, min_size=size, colour=GREY, direction="left-to-right"
        )
