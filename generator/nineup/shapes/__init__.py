"""The shapes of components: what each makes of drawn faces. Adding one is a module, a line here, its test."""

from nineup.shapes.flat import BOARD, CARD, MAT, TILE, TOKEN
from nineup.shapes.outline import OUTLINES, outline, regular
from nineup.shapes.shape import Shape
from nineup.shapes.standee import STANDEE

__all__ = ["OUTLINES", "SHAPES", "Shape", "outline", "regular", "shape_names", "shape_of"]

SHAPES = (CARD, TILE, TOKEN, STANDEE, MAT, BOARD)
"""In the order in which they are printed, each in files of its own."""

_BY_NAME = {shape.name: shape for shape in SHAPES}


def shape_names() -> tuple[str, ...]:
    """What `shape:` may say."""
    return tuple(_BY_NAME)


def shape_of(name: str) -> Shape:
    """The shape of this name. Raises KeyError when there is none."""
    return _BY_NAME[name]
