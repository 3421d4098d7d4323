"""Affine transforms of the page, in the order of SVG and PDF."""

import math
from typing import NamedTuple

from nineup.base.geometry.box import Box


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
        """The transformed point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def map_box(self, box: Box) -> Box:
        """The upright box around a transformed box."""
        a, b, c, d, e, f = self
        left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
        xs = (
            a * left + c * top + e,
            a * left + c * bottom + e,
            a * right + c * top + e,
            a * right + c * bottom + e,
        )
        ys = (
            b * left + d * top + f,
            b * left + d * bottom + f,
            b * right + d * top + f,
            b * right + d * bottom + f,
        )
        x, y = min(xs), min(ys)
        return Box(x, y, max(xs) - x, max(ys) - y)

    @staticmethod
    def into(box: Box, turns: int) -> "Matrix":
        """The transform that puts a drawing from the origin into a box, turned clockwise by quarter turns."""
        corner = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))[turns]
        return Matrix.translation(*corner) @ Matrix.rotation(90 * turns)

    def inverse(self) -> "Matrix":
        """The inverse transform; an arbitrary one if this one is singular."""
        a, b, c, d, e, f = self
        size = a * d - b * c or 1.0
        return Matrix(
            d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size
        )

    @property
    def scale(self) -> float:
        """The average factor for lengths: the square root of the factor for areas."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    @staticmethod
    def translation(x: float, y: float) -> "Matrix":
        return Matrix(e=x, f=y)

    @staticmethod
    def scaling(x: float, y: float) -> "Matrix":
        return Matrix(a=x, d=y)

    @staticmethod
    def rotation(degrees: float) -> "Matrix":
        """A rotation about the origin, clockwise on the page (y runs down)."""
        turn = math.radians(degrees)
        cos, sin = round(math.cos(turn), 15), round(math.sin(turn), 15)
        return Matrix(cos, sin, -sin, cos)


IDENTITY = Matrix()
