"""The words that a face shows, read off its drawing: what tells a card that was reworded from one only restyled."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from nineup.drawing import FAULTY, Face, Form, Gap, Group, Op, Text, Use, is_micro
from nineup.geometry import IDENTITY, Matrix

InlineSymbols = Mapping[Form, str]
"""The symbols of a game by their drawings."""

_HYPHEN = re.compile(r"(?<=\w)[-\u2010](?=\w|$)")
_SPACE = re.compile(r"\s+")


def shown(face: Face, signs: InlineSymbols) -> tuple[str, ...]:
    """The lines of text and the symbols (`{id}`) on a face, in the order of drawing; micro lines are left out."""
    return tuple(line.text for line in _lines(face.ops, signs, IDENTITY) if line != _FAULT)


def words_digest(faces: tuple[Face | None, ...], signs: InlineSymbols) -> str:
    """Digests of what some faces say in the order of drawing, and of what stands where: 8 hex digits, `-`, 8 more.

    How it is set, broken into lines, hyphenated or capitalised is nothing to them. See `same_words`.
    """
    drawn: list[Line] = []
    placed: list[Line] = []
    for face in faces:
        lines = list(_lines(face.ops, signs, IDENTITY)) if face is not None else []
        drawn += [*lines, _END]
        placed += [*sorted(lines), _END]
    return "-".join(_digest("".join(_plain(line.text) for line in order)) for order in (drawn, placed))


def same_words(one: str, other: str) -> bool:
    """Whether two digests of words are of faces that say the same.

    Elements that were only moved are still drawn in their order; those that were only drawn in another order stand
    where they stood. A record from before places were known has just the order's digest.
    """
    return any(a == b for a, b in zip(one.split("-"), other.split("-"), strict=False))


class Line(NamedTuple):
    """A line of text, or a symbol, and where it starts on the face, in tenths of a point."""

    y: int
    x: int
    text: str


_END = Line(0, 0, "\0")
"""Between faces."""

_FAULT = Line(0, 0, "\1")
"""On a face that was drawn with an error: mended, it says something else."""


def _plain(text: str) -> str:
    return _SPACE.sub("", _HYPHEN.sub("", text)).casefold()


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def _lines(ops: tuple[Op, ...], signs: InlineSymbols, matrix: Matrix) -> Iterator[Line]:
    for op in ops:
        if isinstance(op, Text):
            yield _line(_text(op), matrix.apply(op.x, op.y))
        elif isinstance(op, Use) and op.form in signs:
            yield _line(f"{{{signs[op.form]}}}", (matrix @ op.matrix).apply(0.0, 0.0))
        elif isinstance(op, Use):
            yield from _lines(op.form.ops, signs, matrix @ op.matrix)
        elif isinstance(op, Group) and not is_micro(op):
            inner = _lines(op.ops, signs, matrix @ op.matrix)
            yield from (line._replace(text=op.says) for line in islice(inner, 1)) if op.says else inner
        elif op == FAULTY:
            yield _FAULT


def _text(line: Text) -> str:
    pieces = (piece for run in line.runs for piece in run.pieces)
    return "".join(f"{{{piece.says}}}" if isinstance(piece, Gap) else piece.text for piece in pieces)


def _line(text: str, at: tuple[float, float]) -> Line:
    return Line(round(at[1] * 10), round(at[0] * 10), text)
