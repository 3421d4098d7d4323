"""The words of a style: each is parsed, shaped and measured once, then looked up.

A deck of cards says the same words again and again, so a word is a table's entry, made on first use.
What a source looks like depends on what was opened before it: there is a table for each state of the
markup, and each word names the table in which the next one is looked up. Reading a text is going from
table to table, without parsing:

  Take      in the plain table, stays there
  **Give    in the plain table, leads to the bold one
  me**      in the bold table, leads back

A source that lines may break within is several words: with a soft hyphen after `super`, `supercalm` is
`super`, whose width at a line's end includes a hyphen, and `calm`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Literal

import msgspec

from nineup.base.diagnostics import nearest
from nineup.base.markup import SPANS
from nineup.model.drawing import Gap, Shaped
from nineup.typography.fonts import MOST_LETTERS, WORD_LETTERS, Font
from nineup.typography.text import rich, scripts
from nineup.typography.text.context import Problem, TextContext
from nineup.typography.text.style import Style
from nineup.typography.text.words.initials import with_initial
from nineup.typography.text.words.items import (
    SOFT_HYPHEN,
    LetterItem,
    beside_of,
    breaks,
    cut,
    hyphen,
    joining,
    problems_of,
    together,
)
from nineup.typography.text.words.look import StateLooks, small_cap_scale, stretches
from nineup.typography.text.words.word import (
    InlineUse,
    LetterInk,
    LinePiece,
    Word,
    WordBuilder,
    inks_of,
    one_word,
)

BEARING = 50
"""The space on either side of a symbol, in thousandths of an em."""

_NEVER_FIRST = frozenset(",.;:!?)]}%…’”»、。，．；：！？）］｝」』】〉》،؛؟।॥")
_HANGING = frozenset("“‘„‚«‹\"'"), frozenset(".,;:-‐”’»›\"'、。，．،")
"""The marks that hang beyond the start and the end of a line: those that leave a hole in its edge."""
_FIGURES = frozenset("½⅓¼¾∞×")
_UNKNOWNS = frozenset("XYZN")
_LATIN_WORD = re.compile(r"[A-Za-z0-9]+[.,;:!?]?")
"""Most words of most cards."""


_PlainWords = tuple[LetterInk | None, Font, Shaped, int]
"""The common properties of plain words: ink (None for the style's own), font, the space after each, and its
advance.
"""


class ShapedWords(dict[str, tuple[Word, ...]]):
    """The words of one style in one state (bold, italic, inside spans), by source; each is made on first use.

    Words of `bidirectional` paragraphs are in pieces of one direction each.
    """

    def __init__(self, shaping: "ShapingCache", state: rich.MarkupState, bidirectional: bool) -> None:
        super().__init__()
        self._shaping = shaping
        self.state = state
        self.bidirectional = bidirectional

    def __missing__(self, source: str) -> tuple[Word, ...]:
        self._shaping.make_room(len(source))
        words = self[source] = self._shaping.read(source, self)
        return words

    @cached_property
    def plain(self) -> _PlainWords | None:
        """The common properties of its words of letters and digits; None if they need more than
        their glyphs.
        """
        return self._shaping.plain(self)


class ShapingCache:
    """The tables of a style's words, which live as long as its setting.

    `ink` is that of plain words; `tracking` is in thousandths of an em.
    """

    def __init__(self, style: Style, context: TextContext) -> None:
        """Raises FontError if the style's own font can't be used."""
        self.style = style
        self._looks = StateLooks(style, context)
        self.font = self._looks.font
        self.language = context.fonts.language
        self.tracking = round(style.tracking * 1000 / style.size)
        self._in_korean = style.align == "justify"
        self._context = context
        self._tables: dict[tuple[rich.MarkupState, bool], ShapedWords] = {}
        self._reaches: dict[str, tuple[int, int]] = {}
        self._reach_of: dict[frozenset[str], tuple[int, int]] = {}
        self.ink = self._looks.own_ink
        self._joined: dict[tuple[Word, Word], Word] = {}
        self._stretched: dict[tuple[Shaped, int], Shaped] = {}
        self._kept = 0

    @cached_property
    def tables(self) -> tuple[ShapedWords, ShapedWords]:
        """The tables at the start of a paragraph: for one with left-to-right letters only, and
        for any other.
        """
        return self._table(rich.PLAIN, False), self._table(rich.PLAIN, True)

    def make_room(self, letters: int) -> None:
        """Forgets all words once there are many, before one more, as their fonts do."""
        self._kept += letters + WORD_LETTERS
        if self._kept > MOST_LETTERS:
            self._kept = 0
            for table in self._tables.values():
                table.clear()
            self._joined.clear()
            self._stretched.clear()

    def _table(self, state: rich.MarkupState, bidirectional: bool) -> ShapedWords:
        table = self._tables.get((state, bidirectional))
        if table is None:
            table = self._tables[state, bidirectional] = ShapedWords(self, state, bidirectional)
        return table

    def read(self, source: str, table: ShapedWords) -> tuple[Word, ...]:
        """The words of a stretch without spaces: one, or one for each part after which a line may break."""
        # Letters and digits can contain no markup, break or symbol, so they are shaped without being parsed.
        if _LATIN_WORD.fullmatch(source) and (word := self._plain_word(source, table)):
            return (word,)
        markup = rich.read_word(source, table.state)
        problems = [
            Problem("text-markup", message, hint, offset=offset) for offset, message, hint in markup.mistakes
        ]
        problems += self._unknown_spans(markup)
        after = self._table(markup.after, table.bidirectional)
        parts = [WordBuilder(self.tracking)]
        for at, bit in enumerate(markup.bits):
            if bit.is_symbol:
                self._add_symbol(parts, bit, problems)
            else:
                beside = beside_of(markup.bits, at) if table.bidirectional else ("", "")
                self._add_text(parts, bit, table.bidirectional, problems=problems, beside=beside)
        parts = [part for part in parts if part.pieces]
        if not source.isascii() and not table.bidirectional:
            from nineup.typography.text.words.full_width import tighten

            tighten(source, parts, self._context.fonts.by_key)
        if not parts:
            return () if after is table and not problems else (_mark(after, problems),)
        first, last = parts[0], parts[-1]
        last.space = self._space(markup.after, False)
        last.counts = _counts(markup.bits[-1])
        first.begins = _begins(markup.bits[0])
        first.problems = tuple(problems)
        # Only words like these must be looked at together with the one before them.
        first.special = bool(first.begins or problems or markup.after != table.state)
        return tuple([part.word(after) for part in parts])

    def _plain_word(self, source: str, table: ShapedWords) -> Word | None:
        """A word of letters and digits that needs no more than its glyphs; None if it needs more."""
        plain, terms = table.plain, self._context.terms
        if plain is None or (terms and terms.search(source)):
            return None
        ink, font, space, space_advance = plain
        # Letters that are spaced out form no ligatures: `fi` as one glyph would stay closed.
        piece = font.apart(source) if self.tracking else font.shape(source)
        # Glyph 0 stands for a letter that the font doesn't have; another family may.
        if 0 in piece.glyphs or font.unplaced(source):
            return None
        advance = round(piece.width if ink is None else piece.width * ink.scale)
        advance += len(piece.glyphs) * self.tracking
        return Word(
            (piece, space),
            (ink, ink) if ink else (),
            advance - self.tracking,
            advance + space_advance,
            spaced=True,
            after=table,
            counts=source[-1].isdecimal() or source in _UNKNOWNS,
            dressed=ink is not None,
            uneven=ink is not None and not ink.is_plain,
        )

    def plain(self, table: ShapedWords) -> _PlainWords | None:
        """The common properties of a table's words of letters and digits; None if they need more than their
        glyphs.
        """
        emphasis = (table.state, False)
        ink, font = self._looks.ink(*emphasis)
        is_altered = self.style.hyphenate or self._looks.look(table.state).case != "as-written"
        if table.bidirectional or is_altered or font.is_coloured or self._looks.lacking(*emphasis):
            return None
        space = WordBuilder(self.tracking)
        space.add(ink, font.shape(" "))
        return ink, font, font.shape(" "), space.width

    def with_initial(self, words: list[Word]) -> tuple[list[Word], int, int]:
        """The words of a text with its initial, the width of that in thousandths of an em, and its height in
        lines.
        """
        style = self.style
        if not words[0].pieces:
            return words, 0, 1
        ink = (inks_of(words[0])[0] or self.ink).font
        font = self._context.fonts.by_key(ink)
        first, wide, lines = with_initial(
            words[0], self.ink, font, lines=style.initial, leading=style.leading
        )
        return [first, *words[1:]], wide, lines

    def reach(self, scripts_: frozenset[str]) -> tuple[int, int]:
        """The extent of capitals, and of the letters of some scripts, above and below the baseline, in
        thousandths of an em.
        """
        extent = self._reach_of.get(scripts_)
        if extent is None:
            reaches = [(self.font.cap_height, self.font.depth), *map(self._reach, scripts_)]
            extent = max([top for top, _ in reaches]), max([bottom for _, bottom in reaches])
            self._reach_of[scripts_] = extent
        return extent

    def hanging(self, word: Word) -> tuple[int, int]:
        """How far a word's punctuation hangs beyond the start and the end of a line, in thousandths of
        an em.
        """
        inks, last = inks_of(word), len(word.pieces) - 1 - word.spaced
        if last < 0:
            return 0, 0
        end = word.hyphen or (inks[last], word.pieces[last])
        return self._hung(inks[0], word.pieces[0], first=True), self._hung(*end, first=False)

    def _hung(self, ink: LetterInk | None, piece: LinePiece, first: bool) -> int:
        if not isinstance(piece, Shaped) or len(piece.text) < 1:
            return 0
        letter = piece.text[0 if first else -1]
        if letter not in _HANGING[not first]:
            return 0
        width = self._context.fonts.by_key(piece.font).shape(letter).width
        return round(width * (ink.scale if ink else 1.0)) + self.tracking

    def mirrored(self, piece: Shaped) -> Shaped:
        """A piece without a direction of its own, such as a bracket, as drawn from right to left."""
        return self._context.fonts.by_key(piece.font).shape(piece.text, from_right=True)

    def join(self, first: Word, second: Word) -> Word:
        """Two words as one that is never broken."""
        word = self._joined.get((first, second))
        if word is None:
            self.make_room(0)
            word = self._joined[first, second] = one_word(first, second)
        return word

    def stretch(self, space: Shaped, extra: int) -> Shaped:
        """A space, or a word without one after it, widened by thousandths of an em, for justified lines."""
        wide = self._stretched.get((space, extra))
        if wide is None:
            self.make_room(len(space.text))
            # The last glyph's advance, so that a piece is widened behind its letters and not between them.
            adjust = (*space.adjust[:-1], space.adjust[-1] + extra)
            wide = Shaped(
                *(space.text, space.font, space.width + extra, space.glyphs, adjust),
                *(space.clusters, space.rises, False, space.variant),
            )
            self._stretched[space, extra] = wide
        return wide

    def _add_symbol(self, parts: list[WordBuilder], bit: rich.WordSpan, problems: list[Problem]) -> None:
        symbol = self._context.symbols.get(bit.text)
        ink, font = self._looks.ink(bit.state, False)
        if symbol is None:
            hint = nearest(bit.text, list(self._context.symbols))
            problems.append(
                Problem("unknown-symbol", f"there is no symbol `{bit.text}`", hint, offset=bit.offset)
            )
            # Printed as it was written, so that the mistake is seen on the card, too.
            parts[-1].add(ink, font.shape("{" + bit.text + "}"))
            return
        # For line breaking, a symbol counts as an object between letters (UAX 14).
        self._break_before(parts, scripts.OBJECT)
        size = symbol.form.size
        scale, rise = (ink.scale, ink.rise) if ink else (1.0, 0.0)
        width = round(1000 * self.style.symbol * size.width / size.height)
        left = parts[-1].width + round(BEARING * scale)
        parts[-1].symbols.append(InlineUse(left, symbol.form, scale, rise))
        parts[-1].add(ink, Gap(width + 2 * BEARING, symbol.name))

    def _add_text(
        self,
        parts: list[WordBuilder],
        bit: rich.WordSpan,
        bidirectional: bool,
        problems: list[Problem],
        beside: tuple[str, str],
    ) -> None:
        """Adds a bit of a word, whose letters join those `beside` it: before and after."""
        split = _split(self._context.terms, bit.text)
        for at, (text, is_term) in enumerate(split):
            lacking = self._looks.lacking(bit.state, is_term)
            if lacking:
                place = self._context.sheet.places.get(self._looks.look(bit.state).style.font)
                problems.append(
                    Problem(
                        "unknown-font",
                        lacking.message,
                        lacking.hint,
                        offset=bit.offset,
                        severity="error",
                        place=place,
                    )
                )
            pieces = self._cased(text, bit.state).split(rich.GLUE)
            for index, stretch in enumerate(pieces):
                if index:
                    parts[-1].space = self._space(bit.state, is_term)
                    parts.append(WordBuilder(self.tracking))
                items = self._items(stretch, (bit.state, is_term), bidirectional)
                font, style = self._looks.ink(bit.state, is_term)[1], self._looks.look(bit.state).style
                problems += problems_of(items, stretch, font, style=style, offset=bit.offset)
                if bidirectional:
                    is_last = at == len(split) - 1 and index == len(pieces) - 1
                    # Letters of Arabic join across a change of style: each bit is shaped with the
                    # letters beside it in other bits.
                    items = joining(items, "" if at or index else beside[0], beside[1] if is_last else "")
                self._add_items(parts, items, stretch)

    def _items(
        self, text: str, emphasis: tuple[rich.MarkupState, bool], bidirectional: bool
    ) -> list[LetterItem]:
        """A text in stretches of one font, one script and one direction."""
        items = self._plain_items(text, emphasis, bidirectional)
        if self._looks.look(emphasis[0]).case != "small-caps":
            return items
        return [each for item in items for each in self._in_small_caps(item)]

    def _in_small_caps(self, item: LetterItem) -> Iterator[LetterItem]:
        """The same letters with the font's small capitals or, if it has none, with smaller capitals."""
        if item.from_right or item.text == item.text.upper():
            yield item
        elif SOFT_HYPHEN not in item.text and item.font.small_caps(item.text):
            yield msgspec.structs.replace(item, variant="small-caps")
        else:
            own = item.ink or self.ink
            small = msgspec.structs.replace(own, scale=round(own.scale * small_cap_scale(item.font), 4))
            for text, is_small in stretches(item.text):
                yield (
                    msgspec.structs.replace(item, text=text, ink=small, variant="capitals")
                    if is_small
                    else msgspec.structs.replace(item, text=text)
                )

    def _plain_items(
        self, text: str, emphasis: tuple[rich.MarkupState, bool], bidirectional: bool
    ) -> list[LetterItem]:
        ink, font = self._looks.ink(*emphasis)
        if not bidirectional and font.has(text) and scripts.is_simple(text):
            return [
                LetterItem(
                    text, ink, font, from_right=False, is_fallback=False, is_spaced=bool(self.tracking)
                )
            ]
        # By clusters, so that a letter and its marks are in one font: a mark from another
        # font doesn't know where to stand.
        by_font = groupby(
            scripts.clusters(text), lambda letter: _first_with(self._looks.fonts(*emphasis), letter) or font
        )
        return [
            LetterItem(
                piece,
                self._looks.unless_own(msgspec.structs.replace(ink or self.ink, font=chosen.key)),
                chosen,
                from_right=from_right,
                is_fallback=chosen is not font,
                is_spaced=bool(self.tracking),
            )
            for chosen, letters in by_font
            for piece, from_right in scripts.runs("".join(letters), bidirectional)
        ]

    def _add_items(self, parts: list[WordBuilder], items: list[LetterItem], text: str) -> None:
        if not text:
            return
        self._break_before(parts, text[0])
        printed, places = breaks(text, self.style.hyphenate, self._in_korean)
        if len(printed) < len(text):  # Soft hyphens are not printed.
            items = [msgspec.structs.replace(item, text=item.text.replace(SOFT_HYPHEN, "")) for item in items]
        at, ends = 0, dict(places)
        for item in items:
            inner = [(end - at, hyphen) for end, hyphen in places if at < end < at + len(item.text)]
            if at and at in ends:
                _end_part(parts, printed, at, hyphenated=ends[at])
            self._add_item(parts, item, inner)
            at += len(item.text)

    def _add_item(
        self, parts: list[WordBuilder], item: LetterItem, places: Sequence[tuple[int, bool]]
    ) -> None:
        if not item.text:
            return
        at = 0
        for index, (piece, hyphenated) in enumerate(cut(item, places)):
            if index:
                _end_part(parts, item.text, at, hyphenated=False)
            parts[-1].add(item.ink, together(piece, item, self.tracking) if self.tracking else piece)
            at += len(piece.text)
            if hyphenated:
                parts[-1].hyphen = (item.ink, hyphen(item.font))
        if not scripts.is_simple(item.text):
            parts[-1].scripts |= scripts.scripts_of(item.text)

    def _break_before(self, parts: list[WordBuilder], character: str) -> None:
        """Ends the last part if a line may break before a character or an OBJECT that comes after it."""
        if not parts[-1].pieces:
            return
        last = parts[-1].pieces[-1]
        before = scripts.OBJECT if isinstance(last, Gap) else last.text[-1:]
        if scripts.may_break(before, character, self._in_korean):
            _end_part(parts, before + character, 1, hyphenated=False)

    def _unknown_spans(self, markup: rich.Markup) -> Iterator[Problem]:
        sheet = self._context.sheet
        known = [*SPANS, *sheet.styles]
        for offset, name in markup.opened:
            if name not in known and name not in sheet.broken:
                hint = nearest(name, known) or r"write `\[` to print a bracket"
                message = f"there is no span or style `{name}`"
                yield Problem("text-markup", message, hint, offset=offset)

    def _cased(self, text: str, state: rich.MarkupState) -> str:
        return self.font.upper(text) if self._looks.look(state).case == "upper" else text

    def _space(self, state: rich.MarkupState, is_term: bool) -> tuple[LetterInk | None, Shaped]:
        ink, font = self._looks.ink(state, is_term)
        return ink, font.shape(" ")

    def _reach(self, script: str) -> tuple[int, int]:
        if script not in self._reaches:
            sample = scripts.sample_of(script)
            font = _first_with(self._looks.fonts(rich.PLAIN, False), sample) or self.font
            self._reaches[script] = font.reach(sample)
        return self._reaches[script]


def _counts(bit: rich.WordSpan) -> bool:
    """Whether a word that ends in this is an amount, which stays on the line of a following symbol."""
    last = bit.text[-1:]
    return not bit.is_symbol and (last.isdecimal() or last in _FIGURES or bit.text in _UNKNOWNS)


def _begins(bit: rich.WordSpan) -> Literal["", "symbol", "stop"]:
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


def _first_with(fonts: Iterable[Font], letters: str) -> Font | None:
    """The first font that has some letters; None if none has."""
    return next((font for font in fonts if font.has(letters)), None)


def _end_part(parts: list[WordBuilder], text: str, at: int, hyphenated: bool) -> None:
    """Starts a new part at an allowed break in a text."""
    if parts[-1].pieces:
        parts[-1].loose = not hyphenated and scripts.may_widen(text, at)
        parts.append(WordBuilder(parts[-1].tracking))


def _mark(after: ShapedWords, problems: list[Problem]) -> Word:
    """A word that prints nothing, such as the brace after a span, if it is a separate word."""
    return Word((), (), 0, 0, spaced=False, after=after, problems=tuple(problems), special=True)
