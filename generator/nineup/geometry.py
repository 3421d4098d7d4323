"""Boxes and transforms on a page whose origin is the top-left corner and whose y runs down."""

import math
from typing import NamedTuple


class Size(NamedTuple):
    """A width and a height in points."""

    width: float
    height: float

    def turned(self) -> "Size":
        """The size after a quarter turn."""
        return Size(self.height, self.width)


class Box(NamedTuple):
    """An upright rectangle in points; (x, y) is its top-left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def outset(self, distance: float) -> "Box":
        """The box grown by a distance on every side; a negative distance shrinks it."""
        return Box(
            self.x - distance,
            self.y - distance,
            self.width + 2 * distance,
            self.height + 2 * distance,
        )

    def overlaps(self, other: "Box", tolerance: float = 1e-6) -> bool:
        """Whether the two interiors meet; boxes that only share an edge do not overlap."""
        return (
            self.x < other.right - tolerance
            and other.x < self.right - tolerance
            and self.y < other.bottom - tolerance
            and other.y < self.bottom - tolerance
        )

    def contains(self, other: "Box", tolerance: float = 1e-6) -> bool:
        """Whether the other box lies inside this one, edges included."""
        return (
            self.x <= other.x + tolerance
            and self.y <= other.y + tolerance
            and self.right >= other.right - tolerance
            and self.bottom >= other.bottom - tolerance
        )


class Matrix(NamedTuple):
    """An affine transform: x' = a·x + c·y + e, y' = b·x + d·y + f (the order of SVG and PDF)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __matmul__(self, inner: "Matrix") -> "Matrix":
        """The transform that applies `inner` first and this one after it."""
        a, b, c, d, e, f = self
        g, h, i, j, k, m = inner
        return Matrix(
            a * g + c * h,
            b * g + d * h,
            a * i + c * j,
            b * i + d * j,
            a * k + c * m + e,
            b * k + d * m + f,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Where a point goes."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """By how much lengths grow on average: the square root of the area's growth."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    @staticmethod
    def translation(x: float, y: float) -> "Matrix":
        return Matrix(e=x, f=y)

    @staticmethod
    def scaling(x: float, y: float) -> "Matrix":
        return Matrix(a=x, d=y)

    @staticmethod
    def rotation(degrees: float) -> "Matrix":
        """A turn about the origin, clockwise as seen on the page (y runs down)."""
        turn = math.radians(degrees)
        cos, sin = round(math.cos(turn), 15), round(math.sin(turn), 15)
        return Matrix(cos, sin, -sin, cos)


IDENTITY = Matrix()
