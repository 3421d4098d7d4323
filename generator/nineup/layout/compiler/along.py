"""Text along a path: SVG's `textPath` in a `text`, for static and bound text."""

from itertools import groupby

import msgspec

from nineup.base.geometry import Box, Matrix, outline_bounds, transform_outline
from nineup.base.units import mm
from nineup.layout.binding.bindings import content_binding, reflection
from nineup.layout.compiler.context import CompileContext, ElementContext
from nineup.model.drawing import Group, Op, Text
from nineup.model.extent import text_width
from nineup.svg.outlines.shapes import SHAPES, outline
from nineup.svg.paint.lettering import with_stroke
from nineup.svg.style.cascade import ElementStyle, cascade
from nineup.svg.style.properties import CSS_TRANSFORM, GEOMETRY, INHERITED
from nineup.svg.transform import about_origin, is_upright, transform, with_plain_numbers
from nineup.svg.values.values import (
    AbsentError,
    SvgError,
    UnresolvedError,
    UnsupportedError,
    number,
    user_length,
)
from nineup.svg.xml import SvgElement
from nineup.typography.text import Track, bend
from nineup.typography.text.track import STEPS

_TOLERANCE = 0.02
"""Points by which a text may be longer than its path, for rounding errors."""


class TextPath(msgspec.Struct, frozen=True):
    """A path with text along it, in points; `start` is the distance at which the text starts, is centred or
    ends.

    `matrix` surrounds it all, None unless something is turned; `scale` is the points per user unit of the
    text; `style` is that of the `textPath`.
    """

    track: Track
    start: float
    matrix: Matrix | None
    scale: float
    style: ElementStyle


def text_paths(element: SvgElement) -> list[SvgElement]:
    """The `textPath`s of a `text`."""
    return (
        [child for child in element.elements() if child.name == "textPath"] if element.name == "text" else []
    )


def text(element: SvgElement, space: ElementContext, tools: CompileContext) -> tuple[Op, ...]:
    """The operations of a `text` with its literal characters."""
    paths = text_paths(element)
    if not paths:
        return tools.typesetter.text(element, space.style, space.viewport, ctm=space.matrix)
    ops: tuple[Op, ...] = ()
    for path in paths:
        baseline = text_path(element, path, space, tools=tools)
        if baseline is not None:
            ops += _static(path, baseline, space, tools=tools)
    return ops


def text_path(
    element: SvgElement, path: SvgElement, space: ElementContext, tools: CompileContext
) -> TextPath | None:
    """The path of a `textPath`; None after a mistake, which is reported."""
    _check(element, tools)
    if space.mirrored:
        space = _kept(path, space, tools)
    scale = space.matrix.scale or 1.0
    upright = is_upright(space.matrix)
    unit = space.matrix if upright else Matrix.scaling(scale, scale)
    try:
        target = _target(path, tools)
        way = unit @ _transform(target, space, tools)
        segments = outline(target, space.viewport, tools.reporter)
        tools.count_segments(STEPS * len(segments))
        track = Track(transform_outline(segments, way, 6))
        if not track.length:
            raise SvgError(f"`{path.attributes['href']}` has no length")
        start = _start(path, target, track, scale=scale)
    except SvgError as error:
        tools.report(path, "startOffset" if isinstance(error, _OffsetError) else "href", error)
        return None
    inherited = {name: value for name, value in space.style.items() if name in INHERITED}
    style = cascade(path, inherited, tools.library.rules(path.document), reporter=tools.reporter)
    return TextPath(
        track,
        start,
        None if upright else space.matrix @ Matrix.scaling(1 / scale, 1 / scale),
        scale=scale,
        style=style,
    )


def _kept(path: SvgElement, space: ElementContext, tools: CompileContext) -> ElementContext:
    """The position of a path in a mirrored layout: on the other side, but still in reading direction."""
    try:
        target = _target(path, tools)
        way = _transform(target, space, tools)
        segments = transform_outline(outline(target, space.viewport, tools.reporter), way, 6)
    except SvgError:
        return space  # which is reported where the path is read
    box = outline_bounds(segments)
    return (
        msgspec.structs.replace(space, matrix=space.matrix @ reflection(box), mirrored=False)
        if box
        else space
    )


class _OffsetError(SvgError):
    """A `startOffset` that isn't a length."""


def _target(path: SvgElement, tools: CompileContext) -> SvgElement:
    """The shape that a `textPath` refers to. Raises UnresolvedError."""
    address = path.attributes.get("href", "").strip()
    if not address:
        raise UnresolvedError("this textPath has no `href`", "name a path by its id, as in #arc")
    try:
        target = tools.library.target(path)
    except AbsentError as error:
        raise UnresolvedError(error.message, error.hint) from error  # Browsers drop the text, too.
    if target.name not in SHAPES:
        raise UnresolvedError(f"`{address}` is a `{target.name}`", "convert it to a path")
    if not target.bindings.keys().isdisjoint({*GEOMETRY[target.name], "transform"}):
        raise UnresolvedError(
            f"`{address}` has bindings of its own", "move the text with n:transform instead"
        )
    return target


def _transform(target: SvgElement, space: ElementContext, tools: CompileContext) -> Matrix:
    """The matrix of a path's own `transform`, as an attribute or by CSS. Raises SvgError."""
    style = cascade(target, {}, tools.library.rules(target.document), reporter=tools.reporter)
    text = target.attributes.get("transform", "")
    if CSS_TRANSFORM in style:
        text = with_plain_numbers(style[CSS_TRANSFORM].text)
    if "transform-origin" not in style:
        return transform(text)
    if "transform-box" in style and style["transform-box"].text in ("fill-box", "content-box"):
        hint = "turn it with rotate(angle, x, y)"
        raise UnsupportedError("`transform-box` of a text's path is not supported", hint)
    return about_origin(text, style["transform-origin"].text, Box(0.0, 0.0, *space.viewport))


def _start(path: SvgElement, target: SvgElement, track: Track, scale: float) -> float:
    """The `startOffset` in points: a percentage of the path, or user units, scaled by `pathLength`."""
    words = path.attributes.get("startOffset", "0").strip()
    try:
        stated = number(target.attributes.get("pathLength", "0"))
        if words.endswith("%"):
            return user_length(words, track.length)
        return user_length(words) * (track.length / stated if stated > 0 else scale)
    except SvgError as error:
        raise _OffsetError(error.message, error.hint) from error


def _check(element: SvgElement, tools: CompileContext) -> None:
    """Report text beside a `textPath`, and positions, which the path determines."""
    for child in element.children:
        if isinstance(child, str) and child.strip():
            beside = element.span()
        elif isinstance(child, SvgElement) and child.name == "tspan":
            beside = child.span()
        else:
            continue
        error = UnsupportedError("text beside a textPath is not supported", "move it to a <text> of its own")
        tools.reporter.svg_error(error, beside)
    for each in element.all():
        for name in (
            "textLength",
            "text-decoration",
            "rotate",
            "baseline-shift",
            "dominant-baseline",
            "alignment-baseline",
        ):
            if each.attributes.get(name, "0").strip() not in ("0", "", "auto", "baseline", "none"):
                message = f"`{name}` of text along a path is not supported"
                tools.report(
                    each, name, UnsupportedError(message, "remove it, or convert the text to a path")
                )
        # Positions along the path are read; a bound line has none.
        for name in ("x", "dx", "dy") if content_binding(element) else ():
            if each.attributes.get(name, "0").strip() not in ("0", ""):
                message = f"`{name}` of text along a path is not supported"
                tools.report(
                    each, name, UnsupportedError(message, "move the text with startOffset, or move its path")
                )


def _static(
    path: SvgElement, along: TextPath, space: ElementContext, tools: CompileContext
) -> tuple[Op, ...]:
    unit = Matrix.scaling(along.scale, along.scale)
    lines = tools.typesetter.line(
        path, along.style, space.viewport, unit=unit, start=along.start / along.scale
    )
    if not lines:
        return ()
    begin, end = min(line.text.x for line in lines), max(_end(line.text) for line in lines)
    excess = max(-begin, end - along.track.length)
    if excess > _TOLERANCE:
        message = f"the text reaches {mm(excess)} beyond the end of `{path.attributes['href']}`"
        tools.reporter.error(
            "text-overflow", message, path.span(), hint="shorten the text, or lengthen the path"
        )
    fonts = tools.resources.fonts
    ops: tuple[Op, ...] = ()
    for (stroke, fill), stretch in groupby(lines, lambda line: (line.stroke, line.fill and line.fill.style)):
        same = list(stretch)
        bent = bend([line.text for line in same], along.track, fonts)
        filled = tools.typesetter.filled_along(same[0], bent, unit) if fill else ()
        dressed = with_stroke(bent, stroke, fonts)
        ops += (*dressed, *filled) if stroke and stroke.is_below else (*filled, *dressed)
    return ops if along.matrix is None or not ops else (Group(ops, along.matrix),)


def _end(line: Text) -> float:
    """Where the last letter of a line ends."""
    return line.x + text_width(line) - line.tracking
