"""Where a booklet's pages may end: headings stay with what they head, texts with the table that they lead to."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from nineup.units import MM
from nineup.write.booklet.flow import Row, Rule, TextBlock, Title
from nineup.write.booklet.grids import Grid
from nineup.write.booklet.platypus import flowables

CHAPTER_SPACE = 0.25
"""How much of a page must be left for a chapter to begin there."""

SECTION_SPACE = 28 * MM
"""What must be left on a page below a section's heading."""

SHORT = 0.45
"""A table no higher than this much of a page stays on one page."""

LONG_TEXT = 6
"""A text of more lines than these may be parted from what it leads to."""

INDEX_START = 60.0
"""Points that the begin of an index takes."""

SLACK = 4.0
"""Points for what is lost between flowables in rounding."""


def keep_together(flow: Iterable[Any], width: float, height: float) -> Iterator[Any]:
    """Flowables of pages of this size in points, with a page's end before each group that the page would part."""
    group: list[Any] = []
    for one, other in pairwise([*flow, None]):
        group.append(one)
        if other is None or not _stays_with(one, other, width):
            yield flowables.CondPageBreak(min(_height_needed(group, width, height), height))
            yield from group
            group = []


def _stays_with(one: Any, other: Any, width: float) -> bool:
    """Whether one may not stand on a page without what follows it."""
    if isinstance(one, (Title, Rule)):
        return True
    if not isinstance(one, TextBlock):
        return False
    if isinstance(other, TextBlock) and other.clings:
        return True
    if one.mark or len(one.lines(width)) > LONG_TEXT:
        return False
    return isinstance(other, (Row, Grid)) or (isinstance(other, TextBlock) and bool(other.mark))


def _height_needed(group: Sequence[Any], width: float, height: float) -> float:
    """How much of a page a group takes, of its last one the begin."""
    *before, last = group
    above: float = sum(
        each.getSpaceBefore() + each.wrap(width, height)[1] + each.getSpaceAfter() for each in before
    )
    needed: float = above + last.getSpaceBefore() + _height_of_start(last, width, height) + SLACK
    head = group[0]
    if isinstance(head, Title) and head.level == 0:
        return max(needed, CHAPTER_SPACE * height)
    if isinstance(head, Title) and head.is_section:
        return max(needed, head.style.size + SECTION_SPACE)
    return needed


def _height_of_start(flowable: Any, width: float, height: float) -> float:
    """How much of a flowable must stand on the page where it begins."""
    if isinstance(flowable, flowables.BalancedColumns):
        return INDEX_START
    _, whole = flowable.wrap(width, height)
    if isinstance(flowable, Grid):
        return float(whole if whole <= SHORT * height else flowable.begin())
    if isinstance(flowable, TextBlock):
        bottoms = flowable.lines(width)
        return float(bottoms[1] if len(bottoms) > 3 else whole)
    return float(whole)
