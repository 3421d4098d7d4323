"""The outlines of rect, circle, ellipse, line, polyline, polygon and path, in user units."""

from array import array

import msgspec

from nineup.base.geometry import (
    Box,
    LongOutline,
    Matrix,
    Outline,
    Size,
    as_outline,
    subpaths,
    transform_outline,
)
from nineup.model.drawing import Segment, rectangle, rounded
from nineup.model.drawing import circle as round_outline
from nineup.svg.outlines.path_data import PathError, path_data
from nineup.svg.outlines.path_runs import IrregularError, points
from nineup.svg.reporter import Reporter
from nineup.svg.values.values import InvalidError, SvgError, numbers, user_length
from nineup.svg.xml import SvgElement

SHAPES = frozenset("rect circle ellipse line polyline polygon path".split())


class Measure(msgspec.Struct, frozen=True, eq=False):
    """Reads an element's lengths; a mistake is reported at its attribute, and the length is 0."""

    element: SvgElement
    viewport: Size
    reporter: Reporter
    em: float | None = None
    """The size of the element's font, if known."""

    def across(self, name: str, default: str = "0") -> float:
        """A length; 100 % is the viewport's width."""
        return self._length(name, default, self.viewport.width)

    def down(self, name: str, default: str = "0") -> float:
        """A length; 100 % is the viewport's height."""
        return self._length(name, default, self.viewport.height)

    def radius(self, name: str, default: str = "0") -> float:
        """A length of at least 0; 100 % is the viewport's diagonal over √2."""
        width, height = self.viewport
        return self._positive(name, self._length(name, default, ((width**2 + height**2) / 2) ** 0.5))

    def extent(self, name: str, across: bool) -> float:
        """A width or a height of at least 0."""
        return self._positive(name, self.across(name) if across else self.down(name))

    def has(self, name: str) -> bool:
        return self.element.attributes.get(name, "auto").strip() != "auto"

    def _positive(self, name: str, value: float) -> float:
        if value < 0:
            self.fail(name, InvalidError(f"`{name}` is negative"))
            return 0.0
        return value

    def _length(self, name: str, default: str, whole: float) -> float:
        try:
            return user_length(self.element.attributes.get(name, default), whole, self.em)
        except SvgError as error:
            self.fail(name, error)
            return 0.0

    def fail(self, name: str, error: SvgError) -> None:
        """Reports a mistake in an attribute."""
        bound = f"n:{name}" if name in self.element.final else name
        self.reporter.svg_error(error, self.element.span(bound))


def outline(element: SvgElement, viewport: Size, reporter: Reporter, em: float | None = None) -> Outline:
    """The segments of a shape; none if it has no area and SVG draws nothing. Mistakes are reported."""
    measure = Measure(element, viewport, reporter, em=em)
    match element.name:
        case "rect":
            return _rect(measure)
        case "circle":
            r = measure.radius("r")
            return round_outline(measure.across("cx"), measure.down("cy"), r) if r else ()
        case "ellipse":
            return _ellipse(measure)
        case "line":
            start = ("M", measure.across("x1"), measure.down("y1"))
            return (start, ("L", measure.across("x2"), measure.down("y2")))
        case "path":
            return _data(measure)
        case _:
            return _points(measure, closed=element.name == "polygon")


def with_dots(segments: Outline, user_length: float) -> Outline:
    """The outline with lines of no length extended to `user_length`:

    SVG draws their ends, PDF only round ones.
    """
    if isinstance(segments, LongOutline) and not segments.stands_still:
        return segments
    dotted: list[Segment] = []
    for subpath in subpaths(segments):
        (_, *start), *rest = subpath
        if rest and all(each[i : i + 2] == tuple(start) for each in rest for i in range(1, len(each), 2)):
            dotted += (("M", *start), ("L", start[0] + user_length, start[1]))
        else:
            dotted += subpath
    return tuple(dotted)


def _rect(measure: Measure) -> Outline:
    box = frame_box(measure)
    if box.width == 0 or box.height == 0:
        return ()
    rx, ry = _radii(measure)
    if not rx or not ry:
        return rectangle(box)
    return rounded(box, min(rx, box.width / 2), min(ry, box.height / 2))


def frame_box(measure: Measure) -> Box:
    """The box of an element with x, y, width and height."""
    width, height = measure.extent("width", across=True), measure.extent("height", across=False)
    return Box(measure.across("x"), measure.down("y"), width, height)


def _radii(measure: Measure) -> tuple[float, float]:
    """`rx` and `ry`; one that is absent, `auto` or negative is as large as the other."""
    rx = measure.across("rx") if measure.has("rx") else -1.0
    ry = measure.down("ry") if measure.has("ry") else -1.0
    return max(0.0, ry if rx < 0 else rx), max(0.0, rx if ry < 0 else ry)


def _ellipse(measure: Measure) -> Outline:
    rx, ry = _radii(measure)
    if rx == 0 or ry == 0:
        return ()
    at = Matrix(rx, 0.0, 0.0, ry, measure.across("cx"), measure.down("cy"))
    return transform_outline(round_outline(0, 0, 1), at, 9)


def _data(measure: Measure) -> Outline:
    try:
        return path_data(measure.element.attributes.get("d", ""))
    except SvgError as error:
        measure.fail("d", error)
        return error.segments if isinstance(error, PathError) else ()


def _points(measure: Measure, closed: bool) -> Outline:
    text = measure.element.attributes.get("points", "")
    try:
        values = points(text)
    except IrregularError:
        try:
            values = list(numbers(text))
        except SvgError as error:
            measure.fail("points", error)
            return ()
    if len(values) % 2:
        measure.fail("points", InvalidError("`points` has an odd number of coordinates"))
        values = values[:-1]
    if not values:
        return ()
    kinds = b"M" + b"L" * (len(values) // 2 - 1) + (b"Z" if closed else b"")
    return as_outline(kinds, array("d", values[::2]), array("d", values[1::2]))
