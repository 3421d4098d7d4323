"""Tuck boxes: a box for a deck, cut and folded from one sheet.

From left to right: the left side, the front, the right side, the back, and the flap onto which the left side
is glued. The lid is at the top of the back and closes into the front, which has a notch for the thumb; the
bottom is attached to the front. Both sides have dust flaps at top and bottom.
"""

from collections.abc import Mapping
from typing import Any

from nineup.base.geometry import Box, Point, Size, reverse
from nineup.base.units import MM
from nineup.faces.shapes.folding import Fold
from nineup.faces.shapes.net import Net, Panel, cut_side, printed
from nineup.faces.shapes.shape import Assembled, Faces, Shape
from nineup.model.drawing import ARC, Face, Segment
from nineup.model.game import Component, Part
from nineup.schema import LENGTH, Key, Names, Record, Scope, WholeNumber
from nineup.schema.nodes import Mapping as MappingNode
from nineup.schema.nodes import Node

ROOM = 1 * MM
"""How much wider, higher and deeper than its deck a box is."""

STOCK = 0.3 * MM
"""The thickness of a card, if none is given: paper of 250 to 300 g/m²."""

TUCK = 12 * MM
"""How far lid and bottom reach into the box."""

EASE = 0.5 * MM
"""How much narrower they are there at each side, so that they slide in."""

GLUE = 12 * MM
"""The width of the flap for glue; on a thin box, a little less than its depth."""

DUST = 14 * MM
"""The height of the dust flaps; at most half the width of the box, and no more than the lid's."""

THUMB = 9 * MM
"""The radius of the notch; at most a fifth of the width of the box."""


class Depth:
    """A length, or a number of cards and the thickness of one."""

    _cards = Record(
        {
            "cards": Key(WholeNumber(1), "How many cards it holds.", required=True),
            "stock": Key(LENGTH, "The thickness of a card; default 0.3mm.", default=STOCK),
        },
        example="depth: {cards: 60, stock: 0.3mm}",
    )

    def read(self, node: Node, scope: Scope) -> float:
        if not isinstance(node, MappingNode):
            return LENGTH.read(node, scope) or 0.0
        values = self._cards.read(node, scope)
        return float(values.get("cards", 1) * values.get("stock", STOCK))

    def schema(self, names: Names) -> dict[str, Any]:
        return {"anyOf": [LENGTH.schema(names), self._cards.schema(names)]}


def inner(component: Component) -> tuple[float, float, float]:
    """The width, height and depth of the box, in points."""
    width, height = component.size
    return width + ROOM, height + ROOM, component.settings["depth"] + ROOM


def sides(component: Component) -> Mapping[str, Size]:
    """The content of each side, as seen on the box with its top up; on top and bottom, up is toward the back
    and the front.
    """
    width, height, depth = inner(component)
    wall, end = Size(depth, height), Size(width, depth)
    return {
        "front": Size(width, height),
        "back": Size(width, height),
        "left": wall,
        "right": wall,
        "top": end,
        "bottom": end,
    }


def net(component: Component) -> Net:
    """The box as it is cut out, with the printed side up."""
    width, height, depth = inner(component)
    glue = min(GLUE, 0.9 * depth)
    front, right = depth, depth + width
    back, flap = right + depth, right + depth + width
    top = depth + TUCK
    bottom = top + height
    panels = {
        "left": Panel(Box(0, top, depth, height)),
        "front": Panel(Box(front, top, width, height)),
        "right": Panel(Box(right, top, depth, height)),
        "back": Panel(Box(back, top, width, height)),
        "top": Panel(Box(back, TUCK, width, depth), 2),
        "bottom": Panel(Box(front, bottom, width, depth)),
    }
    dust = min(DUST, width / 2 - EASE, top)
    outline = (
        ("M", 0.0, top),
        *_dust(0.0, depth, top, -dust),
        *_notch(front + width / 2, top, min(THUMB, width / 5)),
        ("L", right, top),
        *_dust(right, depth, top, -dust),
        ("L", back, TUCK),
        *_tuck(back, width, TUCK, -TUCK),
        ("L", flap, top),
        ("L", flap + glue, top + glue / 2),
        ("L", flap + glue, bottom - glue / 2),
        ("L", flap, bottom),
        ("L", back, bottom),
        *_leftward((right, bottom), _dust(right, depth, bottom, dust)),
        ("L", right, bottom + depth),
        *_leftward((front, bottom + depth), _tuck(front, width, bottom + depth, TUCK)),
        ("L", front, bottom),
        *_leftward((0.0, bottom), _dust(0.0, depth, bottom, dust)),
        ("Z",),
    )
    folds = (
        *(Fold(x, top, x, bottom) for x in (front, right, back, flap)),
        *(Fold(x, y, x + depth, y) for y in (top, bottom) for x in (0.0, right)),
        *(Fold(back, y, flap, y) for y in (TUCK, top)),
        *(Fold(front, y, right, y) for y in (bottom, bottom + depth)),
    )
    size = Size(flap + glue, bottom + top)
    return Net(size, panels, outline, folds=folds, glue=(Box(flap, top + glue / 2, glue, height - glue),))


def _dust(x: float, depth: float, y: float, out: float) -> tuple[Segment, ...]:
    """A flap on an edge from left to right: slanted at both ends, so that it fits beside the lid."""
    slant = min(3 * MM, depth / 4)
    return ("L", x + slant, y + out), ("L", x + depth - slant, y + out), ("L", x + depth, y)


def _tuck(x: float, width: float, y: float, out: float) -> tuple[Segment, ...]:
    """The end of a lid from left to right, a little narrower than it, with round corners."""
    left, right, far = x + EASE, x + width - EASE, y + out
    r = min(abs(out) * 0.75, width / 4)
    turn, k = (r if out > 0 else -r), 1 - ARC
    return (
        ("L", left, y),
        ("L", left, far - turn),
        ("C", left, far - k * turn, left + k * r, far, left + r, far),
        ("L", right - r, far),
        ("C", right - k * r, far, right, far - k * turn, right, far - turn),
        ("L", right, y),
        ("L", x + width, y),
    )


def _notch(x: float, y: float, r: float) -> tuple[Segment, ...]:
    """A half circle cut into an edge from left to right, below it."""
    k = ARC * r
    return (
        ("L", x - r, y),
        ("C", x - r, y + k, x - k, y + r, x, y + r),
        ("C", x + k, y + r, x + r, y + k, x + r, y),
    )


def _leftward(start: Point, segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Segments from a point in reverse order, ending at it."""
    return reverse((("M", *start), *segments))[1:]


def folded(part: Part, faces: Faces) -> Assembled:
    """The net; the inside of the box is blank."""
    return printed(faces["front"].name, net(part.component), faces), None


def walls(component: Component, front: Face, back: Face | None) -> Assembled:
    """The front and the back of the closed box."""
    panels = net(component).panels
    return cut_side(front, *panels["front"]), cut_side(front, *panels["back"])


def walls_with_bleed(component: Component, front: Face, bleed: float) -> Mapping[str, Face]:
    """Each side of the closed box, with what is around it on the net."""
    panels = net(component).panels
    return {side: cut_side(front, *panel, bleed=bleed) for side, panel in panels.items()}


TUCK_BOX = Shape(
    "tuck-box",
    "tuck-boxes",
    outlines=("rectangle",),
    sides=sides,
    defaults={"back": "layout", "left": "title", "right": "title", "top": "title", "bottom": "title"},
    keys={
        "depth": Key(
            Depth(),
            "How thick the deck in a tuck box is: a length, or `{cards: 60, stock: 0.3mm}`.",
            required=True,
            default=0.0,
        )
    },
    assemble=folded,
    is_played=False,
    is_storage=True,
    shown=walls,
)
