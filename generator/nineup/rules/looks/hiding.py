"""Determines what hides things under it: fills, thick lines and pictures, point by point."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import hypot

import msgspec

from nineup.base.geometry import Box, Matrix, Outline, Point, box_around, control_bounds, transform_outline
from nineup.faces.surface import Area, Mark, Ring, area, paint_at
from nineup.model.drawing import FAULTY, Image, Op, Path, PlacedImage, Stroke, Tiling
from nineup.model.extent import ink
from nineup.rules.engine.ink import FaceMarks

OPAQUE = 0.75
"""The opacity from which something hides what it covers."""

_ACROSS = 7
"""The number of test points across and down a letter."""

_THICK = 1.0
"""The width of the thinnest line that may hide letters, in points."""


class Letter(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The letters of one glyph, by its outline and the matrix that places it in the text's space."""

    text: str
    outline: Outline
    place: Matrix
    mark: Mark
    reach: Box
    """A box on the face around its ink and the control points of its curves."""

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Points spread over its ink, as far as clips show it."""
        segments = transform_outline(self.outline, self.place, 3)
        outline = Area(segments, self.mark.matrix)
        box = box_around(point for ring in outline.rings for point in ring)
        if box is None:
            return ()
        x, y, width, height = box
        steps = [(step + 0.5) / _ACROSS for step in range(_ACROSS)]
        grid = ((x + width * across, y + height * down) for down in steps for across in steps)
        return tuple(
            point
            for point in grid
            if outline.holds(*point) and all(clip.holds(*point) for clip in self.mark.clips)
        )


class Cover:
    """A mark that may hide something, its index among the marks of its operation, and its box."""

    def __init__(self, place: int, mark: Mark, reach: Box) -> None:
        self.place = place
        self.mark = mark
        self.reach = reach

    @cached_property
    def area(self) -> Area:
        """Its outline on the face; empty for a picture."""
        op, matrix = self.mark.op, self.mark.matrix
        return area(op.segments, matrix, op.even_odd) if isinstance(op, Path) else area((), matrix)

    def meets(self, box: Box) -> bool:
        """Whether it may hide something in a box."""
        op = self.mark.op
        if not self.reach.overlaps(box):
            return False
        if not isinstance(op, Path) or op.fill is not None or op.stroke is None:
            return True
        half = op.stroke.width * self.mark.matrix.scale / 2
        around = box.outset(half)
        return any(_passes(a, b, around) for ring in self.area.rings for a, b in pairwise((*ring, ring[0])))

    def hides(self, x: float, y: float) -> bool:
        """Whether it hides a point of the face."""
        left, top, width, height = self.reach
        if not (left <= x <= left + width and top <= y <= top + height):
            return False
        mark, op = self.mark, self.mark.op
        if not all(clip.holds(x, y) for clip in mark.clips):
            return False
        if isinstance(op, PlacedImage):
            seen = _seen(op.image, op.box, mark.matrix.inverse().apply(x, y))
            return op.opacity * mark.opacity * seen >= OPAQUE
        if not isinstance(op, Path):
            return False
        paint = op.fill
        if paint is not None and not isinstance(paint, Tiling) and self.area.holds(x, y):
            seen = paint_at(paint, mark.matrix, x, y)[1] * op.opacity * mark.opacity
            if seen >= OPAQUE:
                return True
        if op.stroke is None or not _is_thick(op.stroke, mark.matrix):
            return False
        half = op.stroke.width * mark.matrix.scale / 2
        is_closed = op.segments[-1:] == (("Z",),)
        return any(_is_near(ring, x, y, half, is_closed=is_closed) for ring in self.area.rings)


class Covers:
    """The covers of operations; an operation that many faces have is searched once."""

    def __init__(self, marks: FaceMarks) -> None:
        self.marks = marks
        self._known: dict[int, tuple[Op, tuple[Cover, ...]]] = marks.covers
        """By the identity of operations, which are kept alive so that no other gets it."""

    def of(self, op: Op) -> tuple[Cover, ...]:
        """The covers in an operation, from the lowest to the topmost."""
        known = self._known.get(id(op))
        if known is None:
            known = self._known[id(op)] = op, tuple(_covers(self.marks.of(op)))
        return known[1]


def _covers(marks: Sequence[Mark]) -> Iterator[Cover]:
    for place, mark in enumerate(marks):
        op = mark.op
        if mark.mixed or op is FAULTY or mark.opacity < OPAQUE:
            continue
        if isinstance(op, PlacedImage):
            yield Cover(place, mark, mark.matrix.map_box(op.box))
        elif isinstance(op, Path) and _may_hide(op, mark.matrix):
            if op.stroke is None and mark.covers:
                yield Cover(place, mark, mark.covers)
            elif box := ink((op,)):
                yield Cover(place, mark, mark.matrix.map_box(box))


def _may_hide(path: Path, matrix: Matrix) -> bool:
    is_filled = path.fill is not None and not isinstance(path.fill, Tiling) and path.opacity >= OPAQUE
    return is_filled or (path.stroke is not None and _is_thick(path.stroke, matrix))


def _is_thick(stroke: Stroke, matrix: Matrix) -> bool:
    """Whether a line is solid, and wide enough to hide letters."""
    is_wide = stroke.width * matrix.scale >= _THICK
    return is_wide and not stroke.dash and isinstance(stroke.paint, tuple) and stroke.opacity >= OPAQUE


def _seen(image: Image, box: Box, at: Point) -> float:
    """The opacity of a picture in a box at a point."""
    across, down = (at[0] - box.x) / (box.width or 1.0), (at[1] - box.y) / (box.height or 1.0)
    if not (0 <= across < 1 and 0 <= down < 1):
        return 0.0
    if image.is_opaque:
        return 1.0
    return _alpha(image)[int(down * image.height) * image.width + int(across * image.width)] / 255


@lru_cache(4)
def _alpha(image: Image) -> bytes:
    """The opacity of a picture's samples, kept while points of the same face are looked at."""
    return image.loaded().alpha


def _passes(a: Point, b: Point, box: Box) -> bool:
    """Whether the upright box around a line meets another box."""
    return (
        min(a[0], b[0]) <= box.right
        and max(a[0], b[0]) >= box.x
        and min(a[1], b[1]) <= box.bottom
        and max(a[1], b[1]) >= box.y
    )


def _is_near(ring: Ring, x: float, y: float, half: float, is_closed: bool) -> bool:
    """Whether a point is within half a line's width of it."""
    corners = (*ring, ring[0]) if is_closed else ring
    return any(_distance(a, b, x, y) <= half for a, b in pairwise(corners))


def _distance(a: Point, b: Point, x: float, y: float) -> float:
    """The distance from a point to a line segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) if length else 0.0
    return hypot(x - a[0] - share * dx, y - a[1] - share * dy)


def letter_of(text: str, outline: Outline, place: Matrix, mark: Mark) -> Letter | None:
    """A letter of a text's mark, by its outline and the matrix that places it in the text's space; None for a
    space.
    """
    box = _control_bounds(outline)
    if box is None:
        return None
    # Placed outlines are rounded, so they may reach a little further.
    return Letter(
        text, outline, place, mark=mark, reach=mark.matrix.map_box(place.map_box(box).outset(0.001))
    )


_control_bounds = lru_cache(4096)(control_bounds)
"""Cached, since a glyph recurs in many texts."""
