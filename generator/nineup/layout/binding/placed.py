"""Where a layout's elements are on a face: a node around each element that knows its matrices.

Only engines that are asked to (`is_placing`) make these nodes, which share no forms: they are for editors.
"""

from collections.abc import Sequence

import msgspec

from nineup.base.geometry import Box, Matrix, union
from nineup.layout.binding.filling import Filling
from nineup.layout.binding.nodes import LayoutNode
from nineup.model.drawing import Op
from nineup.svg.xml import SvgElement


class Placed(msgspec.Struct, eq=False):
    """The nodes of an element, with the matrices to points on the face."""

    element: SvgElement
    outer: Matrix
    """Of the user space around the element."""
    inner: Matrix
    """Of its own user space."""
    box: Box | None
    """The box of its geometry in that; None for groups, and what has no size of its own."""
    body: Sequence[LayoutNode]

    def fill(self, filling: Filling, out: list[Op]) -> None:
        for node in self.body:
            node.fill(filling, out)

    def reach(self) -> Box | None:
        return union(node.reach() for node in self.body)
