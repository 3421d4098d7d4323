"""One font file: its metrics, the shapes of words, and the subset that a document embeds."""

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

import msgspec
import uharfbuzz as hb

from nineup.model.drawing import Segment, Shaped
from nineup.typography.fonts.cases import upper
from nineup.typography.fonts.font_file import FontError, bbox, is_intact, postscript_name, usable

_UNNEEDED = (
    *("BASE", "DSIG", "GDEF", "GPOS", "GSUB", "JSTF", "MATH", "STAT", "kern", "morx", "kerx"),
    *("OS/2", "VDMX", "cmap", "gasp", "hdmx", "LTSH", "meta", "name", "post"),
    *("COLR", "CPAL", "CBDT", "CBLC", "SVG ", "sbix"),
)
"""Tables that a PDF doesn't need, since its texts are positioned glyph ids."""

_HEAD_LENGTH = 54


class FontCredits(NamedTuple):
    """A font's own statements about its origin; each is empty if missing."""

    designer: str
    copyright: str
    licence: str


MOST_LETTERS = 1_000_000
"""The most letters of words that a font, or a style of text, keeps shaped: about a hundred MiB.

A large game has a tenth.
"""

WORD_LETTERS = 8
"""The letters that take as much memory as a word does beside its letters."""


class Font:
    """An open font. All metrics are whole thousandths of an em, y up from the baseline.

    `name` is by default that of its file, such as `SourceSans3-Bold`; `key` is the name with a digest of the
    content; `ascent` and `descent` (negative) are those of the font's line, `depth` (positive) is how far its
    letters reach below the baseline. `bbox` is (x0, y0, x1, y1).
    """

    def __init__(
        self, path: str, data: bytes, weight: int, italic: bool, name: str = "", language: str = "en"
    ) -> None:
        """Raises FontError if the file isn't a static font with outlines that may be embedded."""
        self.path = path
        self._language = language
        self.weight = weight
        self.italic = italic
        self.name = name or PurePosixPath(path).stem
        self.key = f"{self.name}-{hashlib.sha256(data).hexdigest()[:8]}"
        self._face = hb.Face(data)
        head = self._face.reference_table("head").data or b""  # empty if HarfBuzz rejects the file
        if not is_intact(data) or not self._face.glyph_count or len(head) < _HEAD_LENGTH:
            raise self._damaged()
        self._font = hb.Font(self._face)
        self._font.scale = (1000, 1000)
        self.outlines: Literal["truetype", "cff"] = usable(self._face, path)
        self.postscript_name = postscript_name(self._face, path)
        extents = self._font.get_font_extents("ltr")
        self.ascent: int = extents.ascender
        self.descent: int = extents.descender
        self.cap_height = self._metric("CAP_HEIGHT")
        self.x_height = self._metric("X_HEIGHT")
        self.depth = self._depth()
        self.bbox = bbox(self._face)
        self.italic_angle: float = round(self._font.get_style_value(hb.StyleTag.SLANT_ANGLE), 3)
        self._advances = _Advances(self._font)
        self._outlines: dict[int, tuple[Segment, ...]] = {}
        self._shaped: dict[str, Shaped] = {}
        self._shaped_from_right: dict[str, Shaped] = {}
        self._apart: dict[str, Shaped] = {}
        self._joined: dict[tuple[str, str, str], Shaped] = {}
        self._small_caps: dict[str, Shaped | None] = {}
        self._misplaced: set[tuple[str, bool]] = set()
        self._kept = 0
        face = self._face
        kinds = face.has_color_layers, face.has_color_paint, face.has_color_svg, face.has_color_png
        self.is_coloured: bool = any(kinds)
        self.subset(())  # reports a font that can't be embedded before any text is set in it

    @property
    def credits(self) -> FontCredits:
        """From the font's `name` table (OpenType 1.9), in English where it has several languages."""
        names = hb.OTNameIdPredefined
        text = {id: (self._face.get_name(id, "en") or "").strip() for id in names}
        return FontCredits(
            text[names.DESIGNER] or text[names.MANUFACTURER],
            text[names.COPYRIGHT],
            text[names.LICENSE] or text[names.LICENSE_URL],
        )

    def shape(self, word: str, from_right: bool = False) -> Shaped:
        """The glyphs of a word (or of spaces), with the font's kerning and ligatures; shaped once.

        A word `from_right` to left has its last letter first; brackets in it are mirrored.
        """
        known = self._shaped_from_right if from_right else self._shaped
        shaped = known.get(word)
        if shaped is None:
            self._make_room(len(word))
            shaped = known[word] = self._shape(word, from_right)
        return shaped

    def apart(self, word: str) -> Shaped:
        """The glyphs of a letterspaced word, without optional ligatures (CSS Text 3, 8.2)."""
        shaped = self._apart.get(word)
        if shaped is None:
            self._make_room(len(word))
            shaped = self._apart[word] = self._shape(word, False, {"liga": False, "clig": False})
        return shaped

    def joined(self, word: str, before: str, after: str) -> Shaped:
        """A part of a right-to-left word, shaped to join the letters `before` and `after` it, which are drawn
        separately.
        """
        key = word, before, after
        shaped = self._joined.get(key)
        if shaped is None:
            self._make_room(len(word))
            buffer = hb.Buffer()
            buffer.add_str(before + word + after, len(before), len(word))
            self._shape_buffer(buffer, True)
            shaped = self._joined[key] = self._shape_moved(word, buffer, True, begin=len(before))
        return shaped

    def upper(self, text: str) -> str:
        """A text in upper case, by the fonts' language."""
        return upper(text, self._language)

    def small_caps(self, text: str) -> Shaped | None:
        """A text with the font's small capitals in place of lower-case letters; None if the font lacks one of
        them.
        """
        if text not in self._small_caps:
            lacking = [
                letter for letter in set(text) if letter != letter.upper() and self._lacks_small(letter)
            ]
            self._make_room(len(text))
            self._small_caps[text] = None if lacking else self._shape_small(text)
        return self._small_caps[text]

    def capitals(self, text: str) -> Shaped:
        """A text of lower-case letters drawn as capitals, whose extracted text stays unchanged."""
        drawn = self.shape(self.upper(text))
        if len(drawn.text) != len(text) or drawn.clusters != tuple(drawn.text):
            return drawn
        return msgspec.structs.replace(drawn, text=text, clusters=tuple(text), variant="capitals")

    @property
    def underline(self) -> tuple[int, int]:
        """The distance of an underline below the baseline, and its thickness, from the font's
        `post` table.
        """
        return -self._metric("UNDERLINE_OFFSET"), max(20, self._metric("UNDERLINE_SIZE"))

    @property
    def strikeout(self) -> int:
        """The height of a strikeout line above the baseline, from the font's `OS/2` table."""
        return self._metric("STRIKEOUT_OFFSET")

    @property
    def superscript(self) -> tuple[float, float]:
        """The relative size of superscripts, and how far they are raised, from the font's `OS/2` table."""
        return self._script("SUPERSCRIPT_EM_Y_SIZE"), max(200, self._metric("SUPERSCRIPT_EM_Y_OFFSET"))

    @property
    def subscript(self) -> tuple[float, float]:
        """As `superscript`, for subscripts, which are lowered: the second number is negative."""
        return self._script("SUBSCRIPT_EM_Y_SIZE"), -max(75, abs(self._metric("SUBSCRIPT_EM_Y_OFFSET")))

    def reach(self, text: str) -> tuple[int, int]:
        """How far a text's glyphs reach above and below the baseline, both positive, without regard to
        missing ones.
        """
        shaped = self.shape(text)
        top = bottom = 0
        for index, glyph in enumerate(shaped.glyphs):
            extents = self._font.get_glyph_extents(glyph) if glyph else None
            if extents is not None:
                rise = shaped.rises[index] if shaped.rises else 0
                top = max(top, round(extents.y_bearing + rise))
                bottom = min(bottom, round(extents.y_bearing + extents.height + rise))
        return top, -bottom

    @cached_property
    def texts(self) -> Mapping[int, str]:
        """The character of each glyph that has one of its own, such as `A`, but not the ligature `fi`.

        Of several characters with the same glyph, it is the one that others are variants of (Unicode, NFKC),
        then the first; all kinds of spaces become a plain one.
        """
        # Presentation forms are extracted as the letters that they are made of.
        points = [point for point in self._face.unicodes if not 0xFB00 <= point <= 0xFDFF]
        characters = [chr(point) for point in points if not 0xFE70 <= point <= 0xFEFF]
        by_glyph: dict[int, str] = {}
        for wanted in (True, False):
            for character in characters:
                if unicodedata.is_normalized("NFKC", character) is wanted:
                    glyph = self._font.get_nominal_glyph(ord(character)) or 0
                    by_glyph.setdefault(glyph, " " if character.isspace() else character)
        by_glyph.pop(0, None)
        return by_glyph

    def advance(self, glyph: int) -> int:
        """A glyph's advance without kerning, as in a PDF's table of widths."""
        return self._advances[glyph]

    def ink(self, glyph: int) -> tuple[int, int]:
        """Where a glyph's ink begins and ends, from its origin to the right; two zeros for a space."""
        extents = self._font.get_glyph_extents(glyph)
        return (round(extents.x_bearing), round(extents.x_bearing + extents.width)) if extents else (0, 0)

    def outline(self, glyph: int) -> tuple[Segment, ...]:
        """A glyph's outline in thousandths of an em, y down from the baseline; empty for a space.
        Drawn once.
        """
        known = self._outlines.get(glyph)
        if known is None:
            from nineup.typography.fonts.outline_pen import OutlinePen

            pen = OutlinePen()
            self._font.draw_glyph_with_pen(glyph, pen)
            known = self._outlines[glyph] = tuple(pen.segments)
        return known

    def missing(self, text: str) -> str:
        """The characters of a text without a glyph in the font, each once, in order."""
        if 0 not in self.shape(text).glyphs:
            return ""
        lacking = [c for c in dict.fromkeys(text) if not self._font.get_nominal_glyph(ord(c))]
        return "".join(c for c in lacking if unicodedata.category(c) != "Cf")

    def unplaced(self, text: str, from_right: bool = False) -> bool:
        """Whether a word begins with a mark that the font positions, which can't be printed."""
        self.shape(text, from_right)
        return (text, from_right) in self._misplaced

    def coloured(self, text: str) -> str:
        """The first letter of a text with a coloured glyph, such as an emoji; empty if there is none."""
        if not self.is_coloured:
            return ""
        return next((cluster for glyph, cluster in self._drawn(text) if self._has_colours(glyph)), "")

    def _drawn(self, text: str) -> Iterator[tuple[int, str]]:
        shaped = self.shape(text)
        return zip(shaped.glyphs, shaped.clusters, strict=True)

    def _has_colours(self, glyph: int) -> bool:
        face = self._face
        if face.get_glyph_color_layers(glyph) or face.glyph_has_color_paint(glyph):
            return True
        if face.has_color_svg and face.get_glyph_color_svg(glyph).data:
            return True
        return bool(face.has_color_png and self._font.get_glyph_color_png(glyph).data)

    def has(self, text: str) -> bool:
        """Whether the font has a glyph for each character that draws something."""
        return not self.missing(text)

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """The font program to embed for these glyphs and glyph 0, with unchanged ids: a TrueType file, or a
        bare CFF table.
        """
        face = self._subset(glyphs)
        return bytes(face.blob.data if self.outlines == "truetype" else face.reference_table("CFF ").data)

    def _subset(self, glyphs: Iterable[int]) -> hb.Face:
        wanted = hb.SubsetInput()
        wanted.glyph_set.update({0, *glyphs})
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in _UNNEEDED)
        flags = hb.SubsetFlags
        wanted.flags = flags.RETAIN_GIDS | flags.NO_HINTING | flags.NOTDEF_OUTLINE | flags.NO_LAYOUT_CLOSURE
        if self.outlines == "cff":
            wanted.flags |= flags.CFF_IDENTITY_CHARSET
        try:
            return hb.subset(self._face, wanted)
        except RuntimeError as error:
            raise self._damaged() from error

    def _damaged(self) -> FontError:
        return FontError(f"`{self.path}` is not a font file, or is damaged")

    def _script(self, metric: str) -> float:
        return min(0.75, max(0.5, self._metric(metric) / 1000))

    def _make_room(self, letters: int) -> None:
        """Forgets all words once there are many, before one more: a process that lives long meets ever new
        ones.
        """
        self._kept += letters + WORD_LETTERS
        if self._kept > MOST_LETTERS:
            self._kept = 0
            for words in (self._shaped, self._shaped_from_right, self._apart, self._joined, self._small_caps):
                words.clear()
            self._misplaced.clear()

    def _lacks_small(self, letter: str) -> bool:
        return self._shape_small(letter).glyphs == self.shape(letter).glyphs

    def _shape_small(self, text: str) -> Shaped:
        buffer = hb.Buffer()
        buffer.add_str(text)
        self._shape_buffer(buffer, False, {"smcp": True})
        return msgspec.structs.replace(self._shape_moved(text, buffer, False), variant="small-caps")

    def _shape(self, word: str, from_right: bool, features: dict[str, bool] | None = None) -> Shaped:
        buffer = hb.Buffer()
        buffer.add_str(word)
        self._shape_buffer(buffer, from_right, features)
        if from_right:
            return self._shape_moved(word, buffer, from_right)
        glyphs: list[int] = []
        adjust: list[int] = []
        starts: list[int] = []
        width = 0
        # A single loop: it runs for every glyph of every word.
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
            if place.x_offset or place.y_offset:
                return self._shape_moved(word, buffer, from_right)
            glyph, advance = info.codepoint, place.x_advance
            glyphs.append(glyph)
            adjust.append(advance - self._advances[glyph])
            starts.append(info.cluster)
            width += advance
        kept = tuple(adjust) if any(adjust) else _no_adjustment(len(adjust))
        return Shaped(
            word, self.key, width, glyphs=tuple(glyphs), adjust=kept, clusters=_clusters(word, starts)
        )

    def _shape_buffer(
        self, buffer: hb.Buffer, from_right: bool, features: dict[str, bool] | None = None
    ) -> None:
        buffer.language = self._language  # Otherwise HarfBuzz would ask the system.
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if from_right else "ltr"
        hb.shape(self._font, buffer, features)

    def _shape_moved(self, word: str, buffer: hb.Buffer, from_right: bool, begin: int = 0) -> Shaped:
        """A word with displaced glyphs, such as marks; it is at `begin` in its buffer."""
        placed = _in_cluster_order(buffer) if from_right else _placed(buffer)
        glyphs = tuple([each.glyph for each in placed])
        width = sum([place.x_advance for place in buffer.glyph_positions or ()])
        if placed and placed[0].x:
            self._misplaced.add((word, from_right))
        ends = [each.x for each in placed[1:]] + [width] * bool(placed)
        adjust = tuple(
            [end - each.x - self._advances[each.glyph] for each, end in zip(placed, ends, strict=True)]
        )
        kept = adjust if any(adjust) else _no_adjustment(len(adjust))
        rises = tuple([each.y for each in placed])
        clusters = _clusters(word, [each.cluster - begin for each in placed])
        return Shaped(
            word,
            self.key,
            width,
            glyphs=glyphs,
            adjust=kept,
            clusters=clusters,
            rises=rises if any(rises) else (),
            from_right=from_right,
        )

    def _metric(self, name: str) -> int:
        tag = getattr(hb.OTMetricsTag, name)
        return int(self._font.get_metric_position_with_fallback(tag))

    def _depth(self) -> int:
        extents = self._font.get_glyph_extents(self._font.get_nominal_glyph(ord("p")) or 0)
        return max(0, -(extents.y_bearing + extents.height)) if extents else -self.descent


class _PlacedGlyph(msgspec.Struct, frozen=True):
    """A glyph and its position, y up, in thousandths of an em; `cluster` is the index of its first letter."""

    glyph: int
    cluster: int
    x: int
    y: int


def _placed(buffer: hb.Buffer) -> list[_PlacedGlyph]:
    """The glyphs of a shaped word from left to right."""
    placed, x = [], 0
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
        placed.append(_PlacedGlyph(info.codepoint, info.cluster, x + place.x_offset, place.y_offset))
        x += place.x_advance
    return placed


def _in_cluster_order(buffer: hb.Buffer) -> list[_PlacedGlyph]:
    """The same with each letter before its marks, as in other directions:

    HarfBuzz puts it after them from right to left.
    """
    letters = [list(letter) for _, letter in groupby(_placed(buffer), attrgetter("cluster"))]
    return [each for letter in letters for each in reversed(letter)]


@lru_cache
def _no_adjustment(count: int) -> tuple[int, ...]:
    """The `adjust` of words without kerning: one shared tuple for each length."""
    return (0,) * count


class _Advances(dict[int, int]):
    """The advances of a font's glyphs, each looked up once."""

    def __init__(self, font: hb.Font) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, glyph: int) -> int:
        width: int = self._font.get_glyph_h_advance(glyph)
        self[glyph] = width
        return width


def _clusters(word: str, starts: list[int]) -> tuple[str, ...]:
    """The text of each glyph; of several glyphs for the same letters, the first has them."""
    if starts == list(range(len(word))):
        return tuple(word)
    ends = dict(pairwise(sorted({*starts, len(word)})))
    return tuple([word[start : ends.pop(start)] if start in ends else "" for start in starts])
