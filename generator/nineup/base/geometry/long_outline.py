"""Outlines with many segments, stored as arrays of numbers: a tenth of the memory of tuples, and vectorised
arithmetic.

As tuples, an outline of ten thousand segments is tens of thousands of objects. Here it is a byte for
each segment, and two arrays of its points' coordinates: a move, a line and a curve are `MLC`, five x
and five y. Drawn ones are whole numbers of thousandths or ten-thousandths of a point in four bytes,
and are written to PDF as such.

Adding 1.5 · 2⁵² to a number and taking it away again rounds it to a whole number (half to even), because
numbers of that size have no fraction: 1234.5 becomes 1234, 2.5 becomes 2 and 3.5 becomes 4. That is two
additions in place of a call of `round`.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import compress
from operator import and_, eq
from typing import overload

from nineup.base.geometry.bezier import cubic_range
from nineup.base.geometry.box import Box
from nineup.base.geometry.matrix import Matrix

Segment = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",); absolute coordinates."""

PARTS = 1_000, 10_000
"""Coordinates are whole numbers in these fractions of a point: for large drawings, and for small ones, which
may be enlarged.
"""

_LARGE = 100.0
"""The coordinate, in points, from which a drawing is large."""

_FEWEST = 32
"""The number of segments from which an outline is stored as arrays."""

_FARTHEST = 200_000.0
"""The largest coordinate that fits four bytes as a whole number of parts, also in PDF."""

_PORTION = 1 << 14
"""How many numbers are computed at once."""

_EXACT = 1.5 * 2**52
"""A number whose sum with another has no fraction."""

POINTS = {"M": 1, "L": 1, "C": 3, "Z": 0}
"""The number of points in each segment."""


class LongOutline(Sequence[Segment]):
    """The segments of an outline: their letters, and the coordinates of all their points, as multiples of
    1/`parts`.
    """

    def __init__(self, kinds: bytes, xs: "array[float]", ys: "array[float]", parts: int = 1) -> None:
        self.kinds = kinds
        self.xs = xs
        self.ys = ys
        self.parts = parts

    def __len__(self) -> int:
        return len(self.kinds)

    def __iter__(self) -> Iterator[Segment]:
        parts = self.parts
        xs, ys = (
            (iter(values) if parts == 1 else (v / parts for v in values)) for values in (self.xs, self.ys)
        )
        for kind in self.kinds.decode():
            if kind == "C":
                yield kind, next(xs), next(ys), next(xs), next(ys), next(xs), next(ys)
            elif kind == "Z":
                yield (kind,)
            else:
                yield kind, next(xs), next(ys)

    @overload
    def __getitem__(self, index: int) -> Segment: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Segment, ...]: ...
    def __getitem__(self, index: int | slice) -> Segment | tuple[Segment, ...]:
        if isinstance(index, slice):
            return tuple(self._segment(number) for number in range(*index.indices(len(self))))
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._segment(index % len(self))

    def _segment(self, number: int) -> Segment:
        kind = chr(self.kinds[number])
        before = self.kinds[:number]
        # A closing segment has no point, and a curve has three.
        at = number - before.count(b"Z") + 2 * before.count(b"C")
        points = range(at, at + POINTS[kind])
        return kind, *(values[n] / self.parts for n in points for values in (self.xs, self.ys))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LongOutline):
            return isinstance(other, tuple) and len(other) == len(self) and tuple(self) == other
        return (self.kinds, self.parts, self.xs, self.ys) == (other.kinds, other.parts, other.xs, other.ys)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Half of the coordinates are enough to tell outlines apart; equality compares all.
        return hash((self.kinds, self.xs.tobytes()))

    @cached_property
    def control_box(self) -> Box | None:
        """The box of all points, including control points that curves don't reach."""
        if not self.xs:
            return None
        left, right, top, bottom = (
            v / self.parts for v in (min(self.xs), max(self.xs), min(self.ys), max(self.ys))
        )
        return Box(left, top, right - left, bottom - top)

    @cached_property
    def box(self) -> Box | None:
        """The tight box, with curves by their extremes."""
        if not self.xs or b"C" not in self.kinds:
            return self.control_box
        left, right = _range(self.kinds, self.xs)
        top, bottom = _range(self.kinds, self.ys)
        left, right, top, bottom = (value / self.parts for value in (left, right, top, bottom))
        return Box(left, top, right - left, bottom - top)

    @property
    def stands_still(self) -> bool:
        """Whether some point equals the one before it."""
        same = (map(eq, values, values[1:]) for values in (self.xs, self.ys))
        return True in map(and_, *same)

    def transformed(self, matrix: Matrix, digits: int | None) -> "LongOutline":
        """The outline through a matrix, rounded to `digits` decimals if given; stored as whole numbers for
        four decimals.
        """
        a, b, c, d, e, f = matrix
        xs, ys = self.xs, self.ys
        if self.parts != 1:
            xs, ys = (array("d", [value / self.parts for value in values]) for values in (xs, ys))
        parts = _parts(max(_farthest(xs, ys, a, c, e), _farthest(ys, xs, d, b, f))) if digits == 4 else 1
        us, vs = (
            _line(xs, ys, a, c, e, digits=digits, parts=parts),
            _line(ys, xs, d, b, f, digits=digits, parts=parts),
        )
        return LongOutline(self.kinds, us, vs, parts=parts)


_POINTS = bytes.maketrans(b"ML", b"..")
_ON, _ONE, _TWO, _END = (
    bytes(int(letter in signs) for letter in range(256)) for signs in (b".C", b"1", b"2", b"C")
)
"""The kinds of points: on the outline, first control point of a curve, second one, or its end."""


def _range(kinds: bytes, values: "array[float]") -> tuple[float, float]:
    """The lowest and highest coordinate of an outline along an axis."""
    signs = kinds.replace(b"Z", b"").replace(b"C", b"12C").translate(_POINTS)
    low, high = min(compress(values, signs.translate(_ON))), max(compress(values, signs.translate(_ON)))
    # A curve lies within its control points. If none of them is beyond the
    # points on the outline, no curve is.
    if low <= min(values) and max(values) <= high:
        return low, high
    curves = zip(
        compress(values, signs[1:].translate(_ONE)),
        compress(values, signs.translate(_ONE)),
        compress(values, signs.translate(_TWO)),
        compress(values, signs.translate(_END)),
        strict=True,
    )
    for start, one, two, end in curves:
        if not (low <= one <= high and low <= two <= high):
            least, most = cubic_range(start, one, two, end)
            low, high = min(low, least), max(high, most)
    return low, high


def _farthest(ours: "array[float]", others: "array[float]", a: float, c: float, e: float) -> float:
    """An upper bound of the absolute coordinates that `_line` returns."""
    most = max(
        (abs(value) for each in (ours, others) if each for value in (min(each), max(each))), default=0.0
    )
    # A bound is enough here, and doesn't need all points to be computed twice.
    return (abs(a) + abs(c)) * most + abs(e)


def _parts(farthest: float) -> int:
    """The number of parts of a point in which coordinates are whole numbers; 1 if they aren't."""
    if not farthest < _FARTHEST:
        return 1
    return PARTS[0] if farthest >= _LARGE else PARTS[1]


def _line(
    ours: "array[float]", others: "array[float]", a: float, c: float, e: float, digits: int | None, parts: int
) -> "array[float]":
    """a·x + c·y + e for all points."""
    mapped: array[float] = array("i" if parts > 1 else "d")
    for start in range(0, len(ours), _PORTION):
        these = ours[start : start + _PORTION]
        values = (
            [a * x + c * y + e for x, y in zip(these, others[start : start + _PORTION], strict=True)]
            if c
            else [a * x + e for x in these]
        )
        if parts > 1:
            mapped.extend(_whole(values, parts))
        else:
            mapped.fromlist(values if digits is None else rounded_values(values, digits))
    return mapped


def _whole(values: list[float], parts: int) -> list[int]:
    """The values as nearest whole numbers of parts."""
    exact = _EXACT
    return [int(value * parts + exact - exact) for value in values]


_LARGEST = 1e12
"""Below this, a scaled number is exact enough to determine its rounding."""


def rounded_values(values: list[float], digits: int) -> list[float]:
    """The values as `round` returns them (never -0), several times as fast:

    `round` is only called for those near a half.
    """
    factor, exact = 10.0**digits, _EXACT
    if not values or not (max(values) * factor < _LARGEST and min(values) * factor > -_LARGEST):
        return [round(value, digits) + 0.0 for value in values]
    return [
        # Within 0.01 of a half, `round` decides: it goes by the decimal digits, and
        # 2.675 · 100 isn't exactly 267.5.
        near / factor if -0.49 < scaled - near < 0.49 else round(value, digits) + 0.0
        for value in values
        for scaled in (value * factor,)
        for near in (scaled + exact - exact,)
    ]


Outline = tuple[Segment, ...] | LongOutline
"""The segments of an outline."""


def as_outline(kinds: bytes, xs: "array[float]", ys: "array[float]") -> Outline:
    """An outline from letters and points; a tuple if it is short."""
    outline = LongOutline(kinds, xs, ys)
    return outline if len(kinds) >= _FEWEST else tuple(outline)


def portions(outline: LongOutline, most: int) -> Iterator[tuple[bytes, list[float]]]:
    """The outline in portions of at most `most` segments: their letters and their points' numbers in order,
    in parts.
    """
    at = 0
    for start in range(0, len(outline), most):
        kinds = outline.kinds[start : start + most]
        end = at + len(kinds) - kinds.count(b"Z") + 2 * kinds.count(b"C")
        numbers: list[float] = [0] * (2 * (end - at))
        numbers[::2], numbers[1::2] = outline.xs[at:end], outline.ys[at:end]
        yield kinds, numbers
        at = end
