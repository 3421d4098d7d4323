"""Breaks a text into lines of different widths: those that a room leaves at their heights.

How wide a line is depends on where it is, and where it is depends on how many lines there are. So a first
baseline is tried, and lines are filled from there, one by one; the first place is taken from which all of
them are inside. In the middle that is the place of one line, then of two, and so on: a word or two in a
circle stand on its widest chord, a long text begins higher up, where the chords are shorter.

Centered lines are then evened out by taking the same from all of them, as much as needs no further line.
Lists are set in a column, so that their markers stand below each other: the widest one in which they fit.
"""

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from nineup.typography.text.blocks import TextBlock
from nineup.typography.text.room import Room
from nineup.typography.text.style import Style
from nineup.typography.text.words.shaping import ShapingCache

_TOLERANCE = 0.02
"""Points by which a line may be wider than its room, for rounding errors."""

_STEPS = 4
"""Where a text may begin: so many places for each line."""

_MORE = 6
"""How many lines more than the fewest possible ones are tried for a text in the middle."""

_SHIFTS = 8
"""How many places above and below the middle are tried."""

_HALVINGS = 10

_COLUMNS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
"""The widths of columns that are tried, as shares of the width of the box."""


class Row(NamedTuple):
    """A line's room and baseline, in points."""

    left: float
    width: float
    baseline: float


class Poured(msgspec.Struct, frozen=True):
    """The lines of a text inside an outline; `ends` has the lines of each block, as in `wrap`."""

    size: float
    ends: list[list[int]]
    rows: list[Row]
    height: float
    """From the top of the first line to the bottom of the last, in points."""


def pour(blocks: Sequence[TextBlock], room: Room, size: float, shaping: ShapingCache) -> Poured | None:
    """The lines of a text inside a room at a size in points; None if they don't fit."""
    pouring = _Pouring(blocks, room, size, shaping=shaping)
    columns = _COLUMNS if any(block.is_item for block in blocks) else (None,)
    for column in columns:
        for baseline, most in pouring.places():
            poured = pouring.poured(baseline, column=column)
            if poured is not None and len(poured.rows) <= most:
                is_even = shaping.style.align == "center" and column is None
                return pouring.even(poured) if is_even else poured
    return None


def space_above(block: TextBlock, style: Style) -> float:
    """The space between a block and the previous one in addition to the leading, in lines."""
    if block.ruled:
        return 2 * max(style.paragraph, _RULED)
    return style.paragraph if block.apart else 0.0


_RULED = 0.35
"""The least space above and below a rule, in lines."""


class _Pouring:
    """The work of `pour`."""

    def __init__(self, blocks: Sequence[TextBlock], room: Room, size: float, shaping: ShapingCache) -> None:
        self.blocks, self.room, self.size = blocks, room, size
        self.style = shaping.style
        self.leading = self.style.leading * size
        self.reaches = [self._reach(block, shaping) for block in blocks]
        self.spaces = sum(space_above(block, self.style) for block in blocks) * self.leading

    def _reach(self, block: TextBlock, shaping: ShapingCache) -> tuple[float, float]:
        """How far any line of a block reaches above and below its baseline, in points."""
        cap, depth = (reach / 1000 for reach in shaping.reach(block.flow.scripts))
        if block.flow.symbols:
            symbol = self.style.symbol / 2
            cap, depth = max(cap, cap / 2 + symbol), max(depth, symbol - cap / 2)
        return cap * self.size, depth * self.size

    def places(self) -> Iterator[tuple[float, float]]:
        """The first baselines to try, each with the largest number of lines that may begin there."""
        box, step = self.room.box, self.leading / _STEPS
        highest, lowest = box.y + self.reaches[0][0], box.bottom - self.reaches[-1][1]
        number = max(0, math.floor((lowest - highest) / step)) + 1
        if self.style.valign == "top":
            yield from ((highest + at * step, math.inf) for at in range(number))
        elif self.style.valign == "bottom":
            yield from ((lowest - at * step, math.inf) for at in range(number))
        else:
            yield from self._middle(box.y + box.height / 2, step)

    def _middle(self, middle: float, step: float) -> Iterator[tuple[float, float]]:
        """Centred from the first line's capitals to the last baseline; then a little off the middle."""
        wide = sum(block.flow.width(0, len(block.flow.words)) for block in self.blocks) * self.size / 1000
        fewest = max(len(self.blocks), math.ceil(wide / max(self.room.box.width, 1.0)))
        numbers = range(fewest, fewest + _MORE)
        cap = self.reaches[0][0]
        firsts = [middle + (cap - (n - 1) * self.leading - self.spaces) / 2 for n in numbers]
        yield from zip(firsts, numbers, strict=True)
        for first, number in zip(firsts, numbers, strict=True):
            for at in range(1, _SHIFTS + 1):
                yield first - at * step, number
                yield first + at * step, number

    def poured(self, first: float, less: float = 0.0, column: float | None = None) -> Poured | None:
        """The lines from a first baseline, each narrower than its room by `less` points, or all in a column;
        None if a word doesn't fit, or the column.
        """
        half = None if column is None else column * self.room.box.width / 2
        em, y = self.size / 1000, first - self.leading
        rows: list[Row] = []
        ends: list[list[int]] = []
        for block, (rise, drop) in zip(self.blocks, self.reaches, strict=True):
            flow, begin, hang = block.flow, 0, 0
            y += space_above(block, self.style) * self.leading
            lines: list[int] = []
            while begin < len(flow.words):
                y += self.leading
                left, right = self.room.free(y - rise, y + drop)
                if half is not None:
                    if min(self.room.axis - left, right - self.room.axis) < half:
                        return None
                    left, right = self.room.axis - half, self.room.axis + half
                width = right - left - less
                measure = (width + _TOLERANCE) / em - block.before - block.after - hang
                end = bisect_right(flow.ends, flow.starts[begin] + measure, begin, len(flow.words))
                if end == begin:
                    return None
                rows.append(Row(left + less / 2, width, y))
                lines.append(end)
                begin = end
                hang = block.hang if len(lines) <= block.hanging else 0
            ends.append(lines)
            y += max(0, block.high - len(lines)) * self.leading if block.high > 1 else 0.0
        if y + self.reaches[-1][1] > self.room.box.bottom + _TOLERANCE:
            return None
        height = y + self.reaches[-1][1] - first + self.reaches[0][0]
        return Poured(self.size, ends, rows, height=height)

    def even(self, poured: Poured) -> Poured:
        """The same number of lines in the same place, as even as possible."""
        low, high = 0.0, min(row.width for row in poured.rows)
        for _ in range(_HALVINGS):
            less = (low + high) / 2
            narrower = self.poured(poured.rows[0].baseline, less)
            if narrower is not None and len(narrower.rows) == len(poured.rows):
                low, poured = less, narrower
            else:
                high = less
        return poured
