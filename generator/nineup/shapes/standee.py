"""Standees: the front and the back of a figure in one piece, joined at the top, with a foot at each end.

From top to bottom: a foot, the back upside down, the fold, the front, the other foot. Folded at the top, both
sides are upright; the feet bend outwards, or go into a stand together.
"""

from nineup.drawing import Face, Group, Op, Path, Segment, Stroke, rectangle
from nineup.geometry import Box, Matrix, Size
from nineup.shapes.shape import Assembled, Shape
from nineup.units import MM

FOOT = 10 * MM
"""The height of a foot; at most a quarter of the height of the figure, so that several stand on one tile."""

FOLD = Stroke((0.25, 0.25, 0.25), 0.35, dash=(2.5, 2.0))
HALO = Stroke((1.0, 1.0, 1.0), 0.8)
"""Drawn under a fold line, which makes it visible on dark art."""

GLUE = Stroke((0.8, 0.8, 0.8), 0.3)
STEP = 2 * MM
"""The distance between the hatching lines of a foot."""


def standing(front: Face, back: Face | None) -> Assembled:
    """One side that folds to a figure with two; the back of the paper stays empty.

    The back is turned upside down, so that it is upright when folded. Without a back, the mirror image of the front
    takes its place, so that both sides can be cut along the same contour.
    """
    width, height = front.size
    foot = min(FOOT, height / 4)
    fold, whole = foot + height, 2 * (foot + height)
    bleed = front.bleed if back is None else min(front.bleed, back.bleed)
    below = Matrix.translation(0, fold)
    above = (
        Matrix(1, 0, 0, -1, 0, fold)
        if back is None
        else Matrix.translation(width, fold) @ Matrix.rotation(180)
    )
    ops = (
        *_hatching(Box(0, 0, width, foot)),
        *_hatching(Box(0, whole - foot, width, foot)),
        _figure(front if back is None else back, above, bleed),
        _figure(front, below, bleed),
        *_folds(width, (foot, fold, whole - foot)),
    )
    return Face(front.name, Size(width, whole), bleed, ops), None


def _figure(face: Face, matrix: Matrix, bleed: float) -> Op:
    """A face in its place, with bleed at its sides only, so that it doesn't cross a fold."""
    width, height = face.size
    return Group(face.ops, matrix, Path(rectangle(Box(-bleed, 0, width + 2 * bleed, height))))


def _hatching(foot: Box) -> tuple[Op, ...]:
    """Horizontal lines: glue here, or bend."""
    segments: list[Segment] = []
    for line in range(1, int(foot.height / STEP) + 1):
        y = foot.y + line * foot.height / (int(foot.height / STEP) + 1)
        segments += (("M", foot.x + STEP, y), ("L", foot.right - STEP, y))
    return (Path(tuple(segments), stroke=GLUE),) if segments else ()


def _folds(width: float, heights: tuple[float, ...]) -> tuple[Op, ...]:
    segments: list[Segment] = []
    for y in heights:
        segments += (("M", 0.0, y), ("L", width, y))
    return Path(tuple(segments), stroke=HALO), Path(tuple(segments), stroke=FOLD)


def figures(front: Face, back: Face | None, size: Size) -> Assembled:
    """The two sides of the folded figure, each upright and as large as the component."""
    foot = (front.size.height - 2 * size.height) / 2
    seen = _cut(front, Box(0, foot + size.height, *size), turned=False)
    return seen, _cut(front, Box(0, foot, *size), turned=True)


def _cut(face: Face, box: Box, turned: bool) -> Face:
    """The part of a face inside a box, as a face of its own; `turned` by 180 degrees."""
    into = Matrix(-1, 0, 0, -1, box.right, box.bottom) if turned else Matrix.translation(-box.x, -box.y)
    size = Size(box.width, box.height)
    return Face(face.name, size, 0.0, (Group(face.ops, into, Path(rectangle(box))),))


STANDEE = Shape("standee", outlines=("rectangle",), assemble=standing, shown=figures)
