"""Stretches of a word in one font, script and direction: shaped as a whole, split at allowed breaks, and
checked for what can't be printed.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Literal

import msgspec

from nineup.model.drawing import Shaped
from nineup.typography.fonts import Font
from nineup.typography.fonts.catalogue import REGULAR, FontStyle, plain_family
from nineup.typography.text import rich
from nineup.typography.text.context import Problem
from nineup.typography.text.scripts import line_breaks, script_of
from nineup.typography.text.style import Style
from nineup.typography.text.words.word import LetterInk

SOFT_HYPHEN = "\u00ad"

_AFTER_MARK = re.compile(
    r"(?<=\w{4}[-‐])(?=[^\W\d_]{3})|(?<=\w\w[–/])(?=[^\W\d_])|(?<=—)(?=\w)|(?<=…)(?=\w)|(?<=\u200b)(?=.)"
)
"""The letters required on both sides of a hyphen for a break after it: `non-White` isn't broken."""
_MARKS = frozenset("-‐–/—…\u200b")
_LETTERS = re.compile(r"[^\W\d_]{6,}")


def breaks(text: str, language: str, in_korean: bool = False) -> tuple[str, list[tuple[int, bool]]]:
    """A text without spaces as it is printed, and the offsets of breaks allowed in it, each with a flag for a
    hyphen at the end of the line.

    Lines break after hyphens, dashes and slashes between letters, at soft hyphens (which are removed),
    between the words of scripts without spaces, with `in_korean` between syllables of Korean, and where the
    language (such as `en_US`, or empty for none) hyphenates a word.
    """
    places: dict[int, bool] = {}
    if SOFT_HYPHEN in text:
        parts = text.split(SOFT_HYPHEN)
        text = "".join(parts)
        places = {place: True for place in accumulate(map(len, parts[:-1])) if 0 < place < len(text)}
    if not _MARKS.isdisjoint(text):
        places |= {match.start(): False for match in _AFTER_MARK.finditer(text)}
    places |= dict.fromkeys(line_breaks(text, in_korean), False)
    if language:
        for word in _LETTERS.finditer(text):
            for position in _positions(language, word.group()):
                places.setdefault(word.start() + position, True)
    return text, sorted(places.items())


@lru_cache(maxsize=4096)
def _positions(language: str, word: str) -> tuple[int, ...]:
    """The offsets at which a language hyphenates a word."""
    patterns = _patterns(language)
    positions = tuple(int(position) for position in patterns.positions(word))
    patterns.hd.cache.clear()  # It would grow with every word.
    return positions


@lru_cache
def _patterns(language: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=language, left=2, right=3)


class LetterItem(msgspec.Struct, frozen=True):
    """Letters of a word in one font, script and direction.

    A `variant` is drawn instead of lower-case letters.
    """

    text: str
    ink: LetterInk | None
    font: Font
    from_right: bool
    is_fallback: bool
    variant: Literal["", "small-caps", "capitals"] = ""
    before: str = ""
    """The preceding letters of the same word that it joins."""
    after: str = ""
    is_spaced: bool = False
    """Whether letters are spaced, so that they form no ligatures."""

    def shaped(self) -> Shaped:
        """The glyphs of its letters."""
        if self.from_right and (self.before or self.after):
            return self.font.joined(self.text, self.before, self.after)
        if self.variant == "small-caps":
            return self.font.small_caps(self.text) or self.font.shape(self.text)
        if self.variant == "capitals":
            return self.font.capitals(self.text)
        if self.is_spaced and not self.from_right:
            return self.font.apart(self.text)
        return self.font.shape(self.text, self.from_right)


_JOINED = 5
"""The number of neighbouring letters that HarfBuzz examines: marks may be between two letters that join."""


def beside_of(bits: Sequence[rich.WordSpan], at: int) -> tuple[str, str]:
    """The letters before and after a bit of a word."""
    before = bits[at - 1].text[-_JOINED:] if at and not bits[at - 1].is_symbol else ""
    after = bits[at + 1].text[:_JOINED] if at + 1 < len(bits) and not bits[at + 1].is_symbol else ""
    return before, after


def joining(items: list[LetterItem], before: str, after: str) -> list[LetterItem]:
    """Items with the adjacent letters that they join when drawn separately, such as bold ones in the middle
    of an Arabic word.
    """
    texts = [before, *[item.text if item.from_right else "" for item in items], after]
    return [
        msgspec.structs.replace(item, before=texts[at][-_JOINED:], after=texts[at + 2][:_JOINED])
        if item.from_right
        else item
        for at, item in enumerate(items)
    ]


def together(piece: Shaped, item: LetterItem, tracking: int) -> Shaped:
    """A piece with letterspacing, in thousandths of an em of the text: joined letters stay together
    (CSS Text 3, 8.2.1), and so do a letter and its marks.
    """
    own = tracking / item.ink.scale if item.ink else tracking
    if script_of(item.text[0]) == "Arabic":
        ends = 0 if item.before else 1  # From right to left, the first letter is drawn last.
        count = len(piece.glyphs) - ends
        kept = [True] * count + [False] * ends
    else:
        kept = [not cluster for cluster in piece.clusters[1:]] + [False]
    if not any(kept):
        return piece
    adjust = tuple(
        [each - own if is_kept else each for each, is_kept in zip(piece.adjust, kept, strict=True)]
    )
    return msgspec.structs.replace(piece, width=round(piece.width - sum(kept) * own), adjust=adjust)


def cut(item: LetterItem, places: Sequence[tuple[int, bool]]) -> list[tuple[Shaped, bool]]:
    """A text shaped as a whole and then split at allowed breaks, each part with a flag for a hyphen at its
    end.

    This keeps the kerning where no line breaks; lines don't break inside a ligature, nor inside a word that
    runs from right to left.
    """
    text, font = item.text, item.font
    shaped = item.shaped()
    if not places or item.from_right:
        return [(shaped, False)]
    starts = {}
    for glyph, letter in enumerate(accumulate(map(len, shaped.clusters[:-1]), initial=0)):
        if shaped.clusters[glyph]:
            starts[letter] = glyph
    cuts = [(letter, starts[letter], hyphenated) for letter, hyphenated in places if letter in starts]
    if not cuts:
        return [(shaped, False)]
    parts, letter, glyph = [], 0, 0
    for to_letter, to_glyph, hyphenated in [*cuts, (len(text), len(shaped.glyphs), False)]:
        parts.append((_slice(font, shaped, text[letter:to_letter], part=slice(glyph, to_glyph)), hyphenated))
        letter, glyph = to_letter, to_glyph
    return parts


def _slice(font: Font, shaped: Shaped, text: str, part: slice) -> Shaped:
    glyphs, adjust = shaped.glyphs[part], shaped.adjust[part]
    width = sum(map(font.advance, glyphs)) + sum(adjust)
    return Shaped(
        text,
        shaped.font,
        width,
        glyphs=glyphs,
        adjust=adjust,
        clusters=shaped.clusters[part],
        rises=shaped.rises[part],
        from_right=False,
        variant=shaped.variant,
    )


def hyphen(font: Font) -> Shaped:
    """A hyphen that is extracted as a soft one, so that text extracted from the PDF has the whole word."""
    shaped = font.shape("-")
    return Shaped(
        SOFT_HYPHEN,
        shaped.font,
        shaped.width,
        glyphs=shaped.glyphs,
        adjust=shaped.adjust,
        clusters=(SOFT_HYPHEN,),
    )


def problems_of(
    items: list[LetterItem], text: str, own: Font, style: Style, offset: int
) -> Iterator[Problem]:
    """The problems of printing a text at an offset, given as its items: missing glyphs, and fonts other than
    its `own`.
    """
    missing = "".join(dict.fromkeys("".join([item.font.missing(item.text) for item in items])))
    if missing:
        letters = ", ".join(map(_described, missing[:_MOST_NAMED]))
        if len(missing) > _MOST_NAMED:
            letters += f", and {len(missing) - _MOST_NAMED} more"
        message = f"the font `{own.name}` has no {letters}"
        if style.fallbacks:
            families = ", ".join(f"`{family}`" for family in (plain_family(style.font), *style.fallbacks))
            message = f"none of the fonts {families} has {letters}"
        hint = "use another character, or a font that has it"
        yield Problem("missing-glyph", message, hint, offset=offset + text.find(missing[0]))
    at = 0
    for item in items:
        if item.font.unplaced(item.text, item.from_right):
            message = f"`{item.text}` begins with a mark that the font moves sideways, which can't be printed"
            yield Problem("text-unsupported", message, "", offset=offset + at)
        if coloured := item.font.coloured(item.text):
            message = (
                f"`{coloured}` has colors of its own in the font `{item.font.name}`, which can't be printed"
            )
            hint = "make it a symbol, or use a font with plain outlines, such as Noto Emoji"
            yield Problem("text-unsupported", message, hint, offset=offset + at + item.text.find(coloured))
        if item.is_fallback:
            # The same words in each weight and for each style, so that a family is noted once.
            message = f"letters that a style's first font lacks are set in `{_family(item.font)}`"
            if lost := _lost(own, item.font):
                message += f", which has no {lost}"
            yield Problem("fallback-font", message, "", offset=offset + at, severity="note")
        at += len(item.text)


_MOST_NAMED = 3
"""The number of missing characters that a message describes."""


def _described(character: str) -> str:
    name = unicodedata.name(character, "")
    code = f"U+{ord(character):04X}"
    return f"`{character}` ({code} {name})" if name else f"`{character}` ({code})"


def _family(font: Font) -> str:
    return font.name.partition("-")[0]


_BOLD = 600
"""The lightest weight that readers perceive as bold."""


def _lost(own: Font, other: Font) -> str:
    """The emphasis that letters in one font lose when another replaces it."""
    style = FontStyle(own.weight if own.weight >= _BOLD > other.weight else 400, own.italic > other.italic)
    return "" if style == REGULAR else style.name
