"""Where the pieces of a page are cut: the outline of each on the page, complete or interrupted by tabs."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, dist, sqrt
from typing import NamedTuple

from nineup.base import MM
from nineup.base.geometry import Point, cubic_point, transform_outline
from nineup.model import Component, Page, Placement, Segment
from nineup.pipeline import cut_edge
from nineup.write.document import into_place

SMOOTH = 0.005 * MM
"""The largest distance of the chords of a curve from it."""

SHORT = 4.0
"""A side shorter than this many tabs has none."""


class CutPath(NamedTuple):
    """A path of the knife on a page in points, y down: its points, whether it is closed, and the piece that
    it cuts out.
    """

    points: tuple[Point, ...]
    is_closed: bool
    piece: str


def cut_paths(page: Page, components: dict[str, Component], tab: float) -> Iterator[CutPath]:
    """The cuts of a page's pieces in order; with `tab`, that many points of paper stay uncut at the middle of
    each long side.
    """
    for placement in page.placements:
        outline = cut_outline(placement, components[placement.piece.component])
        name = f"{placement.piece.component}/{placement.piece.card}"
        yield from _lines(placement.face.slits, placement)
        if tab:
            yield from (CutPath(tuple(side), False, name) for side in _tabbed(outline, tab))
        else:
            corners = [point for side in _sides(outline) for point in side[:-1]]
            yield CutPath(tuple(corners), True, name)


def fold_paths(page: Page) -> Iterator[CutPath]:
    """Where a page's pieces are scored, to be folded."""
    for placement in page.placements:
        yield from _lines(placement.face.folds, placement)


def _lines(segments: tuple[Segment, ...], placement: Placement) -> Iterator[CutPath]:
    """Open lines of a placed piece, each from pen down to pen up."""
    name = f"{placement.piece.component}/{placement.piece.card}"
    placed = transform_outline(segments, into_place(placement))
    starts = [number for number, (kind, *_) in enumerate(placed) if kind == "M"]
    for start, end in pairwise([*starts, len(placed)]):
        sides = list(_sides(placed[start:end]))
        yield CutPath((sides[0][0], *(point for side in sides for point in side[1:])), False, name)


def cut_outline(placement: Placement, component: Component) -> tuple[Segment, ...]:
    """The cut of a placed piece: a closed outline on the page, with the component's rounded corners."""
    return transform_outline(cut_edge(placement.face, component), into_place(placement))


def _sides(outline: Sequence[Segment]) -> Iterator[list[Point]]:
    """The sides of a closed outline, each as its points from start to end; curves as short chords."""
    start = here = (0.0, 0.0)
    for kind, *values in outline:
        if kind == "M":
            start = here = (values[0], values[1])
            continue
        there = start if kind == "Z" else (values[-2], values[-1])
        if dist(here, there) > 1e-6 or kind == "C":
            yield _chords(here, values) if kind == "C" else [here, there]
        here = there


def _chords(here: Point, values: Sequence[float]) -> list[Point]:
    x1, y1, x2, y2, x, y = values
    bend = max(
        dist((here[0] - 2 * x1 + x2, here[1] - 2 * y1 + y2), (0, 0)),
        dist((x1 - 2 * x2 + x, y1 - 2 * y2 + y), (0, 0)),
    )
    # The second derivative is at most 6 × bend; a chord is off by an eighth of it, times its length squared.
    steps = max(1, ceil(sqrt(6 * bend / (8 * SMOOTH))))
    return [cubic_point(here, (x1, y1), (x2, y2), (x, y), t=step / steps) for step in range(steps + 1)]


def _tabbed(outline: Sequence[Segment], tab: float) -> Iterator[list[Point]]:
    """The cuts between tabs, in order; each side that is long enough has a tab in its middle."""
    sides = list(_sides(outline))
    longest = max(map(_length, sides))
    open_cuts: list[list[Point]] = [[]]
    for side in sides:
        length = _length(side)
        if length < max(SHORT * tab, longest / 2):
            open_cuts[-1] += side if not open_cuts[-1] else side[1:]
            continue
        first, last = _parted(side, (length - tab) / 2, (length + tab) / 2)
        open_cuts[-1] += first if not open_cuts[-1] else first[1:]
        open_cuts.append(last)
    if len(open_cuts) > 1:  # The outline is closed: its last side continues with its first.
        open_cuts[0] = open_cuts.pop() + open_cuts[0][1:]
    return iter(open_cuts)


def _parted(side: Sequence[Point], end: float, begin: float) -> tuple[list[Point], list[Point]]:
    """The part of a side up to one length along it, and the part from another length on."""
    first, along = [side[0]], 0.0
    last: list[Point] = []
    for here, there in pairwise(side):
        step = dist(here, there)
        for mark, is_end in ((end, True), (begin, False)):
            if along <= mark < along + step:
                share = (mark - along) / step
                point = (here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1]))
                (first if is_end else last).append(point)
        along += step
        if along <= end:
            first.append(there)
        elif along > begin:
            last.append(there)
    return first, last


def _length(side: Sequence[Point]) -> float:
    return sum(map(dist, side, side[1:]))
