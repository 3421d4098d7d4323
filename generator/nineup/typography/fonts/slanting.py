"""Slants the letters of a font, for families without italics. Needs fontTools."""

import math
import struct
from collections.abc import Collection, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import count

from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, TTLibError
from fontTools.ttLib.tables._g_l_y_f import Glyph

_HINTS = ("fpgm", "prep", "cvt ", "cvar", "hdmx", "VDMX", "LTSH", "gasp")
"""Tables that fit outlines to pixels, which become invalid."""

_MOST_PARTS = 30_000
"""The largest total number of components in a font's glyphs; each may have components itself."""


class _Recording(DecomposingRecordingPen):  # type: ignore[misc]
    """Records outlines with those of their components, and counts the components of all glyphs."""

    def __init__(self, glyphs: object, parts: Iterator[int]) -> None:
        super().__init__(glyphs)
        self._parts = parts

    def addComponent(self, name: str, matrix: object, **more: object) -> None:  # noqa: N802
        if next(self._parts) > _MOST_PARTS:
            raise ValueError("too many parts")
        super().addComponent(name, matrix, **more)


def slanted_font(data: bytes, degrees: float, wanted: Collection[int]) -> bytes:
    """A static font, TrueType or CFF, with the outlines of the `wanted` glyphs sheared about the baseline;
    advances stay.

    Raises whatever fontTools raises for a damaged font.
    """
    font = TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False)
    shear = (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
    for tag in _HINTS:
        if tag in font:
            del font[tag]
    glyphs, order = font.getGlyphSet(), font.getGlyphOrder()
    drawn, parts = {}, count()
    for glyph in sorted(wanted):
        name = order[glyph]
        drawn[name] = DecomposingRecordingPen(glyphs)
        outline = _Recording(glyphs, parts)
        # A glyph that is damaged, recursive, too complex or too large stays empty.
        with suppress(*_DAMAGES):
            glyphs[name].draw(outline)
            if _fits(outline, shear):
                drawn[name] = outline
    (_shear_truetype if "glyf" in font else _shear_cff)(font, drawn, shear)
    out = BytesIO()
    font.save(out, reorderTables=None)
    return out.getvalue()


_Shear = tuple[float, float, float, float, float, float]

_DAMAGES: tuple[type[Exception], ...] = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError),
    *(struct.error, TTLibError),
)
"""Exceptions of fontTools for a damaged glyph."""

_FARTHEST = 32767
"""The largest coordinate, and the largest distance between two points, in font units."""


def _fits(outline: DecomposingRecordingPen, shear: _Shear) -> bool:
    """Whether a sheared outline can be written: its coordinates and their differences fit in 16 bits."""
    pen = ControlBoundsPen(None)
    outline.replay(TransformPen(pen, shear))
    left, bottom, right, top = pen.bounds or (0, 0, 0, 0)
    return bool(max(*map(abs, (left, bottom, right, top)), right - left, top - bottom) <= _FARTHEST)


def _shear_truetype(font: TTFont, drawn: dict[str, DecomposingRecordingPen], shear: _Shear) -> None:
    largest = font["maxp"]
    for name, outline in drawn.items():
        pen = TTGlyphPen(None)
        outline.replay(TransformPen(pen, shear))
        glyph = font["glyf"][name] = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        points, contours = len(getattr(glyph, "coordinates", ())), max(0, glyph.numberOfContours)
        largest.maxPoints = max(largest.maxPoints, points)
        largest.maxContours = max(largest.maxContours, contours)
        # A glyph is drawn with its leftmost point at its side bearing.
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
    glyphs = font["glyf"].glyphs
    for name in [each for each, glyph in glyphs.items() if each not in drawn and not hasattr(glyph, "data")]:
        glyphs[name] = Glyph()  # Already read as a component of others, which now have its outline.


def _shear_cff(font: TTFont, drawn: dict[str, DecomposingRecordingPen], shear: _Shear) -> None:
    top = font["CFF "].cff.topDictIndex[0]
    for name, outline in drawn.items():
        old = top.CharStrings[name]
        width = font["hmtx"][name][0]
        nominal = getattr(old.private, "nominalWidthX", 0)
        pen = T2CharStringPen(width - nominal, None)
        outline.replay(TransformPen(pen, shear))
        top.CharStrings[name] = pen.getCharString(old.private, old.globalSubrs)
