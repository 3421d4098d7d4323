"""The `d` attribute: every command of SVG paths, as absolute lines and cubic curves.

Two readers: `runs` takes well-formed data in bulk, and gives up at anything unusual; then the
data are read again number by number, which says what is wrong and where, and keeps what is
before the mistake, as browsers do.

An arc becomes curves of at most a quarter turn: with control points at 4/3 · tan(step / 4) radii
along the tangents, a curve is off by less than 0.03 % of the radius. From (1, 0) to (0, 1) around (0,
0) it is C 1 0.5523, 0.5523 1, 0 1.
"""

import math
import re
from array import array
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from nineup.base.geometry import Outline, Point, Segment, as_outline
from nineup.svg.outlines.path_runs import COUNTS, IrregularError, runs
from nineup.svg.values.values import MOST_SEGMENTS, NUMBER, InvalidError, SvgError, parse_number

_TOKEN = re.compile(rf"[\s,]*+(?:({NUMBER})|([a-zA-Z]))")
_FLAG = re.compile(r"[\s,]*+([01])")

_LONG_PATH = 20_000
"""The number of characters from which a path is parsed again at each use, since its segments take too much
memory.
"""


def path_data(text: str) -> Outline:
    """The segments of a path. Raises SvgError for malformed data."""
    return _kept(text) if len(text) < _LONG_PATH else _segments(text)


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
            # Commands count as well as segments: an arc that ends where it begins draws nothing,
            # and so costs time without limit.
            _check_size(max(number, len(pen.kinds)))
    except InvalidError as error:
        # Browsers draw a path up to its first mistake (SVG 2, 9.5.4), so the
        # segments so far come with the error.
        raise PathError(error.message, error.hint, pen.outline()) from error
    return pen.outline()


def _check_size(segments: int) -> None:
    if segments > MOST_SEGMENTS:
        raise SvgError(f"the path has more than {MOST_SEGMENTS:,} lines and curves", "simplify it")


def _drawn(text: str) -> Outline:
    """The segments of well-formed data. Raises IrregularError for other data, SvgError if there are
    too many.
    """
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
        # The flags of an arc need no space: `a5 5 0 0110 0` ends at (10, 0).
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
        # After a closing command, a new subpath begins at the start of the old one, without a move.
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
            # The control point mirrored at the current point: (x, y) is halfway between the two.
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
        """The control point that a smooth curve mirrors: that of the preceding curve of that kind, or else
        the current point.
        """
        return self.control if self.last in after else (self.x, self.y)

    def _a(self, values: list[float], relative: bool) -> None:
        each = iter(values)
        for rx, ry, turn, large, sweep, x, y in zip(each, each, each, each, each, each, each, strict=True):
            here = self.x, self.y
            there = (x + self.x, y + self.y) if relative else (x, y)
            for kind, *numbers in arc(here, (rx, ry), turn, large=bool(large), sweep=bool(sweep), end=there):
                self._add(kind.encode(), numbers[::2], numbers[1::2])
            self.x, self.y = there


def _added(start: float, steps: list[float]) -> list[float]:
    """Coordinates as a running sum, each relative to the one before."""
    return list(accumulate(steps, initial=start))[1:]


def _curved(here: float, steps: list[float]) -> list[float]:
    """The coordinates of curves of three points each, relative to the end of the previous one."""
    coordinates: list[float] = []
    each = iter(steps)
    for one, two, end in zip(each, each, each, strict=True):
        end += here
        coordinates += one + here, two + here, end
        here = end
    return coordinates


_DRAWS = {
    letter: (getattr(_PathPen, f"_{name.lower()}"), name, letter != name)
    for name in COUNTS
    for letter in (name, name.lower())
}
"""For each command, how it is drawn, its name, and whether it is relative."""


def arc(start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point) -> Iterator[Segment]:
    """An elliptical arc as cubics of at most a quarter turn each (SVG 1.1, appendix F.6); `turn` in degrees.

    A line if a radius is 0; nothing if the arc ends where it starts.
    """
    if start == end:
        return
    if radii[0] == 0 or radii[1] == 0:
        yield ("L", *end)
        return
    (cx, cy), (rx, ry), cos, sin, first, sweeping = _on_ellipse(
        start, radii, math.radians(turn), large=large, sweep=sweep, end=end
    )
    # Less a billionth, so that a quarter turn that is computed as slightly more isn't two curves.
    count = max(1, math.ceil(abs(sweeping) / (math.pi / 2) - 1e-9))
    step = sweeping / count
    k = 4 / 3 * math.tan(step / 4)
    a, b, c, d = cos * rx, sin * rx, sin * ry, cos * ry
    x, y = math.cos(first), math.sin(first)
    for index in range(1, count + 1):
        p, q = x - k * y, y + k * x
        x, y = math.cos(first + index * step), math.sin(first + index * step)
        u, v = x + k * y, y - k * x
        # The given end, not the computed one, so that the path continues exactly where the file says.
        ends = end if index == count else (cx + a * x - c * y, cy + b * x + d * y)
        yield (
            *("C", cx + a * p - c * q, cy + b * p + d * q, cx + a * u - c * v, cy + b * u + d * v),
            *ends,
        )


class _Ellipse(NamedTuple):
    """An ellipse by its centre, its radii, the cosine and sine of its turn, and an arc of it: its start and
    extent, in radians.
    """

    centre: Point
    radii: Point
    cos: float
    sin: float
    first: float
    sweeping: float


def _on_ellipse(start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point) -> _Ellipse:
    """The ellipse of an arc; `turn` in radians."""
    cos, sin = math.cos(turn), math.sin(turn)
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * half_x + sin * half_y, cos * half_y - sin * half_x
    rx, ry = _radii(radii, px, py)
    rest = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1
    # Rounding can make this negative where the radii just reach both ends.
    factor = math.sqrt(max(0.0, rest)) * (-1 if large == sweep else 1)
    mx, my = factor * rx * py / ry, -factor * ry * px / rx
    cx = cos * mx - sin * my + (start[0] + end[0]) / 2
    cy = sin * mx + cos * my + (start[1] + end[1]) / 2
    first = math.atan2((py - my) / ry, (px - mx) / rx)
    last = math.atan2((-py - my) / ry, (-px - mx) / rx)
    return _Ellipse((cx, cy), (rx, ry), cos, sin, first, _sweeping(last - first, sweep))


def _radii(radii: Point, px: float, py: float) -> Point:
    """The radii, enlarged if necessary to reach both ends, which are at (px, py) and opposite."""
    rx, ry = abs(radii[0]), abs(radii[1])
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    return rx * grow, ry * grow


def _sweeping(angle: float, sweep: bool) -> float:
    """The angle clockwise or counterclockwise."""
    if sweep and angle < 0:
        return angle + 2 * math.pi
    return angle - 2 * math.pi if not sweep and angle > 0 else angle
