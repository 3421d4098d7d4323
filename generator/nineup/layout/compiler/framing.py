"""Compiles frames: elements that a binding fills with text, a symbol or a picture."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, cast

import msgspec

from nineup.base.diagnostics import nearest
from nineup.base.geometry import Box, Matrix, Outline, is_rectangle, outline_bounds
from nineup.layout.binding.bindings import binding_key, content_binding, paper_length, reflection
from nineup.layout.binding.frames import ArtFrame, Frame, FrameArea, TextFrame, TextLine
from nineup.layout.binding.nodes import LayoutNode, Static, Unfilled, hide
from nineup.layout.compiler.along import TextPath, text_path, text_paths
from nineup.layout.compiler.context import CompileContext, ElementContext
from nineup.layout.compiler.primitives import frame_area, shape
from nineup.model.drawing import Art, Op, rectangle
from nineup.svg.outlines.shapes import SHAPES, Measure, frame_box, outline
from nineup.svg.style.cascade import ElementStyle, PropertyValue
from nineup.svg.text.decoration import NAMES, decoration_lines, shadows
from nineup.svg.text.static_text import hidden
from nineup.svg.text.typefaces import baseline
from nineup.svg.transform import is_upright
from nineup.svg.values.values import SvgError, UnsupportedError
from nineup.svg.xml import SvgElement, class_names
from nineup.typography.fonts import FontError
from nineup.typography.text import Anchor, Room
from nineup.typography.text import Style as TextStyle

_ALIGN = {
    "start": "start",
    "left": "left",
    "center": "center",
    "middle": "center",
    "end": "end",
    "right": "right",
    "justify": "justify",
}
_VALIGN = {"top": "top", "middle": "middle", "center": "middle", "bottom": "bottom"}
_ANCHOR = {"start": "left", "middle": "center", "end": "right"}

_CUT = ("circle", "ellipse", "path", "polygon")
"""Elements whose outline cuts off corners of their box; the text of a `rect` may use its rounded ones."""


_ANCHORS: dict[str, Anchor] = {
    "left": "start",
    "justify": "start",
    "center": "middle",
    "right": "end",
}


_OPPOSITE: dict[Anchor, Anchor] = {"start": "end", "middle": "middle", "end": "start"}

_STAND_IN = TextStyle("")
"""The style of a text whose own has an error, so that other mistakes are reported in the same run."""


def frame(element: SvgElement, space: ElementContext, tools: CompileContext) -> list[LayoutNode]:
    """The nodes of a frame: its own paint, then its content."""
    nodes = _line(element, space, tools) if element.name == "text" else _frame(element, space, tools)
    return hide(nodes) if hidden(space.style) else nodes


def _frame(element: SvgElement, space: ElementContext, tools: CompileContext) -> list[LayoutNode]:
    area = _area(element, space, tools)
    if area is None:
        return [_unfilled(element)]
    paint = Static(() if element.name == "image" else _own_paint(element, space, tools))
    inner = (
        _text_frame(element, area, space, tools=tools)
        if content_binding(element) == "text"
        else _art_frame(element, area, space, tools=tools)
    )
    return [paint, inner]


def _area(element: SvgElement, space: ElementContext, tools: CompileContext) -> FrameArea | None:
    measure = Measure(element, space.viewport, tools.reporter, em=space.em)
    if element.name == "image":
        box: Box | None = frame_box(measure)
        segments: Outline = rectangle(frame_box(measure))
    else:
        segments = (
            outline(element, space.viewport, tools.reporter, em=space.em) if element.name in SHAPES else ()
        )
        box = outline_bounds(segments)
    if box is None or box.width <= 0 or box.height <= 0:
        tools.reporter.error(
            "svg-value", "this frame has no area", element.span(), "give it a width and a height"
        )
        return None
    return frame_area(box, segments, space.matrix)


def _own_paint(element: SvgElement, space: ElementContext, tools: CompileContext) -> tuple[Op, ...]:
    """A frame's own drawing, only with a fill and a stroke that are set on the element itself."""
    segments = outline(element, space.viewport, tools.reporter, em=space.em)
    own = {
        name: value
        for name, value in space.style.items()
        if name not in ("fill", "stroke") or value.element is element
    }
    # A rectangle that is only a frame would otherwise be black, SVG's initial fill.
    own.setdefault("fill", PropertyValue("none", element))
    return shape(element, segments, msgspec.structs.replace(space, style=own), tools=tools)


def _unfilled(element: SvgElement) -> Unfilled:
    return Unfilled(binding_key(element, content_binding(element)))


def _text_frame(
    element: SvgElement, area: FrameArea, space: ElementContext, tools: CompileContext
) -> LayoutNode:
    named_style = _style(element, space, tools)
    style = named_style or _STAND_IN
    changes: dict[str, Any] = {}
    # In a row or a column, `n:align` places the items.
    if "row" not in element.bindings and "column" not in element.bindings:
        changes["align"] = _word(element, "align", _ALIGN, default=style.align, tools=tools)
    changes["valign"] = _word(element, "valign", _VALIGN, default=style.valign, tools=tools)
    colour = space.style.get("color")
    if colour is not None:
        shade = tools.painter.colour(colour, {})
        changes |= {"colour": shade[0], "gradient": None, "foil": None} if shade else {}
    changes |= _underline(
        {name: value for name, value in space.style.items() if value.element is element}, tools
    )
    changes |= _shadows(space.style, space.matrix.scale or 1.0, tools)
    spacing = space.style.get("letter-spacing")
    if spacing is not None and spacing.element is element:
        changes["tracking"] = _tracking(style, space, tools)
    fit = _word(element, "fit", {"shrink": "shrink", "none": "none"}, default="shrink", tools=tools)
    padding = paper_length(element, "padding", tools.reporter) or 0.0
    if 2 * padding >= min(area.box.width, area.box.height):
        tools.reporter.error(
            "binding-value",
            "this leaves no room for the text",
            element.span("n:padding"),
            "make it smaller",
        )
        return _unfilled(element)
    if named_style is None:
        return _unfilled(element)
    is_cut = element.name in _CUT and not is_rectangle(area.outline)
    if is_cut and style.columns > 1:
        tools.reporter.error(
            "binding-value",
            f"the text of a `{element.name}` can't be in columns",
            element.span("class"),
            "draw a `rect`, or say `columns: 1` in a style that extends this one",
        )
    return TextFrame(
        binding_key(element, "text"),
        area,
        msgspec.structs.replace(style, **changes),
        setting=tools.resources.setting,
        fit=cast(Literal["shrink", "none"], fit),
        span=element.span("n:text"),
        name=element_label(element),
        room=Room(area.outline, padding) if is_cut else None,
        padding=padding,
    )


def _line(element: SvgElement, space: ElementContext, tools: CompileContext) -> list[LayoutNode]:
    """`n:text` or `n:micro` on a `text`, at its x and y, in the size of its style by name or of its font
    properties.
    """
    named_style = _style(element, space, tools)
    style = named_style or _STAND_IN
    _refuse(element, space, tools)
    paths = text_paths(element)
    along = text_path(element, paths[0], space, tools=tools) if paths else None
    swapped = space.mirrored and not paths
    if swapped:
        space = _swapped(element, space, tools)
    if paths and along is None:
        return [_unfilled(element)]
    for path in paths[1:]:
        tools.reporter.error(
            "svg-unsupported", "a bound text can have only one textPath", path.span(), "remove this one"
        )
    properties = along.style if along else space.style
    style = _dressed(style, properties, element, space, tools=tools)
    anchor = properties.get("text-anchor")
    anchored = _ANCHORS[_ANCHOR.get(anchor.text, "left") if anchor else "left"]
    if swapped:
        # In a mirrored layout, the line continues on the other side of its x.
        anchored = _OPPOSITE[anchored]
    fit = _word(element, "fit", {"shrink": "shrink", "none": "none"}, default="shrink", tools=tools)
    width = _line_width(paper_length(element, "width", tools.reporter), along, anchored)
    # Without a width, there is nothing that it would have to fit.
    if fit == "none" or width is None:
        style = msgspec.structs.replace(style, min_size=style.size)
    at, matrix = ((along.start, 0.0), along.matrix) if along else _baseline(element, space, tools)
    content = content_binding(element)
    frame = at, matrix, style, tools.resources.setting, anchored, width
    named = element.span(f"n:{content}"), element_label(element), along.track if along else None
    scale = along.scale if along else space.matrix.scale or 1.0
    own = {name: value for name, value in properties.items() if _is_own(value, element, tools)}
    stroke = tools.painter.text_stroke(own, space.viewport, scale)
    if named_style is None:
        return [_unfilled(element)]
    sunk = 0.0 if along else _sunk(element, style, space.style, tools=tools)
    return [TextLine(binding_key(element, content), *frame, *named, stroke, sunk)]


def _refuse(element: SvgElement, space: ElementContext, tools: CompileContext) -> None:
    """Reports attributes that a bound line can't have."""
    for name in ("textLength", "rotate"):
        if element.attributes.get(name, "0").strip() not in ("0", "", "auto"):
            hint = "turn the text with `transform`" if name == "rotate" else "remove it"
            error = UnsupportedError(f"`{name}` of a bound text is not supported", hint)
            tools.report(element, name, error)
    shift = space.style.get("baseline-shift")
    if shift is not None and shift.text not in ("0", "baseline"):
        error = UnsupportedError("`baseline-shift` of a bound text is not supported", "move it with `dy`")
        shift.report_error(tools.reporter, error)


def _sunk(element: SvgElement, style: TextStyle, properties: ElementStyle, tools: CompileContext) -> float:
    """How far a line's `dominant-baseline` is above the alphabetic one, in ems."""
    for name in ("alignment-baseline", "dominant-baseline"):
        value = properties.get(name)
        if value is None:
            continue
        try:
            font = tools.resources.fonts.font(style.font, style.weight, style.italic)
            if share := baseline(font, value.text):
                return share
        except FontError:
            return 0.0  # which is reported where the text is set
        except UnsupportedError as error:
            value.report_error(tools.reporter, error)
    return 0.0


def _placed(element: SvgElement) -> SvgElement:
    """The element with the position of a `text`: a `tspan` in it, as Figma writes it, if the `text`
    has none.
    """
    if not element.attributes.keys().isdisjoint(("x", "y")):
        return element
    inside = (each for each in element.elements() if each.name == "tspan")
    return next((each for each in inside if not each.attributes.keys().isdisjoint(("x", "y"))), element)


def _swapped(element: SvgElement, space: ElementContext, tools: CompileContext) -> ElementContext:
    """The position of a line in a mirrored layout: readable, on the other side of its anchor."""
    measure = Measure(_placed(element), space.viewport, tools.reporter, em=space.em)
    at = Box(measure.across("x") + measure.across("dx"), 0.0, 0.0, 0.0)
    return msgspec.structs.replace(space, matrix=space.matrix @ reflection(at), mirrored=False)


def _line_width(width: float | None, along: TextPath | None, anchored: Anchor) -> float | None:
    """The width of a line: the given one, limited by the room on a path."""
    if along is None:
        return width
    longest = along.track.longest_line(along.start, anchored)
    return longest if width is None else min(width, longest)


def _dressed(
    style: TextStyle,
    properties: ElementStyle,
    element: SvgElement,
    space: ElementContext,
    tools: CompileContext,
) -> TextStyle:
    """A text style with the fill, opacity and spacing set on the text itself or, without a named style,
    inherited by it.
    """
    own = {name: value for name, value in properties.items() if _is_own(value, element, tools)}
    changes: dict[str, Any] = {}
    if "fill" in own:
        shade = tools.painter.colour(own["fill"], properties)
        visible = shade is not None or own["fill"].text != "none"
        changes = {"opacity": style.opacity * (shade[1] if shade else visible)}
        if shade:
            changes |= {"colour": shade[0], "gradient": None, "foil": None}
    if "fill-opacity" in own:
        opacity = changes.get("opacity", style.opacity) * tools.painter.opacity("fill-opacity", own)
        changes["opacity"] = opacity
    changes |= _underline(own, tools)
    changes |= _shadows(own, space.matrix.scale or 1.0, tools)
    if "letter-spacing" in own:
        changes["tracking"] = _tracking(style, msgspec.structs.replace(space, style=own), tools)
    if "opacity" in changes:
        changes["opacity"] = round(changes["opacity"], 4)
    return msgspec.structs.replace(style, **changes)


def _underline(own: ElementStyle, tools: CompileContext) -> dict[str, Any]:
    """The change to a text style by `text-decoration`, which for bound texts supports underlines only."""
    for name in NAMES:
        try:
            lines = decoration_lines(own[name]) if name in own else ()
            if lines and lines != ("underline",):
                raise UnsupportedError(
                    f"`{name}: {own[name].text}` of a bound text is not supported", "write underline"
                )
        except SvgError as error:
            own[name].report_error(tools.reporter, error)
            return {}
        if lines:
            return {"underline": True}
    return {}


def _shadows(own: ElementStyle, scale: float, tools: CompileContext) -> dict[str, Any]:
    """The change to a text style by `text-shadow`."""
    value = own.get("text-shadow")
    try:
        return {"shadow": shadows(value, own, scale)} if value else {}
    except SvgError as error:
        assert value is not None
        value.report_error(tools.reporter, error)
        return {}


def _tracking(style: TextStyle, space: ElementContext, tools: CompileContext) -> float:
    """`letter-spacing` in points; an em is that of the text style."""
    scale = space.matrix.scale or 1.0
    return tools.typesetter.tracking(space.style, style.size / scale) * scale


def _is_own(value: PropertyValue, element: SvgElement, tools: CompileContext) -> bool:
    """Whether a property is set on a text itself, or applies because the text has no named style."""
    return value.element in (element, *text_paths(element)) or not _named(element, tools)


def _baseline(
    element: SvgElement, space: ElementContext, tools: CompileContext
) -> tuple[tuple[float, float], Matrix | None]:
    """The x and y of a `text` in points, and the matrix around them, None unless something is turned."""
    matrix, scale = space.matrix, space.matrix.scale or 1.0
    upright = is_upright(matrix)
    # A line is set in points, at its final size. What remains of a turned matrix is its turn.
    unit = matrix if upright else Matrix.scaling(scale, scale)
    measure = Measure(_placed(element), space.viewport, tools.reporter, em=space.em)
    x, y = unit.apply(measure.across("x") + measure.across("dx"), measure.down("y") + measure.down("dy"))
    return (round(x, 4), round(y, 4)), None if upright else matrix @ Matrix.scaling(1 / scale, 1 / scale)


def _named(element: SvgElement, tools: CompileContext) -> str:
    """The first class of an element that names a text style; empty for none."""
    listed = element.attributes.get("class", "").split()
    return next((name for name in listed if name in tools.resources.sheet.styles), "")


def _style(element: SvgElement, space: ElementContext, tools: CompileContext) -> TextStyle | None:
    """The text style that a class names, or one made from the element's font properties; None after
    an error.
    """
    sheet = tools.resources.sheet
    name = _named(element, tools)
    if name:
        return sheet.styles[name]
    ruled = tools.library.rules(element.document).classes
    if "font-family" not in space.style or not class_names(element) <= ruled:
        _report_missing_style(element, tools)
        return None
    typesetter = tools.typesetter
    font = typesetter.font(space.style, element)
    if font is None:
        return None
    size = round(typesetter.size(space.style) * space.matrix.scale, 3)
    named = (name.strip().strip("'\"") for name in space.style["font-family"].text.split(","))
    names = [typesetter.family(name) for name in named]
    first = next(at for at, name in enumerate(names) if _has(tools, name, font))
    others = tuple(name for name in names[first + 1 :] if tools.resources.fonts.has_family(name))
    return TextStyle(names[first], others, weight=font.weight, italic=font.italic, size=size, min_size=size)


def _has(tools: CompileContext, name: str, font: Any) -> bool:
    try:
        return tools.resources.fonts.font(name, font.weight, font.italic) is font
    except FontError:
        return False


def _report_missing_style(element: SvgElement, tools: CompileContext) -> None:
    """Reports a text without a style, unless the style has errors, which were reported at its definition."""
    known = list(tools.resources.sheet.styles)
    listed = element.attributes.get("class", "").split()
    if not tools.resources.sheet.broken.isdisjoint(listed):
        tools.reporter.is_lacking = True
        return
    bound = f"n:{content_binding(element)}"
    attribute = "n:class" if "class" in element.final else "class" if listed else bound
    message = f"unknown text style `{listed[0]}`" if listed else "this text has no style"
    hint = nearest(listed[0], known) if listed else "set `class` to a style of style.yaml"
    tools.reporter.error(
        "unknown-style", message, element.span(attribute), tools.resources.lacking_styles() or hint
    )


def _art_frame(
    element: SvgElement, area: FrameArea, space: ElementContext, tools: CompileContext
) -> LayoutNode:
    resources = tools.resources
    name = content_binding(element)
    fit: str = "contain"
    find: Callable[[str], Art | None] = resources.symbol
    if name == "image":
        find = resources.picture
        fit = _word(element, "fit", {"contain": "contain", "cover": "cover"}, default="contain", tools=tools)
    elif name == "qr":
        colour = space.style.get("color")
        shade = tools.painter.colour(colour, {}) if colour else None
        find = partial(resources.qr_code, colour=shade[0] if shade else (0.0, 0.0, 0.0))
    art = ArtFrame(
        binding_key(element, name),
        area,
        find,
        lost=resources.placeholder,
        fit=fit,
        span=element.span(f"n:{name}"),
    )
    tools.resources.placed.append(art.placed)
    return art


def _word(
    element: SvgElement, name: str, choices: dict[str, str], default: str, tools: CompileContext
) -> str:
    value = element.bindings.get(name)
    if value is None:
        return default
    if value not in choices and "{{" not in value:
        message = f"`{value}` is not a value of `n:{name}`"
        tools.reporter.error(
            "binding-value", message, element.span(f"n:{name}"), f"write {', '.join(choices)}"
        )
    return choices.get(value, default)


def element_label(element: SvgElement) -> str:
    """The name of an element in messages: its id, its class, or its kind."""
    return element.attributes.get("id") or element.attributes.get("class") or element.name


def text_frame(node: LayoutNode, element: SvgElement) -> Frame | None:
    """The `Frame` of a text frame's node; None for other nodes and where its box depends on the card."""
    if not isinstance(node, (TextFrame, TextLine)):
        return None
    reach = node.reach()
    return Frame(element_label(element), reach, element.span()) if reach else None
