"""What a shape of component is: how it is cut where its file says nothing, and how its faces become a piece."""

from collections.abc import Callable

import msgspec

from nineup.drawing import Face

Assembled = tuple[Face, Face | None]
"""What is printed on a piece's front and on its back; None for one-sided pieces."""


def as_drawn(front: Face, back: Face | None) -> Assembled:
    """Each layout is one side of the piece."""
    return front, back


class Shape(msgspec.Struct, frozen=True):
    """A shape of component. `outlines` are the cuts it can have, the first where the file says none.

    `assemble` makes a piece's printed sides of the faces of its layouts; it is called once for each two faces.
    A shape `in_parts` is printed in parts to be glued where one piece is larger than the paper.
    """

    name: str
    outlines: tuple[str, ...] = ("rectangle", "round", "hexagon")
    rounded: bool = False
    """Whether its corners are round unless the file says otherwise."""
    assemble: Callable[[Face, Face | None], Assembled] = as_drawn
    in_parts: bool = False

    @property
    def plural(self) -> str:
        """What a file of such pieces is called."""
        return f"{self.name}s"
