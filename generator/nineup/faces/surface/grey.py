"""Faces in grey, as on a monochrome printer."""

import io

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
        made = self._faces.get(face)
        if made is None:
            made = self._faces[face] = self._recolouring.face(face)
        return made

    def ops(self, ops: tuple[Op, ...]) -> tuple[Op, ...]:
        """Operations in grey."""
        return self._recolouring.ops(ops)


def _grey_image(image: Image) -> Image:
    """A picture in grey, with the same alpha channel."""
    from PIL import Image as Pillow

    if image.channels == 1:
        return image
    if image.encoding == "jpeg":
        picture = Pillow.open(io.BytesIO(image.data), formats=["JPEG"]).convert("RGB")
    else:
        mode = "CMYK" if image.encoding == "cmyk" else "RGB"
        picture = Pillow.frombytes(mode, (image.width, image.height), image.data).convert("RGB")
    data = picture.convert("L", matrix=(*WEIGHTS, 0)).tobytes()
    return Image(f"{image.digest}-grey", image.width, image.height, "grey", 1, data, image.alpha)
