"""Makes small font files: a square for each letter, with the features a test needs."""

from io import BytesIO

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen


def tiny_font(
    letters: str,
    *,
    cff: bool = False,
    upem: int = 1000,
    features: str = "",
    width: int = 500,
    embedding: int = 0,
    names: dict[str, str] | None = None,
) -> bytes:
    """A font with a square glyph `uXXXX` for each letter, all of one width; `features` in the notation of
    feaLib.

    `names` are further entries of the name table, such as `copyright`.
    """
    glyphs = {ord(letter): f"u{ord(letter):04X}" for letter in letters}
    order = [".notdef", *glyphs.values(), "extra"]
    builder = FontBuilder(upem, isTTF=not cff)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(glyphs)
    if cff:
        builder.setupCFF(
            "Tiny",
            {},
            {name: _square(T2CharStringPen(width, None), upem).getCharString() for name in order},
            {},
        )
    else:
        builder.setupGlyf({name: _square(TTGlyphPen(None), upem).glyph() for name in order})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (width, 0)))
    builder.setupHorizontalHeader(ascent=upem * 8 // 10, descent=-upem * 2 // 10)
    builder.setupNameTable(
        {"familyName": "Tiny", "styleName": "Regular", "psName": "Tiny-Regular", **(names or {})}
    )
    builder.setupOS2(sCapHeight=upem * 7 // 10, sxHeight=upem // 2, fsType=embedding)
    builder.setupPost()
    builder.updateHead(created=0, modified=0)  # The same font is the same bytes, also in the next second.
    builder.font.recalcTimestamp = False
    if features:
        addOpenTypeFeaturesFromString(builder.font, features)
    file = BytesIO()
    builder.font.save(file)
    return file.getvalue()


def _square(pen, upem):  # type: ignore[no-untyped-def]
    side = upem // 2
    pen.moveTo((0, 0))
    pen.lineTo((0, side))
    pen.lineTo((side, side))
    pen.lineTo((side, 0))
    pen.closePath()
    return pen
