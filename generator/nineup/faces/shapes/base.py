"""Bases: two discs joined by a fold, the upper one with a slit for the feet of a figure.

The feet go through the slit and are bent outward; the lower disc is folded under them and glued to the upper
one.
"""

import math
from collections.abc import Iterator

from nineup.base.geometry import Box, Matrix, Size
from nineup.base.units import MM, mm
from nineup.faces.shapes.folding import Fold, fold_lines, fold_segments, inner_cuts
from nineup.faces.shapes.shape import Assembled, Faces, Shape, ShapeMistake, must_be_square
from nineup.model.drawing import Face, Group, Op, Path, Segment, rectangle
from nineup.model.extent import least_bleed
from nineup.model.game import Component, Part
from nineup.schema import LENGTH, Key

RIM = 2 * MM
"""The least paper at both ends of a slit."""

NECK = 0.4
"""The width of the fold, in diameters."""


def sides(component: Component) -> dict[str, Size]:
    """The disc that is visible from above, and the one below it."""
    return {"front": component.size, "back": component.size}


def mistakes(component: Component) -> Iterator[ShapeMistake]:
    """A base must be round, and its slit must end inside it."""
    yield from must_be_square(component)
    slit, across = component.settings["slit"], component.size.width
    if slit > across - 2 * RIM:
        message = f"a slit of {mm(slit)} is too wide for a base of {mm(across)}"
        yield ShapeMistake("slit", message, f"leave {mm(RIM)} on both sides of it")


def standing(part: Part, faces: Faces) -> Assembled:
    """The lower disc above the fold, upside down, and the upper one below it, with its slit."""
    component = part.component
    across, slit = component.size.width, component.settings["slit"]
    radius, half = across / 2, NECK * across / 2
    drop = math.sqrt(radius**2 - half**2)
    fold, whole = radius + drop, 2 * (radius + drop)
    outline = (
        ("M", radius + half, fold),
        *_arc(radius, fold + drop, radius, math.atan2(-drop, half)),
        *_arc(radius, radius, radius, math.pi - math.atan2(drop, half)),
        ("Z",),
    )
    top = fold + drop - radius
    ops: list[Op] = []
    if "back" in faces:
        turned = Matrix.into(Box(0.0, 0.0, across, across), 2)
        ops.append(_disc(faces["back"], turned, Box(-across, -across, 3 * across, across + fold)))
    under = Box(-across, fold, 3 * across, 2 * across)
    ops.append(_disc(faces["front"], Matrix.translation(0.0, top), under))
    folds = fold_segments((Fold(radius - half, fold, radius + half, fold),))
    middle = fold + drop
    slits = fold_segments((Fold(radius - slit / 2, middle, radius + slit / 2, middle),))
    ops += (*fold_lines(folds), *inner_cuts(slits))
    bleed = least_bleed(faces.values())
    front = faces["front"]
    return Face(
        front.name, Size(across, whole), bleed, ops=tuple(ops), outline=outline, slits=slits, folds=folds
    ), None


def _disc(face: Face, matrix: Matrix, clip: Box) -> Op:
    return Group((Group(face.ops, matrix),), clip=Path(rectangle(clip)))


def _arc(cx: float, cy: float, r: float, start: float) -> tuple[Segment, ...]:
    """A disc's edge, clockwise from one end of its neck to the other, as cubics of up to a quarter turn."""
    sweep = 2 * math.pi - 2 * math.asin(NECK)
    steps = math.ceil(sweep / (math.pi / 2))
    step = sweep / steps
    handle = 4 / 3 * math.tan(step / 4) * r
    segments: list[Segment] = []
    for number in range(steps):
        a, b = start + number * step, start + (number + 1) * step
        x1, y1, x2, y2 = (
            cx + r * math.cos(a),
            cy + r * math.sin(a),
            cx + r * math.cos(b),
            cy + r * math.sin(b),
        )
        segments.append(
            (
                "C",
                x1 - handle * math.sin(a),
                y1 + handle * math.cos(a),
                x2 + handle * math.sin(b),
                y2 - handle * math.cos(b),
                x2,
                y2,
            )
        )
    return tuple(segments)


BASE = Shape(
    "base",
    "bases",
    outlines=("rectangle",),
    sides=sides,
    keys={
        "slit": Key(
            LENGTH,
            "How wide the slit of a base is: a little more than the feet that go through it.",
            required=True,
            default=0.0,
        )
    },
    is_played=False,
    mistakes=mistakes,
    assemble=standing,
)
