"""Dice: a cube as a cross with flaps for glue, or six stickers for a blank die.

Opposite sides are 1 and 6, 2 and 5, 3 and 4; around the corner where 1, 2 and 3 meet, they run
counterclockwise, as on dice sold in the West.
"""

from collections.abc import Mapping

from nineup.base.geometry import Box, Point, Size
from nineup.base.units import MM
from nineup.faces.shapes.folding import Fold, fold_segments
from nineup.faces.shapes.net import Net, Panel, printed
from nineup.faces.shapes.shape import Assembled, Faces, Shape, must_be_square
from nineup.model.drawing import Segment
from nineup.model.game import Component, Part
from nineup.schema import Key, Keyword

FLAP = 5 * MM
"""The height of a flap for glue; at most a third of a side."""

NUMBERS = ("1", "2", "3", "4", "5", "6")


def sides(component: Component) -> Mapping[str, Size]:
    """Six squares."""
    return dict.fromkeys(NUMBERS, component.size)


def net(component: Component) -> Net:
    """The unfolded die, or its stickers."""
    side = component.size.width
    return _stickers(side) if component.settings["printed-as"] == "stickers" else _cross(side)


def die_sides(component: Component) -> tuple[Box, ...]:
    """The places of the sides 1 to 6 on the printed die, as shares of its width and height."""
    unfolded = net(component)
    width, height = unfolded.size
    boxes = (unfolded.panels[number].box for number in NUMBERS)
    return tuple(Box(x / width, y / height, wide / width, high / height) for x, y, wide, high in boxes)


def _cross(side: float) -> Net:
    """From left to right 5, 1, 2 and 6; 3 above and 4 below the 1.

    The flaps are at every edge of 3 and 4, and of the 6.
    """
    flap = min(FLAP, side / 3)
    top = flap + side
    squares = {"5": (0, 1), "1": (1, 1), "2": (2, 1), "6": (3, 1), "3": (1, 0), "4": (1, 2)}
    panels = {
        name: Panel(Box(column * side, flap + row * side, side, side))
        for name, (column, row) in squares.items()
    }
    x = [column * side for column in range(5)]
    y = [flap + row * side for row in range(4)]
    flaps = (
        ((x[1], y[1]), (x[1], y[0])),
        ((x[1], y[0]), (x[2], y[0])),
        ((x[2], y[0]), (x[2], y[1])),
        ((x[4], y[1]), (x[4], y[2])),
        ((x[2], y[2]), (x[2], y[3])),
        ((x[2], y[3]), (x[1], y[3])),
        ((x[1], y[3]), (x[1], y[2])),
    )
    trapezoids = [_flap(start, end, flap) for start, end in flaps]
    corners: list[Point] = [(x[0], y[1])]
    for number, trapezoid in enumerate(trapezoids):
        corners += [*trapezoid, *([(x[4], y[1])] if number == 2 else [])]
    corners += [(x[0], y[2])]
    folds = (
        *(Fold(x[column], y[1], x[column], y[2]) for column in (1, 2, 3)),
        *(Fold(x[1], y[row], x[2], y[row]) for row in (1, 2)),
        *(Fold(*start, *end) for start, end in flaps),
    )
    glue = tuple(_box(trapezoid) for trapezoid in trapezoids)
    size = Size(4 * side + flap, 2 * top + side)
    return Net(size, panels, _closed(corners), folds=folds, glue=glue)


def _flap(start: Point, end: Point, high: float) -> tuple[Point, ...]:
    """The corners of a flap on an edge, to the left of the direction from its start to its end."""
    length = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    out = along[1], -along[0]

    def at(forward: float, outward: float) -> Point:
        return (
            start[0] + along[0] * forward + out[0] * outward,
            start[1] + along[1] * forward + out[1] * outward,
        )

    return at(0, 0), at(high, high), at(length - high, high), at(length, 0)


def _box(trapezoid: tuple[Point, ...]) -> Box:
    """The part of a flap between its slants."""
    (x1, y1), (x2, y2) = trapezoid[1], trapezoid[2]
    ax, ay = trapezoid[0]
    if x1 == x2:
        return Box(min(x1, ax), min(y1, y2), abs(x1 - ax), abs(y2 - y1))
    return Box(min(x1, x2), min(y1, ay), abs(x2 - x1), abs(y1 - ay))


def _closed(corners: list[Point]) -> tuple[Segment, ...]:
    first, *others = dict.fromkeys((round(x, 6), round(y, 6)) for x, y in corners)
    return (("M", *first), *(("L", *corner) for corner in others), ("Z",))


def _stickers(side: float) -> Net:
    """Two rows of three squares with cuts between them."""
    panels = {
        name: Panel(Box(number % 3 * side, number // 3 * side, side, side))
        for number, name in enumerate(NUMBERS)
    }
    cuts = (
        Fold(side, 0.0, side, 2 * side),
        Fold(2 * side, 0.0, 2 * side, 2 * side),
        Fold(0.0, side, 3 * side, side),
    )
    return Net(Size(3 * side, 2 * side), panels, (), folds=(), slits=fold_segments(cuts))


def thrown(part: Part, faces: Faces) -> Assembled:
    """All six sides on one face of the paper."""
    return printed(faces["1"].name, net(part.component), faces), None


DIE = Shape(
    "die",
    "dice",
    outlines=("rectangle",),
    sides=sides,
    defaults=dict.fromkeys(NUMBERS, "layout"),
    keys={
        "printed-as": Key(
            Keyword(("cross", "stickers")),
            "A die as a cross to fold and glue, or as six stickers.",
            default="cross",
        )
    },
    is_played=False,
    mistakes=must_be_square,
    assemble=thrown,
)
