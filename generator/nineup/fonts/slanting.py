"""Makes the letters of a font lean, for families without italics. Needs fontTools."""

import math
from collections.abc import Collection, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import count

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

_HINTS = ("fpgm", "prep", "cvt ", "cvar", "hdmx", "VDMX", "LTSH", "gasp")
"""Tables that fit outlines to pixels, which no longer hold."""


_MOST_PARTS = 30_000
"""The most parts that the glyphs of a font are put together of, all told: each may have parts that have parts."""


class _Recording(DecomposingRecordingPen):  # type: ignore[misc]
    """Records outlines with those of their parts, and counts the parts of all glyphs."""

    def __init__(self, glyphs: object, parts: Iterator[int]) -> None:
        super().__init__(glyphs)
        self._parts = parts

    def addComponent(self, name: str, matrix: object, **more: object) -> None:  # noqa: N802
        if next(self._parts) > _MOST_PARTS:
            raise ValueError("too many parts")
        super().addComponent(name, matrix, **more)


def slanted_font(data: bytes, degrees: float, wanted: Collection[int]) -> bytes:
    """A static font, TrueType or CFF, with the outlines of the `wanted` glyphs sheared about the baseline; advances stay.

    Raises whatever fontTools raises for a damaged font.
    """
    font = TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False)
    shear = (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
    for tag in _HINTS:
        if tag in font:
            del font[tag]
    glyphs = font.getGlyphSet()
    drawn, parts = {}, count()
    order = font.getGlyphOrder()
    for glyph in sorted(wanted):
        name = order[glyph]
        drawn[name] = DecomposingRecordingPen(glyphs)
        outline = _Recording(glyphs, parts)
        # A glyph that is composed of itself, or of thousands of parts, stays empty.
        with suppress(ValueError, RecursionError):
            glyphs[name].draw(outline)
            drawn[name] = outline
    (_shear_truetype if "glyf" in font else _shear_cff)(font, drawn, shear)
    out = BytesIO()
    font.save(out, reorderTables=None)
    return out.getvalue()


_Shear = tuple[float, float, float, float, float, float]


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


def _shear_cff(font: TTFont, drawn: dict[str, DecomposingRecordingPen], shear: _Shear) -> None:
    top = font["CFF "].cff.topDictIndex[0]
    for name, outline in drawn.items():
        old = top.CharStrings[name]
        width = font["hmtx"][name][0]
        nominal = getattr(old.private, "nominalWidthX", 0)
        pen = T2CharStringPen(width - nominal, None)
        outline.replay(TransformPen(pen, shear))
        top.CharStrings[name] = pen.getCharString(old.private, old.globalSubrs)
