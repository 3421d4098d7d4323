"""Outlines and boxes: where segments lie, how they move, and how far drawn operations reach."""

import math
from collections.abc import Iterable, Iterator, Sequence

from nineup.drawing import Group, Op, Path, Picture, Run, Segment, Text, Use, rectangle
from nineup.geometry import IDENTITY, Box, Matrix

_Point = tuple[float, float]


def moved(segments: Iterable[Segment], matrix: Matrix, digits: int = 4) -> tuple[Segment, ...]:
    """The segments through a matrix, rounded to so many decimals (and never -0)."""
    a, b, c, d, e, f = matrix
    result: list[Segment] = []
    for kind, *values in segments:
        points: list[float] = []
        for index in range(0, len(values), 2):
            x, y = values[index], values[index + 1]
            points += (round(a * x + c * y + e, digits) + 0.0, round(b * x + d * y + f, digits) + 0.0)
        result.append((kind, *points))
    return tuple(result)


def bounds(segments: Iterable[Segment]) -> Box | None:
    """The tight box of an outline (curves by their extremes), or None when there is no point."""
    return around(_extremes(segments))


def around(points: Iterable[_Point]) -> Box | None:
    """The box of some points."""
    listed = list(points)
    if not listed:
        return None
    left, top = min(x for x, _ in listed), min(y for _, y in listed)
    return Box(left, top, max(x for x, _ in listed) - left, max(y for _, y in listed) - top)


def union(boxes: Iterable[Box | None]) -> Box | None:
    """The smallest box around all boxes."""
    return around(point for box in boxes if box for point in ((box.x, box.y), (box.right, box.bottom)))


def mapped(box: Box, matrix: Matrix) -> Box:
    """The upright box around a box seen through a matrix."""
    found = around(matrix.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom))
    assert found is not None
    return found


def _extremes(segments: Iterable[Segment]) -> Iterator[_Point]:
    here: _Point = (0.0, 0.0)
    for kind, *values in segments:
        if kind == "C":
            across, down = _range(here[0], *values[0::2]), _range(here[1], *values[1::2])
            yield from zip(across, down, strict=True)
        elif values:
            yield values[0], values[1]
        if values:
            here = (values[-2], values[-1])


def _range(a: float, b: float, c: float, d: float) -> tuple[float, float]:
    """The least and the greatest value of a cubic Bézier polynomial between 0 and 1."""
    found = [a, d]
    if not min(a, d) <= min(b, c) or not max(b, c) <= max(a, d):
        for t in _roots(d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a):
            if 0 < t < 1:
                s = 1 - t
                found.append(s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d)
    return min(found), max(found)


def _roots(a: float, b: float, c: float) -> tuple[float, ...]:
    if abs(a) < 1e-12:
        return (-c / b,) if abs(b) > 1e-12 else ()
    inside = b * b - 4 * a * c
    if inside < 0:
        return ()
    root = math.sqrt(inside)
    return (-b + root) / (2 * a), (-b - root) / (2 * a)


def area(segments: Iterable[Segment]) -> float:
    """The signed area of an outline's end points: positive when it runs clockwise on the page."""
    total = 0.0
    start = here = (0.0, 0.0)
    for kind, *values in segments:
        there = start if kind == "Z" else (values[-2], values[-1])
        if kind == "M":
            start = there
        else:
            total += here[0] * there[1] - there[0] * here[1]
        here = there
    return total / 2


def turned_round(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """The same outline, each of its subpaths run the other way."""
    result: list[Segment] = []
    for subpath in _subpaths(segments):
        closed = subpath[-1][0] == "Z"
        body = subpath[:-1] if closed else subpath
        points = [(values[-2], values[-1]) for _, *values in body]
        result.append(("M", *points[-1]))
        for index in range(len(body) - 1, 0, -1):
            kind, *values = body[index]
            if kind == "C":
                x1, y1, x2, y2 = values[:4]
                result.append((kind, x2, y2, x1, y1, *points[index - 1]))
            else:
                result.append((kind, points[index - 1][0], points[index - 1][1]))
        if closed:
            result.append(("Z",))
    return tuple(result)


def _subpaths(segments: Iterable[Segment]) -> Iterator[list[Segment]]:
    current: list[Segment] = []
    for segment in segments:
        if segment[0] == "M" and current:
            yield current
            current = []
        current.append(segment)
    if current:
        yield current


def ink(ops: Iterable[Op], strokes: bool = True) -> Box | None:
    """The box that operations may mark: strokes with their width, text by its lines' size."""
    return union(_ink(op, strokes) for op in ops)


def _ink(op: Op, strokes: bool) -> Box | None:
    match op:
        case Path():
            box = bounds(op.segments)
            return box.outset(op.stroke.width * 0.75) if box and strokes and op.stroke else box
        case Text():
            return Box(op.x, op.y - op.size, text_width(op), op.size * 1.3)
        case Picture():
            return op.box
        case Use():
            return mapped(Box(0, 0, *op.form.size), op.matrix)
        case Group():
            inner = ink(op.ops, strokes)
            return mapped(_common(inner, op.clip), op.matrix) if inner else None


def _common(box: Box, clip: Path | None) -> Box:
    """What a clip leaves of a box."""
    limit = bounds(clip.segments) if clip else None
    if limit is None:
        return box
    left, top = max(box.x, limit.x), max(box.y, limit.y)
    right, bottom = min(box.right, limit.right), min(box.bottom, limit.bottom)
    return Box(left, top, max(0.0, right - left), max(0.0, bottom - top))


def text_width(op: Text) -> float:
    """How long a line of text is, in points."""
    return sum(_run_width(run) for run in op.runs) * op.size / 1000 + op.tracking * sum(
        len(piece.glyphs) for run in op.runs for piece in run.pieces if hasattr(piece, "glyphs")
    )


def _run_width(run: Run) -> float:
    return sum(piece.width for piece in run.pieces)


def clipped(ops: tuple[Op, ...], box: Box) -> tuple[Op, ...]:
    """The operations, held inside a box where they would stick out of it."""
    reach = ink(ops)
    if reach is None or box.contains(reach, 1e-3):
        return ops
    return (Group(ops, clip=Path(moved(rectangle(box), IDENTITY))),)
