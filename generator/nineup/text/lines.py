"""One line of words to drawing operations: a `Text`, and a `Use` for each symbol in it."""

from itertools import groupby
from math import floor
from operator import itemgetter
from typing import cast

from nineup.drawing import Form, Op, Run, Shaped, Text, Use
from nineup.geometry import Matrix
from nineup.text.shaping import ShapingCache
from nineup.text.words import Ink, Piece
from nineup.text.wrap import Flow


def pen(wording: ShapingCache, size: float) -> "Pen":
    """What draws a style's lines at a size (points), made once."""
    known = wording.pens.get(size)
    if known is None:
        known = wording.pens[size] = Pen(wording, size)
    return known


class Pen:
    """Draws lines of a style at a size (points)."""

    def __init__(self, wording: ShapingCache, size: float) -> None:
        self._wording = wording
        self._size = size
        self._em = size / 1000
        self._tracking = round(wording.tracking * size / 1000, 4)
        self._opacity = wording.style.opacity
        self._symbol = wording.style.symbol * size
        self._x = self._rounded_x = 0.0
        self._rows: dict[float, float] = {}
        self._symbol_top = (self._symbol + wording.font.cap_height * size / 1000) / 2

    def draw(
        self, flow: Flow, first: int, end: int, x: float, y: float, signs: list[Op], extra: int = 0
    ) -> Text:
        """The line of a flow's words from first up to, not including, end; its baseline starts at (x, y).

        Its symbols are added to `signs`: drawn after all lines, they do not part what is written. `extra` is what
        justifying adds to its spaces in all, in thousandths of an em.
        """
        pieces, inks = _pieces(flow, first, end)
        shares = _shares(flow, first, end, extra) if extra > 0 else ()
        for place, share in shares:
            pieces[place] = self._wording.stretched(cast(Shaped, pieces[place]), share)
        for index, form, shift in flow.signs:
            if first <= index < end:
                before = flow.firsts[index] - flow.firsts[first]
                moved = shift - flow.starts[first] + sum(share for place, share in shares if place < before)
                signs.append(self._sign(form, x + moved * self._em, y - self._symbol_top))
        runs = _runs(pieces, inks, self._wording.ink)
        if x != self._x:  # Lines that begin below each other share a number.
            self._x, self._rounded_x = x, _rounded(x)
        return Text(self._rounded_x, self._row(y), self._size, runs, self._tracking, self._opacity)

    def _row(self, y: float) -> float:
        """A baseline, rounded; they are the same on many cards, and kept once."""
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = _rounded(y)
        return row

    def _sign(self, form: Form, x: float, y: float) -> Use:
        scale = floor(self._symbol / form.size.height * 1e6 + 0.5) / 1e6
        # To hundredths of a point, 4 µm: a symbol's place is written anew on every card.
        return Use(
            form, Matrix(scale, 0.0, 0.0, scale, floor(x * 100 + 0.5) / 100, floor(y * 100 + 0.5) / 100)
        )


def _pieces(flow: Flow, first: int, end: int) -> tuple[list[Piece], list[Ink | None]]:
    """What a line draws: its words without the last one's space, but with its hyphen; inks as a Flow's."""
    last = flow.words[end - 1]
    part = slice(flow.firsts[first], flow.firsts[end] - last.spaced)
    pieces, inks = flow.pieces[part], flow.inks[part]
    if last.hyphen:
        ink, hyphen = last.hyphen
        pieces.append(hyphen)
        inks += [ink] if inks else []
    return pieces, inks


def _shares(flow: Flow, first: int, end: int, extra: int) -> list[tuple[int, int]]:
    """By what each space of a line is widened: the piece that it is, and its share; a rest goes to the first ones."""
    begin = flow.firsts[first]
    places = [flow.firsts[i + 1] - 1 - begin for i in range(first, end - 1) if flow.words[i].spaced]
    share, rest = divmod(extra, len(places) or 1)
    return [(place, share + (number < rest)) for number, place in enumerate(places)]


def _runs(pieces: list[Piece], inks: list[Ink | None], own: Ink) -> tuple[Run, ...]:
    """Pieces as runs, one for each stretch in the same ink."""
    if not any(inks):
        return (Run(own.font, own.colour, tuple(pieces)),)
    runs = []
    for ink, stretch in groupby(zip(inks, pieces, strict=True), itemgetter(0)):
        font, colour = ink or own
        runs.append(Run(font, colour, tuple([piece for _, piece in stretch])))
    return tuple(runs)


def _rounded(points: float) -> float:
    """To thousandths of a point; several times faster than round()."""
    return floor(points * 1000 + 0.5) / 1000
