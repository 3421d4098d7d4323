"""Words into lines: running sums of their widths, and a bisection a line. Knows nothing of fonts or sizes.

Widths are thousandths of an em: to try a smaller size is to try a wider measure, and nothing is measured again.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, chain
from operator import add

from nineup.drawing import Form
from nineup.text.words import Ink, Word, inks_of


class Flow:
    """Words that follow each other up to a line break that the text states. There is at least one."""

    __slots__ = ("ends", "firsts", "inks", "pieces", "signs", "starts", "widest", "words")

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self.starts: list[int] = list(accumulate([word.advance for word in words], initial=0))
        """Where each word would start on one endless line; the last is where a further one would."""
        widths = [word.width for word in words]
        self.widest = max(widths)
        """The width of the widest word."""
        self.ends: list[int] = list(map(add, self.starts, widths))
        """Where each word would end as the last of that line."""
        parts = [word.pieces for word in words]
        self.pieces = list(chain.from_iterable(parts))
        self.firsts = list(accumulate(map(len, parts), initial=0))
        """What is drawn, and where in it each word's pieces begin."""
        self.signs: list[tuple[int, Form, int]] = []
        """The symbols in order: the word each is in, and where on that line its left edge is."""
        self.inks: list[Ink | None] = []
        """What each piece is drawn with, None for the style's own ink; empty where that holds for all."""
        for index in [index for index, word in enumerate(words) if word.dressed]:
            word, start = words[index], self.starts[index]
            self.signs += [(index, form, start + shift) for shift, form in word.signs]
            if word.inks and not self.inks:
                self.inks += chain.from_iterable(map(inks_of, words))

    def width(self, first: int, end: int) -> int:
        """The width of a line of the words from first up to, not including, end."""
        return self.ends[end - 1] - self.starts[first]


def fill(flow: Flow, measure: float) -> list[int]:
    """Fill each line with as many words as it takes; the index after each line's last word.

    A word wider than the measure stands on a line of its own.
    """
    starts, ends = flow.starts, flow.ends
    lines: list[int] = []
    first, count = 0, len(ends)
    while first < count:
        end = bisect_right(ends, starts[first] + measure, first, count)
        first = end if end > first else first + 1
        lines.append(first)
    return lines


def widest(flow: Flow, lines: Sequence[int]) -> int:
    """The width of the widest of these lines."""
    return max([flow.width(first, end) for first, end in zip((0, *lines), lines, strict=False)], default=0)


def balance(flow: Flow, lines: list[int]) -> list[int]:
    """The same number of lines, as even as they get: filled to the narrowest measure that makes no more."""
    if len(lines) < 2:
        return lines
    high = widest(flow, lines)
    low = high // len(lines)
    while high - low > 20:
        middle = (low + high) // 2
        tried = fill(flow, middle)
        if len(tried) > len(lines) or widest(flow, tried) > middle:
            low = middle
        else:
            high, lines = middle, tried
    return lines


LEAST = 0.6
"""Of the measure: what the line above must still fill when it gives words away."""


def accompany(flow: Flow, lines: list[int], measure: float) -> list[int]:
    """The same number of lines, but a lonely last word has company where the measure allows it.

    It is fetched from the line above; where that would leave this one short or with a lonely word of its own, all
    lines are made more even.
    """
    if len(lines) < 2 or _spaces(flow, lines[-2], lines[-1]):
        return lines
    fetched = _fetch(flow, lines, measure)
    if fetched and flow.width(fetched[-3] if len(fetched) > 2 else 0, fetched[-2]) >= LEAST * measure:
        return fetched
    even = balance(flow, lines)
    return even if _spaces(flow, even[-2], even[-1]) else fetched or lines


def _fetch(flow: Flow, lines: list[int], measure: float) -> list[int] | None:
    begin = lines[-3] if len(lines) > 2 else 0
    first, end = lines[-2], lines[-1]
    for moved in range(first - 1, begin, -1):
        if flow.width(moved, end) > measure:
            return None
        if flow.words[moved - 1].spaced and _spaces(flow, moved, end):
            return [*lines[:-2], moved, end] if _spaces(flow, begin, moved) else None
    return None


def _spaces(flow: Flow, first: int, end: int) -> int:
    """How many spaces part the words of a line."""
    return sum([word.spaced for word in flow.words[first : end - 1]])
