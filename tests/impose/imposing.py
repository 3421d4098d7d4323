"""Helpers for tests of imposition: plain pieces, one set of fonts, and pages as seen from outside."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path as Folder

from nineup.base.diagnostics import Findings
from nineup.base.geometry import IDENTITY, Box, Matrix, Size
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.impose import Notes, impose
from nineup.model.drawing import Face, Group, Op, Path, Segment, Stroke, Text, Use, rectangle
from nineup.model.paper import Page, Piece, Placement, Sheet, SheetSpec
from nineup.typography.fonts import Fonts
from nineup.write.document.pages import into_place

NOTES = Notes("Gemotion", "4p", "player-deck")
POKER = Size(63.5 * MM, 88.9 * MM)


@cache
def fonts() -> Fonts:
    """The package's own fonts; this folder is no project and has none."""
    return Fonts(Project(Folder(__file__).parent))


def millimetres(width: float, height: float) -> Size:
    return Size(width * MM, height * MM)


def pieces(
    count: int,
    size: Size = POKER,
    component: str = "power",
    back: bool = True,
    bleed: float = 3 * MM,
    outline: tuple[Segment, ...] = (),
) -> list[Piece]:
    front = Face("front", size, bleed, (), outline)
    behind = Face("back", size, bleed, (), outline) if back else None
    return [Piece(component, "card", "", number, front, behind) for number in range(1, count + 1)]


def laid(
    some: Sequence[Piece], spec: SheetSpec | None = None, findings: Findings | None = None
) -> tuple[Sheet, ...]:
    return impose(some, spec or SheetSpec(), NOTES, fonts(), findings if findings is not None else Findings())


def pages(sheets: Sequence[Sheet]) -> Iterator[Page]:
    for sheet in sheets:
        yield sheet.front
        if sheet.back is not None:
            yield sheet.back


def printable(page: Page, margin: float = 5 * MM) -> Box:
    return Box(0, 0, *page.size).outset(-margin)


def flat(ops: Sequence[Op], matrix: Matrix = IDENTITY) -> Iterator[tuple[Matrix, Path | Text]]:
    """All paths and lines of text, each with the matrix to the page."""
    for op in ops:
        if isinstance(op, Group):
            yield from flat(op.ops, matrix @ op.matrix)
        elif isinstance(op, Use):
            yield from flat(op.form.ops, matrix @ op.matrix)
        elif isinstance(op, Path | Text):
            yield matrix, op


def around(points: Sequence[tuple[float, float]]) -> Box:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def lines(page: Page) -> list[Box]:
    """Every straight stroke over a page as the box it spans, without its thickness."""
    found = []
    for matrix, op in flat(page.ops):
        here = (0.0, 0.0)
        for segment in op.segments if isinstance(op, Path) else ():
            if segment[0] == "M":
                here = matrix.apply(*segment[1:])
            elif segment[0] == "L":
                there = matrix.apply(*segment[1:])
                found.append(around([here, there]))
                here = there
    return found


def strokes(page: Page, *kinds: Stroke) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The ends of every straight line over a page that is drawn in one of these strokes."""
    for matrix, op in flat(page.ops):
        if isinstance(op, Path) and op.stroke in kinds:
            for start, end in zip(op.segments[::2], op.segments[1::2], strict=True):
                yield matrix.apply(*start[1:]), matrix.apply(*end[1:])


def polygon(placement: Placement) -> list[tuple[float, float]]:
    """Where a placed piece is cut, as corners on the page; curves are followed in small steps."""
    outline = placement.face.outline or rectangle(Box(0, 0, *placement.face.size))
    matrix = into_place(placement)
    corners: list[tuple[float, float]] = []
    for _, *numbers in outline:
        points = [matrix.apply(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if len(points) == 3:
            start = corners[-1]
            for step in range(1, 9):
                t = step / 8
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                along = list(zip(weights, [start, *points], strict=True))
                corners.append((sum(w * p[0] for w, p in along), sum(w * p[1] for w, p in along)))
        else:
            corners += points
    return corners


def outside(point: tuple[float, float], corners: Sequence[tuple[float, float]]) -> float:
    """How far a point is from a convex polygon; less than nothing inside."""
    x, y = point
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    turn = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in sides)
    ways = []
    for (x1, y1), (x2, y2) in sides:
        long = math.hypot(x2 - x1, y2 - y1)
        if long > 1e-6:
            ways.append(math.copysign(1, turn) * ((y2 - y1) * (x - x1) - (x2 - x1) * (y - y1)) / long)
    if max(ways) <= 0:
        return max(ways)
    return min(_from_side(point, *side) for side in sides)


def _from_side(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    right, down = b[0] - a[0], b[1] - a[1]
    long = right * right + down * down
    t = 0 if long == 0 else ((point[0] - a[0]) * right + (point[1] - a[1]) * down) / long
    t = min(1, max(0, t))
    return math.dist(point, (a[0] + t * right, a[1] + t * down))


def apart(one: Placement, other: Placement) -> float:
    """How far the cuts of two pieces are from each other, to a few hundredths of a point; below nothing, they
    cross.
    """
    first, second = polygon(one), polygon(other)
    return min(
        min(outside(corner, second) for corner in first), min(outside(corner, first) for corner in second)
    )


def said(text: Text) -> str:
    return "".join(piece.text for run in text.runs for piece in run.pieces)


def texts(page: Page) -> dict[str, Box]:
    """Every line of text over a page with a box around its letters."""
    found = {}
    for matrix, op in flat(page.ops):
        if isinstance(op, Text):
            width = sum(piece.width for run in op.runs for piece in run.pieces) * op.size / 1000
            corners = [(op.x, op.y - 0.75 * op.size), (op.x + width, op.y + 0.25 * op.size)]
            found[said(op)] = around([matrix.apply(*corner) for corner in corners])
    return found
