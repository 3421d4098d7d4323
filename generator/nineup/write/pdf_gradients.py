"""Gradients as PDF objects: shading patterns that interpolate between stops."""

import math
from itertools import pairwise

from nineup.drawing import Linear, Radial, Stop
from nineup.write.pdf_objects import ObjectWriter
from nineup.write.resources import Numbers, Shading

_NUMBER = Numbers(6)

_INSIDE = 0.999
"""The farthest that a focus may be from the centre, in radii: on the circle itself, readers draw a cone."""


def gradient_object(gradient: Shading, objects: ObjectWriter) -> str:
    """Add a pattern in the coordinates of the stream that uses it; return a reference to it."""
    space = "/DeviceGray" if gradient.grey else "/DeviceRGB"
    shading = {
        "ShadingType": 2 if isinstance(gradient.paint, Linear) else 3,
        "ColorSpace": space,
        "Coords": _array(_coordinates(gradient.paint)),
        "Function": _function(gradient),
        "Extend": "[true true]",
    }
    return objects.dictionary(
        {
            "Type": "/Pattern",
            "PatternType": 2,
            "Matrix": _array(gradient.paint.matrix),
            "Shading": objects.dictionary(shading),
        }
    )


def _coordinates(paint: Linear | Radial) -> tuple[float, ...]:
    if isinstance(paint, Linear):
        return paint.x1, paint.y1, paint.x2, paint.y2
    dx, dy = paint.fx - paint.cx, paint.fy - paint.cy
    far = math.hypot(dx, dy) / (paint.r * _INSIDE)
    if far > 1:
        dx, dy = dx / far, dy / far
    return paint.cx + dx, paint.cy + dy, 0.0, paint.cx, paint.cy, paint.r


def ramp(stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    """Stops from 0 to 1 in order; an offset smaller than the one before it is raised to that (SVG 2, 14.2.4)."""
    ordered: list[Stop] = []
    for stop in stops:
        low = ordered[-1].offset if ordered else 0.0
        ordered.append(Stop(min(1.0, max(low, stop.offset)), stop.colour, stop.opacity))
    first, last = ordered[0], ordered[-1]
    return (Stop(0.0, first.colour, first.opacity), *ordered, Stop(1.0, last.colour, last.opacity))


def _function(gradient: Shading) -> str:
    """Linear functions between neighbouring stops, stitched; two stops at one offset make a sharp edge."""
    pieces = [(a, b) for a, b in pairwise(ramp(gradient.paint.stops)) if a.offset < b.offset]
    functions = [_between(a, b, gradient.grey) for a, b in pieces]
    if len(functions) == 1:
        return functions[0]
    bounds = _array(tuple(b.offset for _, b in pieces[:-1]))
    encode = " ".join(["0 1"] * len(pieces))
    return f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(functions)}]/Bounds {bounds}/Encode[{encode}]>>"


def _between(start: Stop, end: Stop, grey: bool) -> str:
    first = (start.opacity,) if grey else start.colour
    last = (end.opacity,) if grey else end.colour
    return f"<</FunctionType 2/Domain[0 1]/N 1/C0 {_array(first)}/C1 {_array(last)}>>"


def _array(numbers: tuple[float, ...]) -> str:
    return f"[{' '.join(_NUMBER[number] for number in numbers)}]"
