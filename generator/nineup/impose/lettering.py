"""Small type beside the pieces: plain lines in the one font that every project has."""

from nineup.drawing import Colour, Run, Shaped, Text
from nineup.fonts import Fonts

FAMILY = "Source Sans 3"
"""Ships with the package, so it is always there."""

GREY: Colour = (0.35, 0.35, 0.35)


class Lettering:
    """Sets plain lines at small sizes; words are shaped once by the font itself."""

    def __init__(self, fonts: Fonts, weight: int = 400) -> None:
        self._font = fonts.font(FAMILY, weight)

    def pieces(self, text: str) -> tuple[Shaped, ...]:
        """The words of a line and the spaces between them."""
        space = self._font.shape(" ")
        first, *others = text.split(" ")
        pieces = [self._font.shape(first)]
        for word in others:
            pieces += (space, self._font.shape(word))
        return tuple(piece for piece in pieces if piece.text)

    def width(self, text: str, size: float) -> float:
        """How long a line is, in points."""
        return sum(piece.width for piece in self.pieces(text)) * size / 1000

    def line(self, text: str, x: float, y: float, size: float, anchor: float = 0.0) -> Text:
        """A line on the baseline y; x is its start, its middle (anchor 0.5) or its end (anchor 1)."""
        pieces = self.pieces(text)
        x -= anchor * sum(piece.width for piece in pieces) * size / 1000
        return Text(round(x, 3), round(y, 3), size, (Run(self._font.key, GREY, pieces),))
