"""Property values in filtered elements, in the notation that resvg reads."""

import re

from nineup.model.drawing import Colour, hex_of
from nineup.svg.style.cascade import ElementStyle, says
from nineup.svg.values.values import InvalidError, colour

_COLOURED = frozenset({"fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"})

_SHADOW = re.compile(r"drop-shadow\(((?:[^()]++|\([^()]*+\))*+)\)", re.IGNORECASE)
_PART = re.compile(r"(?:[^\s(]++|\([^()]*+\))++")


def css(name: str, text: str, style: ElementStyle) -> str:
    """A value in resvg's notation: without colour functions, and with a colour for each shadow."""
    if name == "font-family":
        return "serif"
    if name == "filter":
        return _SHADOW.sub(lambda found: f"drop-shadow({_shadow(found[1], style)})", text)
    if name == "lighting-color" and not says(style, "color-interpolation-filters", "sRGB"):
        return _linear(text, style)
    is_colour = name in _COLOURED and text.endswith(")") and not text.lower().startswith("url(")
    return _plain(text) if is_colour else text


def _shadow(parts: str, style: ElementStyle) -> str:
    """The arguments of a `drop-shadow`, the colour first: that of `color` by default."""
    lengths: list[str] = []
    others: list[str] = []
    for part in _PART.findall(parts):
        (lengths if part[0] in "+-.0123456789" else others).append(part)
    return " ".join([*(_linear(shade, style) for shade in others or ["currentColor"]), *lengths])


def _linear(text: str, style: ElementStyle) -> str:
    """A colour in linear RGB, as resvg expects it for lights of filters in that space, and for `drop-shadow`."""
    current = style["color"].text if "color" in style else "black"
    try:
        shade, opacity = colour(current if text.lower() == "currentcolor" else text)
    except InvalidError:
        return text
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
