"""Numbers in attributes, written as they were: lists and path data keep separators and relative steps."""

import re
from collections.abc import Callable

from nineup.files.edit.rows import EditRefusedError

_NUMBER = re.compile(r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?")
_FLAG, _SPACE = re.compile("[01]"), re.compile(r"[\s,]*+")
_LENGTH = re.compile(rf"\s*+({_NUMBER.pattern})\s*+([a-zA-Z%]*+)\s*+")
_PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
"""User units in each unit of length."""

_FINEST = 6
"""The largest number of decimals that are written."""

Point = Callable[[float, float], tuple[float, float]]
"""Where a point, or a step, comes to be."""


def number_text(value: float, like: str = "", decimals: int = 2) -> str:
    """A number as short as it can be, with at least as many decimals as the one that it replaces may have.

    >>> number_text(64.50000001, like="67.5"), number_text(0.25, like=".5"), number_text(-0.0)
    ('64.5', '.25', '0')
    """
    has = len(like.partition(".")[2]) if _NUMBER.fullmatch(like) and "e" not in like.lower() else 0
    text = f"{value:.{min(max(decimals, has), _FINEST)}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    text = "0" if text in ("-0", "") else text
    return (
        text.replace("0.", ".", 1)
        if like.lstrip("+-").startswith(".") and text.lstrip("-").startswith("0.")
        else text
    )


def length_value(text: str) -> float:
    """A length in user units. Raises EditRefusedError for a percentage, or what isn't a length."""
    match = _LENGTH.fullmatch(text)
    if match is None or match[2].lower() not in _PIXELS:
        raise EditRefusedError(f"`{text}` is no length in numbers or mm; write one first")
    return float(match[1]) * _PIXELS[match[2].lower()]


def with_length(old: str, value: float, decimals: int) -> str:
    """The source of a length in user units, in the unit that was there."""
    match = _LENGTH.fullmatch(old)
    unit = match[2] if match else ""
    return number_text(value / _PIXELS[unit.lower()], match[1] if match else "", decimals) + unit


def with_lengths(old: str, change: Callable[[float], float], decimals: int) -> str:
    """A list of lengths, such as the `x` of a text, each changed."""
    words = re.split(r"([\s,]+)", old.strip())
    return "".join(
        word if at % 2 or not word else with_length(word, change(length_value(word)), decimals)
        for at, word in enumerate(words)
    )


def with_points(old: str, place: Point, decimals: int) -> str:
    """The `points` of a polygon, each at another place."""
    numbers = list(_NUMBER.finditer(old))
    rewriting = _Rewriting(old, decimals)
    for x, y in zip(numbers[::2], numbers[1::2], strict=False):
        rewriting.pair(x, y, place(float(x[0]), float(y[0])))
    return rewriting.text


def with_path(old: str, place: Point, step: Point, decimals: int) -> str:
    """Path data with each point at another `place`, and each relative step as another `step`.

    Raises EditRefusedError for arcs that are turned, unless only places change, and for what isn't path data.
    """
    rewriting, at, command, is_first = _Rewriting(old, decimals), 0, "", True
    while True:
        at = _behind_space(old, at)
        if at >= len(old):
            return rewriting.text
        if old[at].isalpha() and old[at].upper() in _ARGUMENTS:
            command, at = old[at], at + 1
        elif not command or command in "Zz":
            raise EditRefusedError("its path data can't be read")
        numbers, at = _arguments(old, at, command)
        # The first step of a path is from the origin, so it is a place even if it is relative.
        put = place if command.isupper() or is_first else step
        _put_arguments(rewriting, command.upper(), numbers, put=put, step=step)
        is_first = False
        command = {"M": "L", "m": "l"}.get(command, command)


_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def _behind_space(old: str, at: int) -> int:
    """The offset behind white space and commas."""
    space = _SPACE.match(old, at)
    return space.end() if space else at


def _arguments(old: str, at: int, command: str) -> tuple[list[re.Match[str]], int]:
    """The arguments of a command, and the offset behind them; the flags of arcs need no space behind them."""
    numbers: list[re.Match[str]] = []
    for number in range(_ARGUMENTS[command.upper()]):
        kind = _FLAG if command in "Aa" and number in (3, 4) else _NUMBER
        each = kind.match(old, _behind_space(old, at))
        if each is None:
            raise EditRefusedError("its path data can't be read")
        numbers.append(each)
        at = each.end()
    return numbers, at


def _put_arguments(
    rewriting: "_Rewriting", kind: str, numbers: list[re.Match[str]], put: Point, step: Point
) -> None:
    values = [float(each[0]) for each in numbers]
    if kind == "H":
        rewriting.one(numbers[0], put(values[0], 0.0)[0])
    elif kind == "V":
        rewriting.one(numbers[0], put(0.0, values[0])[1])
    elif kind == "A":
        rx, ry = (abs(each) for each in step(values[0], values[1]))
        if (rx, ry) != (values[0], values[1]):
            if values[2] % 180 and abs(rx * values[1] - ry * values[0]) > 1e-9:
                raise EditRefusedError("its path has turned arcs, which can't be stretched")
            rewriting.pair(numbers[0], numbers[1], (rx, ry))
        rewriting.pair(numbers[5], numbers[6], put(values[5], values[6]))
    else:
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            rewriting.pair(x, y, put(float(x[0]), float(y[0])))


class _Rewriting:
    """A text in which numbers are replaced from left to right; what is between them stays."""

    def __init__(self, old: str, decimals: int) -> None:
        self._old = old
        self._decimals = decimals
        self._written = ""
        self._at = 0

    @property
    def text(self) -> str:
        return self._written + self._old[self._at :]

    def one(self, match: re.Match[str], value: float) -> None:
        start, end, like = match.start(), match.end(), match[0]
        self._written += self._old[self._at : start]
        text = like if abs(float(like) - value) < 1e-9 else number_text(value, like, self._decimals)
        is_beside = self._at == start and self._written[-1:].isdigit()
        if is_beside and like[0] in "+-." and not text.startswith("-"):
            self._written += " "  # The sign or the point has separated them.
        self._written += text
        self._at = end

    def pair(self, x: re.Match[str], y: re.Match[str], values: tuple[float, float]) -> None:
        self.one(x, values[0])
        self.one(y, values[1])
