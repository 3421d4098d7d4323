"""The elements that draw something themselves: shapes and pictures; and the areas of frames."""

from nineup.drawing import Art, Form, Group, Op, Path, PlacedImage, Segment, Use, rectangle
from nineup.geometry import IDENTITY, Box, Matrix, outline_bounds, transform_outline
from nineup.layout.context import CompileContext, ElementContext
from nineup.layout.frames import FrameArea
from nineup.layout.gradients import PaintTarget
from nineup.layout.paint import BLACK
from nineup.layout.shapes import Measure, frame_box
from nineup.layout.static_text import hidden
from nineup.layout.transform import fit_box, is_upright, keeps_shape
from nineup.layout.values import SvgError
from nineup.layout.xml import SvgElement

_PIXEL = 0.75
"""Points in a CSS pixel."""


def shape(
    element: SvgElement, segments: tuple[Segment, ...], space: ElementContext, tools: CompileContext
) -> tuple[Op, ...]:
    """A painted outline: one path, in a group if its stroke is skewed."""
    style, matrix = space.style, space.matrix
    if tools.is_measuring and segments:
        return (Path(transform_outline(segments, matrix, 4), BLACK),)
    if not segments or hidden(style):
        return ()
    tools.count_segments(len(segments))
    inner = IDENTITY if "stroke" in style and not keeps_shape(matrix) else matrix
    target = PaintTarget(outline_bounds(segments), space.viewport, inner)
    fill, opacity = tools.painter.paint("fill", style, target, BLACK)
    if element.name == "line" or opacity == 0:
        fill = None
    stroke = tools.painter.stroke(style, target, inner.scale)
    if fill is None and stroke is None:
        return ()
    rule = style.get("fill-rule")
    even_odd = rule is not None and rule.text == "evenodd"
    drawn = transform_outline(segments, inner, 4)
    paths: tuple[Op, ...] = (Path(drawn, fill, stroke, even_odd, opacity if fill else 1.0),)
    if fill is not None and stroke is not None and tools.painter.is_stroke_first(style):
        paths = (Path(drawn, None, stroke), Path(drawn, fill, None, even_odd, opacity))
    return paths if inner is matrix else (Group(paths, matrix),)


def frame_area(box: Box, segments: tuple[Segment, ...], matrix: Matrix) -> FrameArea:
    """The area of a frame: a box in points, and the matrix around it unless it is upright."""
    if is_upright(matrix):
        return FrameArea(rounded_box(matrix.map_box(box)), transform_outline(segments, matrix, 4), None)
    scale = matrix.scale or 1.0
    unit = Matrix.scaling(scale, scale)
    return FrameArea(
        rounded_box(unit.map_box(box)),
        transform_outline(segments, unit, 4),
        matrix @ Matrix.scaling(1 / scale, 1 / scale),
    )


def rounded_box(box: Box) -> Box:
    """The box, rounded to the four decimals of all coordinates."""
    return Box(*(round(value, 4) + 0.0 for value in box))


def image(element: SvgElement, space: ElementContext, tools: CompileContext) -> tuple[Op, ...]:
    """A picture or another drawing, fitted to its box by preserveAspectRatio."""
    if hidden(space.style) and not tools.is_measuring:
        return ()
    try:
        art = tools.resources.art(element)
    except SvgError as error:
        tools.report(element, "href", error)
        return ()
    if art is None:
        return ()
    box = _picture_box(element, art, Measure(element, space.viewport, tools.reporter))
    if not box.width or not box.height:
        return ()
    area = frame_area(box, rectangle(box), space.matrix)
    try:
        own = Box(0.0, 0.0, *art.size) if isinstance(art, Form) else Box(0.0, 0.0, art.width, art.height)
        at, cut = fit_box(own, area.box, element.attributes.get("preserveAspectRatio", ""))
    except SvgError as error:
        tools.report(element, "preserveAspectRatio", error)
        return ()
    at = Matrix(*(round(value, 6) + 0.0 for value in at))
    op: Op = Use(art, at) if isinstance(art, Form) else PlacedImage(art, rounded_box(at.map_box(own)))
    return area.place((Group((op,), clip=Path(area.outline)),) if cut else (op,))


def _picture_box(element: SvgElement, art: Art, measure: Measure) -> Box:
    """The box of an `image`; sides that it doesn't have follow the picture's size, at 96 pixels per inch."""
    if isinstance(art, Form):
        width, height = art.size.width / _PIXEL, art.size.height / _PIXEL
    else:
        width, height = float(art.width), float(art.height)
    box = frame_box(measure)
    wide = measure.has("width") and "width" in element.attributes
    high = measure.has("height") and "height" in element.attributes
    if not wide:
        box = box._replace(width=box.height * width / height if high else width)
    return box if high else box._replace(height=box.width * height / width)
