"""Sizes, boxes, transforms, outlines and curves on a page whose origin is the top-left corner and whose y
runs down.

Two modules for proofs and exports are imported by name: `rays` (whether points lie in an outline) and
`stroke_outline`.
"""

from typing import TYPE_CHECKING

from nineup.base.geometry.bezier import cubic, cubic_direction, cubic_point, cubic_range
from nineup.base.geometry.box import Box, Point, Size, box_around, union
from nineup.base.geometry.long_outline import LongOutline, Outline, Segment, as_outline
from nineup.base.geometry.matrix import IDENTITY, Matrix
from nineup.base.geometry.outline import (
    control_bounds,
    convex_hull,
    flatten,
    is_rectangle,
    outline_bounds,
    reverse,
    subpaths,
    transform_outline,
)
from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.base.geometry.stroking import Pen, stroke_outline
    from nineup.base.geometry.winding import winding_range
else:
    __getattr__ = late_names(
        __name__,
        {
            "stroking": ("Pen", "stroke_outline"),
            "winding": ("winding_range",),
        },
    )

__all__ = [
    "IDENTITY",
    "Box",
    "LongOutline",
    "Matrix",
    "Outline",
    "Pen",
    "Point",
    "Segment",
    "Size",
    "as_outline",
    "box_around",
    "control_bounds",
    "convex_hull",
    "cubic",
    "cubic_direction",
    "cubic_point",
    "cubic_range",
    "flatten",
    "is_rectangle",
    "outline_bounds",
    "reverse",
    "stroke_outline",
    "subpaths",
    "transform_outline",
    "union",
    "winding_range",
]
