"""Text along a path: SVG's `textPath` in a `text`, for static text and for what a binding puts there."""

from typing import NamedTuple

from nineup.drawing import Group, Op, Text
from nineup.geometry import Matrix, transform_outline
from nineup.layout.outline import text_width
from nineup.layout.properties import INHERITED
from nineup.layout.shapes import outline
from nineup.layout.space import Space, Tools
from nineup.layout.style import Style, cascade
from nineup.layout.transform import is_upright, transform
from nineup.layout.values import SvgError, UnresolvedError, UnsupportedError, length, number
from nineup.layout.xml import Element
from nineup.text import Track, bend
from nineup.units import mm

_HAIR = 0.02
"""Points by which a text may be longer than its path: what is lost in rounding."""


class Rail(NamedTuple):
    """A path that text stands on, in points, and where its text starts, is centred or ends along it.

    `matrix` is what turns it all where something does; `scale` is the points in a user unit of the text; `style` is
    that of the `textPath`.
    """

    track: Track
    start: float
    matrix: Matrix | None
    scale: float
    style: Style


def text_paths(element: Element) -> list[Element]:
    """The `textPath`s of a `text`."""
    return (
        [child for child in element.elements() if child.name == "textPath"] if element.name == "text" else []
    )


def text(element: Element, space: Space, tools: Tools) -> tuple[Op, ...]:
    """The operations of a `text` with its literal characters."""
    paths = text_paths(element)
    if not paths:
        return tools.typesetter.text(element, space.style, space.viewport, space.matrix)
    ops: tuple[Op, ...] = ()
    for path in paths:
        found = rail(element, path, space, tools)
        if found is not None:
            ops += _static(path, found, space, tools)
    return ops


def rail(element: Element, path: Element, space: Space, tools: Tools) -> Rail | None:
    """What a `textPath` of a `text` says; None after a mistake, which is told."""
    _check(element, tools)
    scale = space.matrix.scale or 1.0
    upright = is_upright(space.matrix)
    unit = space.matrix if upright else Matrix.scaling(scale, scale)
    try:
        target = _target(path, tools)
        way = unit @ transform(target.attributes.get("transform", ""))
        track = Track(transform_outline(outline(target, space.viewport, tools.report), way, 6))
        if not track.length:
            raise SvgError(f"`{path.attributes['href']}` has no length that text could stand on")
        start = _start(path, target, track, scale)
    except SvgError as error:
        tools.raised(path, "startOffset" if isinstance(error, _OffsetError) else "href", error)
        return None
    inherited = {name: value for name, value in space.style.items() if name in INHERITED}
    style = cascade(path, inherited, tools.library.rules(path.document), tools.report)
    return Rail(
        track, start, None if upright else space.matrix @ Matrix.scaling(1 / scale, 1 / scale), scale, style
    )


class _OffsetError(SvgError):
    """A `startOffset` that is no length."""


def _target(path: Element, tools: Tools) -> Element:
    """The `path` that a `textPath` refers to. Raises UnresolvedError."""
    address = path.attributes.get("href", "").strip()
    if not address:
        raise UnresolvedError("this textPath has no `href`", "name a path by its id, as in #arc")
    target = tools.library.target(path)
    if target.name != "path":
        raise UnresolvedError(f"`{address}` is a `{target.name}`", "text stands on a path: turn it into one")
    if "d" in target.bindings or "transform" in target.bindings:
        raise UnresolvedError(
            f"what `{address}` shows is bound itself", "turn the text with n:transform instead"
        )
    return target


def _start(path: Element, target: Element, track: Track, scale: float) -> float:
    """The `startOffset` in points: a share of the path, or user units, which `pathLength` stretches."""
    words = path.attributes.get("startOffset", "0").strip()
    try:
        stated = number(target.attributes.get("pathLength", "0"))
        if words.endswith("%"):
            return length(words, track.length)
        return length(words) * (track.length / stated if stated > 0 else scale)
    except SvgError as error:
        raise _OffsetError(error.message, error.hint) from error


def _check(element: Element, tools: Tools) -> None:
    """Tell of what stands beside a `textPath`, and of positions, which the path gives."""
    for child in element.children:
        if isinstance(child, str) and child.strip():
            beside = element.span()
        elif isinstance(child, Element) and child.name == "tspan":
            beside = child.span()
        else:
            continue
        error = UnsupportedError("text beside a textPath is not supported", "give it a text of its own")
        tools.report.raised(error, beside)
    for each in element.all():
        for name in ("x", "y") if each.name == "tspan" else ("x", "y", "dx", "dy"):
            if each.attributes.get(name, "0").strip() not in ("0", ""):
                message = f"`{name}` of text along a path is not supported"
                tools.raised(
                    each, name, UnsupportedError(message, "move the text with startOffset, or its path")
                )


def _static(path: Element, rail: Rail, space: Space, tools: Tools) -> tuple[Op, ...]:
    unit = Matrix.scaling(rail.scale, rail.scale)
    lines = tools.typesetter.line(path, rail.style, space.viewport, unit, rail.start / rail.scale)
    if not lines:
        return ()
    excess = max(-lines[0].x, _end(lines[-1]) - rail.track.length)
    if excess > _HAIR:
        message = f"the text reaches {mm(excess)} beyond the end of `{path.attributes['href']}`"
        tools.report.error("text-overflow", message, path.span(), "shorten the text, or draw the path longer")
    ops = bend(lines, rail.track, tools.engine.fonts)
    return ops if rail.matrix is None or not ops else (Group(ops, rail.matrix),)


def _end(line: Text) -> float:
    """Where a line's last letter ends."""
    return line.x + text_width(line) - line.tracking
