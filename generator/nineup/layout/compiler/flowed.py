"""`flowRoot`, Inkscape's text in a frame, as older versions write it: set like a bound text, in one style and
in its size. Browsers draw nothing.
"""

from collections.abc import Iterator
from typing import cast

from nineup.base.geometry import is_rectangle, outline_bounds
from nineup.layout.compiler.context import CompileContext, ElementContext
from nineup.layout.compiler.primitives import frame_area
from nineup.logic.expression import escape
from nineup.model.drawing import Op, Path
from nineup.svg.outlines.shapes import SHAPES, outline
from nineup.svg.paint.paint import BLACK
from nineup.svg.style.cascade import ElementStyle, cascade
from nineup.svg.style.properties import IGNORED
from nineup.svg.text.static_text import hidden
from nineup.svg.values.values import SvgError, UnsupportedError, number
from nineup.svg.xml import SvgElement
from nineup.typography.text import Room, Style, set_frames
from nineup.typography.text.style import Align

_LOOKS = ("font-family", "font-size", "font-weight", "font-style", "fill", "letter-spacing", "text-align")
"""The properties in which all words must agree."""

_ALIGN = {"center": "center", "middle": "center", "end": "right", "right": "right", "justify": "justify"}

_PARAGRAPHS = ("flowPara", "flowDiv")

_ADVICE = "convert it to text in Inkscape (Text > Convert to Text)"

_LEADING = 1.25
"""The distance between lines, in sizes, unless a drawing says it."""


def flowed(element: SvgElement, space: ElementContext, tools: CompileContext) -> tuple[Op, ...]:
    """The text of a `flowRoot` in its first region. Raises SvgError."""
    region = _region(element)
    parts = [part for part in _parts(element, space.style, tools) if part[0].strip()]
    if not parts:
        return ()
    style = parts[0][1]
    if any(_look(other) != _look(style) for _, other in parts):
        raise UnsupportedError("words in several styles in a `flowRoot` are not supported", _ADVICE)
    segments = outline(region, space.viewport, tools.reporter)
    box = outline_bounds(segments)
    if box is None or not box.width or not box.height:
        return ()
    area = frame_area(box, segments, space.matrix)
    if tools.is_measuring:
        return area.place((Path(area.outline, BLACK),))
    text_style = _style(element, style, space, tools=tools)
    if text_style is None or hidden(space.style):
        return ()
    tools.count(space.depth, sum(len(text) for text, _ in parts) // 10)
    font = tools.resources.setting.shaping(text_style).font
    # Inkscape's first line has its whole height below the edge, ours its capitals.
    above = (font.ascent + font.descent) / 2000 + text_style.leading / 2 - font.cap_height / 1000
    above *= text_style.size
    lower = area.box._replace(y=area.box.y + above, height=area.box.height - above)
    text = "\n".join(escape(text.strip()) for text, _ in _parts(element, space.style, tools))
    (result,) = set_frames(
        (text.strip(),),
        lower,
        text_style,
        setting=tools.resources.setting,
        fit="none",
        room=None if is_rectangle(area.outline) else Room(area.outline),
    )
    for problem in result.problems:
        tools.reporter.error(problem.code, problem.message, element.span(), hint=problem.hint)
    return area.place(result.ops)


def _region(element: SvgElement) -> SvgElement:
    """The shape of a text that is in one, and in paragraphs. Raises UnsupportedError for any other."""
    regions = [each for region in _named(element, "flowRegion") for each in region.elements()]
    if len(regions) != 1 or regions[0].name not in SHAPES:
        raise UnsupportedError("a `flowRoot` that isn't in one shape is not supported", _ADVICE)
    paragraphs = [each for each in element.elements() if each.name in _PARAGRAPHS]
    inside = [child for each in paragraphs for child in each.elements()]
    names = {each.name for each in element.elements()} - {"flowRegion", *_PARAGRAPHS, *IGNORED}
    names |= {each.name for each in inside} - {"flowSpan"}
    names |= {each.name for span in inside for each in span.elements()}
    if names:
        raise UnsupportedError(f"`{min(names)}` in a `flowRoot` is not supported", _ADVICE)
    return regions[0]


def _named(element: SvgElement, name: str) -> Iterator[SvgElement]:
    return (each for each in element.elements() if each.name == name)


def _parts(
    element: SvgElement, style: ElementStyle, tools: CompileContext
) -> Iterator[tuple[str, ElementStyle]]:
    """The text and the style of each paragraph; a part of one that looks different comes by itself."""
    for paragraph in (each for each in element.elements() if each.name in _PARAGRAPHS):
        own = _cascaded(paragraph, style, tools)
        inside = [(child, _cascaded(child, own, tools)) for child in paragraph.elements()]
        yield " ".join(_words(paragraph).split()), own
        yield from ((_words(child), each) for child, each in inside if _look(each) != _look(own))


def _words(element: SvgElement) -> str:
    return "".join(child if isinstance(child, str) else _words(child) for child in element.children)


def _cascaded(element: SvgElement, style: ElementStyle, tools: CompileContext) -> ElementStyle:
    return cascade(element, style, tools.library.rules(element.document), reporter=tools.reporter)


def _look(style: ElementStyle) -> tuple[str, ...]:
    return tuple(style[name].text if name in style else "" for name in _LOOKS)


def _style(
    element: SvgElement, style: ElementStyle, space: ElementContext, tools: CompileContext
) -> Style | None:
    """The text style of a drawing's properties; None if it is invisible or its font is missing, which is
    reported.
    """
    font = tools.typesetter.font(style, element)
    shade = tools.painter.colour(style.get("fill"), style)
    if font is None or shade is None:
        return None
    scale = space.matrix.scale
    size = tools.typesetter.size(style)
    stated = style.get("text-align") or style.get("text-anchor")
    families = [tools.typesetter.family(name.strip(" '\"")) for name in style["font-family"].text.split(",")]
    first = next(name for name in families if tools.resources.fonts.has_family(name))
    return Style(
        first,
        weight=font.weight,
        italic=font.italic,
        size=round(size * scale, 3),
        min_size=round(size * scale, 3),
        leading=_leading(style),
        paragraph=1.0,
        align=cast(Align, _ALIGN.get(stated.text, "left") if stated else "left"),
        colour=shade[0],
        opacity=round(shade[1] * tools.painter.opacity("fill-opacity", style), 4),
        tracking=tools.typesetter.tracking(style, size) * scale,
    )


def _leading(style: ElementStyle) -> float:
    """The distance between lines, in sizes."""
    text = style["line-height"].text if "line-height" in style else "normal"
    try:
        stated = number(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except SvgError:
        return _LEADING
    return max(stated, 0.5)
