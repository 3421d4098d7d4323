"""Text in columns: lines are broken to the width of one column, then shared among all of them.

The columns are as even as possible, as in CSS: the height is the smallest at which filling one after the
other needs no more of them. It is found by halving. Two lines of a paragraph at least stay together, so
a column neither ends with the first line of one nor begins with the last. A paragraph of two lines, or
three, stays whole.

Lines at 0, 12, 24, 36 and 48 pt in two columns: filled to 12 pt, they need three; to 24 pt, three lines and
two.
"""

from bisect import bisect_right
from collections.abc import Sequence

from nineup.base.geometry import Box
from nineup.typography.text.blocks import TextBlock
from nineup.typography.text.style import Style

_HALVINGS = 24

_TOLERANCE = 1e-6
"""Points for rounding errors."""


def first_column(box: Box, style: Style) -> Box:
    """The first of the columns in a box, at the left; the box itself if the style has one."""
    if style.columns == 1:
        return box
    gaps = style.column_gap * (style.columns - 1)
    return box._replace(width=max(0.0, (box.width - gaps) / style.columns))


def in_columns(
    blocks: Sequence[TextBlock],
    ends: Sequence[Sequence[int]],
    baselines: Sequence[float],
    *,
    number: int,
    height: float,
) -> list[int]:
    """The column of each line, from 0.

    `baselines` are those in a single column, `ends` the lines of each block, as in `wrap`. Paragraphs are
    divided anywhere if a column is higher than `height` otherwise.
    """
    parts = zip(blocks, ends, strict=True)
    breakable = [can for block, lines in parts for can in _breakable(block, len(lines))]
    columns, tallest = _even(baselines, breakable, number)
    return columns if tallest <= height else _even(baselines, [True] * len(baselines), number)[0]


def _even(baselines: Sequence[float], breakable: Sequence[bool], number: int) -> tuple[list[int], float]:
    """The columns that are as even as possible, and the height from the first baseline of one to its last."""
    high = baselines[-1]
    heads = [y for y, can in zip(baselines, breakable, strict=True) if can]
    feet = [y for y, can in zip(baselines, breakable[1:], strict=False) if can]
    low = max(foot - head for head, foot in zip(heads, (*feet, high), strict=True))
    columns = _filled(baselines, breakable, low)
    if columns[-1] < number:
        return columns, low
    columns = _filled(baselines, breakable, high)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        tried = _filled(baselines, breakable, middle)
        if tried[-1] < number:
            high, columns = middle, tried
        else:
            low = middle
    return columns, high


def _breakable(block: TextBlock, lines: int) -> list[bool]:
    """Whether a column may begin with each line of a block."""
    kept = max(2, block.high)
    return [at == 0 or kept <= at <= lines - 2 for at in range(lines)]


def _filled(baselines: Sequence[float], breakable: Sequence[bool], height: float) -> list[int]:
    """The column of each line if each column is filled up to a height from its first baseline; that of the
    highest part that stays together, or more.
    """
    columns: list[int] = []
    begin = column = 0
    while begin < len(baselines):
        end = bisect_right(baselines, baselines[begin] + height + _TOLERANCE, begin)
        if end < len(baselines):
            end = next(at for at in range(end, begin, -1) if breakable[at])
        columns += [column] * (end - begin)
        begin, column = end, column + 1
    return columns
