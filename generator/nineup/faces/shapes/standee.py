"""Standees: the front and the back of a figure in one piece, joined at the top, with a foot at each end.

From top to bottom: a foot, the back upside down, the fold, the front, the other foot. Folded at the top, both
sides are upright; the feet bend outwards, or go into a stand together.
"""

from nineup.base.geometry import Box, Matrix, Size
from nineup.base.units import MM
from nineup.faces.shapes.folding import Fold, fold_lines, fold_segments, glue_hatching
from nineup.faces.shapes.net import cut_side
from nineup.faces.shapes.shape import Assembled, Faces, Shape
from nineup.model.drawing import Face, Group, Op, Path, rectangle
from nineup.model.game import Component, Part

FOOT = 10 * MM
"""The height of a foot; at most a quarter of the height of the figure, so that several stand on one tile."""


def standing(part: Part, faces: Faces) -> Assembled:
    """One printed side that folds to a figure with two; the back of the paper stays empty.

    The back is turned upside down, so that it is upright when folded. Without a back, the mirror image of the
    front takes its place, so that both sides can be cut along the same contour.
    """
    front, back = faces["front"], faces.get("back")
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
    folds = fold_segments(Fold(0.0, y, width, y) for y in (foot, fold, whole - foot))
    ops = (
        *glue_hatching(Box(0, 0, width, foot)),
        *glue_hatching(Box(0, whole - foot, width, foot)),
        _figure(front if back is None else back, above, bleed),
        _figure(front, below, bleed),
        *fold_lines(folds),
    )
    return Face(front.name, Size(width, whole), bleed, ops=ops, folds=folds), None


def _figure(face: Face, matrix: Matrix, bleed: float) -> Op:
    """A face in its place, with bleed at its sides only, so that it doesn't cross a fold."""
    width, height = face.size
    return Group(face.ops, matrix, Path(rectangle(Box(-bleed, 0, width + 2 * bleed, height))))


def figures(component: Component, front: Face, back: Face | None) -> Assembled:
    """The two sides of the folded figure, each upright and as large as the component."""
    return figures_with_bleed(component, front, bleed=0.0)


def figures_with_bleed(component: Component, front: Face, bleed: float) -> tuple[Face, Face]:
    """The same with what is around them on the sheet."""
    size = component.size
    foot = (front.size.height - 2 * size.height) / 2
    seen = cut_side(front, Box(0, foot + size.height, *size), turns=0, bleed=bleed)
    return seen, cut_side(front, Box(0, foot, *size), turns=2, bleed=bleed)


STANDEE = Shape("standee", "standees", outlines=("rectangle",), assemble=standing, shown=figures)
