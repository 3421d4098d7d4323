"""The `d` attribute: every command of SVG paths, as absolute lines and cubic curves."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from nineup.geometry import Point, Segment
from nineup.layout.arcs import arc
from nineup.layout.path_runs import COUNTS, IrregularError, runs
from nineup.layout.values import MOST_SEGMENTS, NUMBER, InvalidError, SvgError, parse_number

_TOKEN = re.compile(rf"[\s,]*+(?:({NUMBER})|([a-zA-Z]))")
_FLAG = re.compile(r"[\s,]*+([01])")

_LONG = 20_000
"""The length of a path in characters from which on it is read again at each use, since its segments take too much memory."""


def path_data(text: str) -> tuple[Segment, ...]:
    """The segments of a path. Raises SvgError for malformed data."""
    return _kept(text) if len(text) < _LONG else _segments(text)


@lru_cache(maxsize=1024)
def _kept(text: str) -> tuple[Segment, ...]:
    return _segments(text)


def _segments(text: str) -> tuple[Segment, ...]:
    try:
        return _drawn(text)
    except IrregularError:
        pass
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


def _drawn(text: str) -> tuple[Segment, ...]:
    """The segments of well-formed data. Raises IrregularError for other data, SvgError if there are too many."""
    pen, number = _PathPen(), 0
    for command, values in runs(text):
        pen.draw(command, values)
        number += len(values) // (COUNTS[command.upper()] or 1) or 1
        _check_size(max(number, len(pen.segments)))
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
            if command.upper() not in COUNTS:
                raise InvalidError(f"`{command}` is not a path command")
        elif command in ("", "z", "Z"):
            raise InvalidError(f"expected a path command, found `{match.group(1)}`")
        values, position = _values(text, position, command)
        yield command, values
        command = {"M": "L", "m": "l"}.get(command, command)


def _values(text: str, position: int, command: str) -> tuple[list[float], int]:
    values: list[float] = []
    for index in range(COUNTS[command.upper()]):
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
        self.control: Point = (0.0, 0.0)
        self.last = "Z"

    def draw(self, command: str, values: list[float]) -> None:
        """A command with the numbers of one or more repetitions; of a move, just one."""
        draw, name, relative = _DRAWS[command]
        if not self.segments and name != "M":
            raise InvalidError(f"a path starts with M, not `{command}`")
        if self.last == "Z" and name not in "MZ":
            self.segments.append(("M", self.x, self.y))
        draw(self, values, relative)
        self.last = name

    def _to(self, x: float, y: float, relative: bool) -> Point:
        self.x, self.y = (x + self.x, y + self.y) if relative else (x, y)
        return self.x, self.y

    def _m(self, values: list[float], relative: bool) -> None:
        x, y = values
        self.start = self._to(x, y, relative)
        self.segments.append(("M", *self.start))

    def _z(self, values: list[float], relative: bool) -> None:
        self.segments.append(("Z",))
        self.x, self.y = self.start

    def _l(self, values: list[float], relative: bool) -> None:
        x, y, add, each = self.x, self.y, self.segments.append, iter(values)
        for u, v in zip(each, each, strict=True):
            x, y = (u + x, v + y) if relative else (u, v)
            add(("L", x, y))
        self.x, self.y = x, y

    def _h(self, values: list[float], relative: bool) -> None:
        for value in values:
            self.x = value + self.x if relative else value
            self.segments.append(("L", self.x, self.y))

    def _v(self, values: list[float], relative: bool) -> None:
        for value in values:
            self.y = value + self.y if relative else value
            self.segments.append(("L", self.x, self.y))

    def _c(self, values: list[float], relative: bool) -> None:
        x, y, add, each = self.x, self.y, self.segments.append, iter(values)
        a, b = x, y
        for p, q, a, b, u, v in zip(each, each, each, each, each, each, strict=True):
            if relative:
                p, q, a, b, u, v = p + x, q + y, a + x, b + y, u + x, v + y
            add(("C", p, q, a, b, u, v))
            x, y = u, v
        self.x, self.y, self.control = x, y, (a, b)

    def _s(self, values: list[float], relative: bool) -> None:
        x, y, add, each = self.x, self.y, self.segments.append, iter(values)
        a, b = self._control("CS")
        for c, d, u, v in zip(each, each, each, each, strict=True):
            if relative:
                c, d, u, v = c + x, d + y, u + x, v + y
            add(("C", 2 * x - a, 2 * y - b, c, d, u, v))
            x, y, a, b = u, v, c, d
        self.x, self.y, self.control = x, y, (a, b)

    def _q(self, values: list[float], relative: bool) -> None:
        each = iter(values)
        for a, b, u, v in zip(each, each, each, each, strict=True):
            if relative:
                a, b, u, v = a + self.x, b + self.y, u + self.x, v + self.y
            self._quadratic(a, b, u, v)

    def _t(self, values: list[float], relative: bool) -> None:
        each = iter(values)
        self.control = self._control("QT")
        for u, v in zip(each, each, strict=True):
            if relative:
                u, v = u + self.x, v + self.y
            self._quadratic(2 * self.x - self.control[0], 2 * self.y - self.control[1], u, v)

    def _quadratic(self, a: float, b: float, u: float, v: float) -> None:
        """A quadratic curve as a cubic one."""
        x, y = self.x, self.y
        start, end = (x + 2 * (a - x) / 3, y + 2 * (b - y) / 3), (u + 2 * (a - u) / 3, v + 2 * (b - v) / 3)
        self.segments.append(("C", *start, *end, u, v))
        self.x, self.y, self.control = u, v, (a, b)

    def _control(self, after: str) -> Point:
        """The control point that a smooth curve mirrors: the last one if such a curve is before it, or else none but the end."""
        return self.control if self.last in after else (self.x, self.y)

    def _a(self, values: list[float], relative: bool) -> None:
        each = iter(values)
        for rx, ry, turn, large, sweep, x, y in zip(each, each, each, each, each, each, each, strict=True):
            here = self.x, self.y
            there = self._to(x, y, relative)
            self.segments += arc(here, (rx, ry), turn, bool(large), bool(sweep), there)


_DRAWS = {
    letter: (getattr(_PathPen, f"_{name.lower()}"), name, letter != name)
    for name in COUNTS
    for letter in (name, name.lower())
}
"""How each command is drawn, its name, and whether it is relative."""
