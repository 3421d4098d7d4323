"""Property values in filtered elements, in the notation that resvg reads."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from nineup.base.geometry import Box, Size
from nineup.model.drawing import Colour, hex_of
from nineup.svg.library import element_by_id
from nineup.svg.style.cascade import ElementStyle, says
from nineup.svg.values.values import (
    AbsentError,
    InvalidError,
    SvgError,
    UnsupportedError,
    colour,
    fraction,
    number,
    numbers,
    parse_number,
    user_length,
)
from nineup.svg.xml import SvgElement

_COLOURED = frozenset({"fill", "stroke", "color", "stop-color"})
_OF_STEPS = frozenset({"flood-color", "lighting-color"})
"""Colours that nothing but filters has, so that nothing else finds mistakes in them."""

_SHADOW = re.compile(r"drop-shadow\(((?:[^()]++|\([^()]*+\))*+)\)", re.IGNORECASE)
_PART = re.compile(r"(?:[^\s(]++|\([^()]*+\))++")


def css(name: str, text: str, style: ElementStyle) -> str:
    """A value in resvg's notation: without colour functions, and with a colour for each shadow.

    Raises SvgError.
    """
    if name == "font-family":
        # Letters are outlines, so no family is needed.
        return "serif"
    if name == "filter":
        return _SHADOW.sub(lambda match: f"drop-shadow({_shadow(match[1], style)})", text)
    if name == "lighting-color" and not says(style, "color-interpolation-filters", "sRGB"):
        return _linear(text, style)
    if name.endswith("opacity"):
        _check(fraction, text)
    if name in _OF_STEPS:
        return text if text.lower() == "currentcolor" else _digits(*colour(text))
    is_colour = name in _COLOURED and text.endswith(")") and not text.lower().startswith("url(")
    return _plain(text) if is_colour else text


def _shadow(parts: str, style: ElementStyle) -> str:
    """The arguments of a `drop-shadow`, the colour first: that of `color` by default."""
    lengths: list[str] = []
    others: list[str] = []
    # CSS has the color before the lengths or after them.
    for part in _PART.findall(parts):
        (lengths if part[0] in "+-.0123456789" else others).append(part)
    return " ".join([*(_linear(shade, style) for shade in others or ["currentColor"]), *lengths])


def _linear(text: str, style: ElementStyle) -> str:
    """A colour in linear RGB, as resvg expects it for lights of filters in that space, and for
    `drop-shadow`.
    """
    current = style["color"].text if "color" in style else "black"
    shade, opacity = colour(current if text.lower() == "currentcolor" else text)
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shade
    )
    return _digits((red, green, blue), opacity)


def _plain(text: str) -> str:
    """A colour in hex digits; unchanged if browsers don't know it, either."""
    try:
        return _digits(*colour(text))
    except InvalidError:
        return text


def _digits(shade: Colour, opacity: float) -> str:
    return hex_of(shade) + (f"{round(opacity * 255):02x}" if opacity < 1 else "")


_NUMBER = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?")

SHARES = {
    **dict.fromkeys("x x1 x2 cx fx width rx".split(), "width"),
    **dict.fromkeys("y y1 y2 cy fy height ry".split(), "height"),
    **dict.fromkeys(("r", "fr"), "both"),
}
"""Lengths that may be percentages of the viewport, each with the side that they refer to."""

REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
"""The default region of a filter or a mask."""

_UNITS = {
    "filter": "filterUnits",
    "linearGradient": "gradientUnits",
    "radialGradient": "gradientUnits",
    "pattern": "patternUnits",
    "mask": "maskUnits",
}
"""Attributes that make lengths percentages of a box instead, which is their default."""


def is_of_viewport(element: SvgElement) -> bool:
    """Whether percentages in an element refer to the viewport around the filtered element, which resvg
    doesn't know.
    """
    # Inside a viewport that is written with it, resvg knows what a percentage refers to.
    if any(each.name in ("svg", "symbol") and each.parent is not None for each in element.ancestors()):
        return False
    parent = element.parent
    if element.name.startswith("fe"):
        return parent is None or parent.attributes.get("primitiveUnits") != "objectBoundingBox"
    return element.name not in _UNITS or is_of_user(element)


def is_of_user(element: SvgElement) -> bool:
    """Whether the lengths of a filter, a gradient, a pattern or a mask are in user space, not shares of a
    box.
    """
    return element.attributes.get(_UNITS.get(element.name, "")) == "userSpaceOnUse"


def whole_side(side: str, viewport: Size) -> float:
    """What a share of the `width`, the `height` or the diagonal (`both`) of a viewport refers to."""
    width, height = viewport
    if side == "both":
        return math.hypot(width, height) / math.sqrt(2)
    return width if side == "width" else height


def used(element: SvgElement) -> SvgElement | None:
    """What a `use` shows; None if that isn't in its document."""
    try:
        return element_by_id(element.document, element.attributes.get("href", "").removeprefix("#"))
    except AbsentError:
        return None


def has_edges(element: SvgElement) -> bool:
    """Whether a `use` shows a viewport."""
    shown = used(element)
    return shown is not None and shown.name in ("svg", "symbol")


def unstated_sides(element: SvgElement, viewport: Size) -> Iterator[tuple[str, str]]:
    """The width and height of a viewport that aren't stated: those of the used symbol, which resvg ignores,
    or the whole of the viewport around it, which is larger than the picture.
    """
    shown = used(element) if element.name == "use" else element
    if shown is None or shown.name not in ("svg", "symbol"):
        return
    for name in ("width", "height"):
        stated = shown.attributes.get(name)
        if name in element.attributes or (stated and shown.name == "svg"):
            continue
        if is_of_viewport(element):
            length = user_length(stated or "100%", whole_side(name, viewport))
            yield name, f"{length:.8g}"
        elif stated:
            yield name, fixed_length(stated)


def fixed_length(length: str) -> str:
    """A length of what is used, in a viewport inside the drawing. Raises UnsupportedError for a share
    of it.
    """
    if length.strip().endswith("%"):
        message = f"the length {length.strip()} of a `use` inside a filtered drawing is not supported"
        raise UnsupportedError(message, "write it as a number")
    return length


def check_size(text: str) -> None:
    """Raises SvgError if a number in a text is larger than numbers of drawings may be: resvg fails with some
    of them.
    """
    for word in text.replace(",", " ").split():
        if match := _NUMBER.match(word):
            parse_number(match[0])


_LISTS = frozenset(
    "stdDeviation radius baseFrequency values order kernelMatrix kernelUnitLength tableValues".split()
)
_NUMBERS = frozenset(
    """dx dy k1 k2 k3 k4 numOctaves seed divisor bias targetX targetY surfaceScale diffuseConstant
    specularConstant specularExponent scale slope intercept amplitude exponent offset azimuth elevation z
    pointsAtX pointsAtY pointsAtZ limitingConeAngle""".split()
)
"""Attributes of filter steps that are numbers, or lists of them."""


def check_step(element: SvgElement, name: str, text: str) -> None:
    """Checks an attribute of a filter step, of which resvg ignores what it can't read.

    Raises SvgError; InvalidError if browsers ignore the value, too.
    """
    check_size(text)
    if name in _LISTS:
        _check(numbers, text)
    elif name in _NUMBERS or (name in ("x", "y") and element.name.endswith("Light")):
        _check(number, text)
    elif name in ("x", "y", "width", "height"):
        _check(user_length, text)


def _check(read: Callable[[str], object], text: str) -> None:
    try:
        read(text)
    except SvgError as error:
        raise InvalidError(error.message, error.hint) from None


def numbers_in(text: str) -> list[float]:
    """The numbers in a text; those that can't be parsed here are infinite, because resvg may still parse
    them.
    """
    parsed = []
    for word in text.replace(",", " ").split():
        try:
            parsed.append(user_length(word))
        except SvgError:
            parsed.append(math.inf)
    return parsed


def lengths_in(text: str) -> list[float]:
    """The numbers in a text, with the units of lengths."""
    lengths = []
    for word in re.split(r"[\s,()]+", text):
        try:
            lengths.append(user_length(word))
        except SvgError:
            continue
    return lengths


def stated_region(element: SvgElement, box: Box, viewport: Size) -> Box:
    """The region that a `filter` element states, in user units."""
    attributes: Mapping[str, str] = element.attributes
    if is_of_user(element):
        whole, origin, unit = viewport, (0.0, 0.0), (1.0, 1.0)
    else:
        whole, origin, unit = Size(1.0, 1.0), (box.x, box.y), (box.width, box.height)
    x, width = (user_length(attributes.get(name, REGION[name]), whole.width) for name in ("x", "width"))
    y, height = (user_length(attributes.get(name, REGION[name]), whole.height) for name in ("y", "height"))
    return Box(origin[0] + x * unit[0], origin[1] + y * unit[1], width * unit[0], height * unit[1])


def is_wide(element: SvgElement, viewport: Size) -> bool:
    """Whether a `filter` element states a region three times as large as its element."""
    unit = viewport if is_of_user(element) else Size(1.0, 1.0)
    region = stated_region(element, Box(0.0, 0.0, 1.0, 1.0), viewport)
    return region.width > 3 * unit.width or region.height > 3 * unit.height


_ONLY_SHADOWS = re.compile(r"(?:\s*+drop-shadow\((?:[^()]++|\([^()]*+\))*+\))++\s*+", re.IGNORECASE)


def is_on_top(text: str, filters: Sequence[SvgElement]) -> bool:
    """Whether a filter leaves what it filters as it is, above what it draws, as shadows and glows do."""
    if _ONLY_SHADOWS.fullmatch(text):
        return True
    if len(filters) != 1 or "(" in text.replace("url(", "", 1):
        return False
    steps = [each for each in filters[0].elements() if each.name[:2] == "fe"]
    last = steps[-1] if steps else None
    if last is None:
        return False
    inputs = [each.attributes.get("in", "") for each in last.elements() if each.name == "feMergeNode"]
    shown = inputs[-1] if inputs else last.attributes.get("in", "SourceGraphic" if len(steps) == 1 else "")
    kept = {"feMerge": "", "feDropShadow": "", "feComposite": "operator", "feBlend": "mode"}
    if last.name not in kept or shown != "SourceGraphic":
        return False
    return last.attributes.get(kept[last.name], "over") in ("over", "normal")
