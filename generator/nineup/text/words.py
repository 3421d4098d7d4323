"""A word ready to be set, with what it draws and how wide it is. What lines are made of.

All widths are whole thousandths of an em, so they hold for every size.
"""

from typing import Any, Literal, NamedTuple

import msgspec

from nineup.drawing import Colour, Form, Gap, Shaped
from nineup.text.context import Problem


class Ink(NamedTuple):
    """What a run is drawn with: the key of a font, and a colour."""

    font: str
    colour: Colour


Piece = Shaped | Gap


class Word(msgspec.Struct, frozen=True, eq=False):
    """A part of a line that is never parted: a word, a part of one, or a number with its symbol.

    `pieces` end with the space behind it where `spaced`; `inks` has the ink of each, None for the style's own, and
    is empty where that holds for all. `width` is what it takes as the
    last of a line: without that space, but with the `hyphen` where it is parted; `advance` is what it takes before
    another. Tracking is in both, but not behind the last glyph of a line.
    """

    pieces: tuple[Piece, ...]
    inks: tuple[Ink | None, ...]
    width: int
    advance: int
    spaced: bool
    after: Any
    """The table in which the word after this one is looked up."""
    hyphen: tuple[Ink | None, Shaped] | None = None
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
    dressed: bool = False
    """Whether it has symbols or inks: most have none."""


class Part:
    """A word while it is put together. `tracking` is added after each glyph, in thousandths of an em."""

    __slots__ = (
        *("_tracking", "begins", "counts", "hyphen", "inks", "pieces"),
        *("problems", "signs", "space", "special", "width"),
    )

    def __init__(self, tracking: int) -> None:
        self.pieces: list[Piece] = []
        self.inks: list[Ink | None] = []
        self.width = 0
        self.signs: list[tuple[int, Form]] = []
        self.hyphen: tuple[Ink | None, Shaped] | None = None
        self.space: tuple[Ink | None, Shaped] | None = None
        self.counts = False
        self.begins: Literal["", "symbol", "stop"] = ""
        self.problems: tuple[Problem, ...] = ()
        self.special = False
        self._tracking = tracking

    def add(self, ink: Ink | None, piece: Piece) -> None:
        self.pieces.append(piece)
        self.inks.append(ink)
        self.width += self._advance(piece)

    def word(self, after: Any) -> Word:
        """The word it has become."""
        width = self.width
        if self.hyphen:
            width += self._advance(self.hyphen[1])
        if isinstance(self.pieces[-1], Shaped):
            width -= self._tracking
        if self.space:
            self.add(*self.space)
        return Word(
            tuple(self.pieces),
            tuple(self.inks) if any(self.inks) else (),
            width,
            self.width,
            self.space is not None,
            after,
            self.hyphen,
            tuple(self.signs),
            self.counts,
            self.begins,
            self.problems,
            self.special,
            bool(self.signs or any(self.inks)),
        )

    def _advance(self, piece: Piece) -> int:
        glyphs = len(piece.glyphs) if isinstance(piece, Shaped) else 0
        return round(piece.width) + glyphs * self._tracking


def join(first: Word, second: Word) -> Word:
    """Two words as one that is never parted."""
    return Word(
        pieces=first.pieces + second.pieces,
        inks=inks_of(first) + inks_of(second) if first.inks or second.inks else (),
        width=first.advance + second.width,
        advance=first.advance + second.advance,
        spaced=second.spaced,
        after=second.after,
        hyphen=second.hyphen,
        signs=first.signs + tuple([(first.advance + x, form) for x, form in second.signs]),
        counts=second.counts,
        begins=first.begins,
        dressed=first.dressed or second.dressed,
    )


def inks_of(word: Word) -> tuple[Ink | None, ...]:
    """The ink of each of a word's pieces."""
    return word.inks or (None,) * len(word.pieces)
