"""Gradients as PDF objects: shading patterns that interpolate between stops."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from nineup.model.drawing import InkColour, Linear, Radial, Stop
from nineup.write.document.objects import ObjectWriter
from nineup.write.document.operators import Numbers, process
from nineup.write.document.references import Shading
from nineup.write.document.reportlab import pdfdoc

_NUMBER = Numbers(6)

_MORE = 0.01
"""A small distance: readers sample a function at a few hundred places."""


def gradient_object(gradient: Shading, objects: ObjectWriter) -> str:
    """Add a pattern in the coordinates of the stream that uses it; return a reference to it."""
    paint = gradient.paint
    shading = pdfdoc.PDFAxialShading if isinstance(paint, Linear) else pdfdoc.PDFRadialShading
    space = _SPACES[len(_components(paint.stops[0], gradient))]
    return objects.dictionary(
        {
            "Type": "/Pattern",
            "PatternType": 2,
            "Matrix": pdfdoc.PDFArrayCompact(_numbers(paint.matrix)),
            "Shading": shading(
                *_numbers(_coordinates(paint)), _function(gradient), space, Extend="[true true]"
            ),
        }
    )


def _numbers(values: Iterable[float]) -> list[str]:
    """Numbers with six decimals, of which ReportLab would round large ones to fewer."""
    return [_NUMBER[value] for value in values]


def _coordinates(paint: Linear | Radial) -> tuple[float, ...]:
    first, last = _range(paint)
    if isinstance(paint, Linear):
        dx, dy = paint.x2 - paint.x1, paint.y2 - paint.y1
        start, end = (
            (paint.x1 + first * dx, paint.y1 + first * dy),
            (paint.x1 + last * dx, paint.y1 + last * dy),
        )
        return (*start, *end)
    x, y = paint.fx + last * (paint.cx - paint.fx), paint.fy + last * (paint.cy - paint.fy)
    return paint.fx, paint.fy, 0.0, x, y, last * paint.r


def _range(paint: Linear | Radial) -> tuple[float, float]:
    """The range of a shading, in lengths of its gradient: slightly more before a sharp edge at its start
    or after one at its end, because a function has one colour at each end, and pads with that.
    """
    ordered = ramp(paint.stops)
    starts = [stop for stop in ordered if stop.offset == 0]
    ends = [stop for stop in ordered if stop.offset == 1]
    is_edge = isinstance(paint, Linear) and _colours(starts[0]) != _colours(starts[-1])
    return -_MORE if is_edge else 0.0, 1 + _MORE if _colours(ends[0]) != _colours(ends[-1]) else 1.0


def _colours(stop: Stop) -> tuple[float, ...]:
    return (*stop.colour, stop.opacity)


def ramp(stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    """Stops from 0 to 1 in order; an offset smaller than the one before it is raised to that (SVG 2,
    14.2.4).
    """
    ordered: list[Stop] = []
    for stop in stops:
        low = ordered[-1].offset if ordered else 0.0
        ordered.append(Stop(min(1.0, max(low, stop.offset)), stop.colour, stop.opacity))
    first, last = ordered[0], ordered[-1]
    return (Stop(0.0, first.colour, first.opacity), *ordered, Stop(1.0, last.colour, last.opacity))


def _function(gradient: Shading) -> Any:
    """Linear functions between neighbouring stops, stitched; two stops at one offset make a sharp edge."""
    first, last = _range(gradient.paint)
    stops = [_moved(stop, first, last) for stop in ramp(gradient.paint.stops)]
    stops = [
        Stop(0.0, stops[0].colour, stops[0].opacity),
        *stops,
        Stop(1.0, stops[-1].colour, stops[-1].opacity),
    ]
    pieces = [(a, b) for a, b in pairwise(stops) if a.offset < b.offset]
    functions = [_between(a, b, gradient) for a, b in pieces]
    if len(functions) == 1:
        return functions[0]
    bounds = [b.offset for _, b in pieces[:-1]]
    return pdfdoc.PDFStitchingFunction(functions, bounds, (0, 1) * len(pieces), Domain="[0 1]")


def _moved(stop: Stop, first: float, last: float) -> Stop:
    """A gradient's stop with its offset in a shading from `first` to `last`."""
    if (first, last) == (0, 1):
        return stop
    return Stop((stop.offset - first) / (last - first), stop.colour, stop.opacity)


def _between(start: Stop, end: Stop, gradient: Shading) -> Any:
    return pdfdoc.PDFExponentialFunction(_components(start, gradient), _components(end, gradient), 1)


_SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}


def _components(stop: Stop, gradient: Shading) -> tuple[float, ...]:
    """The components of a gradient at a stop, in its colour space."""
    colour = stop.colour
    if gradient.grey:
        return (stop.opacity,)
    if not gradient.inks:
        return colour
    # In a drawing for press, only masks have colours without inks, which are greys.
    return process(colour.ink) if isinstance(colour, InkColour) else colour[:1]
