"""The shape of a component: the faces it needs, its keys, its default cut, and how its faces become a
piece.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from nineup.base.geometry import Size
from nineup.base.units import measures
from nineup.model.drawing import Face
from nineup.model.game import Component, Part
from nineup.schema import Key

Assembled = tuple[Face, Face | None]
"""The printed front and back of a piece; the back is None for one-sided pieces."""

EQUAL = 0.02
"""Lengths that differ by less, in points, are equal."""

Faces = Mapping[str, Face]
"""The drawn sides of a piece, each of the size that its shape requires; those without a layout are
missing.
"""


class ShapeMistake(msgspec.Struct, frozen=True):
    """What is wrong with the value of one of a component's keys, and what to do."""

    key: str
    message: str
    hint: str = ""


def no_mistakes(component: Component) -> Iterable[ShapeMistake]:
    """Accepts any values."""
    return ()


def must_be_square(component: Component) -> Iterable[ShapeMistake]:
    """The component must be as wide as it is high."""
    if abs(component.size.width - component.size.height) > EQUAL:
        message = f"a {component.shape} is as wide as it is high (found {measures(component.size)})"
        yield ShapeMistake("size", message, "write one length")


def front_and_back(component: Component) -> Mapping[str, Size]:
    """Two sides as large as the component."""
    return {"front": component.size, "back": component.size}


def as_drawn(part: Part, faces: Faces) -> Assembled:
    """Each layout is one side of the piece."""
    return faces["front"], faces.get("back")


def as_printed(component: Component, front: Face, back: Face | None) -> Assembled:
    """The sides as printed, which players see."""
    return front, back


class Shape(msgspec.Struct, frozen=True):
    """The shape of a component. `outlines` are its possible cuts, the default first.

    `sides` names the faces that it needs and the size of each. `front` is drawn by `layout:`, `back` by
    `back:`, any other by `sides:`; without a layout a side is omitted, or is as `defaults` says: drawn by the
    front's layout, or the game's title.

    `assemble` makes the printed sides of a piece from these faces; it is called once for the same faces or,
    with `by_card`, for each card. A shape with `in_parts` is printed in parts to be glued if a piece is
    larger than the paper. `shown` converts the printed sides to what players see of the finished piece.
    """

    name: str
    plural: str
    """The base name for files of such pieces."""
    outlines: tuple[str, ...] = ("rectangle", "round", "hexagon")
    rounded: bool = False
    """Whether its corners are rounded by default."""
    sides: Callable[[Component], Mapping[str, Size]] = front_and_back
    defaults: Mapping[str, Literal["layout", "title"]] = {}
    keys: Mapping[str, Key] = {}
    """Keys of components that only some shapes have; their values are in `Component.settings`."""
    mistakes: Callable[[Component], Iterable[ShapeMistake]] = no_mistakes
    """Finds contradictions in the values of a component's keys."""
    assemble: Callable[[Part, Faces], Assembled] = as_drawn
    by_card: bool = False
    in_parts: bool = False
    is_played: bool = True
    """Whether virtual tables show it. They don't show things with more than two sides, or things for
    storage.
    """
    lies_open: bool = False
    """Whether it lies on the table from the start, under everything else."""
    is_storage: bool = False
    """Whether it only stores other components: the appendix counts it, but doesn't list it among the
    cards.
    """
    shown: Callable[[Component, Face, Face | None], Assembled] = as_printed

    @property
    def is_flat(self) -> bool:
        """Whether its sides are printed as their layouts show them."""
        return self.assemble is as_drawn
