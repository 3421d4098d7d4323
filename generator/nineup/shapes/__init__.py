"""The shapes of components, and what each makes of drawn faces. To add one: a module, a line here, a test."""

from nineup.shapes.flat import BOARD, CARD, MAT, TILE, TOKEN
from nineup.shapes.outline import OUTLINES, outline, regular
from nineup.shapes.shape import Shape
from nineup.shapes.standee import STANDEE

__all__ = ["OUTLINES", "SHAPES", "Shape", "outline", "regular", "shape_names", "shape_of"]

SHAPES = (CARD, TILE, TOKEN, STANDEE, MAT, BOARD)
"""In printing order; each shape is printed to its own files."""

_BY_NAME = {shape.name: shape for shape in SHAPES}


def shape_names() -> tuple[str, ...]:
    """The values of `shape:`."""
    return tuple(_BY_NAME)


def shape_of(name: str) -> Shape:
    """The shape with this name. Raises KeyError."""
    return _BY_NAME[name]
