"""Sizes and upright boxes in points; the origin is the top-left corner and y runs down."""

from collections.abc import Iterable
from typing import NamedTuple

Point = tuple[float, float]


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

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The top-left, bottom-left, top-right and bottom-right corner."""
        return (self.x, self.y), (self.x, self.bottom), (self.right, self.y), (self.right, self.bottom)

    def outset(self, distance: float) -> "Box":
        """The box grown by `distance` on every side; a negative distance shrinks it."""
        both = 2 * distance
        return Box(self.x - distance, self.y - distance, self.width + both, self.height + both)

    def moved(self, right: float, down: float) -> "Box":
        """The box moved right and down."""
        return Box(self.x + right, self.y + down, self.width, self.height)

    def overlaps(self, other: "Box", tolerance: float = 1e-6) -> bool:
        """Whether the interiors intersect; boxes that only share an edge don't overlap."""
        x, y, width, height = self
        left, top, wide, high = other
        return (
            x < left + wide - tolerance
            and left < x + width - tolerance
            and y < top + high - tolerance
            and top < y + height - tolerance
        )

    def contains(self, other: "Box", tolerance: float = 1e-6) -> bool:
        """Whether the other box lies inside this one, edges included."""
        return (
            self.x <= other.x + tolerance
            and self.y <= other.y + tolerance
            and self.right >= other.right - tolerance
            and self.bottom >= other.bottom - tolerance
        )

    def intersection(self, other: "Box") -> "Box | None":
        """The common part of two boxes; None if it has no area."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        width, height = min(self.right, other.right) - left, min(self.bottom, other.bottom) - top
        return Box(left, top, width, height) if width > 0 and height > 0 else None


def box_around(points: Iterable[Point]) -> Box | None:
    """The smallest box that contains all points; None without points."""
    listed = list(points)
    if not listed:
        return None
    xs, ys = zip(*listed, strict=True)
    left, top = min(xs), min(ys)
    return Box(left, top, max(xs) - left, max(ys) - top)


def union(boxes: Iterable[Box | None]) -> Box | None:
    """The smallest box that contains all boxes; None is an empty box."""
    return box_around(point for box in boxes if box for point in ((box.x, box.y), (box.right, box.bottom)))
