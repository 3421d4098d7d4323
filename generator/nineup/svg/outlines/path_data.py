"""The `d` attribute: every command of SVG paths, as absolute lines and cubic curves."""

import re
from array import array
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate

from nineup.base.geometry import Outline, Point, as_outline
from nineup.svg.outlines.arcs import arc
from nineup.svg.outlines.path_runs import COUNTS, IrregularError, runs
from nineup.svg.values.values import MOST_SEGMENTS, NUMBER, InvalidError, SvgError, parse_number

_TOKEN = re.compile(rf"[\s,]*+(?:({NUMBER})|([a-zA-Z]))")
_FLAG = re.compile(r"[\s,]*+([01])")

_LONG = 20_000
"""The number of characters from which a path is parsed again at each use, since its segments take too much memory."""


def path_data(text: str) -> Outline:
    """The segments of a path. Raises SvgError for malformed data."""
    return _kept(text) if len(text) < _LONG else _segments(text)


@lru_cache(maxsize=1024)
def _kept(text: str) -> Outline:
    return _segments(text)


def _segments(text: str) -> Outline:
    try:
        return _drawn(text)
    except IrregularError:
        pass
    pen = _PathPen()
    try:
        for number, (command, values) in enumerate(_commands(text)):
            pen.draw(command, values)
            _check_size(max(number, len(pen.kinds)))
    except InvalidError as error:
        raise PathError(error.message, error.hint, pen.outline()) from error
    return pen.outline()


def _check_size(segments: int) -> None:
    if segments > MOST_SEGMENTS:
        raise SvgError(f"the path has more than {MOST_SEGMENTS:,} lines and curves", "simplify it")


def _drawn(text: str) -> Outline:
    """The segments of well-formed data. Raises IrregularError for other data, SvgError if there are too many."""
    pen, number = _PathPen(), 0
    for command, values in runs(text):
        pen.draw(command, values)
        number += len(values) // (COUNTS[command.upper()] or 1) or 1
        _check_size(max(number, len(pen.kinds)))
    return pen.outline()


@lru_cache(maxsize=64)
def path_ends(text: str) -> tuple[int, ...]:
    """The index of the last segment of each command of a path: an arc has several. Malformed data ends it."""
    pen, ends = _PathPen(), []
    with suppress(SvgError):
        for command, values in _commands(text):
            pen.draw(command, values)
            ends.append(len(pen.kinds) - 1)
    return tuple(ends)


class PathError(InvalidError):
    """Malformed path data; browsers draw the segments before it."""

    def __init__(self, message: str, hint: str, segments: Outline) -> None:
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
        self.kinds = bytearray()
        self._xs, self._ys = array("d"), array("d")
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        self.control: Point = (0.0, 0.0)
        self.last = "Z"

    def outline(self) -> Outline:
        return as_outline(bytes(self.kinds), self._xs, self._ys)

    def draw(self, command: str, values: list[float]) -> None:
        """Draws a command with the numbers of one or more repetitions; for a move, just one."""
        draw, name, relative = _DRAWS[command]
        if not self.kinds and name != "M":
            raise InvalidError(f"a path starts with M, not `{command}`")
        if self.last == "Z" and name not in "MZ":
            self._add(b"M", [self.x], [self.y])
        draw(self, values, relative)
        self.last = name

    def _add(self, kinds: bytes, xs: list[float], ys: list[float]) -> None:
        self.kinds += kinds
        self._xs.fromlist(xs)
        self._ys.fromlist(ys)

    def _m(self, values: list[float], relative: bool) -> None:
        x, y = values
        self.x, self.y = self.start = (x + self.x, y + self.y) if relative else (x, y)
        self._add(b"M", [self.x], [self.y])

    def _z(self, values: list[float], relative: bool) -> None:
        self.kinds += b"Z"
        self.x, self.y = self.start

    def _l(self, values: list[float], relative: bool) -> None:
        xs, ys = values[::2], values[1::2]
        if relative:
            xs, ys = _added(self.x, xs), _added(self.y, ys)
        self._add(b"L" * len(xs), xs, ys)
        self.x, self.y = xs[-1], ys[-1]

    def _h(self, values: list[float], relative: bool) -> None:
        xs = _added(self.x, values) if relative else values
        self._add(b"L" * len(xs), xs, [self.y] * len(xs))
        self.x = xs[-1]

    def _v(self, values: list[float], relative: bool) -> None:
        ys = _added(self.y, values) if relative else values
        self._add(b"L" * len(ys), [self.x] * len(ys), ys)
        self.y = ys[-1]

    def _c(self, values: list[float], relative: bool) -> None:
        xs, ys = values[::2], values[1::2]
        if relative:
            xs, ys = _curved(self.x, xs), _curved(self.y, ys)
        self._curves(xs, ys)

    def _curves(self, xs: list[float], ys: list[float]) -> None:
        self._add(b"C" * (len(xs) // 3), xs, ys)
        self.x, self.y, self.control = xs[-1], ys[-1], (xs[-2], ys[-2])

    def _s(self, values: list[float], relative: bool) -> None:
        x, y, each = self.x, self.y, iter(values)
        a, b = self._control("CS")
        xs: list[float] = []
        ys: list[float] = []
        for c, d, u, v in zip(each, each, each, each, strict=True):
            if relative:
                c, d, u, v = c + x, d + y, u + x, v + y
            xs += 2 * x - a, c, u
            ys += 2 * y - b, d, v
            x, y, a, b = u, v, c, d
        self._curves(xs, ys)

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
        self._curves(
            [x + 2 * (a - x) / 3, u + 2 * (a - u) / 3, u], [y + 2 * (b - y) / 3, v + 2 * (b - v) / 3, v]
        )
        self.control = a, b

    def _control(self, after: str) -> Point:
        """The control point that a smooth curve mirrors: that of the preceding curve of that kind, or else the current point."""
        return self.control if self.last in after else (self.x, self.y)

    def _a(self, values: list[float], relative: bool) -> None:
        each = iter(values)
        for rx, ry, turn, large, sweep, x, y in zip(each, each, each, each, each, each, each, strict=True):
            here = self.x, self.y
            there = (x + self.x, y + self.y) if relative else (x, y)
            for kind, *numbers in arc(here, (rx, ry), turn, bool(large), bool(sweep), there):
                self._add(kind.encode(), numbers[::2], numbers[1::2])
            self.x, self.y = there


def _added(start: float, steps: list[float]) -> list[float]:
    """Coordinates as a running sum, each relative to the one before."""
    return list(accumulate(steps, initial=start))[1:]


def _curved(here: float, steps: list[float]) -> list[float]:
    """The coordinates of curves of three points each, relative to the end of the previous one."""
    found: list[float] = []
    each = iter(steps)
    for one, two, end in zip(each, each, each, strict=True):
        end += here
        found += one + here, two + here, end
        here = end
    return found


_DRAWS = {
    letter: (getattr(_PathPen, f"_{name.lower()}"), name, letter != name)
    for name in COUNTS
    for letter in (name, name.lower())
}
"""For each command, how it is drawn, its name, and whether it is relative."""
