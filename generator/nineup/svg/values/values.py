"""The simple values of SVG attributes: numbers, lengths, colours and references."""

import math
import re
from colorsys import hls_to_rgb
from functools import lru_cache

from nineup.model.drawing import Colour, InkColour
from nineup.model.inks import HINT, split_ink
from nineup.svg.values.colour_names import NAMES, OF_SYSTEM

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
    found = []
    position, end = 0, len(text.rstrip())
    comma = ""
    while position < end:
        match = _SEPARATED.match(text, position)
        if match is None:
            raise SvgError(f"`{text.strip()}` is not a list of numbers")
        found.append(parse_number(match.group(1)))
        if len(found) > 2 * MOST_SEGMENTS:
            raise SvgError(f"more than {len(found) - 1:,} numbers are in this list", "simplify the drawing")
        comma = match.group(2)
        position = match.end()
    if comma:
        raise SvgError(f"`{text.strip()}` ends with a comma")
    return tuple(found)


DEFAULT_EM = 16.0
"""The root's font size, in pixels, unless stated."""

_OF_FONT = {"em": 1.0, "ex": 0.5}


@lru_cache(maxsize=4096)
def user_length(text: str, whole: float = 0.0, em: float | None = None) -> float:
    """A length in user units; 100 % is `whole`. With a known `em`, units of the font's size are allowed. Raises SvgError."""
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
    """A colour and its opacity: `#rgb`, `#rrggbb` (or with alpha), `rgb()`, `rgba()`, or a name; and the ink that may
    follow it. Raises SvgError.
    """
    word = text.strip().lower()
    if word.startswith("#") and not word.endswith(")"):
        return _hex(word)
    if word.endswith(")") and (found := _with_ink(text.strip())):
        return found
    if word == "transparent":
        return (0.0, 0.0, 0.0), 0.0
    if match := _FUNCTION.fullmatch(word):
        return (_channels if word.startswith("rgb") else _hue)(match.group(1), text)
    if digits := NAMES.get(word) or OF_SYSTEM.get(word):
        return _hex("#" + digits)
    if "(" in word:
        from nineup.svg.values.colour_spaces import converted

        if found := converted(word):
            return found
        raise UnsupportedError(f"the colour `{text}` is not supported", "write it as #rrggbb")
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
