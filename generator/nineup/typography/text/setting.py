"""A text context with everything shaped and drawn in it so far. Lives as long as its game's layouts."""

from collections.abc import Iterable, Mapping

from nineup.typography.fonts import Fonts
from nineup.typography.text.context import InlineSymbol, TextContext
from nineup.typography.text.lines import LinePen
from nineup.typography.text.style import Style, StyleSheet
from nineup.typography.text.words.shaping import ShapingCache


class Setting(TextContext):
    """The resources for a game's texts, and the words shaped so far."""

    def __init__(
        self,
        fonts: Fonts,
        sheet: StyleSheet,
        symbols: Mapping[str, InlineSymbol],
        terms: Iterable[str] = (),
    ) -> None:
        super().__init__(fonts, sheet, symbols, terms=terms)
        self._caches: dict[Style, ShapingCache] = {}
        self._pens: dict[tuple[ShapingCache, float], LinePen] = {}

    def shaping(self, style: Style) -> ShapingCache:
        """The words of a style. Raises FontError if its font can't be used."""
        shaping = self._caches.get(style)
        if shaping is None:
            shaping = self._caches[style] = ShapingCache(style, self)
        return shaping

    def pen(self, shaping: ShapingCache, size: float) -> LinePen:
        """Draws the lines of a style at a size in points."""
        pen = self._pens.get((shaping, size))
        if pen is None:
            pen = self._pens[shaping, size] = LinePen(shaping, size)
        return pen
