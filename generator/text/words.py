"""A word ready to be set, with what it draws and how wide it is. What lines are made of.

All widths are whole thousandths of an em, so they hold for every size.
"""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import msgspec

from generator.drawing import Colour, Form, Gap, Shaped
from generator.text.setting import Problem


class Ink(NamedTuple):
    """What a run is drawn with: the key of a font, and a colour."""

    font: str
    colour: Colour


Piece = Shaped | Gap
Runs = tuple[tuple[Ink, tuple[Piece, ...]], ...]


class Word(msgspec.Struct, frozen=True, eq=False):
    """A part of a line that is never parted: a word, a part of one, or a number with its symbol.

    `solid` is the word alone, `spaced` with the space behind it, `last` as it ends a line (with a hyphen where
    it is parted). `width` is that of `last`, `advance` that of `spaced`; tracking is in both, but not after
    the last glyph of a line.
    """

    solid: Runs
    spaced: Runs
    last: Runs
    width: int
    advance: int
    space: tuple[Ink, Shaped] | None
    """None when the next word follows without one."""
    after: Any
    """The table in which the word after this one is looked up."""
    signs: tuple[tuple[int, Form], ...] = ()
    """Symbols to draw, each with its left edge's distance from where the word starts."""
    counts: bool = False
    """Whether it ends in a number, with which a symbol that follows stays."""
    begins: Literal["", "symbol", "stop"] = ""
    """A symbol, which stays with a number before it, or a mark that may not begin a line."""
    problems: tuple[Problem, ...] = ()
    """By offset in the word's source."""
    special: bool = False
    """Whether it must be looked at when it is put behind other words: most need not be."""


class Part:
    """A word while it is put together. `tracking` is added after each glyph, in thousandths of an em."""

    def __init__(self, tracking: int) -> None:
        self.runs: list[tuple[Ink, tuple[Piece, ...]]] = []
        self.width = 0
        self.signs: list[tuple[int, Form]] = []
        self.hyphen: tuple[Ink, Shaped] | None = None
        self.space: tuple[Ink, Shaped] | None = None
        self._tracking = tracking

    def add(self, ink: Ink, piece: Piece) -> None:
        self.runs.append((ink, (piece,)))
        self.width += self._advance(piece)

    def word(self, after: Any) -> Word:
        """The word it has become."""
        solid = _merged(self.runs)
        last, width = solid, self.width
        if self.hyphen:
            last = _merged((*solid, _run(self.hyphen)))
            width += self._advance(self.hyphen[1])
        spaced, advance = solid, self.width
        if self.space:
            spaced = _merged((*solid, _run(self.space)))
            advance += self._advance(self.space[1])
        trailing = self._tracking if isinstance(last[-1][1][-1], Shaped) else 0
        return Word(solid, spaced, last, width - trailing, advance, self.space, after, tuple(self.signs))

    def _advance(self, piece: Piece) -> int:
        glyphs = len(piece.glyphs) if isinstance(piece, Shaped) else 0
        return round(piece.width) + glyphs * self._tracking


def join(first: Word, second: Word) -> Word:
    """Two words as one that is never parted."""
    return Word(
        solid=_merged(first.spaced + second.solid),
        spaced=_merged(first.spaced + second.spaced),
        last=_merged(first.spaced + second.last),
        width=first.advance + second.width,
        advance=first.advance + second.advance,
        space=second.space,
        after=second.after,
        signs=first.signs + tuple([(first.advance + x, form) for x, form in second.signs]),
        counts=second.counts,
        begins=first.begins,
    )


def _run(inked: tuple[Ink, Shaped]) -> tuple[Ink, tuple[Piece, ...]]:
    ink, piece = inked
    return ink, (piece,)


def _merged(runs: Iterable[tuple[Ink, tuple[Piece, ...]]]) -> Runs:
    """Runs with neighbours of the same ink made one."""
    merged: list[tuple[Ink, tuple[Piece, ...]]] = []
    for ink, pieces in runs:
        if merged and merged[-1][0] == ink:
            merged[-1] = (ink, merged[-1][1] + pieces)
        else:
            merged.append((ink, pieces))
    return tuple(merged)
