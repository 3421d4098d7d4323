"""The simple values of SVG attributes: numbers, lengths, colours and references."""

import math
import re
from colorsys import hls_to_rgb
from functools import lru_cache

from nineup.model.drawing import Colour, InkColour
from nineup.model.inks import HINT, split_ink

NAMES = dict(
    pair.split("=")
    for pair in """
aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc
bisque=ffe4c4 black=000000 blanchedalmond=ffebcd blue=0000ff blueviolet=8a2be2 brown=a52a2a
burlywood=deb887 cadetblue=5f9ea0 chartreuse=7fff00 chocolate=d2691e coral=ff7f50
cornflowerblue=6495ed cornsilk=fff8dc crimson=dc143c cyan=00ffff darkblue=00008b darkcyan=008b8b
darkgoldenrod=b8860b darkgray=a9a9a9 darkgreen=006400 darkgrey=a9a9a9 darkkhaki=bdb76b
darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00 darkorchid=9932cc darkred=8b0000
darksalmon=e9967a darkseagreen=8fbc8f darkslateblue=483d8b darkslategray=2f4f4f darkslategrey=2f4f4f
darkturquoise=00ced1 darkviolet=9400d3 deeppink=ff1493 deepskyblue=00bfff dimgray=696969
dimgrey=696969 dodgerblue=1e90ff firebrick=b22222 floralwhite=fffaf0 forestgreen=228b22
fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff gold=ffd700 goldenrod=daa520 gray=808080
green=008000 greenyellow=adff2f grey=808080 honeydew=f0fff0 hotpink=ff69b4 indianred=cd5c5c
indigo=4b0082 ivory=fffff0 khaki=f0e68c lavender=e6e6fa lavenderblush=fff0f5 lawngreen=7cfc00
lemonchiffon=fffacd lightblue=add8e6 lightcoral=f08080 lightcyan=e0ffff lightgoldenrodyellow=fafad2
lightgray=d3d3d3 lightgreen=90ee90 lightgrey=d3d3d3 lightpink=ffb6c1 lightsalmon=ffa07a
lightseagreen=20b2aa lightskyblue=87cefa lightslategray=778899 lightslategrey=778899
lightsteelblue=b0c4de lightyellow=ffffe0 lime=00ff00 limegreen=32cd32 linen=faf0e6 magenta=ff00ff
maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd mediumorchid=ba55d3 mediumpurple=9370db
mediumseagreen=3cb371 mediumslateblue=7b68ee mediumspringgreen=00fa9a mediumturquoise=48d1cc
mediumvioletred=c71585 midnightblue=191970 mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5
navajowhite=ffdead navy=000080 oldlace=fdf5e6 olive=808000 olivedrab=6b8e23 orange=ffa500
orangered=ff4500 orchid=da70d6 palegoldenrod=eee8aa palegreen=98fb98 paleturquoise=afeeee
palevioletred=db7093 papayawhip=ffefd5 peachpuff=ffdab9 peru=cd853f pink=ffc0cb plum=dda0dd
powderblue=b0e0e6 purple=800080 rebeccapurple=663399 red=ff0000 rosybrown=bc8f8f royalblue=4169e1
saddlebrown=8b4513 salmon=fa8072 sandybrown=f4a460 seagreen=2e8b57 seashell=fff5ee sienna=a0522d
silver=c0c0c0 skyblue=87ceeb slateblue=6a5acd slategray=708090 slategrey=708090 snow=fffafa
springgreen=00ff7f steelblue=4682b4 tan=d2b48c teal=008080 thistle=d8bfd8 tomato=ff6347
turquoise=40e0d0 violet=ee82ee wheat=f5deb3 white=ffffff whitesmoke=f5f5f5 yellow=ffff00
yellowgreen=9acd32
""".split()
)

OF_SYSTEM = {
    **dict.fromkeys(("canvas", "window", "field", "highlighttext"), "ffffff"),
    **dict.fromkeys(("canvastext", "windowtext", "buttontext", "fieldtext", "marktext"), "000000"),
    "linktext": "0000ee",
    "visitedtext": "551a8b",
    "activetext": "ff0000",
    "mark": "ffff00",
    "graytext": "808080",
}
"""System colours (CSS Color 4, section 6.2, and appendix A), as on white paper."""


NUMBER = r"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?"

_NUMBER = re.compile(NUMBER)
_LENGTH = re.compile(rf"({NUMBER})([a-zA-Z]+|%)?")
_SEPARATED = re.compile(rf"\s*+({NUMBER})\s*+(,?)")
_FUNCTION = re.compile(r"(?:(?:rgb|hsl)a?|hwb)\(([^()]*)\)", re.IGNORECASE)
_REFERENCE = re.compile(r"""url\(\s*+["']?\s*+([^"')]*+)["']?\s*+\)""")

LARGEST = 1e7
"""The largest absolute value of a number in a drawing."""

SMALLEST = 1e-12
"""Absolute values below it, which are invisible, are zero: squares of their inverses would overflow."""

MOST_SEGMENTS = 500_000
"""The most lines and curves of a drawing, clip paths included, each as often as it is drawn."""

PIXELS = {
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 960 / 25.4,
    "in": 96.0,
    "q": 96 / 101.6,
}
"""User units in each absolute unit (CSS Values and Units 3: an inch is 96 px)."""


class SvgError(Exception):
    """A mistake in a drawing, in the user's terms; `code` is the finding's."""

    code = "svg-value"
    passed_over = False
    """Whether browsers ignore it, so that a drawing that looks right in one is unaffected."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class InvalidError(SvgError):
    """A value that is invalid in browsers, too."""

    passed_over = True


class UnsupportedError(SvgError):
    """Valid SVG that Nineup doesn't support."""

    code = "svg-unsupported"


class UnresolvedError(SvgError):
    """A reference without a target, or to one that isn't allowed."""

    code = "svg-reference"


class AbsentError(UnresolvedError):
    """A reference to something that isn't in the file."""

    passed_over = True


@lru_cache(maxsize=4096)
def number(text: str) -> float:
    """A plain number. Raises SvgError."""
    if not _NUMBER.fullmatch(text.strip()):
        raise SvgError(f"`{text}` is not a number")
    return parse_number(text)


def parse_number(digits: str) -> float:
    """The parsed number. Raises SvgError if it is far beyond any sheet of paper."""
    value = float(digits)
    if abs(value) > LARGEST:
        raise SvgError(f"`{digits}` is too large", f"the largest number is {LARGEST:,.0f}")
    return value if abs(value) > SMALLEST else 0.0


@lru_cache(maxsize=4096)
def numbers(text: str) -> tuple[float, ...]:
    """Numbers separated by spaces or single commas. Raises SvgError."""
    values = []
    position, end = 0, len(text.rstrip())
    comma = ""
    while position < end:
        match = _SEPARATED.match(text, position)
        if match is None:
            raise SvgError(f"`{text.strip()}` is not a list of numbers")
        values.append(parse_number(match.group(1)))
        if len(values) > 2 * MOST_SEGMENTS:
            raise SvgError(f"more than {len(values) - 1:,} numbers are in this list", "simplify the drawing")
        comma = match.group(2)
        position = match.end()
    if comma:
        raise SvgError(f"`{text.strip()}` ends with a comma")
    return tuple(values)


DEFAULT_EM = 16.0
"""The root's font size, in pixels, unless stated."""

_OF_FONT = {"em": 1.0, "ex": 0.5}


@lru_cache(maxsize=4096)
def user_length(text: str, whole: float = 0.0, em: float | None = None) -> float:
    """A length in user units; 100 % is `whole`. With a known `em`, units of the font's size are allowed.

    Raises SvgError.
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise SvgError(f"`{text}` is not a length")
    amount, unit = parse_number(match.group(1)), match.group(2)
    if unit is None:
        return amount
    if unit == "%":
        return amount * whole / 100
    if em is not None and unit.lower() in (*_OF_FONT, "rem"):
        return amount * (DEFAULT_EM if unit.lower() == "rem" else _OF_FONT[unit.lower()] * em)
    if unit.lower() not in PIXELS:
        raise UnsupportedError(f"unknown unit in `{text}`", "use plain numbers, mm, cm, in, pt, px or %")
    return amount * PIXELS[unit.lower()]


_TURNS = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0, "": 1.0}
"""Degrees in each unit of angles."""


def angle(text: str) -> float:
    """An angle in degrees; a plain number is in degrees. Raises SvgError."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or (match.group(2) or "").lower() not in _TURNS:
        raise SvgError(f"`{text}` is not an angle", "write it in deg")
    return parse_number(match.group(1)) * _TURNS[(match.group(2) or "").lower()]


@lru_cache(maxsize=1024)
def fraction(text: str) -> float:
    """A number or a percentage, clamped to 0 to 1: an opacity or an offset. Raises SvgError."""
    text = text.strip()
    value = number(text[:-1]) / 100 if text.endswith("%") else number(text)
    return min(max(value, 0.0), 1.0)


@lru_cache(maxsize=4096)
def colour(text: str) -> tuple[Colour, float]:
    """A colour and its opacity: `#rgb`, `#rrggbb` (or with alpha), `rgb()`, `rgba()`, or a name; and the ink
    that may follow it. Raises SvgError.
    """
    word = text.strip().lower()
    if word.startswith("#") and not word.endswith(")"):
        return _hex(word)
    if word.endswith(")") and (parsed := _with_ink(text.strip())):
        return parsed
    if word == "transparent":
        return (0.0, 0.0, 0.0), 0.0
    if match := _FUNCTION.fullmatch(word):
        return (_channels if word.startswith("rgb") else _hue)(match.group(1), text)
    if digits := NAMES.get(word) or OF_SYSTEM.get(word):
        return _hex("#" + digits)
    if "(" in word:
        from nineup.svg.values.colour_spaces import converted

        if parsed := converted(word):
            return parsed
        raise UnsupportedError(f"the color `{text}` is not supported", "write it as #rrggbb")
    if word in ("context-fill", "context-stroke"):
        raise UnsupportedError(f"`{text}` is not supported", "write the color")
    raise InvalidError(f"`{text}` is not a color", "write it as #rrggbb")


def _with_ink(text: str) -> tuple[Colour, float] | None:
    """A colour followed by its ink; None if it isn't."""
    try:
        plain, ink = split_ink(text)
    except ValueError as error:
        raise InvalidError(str(error), HINT) from error
    if plain == text:
        return None
    shade, opacity = colour(plain)
    return InkColour(shade, ink) if ink else shade, opacity


def _hex(word: str) -> tuple[Colour, float]:
    digits = word[1:]
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8) or not re.fullmatch("[0-9a-f]+", digits):
        raise InvalidError(f"`{word}` is not a color", "write it as #rrggbb")
    red, green, blue, *alpha = (int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2))
    return (round(red, 4), round(green, 4), round(blue, 4)), round(alpha[0], 4) if alpha else 1.0


def _hue(inside: str, text: str) -> tuple[Colour, float]:
    parts = [part for part in re.split(r"[\s,/]+", inside.strip()) if part]
    if len(parts) not in (3, 4):
        raise SvgError(f"`{text}` is not a color", "write it as #rrggbb")
    if not parts[1].endswith("%") or not parts[2].endswith("%"):
        raise InvalidError(f"`{text}` is not a color", "write it as #rrggbb")
    hue, first, second = angle(parts[0]) % 360 / 360, fraction(parts[1]), fraction(parts[2])
    if text.strip().lower().startswith("hwb"):
        red, green, blue = _of_whiteness(hue, first, second)
    else:
        red, green, blue = hls_to_rgb(hue, second, first)
    return (round(red, 4), round(green, 4), round(blue, 4)), fraction(parts[3]) if parts[3:] else 1.0


def _of_whiteness(hue: float, white: float, black: float) -> Colour:
    """A pure hue mixed with white and black (CSS Color 4, 8.1)."""
    if white + black >= 1:
        grey = white / (white + black)
        return grey, grey, grey
    red, green, blue = (each * (1 - white - black) + white for each in hls_to_rgb(hue, 0.5, 1.0))
    return red, green, blue


def _channels(inside: str, text: str) -> tuple[Colour, float]:
    parts = [part for part in re.split(r"[\s,/]+", inside.strip()) if part]
    if len(parts) not in (3, 4):
        raise SvgError(f"`{text}` is not a color", "write it as #rrggbb")
    if "," in inside and len({part.endswith("%") for part in parts[:3]}) > 1:
        raise InvalidError(f"`{text}` mixes numbers and percentages", "write it as #rrggbb")
    red, green, blue = (
        fraction(part) if part.endswith("%") else fraction(str(number(part) / 255)) for part in parts[:3]
    )
    return (round(red, 4), round(green, 4), round(blue, 4)), fraction(parts[3]) if parts[3:] else 1.0


def reference(text: str) -> str | None:
    """The address in `url(#address)`; None for any other text."""
    match = _REFERENCE.match(text.strip())
    return match.group(1).rstrip() if match else None


def fallback(text: str) -> str:
    """The text after `url(#address)`: the paint used if there is none at the address."""
    text = text.strip()
    match = _REFERENCE.match(text)
    return text[match.end() :].strip() if match else ""
