"""Breaks words into lines, with running sums of their widths and one bisection per line.

Widths are in thousandths of an em: a smaller size is a wider measure, and nothing is measured again.

On one endless line, each word has a start and an end. A line that begins with a word can hold every word that
ends within the measure after that word's start, and ends grow from word to word, so the last of them is found
by bisection. A line costs the logarithm of the number of words, whatever its length, which matters because a
text that doesn't fit is broken again at every smaller size.

Words of widths 1000, 500, 2000 and 400 with spaces of 250, and a measure of 2000:

  starts      0   1250  2000  4250
  ends     1000   1750  4000  4650
  line 1 begins at 0:    ends up to 2000: two words
  line 2 begins at 2000: ends up to 4000: one word
  line 3 begins at 4250: the last one

Each line is filled before the next one is begun. Only afterwards are lines evened out:
`balance`, `avoid_single_word`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import chain

from nineup.typography.text.words.word import InlineUse, LetterInk, LinePiece, Word, inks_of

_NO_SCRIPTS: frozenset[str] = frozenset()


class Flow:
    """Words up to a line break in the text. There is at least one."""

    __slots__ = (
        "ends",
        "firsts",
        "hanging",
        "inks",
        "levels",
        "pieces",
        "scripts",
        "starts",
        "symbol_words",
        "symbols",
        "uneven",
        "widest",
        "words",
    )

    def __init__(self, words: list[Word], hanging: Sequence[tuple[int, int]] = ()) -> None:
        self.words = words
        self.hanging = hanging
        """How far each word hangs beyond the start and the end of a line; empty if none does."""
        self.inks: tuple[LetterInk | None, ...] = ()
        """The ink of each piece, None for the style's own; empty if all have that."""
        self.levels: Sequence[int] = ()
        """The embedding level of each piece, as in `bidi`; empty if all text runs from left to right."""
        self.scripts: frozenset[str] = _NO_SCRIPTS
        """The scripts of its letters that are taller or deeper than Latin ones."""
        self.symbols: list[InlineUse] = []
        """The symbols in order, each from the start of the endless line."""
        self.symbol_words: list[int] = []
        """The index of each symbol's word."""
        self.uneven = False
        """Whether it has inks that aren't plain."""
        starts, firsts = [0], [0]
        ends: list[int] = []
        pieces: list[LinePiece] = []
        start = widest = 0
        for word in words:  # A single loop: it runs for every word of every card.
            width = word.width
            if width > widest:
                widest = width
            if word.dressed:
                self._dress(word, len(ends), start)
            ends.append(start + width)
            start += word.advance
            starts.append(start)
            pieces += word.pieces
            firsts.append(len(pieces))
        if hanging:  # What hangs takes no width, so lines are broken and aligned by what is left.
            widest = max([word.width - sum(hung) for word, hung in zip(words, hanging, strict=True)])
            starts = [at + before for at, (before, _) in zip(starts, (*hanging, (0, 0)), strict=True)]
            ends = [at - after for at, (_, after) in zip(ends, hanging, strict=True)]
        self.starts = starts
        """Where each word starts on one endless line; the last element is the end of that line."""
        self.ends = ends
        """Where each word ends if it is the last on its line."""
        self.pieces = tuple(pieces)
        self.firsts = firsts
        """The index of the first of each word's pieces; the last element is their number."""
        self.widest = widest
        """The width of the widest word."""

    def _dress(self, word: Word, index: int, start: int) -> None:
        self.scripts |= word.scripts
        self.uneven = self.uneven or word.uneven
        for symbol in word.symbols:
            self.symbols.append(symbol.moved(start))
            self.symbol_words.append(index)
        if word.inks and not self.inks:
            self.inks = tuple(chain.from_iterable(map(inks_of, self.words)))

    def symbols_between(self, first: int, end: int) -> range:
        """The symbols in the words from `first` up to, but excluding, `end`."""
        return range(bisect_left(self.symbol_words, first), bisect_left(self.symbol_words, end))

    def outdent(self, first: int, end: int, from_right: bool = False) -> int:
        """How far a line of the words from `first` up to, but excluding, `end` hangs beyond its left end."""
        if not self.hanging:
            return 0
        return self.hanging[end - 1][1] if from_right else self.hanging[first][0]

    def width(self, first: int, end: int) -> int:
        """The width of a line of the words from `first` up to, but excluding, `end`."""
        return self.ends[end - 1] - self.starts[first]


def fill(flow: Flow, measure: float, hang: float = 0.0, hanging: int = 0) -> list[int]:
    """Fills each line with as many words as fit; returns the index after the last word of each line.

    A word wider than the measure has a line of its own. The first `hanging` lines after the first
    are narrower by `hang`.
    """
    starts, ends = flow.starts, flow.ends
    lines: list[int] = []
    first, count = 0, len(ends)
    while first < count:
        end = bisect_right(ends, starts[first] + measure, first, count)
        # No word fits: the first one gets a line anyway, or this would never end.
        first = end if end > first else first + 1
        lines.append(first)
        if len(lines) == 1:
            measure -= hang
        if len(lines) == hanging + 1:
            measure += hang
    return lines


def widest_line(flow: Flow, lines: Sequence[int]) -> int:
    """The width of the widest of these lines."""
    return max([flow.width(first, end) for first, end in zip((0, *lines), lines, strict=False)], default=0)


def balance(flow: Flow, lines: list[int]) -> list[int]:
    """The same number of lines, as even as possible: filled to the narrowest measure that doesn't
    need more.
    """
    if len(lines) < 2:
        return lines
    high = widest_line(flow, lines)
    # All words together are at least as wide as the widest line, and so many lines must hold them.
    low = high // len(lines)
    # To a fiftieth of an em, which nobody sees.
    while high - low > 20:
        middle = (low + high) // 2
        tried = fill(flow, middle)
        # A word wider than the measure has its own line, which may keep the number of
        # lines although it doesn't fit.
        if len(tried) > len(lines) or widest_line(flow, tried) > middle:
            low = middle
        else:
            high, lines = middle, tried
    return lines


SHORTEST = 0.6
"""The share of the measure that the line before the last must still fill after giving words away."""

SHORTEST_JUSTIFIED = 0.9
"""The same if that line is justified: its gaps show what is missing."""


def avoid_single_word(flow: Flow, lines: list[int], measure: float, is_justified: bool = False) -> list[int]:
    """The same number of lines, avoiding a single word on the last one if the measure allows it.

    Words come from the line above; if that would leave the line above too short or with a single word, all
    lines are balanced instead, unless they are justified.
    """
    if len(lines) < 2 or _gaps(flow, lines[-2], lines[-1]):
        return lines
    borrowed = _borrow(flow, lines, measure)
    shortest = (SHORTEST_JUSTIFIED if is_justified else SHORTEST) * measure
    if borrowed and flow.width(borrowed[-3] if len(borrowed) > 2 else 0, borrowed[-2]) >= shortest:
        return borrowed
    if is_justified:
        return lines
    even = balance(flow, lines)
    return even if _gaps(flow, even[-2], even[-1]) else borrowed or lines


def _borrow(flow: Flow, lines: list[int], measure: float) -> list[int] | None:
    """The lines with the fewest words moved from the last line but one to the last; None if that isn't
    possible.
    """
    begin = lines[-3] if len(lines) > 2 else 0
    first, end = lines[-2], lines[-1]
    for start in range(first - 1, begin, -1):
        if flow.width(start, end) > measure:
            return None
        word = flow.words[start - 1]
        # Only between words: a part of a hyphenated word moved down would leave the last
        # line with two parts of one word.
        if (word.spaced or word.loose) and _gaps(flow, start, end):
            return [*lines[:-2], start, end] if _gaps(flow, begin, start) else None
    return None


def _gaps(flow: Flow, first: int, end: int) -> int:
    """The number of gaps between the words of a line: spaces, or boundaries of words that need none."""
    return sum([word.spaced or word.loose for word in flow.words[first : end - 1]])
