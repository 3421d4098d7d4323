"""Nets: pieces whose sides are printed next to each other, to be folded along the lines between them."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from nineup.base.geometry import Box, Matrix, Size
from nineup.faces.shapes.folding import Fold, fold_lines, fold_segments, glue_hatching, inner_cuts
from nineup.model.drawing import Face, Group, Op, Path, Segment, rectangle
from nineup.model.extent import least_bleed

EDGE = 0.5
"""The distance in points within which two sides of a net count as neighbours."""


class Panel(NamedTuple):
    """A side's place on its net, and its quarter turns clockwise."""

    box: Box
    turns: int = 0


class Net(msgspec.Struct, frozen=True):
    """An unfolded piece.

    `panels` are its printed sides by name; `glue` are flaps onto which others are glued.
    """

    size: Size
    panels: Mapping[str, Panel]
    outline: tuple[Segment, ...]
    folds: tuple[Fold, ...]
    glue: tuple[Box, ...] = ()
    slits: tuple[Segment, ...] = ()


def printed(name: str, net: Net, faces: Mapping[str, Face]) -> Face:
    """A net as one face: its sides in their places, the flaps for glue hatched, and its folds.

    The ink of a side extends beyond its cuts, and onto flaps, as far as it has bleed, but not onto another
    side.
    """
    boxes = [panel.box for side, panel in net.panels.items() if side in faces]
    ops: list[Op] = [op for flap in net.glue for op in glue_hatching(flap)]
    for side, face in faces.items():
        box, turns = net.panels[side]
        seen = _with_bleed(box, face.bleed, boxes)
        placed = Group(face.ops, Matrix.into(box, turns))
        ops.append(Group((placed,), clip=Path(rectangle(seen))))
    folds = fold_segments(net.folds)
    ops += fold_lines(folds) if folds else ()
    ops += inner_cuts(net.slits) if net.slits else ()
    bleed = least_bleed(faces.values())
    return Face(name, net.size, bleed, ops=tuple(ops), outline=net.outline, slits=net.slits, folds=folds)


def cut_side(face: Face, box: Box, turns: int = 0, bleed: float = 0.0) -> Face:
    """A side of a printed net as a face of its own, turned upright; fold and cut lines are only on
    the sheet. Its bleed is what is printed around it, on flaps and other sides.
    """
    size = Size(box.width, box.height)
    lines = (face.folds, face.slits)
    ops = tuple(op for op in face.ops if not (isinstance(op, Path) and op.segments in lines))
    into = Matrix.into(box, turns).inverse()
    seen = Group(ops, into, Path(rectangle(box.outset(bleed))))
    return Face(face.name, size.turned() if turns % 2 else size, bleed, ops=(seen,))


def _with_bleed(box: Box, bleed: float, others: list[Box]) -> Box:
    """A side's box grown at each edge without a neighbouring side."""
    x, y, width, height = box
    strips = (
        Box(x - EDGE, y, EDGE, height),
        Box(x, y - EDGE, width, EDGE),
        Box(box.right, y, EDGE, height),
        Box(x, box.bottom, width, EDGE),
    )
    left, up, right, down = (
        0.0 if any(strip.overlaps(other, 0.1) for other in others) else bleed for strip in strips
    )
    return Box(x - left, y - up, width + left + right, height + up + down)
