"""How often an outline winds around its areas: which ways it runs.

An outline is cut into bands at the heights of its corners and of the crossings of its lines. Within a band no
line begins, ends or crosses another, so their order from left to right is that at the band's middle. Coming
from the left, where the winding number is 0, each line that runs up adds 1 and each that runs down takes 1
away.

A square drawn clockwise has one band, with its left side running up and its right side down: 0, 1, 0. A bow
tie `M0 0 L30 30 L30 0 L0 30 Z` crosses itself at the height 15, and has two bands: in both the left side runs
up, both diagonals down, and the right side up: 0, 1, 0, -1, 0.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from math import inf
from typing import NamedTuple

from nineup.base.geometry.long_outline import Segment
from nineup.base.geometry.outline import flatten

_CHORDS = 16
"""The lines that a curve is approximated by."""

_THIN = 1e-5
"""The width of an area, in points, below which it is none, but a matter of rounding."""

MOST_STEPS = 100_000
"""How many times lines are compared or counted: about a twentieth of a second."""


class _Line(NamedTuple):
    """A line from its upper end to its lower one."""

    top: float
    bottom: float
    left: float
    """Its x at the top."""
    slope: float
    """How far it goes to the right for each point down."""
    turn: int
    """1 if the outline runs up here, -1 if it runs down."""

    def at(self, y: float) -> float:
        return self.left + (y - self.top) * self.slope


def winding_range(segments: Iterable[Segment]) -> tuple[int, int] | None:
    """The lowest and the highest winding number around an outline's areas and outside, where it is 0.

    It is positive where the outline runs clockwise on the page. None if there are too many lines to tell.
    """
    lines = sorted(_lines(segments))
    heights = {height for line in lines for height in (line.top, line.bottom)}
    steps = 0
    for at, line in enumerate(lines):
        for other in islice(lines, at + 1, None):
            if other.top >= line.bottom:
                break
            steps += 1
            if steps > MOST_STEPS:
                return None
            if line.slope != other.slope:
                y = other.top + (other.left - line.at(other.top)) / (line.slope - other.slope)
                if other.top < y < min(line.bottom, other.bottom):
                    heights.add(y)
    lowest = highest = begun = 0
    here: list[_Line] = []
    for top, bottom in pairwise(sorted(heights)):
        while begun < len(lines) and lines[begun].top <= top:
            here.append(lines[begun])
            begun += 1
        here = [line for line in here if line.bottom > top]
        steps += len(here)
        if steps > MOST_STEPS:
            return None
        if bottom - top > _THIN:
            numbers = list(_across(here, (top + bottom) / 2))
            lowest, highest = min([lowest, *numbers]), max([highest, *numbers])
    return lowest, highest


def _across(lines: Iterable[_Line], y: float) -> Iterator[int]:
    """The winding numbers at a height, from left to right."""
    number = 0
    for (x, turn), (following, _) in pairwise([*sorted((line.at(y), line.turn) for line in lines), (inf, 0)]):
        number += turn
        if following - x > _THIN:
            yield number


def _lines(segments: Iterable[Segment]) -> Iterator[_Line]:
    """All lines that go up or down, with those that close subpaths."""
    for points in flatten(segments, _CHORDS):
        for (x, y), (u, v) in pairwise((*points, points[0])):
            if y < v:
                yield _Line(y, v, x, (u - x) / (v - y), turn=-1)
            elif y > v:
                yield _Line(v, y, u, (x - u) / (y - v), turn=1)
