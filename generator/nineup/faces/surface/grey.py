"""Faces in grey, as on a monochrome printer."""

from nineup.model.art import changed_image, image_of, pixels_of
from nineup.model.drawing import Colour, Face, Image, Op
from nineup.model.recolour import Recolouring

WEIGHTS = (0.2126, 0.7152, 0.0722)
"""The weights of red, green and blue in the CSS filter `grayscale`."""


def grey(colour: Colour) -> Colour:
    """A colour in grey."""
    level = round(sum(weight * channel for weight, channel in zip(WEIGHTS, colour, strict=True)), 4)
    return level, level, level


class GreyPrinter:
    """Makes grey faces, each once, and grey operations."""

    def __init__(self) -> None:
        self._recolouring = Recolouring(grey, image=_grey_image)
        self._faces: dict[Face, Face] = {}

    def face(self, face: Face) -> Face:
        """A face in grey."""
        in_grey = self._faces.get(face)
        if in_grey is None:
            in_grey = self._faces[face] = self._recolouring.face(face)
        return in_grey

    def ops(self, ops: tuple[Op, ...]) -> tuple[Op, ...]:
        """Operations in grey."""
        return self._recolouring.ops(ops)


def _grey_image(image: Image) -> Image:
    """A picture in grey, with the same alpha channel."""
    if image.channels == 1:
        return image
    return changed_image(image, "grey", _in_grey, channels=1)


def _in_grey(image: Image) -> Image:
    return image_of(pixels_of(image).convert("RGB").convert("L", matrix=(*WEIGHTS, 0)), image.alpha)
