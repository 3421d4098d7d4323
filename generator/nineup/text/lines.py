"""Turns a line of words into drawing operations: a `Text`, and a `Use` for each symbol in it."""

from itertools import groupby
from math import floor
from operator import itemgetter
from typing import cast

from nineup.drawing import Form, Gap, GlyphRun, Op, Shaped, Text, Use
from nineup.geometry import Matrix
from nineup.text.bidi import is_neutral, visual_order
from nineup.text.shaping import BEARING, ShapingCache
from nineup.text.words import Ink, Piece
from nineup.text.wrap import Flow


class LinePen:
    """Draws lines of a style at a size in points."""

    def __init__(self, shaping: ShapingCache, size: float) -> None:
        self._shaping = shaping
        self._size = size
        self._em = size / 1000
        self._tracking = round(shaping.tracking * size / 1000, 4)
        self._opacity = shaping.style.opacity
        self._symbol = shaping.style.symbol * size
        self._x = self._rounded_x = 0.0
        self._rows: dict[float, float] = {}
        self._symbol_top = (self._symbol + shaping.font.cap_height * size / 1000) / 2

    def draw(
        self, flow: Flow, first: int, end: int, x: float, y: float, symbols: list[Op], extra: int = 0
    ) -> Text:
        """The line of a flow's words from `first` up to, but excluding, `end`; its baseline starts at (x, y).

        Its symbols are appended to `symbols`: drawn after all lines, they don't interrupt the text. `extra` is the
        total that justification adds to its spaces, in thousandths of an em.
        """
        pieces, inks = _pieces(flow, first, end)
        shares = _shares(flow, first, end, extra) if extra > 0 else ()
        for place, share in shares:
            pieces[place] = self._shaping.stretch(cast(Shaped, pieces[place]), share)
        forms = [(index, form, shift) for index, form, shift in flow.symbols if first <= index < end]
        if flow.levels:
            pieces, inks, lefts = self._visual(flow, first, pieces, inks)
        else:
            lefts = [
                shift
                - flow.starts[first]
                + sum(share for place, share in shares if place < flow.firsts[index] - flow.firsts[first])
                for index, _, shift in forms
            ]
        for (_, form, _), left in zip(forms, lefts, strict=True):
            symbols.append(self._symbol_use(form, x + left * self._em, y - self._symbol_top))
        runs = _runs(pieces, inks, self._shaping.ink)
        if x != self._x:  # Lines that begin at the same x share a number.
            self._x, self._rounded_x = x, _rounded(x)
        return Text(self._rounded_x, self._row(y), self._size, runs, self._tracking, self._opacity)

    def _visual(
        self, flow: Flow, first: int, pieces: list[Piece], inks: list[Ink | None]
    ) -> tuple[list[Piece], list[Ink | None], list[float]]:
        """A line's pieces and inks from left to right, and the left edges of its symbols, in their order in the text."""
        begin = flow.firsts[first]
        levels = list(flow.levels[begin : begin + len(pieces)])
        levels += levels[-1:] * (len(pieces) - len(levels))  # a hyphen at the end
        left, drawn, lefts = 0.0, [], {}
        order = visual_order(levels)
        for index in order:
            piece = pieces[index]
            if isinstance(piece, Gap):
                lefts[index] = left + BEARING
                left += piece.width
            else:
                if levels[index] % 2 and is_neutral(piece.text):
                    piece = self._shaping.mirrored(piece)
                left += piece.width + len(piece.glyphs) * self._shaping.tracking
            drawn.append(piece)
        return (
            drawn,
            [inks[index] for index in order] if inks else [],
            [lefts[each] for each in sorted(lefts)],
        )

    def _row(self, y: float) -> float:
        """A rounded baseline; many cards have the same ones, which share a number."""
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = _rounded(y)
        return row

    def _symbol_use(self, form: Form, x: float, y: float) -> Use:
        scale = floor(self._symbol / form.size.height * 1e6 + 0.5) / 1e6
        # To hundredths of a point, 4 µm: every card writes the places of its symbols.
        return Use(
            form, Matrix(scale, 0.0, 0.0, scale, floor(x * 100 + 0.5) / 100, floor(y * 100 + 0.5) / 100)
        )


def _pieces(flow: Flow, first: int, end: int) -> tuple[list[Piece], list[Ink | None]]:
    """The pieces of a line: its words without the last space but with the hyphen; inks as in a Flow."""
    last = flow.words[end - 1]
    part = slice(flow.firsts[first], flow.firsts[end] - last.spaced)
    pieces, inks = flow.pieces[part], flow.inks[part]
    if last.hyphen:
        ink, hyphen = last.hyphen
        pieces.append(hyphen)
        inks += [ink] if inks else []
    return pieces, inks


WIDEST = 90
"""The most that justification adds between letters without a space, in thousandths of an em: from a tenth of an em on,
readers of PDFs see a space there."""


def _shares(flow: Flow, first: int, end: int, extra: int) -> list[tuple[int, int]]:
    """The pieces of a line after which it is stretched, each with its share of `extra`; the remainder goes to the first ones."""
    begin = flow.firsts[first]
    words = flow.words
    places = [
        at
        for i in range(first, end - 1)
        if words[i].spaced or (words[i].loose and isinstance(flow.pieces[flow.firsts[i + 1] - 1], Shaped))
        for at in (flow.firsts[i + 1] - 1 - begin,)
    ]
    share, rest = divmod(extra, len(places) or 1)
    if share >= WIDEST and any(word.loose for word in words[first : end - 1]):
        return [(place, WIDEST) for place in places]
    return [(place, share + (number < rest)) for number, place in enumerate(places)]


def _runs(pieces: list[Piece], inks: list[Ink | None], own: Ink) -> tuple[GlyphRun, ...]:
    """Pieces as runs, one for each stretch of the same ink."""
    if not any(inks):
        return (GlyphRun(own.font, own.colour, tuple(pieces)),)
    runs = []
    for ink, stretch in groupby(zip(inks, pieces, strict=True), itemgetter(0)):
        font, colour = ink or own
        runs.append(GlyphRun(font, colour, tuple([piece for _, piece in stretch])))
    return tuple(runs)


def _rounded(points: float) -> float:
    """Rounded to thousandths of a point; several times faster than round()."""
    return floor(points * 1000 + 0.5) / 1000
