"""One line of words to drawing operations: a `Text`, and a `Use` for each symbol in it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.drawing import Form, Op, Run, Text, Use
from generator.geometry import Matrix
from generator.text.wording import Wording
from generator.text.words import Ink, Piece, Runs, Word


class Line(NamedTuple):
    """Words that stand on one line; `extra` is what justifying adds to their spaces, in thousandths of an em."""

    words: Sequence[Word]
    extra: int = 0


def draw(line: Line, x: float, y: float, size: float, wording: Wording) -> list[Op]:
    """The operations of a line whose baseline starts at (x, y), in points."""
    style = wording.style
    runs = _justified(line, wording) if line.extra > 0 else _plain(line.words)
    tracking = round(wording.tracking * size / 1000, 3)
    ops: list[Op] = [
        Text(round(x, 3), round(y, 3), size, _runs(runs), tracking, style.opacity),
    ]
    cap = wording.font.cap_height * size / 1000
    for shift, form in _signs(line, wording):
        ops.append(_sign(form, x + shift * size / 1000, y - cap / 2, style.symbol * size))
    return ops


def _plain(words: Sequence[Word]) -> Iterable[Runs]:
    runs = [word.spaced for word in words]
    runs[-1] = words[-1].last
    return runs


def _justified(line: Line, wording: Wording) -> Iterable[Runs]:
    runs: list[Runs] = []
    shares = _shares(line)
    for word, share in zip(line.words, shares, strict=True):
        runs.append(word.solid if share or word is not line.words[-1] else word.last)
        if share and word.space:
            ink, space = word.space
            runs.append(((ink, (wording.stretched(space, share),)),))
    return runs


def _shares(line: Line) -> list[int]:
    """What each word's space is widened by; whole thousandths, the rest goes to the first ones."""
    spaces = [word.space is not None for word in line.words[:-1]]
    share, rest = divmod(line.extra, sum(spaces) or 1)
    shares = []
    for space in spaces:
        shares.append(share + (rest > 0) if space else 0)
        rest -= space
    return [*shares, 0]


def _runs(words: Iterable[Runs]) -> tuple[Run, ...]:
    runs: list[Run] = []
    ink: Ink | None = None
    pieces: list[Piece] = []
    for word in words:
        for next_ink, next_pieces in word:
            if next_ink is not ink and next_ink != ink:
                if ink is not None:
                    runs.append(Run(ink.font, ink.colour, tuple(pieces)))
                ink, pieces = next_ink, []
            pieces += next_pieces
    if ink is not None:
        runs.append(Run(ink.font, ink.colour, tuple(pieces)))
    return tuple(runs)


def _signs(line: Line, wording: Wording) -> Iterable[tuple[int, Form]]:
    """The line's symbols, each with its distance from where the line starts, in thousandths of an em."""
    start = 0
    for index, word in enumerate(line.words):
        for shift, form in word.signs:
            yield start + shift + sum(_shares(line)[:index]), form
        start += word.advance


def _sign(form: Form, x: float, middle: float, height: float) -> Use:
    scale = height / form.size.height
    place = Matrix(round(scale, 6), 0, 0, round(scale, 6), round(x, 3), round(middle - height / 2, 3))
    return Use(form, place)
