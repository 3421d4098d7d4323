"""Markers: the vertices of a path, their directions, and the drawings there.

A marker with `orient="auto"` points halfway between the directions in which the path arrives and leaves (SVG
2, 13.7). Directions are those of the control points that differ from the vertex: a curve whose first control
point is its start leaves toward the second one.

  arrives to the right (0°), leaves downwards (90°):  45°
  arrives at 170°, leaves at -170°:                   180°, not 0°
"""

import math
from collections.abc import Callable, Sequence

import msgspec

from nineup.base.geometry import Box, Matrix, Point, Segment, Size, transform_outline
from nineup.model.drawing import Group, Op, Path, rectangle
from nineup.svg.library import definition
from nineup.svg.style.cascade import ElementStyle
from nineup.svg.transform import fit_box, view_box
from nineup.svg.values.values import UnresolvedError, angle, user_length
from nineup.svg.xml import SvgElement

NAMES = ("marker-start", "marker-mid", "marker-end")

MARKED = frozenset({"path", "line", "polyline", "polygon"})
"""The shapes that have markers."""

_SIDE = "3"
"""The default of `markerWidth` and `markerHeight`."""


class Vertex(msgspec.Struct, frozen=True):
    """A point of a path, with the directions in which the path arrives and leaves, None at its ends."""

    at: Point
    before: Point | None
    after: Point | None

    @property
    def angle(self) -> float:
        """The direction between arriving and leaving, in degrees."""
        angles = [math.atan2(y, x) for x, y in filter(None, (self.before, self.after))]
        if len(angles) < 2:
            return math.degrees(angles[0]) if angles else 0.0
        first, last = angles
        # Between -180° and 180°, so that it is the smaller of the two angles between
        # the directions that is halved.
        turn = (last - first + math.pi) % (2 * math.pi) - math.pi
        return math.degrees(first + turn / 2)


def vertices(segments: Sequence[Segment], ends: Sequence[int] | None = None) -> list[Vertex]:
    """The vertices of an outline; `ends` are the indices of the segments that end at one, by default all."""
    wanted = set(range(len(segments)) if ends is None else ends)
    corners: list[Vertex] = []
    here = start = (0.0, 0.0)
    opened = 0
    for index, segment in enumerate(segments):
        there, leaving, arriving = _directions(segment, here, start)
        if segment[0] == "M":
            opened = len(corners)
            corners.append(Vertex(there, None, None))
            start = there
        else:
            # A segment without length has no direction, so the vertex takes that of the next one that has.
            if corners and corners[-1].after is None and leaving:
                corners[-1] = msgspec.structs.replace(corners[-1], after=leaving)
            if segment[0] == "Z":
                first = corners[opened]
                # If the last point is already the first, the closing line has no direction, and
                # the path arrives as it did there.
                closing = arriving or corners[-1].before
                # The vertex where a closed subpath ends is the one where it starts: each has both directions.
                corners.append(Vertex(start, closing, first.after))
                corners[opened] = msgspec.structs.replace(first, before=closing)
            elif index in wanted:
                corners.append(Vertex(there, arriving, None))
            else:
                corners[-1] = msgspec.structs.replace(corners[-1], after=corners[-1].after or leaving)
        here = there
    return corners


def _directions(segment: Segment, here: Point, start: Point) -> tuple[Point, Point | None, Point | None]:
    """The end of a segment, and the directions at its start and end; None for one without length."""
    if segment[0] == "Z":
        points = [start]
    else:
        values = segment[1:]
        points = [(values[i], values[i + 1]) for i in range(0, len(values), 2)]
    whole = [here, *points]
    leaving = next((_apart(here, point) for point in points if _apart(here, point) != (0.0, 0.0)), None)
    end = whole[-1]
    arriving = next(
        (_apart(point, end) for point in reversed(whole[:-1]) if _apart(point, end) != (0.0, 0.0)), None
    )
    return end, leaving, arriving


def _apart(one: Point, other: Point) -> Point:
    return other[0] - one[0], other[1] - one[1]


class MarkedPath(msgspec.Struct, frozen=True):
    """A path with markers: the width of its stroke in user units, its matrix, its viewport and its style."""

    stroke: float
    space: Matrix
    viewport: Size
    style: ElementStyle


DrawMarker = Callable[[SvgElement, Matrix, Size, ElementStyle], tuple[Op, ...]]
"""Draws a marker's children through a matrix, in a viewport; the style is that of the path."""


class Markers(msgspec.Struct, eq=False):
    """Draws markers. Raises SvgError."""

    draw: DrawMarker
    style: Callable[[SvgElement], ElementStyle]
    """The style of a definition at its place in the document."""
    opacity: Callable[[str, ElementStyle], float]
    """The value of an opacity property of a style."""
    _open: list[SvgElement] = []

    def ops(self, name: str, corners: Sequence[Vertex], path: "MarkedPath") -> list[Op]:
        """The operations of one of the properties on the vertices of a path."""
        if not corners or path.style[name].text == "none":
            return []
        element = definition(path.style[name], "marker")
        at = {"marker-start": corners[:1], "marker-mid": corners[1:-1], "marker-end": corners[-1:]}[name]
        if element in self._open:
            raise UnresolvedError(f"the marker `{element.attributes.get('id')}` contains itself")
        self._open.append(element)
        try:
            return [op for vertex in at for op in self._one(element, vertex, name, path=path)]
        finally:
            self._open.pop()

    def _one(self, element: SvgElement, vertex: Vertex, name: str, path: "MarkedPath") -> tuple[Op, ...]:
        attributes = element.attributes
        width = user_length(attributes.get("markerWidth", _SIDE), path.viewport.width)
        height = user_length(attributes.get("markerHeight", _SIDE), path.viewport.height)
        if width <= 0 or height <= 0:
            return ()
        scale = 1.0 if attributes.get("markerUnits") == "userSpaceOnUse" else path.stroke
        inner, fitted = Box(0.0, 0.0, *path.viewport), Matrix()
        if "viewBox" in attributes:
            inner = view_box(attributes["viewBox"])
            fitted = fit_box(inner, Box(0.0, 0.0, width, height), attributes.get("preserveAspectRatio", ""))[
                0
            ]
        x, y = (_reference(attributes.get(f"ref{axis}", "0"), inner, axis) for axis in "XY")
        ref = fitted.apply(x, y)
        # From the inside out: the reference point to the origin, to the stroke's width, turned, to the
        # vertex.
        matrix = (
            path.space
            @ Matrix.translation(*vertex.at)
            @ Matrix.rotation(_angle(attributes.get("orient", "0"), vertex, name))
            @ Matrix.scaling(scale, scale)
            @ Matrix.translation(-ref[0], -ref[1])
        )
        if not matrix.scale:
            return ()
        ops = self.draw(element, matrix @ fitted, Size(inner.width, inner.height), path.style)
        style = self.style(element)
        overflow, faded = style.get("overflow"), self.opacity("opacity", style)
        if not ops or not faded:
            return ()
        edge = Path(transform_outline(rectangle(Box(0.0, 0.0, width, height)), matrix, 4))
        if overflow is not None and overflow.text in ("visible", "auto"):
            return (Group(ops, opacity=faded),) if faded < 1 else ops
        return (Group(ops, clip=edge, opacity=faded),)


def _reference(text: str, inner: Box, axis: str) -> float:
    whole, start = (inner.width, inner.x) if axis == "X" else (inner.height, inner.y)
    shares = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}
    return start + shares[text] * whole if text in shares else user_length(text, whole)


def _angle(orient: str, vertex: Vertex, name: str) -> float:
    if orient == "auto":
        return vertex.angle
    if orient == "auto-start-reverse":
        return vertex.angle + (180.0 if name == "marker-start" else 0.0)
    return angle(orient)
