"""Converts HarfBuzz's glyph outlines."""

from nineup.base.geometry import Point
from nineup.model.drawing import Segment


class OutlinePen:
    """Converts HarfBuzz's outlines, y up, to segments, y down, through the methods of fontTools' pens."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at = (0.0, 0.0)

    def moveTo(self, point: Point) -> None:  # noqa: N802
        self._add("M", point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self._add("L", point)

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        self._add("C", *points)

    def qCurveTo(self, by: Point, to: Point) -> None:  # noqa: N802
        """A quadratic curve, converted to a cubic one."""
        one, other = ((x + 2 / 3 * (by[0] - x), y + 2 / 3 * (by[1] - y)) for x, y in (self._at, to))
        self._add("C", one, other, to)

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))

    def _add(self, kind: str, *points: Point) -> None:
        self._at = points[-1]
        self.segments.append((kind, *[value for x, y in points for value in (x, -y)]))
