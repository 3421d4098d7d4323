"""Tightens adjacent full-width marks of Chinese and Japanese, as browsers and books do (CSS Text 4,
`text-spacing-trim`; JLREQ 3.1.4).

A mark such as `）` or `。` fills half of its square, and the other half is blank. Of two
blanks that meet, or a blank inside brackets, half an em goes: `）。「` is as wide as two
squares, not three. The space is taken behind the first mark of a pair, so that a line which
breaks there ends flush, and one that begins with `「` keeps its square, as in browsers.

What a font draws decides: a `，` in the middle of its square, as in Taiwan, stays, and so do
proportional marks.
"""

import re
from collections.abc import Callable, Sequence

import msgspec

from nineup.model.drawing import Shaped
from nineup.typography.fonts import Font
from nineup.typography.text.words.word import WordBuilder

_OPEN, _CLOSE, _MIDDLE = "（「『【〔〈《｛［｟〖〘〝“‘", "）」』】〕〉》｝］｠〗〙〟”’、。，．", "・：；"
_SPACE = "\u3000"

_MARKS = _OPEN + _CLOSE + _MIDDLE + _SPACE

_SEVERAL = re.compile(rf"[{_MARKS}][^{_MARKS}]*+[{_MARKS}]")
"""A text with two such marks or more, which may meet when the notation between them is gone."""

_HALF, _SQUARE, _INK = 500, 900, 530
"""In thousandths of an em: what is taken, the least advance of a full-width mark, and how far ink may reach
into its blank half.
"""


def tighten(source: str, parts: Sequence[WordBuilder], font_of: Callable[[str], Font]) -> None:
    """Takes the space between adjacent marks out of the parts of a word, which is written as `source`.
    `font_of` gives the font of a piece by its key.
    """
    if not _SEVERAL.search(source):
        return
    last: tuple[WordBuilder, int] | None = None
    for part in parts:
        for at, piece in enumerate(part.pieces):
            if not isinstance(piece, Shaped) or not piece.glyphs or piece.from_right:
                last = None
                continue
            if last is not None:
                before = last[0].pieces[last[1]]
                assert isinstance(before, Shaped)
                if _is_pair(before, len(before.glyphs) - 1, piece, after=0, font_of=font_of):
                    _take(*last, [len(before.glyphs) - 1])
            inner = [
                n
                for n in range(len(piece.glyphs) - 1)
                if _is_pair(piece, n, piece, after=n + 1, font_of=font_of)
            ]
            if inner:
                _take(part, at, inner)
            last = part, at


def _is_pair(one: Shaped, at: int, other: Shaped, after: int, font_of: Callable[[str], Font]) -> bool:
    """Whether space goes between two glyphs, given by their pieces and indexes."""
    first, second = one.clusters[at], other.clusters[after]
    if second in _OPEN and second and first and first in _OPEN + _CLOSE + _MIDDLE + _SPACE:
        left, _ = _ink(other, after, font_of)
        return left >= 1000 - _INK and _is_square(one, at, font_of)
    if first in _CLOSE and first and second and second in _CLOSE + _MIDDLE + _SPACE:
        _, right = _ink(one, at, font_of)
        return right <= _INK and _is_square(other, after, font_of)
    return False


def _is_square(piece: Shaped, at: int, font_of: Callable[[str], Font]) -> bool:
    return font_of(piece.font).advance(piece.glyphs[at]) >= _SQUARE


def _ink(piece: Shaped, at: int, font_of: Callable[[str], Font]) -> tuple[int, int]:
    """Where a glyph's ink begins and ends in its square; nowhere near its blank half if it has no square."""
    if not _is_square(piece, at, font_of):
        return 0, 1000
    return font_of(piece.font).ink(piece.glyphs[at])


def _take(part: WordBuilder, at: int, glyphs: Sequence[int]) -> None:
    """Takes half an em after some glyphs of a piece."""
    piece, ink = part.pieces[at], part.inks[at]
    assert isinstance(piece, Shaped)
    adjust = list(piece.adjust)
    for glyph in glyphs:
        adjust[glyph] -= _HALF
    width = piece.width - _HALF * len(glyphs)
    part.pieces[at] = msgspec.structs.replace(piece, adjust=tuple(adjust), width=width)
    part.width -= round(_HALF * len(glyphs) * (ink.scale if ink else 1.0))
