"""The `d` attribute: every command of SVG paths, as absolute lines and cubic curves."""

import math
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from nineup.geometry import Point, Segment
from nineup.layout.values import (
    LARGEST,
    MOST_SEGMENTS,
    NUMBER,
    SMALLEST,
    InvalidError,
    SvgError,
    parse_number,
)

_TOKEN = re.compile(rf"[\s,]*+(?:({NUMBER})|([a-zA-Z]))")
_COMMAND = re.compile("([a-df-zA-DF-Z])")
_NUMBER = re.compile(NUMBER)
_NUMBERS = re.compile(rf"(?:[\s,]*+{NUMBER})*+[\s,]*+")
_STRANGE = re.compile(r"[^0-9a-zA-Z.,+\- \t\r\n]")
_FLAG = re.compile(r"[\s,]*+([01])")
_ZERO = re.compile(r"-0*\.?0*(?![.\d])")

_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(maxsize=1024)
def path_data(text: str) -> tuple[Segment, ...]:
    """The segments of a path. Raises SvgError for malformed data."""
    if (runs := _runs(text)) is not None:
        return _drawn(runs)
    pen = _PathPen()
    try:
        for number, (command, values) in enumerate(_commands(text)):
            pen.draw(command, values)
            _check_size(max(number, len(pen.segments)))
    except InvalidError as error:
        raise PathError(error.message, error.hint, tuple(pen.segments)) from error
    return tuple(pen.segments)


def _check_size(segments: int) -> None:
    if segments > MOST_SEGMENTS:
        raise SvgError(f"the path has more than {MOST_SEGMENTS:,} lines and curves", "simplify it")


def _runs(text: str) -> list[tuple[str, list[float]]] | None:
    """Each command of a well-formed path with the numbers of all its repetitions; None if the path has mistakes, or flags
    that are written together, and must be read number by number."""
    if _STRANGE.search(text):
        return None
    may_vanish = "e" in text or "E" in text or "0" * 11 in text or _ZERO.search(text)  # tiny numbers, or -0
    before, *parts = _COMMAND.split(text)
    if before.strip(" \t\r\n,") or not parts or parts[0] not in "Mm":
        return None
    found = []
    for command, written in zip(parts[::2], parts[1::2], strict=True):
        values = _floats(written)
        count = _COUNTS.get(command.upper())
        if (
            values is None
            or count is None
            or (len(values) % count if count else values)
            or (count and not values)
        ):
            return None
        if values and not (min(values) >= -LARGEST and max(values) <= LARGEST):
            return None
        if count == 7 and not {*values[3::7], *values[4::7]} <= {0.0, 1.0}:
            return None
        found.append((command, [v if abs(v) > SMALLEST else 0.0 for v in values] if may_vanish else values))
    return found


def _floats(text: str) -> list[float] | None:
    """The numbers in a text; None if it has anything else."""
    try:
        return list(map(float, text.replace(",", " ").split()))
    except ValueError:
        return list(map(float, _NUMBER.findall(text))) if _NUMBERS.fullmatch(text) else None


def _drawn(runs: list[tuple[str, list[float]]]) -> tuple[Segment, ...]:
    """The segments of a path by its runs of commands. Raises SvgError if there are too many."""
    pen, number = _PathPen(), 0
    for command, values in runs:
        count = _COUNTS[command.upper()]
        number += len(values) // count if count else 1
        _check_size(max(number, len(pen.segments)))
        if command in "CcLl" and pen.last != "Z":
            (pen.curves if command in "Cc" else pen.lines)(values, command.islower())
            continue
        for place in range(0, max(1, len(values)), count or 1):
            pen.draw(command, values[place : place + count])
            command = {"M": "L", "m": "l"}.get(command, command)
    _check_size(len(pen.segments))
    return tuple(pen.segments)


@lru_cache(maxsize=64)
def path_ends(text: str) -> tuple[int, ...]:
    """The index of the last segment of each command of a path: an arc has several. Malformed data ends it."""
    pen, ends = _PathPen(), []
    with suppress(SvgError):
        for command, values in _commands(text):
            pen.draw(command, values)
            ends.append(len(pen.segments) - 1)
    return tuple(ends)


class PathError(InvalidError):
    """Malformed data of an outline; browsers draw the segments before it."""

    def __init__(self, message: str, hint: str, segments: tuple[Segment, ...]) -> None:
        super().__init__(message, hint)
        self.segments = segments


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with one set of numbers; further sets repeat the command (M as L)."""
    position, end, command = 0, len(text.rstrip(" \t\r\n,")), ""
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise InvalidError(f"`{text[position : position + 12].strip()}` is not path data")
        if match.group(2):
            command, position = match.group(2), match.end()
            if command.upper() not in _COUNTS:
                raise InvalidError(f"`{command}` is not a path command")
        elif command in ("", "z", "Z"):
            raise InvalidError(f"expected a path command, found `{match.group(1)}`")
        values, position = _values(text, position, command)
        yield command, values
        command = {"M": "L", "m": "l"}.get(command, command)


def _values(text: str, position: int, command: str) -> tuple[list[float], int]:
    values: list[float] = []
    for index in range(_COUNTS[command.upper()]):
        flag = command in "aA" and index in (3, 4)
        match = _FLAG.match(text, position) if flag else _TOKEN.match(text, position)
        if match is None or match.group(1) is None:
            raise InvalidError(f"the path command `{command}` has too few numbers")
        values.append(parse_number(match.group(1)))
        position = match.end()
    return values, position


class _PathPen:
    """The state of drawing: the current point, the start of the subpath, the last control point."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        self.control: Point | None = None
        self.last = ""

    def draw(self, command: str, values: list[float]) -> None:
        name = command.upper()
        if not self.segments and name != "M":
            raise InvalidError(f"a path starts with M, not `{command}`")
        if command.islower():
            values = self._absolute(name, values)
        if self.last == "Z" and name not in "MZ":
            self.segments.append(("M", self.x, self.y))
        getattr(self, f"_{name.lower()}")(values)
        self.last = name

    def lines(self, values: list[float], is_relative: bool) -> None:
        """A run of lines."""
        x, y, add = self.x, self.y, self.segments.append
        for place in range(0, len(values), 2):
            if is_relative:
                x, y = values[place] + x, values[place + 1] + y
            else:
                x, y = values[place], values[place + 1]
            add(("L", x, y))
        self.x, self.y, self.last = x, y, "L"

    def curves(self, values: list[float], is_relative: bool) -> None:
        """A run of cubic curves."""
        x, y, add = self.x, self.y, self.segments.append
        a, b = x, y
        for place in range(0, len(values), 6):
            p, q, a, b, u, v = values[place : place + 6]
            if is_relative:
                p, q, a, b, u, v = p + x, q + y, a + x, b + y, u + x, v + y
            add(("C", p, q, a, b, u, v))
            x, y = u, v
        self.x, self.y, self.control, self.last = x, y, (a, b), "C"

    def _absolute(self, name: str, values: list[float]) -> list[float]:
        if name == "A":
            return [*values[:5], values[5] + self.x, values[6] + self.y]
        if name == "V":
            return [values[0] + self.y]
        return [value + (self.y if index % 2 else self.x) for index, value in enumerate(values)]

    def _to(self, kind: str, *values: float) -> None:
        self.segments.append((kind, *values))
        self.x, self.y = values[-2:]

    def _m(self, values: list[float]) -> None:
        self._to("M", *values)
        self.start = (self.x, self.y)

    def _l(self, values: list[float]) -> None:
        self._to("L", *values)

    def _h(self, values: list[float]) -> None:
        self._to("L", values[0], self.y)

    def _v(self, values: list[float]) -> None:
        self._to("L", self.x, values[0])

    def _z(self, values: list[float]) -> None:
        self.segments.append(("Z",))
        self.x, self.y = self.start

    def _c(self, values: list[float]) -> None:
        self.control = (values[2], values[3])
        self._to("C", *values)

    def _s(self, values: list[float]) -> None:
        self._c([*self._reflected("CS"), *values])

    def _q(self, values: list[float]) -> None:
        cx, cy, x, y = values
        self.control = (cx, cy)
        first = (self.x + 2 * (cx - self.x) / 3, self.y + 2 * (cy - self.y) / 3)
        self._to("C", *first, x + 2 * (cx - x) / 3, y + 2 * (cy - y) / 3, x, y)

    def _t(self, values: list[float]) -> None:
        self._q([*self._reflected("QT"), *values])

    def _reflected(self, after: str) -> Point:
        if self.control is None or self.last not in after or not self.last:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def _a(self, values: list[float]) -> None:
        rx, ry, turn, large, sweep, x, y = values
        for curve in arc((self.x, self.y), (rx, ry), turn, bool(large), bool(sweep), (x, y)):
            self._to(*curve)


def arc(
    start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point
) -> Iterator[tuple[str, *tuple[float, ...]]]:
    """An elliptical arc as cubics of at most a quarter turn each (SVG 1.1, appendix F.6); `turn` in degrees.

    A line if a radius is 0; nothing if the arc ends where it starts.
    """
    if start == end:
        return
    if radii[0] == 0 or radii[1] == 0:
        yield ("L", *end)
        return
    ellipse, first, sweeping = _on_ellipse(start, radii, math.radians(turn), large, sweep, end)
    count = max(1, math.ceil(abs(sweeping) / (math.pi / 2) - 1e-9))
    step = sweeping / count
    for index in range(count):
        one, two, last = ellipse.quarter(first + index * step, first + (index + 1) * step, step)
        yield ("C", *one, *two, *(end if index == count - 1 else last))


class _Ellipse(NamedTuple):
    """An ellipse by its centre, its radii, and the cosine and sine of its turn."""

    centre: Point
    radii: Point
    cos: float
    sin: float

    def place(self, x: float, y: float) -> Point:
        """Where a point of the unit circle is on the ellipse."""
        (cx, cy), (rx, ry), cos, sin = self
        return cx + cos * rx * x - sin * ry * y, cy + sin * rx * x + cos * ry * y

    def quarter(self, a: float, b: float, step: float) -> tuple[Point, Point, Point]:
        """The controls and the end of the cubic from one angle to another."""
        k = 4 / 3 * math.tan(step / 4)
        return (
            self.place(math.cos(a) - k * math.sin(a), math.sin(a) + k * math.cos(a)),
            self.place(math.cos(b) + k * math.sin(b), math.sin(b) - k * math.cos(b)),
            self.place(math.cos(b), math.sin(b)),
        )


def _on_ellipse(
    start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point
) -> tuple[_Ellipse, float, float]:
    """The ellipse of an arc, the angle at which the arc begins, and how far it goes, in radians."""
    cos, sin = math.cos(turn), math.sin(turn)
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * half_x + sin * half_y, cos * half_y - sin * half_x
    rx, ry = _radii(radii, px, py)
    rest = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1
    factor = math.sqrt(max(0.0, rest)) * (-1 if large == sweep else 1)
    mx, my = factor * rx * py / ry, -factor * ry * px / rx
    cx = cos * mx - sin * my + (start[0] + end[0]) / 2
    cy = sin * mx + cos * my + (start[1] + end[1]) / 2
    first = math.atan2((py - my) / ry, (px - mx) / rx)
    last = math.atan2((-py - my) / ry, (-px - mx) / rx)
    return _Ellipse((cx, cy), (rx, ry), cos, sin), first, _sweeping(last - first, sweep)


def _radii(radii: Point, px: float, py: float) -> Point:
    """Radii that reach both ends, which are at (px, py) and opposite."""
    rx, ry = abs(radii[0]), abs(radii[1])
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    return rx * grow, ry * grow


def _sweeping(angle: float, sweep: bool) -> float:
    """The angle clockwise or counterclockwise."""
    if sweep and angle < 0:
        return angle + 2 * math.pi
    return angle - 2 * math.pi if not sweep and angle > 0 else angle
