"""Foils and varnishes: on a screen a gradient that shines, on a press a plate of their own.

A foil is a gradient whose colours all have the same spot ink, flagged as foil. Sheets and pictures show it
like any gradient; `Plates` makes the flat area of it that a press needs.
"""

from collections.abc import Iterator, Sequence

import msgspec

from nineup.model.art import changed_image, image_of
from nineup.model.drawing import (
    Colour,
    Face,
    Group,
    Image,
    InkColour,
    Linear,
    Op,
    Paint,
    Path,
    Radial,
    Spot,
    Use,
)
from nineup.model.recolour import Recolouring

_BLACK, _WHITE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)


def foil_names(ops: Sequence[Op]) -> Iterator[str]:
    """The inks of the foils in a drawing, as often as they occur."""
    for op in ops:
        match op:
            case Path():
                for paint in (op.fill, op.stroke.paint if op.stroke else None):
                    ink = _foil_ink(paint)
                    if ink is not None:
                        yield ink.name
            case Group():
                yield from foil_names(op.ops)
            case Use():
                yield from foil_names(op.form.ops)


def foil_plate(face: Face, name: str) -> Face:
    """Where a face shows an ink, in black on white."""

    def part(colour: Colour) -> Colour:
        ink = colour.ink if isinstance(colour, InkColour) else None
        return _BLACK if isinstance(ink, Spot) and ink.name == name else _WHITE

    return Recolouring(part, image=_white).face(Plates().face(face))


class Plates(Recolouring):
    """Makes foils flat and opaque areas of their inks; faces keep the forms that they share."""

    def __init__(self) -> None:
        super().__init__(lambda colour: colour)

    def face(self, face: Face) -> Face:
        return super().face(face) if any(foil_names(face.ops)) else face

    def _paint(self, paint: Paint) -> Paint:
        ink = _foil_ink(paint)
        if ink is None or not isinstance(paint, Linear | Radial):
            return super()._paint(paint)
        middle = paint.stops[len(paint.stops) // 2].colour
        return InkColour(middle, msgspec.structs.replace(ink, foil=False))


def _foil_ink(paint: Paint | None) -> Spot | None:
    colour = paint.stops[0].colour if isinstance(paint, Linear | Radial) and paint.stops else None
    ink = colour.ink if isinstance(colour, InkColour) else None
    return ink if isinstance(ink, Spot) and ink.foil else None


def _white(image: Image) -> Image:
    return changed_image(image, "white", _whitened, channels=1)


def _whitened(image: Image) -> Image:
    from PIL import Image as Pillow

    return image_of(Pillow.new("L", (image.width, image.height), 255), image.alpha)
