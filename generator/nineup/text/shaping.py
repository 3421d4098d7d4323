"""The words of a style: each is parsed, shaped and measured once, then looked up."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from nineup.diagnostics import nearest
from nineup.drawing import Gap, Shaped
from nineup.fonts import Font, FontError
from nineup.text import rich
from nineup.text.context import Problem, TextContext
from nineup.text.hyphens import SOFT_HYPHEN, breaks
from nineup.text.style import Emphasis, Style
from nineup.text.words import Ink, Word, WordBuilder, join

BEARING = 50
"""The space on either side of a symbol, in thousandths of an em."""

_NEVER_FIRST = frozenset(",.;:!?)]}%…’”»")
_FIGURES = frozenset("½⅓¼¾∞×")
_UNKNOWNS = frozenset("XYZN")


class Words(dict[str, tuple[Word, ...]]):
    """The words of one style in one state (bold, italic), by source; each is made at its first use."""

    def __init__(self, shaping: "ShapingCache", state: int) -> None:
        super().__init__()
        self._shaping = shaping
        self._state = state

    def __missing__(self, source: str) -> tuple[Word, ...]:
        words = self[source] = self._shaping.read(source, self._state)
        return words


class ShapingCache:
    """The tables of a style's words. Kept for as long as its setting.

    `plain` is the table at the start of a paragraph; `ink` is that of plain words; `tracking` is in thousandths of
    an em.
    """

    def __init__(self, style: Style, context: TextContext) -> None:
        """Raises FontError if the style's own font can't be used."""
        self.style = style
        self.font = context.fonts.font(style.font, style.weight, style.italic)
        self.tracking = round(style.tracking * 1000 / style.size)
        self._context = context
        self._tables = [Words(self, state) for state in range(4)]
        self.plain = self._tables[0]
        self._inks: dict[tuple[int, bool], tuple[Ink | None, Font]] = {}
        self.ink = Ink(self.font.key, style.colour)
        self._lacking: dict[tuple[int, bool], FontError] = {}
        self._joined: dict[tuple[Word, Word], Word] = {}
        self._stretched: dict[tuple[Shaped, int], Shaped] = {}

    def read(self, source: str, state: int) -> tuple[Word, ...]:
        """The words of a stretch without spaces: one, or one for each part after which a line may break."""
        markup = rich.read_word(source, state)
        problems = [
            Problem("text-markup", message, hint, offset) for offset, message, hint in markup.mistakes
        ]
        parts = [WordBuilder(self.tracking)]
        for bit in markup.bits:
            if bit.is_symbol:
                self._add_symbol(parts[-1], bit, problems)
            else:
                self._add_text(parts, bit, problems)
        parts = [part for part in parts if part.pieces]
        if not parts:
            return ()
        first, last = parts[0], parts[-1]
        last.space = self._space(markup.after, False)
        last.counts = _counts(markup.bits[-1])
        first.begins = _begins(markup.bits[0])
        first.problems = tuple(problems)
        first.special = bool(first.begins or problems or markup.after != state)
        after = self._tables[markup.after]
        return tuple([part.word(after) for part in parts])

    def join(self, first: Word, second: Word) -> Word:
        """Two words as one that is never broken."""
        word = self._joined.get((first, second))
        if word is None:
            word = self._joined[first, second] = join(first, second)
        return word

    def stretch(self, space: Shaped, extra: int) -> Shaped:
        """A space widened by thousandths of an em, for justified lines."""
        wide = self._stretched.get((space, extra))
        if wide is None:
            adjust = (*space.adjust[:-1], space.adjust[-1] + extra)
            wide = Shaped(space.text, space.font, space.width + extra, space.glyphs, adjust, space.clusters)
            self._stretched[space, extra] = wide
        return wide

    def _add_symbol(self, part: WordBuilder, bit: rich.Bit, problems: list[Problem]) -> None:
        symbol = self._context.symbols.get(bit.text)
        ink, font = self._ink(bit.state, False)
        if symbol is None:
            hint = nearest(bit.text, list(self._context.symbols))
            problems.append(Problem("unknown-symbol", f"there is no symbol `{bit.text}`", hint, bit.offset))
            part.add(ink, font.shape("{" + bit.text + "}"))
            return
        size = symbol.form.size
        width = round(1000 * self.style.symbol * size.width / size.height)
        part.symbols.append((part.width + BEARING, symbol.form))
        part.add(ink, Gap(width + 2 * BEARING, symbol.name))

    def _add_text(self, parts: list[WordBuilder], bit: rich.Bit, problems: list[Problem]) -> None:
        for text, is_term in _split(self._context.terms, bit.text):
            ink, font = self._ink(bit.state, is_term)
            lacking = self._lacking.get((bit.state, is_term))
            if lacking:
                problems.append(Problem("unknown-font", lacking.message, lacking.hint, bit.offset))
            for index, stretch in enumerate(self._cased(text).split(rich.GLUE)):
                if index:
                    parts[-1].space = self._space(bit.state, is_term)
                    parts.append(WordBuilder(self.tracking))
                problems += _unprintable(font, stretch, bit.offset)
                self._add_stretch(parts, ink, font, stretch)

    def _add_stretch(self, parts: list[WordBuilder], ink: Ink | None, font: Font, text: str) -> None:
        text, places = breaks(text, self.style.hyphenate)
        if not text:
            return
        for index, (piece, hyphenated) in enumerate(_cut(font, text, places)):
            if index:
                parts.append(WordBuilder(self.tracking))
            parts[-1].add(ink, piece)
            if hyphenated:
                parts[-1].hyphen = (ink, _hyphen(font))

    def _cased(self, text: str) -> str:
        return text.upper() if self.style.case == "upper" else text

    def _space(self, state: int, is_term: bool) -> tuple[Ink | None, Shaped]:
        ink, font = self._ink(state, is_term)
        return ink, font.shape(" ")

    def _ink(self, state: int, is_term: bool) -> tuple[Ink | None, Font]:
        """Ink and font of a state, plain or for a defined term; the ink is None if it is the style's own."""
        found = self._inks.get((state, is_term))
        if found is None:
            term = self.style.term if is_term else Emphasis()
            try:
                font = self._emphasised(state, term)
            except FontError as error:
                self._lacking[state, is_term] = error
                font = self.font
            ink = Ink(font.key, term.colour or self.style.colour)
            found = self._inks[state, is_term] = None if ink == self.ink else ink, font
        return found

    def _emphasised(self, state: int, term: Emphasis) -> Font:
        style, fonts = self.style, self._context.fonts
        italic = style.italic if term.italic is None else term.italic
        weight = style.weight if term.weight is None else term.weight
        if state & rich.ITALIC:
            italic = not italic
        if state & rich.BOLD:
            bold = fonts.bold(style.font, style.weight, italic)
            if bold.weight >= weight:
                return bold
        return fonts.font(style.font, weight, italic)


def _counts(bit: rich.Bit) -> bool:
    """Whether a word that ends in this is an amount, which stays on the line of a symbol after it."""
    last = bit.text[-1:]
    return not bit.is_symbol and (last.isdecimal() or last in _FIGURES or bit.text in _UNKNOWNS)


def _begins(bit: rich.Bit) -> Literal["", "symbol", "stop"]:
    if bit.is_symbol:
        return "symbol"
    return "stop" if bit.text[0] in _NEVER_FIRST else ""


def _split(terms: re.Pattern[str] | None, text: str) -> list[tuple[str, bool]]:
    """The text in stretches, each with a flag for defined terms."""
    if terms is None:
        return [(text, False)]
    stretches, position = [], 0
    for term in terms.finditer(text):
        stretches += [(text[position : term.start()], False), (term.group(), True)]
        position = term.end()
    stretches.append((text[position:], False))
    return [stretch for stretch in stretches if stretch[0]]


def _cut(font: Font, text: str, places: Sequence[tuple[int, bool]]) -> list[tuple[Shaped, bool]]:
    """A text shaped as a whole and then cut where lines may break, each part with a flag for a hyphen at its end.

    This keeps the kerning where no line breaks; lines don't break inside a ligature.
    """
    shaped = font.shape(text)
    if not places:
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
        parts.append((_slice(font, shaped, text[letter:to_letter], slice(glyph, to_glyph)), hyphenated))
        letter, glyph = to_letter, to_glyph
    return parts


def _slice(font: Font, shaped: Shaped, text: str, part: slice) -> Shaped:
    glyphs, adjust = shaped.glyphs[part], shaped.adjust[part]
    width = sum(map(font.advance, glyphs)) + sum(adjust)
    return Shaped(text, shaped.font, width, glyphs, adjust, shaped.clusters[part])


def _hyphen(font: Font) -> Shaped:
    """A hyphen that reads as a soft one, so that text extracted from the PDF has the whole word."""
    shaped = font.shape("-")
    return Shaped(SOFT_HYPHEN, shaped.font, shaped.width, shaped.glyphs, shaped.adjust, (SOFT_HYPHEN,))


def _unprintable(font: Font, text: str, offset: int) -> list[Problem]:
    problems = []
    missing = font.missing(text)
    if missing:
        message = f"the font `{font.name}` has no {', '.join(map(_described, missing))}"
        hint = "use another character, or a font that has it"
        problems.append(Problem("missing-glyph", message, hint, offset + text.find(missing[0])))
    unplaced = font.unplaced(text)
    if unplaced:
        message = f"`{text}` has {unplaced}, which can't be printed correctly"
        problems.append(Problem("text-unsupported", message, "", offset))
    return problems


def _described(character: str) -> str:
    name = unicodedata.name(character, "")
    code = f"U+{ord(character):04X}"
    return f"`{character}` ({code} {name})" if name else f"`{character}` ({code})"
