"""Fonts as PDF objects: subset, embedded, and mapped to Unicode so that text can be copied and searched."""

import hashlib
import re
from collections.abc import Iterator, Mapping

from nineup.typography.fonts import Font
from nineup.write.document.objects import ObjectWriter
from nineup.write.document.operators import Numbers
from nineup.write.document.resources import FontUse

SYMBOLIC, ITALIC = 4, 64
"""Flags of a font descriptor (ISO 32000-1, table 123): glyphs are selected by id; glyphs are slanted."""

BLOCK = 100
"""The most entries that a `bfchar` block may have (Adobe technical note 5014)."""

_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def font_object(use: FontUse, objects: ObjectWriter) -> str:
    """Add a font, cut down to the glyphs that the document uses; return a reference to it."""
    font, texts = use.font, use.texts()
    glyphs = list(texts)
    program = font.subset(glyphs)
    name = f"/{subset_tag(program)}+{_plain(font.postscript_name)}"
    truetype = font.outlines == "truetype"
    embedded = objects.stream(
        {"Length1": len(program)} if truetype else {"Subtype": "/CIDFontType0C"}, program
    )
    descriptor = _descriptor(font, name) | {"FontFile2" if truetype else "FontFile3": embedded}
    descendant: dict[str, object] = {
        "Type": "/Font",
        "Subtype": "/CIDFontType2" if truetype else "/CIDFontType0",
        "BaseFont": name,
        "CIDSystemInfo": "<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
        "FontDescriptor": objects.dictionary(descriptor),
        "DW": 1000,
        "W": widths({glyph: font.advance(glyph) for glyph in glyphs}),
    }
    if truetype:
        descendant["CIDToGIDMap"] = "/Identity"
    return objects.dictionary(
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": "/Identity-H",
            "DescendantFonts": f"[{objects.dictionary(descendant)}]",
            "ToUnicode": objects.stream({}, to_unicode(texts).encode("ascii")),
        }
    )


def subset_tag(program: bytes) -> str:
    """Six capital letters that identify a subset of a font (ISO 32000-1, 9.6.4)."""
    number = int.from_bytes(hashlib.sha256(program).digest()[:8], "big")
    return "".join(chr(65 + number // 26**i % 26) for i in range(6))


def widths(advances: Mapping[int, float]) -> str:
    """The `W` array: for each run of consecutive glyph ids, the first id and the advances."""
    number = Numbers(3)
    runs: list[tuple[int, list[str]]] = []
    for glyph, advance in sorted(advances.items()):
        if not runs or glyph != runs[-1][0] + len(runs[-1][1]):
            runs.append((glyph, []))
        runs[-1][1].append(number[advance])
    return "[" + " ".join(f"{first}[{' '.join(run)}]" for first, run in runs) + "]"


def to_unicode(texts: Mapping[int, str]) -> str:
    """The ToUnicode CMap from glyph ids to UTF-16 text; glyphs without text of their own have no entry."""
    pairs = ((glyph, text.encode("utf-16-be").hex().upper()) for glyph, text in sorted(texts.items()))
    entries = [f"<{glyph:04X}> <{code}>" for glyph, code in pairs if code]
    return _CMAP.format(blocks="\n".join(_blocks(entries)))


def _blocks(entries: list[str]) -> Iterator[str]:
    for start in range(0, len(entries), BLOCK):
        block = entries[start : start + BLOCK]
        yield f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar"


def _descriptor(font: Font, name: str) -> dict[str, object]:
    number = Numbers(3)
    return {
        "Type": "/FontDescriptor",
        "FontName": name,
        "Flags": SYMBOLIC | (ITALIC if font.italic_angle else 0),
        "FontBBox": f"[{' '.join(number[edge] for edge in font.bbox)}]",
        "ItalicAngle": number[font.italic_angle],
        "Ascent": number[font.ascent],
        "Descent": number[font.descent],
        "CapHeight": number[font.cap_height],
        "StemV": stem(font.weight),
    }


def stem(weight: int) -> int:
    """An estimate of the stem width for a weight, in thousandths of an em: fonts don't state it."""
    return round(50 + (weight / 65) ** 2)


def _plain(name: str) -> str:
    """A PostScript name without characters that PDF would have to escape."""
    return re.sub(r"[^A-Za-z0-9-]", "", name) or "Font"
