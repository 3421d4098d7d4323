"""The outlines along which pieces are cut, at a component's size."""

import math

from nineup.base.geometry import Size
from nineup.model.drawing import Segment, circle

OUTLINES = ("rectangle", "round", "hexagon")
"""The values of `outline:`."""

_UPRIGHT = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
"""The corners of a hexagon with two vertical sides, as fractions of its width and height."""


def shape_outline(name: str, size: Size) -> tuple[Segment, ...]:
    """The outline of a piece of this size, from its top-left corner; empty for a rectangle, which is cut at
    its trim.

    A hexagon has corners at its top and bottom or, if it is wider than high, at its left and right.
    """
    width, height = size
    if name == "rectangle":
        return ()
    if name == "round":
        return circle(width / 2, height / 2, min(width, height) / 2)
    corners = _UPRIGHT if height >= width else tuple((y, x) for x, y in _UPRIGHT)
    points = [("M" if i == 0 else "L", x * width, y * height) for i, (x, y) in enumerate(corners)]
    return (*points, ("Z",))


def regular(name: str, across: float) -> Size:
    """The size of a regular piece:

    `across` is a side, a diameter, or the distance between a hexagon's vertical sides.
    """
    return Size(across, across * 2 / math.sqrt(3)) if name == "hexagon" else Size(across, across)
