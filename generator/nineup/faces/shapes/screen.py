"""Screens: three panels side by side, folded to stand up, with a picture outside and help inside."""

from collections.abc import Mapping

from msgspec.structs import replace

from nineup.base.geometry import Size
from nineup.faces.shapes.folding import Fold, fold_lines, fold_segments
from nineup.faces.shapes.shape import Assembled, Faces, Shape
from nineup.model.game import Component, Part

PANELS = 3


def sides(component: Component) -> Mapping[str, Size]:
    """Outside and inside, each as wide as three panels."""
    width, height = component.size
    whole = Size(PANELS * width, height)
    return {"front": whole, "back": whole}


def standing(part: Part, faces: Faces) -> Assembled:
    """The outside with its folds; the inside has no lines to cut or fold along, only what the layout
    draws.
    """
    width, height = part.component.size
    folds = fold_segments(Fold(panel * width, 0.0, panel * width, height) for panel in range(1, PANELS))
    outside = faces["front"]
    return replace(outside, ops=(*outside.ops, *fold_lines(folds)), folds=folds), faces.get("back")


SCREEN = Shape("screen", "screens", outlines=("rectangle",), sides=sides, assemble=standing, is_played=False)
