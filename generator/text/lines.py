"""One line of words to drawing operations: a `Text`, and a `Use` for each symbol in it."""

from collections.abc import Sequence
from math import floor

from generator.drawing import Form, Op, Run, Text, Use
from generator.geometry import Matrix
from generator.text.wording import Wording
from generator.text.words import Ink, Piece, Runs, Word
from generator.text.wrap import Flow


class Pen:
    """Draws lines of a style at a size (points)."""

    def __init__(self, wording: Wording, size: float) -> None:
        self._wording = wording
        self._size = size
        self._em = size / 1000
        self._tracking = round(wording.tracking * size / 1000, 4)
        self._opacity = wording.style.opacity
        self._symbol = wording.style.symbol * size
        self._symbol_top = (self._symbol + wording.font.cap_height * size / 1000) / 2

    def draw(self, flow: Flow, first: int, end: int, x: float, y: float, extra: int = 0) -> list[Op]:
        """The line of a flow's words from first up to, not including, end; its baseline starts at (x, y).

        `extra` is what justifying adds to its spaces in all, in thousandths of an em.
        """
        words = flow.words[first:end]
        shares = _shares(words, extra) if extra > 0 else None
        runs = _justified(words, shares, self._wording) if shares else _plain(words)
        line = Text(_rounded(x), _rounded(y), self._size, _runs(runs), self._tracking, self._opacity)
        ops: list[Op] = [line]
        for index, form, shift in flow.signs:
            if first <= index < end:
                moved = shift - flow.starts[first] + (sum(shares[: index - first]) if shares else 0)
                ops.append(self._sign(form, x + moved * self._em, y - self._symbol_top))
        return ops

    def _sign(self, form: Form, x: float, y: float) -> Use:
        scale = round(self._symbol / form.size.height, 6)
        return Use(form, Matrix(scale, 0.0, 0.0, scale, _rounded(x), _rounded(y)))


def _plain(words: Sequence[Word]) -> list[Runs]:
    runs = [word.spaced for word in words]
    runs[-1] = words[-1].last
    return runs


def _justified(words: Sequence[Word], shares: Sequence[int], wording: Wording) -> list[Runs]:
    runs: list[Runs] = []
    for word, share in zip(words[:-1], shares, strict=True):
        runs.append(word.solid)
        if word.space:
            ink, space = word.space
            runs.append(((ink, (wording.stretched(space, share),)),))
    return [*runs, words[-1].last]


def _shares(words: Sequence[Word], extra: int) -> list[int]:
    """What the space behind each word but the last is widened by: the same for all, a rest to the first ones."""
    spaces = sum(word.space is not None for word in words[:-1])
    share, rest = divmod(extra, spaces or 1)
    shares = []
    for word in words[:-1]:
        shares.append(share + (rest > 0) if word.space else 0)
        rest -= word.space is not None
    return shares


def _runs(words: Sequence[Runs]) -> tuple[Run, ...]:
    """The runs of consecutive words, neighbours of the same ink made one."""
    runs: list[Run] = []
    ink: Ink = words[0][0][0]
    pieces: list[Piece] = []
    for word in words:
        for next_ink, next_pieces in word:
            if next_ink is not ink and next_ink != ink:
                runs.append(Run(ink.font, ink.colour, tuple(pieces)))
                ink, pieces = next_ink, []
            pieces += next_pieces
    runs.append(Run(ink.font, ink.colour, tuple(pieces)))
    return tuple(runs)


def _rounded(points: float) -> float:
    """To thousandths of a point; several times faster than round()."""
    return floor(points * 1000 + 0.5) / 1000
