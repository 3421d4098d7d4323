"""The outlines along which pieces are cut, made to the measure of a component."""

import math

from nineup.drawing import Segment, circle
from nineup.geometry import Size

OUTLINES = ("rectangle", "round", "hexagon")
"""What `outline:` may say."""

_UPRIGHT = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
"""The corners of a hexagon with two upright sides, in parts of its width and height."""


def outline(name: str, size: Size) -> tuple[Segment, ...]:
    """Where a piece of this size is cut, from its top-left corner; nothing for a rectangle, cut along its trim.

    A hexagon points up and down; one that is wider than high points left and right.
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
    """The size of a regular piece by one length: a side, a diameter, or from side to side of an upright hexagon."""
    return Size(across, across * 2 / math.sqrt(3)) if name == "hexagon" else Size(across, across)
