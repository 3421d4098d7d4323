"""Small type beside the pieces: plain lines in the font that ships with the package."""

from nineup.drawing import Colour, GlyphRun, Shaped, Text
from nineup.fonts import Fonts

FAMILY = "Source Sans 3"
"""Ships with the package, so it is always available."""

GREY: Colour = (0.35, 0.35, 0.35)


class Lettering:
    """Sets plain lines at small sizes; the font caches shaped words."""

    def __init__(self, fonts: Fonts, weight: int = 400) -> None:
        self._font = fonts.font(FAMILY, weight)

    def pieces(self, text: str) -> tuple[Shaped, ...]:
        """A line's words and the spaces between them."""
        space = self._font.shape(" ")
        first, *others = text.split(" ")
        pieces = [self._font.shape(first)]
        for word in others:
            pieces += (space, self._font.shape(word))
        return tuple(piece for piece in pieces if piece.text)

    def width(self, text: str, size: float) -> float:
        """The length of a line in points."""
        return sum(piece.width for piece in self.pieces(text)) * size / 1000

    def line(self, text: str, x: float, y: float, size: float, anchor: float = 0.0) -> Text:
        """A line on the baseline y; x is its start (anchor 0), middle (0.5) or end (1)."""
        pieces = self.pieces(text)
        x -= anchor * sum(piece.width for piece in pieces) * size / 1000
        return Text(round(x, 3), round(y, 3), size, (GlyphRun(self._font.key, GREY, pieces),))
