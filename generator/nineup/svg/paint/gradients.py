"""Gradients as paints: their stops and geometry, including those inherited from other gradients.

A paint only pads, like PDF's shadings: for one that repeats or is reflected, the stops are repeated as often
as its shape needs, and a focal circle becomes the point at which its cone begins.

The parameter of a point is how far along the vector it is: 0 at its start, 1 at its end. Over
the corners of what is painted it has a smallest and a largest value, and as many periods as
lie between them are written out.

From (0, 0) to (10, 0), black to white, on a shape from x = -5 to 15: the parameter runs from -0.5 to 1.5, so
periods -1, 0 and 1 are written, as one gradient from -10 to 20.

  repeat   0 black, ⅓ white, ⅓ black, ⅔ white, ⅔ black, 1 white
  reflect  0 white, ⅓ black, ⅔ white, 1 black
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from nineup.base.geometry import IDENTITY, Box, Matrix, Point, Size
from nineup.model.drawing import Linear, Paint, Radial, Stop
from nineup.svg.library import Library
from nineup.svg.transform import about_origin
from nineup.svg.values.values import AbsentError, UnresolvedError, UnsupportedError, user_length
from nineup.svg.xml import SvgElement

_NEAR = 1e-6

KINDS = frozenset({"linearGradient", "radialGradient"})

MOST_STOPS = 2000
"""The largest number of stops of a gradient with its repetitions; finer ones are invisible."""

_GEOMETRY = frozenset("x1 y1 x2 y2 cx cy r fx fy fr".split())
"""Attributes inherited from gradients of the same kind only."""

_DEEPEST = 50
"""The longest chain of gradients that refer to each other."""


class PaintTarget:
    """What is painted: the box of the object in user units, its viewport, and its matrix.

    The box is measured when a gradient or a pattern asks for it.
    """

    def __init__(self, measure: Callable[[], Box | None], viewport: Size, matrix: Matrix) -> None:
        self._measure = measure
        self.viewport = viewport
        self.matrix = matrix

    @cached_property
    def box(self) -> Box | None:
        return self._measure()

    def through(self, matrix: Matrix) -> "PaintTarget":
        """The same target drawn through another matrix."""
        return PaintTarget(self._measure, self.viewport, matrix)


class InheritedGradient:
    """A gradient with everything it inherits from others. Raises UnresolvedError if it refers to itself."""

    def __init__(self, element: SvgElement, library: Library) -> None:
        self.element = element
        self.chain = [element]
        while "href" in self.chain[-1].attributes:
            try:
                target = library.target(self.chain[-1])
            except AbsentError:
                break
            if target in self.chain or len(self.chain) > _DEEPEST:
                raise UnresolvedError(f"the gradient `{element.attributes.get('id')}` refers to itself")
            if target.name not in KINDS:
                break
            self.chain.append(target)

    def get(self, name: str, default: str) -> str:
        """An attribute of the gradient, or of the first referenced one that has it."""
        for one in self.chain:
            if name in one.attributes and (one.name == self.element.name or name not in _GEOMETRY):
                return one.attributes[name]
        return default

    def stops(self) -> list[SvgElement]:
        """The `stop` elements."""
        each = ([child for child in one.elements() if child.name == "stop"] for one in self.chain)
        return next(filter(None, each), [])

    def spread(self) -> str:
        """`pad`, `reflect` or `repeat`; any other word is ignored."""
        word = self.get("spreadMethod", "pad").strip()
        return word if word in ("reflect", "repeat") else "pad"

    def has_area(self, target: PaintTarget) -> bool:
        """Whether there is a box for the gradient to fill, if it needs one."""
        box = target.box
        if self.get("gradientUnits", "objectBoundingBox") == "userSpaceOnUse":
            return True
        return box is not None and box.width > 0 and box.height > 0

    def paint(
        self, stops: tuple[Stop, ...], target: PaintTarget, reach: Box | None
    ) -> tuple[Paint | None, float]:
        """The paint and its opacity; `reach` is the box of the painted area, in the units of the target."""
        space, whole = target.matrix, target.viewport
        by_box = self.get("gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
        if by_box:
            box = target.box
            if box is None or box.width == 0 or box.height == 0:
                return None, 0.0
            space, whole = space @ Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y), Size(1.0, 1.0)
        origin = self.element.attributes.get("transform-origin", "")
        turned = about_origin(self.get("gradientTransform", ""), origin, Box(0.0, 0.0, *whole))
        space = space @ turned
        if not space.scale:
            return None, 0.0
        area = _area(target.matrix, reach, space)
        space = _rounded(space)
        if self.element.name == "linearGradient":
            return self._linear(stops, space, whole, area=area)
        return self._radial(stops, space, whole, area=area)

    def _along(self, name: str, default: str, size: float) -> float:
        return round(user_length(self.get(name, default), size), 6)

    def _linear(
        self, stops: tuple[Stop, ...], space: Matrix, whole: Size, area: tuple[Point, ...]
    ) -> tuple[Paint | None, float]:
        width, height = whole
        x1, y1 = self._along("x1", "0%", width), self._along("y1", "0%", height)
        x2, y2 = self._along("x2", "100%", width), self._along("y2", "0%", height)
        dx, dy = x2 - x1, y2 - y1
        if not dx and not dy:
            # A vector without length paints everything in the color of the last stop (SVG 2, 14.2.2).
            return stops[-1].colour, stops[-1].opacity
        at = [((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) for x, y in area]
        if self.spread() == "pad" or not area:
            return Linear(x1, y1, x2, y2, stops=_visible(stops, at), matrix=space), 1.0
        first, last = math.floor(min(at)), math.ceil(max(at) + 1e-9)
        spread = _spread(stops, first, last, reflected=self.spread() == "reflect")
        start, end = (x1 + first * dx, y1 + first * dy), (x1 + last * dx, y1 + last * dy)
        return Linear(*_near(start), *_near(end), spread, space), 1.0

    def _radial(
        self, stops: tuple[Stop, ...], space: Matrix, whole: Size, area: tuple[Point, ...]
    ) -> tuple[Paint | None, float]:
        width, height = whole
        # Percentages of lengths that are neither horizontal nor vertical refer to this (SVG 2, 8.9).
        diagonal = ((width**2 + height**2) / 2) ** 0.5
        cx, cy = self._along("cx", "50%", width), self._along("cy", "50%", height)
        r, fr = self._along("r", "50%", diagonal), self._along("fr", "0", diagonal)
        fx, fy = self._along("fx", str(cx), width), self._along("fy", str(cy), height)
        if r <= 0:
            return stops[-1].colour, stops[-1].opacity
        if fr < 0 or fr >= r:
            raise UnsupportedError(
                "a focal circle larger than its gradient is not supported", "make `fr` smaller"
            )
        if fr == 0 and self.spread() == "pad":
            return Radial(cx, cy, r, fx, fy, stops=stops, matrix=space), 1.0
        # The circles grow from a point, at the parameter `tip`, through the focal circle (0) to the outer one
        # (1).
        tip, last = -fr / (r - fr), 1.0
        if self.spread() != "pad" and area:
            if math.hypot(fx - cx, fy - cy) >= r:
                raise UnsupportedError(
                    "a repeated gradient with its focus outside its circle is not supported",
                    "move the focus inside",
                )
            # Measured from the tip, the parameter is that of a cone from a point. Rescaled,
            # it counts from the focal circle.
            x, y = fx + tip * (cx - fx), fy + tip * (cy - fy)
            at = max(_parameter(point, (x, y), (cx, cy), r=r) for point in area) * (1 - tip) + tip
            last = float(max(1, math.ceil(at)))
            stops = _spread(stops, math.floor(tip), int(last), reflected=self.spread() == "reflect")
            # Periods are whole, but the cone begins in the middle of one: circles
            # smaller than a point don't exist.
            stops = _between(stops, (tip - math.floor(tip)) / (last - math.floor(tip)))
        else:
            stops = tuple(Stop((stop.offset - tip) / (1 - tip), stop.colour, stop.opacity) for stop in stops)
        centre = _near((fx + last * (cx - fx), fy + last * (cy - fy)))
        focus = _near((fx + tip * (cx - fx), fy + tip * (cy - fy)))
        return Radial(*centre, round(fr + last * (r - fr), 6), *focus, stops, space), 1.0


def _area(matrix: Matrix, reach: Box | None, space: Matrix) -> tuple[Point, ...]:
    """The corners of what is painted, in the gradient's own space."""
    if reach is None:
        return ()
    back = space.inverse() @ matrix
    return tuple(back.apply(*corner) for corner in reach.corners)


def _parameter(point: Point, focus: Point, centre: Point, r: float) -> float:
    """The circle through a point, as a parameter from the focus (0) to the circle of radius r (1) about a
    centre.
    """
    dx, dy = centre[0] - focus[0], centre[1] - focus[1]
    x, y = point[0] - focus[0], point[1] - focus[1]
    # The circle at the parameter t has the middle t·(dx, dy) and the radius t·r. That (x, y) lies on it means
    # a·t² + 2b·t - c = 0, of which this is the root that isn't negative.
    a, b, c = r * r - dx * dx - dy * dy, x * dx + y * dy, x * x + y * y
    return (math.sqrt(b * b + a * c) - b) / a


def _spread(stops: tuple[Stop, ...], first: int, last: int, reflected: bool) -> tuple[Stop, ...]:
    """The stops of each period from `first` to `last`, with offsets from 0 to 1 over all of them."""
    count = max(1, last - first)
    if count * (len(stops) + 2) > MOST_STOPS:
        raise UnsupportedError(f"the gradient is repeated {count:,} times", "make its vector longer")
    # Stops needn't begin at 0 or end at 1. Without these, colors would run across the border of two periods.
    ends = (_at(stops[0], 0.0), *stops, _at(stops[-1], 1.0))
    spread: list[Stop] = []
    for period in range(first, first + count):
        turned = reflected and period % 2 == 1
        for stop in reversed(ends) if turned else ends:
            offset = (period - first + (1 - stop.offset if turned else stop.offset)) / count
            spread.append(_at(stop, offset))
    return tuple(spread)


def _between(stops: Iterable[Stop], start: float) -> tuple[Stop, ...]:
    """The stops after an offset, preceded by a stop of the colour there, spread over the rest of the
    range.
    """
    if not start:
        return tuple(stops)
    later: list[Stop] = []
    before: Stop | None = None
    for stop in stops:
        if stop.offset >= start:
            if not later and before is not None and stop.offset > before.offset:
                later.append(_mixed(before, stop, (start - before.offset) / (stop.offset - before.offset)))
            later.append(stop)
        before = stop
    return tuple(_at(stop, max(0.0, (stop.offset - start) / (1 - start))) for stop in later)


def _visible(stops: tuple[Stop, ...], at: Sequence[float]) -> tuple[Stop, ...]:
    """The stops without those that only pad an end beyond the painted area: a sharp edge there could become
    visible.
    """
    first, last = 0, len(stops)
    if at and min(at) >= -_NEAR:
        while last - first > 2 and stops[first + 1].offset == 0:
            first += 1
    if at and max(at) <= 1 + _NEAR:
        while last - first > 2 and stops[last - 2].offset == 1:
            last -= 1
    return stops[first:last]


def _at(stop: Stop, offset: float) -> Stop:
    return Stop(round(offset, 6), stop.colour, stop.opacity)


def _mixed(one: Stop, other: Stop, share: float) -> Stop:
    """The stop at a share of the way between two stops; its offset remains to be set."""
    values = [a + (b - a) * share for a, b in zip(one.colour, other.colour, strict=True)]
    red, green, blue = (round(value, 4) for value in values)
    opacity = round(one.opacity + (other.opacity - one.opacity) * share, 4)
    return Stop(one.offset + (other.offset - one.offset) * share, (red, green, blue), opacity)


def _near(point: Point) -> Point:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def _rounded(matrix: Matrix) -> Matrix:
    return matrix if matrix == IDENTITY else Matrix(*(round(value, 6) + 0.0 for value in matrix))
