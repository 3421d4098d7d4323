"""A path that text stands on, and a straight line of text bent onto it, letter by letter."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Literal

from nineup.drawing import Gap, Group, Op, Run, Segment, Shaped, Text, Use
from nineup.fonts import Font, Fonts
from nineup.geometry import Box, Matrix, Point, box_around, cubic_direction, cubic_point

STEPS = 96
"""Into how many straight steps a curve is taken apart: off by less than a hundredth of a point on a board's rim."""

_Step = tuple[Point, Point, Point, Point]
"""A short way: its begin and its end, and the directions there (of any length but 0)."""


class Track:
    """An outline as a way to go along; lengths in points. From subpath to subpath it jumps, as SVG says."""

    def __init__(self, segments: Iterable[Segment]) -> None:
        self._steps = [step for step in _steps(segments) if math.dist(step[0], step[1]) > 1e-9]
        self._ends = list(accumulate([math.dist(begin, end) for begin, end, _, _ in self._steps]))
        self.length = self._ends[-1] if self._ends else 0.0

    def at(self, distance: float) -> Matrix | None:
        """Moves and turns what stands at the origin to a distance along the way; None before its begin and past its end."""
        if not -1e-6 <= distance <= self.length + 1e-6 or not self._steps:
            return None
        index = min(bisect_right(self._ends, distance), len(self._steps) - 1)
        (x1, y1), (x2, y2), (u1, v1), (u2, v2) = self._steps[index]
        before = self._ends[index - 1] if index else 0.0
        share = (distance - before) / (self._ends[index] - before)
        first, last = math.atan2(v1, u1), math.atan2(v2, u2)
        turn = first + share * math.remainder(last - first, math.tau)
        cos, sin = round(math.cos(turn), 6) + 0.0, round(math.sin(turn), 6) + 0.0
        x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
        return Matrix(cos, sin, -sin + 0.0, cos, round(x, 4) + 0.0, round(y, 4) + 0.0)

    def room(self, offset: float, anchor: Literal["start", "middle", "end"]) -> float:
        """How long a line may be that starts, is centred (`middle`) or ends at a distance along the way."""
        before, after = max(0.0, offset), max(0.0, self.length - offset)
        return {"start": after, "middle": 2 * min(before, after), "end": before}[anchor]

    def reach(self, begin: float, end: float, height: float) -> Box | None:
        """The box around what stands so high on a stretch of the way."""
        count = 32
        spots = [self.at(begin + (end - begin) * index / count) for index in range(count + 1)]
        points = [spot.apply(0.0, y) for spot in spots if spot for y in (0.0, -height)]
        return box_around(points)


def bend(line: Sequence[Op], track: Track, fonts: Fonts) -> tuple[Op, ...]:
    """A straight line of text, stood on a track: what is at x goes so far along it, y below the baseline stays below.

    `line` is `Text`s in their order and the `Use`s of symbols. Each letter's middle stands on the track, as SVG says;
    letters for which the track is too short are left out. The letters are one group, which reads as the line does.
    """
    letters: list[Op] = []
    for op in line:
        if isinstance(op, Text):
            letters += _letters(op, track, fonts)
        elif isinstance(op, Use):
            letters += _stood(op, track)
    says = "".join(_says(op) for op in line if isinstance(op, Text))
    return (Group(tuple(letters), says=says),) if letters else ()


def _stood(sign: Use, track: Track) -> Iterator[Op]:
    middle = sign.matrix.e + sign.form.size.width * sign.matrix.a / 2
    spot = track.at(middle)
    if spot is not None:
        yield Group((Use(sign.form, sign.matrix._replace(e=round(sign.matrix.e - middle, 4))),), spot)


def _letters(line: Text, track: Track, fonts: Fonts) -> Iterator[Op]:
    x, em = line.x, line.size / 1000
    for run in line.runs:
        font = fonts.by_key(run.font)
        for piece in run.pieces:
            if isinstance(piece, Gap):
                x += piece.width * em
                continue
            for letter in _clusters(piece, font):
                between = line.tracking * (len(letter.glyphs) - 1)
                half = ((letter.width - letter.adjust[-1]) * em + between) / 2
                spot = track.at(x + half)
                if spot is not None and not letter.text.isspace():
                    shown = Run(run.font, run.colour, (letter,))
                    at = round(-half, 4) + 0.0
                    yield Group((Text(at, line.y, line.size, (shown,), line.tracking, line.opacity),), spot)
                x += letter.width * em + between + line.tracking


def _clusters(piece: Shaped, font: Font) -> Iterator[Shaped]:
    """A word taken apart: each letter, or what stands for several letters or takes several glyphs, with its kern."""
    starts = [index for index, cluster in enumerate(piece.clusters) if cluster or not index]
    for start, end in zip(starts, [*starts[1:], len(piece.glyphs)], strict=True):
        glyphs, adjust = piece.glyphs[start:end], piece.adjust[start:end]
        text = piece.clusters[start]
        alone = font.shape(text)
        if (alone.glyphs, alone.adjust) == (glyphs, adjust):
            yield alone  # one and the same for all words, so that what is made of it is made once
        else:
            width = sum(map(font.advance, glyphs)) + sum(adjust)
            yield Shaped(text, piece.font, width, glyphs, adjust, piece.clusters[start:end])


def _says(line: Text) -> str:
    return "".join(
        piece.says if isinstance(piece, Gap) else piece.text for run in line.runs for piece in run.pieces
    )


def _steps(segments: Iterable[Segment]) -> Iterator[_Step]:
    begin = here = (0.0, 0.0)
    for kind, *values in segments:
        there = begin if kind == "Z" else (values[-2], values[-1])
        if kind == "M":
            begin = there
        elif kind == "C":
            yield from _curve(here, (values[0], values[1]), (values[2], values[3]), there)
        else:
            yield _straight(here, there)
        here = there


def _straight(begin: Point, end: Point) -> _Step:
    along = (end[0] - begin[0], end[1] - begin[1])
    return begin, end, along, along


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[_Step]:
    """A cubic Bézier curve in steps of its parameter."""
    shares = [index / STEPS for index in range(STEPS + 1)]
    points = [cubic_point(a, b, c, d, t) for t in shares]
    ways = [cubic_direction(a, b, c, d, t) for t in shares]
    for index in range(STEPS):
        begin, end, along, _ = _straight(points[index], points[index + 1])
        first, last = ways[index], ways[index + 1]
        yield begin, end, first if any(first) else along, last if any(last) else along
