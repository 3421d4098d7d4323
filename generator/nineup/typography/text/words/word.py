"""Shaped words, from which lines are made: what each draws, and its width.

All widths are whole thousandths of an em, so they are valid for every size.
"""

from typing import Any, Literal

import msgspec

from nineup.model.drawing import Colour, Form, Gap, Shaped
from nineup.typography.text.context import Problem


class LetterInk(msgspec.Struct, frozen=True):
    """The font key and the colour of a run, and how it differs from the surrounding text.

    `scale` is its size relative to that of the text, `rise` how far it is raised, in thousandths of the
    text's em.
    """

    font: str
    colour: Colour
    scale: float = 1.0
    rise: float = 0.0
    is_underlined: bool = False
    is_initial: bool = False
    """Whether it is the initial of a text."""

    @property
    def is_plain(self) -> bool:
        """Whether it has only a font and a colour."""
        return self.scale == 1.0 and not self.rise and not self.is_underlined


class InlineUse(msgspec.Struct, frozen=True):
    """A symbol in a line: its left edge, in thousandths of an em from the start, its scale and its rise as in
    Ink.
    """

    left: int
    form: Form
    scale: float = 1.0
    rise: float = 0.0

    def moved(self, by: int) -> "InlineUse":
        """The same symbol, moved right."""
        return InlineUse(self.left + by, self.form, self.scale, self.rise)


LinePiece = Shaped | Gap


class Word(msgspec.Struct, frozen=True, eq=False):
    """An unbreakable part of a line: a word, a part of one, or a number with its symbol.

    `pieces` end with the space after it if `spaced`; `inks` has the ink of each piece, None for the style's
    own, and is empty if all have that. `width` is its width at the end of a line: without the space, but with
    the `hyphen` if it is hyphenated there; `advance` is its width before another word. Both include tracking,
    but not after the last glyph of a line.
    """

    pieces: tuple[LinePiece, ...]
    inks: tuple[LetterInk | None, ...]
    width: int
    advance: int
    spaced: bool
    after: Any
    """The table in which the next word is looked up."""
    hyphen: tuple[LetterInk | None, Shaped] | None = None
    symbols: tuple[InlineUse, ...] = ()
    """Symbols to draw, from the start of the word."""
    counts: bool = False
    """Whether it ends in a number, which stays on the line of a symbol after it."""
    begins: Literal["", "symbol", "stop"] = ""
    """Whether it begins with a symbol, which stays on the line of a number before it, or with a mark that may
    not begin a line.
    """
    problems: tuple[Problem, ...] = ()
    """With offsets in the word's source."""
    special: bool = False
    """Whether it needs special treatment after other words: a symbol, a problem, a change of state."""
    dressed: bool = False
    """Whether it has symbols, inks or scripts."""
    loose: bool = False
    """Whether a justified line may be stretched after it although it isn't spaced, as between Chinese letters
    or Thai words.
    """
    scripts: frozenset[str] = frozenset()
    """The scripts of its letters that are taller or deeper than Latin ones."""
    uneven: bool = False
    """Whether it has inks that aren't plain."""


class WordBuilder:
    """A word being built. `tracking` is added after each glyph, in thousandths of an em."""

    __slots__ = (
        *("tracking", "begins", "counts", "hyphen", "inks", "loose", "pieces"),
        *("problems", "scripts", "symbols", "space", "special", "width"),
    )

    def __init__(self, tracking: int) -> None:
        self.pieces: list[LinePiece] = []
        self.inks: list[LetterInk | None] = []
        self.width = 0
        self.symbols: list[InlineUse] = []
        self.hyphen: tuple[LetterInk | None, Shaped] | None = None
        self.space: tuple[LetterInk | None, Shaped] | None = None
        self.counts = False
        self.begins: Literal["", "symbol", "stop"] = ""
        self.problems: tuple[Problem, ...] = ()
        self.special = False
        self.loose = False
        self.scripts: frozenset[str] = frozenset()
        self.tracking = tracking

    def add(self, ink: LetterInk | None, piece: LinePiece) -> None:
        self.pieces.append(piece)
        self.inks.append(ink)
        self.width += self._advance(ink, piece)

    def word(self, after: Any) -> Word:
        """The finished word."""
        width = self.width
        if self.hyphen:
            width += self._advance(*self.hyphen)
        if isinstance(self.pieces[-1], Shaped):
            width -= self.tracking
        if self.space:
            self.add(*self.space)
        return Word(
            tuple(self.pieces),
            tuple(self.inks) if any(self.inks) else (),
            width,
            self.width,
            spaced=self.space is not None,
            after=after,
            hyphen=self.hyphen,
            symbols=tuple(self.symbols),
            counts=self.counts,
            begins=self.begins,
            problems=self.problems,
            special=self.special,
            dressed=bool(self.symbols or any(self.inks) or self.scripts),
            loose=self.loose,
            scripts=self.scripts,
            uneven=any(ink is not None and not ink.is_plain for ink in self.inks),
        )

    def _advance(self, ink: LetterInk | None, piece: LinePiece) -> int:
        glyphs = len(piece.glyphs) if isinstance(piece, Shaped) else 0
        width = piece.width if ink is None else piece.width * ink.scale
        return round(width) + glyphs * self.tracking


def one_word(first: Word, second: Word) -> Word:
    """Two words as one that is never broken."""
    return Word(
        pieces=first.pieces + second.pieces,
        inks=inks_of(first) + inks_of(second) if first.inks or second.inks else (),
        width=first.advance + second.width,
        advance=first.advance + second.advance,
        spaced=second.spaced,
        after=second.after,
        hyphen=second.hyphen,
        symbols=first.symbols + tuple([symbol.moved(first.advance) for symbol in second.symbols]),
        counts=second.counts,
        begins=first.begins,
        dressed=first.dressed or second.dressed,
        loose=second.loose,
        scripts=first.scripts | second.scripts,
        uneven=first.uneven or second.uneven,
    )


def inks_of(word: Word) -> tuple[LetterInk | None, ...]:
    """The ink of each of a word's pieces."""
    return word.inks or (None,) * len(word.pieces)
