"""The shape of a component: the faces it needs, its keys, its default cut, and how its faces become a piece."""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from nineup.drawing import Face
from nineup.game import Component, Part
from nineup.geometry import Size
from nineup.schema import Key

Assembled = tuple[Face, Face | None]
"""What is printed on the front and the back of a piece; the back is None for one-sided pieces."""

Faces = Mapping[str, Face]
"""The drawn sides of a piece, each as large as its shape asks for; those without a layout are missing."""


def front_and_back(component: Component) -> Mapping[str, Size]:
    """Two sides as large as the component."""
    return {"front": component.size, "back": component.size}


def as_drawn(part: Part, faces: Faces) -> Assembled:
    """Each layout is one side of the piece."""
    return faces["front"], faces.get("back")


def as_printed(component: Component, front: Face, back: Face | None) -> Assembled:
    """Players see the sides as they are printed."""
    return front, back


class Shape(msgspec.Struct, frozen=True):
    """The shape of a component. `outlines` are its possible cuts, the default first.

    `sides` names the faces that it needs and how large each is. `front` is drawn by `layout:`, `back` by `back:`, any other by
    `sides:`; without a layout a side is left out, or is as `defaults` says: drawn by the front's layout, or the game's title.

    `assemble` makes the printed sides of a piece from these faces; it is called once for the same faces or, with `by_card`, for
    each card. A shape with `in_parts` is printed in parts to be glued if a piece is larger than the paper. `shown` makes of the
    printed sides what players see of the piece once it is made.
    """

    name: str
    plural: str
    """The name of files of such pieces."""
    outlines: tuple[str, ...] = ("rectangle", "round", "hexagon")
    rounded: bool = False
    """Whether its corners are rounded by default."""
    sides: Callable[[Component], Mapping[str, Size]] = front_and_back
    defaults: Mapping[str, Literal["layout", "title"]] = {}
    keys: Mapping[str, Key] = {}
    """Keys of components that only some shapes have; what they read is in `Component.settings`."""
    assemble: Callable[[Part, Faces], Assembled] = as_drawn
    by_card: bool = False
    in_parts: bool = False
    is_played: bool = True
    """Whether it is on the table in play. A box isn't."""
    shown: Callable[[Component, Face, Face | None], Assembled] = as_printed

    @property
    def is_flat(self) -> bool:
        """Whether its sides are printed as their layouts show them."""
        return self.assemble is as_drawn
