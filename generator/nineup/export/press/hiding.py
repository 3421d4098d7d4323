"""Finds which opaque operations hide everything below them in a box, so that it needn't be painted again."""

from collections.abc import Sequence
from math import atan2, dist, tau

from nineup.base.geometry import Box, Point, control_bounds, transform_outline
from nineup.export.press.areas import DrawnPlace, inside
from nineup.faces.surface import Ring
from nineup.model.drawing import Group, Op, Path, Segment, Tiling, Use

SAME = 1e-3
"""Points closer than this (in points) are equal, and smaller turns (in radians) are straight."""


def hides(op: Op, box: Box, place: DrawnPlace = DrawnPlace()) -> bool:  # noqa: B008
    """Whether an opaque operation covers a box (in the face's coordinates), in convex shapes and clips."""
    match op:
        case Path(fill=None) | Path(fill=Tiling()):
            return False
        case Path():
            outlines = (
                transform_outline(op.segments, place.matrix),
                *(clip.segments for clip in place.clips),
            )
            return all(_covers(outline, box) for outline in outlines)
        case Use():
            there = place._replace(matrix=place.matrix @ op.matrix)
            return any(hides(inner, box, there) for inner in op.form.ops)
        case Group():
            there = inside(op, place)
            return any(hides(inner, box, there) for inner in op.ops)
        case _:
            return False


def _covers(outline: Sequence[Segment], box: Box) -> bool:
    whole = control_bounds(outline)
    if whole is None or not whole.contains(box):
        return False
    ring = _inscribed(outline)
    return ring is not None and all(_is_within(ring, corner) for corner in box.corners)


def _inscribed(outline: Sequence[Segment]) -> Ring | None:
    """The corners of a convex shape whose curves bulge outwards; None for any other outline."""
    control: list[Point] = []
    corners: list[Point] = []
    for number, segment in enumerate(outline):
        if segment[0] == "Z":
            continue
        if (segment[0] == "M") != (number == 0):
            return None
        numbers = [float(number) for number in segment[1:]]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        control += points
        corners.append(points[-1])
    return tuple(corners) if _is_convex(control) else None


def _is_convex(points: Sequence[Point]) -> bool:
    """Whether a closed ring turns in one direction, and once around."""
    ring = [point for number, point in enumerate(points) if dist(point, points[number - 1]) > SAME]
    edges = [(b[0] - a[0], b[1] - a[1]) for a, b in zip((ring[-1:] + ring)[:-1], ring, strict=True)]
    turns = [
        atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])
        for a, b in zip((edges[-1:] + edges)[:-1], edges, strict=True)
    ]
    one_way = all(turn > -SAME for turn in turns) or all(turn < SAME for turn in turns)
    return one_way and abs(abs(sum(turns)) - tau) < 0.01


def _is_within(ring: Ring, point: Point) -> bool:
    """Whether a point is inside a convex ring."""
    x, y = point
    edges = zip((ring[-1:] + ring)[:-1], ring, strict=True)
    sides = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for a, b in edges]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)
