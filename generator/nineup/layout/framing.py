"""Compile frames: elements into which a binding puts text, a symbol or a picture."""

from collections.abc import Callable
from typing import Any, Literal, cast

import msgspec

from nineup.diagnostics import nearest
from nineup.drawing import Op, Segment, rectangle
from nineup.geometry import Box, Matrix, outline_bounds
from nineup.layout.along import rail, text_paths
from nineup.layout.bind import content
from nineup.layout.frames import Frame, Held, Holder, Place, TextFrame, TextLine
from nineup.layout.nodes import Node, Skipped, Still, unseen
from nineup.layout.primitives import place, shape
from nineup.layout.shapes import SHAPES, Measure, frame_box, outline
from nineup.layout.space import Space, Tools
from nineup.layout.style import Style, Value, classes
from nineup.layout.transform import is_upright
from nineup.layout.words import hidden
from nineup.layout.xml import Element
from nineup.text import Style as TextStyle
from nineup.units import length

_ALIGN = {
    "start": "left",
    "left": "left",
    "center": "center",
    "middle": "center",
    "end": "right",
    "right": "right",
    "justify": "justify",
}
_VALIGN = {"top": "top", "middle": "middle", "center": "middle", "bottom": "bottom"}
_ANCHOR = {"start": "left", "middle": "center", "end": "right"}
_STANDS: dict[str, Literal["start", "middle", "end"]] = {
    "left": "start",
    "justify": "start",
    "center": "middle",
    "right": "end",
}


def frame(element: Element, space: Space, tools: Tools) -> list[Node]:
    """The nodes of a frame: what it paints of itself, then what it holds."""
    nodes = _line(element, space, tools) if element.name == "text" else _frame(element, space, tools)
    return unseen(nodes) if hidden(space.style) else nodes


def _frame(element: Element, space: Space, tools: Tools) -> list[Node]:
    spot = _spot(element, space, tools)
    if spot is None:
        return [Skipped()]
    paint = Still(() if element.name == "image" else _own_paint(element, space, tools))
    inner = (
        _text(element, spot, space, tools) if content(element) == "text" else _holder(element, spot, tools)
    )
    return [paint, inner]


def _spot(element: Element, space: Space, tools: Tools) -> Place | None:
    measure = Measure(element, space.viewport, tools.report)
    if element.name == "image":
        box: Box | None = frame_box(measure)
        segments: tuple[Segment, ...] = rectangle(frame_box(measure))
    else:
        segments = outline(element, space.viewport, tools.report) if element.name in SHAPES else ()
        box = outline_bounds(segments)
    if box is None or box.width <= 0 or box.height <= 0:
        tools.report.error(
            "svg-value", "this frame has no extent", element.span(), "give it a width and a height"
        )
        return None
    return place(box, segments, space.matrix)


def _own_paint(element: Element, space: Space, tools: Tools) -> tuple[Op, ...]:
    """What a frame draws of itself: only with the fill and the stroke that the element itself names."""
    segments = outline(element, space.viewport, tools.report)
    own = {
        name: value
        for name, value in space.style.items()
        if name not in ("fill", "stroke") or value.element is element
    }
    own.setdefault("fill", Value("none", element))
    return shape(element, segments, space._replace(style=own), tools)


def _text(element: Element, spot: Place, space: Space, tools: Tools) -> Node:
    style = _style(element, space, tools)
    if style is None:
        return Skipped()
    changes: dict[str, Any] = {}
    if "row" not in element.bindings and "column" not in element.bindings:
        changes["align"] = _word(element, "align", _ALIGN, style.align, tools)
    changes["valign"] = _word(element, "valign", _VALIGN, style.valign, tools)
    colour = space.style.get("color")
    if colour is not None:
        shade = tools.painter.colour(colour, {})
        changes["colour"] = shade[0] if shade else style.colour
    fit = _word(element, "fit", {"shrink": "shrink", "none": "none"}, "shrink", tools)
    return TextFrame(
        spot,
        msgspec.structs.replace(style, **changes),
        tools.engine.setting,
        cast(Literal["shrink", "none"], fit),
        element.span("n:text"),
        describe(element),
    )


def _line(element: Element, space: Space, tools: Tools) -> list[Node]:
    """`n:text` or `n:micro` on a `text`: at its x and y; in the style's size, or else the element's own."""
    style = _style(element, space, tools)
    if style is None:
        return [Skipped()]
    paths = text_paths(element)
    along = rail(element, paths[0], space, tools) if paths else None
    if paths and along is None:
        return [Skipped()]
    for path in paths[1:]:
        tools.report.error(
            "svg-unsupported", "a bound text stands on one textPath", path.span(), "remove this one"
        )
    shown = along.style if along else space.style
    style = _coloured(style, shown, element, tools)
    anchor = shown.get("text-anchor")
    stands = _STANDS[_ANCHOR.get(anchor.text, "left") if anchor else "left"]  # as SVG says, and editors show
    fit = _word(element, "fit", {"shrink": "shrink", "none": "none"}, "shrink", tools)
    width = _paper(element, "width", tools)
    if along is not None:
        room = along.track.room(along.start, stands)
        width = room if width is None else min(width, room)
    if fit == "none" or width is None:
        style = msgspec.structs.replace(style, least=style.size)
    at, matrix = ((along.start, 0.0), along.matrix) if along else _baseline(element, space, tools)
    return [
        TextLine(
            at,
            matrix,
            style,
            tools.engine.setting,
            stands,
            width,
            element.span(f"n:{content(element)}"),
            describe(element),
            content(element) == "micro",
            along.track if along else None,
        )
    ]


def _coloured(style: TextStyle, shown: Style, element: Element, tools: Tools) -> TextStyle:
    """A text style in the fill that the text itself names, or in any where it has no style by name."""
    fill = shown.get("fill")
    if fill is None or (fill.element not in (element, *text_paths(element)) and _named(element, tools)):
        return style
    shade = tools.painter.colour(fill, shown)
    return msgspec.structs.replace(style, colour=shade[0] if shade else style.colour)


def _baseline(element: Element, space: Space, tools: Tools) -> tuple[tuple[float, float], Matrix | None]:
    """Where a `text` has its x and y, in points, and what turns it where something does."""
    matrix, scale = space.matrix, space.matrix.scale or 1.0
    upright = is_upright(matrix)
    unit = matrix if upright else Matrix.scaling(scale, scale)
    measure = Measure(element, space.viewport, tools.report)
    x, y = unit.apply(measure.across("x") + measure.across("dx"), measure.down("y") + measure.down("dy"))
    return (round(x, 4), round(y, 4)), None if upright else matrix @ Matrix.scaling(1 / scale, 1 / scale)


def _named(element: Element, tools: Tools) -> str:
    """The first class of an element that is a text style."""
    listed = element.attributes.get("class", "").split()
    return next((name for name in listed if name in tools.engine.sheet.styles), "")


def _style(element: Element, space: Space, tools: Tools) -> TextStyle | None:
    """The text style that a class names, or one made of the element's own font properties."""
    sheet = tools.engine.sheet
    name = _named(element, tools)
    if name:
        return sheet.styles[name]
    ruled = {name for rule in tools.library.rules(element.document) for name in rule.classes}
    if "font-family" not in space.style or not classes(element) <= ruled:
        _unknown(element, tools)
        return None
    typesetter = tools.typesetter
    font = typesetter.font(space.style, element)
    if font is None:
        return None
    size = round(typesetter.size(space.style) * space.matrix.scale, 3)
    family = next(
        name.strip().strip("'\"")
        for name in space.style["font-family"].text.split(",")
        if _has(tools, name, font)
    )
    return TextStyle(family, font.weight, font.italic, size, size)


def _has(tools: Tools, name: str, font: Any) -> bool:
    from nineup.fonts import FontError

    try:
        return tools.engine.fonts.font(name.strip().strip("'\""), font.weight, font.italic) is font
    except FontError:
        return False


def _unknown(element: Element, tools: Tools) -> None:
    """Tell a text without a style; one whose style is wrong where it is stated was told there."""
    known = list(tools.engine.sheet.styles)
    listed = element.attributes.get("class", "").split()
    if not tools.engine.sheet.broken.isdisjoint(listed):
        return
    bound = f"n:{content(element)}"
    attribute = "n:class" if "class" in element.final else "class" if listed else bound
    message = f"there is no text style `{listed[0]}`" if listed else "this text has no style"
    hint = nearest(listed[0], known) if listed else "name a style of style.yaml with class"
    tools.report.error("unknown-style", message, element.span(attribute), hint)


def _holder(element: Element, spot: Place, tools: Tools) -> Node:
    engine = tools.engine
    symbol = content(element) == "symbol"
    find: Callable[[str], Held | None] = engine.symbol if symbol else engine.picture
    fit = (
        "contain"
        if symbol
        else _word(element, "fit", {"contain": "contain", "cover": "cover"}, "contain", tools)
    )
    return Holder(spot, find, fit, element.span("n:symbol" if symbol else "n:image"))


def _word(element: Element, name: str, choices: dict[str, str], default: str, tools: Tools) -> str:
    value = element.bindings.get(name)
    if value is None:
        return default
    if value not in choices and "{{" not in value:
        message = f"`{value}` is not a value of `n:{name}`"
        tools.report.error("binding-value", message, element.span(f"n:{name}"), f"write {', '.join(choices)}")
    return choices.get(value, default)


def _paper(element: Element, name: str, tools: Tools) -> float | None:
    """A length of ours in points, which is meant on the paper."""
    try:
        return length(element.bindings[name]) if name in element.bindings else None
    except ValueError as error:
        tools.report.error("binding-value", str(error), element.span(f"n:{name}"))
        return None


def describe(element: Element) -> str:
    """What messages call an element: its id, its class, or its kind."""
    return element.attributes.get("id") or element.attributes.get("class") or element.name


def text_frame(node: Node, element: Element) -> Frame | None:
    """What a text frame tells those who check where text stands."""
    if not isinstance(node, (TextFrame, TextLine)):
        return None
    reach = node.reach()
    return Frame(describe(element), reach, element.span()) if reach else None
