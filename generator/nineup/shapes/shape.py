"""The shape of a component: its default cut, and how its faces become a piece."""

from collections.abc import Callable

import msgspec

from nineup.drawing import Face
from nineup.geometry import Size

Assembled = tuple[Face, Face | None]
"""What is printed on the front and the back of a piece; the back is None for one-sided pieces."""


def as_drawn(front: Face, back: Face | None) -> Assembled:
    """Each layout is one side of the piece."""
    return front, back


def as_printed(front: Face, back: Face | None, size: Size) -> Assembled:
    """Players see the sides as they are printed."""
    return front, back


class Shape(msgspec.Struct, frozen=True):
    """The shape of a component. `outlines` are its possible cuts, the default first.

    `assemble` makes the printed sides of a piece from the faces of its layouts; it is called once for each pair of
    faces. A shape with `in_parts` is printed in parts to be glued if a piece is larger than the paper.
    `shown` makes of the printed sides, and the component's size, what players see of the piece once it is made.
    """

    name: str
    outlines: tuple[str, ...] = ("rectangle", "round", "hexagon")
    rounded: bool = False
    """Whether its corners are rounded by default."""
    assemble: Callable[[Face, Face | None], Assembled] = as_drawn
    in_parts: bool = False
    shown: Callable[[Face, Face | None, Size], Assembled] = as_printed

    @property
    def plural(self) -> str:
        """The name of files of such pieces."""
        return f"{self.name}s"
