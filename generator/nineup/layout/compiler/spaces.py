"""The user spaces that elements establish: of a nested `svg`, a `symbol`, the target of a `use`, and the
root.
"""

import msgspec

from nineup.base.geometry import Box, Matrix, Size
from nineup.layout.compiler.context import CompileContext, ElementContext
from nineup.svg.outlines.shapes import Measure
from nineup.svg.reporter import Reporter
from nineup.svg.style.properties import CSS_TRANSFORM
from nineup.svg.transform import about_origin, fit_box, view_box, with_plain_numbers
from nineup.svg.values.values import SvgError
from nineup.svg.xml import SvgElement


def turn_of(root: SvgElement, pixels: ElementContext) -> Matrix:
    """The root's transform, by default about the centre of its box. Raises SvgError."""
    text = root.attributes.get("transform", "")
    if CSS_TRANSFORM in pixels.style:
        text = with_plain_numbers(pixels.style[CSS_TRANSFORM].text)
    origin = pixels.style["transform-origin"].text if "transform-origin" in pixels.style else "center"
    return about_origin(text, origin, Box(0.0, 0.0, *pixels.viewport)) if text else Matrix()


def edges(element: SvgElement, space: ElementContext, reporter: Reporter) -> Box:
    """The box of a nested `svg` in the space around it."""
    measure = Measure(element, space.viewport, reporter, em=space.em)
    return Box(
        measure.across("x"),
        measure.down("y"),
        measure.across("width", "100%"),
        measure.down("height", "100%"),
    )


def put(use: SvgElement, space: ElementContext, reporter: Reporter) -> ElementContext:
    """The space in which a `use` shows its target."""
    measure = Measure(use, space.viewport, reporter, em=space.em)
    at = Matrix.translation(measure.across("x"), measure.down("y"))
    return msgspec.structs.replace(space, matrix=space.matrix @ at)


def inner_space(
    element: SvgElement, space: ElementContext, box: Box, tools: CompileContext
) -> ElementContext:
    """The space inside a nested `svg` or a `symbol` with a box. Mistakes are reported."""
    attributes = element.attributes
    try:
        inner = view_box(attributes["viewBox"]) if "viewBox" in attributes else box._replace(x=0.0, y=0.0)
        matrix, _ = fit_box(inner, box, attributes.get("preserveAspectRatio", ""))
    except SvgError as error:
        tools.report(element, "viewBox", error)
        return space
    return msgspec.structs.replace(
        space, matrix=space.matrix @ matrix, viewport=Size(inner.width, inner.height)
    )


def space_inside(element: SvgElement, space: ElementContext, tools: CompileContext) -> ElementContext:
    """The space of an element's clip path and mask: that inside a nested `svg`, or of a `use`'s target, as in
    Chromium.
    """
    if element.name == "use":
        return put(element, space, tools.reporter)
    if element.name == "svg":
        box = edges(element, space, tools.reporter)
        return inner_space(element, space, box, tools=tools) if box.width > 0 and box.height > 0 else space
    return space
