"""Where a booklet's pages may end: headings stay with what they head, texts with the table that they lead to."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from nineup.units import MM
from nineup.write.booklet.flow import Copytext, Row, Rule, Title
from nineup.write.booklet.grids import Grid
from nineup.write.booklet.platypus import flowables

AFRESH = 0.25
"""How much of a page must be left for a chapter to begin there."""

ROOM = 28 * MM
"""What must be left on a page below a section's heading."""

SHORT = 0.45
"""A table no higher than this much of a page stays on one page."""

BRIEF = 6
"""A text of more lines than these may be parted from what it leads to."""

COLUMNS = 60.0
"""Points that the begin of an index takes."""

SLACK = 4.0
"""Points for what is lost between flowables in rounding."""


def unparted(flow: Iterable[Any], width: float, height: float) -> Iterator[Any]:
    """Flowables of pages of this size in points, with a page's end before each group that the page would part."""
    group: list[Any] = []
    for one, other in pairwise([*flow, None]):
        group.append(one)
        if other is None or not _leads(one, other, width):
            yield flowables.CondPageBreak(min(_needed(group, width, height), height))
            yield from group
            group = []


def _leads(one: Any, other: Any, width: float) -> bool:
    """Whether one may not stand on a page without what follows it."""
    if isinstance(one, (Title, Rule)):
        return True
    if not isinstance(one, Copytext):
        return False
    if isinstance(other, Copytext) and other.clings:
        return True
    if one.mark or len(one.lines(width)) > BRIEF:
        return False
    return isinstance(other, (Row, Grid)) or (isinstance(other, Copytext) and bool(other.mark))


def _needed(group: Sequence[Any], width: float, height: float) -> float:
    """How much of a page a group takes, of its last one the begin."""
    *before, last = group
    above: float = sum(
        each.getSpaceBefore() + each.wrap(width, height)[1] + each.getSpaceAfter() for each in before
    )
    needed: float = above + last.getSpaceBefore() + _begin(last, width, height) + SLACK
    head = group[0]
    if isinstance(head, Title) and head.level == 0:
        return max(needed, AFRESH * height)
    if isinstance(head, Title) and head.is_section:
        return max(needed, head.style.size + ROOM)
    return needed


def _begin(flowable: Any, width: float, height: float) -> float:
    """How much of a flowable must stand on the page where it begins."""
    if isinstance(flowable, flowables.BalancedColumns):
        return COLUMNS
    _, whole = flowable.wrap(width, height)
    if isinstance(flowable, Grid):
        return float(whole if whole <= SHORT * height else flowable.begin())
    if isinstance(flowable, Copytext):
        bottoms = flowable.lines(width)
        return float(bottoms[1] if len(bottoms) > 3 else whole)
    return float(whole)
