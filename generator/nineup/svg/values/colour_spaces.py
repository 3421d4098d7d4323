"""Colours of CSS in other spaces than sRGB, as sRGB shows them:

`color()`, `lab()`, `lch()`, `oklab()`, `oklch()` (CSS Color 4).
"""

import math
import re

from nineup.model.drawing import Colour

_CALL = re.compile(r"(color|oklab|oklch|lab|lch)\(([^()]*+)\)")
_NUMBER = re.compile(r"([+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:e[+-]?\d{1,2})?)(%|deg)?")

_P3 = (
    (1.2249401763, -0.2249401763, 0.0),
    (-0.0420569547, 1.0420569547, 0.0),
    (-0.0196375546, -0.0786360456, 1.0982736001),
)
"""Linear Display P3 to linear sRGB."""  # fmt: skip
_XYZ = (
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)
"""XYZ by the white of D50 to linear sRGB."""  # fmt: skip
_CONES = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_OK = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
"""Oklab to the cube roots of the responses of three kinds of cones, and the cubes of these to linear sRGB."""
_WHITE = (0.9642956764, 1.0, 0.8251046025)

_LARGEST_PART = 1e6
"""The largest number in a colour: far beyond every display, but with finite powers."""

_SCALES = {
    "color": (1.0, 1.0, 1.0),
    "lab": (100.0, 125.0, 125.0),
    "lch": (100.0, 150.0, 360.0),
    "oklab": (1.0, 0.4, 0.4),
    "oklch": (1.0, 0.4, 360.0),
}
"""The values of 100 % for each channel."""


def converted(text: str) -> tuple[Colour, float] | None:
    """A colour and its opacity, clipped to sRGB; None for any other notation."""
    match = _CALL.fullmatch(text.strip().lower())
    if match is None:
        return None
    kind, words = match[1], match[2].replace("/", " / ").split()
    space = words.pop(0) if kind == "color" and words else ""
    opacity = words[4:] if len(words) == 5 and words[3] == "/" else []
    scales = (*_SCALES[kind], 1.0)
    values = [_value(word, scale) for word, scale in zip(words[:3] + opacity, scales, strict=False)]
    if len(words) != 3 + (2 if opacity else 0) or any(value is None for value in values):
        return None
    one, two, three, *alpha = [value for value in values if value is not None]
    linear = (
        _linear(kind, space, (one, two, three)) if max(map(abs, (one, two, three))) <= _LARGEST_PART else None
    )
    if linear is None:
        return None
    red, green, blue = (round(_encoded(min(max(each, 0.0), 1.0)), 4) for each in linear)
    return (red, green, blue), min(max(alpha[0], 0.0), 1.0) if alpha else 1.0


def _value(word: str, scale: float) -> float | None:
    match = _NUMBER.fullmatch(word)
    if match is None:
        return 0.0 if word == "none" else None
    return float(match[1]) * (scale / 100 if match[2] == "%" else 1.0)


def _linear(kind: str, space: str, values: Colour) -> Colour | None:
    """Linear amounts of the three primaries of sRGB."""
    if kind == "color":
        if space == "srgb-linear":
            return values
        red, green, blue = map(_decoded, values)
        return {"srgb": (red, green, blue), "display-p3": _times(_P3, (red, green, blue))}.get(space)
    lightness, a, b = values
    if kind.endswith("lch"):
        a, b = a * math.cos(math.radians(b)), a * math.sin(math.radians(b))
    if kind.startswith("ok"):
        long, middle, short = _times(_CONES, (lightness, a, b))
        return _times(_OK, (long**3, middle**3, short**3))
    y = (lightness + 16) / 116
    near = (_of_root(y + a / 500), _of_root(y), _of_root(y - b / 200))
    return _times(_XYZ, (near[0] * _WHITE[0], near[1], near[2] * _WHITE[2]))


def _of_root(root: float) -> float:
    return root**3 if root > 6 / 29 else (root - 16 / 116) * 108 / 841


def _times(matrix: tuple[Colour, Colour, Colour], values: Colour) -> Colour:
    red, green, blue = (sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)
    return red, green, blue


def _decoded(value: float) -> float:
    size = abs(value)
    return math.copysign(size / 12.92 if size <= 0.04045 else ((size + 0.055) / 1.055) ** 2.4, value)


def _encoded(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
