"""Finds where opaque operations are on a face, and the areas of one colour that make them up."""

from collections.abc import Iterator, Sequence
from math import atan2, dist, tau
from typing import NamedTuple

import msgspec
from nineup.base.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Outline,
    Point,
    control_bounds,
    transform_outline,
)
from nineup.faces.surface import Ring
from nineup.model import (
    Colour,
    Group,
    Linear,
    Op,
    Path,
    PlacedImage,
    Radial,
    Segment,
    Stroke,
    Text,
    Tiling,
    Use,
    stroke_area,
    text_width,
)
from nineup.svg.paint import letter_outlines
from nineup.typography.fonts import Fonts

from nineup_export.press.mixing import CannotMixError


class DrawnPlace(NamedTuple):
    """Where operations are drawn: their matrix to the face, and the clips around them in the face's
    coordinates.
    """

    matrix: Matrix = IDENTITY
    clips: tuple[Path, ...] = ()


class ColourArea(NamedTuple):
    """An area of one colour, in the face's coordinates."""

    outline: Path
    clips: tuple[Path, ...]
    colour: Colour


def areas(fonts: Fonts, op: Op, place: DrawnPlace) -> Iterator[ColourArea]:
    """The areas that make up an opaque operation."""
    match op:
        case Path():
            if isinstance(op.fill, Linear | Radial | Tiling):
                raise CannotMixError("a gradient that fades on another gradient or a pattern")
            if op.fill is not None:
                shape = transform_outline(op.segments, place.matrix)
                yield ColourArea(Path(shape, even_odd=op.even_odd), place.clips, op.fill)
            if op.stroke is not None:
                if not isinstance(op.stroke.paint, tuple):
                    raise CannotMixError("a gradient that fades on another gradient or a pattern")
                covered = transform_outline(stroked(op.segments, op.stroke, place.matrix), place.matrix)
                yield ColourArea(Path(covered), place.clips, op.stroke.paint)
        case Text():
            for colour, outlined in letter_areas(fonts, op):
                yield ColourArea(Path(transform_outline(outlined, place.matrix)), place.clips, colour)
        case Use():
            for inner in op.form.ops:
                yield from areas(fonts, inner, place._replace(matrix=place.matrix @ op.matrix))
        case Group():
            for inner in op.ops:
                yield from areas(fonts, inner, inside(op, place))
        case PlacedImage():
            raise CannotMixError("a gradient that fades on a picture")


def letter_areas(fonts: Fonts, text: Text) -> Iterator[tuple[Colour, tuple[Segment, ...]]]:
    """The outlines of a line's letters, colour by colour."""
    x = text.x
    for run in text.runs:
        alone = msgspec.structs.replace(text, x=x, runs=(run,))
        yield run.colour, tuple(letter_outlines(alone, fonts))
        x += text_width(alone)


def inside(group: Group, place: DrawnPlace) -> DrawnPlace:
    matrix = place.matrix @ group.matrix
    if group.clip is None:
        return DrawnPlace(matrix, place.clips)
    clip = Path(transform_outline(group.clip.segments, matrix), even_odd=group.clip.even_odd)
    return DrawnPlace(matrix, (*place.clips, clip))


def stroked(segments: Outline, stroke: Stroke, matrix: Matrix) -> tuple[Segment, ...]:
    # A hundredth of a point on the face, whatever the drawing's own scale.
    return stroke_area(segments, stroke, tolerance=0.01 / max(matrix.scale, 1e-6))


def as_box(segments: Outline) -> Box | None:
    """An outline as a box; None if it isn't one."""
    points = [segment[1:] for segment in segments if segment[0] != "Z"]
    if len(points) == 5 and points[4] == points[0]:
        points.pop()
    if len(points) != 4 or any(segment[0] not in "MLZ" for segment in segments):
        return None
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    straight = (ax == bx and by == cy and cx == dx and dy == ay) or (
        ay == by and bx == cx and cy == dy and dx == ax
    )
    return control_bounds(segments) if straight else None


def placed(op: Op, place: DrawnPlace) -> Op:
    moved = op if place.matrix == IDENTITY else Group((op,), place.matrix)
    return clipped(moved, place.clips)


def clipped(op: Op, clips: tuple[Path, ...]) -> Op:
    for clip in reversed(clips):
        op = Group((op,), clip=clip)
    return op


def within(box: Box | None, clips: tuple[Path, ...]) -> Box | None:
    """The part of a box inside clips; None if it is empty."""
    for clip in clips:
        other = control_bounds(clip.segments)
        box = box and other and box.intersection(other)
    return box


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
    # The corners alone, without the curves that bulge beyond them: what this ring covers, the shape covers
    # for certain. Of a circle of four curves, it is the square between their ends.
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
    # A star with five points turns in one direction as well, but twice around.
    one_way = all(turn > -SAME for turn in turns) or all(turn < SAME for turn in turns)
    return one_way and abs(abs(sum(turns)) - tau) < 0.01


def _is_within(ring: Ring, point: Point) -> bool:
    """Whether a point is inside a convex ring."""
    x, y = point
    edges = zip((ring[-1:] + ring)[:-1], ring, strict=True)
    sides = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for a, b in edges]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)
