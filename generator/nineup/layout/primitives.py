"""The elements that mark the face themselves: painted shapes and pictures, and the places of frames."""

from nineup.drawing import Form, Group, Op, Path, Picture, Segment, Use, rectangle
from nineup.geometry import IDENTITY, Box, Matrix, outline_bounds, transform_outline
from nineup.layout.frames import Held, Place
from nineup.layout.paint import BLACK, Canvas
from nineup.layout.shapes import Measure, frame_box
from nineup.layout.space import Space, Tools
from nineup.layout.transform import fitted, is_upright, keeps_shape
from nineup.layout.values import SvgError
from nineup.layout.words import hidden
from nineup.layout.xml import Element

_PIXEL = 0.75
"""Points in a pixel of CSS."""


def shape(element: Element, segments: tuple[Segment, ...], space: Space, tools: Tools) -> tuple[Op, ...]:
    """A painted outline: one path, within a group where its stroke is skewed."""
    style, matrix = space.style, space.matrix
    if not segments or hidden(style):
        return ()
    inner = IDENTITY if "stroke" in style and not keeps_shape(matrix) else matrix
    canvas = Canvas(outline_bounds(segments), space.viewport, inner)
    fill, opacity = tools.painter.paint("fill", style, canvas, BLACK)
    if element.name == "line" or opacity == 0:
        fill = None
    stroke = tools.painter.stroke(style, canvas, inner.scale)
    if fill is None and stroke is None:
        return ()
    rule = style.get("fill-rule")
    even_odd = rule is not None and rule.text == "evenodd"
    path = Path(transform_outline(segments, inner, 4), fill, stroke, even_odd, opacity if fill else 1.0)
    return (path,) if inner is matrix else (Group((path,), matrix),)


def place(box: Box, segments: tuple[Segment, ...], matrix: Matrix) -> Place:
    """Where a frame lies: a box in points, and what turns it where something does."""
    if is_upright(matrix):
        return Place(tidy(matrix.map_box(box)), transform_outline(segments, matrix, 4), None)
    scale = matrix.scale or 1.0
    unit = Matrix.scaling(scale, scale)
    return Place(
        tidy(unit.map_box(box)),
        transform_outline(segments, unit, 4),
        matrix @ Matrix.scaling(1 / scale, 1 / scale),
    )


def tidy(box: Box) -> Box:
    """The box, rounded as all coordinates are."""
    return Box(*(round(value, 4) + 0.0 for value in box))


def image(element: Element, space: Space, tools: Tools) -> tuple[Op, ...]:
    """A picture, or another drawing, laid into its box by preserveAspectRatio."""
    if hidden(space.style):
        return ()
    try:
        held = tools.engine.art(element)
    except SvgError as error:
        tools.raised(element, "href", error)
        return ()
    if held is None:
        return ()
    box = _picture_box(element, held, Measure(element, space.viewport, tools.report))
    if not box.width or not box.height:
        return ()
    spot = place(box, rectangle(box), space.matrix)
    try:
        own = Box(0.0, 0.0, *held.size) if isinstance(held, Form) else Box(0.0, 0.0, held.width, held.height)
        at, cut = fitted(own, spot.box, element.attributes.get("preserveAspectRatio", ""))
    except SvgError as error:
        tools.raised(element, "preserveAspectRatio", error)
        return ()
    at = Matrix(*(round(value, 6) + 0.0 for value in at))
    op: Op = Use(held, at) if isinstance(held, Form) else Picture(held, tidy(at.map_box(own)))
    return spot.put((Group((op,), clip=Path(spot.outline)),) if cut else (op,))


def _picture_box(element: Element, held: Held, measure: Measure) -> Box:
    """The box of an `image`; what it does not say comes from the picture's own size (96 pixels an inch)."""
    if isinstance(held, Form):
        width, height = held.size.width / _PIXEL, held.size.height / _PIXEL
    else:
        width, height = float(held.width), float(held.height)
    box = frame_box(measure)
    wide = measure.has("width") and "width" in element.attributes
    high = measure.has("height") and "height" in element.attributes
    if not wide:
        box = box._replace(width=box.height * width / height if high else width)
    return box if high else box._replace(height=box.width * height / width)
