"""Where a board is cut into the parts of a poster: between its words and small pictures, as far as the paper
allows.

A cut may move as long as each part fits its page. The best cut crosses the fewest words and pictures
and, among those, is nearest to equal shares: boards are often symmetric about their middle lines.

Each way to place the cuts so far is judged by what it crosses and by how far it is from equal shares, and
only the best way to each position is kept: what the next cut can do depends on that position alone (dynamic
programming). So cuts of a board with p positions cost p² for each cut, not all combinations of them.

A length of 100 on two pages that show 80 each, and a word from 45 to 58: the cut may lie from 20 to 80.
Half is 50, in the word. With 4.25 points kept clear (1.5 mm), the nearest positions without the word are 38
and 64, and 38 is nearer to half.
"""

import math
from collections.abc import Iterator, Sequence

from nineup.base.geometry import IDENTITY, Box, Matrix
from nineup.base.units import MM
from nineup.model.drawing import Face, Group, Op, Path, PlacedImage, Text, Use
from nineup.model.extent import ink

SMALL = 40 * MM
"""A picture or a form larger than this in any direction is the board itself, and may be cut."""

CLEAR = 1.5 * MM
"""The desired distance of a cut from a word or a picture."""

STEP = 2.0
"""The distance between positions to try, in points; whole points, so that parts meet at pixels."""


def uncut(face: Face) -> tuple[Box, ...]:
    """The boxes that shouldn't be cut: each word or line of text, and each small picture, in the face's
    space.
    """
    return tuple(_whole(face.ops, IDENTITY))


def _whole(ops: Sequence[Op], matrix: Matrix) -> Iterator[Box]:
    for op in ops:
        match op:
            case Group() if not op.says and not op.clip:
                yield from _whole(op.ops, matrix @ op.matrix)
            case Path():
                pass
            case Text() | Group() | Use() | PlacedImage():
                box = ink((op,))
                if box is None:
                    continue
                placed = matrix.map_box(box)
                if max(placed.width, placed.height) <= SMALL or isinstance(op, Text) or _says(op):
                    yield placed
                elif isinstance(op, Use):
                    yield from _whole(op.form.ops, matrix @ op.matrix)
                elif isinstance(op, Group):
                    yield from _whole(op.ops, matrix @ op.matrix)


def _says(op: Op) -> bool:
    return isinstance(op, Group) and bool(op.says)


def cuts(
    length: float, rooms: Sequence[float], least: float, spans: Sequence[tuple[float, float]]
) -> tuple[float, ...]:
    """The cuts of a length into as many parts as there are rooms: none larger than its room or smaller than
    `least`.

    `spans` are stretches to keep whole. Ascending; equal shares where the rooms allow it and nothing needs to
    be avoided, otherwise in proportion to the rooms.
    """
    # Pages have different room, since the outer ones have bleed and the others overlap. Equal
    # parts look better, if they fit.
    shares = [1.0] * len(rooms) if length / len(rooms) <= min(rooms) else rooms
    even = [float(round(length * sum(shares[:count]) / sum(shares))) for count in range(1, len(rooms))]
    if not spans:
        return tuple(even)
    crossed = _Crossed(spans, length)
    best: dict[float, tuple[float, float, tuple[float, ...]]] = {0.0: (0, 0.0, ())}
    for count, wanted in enumerate(even, 1):
        following: dict[float, tuple[float, float, tuple[float, ...]]] = {}
        for place in _places(length, rooms, count, least=least, even=wanted):
            ways = [
                (cost + crossed.at(place), off + abs(place - wanted), (*before, place))
                for start, (cost, off, before) in best.items()
                if least <= place - start <= rooms[count - 1]
            ]
            if ways:
                # Tuples are compared in order: what is crossed, then the distance from equal shares, then the
                # cuts themselves, so that ties have one answer.
                following[place] = min(ways)
        best = following
    whole = [way for start, way in best.items() if least <= length - start <= rooms[-1]]
    # If nothing fits with these steps, something must be cut.
    return min(whole)[2] if whole else tuple(even)


def _places(length: float, rooms: Sequence[float], count: int, least: float, even: float) -> list[float]:
    """The possible positions of a cut, including that for equal shares."""
    # Left of this, the pages that follow couldn't show the rest; right of
    # `high`, those before couldn't reach.
    low = max(count * least, length - sum(rooms[count:]))
    high = min(length - (len(rooms) - count) * least, sum(rooms[:count]))
    first, last = float(math.ceil(low)), float(math.floor(high))
    steps = math.ceil((last - first) / STEP)
    return sorted({even, last, *(first + STEP * step for step in range(steps))})


class _Crossed:
    """The number of spans that each position crosses."""

    def __init__(self, spans: Sequence[tuple[float, float]], length: float) -> None:
        self._counts = [0] * (math.ceil(length) + 2)
        for start, end in spans:
            first, last = (
                max(0, math.floor(start - CLEAR)),
                min(len(self._counts) - 1, math.ceil(end + CLEAR)),
            )
            for place in range(first, last + 1):
                self._counts[place] += 1

    def at(self, place: float) -> int:
        return self._counts[round(place)]
