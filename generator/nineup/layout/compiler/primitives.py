"""The elements that draw something themselves, shapes and pictures, and the areas of frames."""

from collections.abc import Iterator

import msgspec

from nineup.base.geometry import IDENTITY, Box, Matrix, Outline, outline_bounds, transform_outline
from nineup.layout.binding.frames import FrameArea
from nineup.layout.compiler.context import CompileContext, ElementContext
from nineup.layout.placeholder import MissingArtError, note_missing
from nineup.model.drawing import Art, Form, Group, Op, Path, PlacedImage, Stroke, Use, rectangle
from nineup.svg.effects.markers import MARKED, NAMES, MarkedPath, vertices
from nineup.svg.outlines.path_data import path_ends
from nineup.svg.outlines.shapes import Measure, frame_box, with_dots
from nineup.svg.paint.gradients import PaintTarget
from nineup.svg.paint.paint import BLACK
from nineup.svg.text.static_text import hidden
from nineup.svg.transform import fit_box, is_upright, keeps_shape
from nineup.svg.values.values import SvgError, number
from nineup.svg.xml import SvgElement
from nineup.typography.text.track import Track

_SHARED = 10
"""The number of another drawing's operations that count as one element: they are compiled once, and drawn at
each placement.
"""

_PIXEL = 0.75
"""Points in a CSS pixel."""


_SHORTEST = 0.01
"""The length in points given to a line without length, so that its ends are drawn."""


def shape(
    element: SvgElement, segments: Outline, space: ElementContext, tools: CompileContext
) -> tuple[Op, ...]:
    """A painted outline: one path, in a group if its stroke is skewed."""
    style, matrix = space.style, space.matrix
    if tools.is_measuring and segments:
        return (Path(transform_outline(segments, matrix, 4), BLACK),)
    if not segments or hidden(style):
        return ()
    tools.count_segments(len(segments))
    # A stroke that isn't scaled has its width in pixels of the drawing, as on a screen.
    fixed = tools.painter.is_unscaled(style)
    inner = IDENTITY if "stroke" in style and not keeps_shape(matrix) and not fixed else matrix
    target = PaintTarget(lambda: outline_bounds(segments), space.viewport, inner)
    if space.is_clip:
        rule = style.get("clip-rule")
        even_odd = rule is not None and rule.text == "evenodd"
        return (Path(transform_outline(segments, matrix, 4), BLACK, None, even_odd=even_odd),)
    marked = _markers(element, segments, space, tools=tools)
    fill, opacity = tools.painter.paint("fill", style, target, default=BLACK)
    if element.name == "line" or opacity == 0:
        fill = None
    stroke = tools.painter.stroke(style, target, _PIXEL if fixed else inner.scale)
    if stroke is not None and stroke.dash and "pathLength" in element.attributes:
        stroke = _on_stated_length(
            stroke, Track(segments).length, Measure(element, space.viewport, tools.reporter, em=space.em)
        )
    if fill is None and stroke is None:
        return marked
    rule = style.get("fill-rule")
    even_odd = rule is not None and rule.text == "evenodd"
    if stroke is not None and stroke.cap != "butt":
        segments = with_dots(segments, _SHORTEST / (inner.scale or 1.0))
    drawn = transform_outline(segments, inner, 4)
    whole = Path(drawn, fill, stroke, even_odd=even_odd, opacity=opacity if fill else 1.0)
    ops: list[Op] = []
    for part in _parts(whole, tools.painter.order(style)):
        if part is None:
            ops += marked
        elif part.fill is not None or part.stroke is not None:
            ops.append(part if inner is matrix else Group((part,), matrix))
    return tuple(ops)


def _on_stated_length(stroke: Stroke, length: float, measure: Measure) -> Stroke:
    """The stroke with dashes scaled to the length that its `pathLength` states (SVG 2, 9.6.1)."""
    try:
        stated = number(measure.element.attributes["pathLength"])
    except SvgError as error:
        measure.fail("pathLength", error)
        return stroke
    if stated <= 0:
        return stroke
    dash = tuple(round(each * length / stated, 4) for each in stroke.dash)
    return msgspec.structs.replace(
        stroke, dash=dash if any(dash) else (), phase=round(stroke.phase * length / stated, 4)
    )


def _parts(path: Path, order: tuple[str, ...]) -> Iterator[Path | None]:
    """The parts of a path in painting order; None for its markers."""
    places = {word: place for place, word in enumerate(order)}
    if places["stroke"] == places["fill"] + 1:
        yield from (path if word == "fill" else None for word in order if word != "stroke")
        return
    for word in order:
        if word == "markers":
            yield None
        elif word == "fill":
            yield Path(path.segments, path.fill, None, even_odd=path.even_odd, opacity=path.opacity)
        else:
            yield Path(path.segments, None, path.stroke)


def _markers(
    element: SvgElement, segments: Outline, space: ElementContext, tools: CompileContext
) -> tuple[Op, ...]:
    """The markers of a path."""
    style = space.style
    names = [name for name in NAMES if name in style and style[name].text != "none"]
    if not names or element.name not in MARKED:
        return ()
    ends = path_ends(element.attributes.get("d", "")) if element.name == "path" else None
    corners = vertices(segments, ends)
    path = MarkedPath(
        tools.painter.stroke_width(style, space.viewport), space.matrix, space.viewport, style=style
    )
    drawn: list[Op] = []
    for name in names:
        try:
            drawn += tools.markers.ops(name, corners, path)
        except SvgError as error:
            style[name].report_error(tools.reporter, error)
    return tuple(drawn)


def frame_area(box: Box, segments: Outline, matrix: Matrix) -> FrameArea:
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
    except MissingArtError as missing:
        return _placeholder(element, space, tools, missing=missing)
    except SvgError as error:
        tools.report(element, "href", error)
        return ()
    if art is None:
        return ()
    if isinstance(art, Form):
        tools.count(space.depth, tools.resources.weight(art) // _SHARED)
    box = _picture_box(element, art, Measure(element, space.viewport, tools.reporter, em=space.em))
    if not box.width or not box.height:
        return ()
    area = frame_area(box, rectangle(box), space.matrix)
    try:
        own = Box(0.0, 0.0, *art.size) if isinstance(art, Form) else Box(0.0, 0.0, art.width, art.height)
        aspect = tools.resources.aspect(art) if isinstance(art, Form) else ""
        at, cut = fit_box(own, area.box, element.attributes.get("preserveAspectRatio", aspect))
    except SvgError as error:
        tools.report(element, "preserveAspectRatio", error)
        return ()
    at = Matrix(*(round(value, 6) + 0.0 for value in at))
    if isinstance(art, Form) and (whole := tools.resources.whole(art)):
        # Where the image has room beside the drawing, browsers show what extends beyond its edges.
        tools.count(space.depth, tools.resources.weight(art))
        return area.place((Group((Group(whole, at),), clip=Path(area.outline)),))
    op: Op = Use(art, at) if isinstance(art, Form) else PlacedImage(art, rounded_box(at.map_box(own)))
    return area.place((Group((op,), clip=Path(area.outline)),) if cut else (op,))


def _placeholder(
    element: SvgElement, space: ElementContext, tools: CompileContext, missing: MissingArtError
) -> tuple[Op, ...]:
    """A placeholder in the box of a layout's `image`; in art, or without a size, missing art is an error."""
    box = frame_box(Measure(element, space.viewport, tools.reporter, em=space.em))
    if tools.reporter.is_art or not box.width or not box.height:
        tools.report(element, "href", missing)
        return ()
    is_bound = "href" in element.final
    note_missing(tools.reporter.findings, missing, element.span("n:href" if is_bound else "href"))
    area = frame_area(box, rectangle(box), space.matrix)
    return area.place(tools.resources.placeholder(area.box, missing))


def _picture_box(element: SvgElement, art: Art, measure: Measure) -> Box:
    """The box of an `image`; missing sides follow from the picture's size, at 96 pixels per inch."""
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
