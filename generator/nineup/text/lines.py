"""Turns a line of words into drawing operations: a `Text`, and a `Use` for each symbol in it."""

from itertools import groupby
from math import floor
from operator import itemgetter
from typing import cast

from nineup.drawing import Form, Op, Run, Shaped, Text, Use
from nineup.geometry import Matrix
from nineup.text.shaping import ShapingCache
from nineup.text.words import Ink, Piece
from nineup.text.wrap import Flow


class Pen:
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
        for index, form, shift in flow.symbols:
            if first <= index < end:
                before = flow.firsts[index] - flow.firsts[first]
                along = shift - flow.starts[first] + sum(share for place, share in shares if place < before)
                symbols.append(self._symbol_use(form, x + along * self._em, y - self._symbol_top))
        runs = _runs(pieces, inks, self._shaping.ink)
        if x != self._x:  # Lines that begin at the same x share a number.
            self._x, self._rounded_x = x, _rounded(x)
        return Text(self._rounded_x, self._row(y), self._size, runs, self._tracking, self._opacity)

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


def _shares(flow: Flow, first: int, end: int, extra: int) -> list[tuple[int, int]]:
    """The space pieces of a line, each with its share of `extra`; the remainder goes to the first ones."""
    begin = flow.firsts[first]
    places = [flow.firsts[i + 1] - 1 - begin for i in range(first, end - 1) if flow.words[i].spaced]
    share, rest = divmod(extra, len(places) or 1)
    return [(place, share + (number < rest)) for number, place in enumerate(places)]


def _runs(pieces: list[Piece], inks: list[Ink | None], own: Ink) -> tuple[Run, ...]:
    """Pieces as runs, one for each stretch of the same ink."""
    if not any(inks):
        return (Run(own.font, own.colour, tuple(pieces)),)
    runs = []
    for ink, stretch in groupby(zip(inks, pieces, strict=True), itemgetter(0)):
        font, colour = ink or own
        runs.append(Run(font, colour, tuple([piece for _, piece in stretch])))
    return tuple(runs)


def _rounded(points: float) -> float:
    """Rounded to thousandths of a point; several times faster than round()."""
    return floor(points * 1000 + 0.5) / 1000
