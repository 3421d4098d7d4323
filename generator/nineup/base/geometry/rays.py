"""Intersects rays with a long outline without visiting all of its segments.

A point is inside if a ray from it crosses the outline an odd number of times, or by the nonzero rule, not as
often up as down. Only segments at the point's height can be crossed, so they are sorted into bands by height:
a question is asked of one band, which holds a few segments of thousands.

Of a square from (0, 0) to (10, 10), the ray from (5, 5) crosses the right side once: (1, 1), inside. That
from (-5, 5) crosses both sides, down and up: (0, 0), outside.
"""

from collections.abc import Sequence
from itertools import chain, pairwise

from nineup.base.geometry.bezier import cubic_point
from nineup.base.geometry.box import Box, Point
from nineup.base.geometry.long_outline import Segment
from nineup.base.geometry.outline import control_bounds

_MOST_BANDS = 2048


class RayIndex:
    """An outline in horizontal bands, each with the numbers of the segments that may cross it.

    As in the rings of `flatten`, each curve is approximated by `chords` lines, and each subpath is closed.
    """

    def __init__(self, segments: Sequence[Segment], chords: int) -> None:
        self._segments = tuple(segments)
        self._chords = chords
        box = control_bounds(segments) or Box(0.0, 0.0, 0.0, 0.0)
        self._top, self._bottom = box.y, box.bottom
        self._bands: list[list[int]] = [[] for _ in range(self._number_of_bands())]
        self._closed: dict[int, Point] = {}
        """The start of each subpath, by the number of the segment after its end."""
        self._spread()

    def _number_of_bands(self) -> int:
        """A number for which a segment is in four bands on average."""
        height = self._bottom - self._top
        rises = sum(abs(b[-1] - a[-1]) for a, b in pairwise(self._segments) if len(a) > 1 and len(b) > 1)
        # A segment is in as many bands as it is high in them. More bands make each question
        # cheaper, and the index larger.
        return max(1, min(_MOST_BANDS, int(4 * len(self._segments) * height / rises) if rises else 1))

    def meets(self, x: float, y: float) -> tuple[int, int]:
        """Whether a ray to the right from a point crosses the outline an odd number of times (1 or 0), and
        how many more times downwards than upwards.
        """
        crossings = turns = 0
        for number in self._bands[self._band(y)] if self._top <= y <= self._bottom else ():
            for (left, top), (right, bottom) in pairwise(self._line(number, x, y)):
                # Half-open: a corner at the ray's height belongs to one of its two segments,
                # and isn't counted twice or never.
                if (top > y) != (bottom > y) and x < left + (y - top) / (bottom - top) * (right - left):
                    crossings += 1
                    turns += 1 if bottom > top else -1
        return crossings % 2, turns

    def _line(self, number: int, x: float, y: float) -> Sequence[Point]:
        """The points of a segment, or of the line that closes the subpath before it; none if the ray misses
        it, only its ends if all of it is to the right of the point.
        """
        start = self._before(abs(number))
        if number < 0:
            return start, self._closed[-number]
        _, *values = self._segments[number]
        xs, ys = (start[0], *values[::2]), (start[1], *values[1::2])
        # A curve lies within its points, so this needs none of its chords.
        if max(xs) < x or not min(ys) <= y <= max(ys):
            return ()
        # Wholly to the right, a curve is crossed as often (odd or even, down or
        # up) as the line between its ends.
        if len(values) == 2 or min(xs) > x:
            return start, (xs[-1], ys[-1])
        one, two, end = zip(values[::2], values[1::2], strict=True)
        steps = range(1, self._chords + 1)
        return [start, *(cubic_point(start, one, two, end, t=step / self._chords) for step in steps)]

    def _before(self, number: int) -> Point:
        """The end of the segment before a number."""
        # `Z` has no point of its own; what follows it is a move, which doesn't ask.
        while len(self._segments[number - 1]) == 1:
            number -= 1
        _, *values = self._segments[number - 1]
        return values[-2], values[-1]

    def _spread(self) -> None:
        """Assigns each segment to its bands; lines that close subpaths are the negative number of the segment
        after them.
        """
        beginning: Point | None = None
        # One more move at the end closes the last subpath, as others are closed by the move that follows.
        for number, (kind, *values) in enumerate(chain(self._segments, (("M", 0.0, 0.0),))):
            if kind == "M":
                if beginning is not None:
                    self._closed[number] = beginning
                    _, there = beginning
                    _, here = self._before(number)
                    self._add(-number, (here, there))
                beginning = values[0], values[1]
            elif values:
                _, height = self._before(number)
                self._add(number, (height, *values[1::2]))

    def _add(self, number: int, heights: Sequence[float]) -> None:
        for band in range(self._band(min(heights)), self._band(max(heights)) + 1):
            self._bands[band].append(number)

    def _band(self, y: float) -> int:
        share = (y - self._top) / ((self._bottom - self._top) or 1.0)
        return min(len(self._bands) - 1, int(share * len(self._bands)))
