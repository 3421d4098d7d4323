"""Where fronts may be placed on a page, and the axis on which backs mirror them: the first step of
imposition.
"""

from typing import Literal

import msgspec

from nineup.base.geometry import Box, Size
from nineup.base.units import MM
from nineup.model.paper import Backs, SheetSpec, paper_size

Axis = Literal["x", "y"]
"""The coordinate that is mirrored from a front to its back: x if paper flips on a vertical line."""

FOLD_ROOM = 1.5 * MM
"""The space kept free on each side of a fold line, so that neither ink nor marks are folded."""


class Field(msgspec.Struct, frozen=True):
    """One side of a sheet before anything is placed on it.

    `printable` is the page within the printer's margin. Fronts with their bleed and marks stay inside `area`,
    chosen so that their backs, mirrored on the page's middle line and shifted by the back offset, are
    printable as well.
    """

    page: Size
    printable: Box
    area: Box
    mirror: Axis
    folded: bool

    @property
    def landscape(self) -> bool:
        return self.page.width > self.page.height


def turning_axis(page: Size, backs: Backs) -> Axis:
    """The coordinate that is mirrored when a duplex printer flips a page on the named edge; backs read
    upright then.
    """
    is_long_edge_vertical = page.height >= page.width
    return "x" if (backs == "long-edge") == is_long_edge_vertical else "y"


def fields(spec: SheetSpec, backs: Backs) -> tuple[Field, ...]:
    """The pages that a specification allows: portrait before landscape, a vertical fold before a horizontal
    one.
    """
    upright = paper_size(spec.paper)
    pages = {"portrait": (upright,), "landscape": (upright.turned(),), "auto": (upright, upright.turned())}
    return tuple(
        _field(page, axis, spec, backs=backs)
        for page in pages[spec.orientation]
        for axis in (("x", "y") if backs == "gutterfold" else (turning_axis(page, backs),))
    )


def _field(page: Size, axis: Axis, spec: SheetSpec, backs: Backs) -> Field:
    printable = Box(0, 0, page.width, page.height).outset(-spec.margin)
    if backs == "gutterfold":
        return Field(page, printable, _half(page, printable, axis), mirror=axis, folded=True)
    if backs == "none":
        return Field(page, printable, printable, mirror=axis, folded=False)
    right, down = map(abs, spec.back_offset)
    area = Box(
        printable.x + right,
        printable.y + down,
        printable.width - 2 * right,
        printable.height - 2 * down,
    )
    return Field(page, printable, area, mirror=axis, folded=False)


def _half(page: Size, printable: Box, axis: Axis) -> Box:
    """The left or upper half of the printable box, up to the space beside the fold."""
    if axis == "x":
        return Box(printable.x, printable.y, page.width / 2 - FOLD_ROOM - printable.x, printable.height)
    return Box(printable.x, printable.y, printable.width, page.height / 2 - FOLD_ROOM - printable.y)
