"""Turns a line of words into drawing operations: a `Text`, or several of different sizes, and a `Use` for
each of its symbols.

A justified line's missing width is shared by the places after its words, in whole thousandths of an em:
100 on three spaces is 34, 33 and 33. Between letters that have no space, as in Chinese, at most 90 can go,
or the gap is read as a space: of 150 on two such places and one space, each gets 50, but of 600 the two
get 90 and the space the other 420. Where the space would be wider than an em (3000), the line stays
ragged, with 90 in each place. In Korean, a space at most doubles.
"""

from collections.abc import Sequence
from itertools import groupby
from math import floor
from operator import itemgetter
from typing import NamedTuple, cast

import msgspec

from nineup.base.geometry import Box, Matrix
from nineup.model.drawing import Gap, GlyphRun, Group, Op, Path, Shaped, Text, Use, rectangle
from nineup.typography.text.bidi import is_neutral, visual_order
from nineup.typography.text.words.shaping import BEARING, ShapingCache
from nineup.typography.text.words.word import InlineUse, LetterInk, LinePiece
from nineup.typography.text.wrap import Flow

_Inks = Sequence[LetterInk | None]
"""The inks of a line's pieces, None for the style's own; empty if all are."""


class _Underlined(NamedTuple):
    """The edges of an underlined stretch, in thousandths of an em from the start of its line, and its ink."""

    left: float
    right: float
    ink: LetterInk


class LinePen:
    """Draws lines of a style at a size in points."""

    def __init__(self, shaping: ShapingCache, size: float) -> None:
        self._shaping = shaping
        self._size = size
        self._em = size / 1000
        self._own = shaping.ink
        self._is_underlined = shaping.ink.is_underlined
        self._tracking = round(shaping.tracking * size / 1000, 4)
        self._opacity = shaping.style.opacity
        self._symbol = shaping.style.symbol * size
        self._x = self._rounded_x = 0.0
        self._rows: dict[float, float] = {}
        self._symbol_top = (self._symbol + shaping.font.cap_height * size / 1000) / 2

    def draw(
        self, flow: Flow, first: int, end: int, x: float, y: float, symbols: list[Op], extra: int = 0
    ) -> tuple[Op, ...]:
        """Draws a flow's words from `first` up to, but excluding, `end`; the line's baseline starts at (x,
        y).

        Its symbols and underlines are appended to `symbols`: drawn after all lines, they don't interrupt the
        text. `extra` is the total that justification adds to its spaces, in thousandths of an em.
        """
        last, begin = flow.words[end - 1], flow.firsts[first]
        stop = flow.firsts[end] - last.spaced
        pieces, inks = flow.pieces[begin:stop], flow.inks[begin:stop]
        if last.hyphen:
            ink, hyphen = last.hyphen
            pieces, inks = (*pieces, hyphen), (*inks, ink) if inks else ()
        shares: Sequence[tuple[int, int]] = ()
        # Only after this are symbols placed: they move with the spaces before them.
        if extra > 0:
            shares = _shares(flow, first, end, extra)
            pieces = self._stretched(pieces, inks, shares)
        lefts: Sequence[float] = ()
        if flow.levels:
            pieces, inks, lefts = self._visual(flow, first, pieces, inks=inks)
        those = flow.symbols_between(first, end) if flow.symbols else None
        if those:
            lefts = lefts or [_left(flow, first, number, shares=shares) for number in those]
            for number, left in zip(those, lefts, strict=True):
                symbols.append(self._symbol_use(flow.symbols[number], x + left * self._em, y))
        if flow.uneven or self._is_underlined:
            return self._dressed(pieces, inks, x, y, underlines=symbols)
        if x != self._x:  # Lines that begin at the same x share a number.
            self._x, self._rounded_x = x, _rounded(x)
        row = self._rows.get(y)
        if row is None:  # Many cards have the same baselines, which share a number.
            row = self._rows[y] = _rounded(y)
        own = self._own
        runs = _runs(pieces, inks, own) if inks else (GlyphRun(own.font, own.colour, pieces),)
        return (
            Text(self._rounded_x, row, self._size, runs=runs, tracking=self._tracking, opacity=self._opacity),
        )

    def _stretched(
        self,
        pieces: tuple[LinePiece, ...],
        inks: tuple[LetterInk | None, ...],
        shares: Sequence[tuple[int, int]],
    ) -> tuple[LinePiece, ...]:
        """The pieces of a line with the space that justification adds after some of them."""
        wide = list(pieces)
        for place, share in shares:
            ink = inks[place] if inks else None
            # The piece is drawn at its ink's size, which enlarges what is added as well.
            own = round(share / ink.scale) if ink else share
            wide[place] = self._shaping.stretch(cast(Shaped, wide[place]), own)
        return tuple(wide)

    def _dressed(
        self, pieces: Sequence[LinePiece], inks: _Inks, x: float, y: float, underlines: list[Op]
    ) -> tuple[Op, ...]:
        """A line with letters of several sizes or heights, or underlines."""
        own = self._shaping.ink
        if inks and inks[0] and inks[0].is_initial:
            return self._with_initial(pieces, inks, x, y, underlines=underlines)
        worn = [ink or own for ink in inks] or [own] * len(pieces)
        texts: list[Text] = []
        left = 0.0
        lined: list[_Underlined] = []
        for ink, stretch in groupby(zip(worn, pieces, strict=True), itemgetter(0)):
            parts = [piece for _, piece in stretch]
            right = left + sum([self._advance(piece, ink) for piece in parts])
            run = GlyphRun(ink.font, ink.colour, tuple(parts))
            size, row = round(self._size * ink.scale, 3), _rounded(y - ink.rise * self._em)
            last = texts[-1] if texts else None
            if last and (last.size, last.y) == (size, row):
                texts[-1] = msgspec.structs.replace(last, runs=(*last.runs, run))
            else:
                at = _rounded(x + left * self._em)
                texts.append(Text(at, row, size, runs=(run,), tracking=self._tracking, opacity=self._opacity))
            if ink.is_underlined:
                lined.append(_Underlined(left, right, ink))
            left = right
        underlines += self._underlines(lined, x, y)
        return tuple(texts)

    def _with_initial(
        self, pieces: Sequence[LinePiece], inks: _Inks, x: float, y: float, underlines: list[Op]
    ) -> tuple[Op, ...]:
        """A line whose first word, including its initial, is extracted as one word."""
        own = self._shaping.ink
        plain = [msgspec.structs.replace(ink, is_initial=False) if ink else None for ink in inks]
        end = next(
            (at for at, piece in enumerate(pieces) if isinstance(piece, Gap) or piece.text.isspace()),
            len(pieces),
        )
        wide = sum(
            [self._advance(piece, ink or own) for piece, ink in zip(pieces[:end], plain, strict=False)]
        )
        first = self._dressed(pieces[:end], plain[:end], x, y, underlines=underlines)
        says = "".join([piece.text for piece in pieces[:end] if isinstance(piece, Shaped)])
        rest = (
            self._dressed(pieces[end:], plain[end:], x + wide * self._em, y, underlines=underlines)
            if pieces[end:]
            else ()
        )
        return Group(first, says=says), *rest

    def _underlines(self, lined: list[_Underlined], x: float, y: float) -> list[Op]:
        """A bar below each stretch of one colour, by the metrics of the style's own font."""
        bars: list[Op] = []
        below, thick = (value * self._em for value in self._shaping.font.underline)
        joined: list[_Underlined] = []
        for each in lined:
            last = joined[-1] if joined else None
            if last and last.right == each.left and last.ink.colour == each.ink.colour:
                joined[-1] = each._replace(left=last.left)
            else:
                joined.append(each)
        for left, right, ink in joined:
            # Tracking follows every glyph, and a bar shouldn't extend beyond the last one.
            tracking = self._tracking if right > left else 0.0
            wide = _rounded((right - left) * self._em - tracking)
            bar = Box(_rounded(x + left * self._em), _rounded(y + below), wide, _rounded(thick))
            bars.append(Path(rectangle(bar), ink.colour, opacity=self._opacity))
        return bars

    def _advance(self, piece: LinePiece, ink: LetterInk) -> float:
        glyphs = len(piece.glyphs) if isinstance(piece, Shaped) else 0
        return piece.width * ink.scale + glyphs * self._shaping.tracking

    def _visual(
        self, flow: Flow, first: int, pieces: tuple[LinePiece, ...], inks: tuple[LetterInk | None, ...]
    ) -> tuple[tuple[LinePiece, ...], tuple[LetterInk | None, ...], list[float]]:
        """A line's pieces and inks from left to right, and the left edges of its symbols, in their order in
        the text.
        """
        begin = flow.firsts[first]
        levels = list(flow.levels[begin : begin + len(pieces)])
        levels += levels[-1:] * (len(pieces) - len(levels))  # a hyphen at the end
        left, drawn, lefts = 0.0, [], {}
        own = self._shaping.ink
        order = visual_order(levels)
        for index in order:
            piece, ink = pieces[index], (inks[index] if inks else None) or own
            if isinstance(piece, Gap):
                lefts[index] = left + BEARING * ink.scale
            elif levels[index] % 2 and is_neutral(piece.text):
                # A bracket that opens opens to the left here, so its mirror image is drawn (L4).
                piece = self._shaping.mirrored(piece)
            left += self._advance(piece, ink)
            drawn.append(piece)
        return (
            tuple(drawn),
            tuple([inks[index] for index in order]) if inks else (),
            [lefts[each] for each in sorted(lefts)],
        )

    def _symbol_use(self, symbol: InlineUse, x: float, y: float) -> Use:
        """A symbol whose left edge is at x, centred on the capitals of the baseline y."""
        form = symbol.form
        scale = floor(self._symbol * symbol.scale / form.size.height * 1e6 + 0.5) / 1e6
        y -= self._symbol_top * symbol.scale + symbol.rise * self._em
        # To hundredths of a point, 4 µm: every card writes the places of its symbols.
        return Use(
            form, Matrix(scale, 0.0, 0.0, scale, floor(x * 100 + 0.5) / 100, floor(y * 100 + 0.5) / 100)
        )


WIDEST = 90
"""The largest space that justification adds between letters without a space, in thousandths of an em: from a
tenth of an em on, PDF readers extract a space there.
"""

WIDEST_SPACE = 1000
"""The largest space that it adds to a space next to such letters, in thousandths of an em: a line that needs
more stays ragged.
"""


def _shares(flow: Flow, first: int, end: int, extra: int) -> list[tuple[int, int]]:
    """The pieces of a line after which space is added, each with its share of `extra`; the remainder goes to
    the first ones.

    Where letters without a space would be too far apart, the spaces take the rest.
    """
    begin = flow.firsts[first]
    places = [
        (flow.firsts[at + 1] - 1 - begin, flow.words[at].spaced)
        for at in range(first, end - 1)
        if flow.words[at].spaced
        # A symbol's gap has a fixed width: its symbol is drawn in the middle of it.
        or (flow.words[at].loose and isinstance(flow.pieces[flow.firsts[at + 1] - 1], Shaped))
    ]
    spaces = sum([spaced for _, spaced in places])
    loose = len(places) - spaces
    if (not loose and "Hangul" not in flow.scripts) or extra // len(places) < WIDEST:
        return _evenly([place for place, _ in places], extra)
    wider = dict(_evenly([place for place, spaced in places if spaced], extra - loose * WIDEST))
    if (
        "Hangul" in flow.scripts
    ):  # A space at most doubles: lines break between syllables, and so lack less than one.
        wider = {place: min(share, round(flow.pieces[begin + place].width)) for place, share in wider.items()}
    if any(each > WIDEST_SPACE for each in wider.values()):
        wider = {}
    return [(place, wider.get(place, WIDEST)) for place, _ in places]


def _evenly(places: list[int], extra: int) -> list[tuple[int, int]]:
    share, rest = divmod(extra, len(places) or 1)
    return [(place, share + (number < rest)) for number, place in enumerate(places)]


def _left(flow: Flow, first: int, number: int, shares: Sequence[tuple[int, int]]) -> float:
    """The left edge of a symbol in a line that begins with the word `first`, including the space added before
    it.
    """
    left = flow.symbols[number].left - flow.starts[first] + flow.outdent(first, first + 1)
    if not shares:
        return left
    # Only what was added to the left of the symbol moves it.
    before = flow.firsts[flow.symbol_words[number]] - flow.firsts[first]
    return left + sum([share for place, share in shares if place < before])


def _runs(pieces: Sequence[LinePiece], inks: _Inks, own: LetterInk) -> tuple[GlyphRun, ...]:
    """Pieces as runs, one for each stretch of the same ink."""
    runs = []
    for ink, stretch in groupby(zip(inks, pieces, strict=True), itemgetter(0)):
        worn = ink or own
        runs.append(GlyphRun(worn.font, worn.colour, tuple([piece for _, piece in stretch])))
    return tuple(runs)


def _rounded(points: float) -> float:
    """Rounded to thousandths of a point; several times faster than round()."""
    return floor(points * 1000 + 0.5) / 1000
