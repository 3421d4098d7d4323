"""Pieces of text → operands of PDF's text operators: strings of glyph ids, moves, and the text for
extraction.

A word is a string of glyph ids, interrupted where the distance of two glyphs isn't that of their font. In the
operator, distances are subtracted, in thousandths of an em: `Take`, with kerning between T and a, is, with
letters in place of ids, `[(T)73(ak)18(e)]TJ`. Fragments of words are cached without a size and joined for a
line, so they begin and end inside a string: that of `Take` is `T)73(ak)18(e`.
"""

import re
from collections.abc import Mapping, Sequence
from operator import add

from nineup.model.drawing import Gap, Shaped
from nineup.typography.fonts import Font
from nineup.write.document.operators import Numbers

MARK = "\x1f"
"""Surrounds each key in operators with references; doubled for an equal byte of a string."""

_WIDE = 80
"""The tracking, in thousandths of an em, from which readers may detect spaces between letters; below its
negative, letters overlap.
"""

INVISIBLE = " 3 Tr["
"""Begins the invisible glyphs of a spoken gap."""

_SPACES = re.compile(r"\s")
# A carriage return inside a string would be read as a line feed (ISO 32000-1,
# 7.3.4.2), and so as another glyph.
_ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r"})


class FontPieces:
    """Writes pieces of text in one font as fragments for `show_operators`.

    A fragment is part of a `TJ` array, starting and ending inside a string, or an ActualText span. A `silent`
    one has no ActualText, for pieces inside a span that has one. Tracking is in thousandths of an em.
    """

    def __init__(self, font: Font) -> None:
        self.font = font
        self.texts: dict[int, str] = {}
        """The texts of glyphs without a character, such as ligatures, from the first word with each."""
        self.is_ambiguous = False
        """Whether two words need different texts for such a glyph, so that the order of words matters."""
        self.glyphs = _PieceGlyphs(self)
        self._numbers = Numbers(3)
        self._moves = _Moves(self._numbers)
        self._strings = _Strings()

    def fragment(self, piece: Shaped | Gap, tracking: float, silent: bool) -> str:
        """A piece as a fragment."""
        if isinstance(piece, Gap):
            return self._gap(piece, tracking, silent)
        fragment = self._show(piece, tracking < -_WIDE)
        if (
            tuple(map(self.font.texts.get, piece.glyphs)) == piece.clusters
        ):  # Most words are extracted as they are.
            return fragment if tracking < _WIDE or silent else self._whole(piece, fragment)
        read = self._read(piece)
        # A glyph has one text in the whole font, and readers show rubbish for a glyph without text. Where a
        # word needs another text, it gets an ActualText. All kinds of spaces are extracted as a plain one.
        text = "".join(piece.clusters) if piece.from_right else piece.text
        if silent:
            return fragment
        if read == text or read == _SPACES.sub(" ", text):
            return fragment if tracking < _WIDE else self._whole(piece, fragment)
        # Readers reverse right-to-left text, even in an ActualText: letter by letter, each with its marks.
        says = piece.text[::-1] if piece.from_right else piece.text
        return with_actual_text(says, _unsized_operators(fragment))

    def _whole(self, piece: Shaped, fragment: str) -> str:
        """A fragment of letterspaced text that is extracted as one word."""
        if piece.from_right or len(piece.glyphs) == 1 or piece.text.isspace():
            return fragment
        return with_actual_text(piece.text, _unsized_operators(fragment))

    def add(self, texts: Mapping[int, str]) -> None:
        """Adds the `texts` of another writer."""
        for glyph, text in texts.items():
            self._text(glyph, text)

    def sign(self, gap: Gap) -> tuple[int, ...]:
        """The invisible glyph in a gap with an extracted text."""
        return self._letter(gap).glyphs[:1] if gap.says.strip() else ()

    def _read(self, word: Shaped) -> str | None:
        """The text of a word's glyphs; None if a glyph has none, because an earlier glyph has the text of
        both.
        """
        if "" in word.clusters:
            return None
        known, reads = self.font.texts, []
        for glyph, cluster in zip(word.glyphs, word.clusters, strict=True):
            text = known.get(glyph)
            reads.append(self._text(glyph, " " if cluster.isspace() else cluster) if text is None else text)
        return "".join(reads)

    def _text(self, glyph: int, wanted: str) -> str:
        """The text of a glyph without a character."""
        text = self.texts.setdefault(glyph, wanted)
        self.is_ambiguous = self.is_ambiguous or text != wanted
        return text

    def _show(self, word: Shaped, apart: bool) -> str:
        """The glyphs of a word, each in a separate string if they overlap: Poppler paints the glyphs of one
        string at once, so that translucent overlaps wouldn't be darker.
        """
        strings = map(self._strings.__getitem__, word.glyphs)
        if not any(word.adjust) and not word.rises:
            return (")(" if apart else "").join(strings)
        moves = list(map(self._moves.__getitem__, word.adjust))
        if apart:
            moves[:-1] = [move or ")(" for move in moves[:-1]]
        if not word.rises:
            return "".join(map(add, strings, moves))
        rises, end = _rises(word.rises)
        return "".join(map("".join, zip(rises, strings, moves, strict=True))) + end

    def _gap(self, gap: Gap, tracking: float, silent: bool) -> str:
        if silent or not gap.says.strip():
            return f"){self._numbers[-gap.width]}("
        # Readers ignore an ActualText unless its span contains glyphs with ink, and insert a space where they
        # see a gap: so the gap gets an invisible glyph at its start and another at its end.
        letter = self._letter(gap)
        self._read(letter)
        glyph = letter.glyphs[0]
        string = self._strings[glyph]
        between = self._numbers[2 * (self.font.advance(glyph) + tracking) - gap.width]
        return with_actual_text(gap.says, f"{INVISIBLE}({string}){between}({string})]TJ 0 Tr")

    def _letter(self, gap: Gap) -> Shaped:
        return self.font.shape(gap.says.strip()[0])


class _PieceGlyphs(dict[Shaped | Gap, int]):
    """The glyphs that draw each piece: glyph n is bit n."""

    def __init__(self, pieces: FontPieces) -> None:
        super().__init__()
        self._pieces = pieces

    def __missing__(self, piece: Shaped | Gap) -> int:
        shown = piece.glyphs if isinstance(piece, Shaped) else self._pieces.sign(piece)
        bits = 0
        for glyph in shown:
            # A set of glyphs as a number: sets of thousands of words are joined by one `|` each.
            bits |= 1 << glyph
        self[piece] = bits
        return bits


class _Moves(dict[float, str]):
    """Whatever moves the glyphs after one by an adjustment of its advance, within a string."""

    def __init__(self, numbers: Mapping[float, str]) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, adjust: float) -> str:
        move = self[adjust] = f"){self._numbers[-adjust]}(" if adjust else ""
        return move


_BOUNDARY = "\ue000"
"""Delimits an ActualText span. Not a byte, so no glyph id can contain it."""

_RISE = re.compile("\ue001(-?\\d+)\ue001")
"""Glyphs after this are raised, by thousandths of an em.

PDF requires points, and the size isn't known before.
"""


def show_operators(fragments: str, size: float, numbers: Mapping[float, str]) -> str:
    """The operators that show a concatenation of fragments at a size in points."""
    if "\ue001" not in fragments:
        return _unsized_operators(fragments) if _BOUNDARY in fragments else _array(fragments)
    operators = _unsized_operators(fragments)
    return _RISE.sub(lambda rise: f" {numbers[int(rise[1]) * size / 1000]} Ts", operators)


def _unsized_operators(fragments: str) -> str:
    """The operators that show fragments, with rises still in thousandths of an em."""
    if _BOUNDARY not in fragments:
        return _array(fragments) if "\ue001" not in fragments else _arrays(fragments)
    parts = fragments.split(_BOUNDARY)
    parts[::2] = [_arrays(part) for part in parts[::2]]
    return "".join(parts)


def _arrays(inside: str) -> str:
    """The operators for the content between two spans."""
    if "\ue001" not in inside:
        return _array(inside)
    parts = re.split("(\ue001-?\\d+\ue001)", inside)
    parts[::2] = [_array(part) for part in parts[::2]]
    return "".join(parts)


def _rises(rises: Sequence[float]) -> tuple[list[str], str]:
    """For each glyph the mark of its rise if it changes, and the mark after the last one."""
    before = (0.0, *rises)
    marks = [_rise(rise) if rise != was else "" for was, rise in zip(before, rises, strict=False)]
    return marks, _rise(0) if rises[-1] else ""


def _rise(rise: float) -> str:
    return f"\ue001{round(rise)}\ue001"


def _array(inside: str) -> str:
    """A `TJ` operator for content that starts and ends in a string, without empty strings at its ends: some
    readers drop a move before one.
    """
    if not inside:
        return ""
    # An escaped bracket at the end belongs to a glyph id, and begins no string.
    begin = "[" + inside[1:] if inside[0] == ")" else f"[({inside}"
    return begin[:-1] + "]TJ" if inside[-1] == "(" and inside[-2:] != "\\(" else begin + ")]TJ"


def with_actual_text(text: str, operators: str) -> str:
    """A fragment of operators that is extracted as `text`, whatever text the glyphs have."""
    return f"{_BOUNDARY}{actual_text_span(text, operators)}{_BOUNDARY}"


def actual_text_span(text: str, operators: str) -> str:
    """An ActualText span. Spans must not be nested: readers lose the outer text."""
    if text.isascii() and text.isprintable():
        says = f"({text.translate(_ESCAPES)})"
    else:
        says = f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
    return f"/Span<</ActualText{says}>>BDC{operators} EMC"


class _Strings(dict[int, str]):
    """The two bytes of each glyph id, escaped for a PDF string in operators with references."""

    def __missing__(self, glyph: int) -> str:
        two = chr(glyph >> 8) + chr(glyph & 255)
        text = self[glyph] = two.translate(_ESCAPES).replace(MARK, 2 * MARK)
        return text
