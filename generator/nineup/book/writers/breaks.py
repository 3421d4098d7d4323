"""Page breaks in a booklet: headings stay with what follows, and introductions with their tables."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from nineup.base.units import MM
from nineup.book.writers.flow import ColumnsRow, TextFlowable, ThinRule, Title
from nineup.book.writers.grids import TableGrid
from nineup.book.writers.platypus import flowables

CHAPTER_SPACE = 0.25
"""The share of a page that must be left for a chapter to start there."""

SECTION_SPACE = 28 * MM
"""The space in points that must be left below a section's heading."""

SHORT = 0.45
"""Tables up to this share of a page's height are kept on one page."""

LONG_TEXT = 6
"""The number of lines from which a text may be separated from what follows."""

INDEX_START = 60.0
"""The space in points that the start of an index needs."""

ROUNDING = 0.1
"""Points to allow for rounding."""


def keep_together(flow: Iterable[Any], width: float, height: float) -> Iterator[Any]:
    """The flowables of pages of this size in points, with a break before each group that a page would
    split.
    """
    group: list[Any] = []
    for one, other in pairwise(chain(flow, [None])):
        group.append(one)
        if other is None or not _stays_with(one, other, width):
            yield flowables.CondPageBreak(min(height_needed(group, width, height), height))
            yield from group
            group = []


def _stays_with(one: Any, other: Any, width: float) -> bool:
    """Whether one flowable must be on the same page as the next."""
    if isinstance(one, (Title, ThinRule)):
        return True
    if not isinstance(one, TextFlowable):
        return False
    if isinstance(other, TextFlowable) and other.clings:
        return True
    if one.mark or len(one.lines(width)) > LONG_TEXT:
        return False
    return isinstance(other, (ColumnsRow, TableGrid)) or (
        isinstance(other, TextFlowable) and bool(other.mark)
    )


def height_needed(group: Sequence[Any], width: float, height: float) -> float:
    """The height of a group, counting only the start of its last member.

    Of the space below one member and the space above the next, the larger counts, as in a ReportLab frame.
    The whole space above the first one counts: the break before it ends the space below what precedes it.
    """
    needed, space_above = ROUNDING, 0.0
    for each in group:
        needed += max(each.getSpaceBefore() - space_above, 0.0)
        is_last = each is group[-1]
        needed += _height_of_start(each, width, height) if is_last else each.wrap(width, height)[1]
        space_above = each.getSpaceAfter()
        needed += 0.0 if is_last else space_above
    head = group[0]
    if isinstance(head, Title) and head.level == 0:
        return max(needed, CHAPTER_SPACE * height)
    if isinstance(head, Title) and head.is_section:
        return max(needed, head.style.size + SECTION_SPACE)
    return needed


def _height_of_start(flowable: Any, width: float, height: float) -> float:
    """The height of a flowable that must fit on the page where it starts."""
    if isinstance(flowable, flowables.BalancedColumns):
        return INDEX_START
    _, whole = flowable.wrap(width, height)
    if isinstance(flowable, TableGrid):
        return float(whole if whole <= SHORT * height else flowable.begin())
    if isinstance(flowable, TextFlowable):
        bottoms = flowable.lines(width)
        return float(bottoms[1] if len(bottoms) > 3 else whole)
    return float(whole)
