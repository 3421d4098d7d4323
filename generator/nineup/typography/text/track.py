"""Text along a path: a straight line of text is bent onto it letter by letter."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Literal

from nineup.base.geometry import Box, Matrix, Point, box_around, cubic_direction, cubic_point, outline_bounds
from nineup.model.drawing import Gap, GlyphRun, Group, Op, Path, Segment, Shaped, Stroke, Text, Use
from nineup.typography.fonts import Font, Fonts

STEPS = 96
"""The number of chords of a curve; the error on a board's rim is below a hundredth of a point."""

_Step = tuple[Point, Point, Point, Point]
"""A chord: its start and its end, and the directions of the curve there, of any length but 0."""


class Track:
    """An outline as a path to travel along; lengths in points. It jumps between subpaths, as in SVG."""

    def __init__(self, segments: Iterable[Segment]) -> None:
        self._steps = [step for step in _steps(segments) if math.dist(step[0], step[1]) > 1e-9]
        self._ends = list(accumulate([math.dist(begin, end) for begin, end, _, _ in self._steps]))
        self.length = self._ends[-1] if self._ends else 0.0

    def at(self, distance: float) -> Matrix | None:
        """The matrix that moves the origin to a distance along the track and turns it there; None outside the
        track.
        """
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

    def longest_line(self, offset: float, anchor: Literal["start", "middle", "end"]) -> float:
        """The longest line that can start, be centred (`middle`) or end at a distance along the track."""
        before, after = max(0.0, offset), max(0.0, self.length - offset)
        return {"start": after, "middle": 2 * min(before, after), "end": before}[anchor]

    def reach(self, begin: float, end: float, height: float) -> Box | None:
        """The box around a strip of some height on a stretch of the track; None if that is
        outside the track.
        """
        count = 32
        spots = [self.at(begin + (end - begin) * index / count) for index in range(count + 1)]
        points = [spot.apply(0.0, y) for spot in spots if spot for y in (0.0, -height)]
        return box_around(points)


def bend(line: Sequence[Op], track: Track, fonts: Fonts) -> tuple[Op, ...]:
    """A straight line of text, bent onto a track: x becomes the distance along it, y the distance below it.

    `line` is `Text`s in order and the `Use`s of symbols. The middle of each letter is on the track, as in
    SVG; letters beyond the ends of the track are left out. The letters are one group, which reads like the
    line.
    """
    letters: list[Op] = []
    for op in line:
        if isinstance(op, Text):
            letters += _bend_letters(op, track, fonts)
        elif isinstance(op, Use):
            letters += _bend_symbol(op, track)
        elif isinstance(op, Path):
            letters += _bend_bar(op, track)
    says = "".join(_says(op) for op in line if isinstance(op, Text))
    return (Group(tuple(letters), says=says),) if letters else ()


def _bend_symbol(symbol: Use, track: Track) -> Iterator[Op]:
    middle = symbol.matrix.e + symbol.form.size.width * symbol.matrix.a / 2
    spot = track.at(middle)
    if spot is not None:
        yield Group((Use(symbol.form, symbol.matrix._replace(e=round(symbol.matrix.e - middle, 4))),), spot)


def _bend_bar(bar: Path, track: Track) -> Iterator[Op]:
    """An underline as a stroke along the track."""
    box = outline_bounds(bar.segments)
    if box is None:
        return
    left, right, middle = box.x, box.right, box.y + box.height / 2
    count = max(2, math.ceil((right - left) / 2))
    spots = [track.at(left + (right - left) * index / count) for index in range(count + 1)]
    points = [spot.apply(0.0, middle) for spot in spots if spot]
    if len(points) > 1:
        line: list[Segment] = [
            ("L" if at else "M", round(x, 3), round(y, 3)) for at, (x, y) in enumerate(points)
        ]
        yield Path(tuple(line), None, Stroke(bar.fill or (0.0, 0.0, 0.0), round(box.height, 3)))


def _bend_letters(line: Text, track: Track, fonts: Fonts) -> Iterator[Op]:
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
                    letter_run = GlyphRun(run.font, run.colour, (letter,))
                    at = round(-half, 4) + 0.0
                    yield Group(
                        (
                            Text(
                                at,
                                line.y,
                                line.size,
                                runs=(letter_run,),
                                tracking=line.tracking,
                                opacity=line.opacity,
                            ),
                        ),
                        spot,
                    )
                x += letter.width * em + between + line.tracking


def _clusters(piece: Shaped, font: Font) -> Iterator[Shaped]:
    """The parts of a word that move separately: letters, ligatures, and letters of several glyphs, with their
    kerning.
    """
    starts = [index for index, cluster in enumerate(piece.clusters) if cluster or not index]
    for start, end in zip(starts, [*starts[1:], len(piece.glyphs)], strict=True):
        glyphs, adjust = piece.glyphs[start:end], piece.adjust[start:end]
        text = piece.clusters[start]
        alone = font.shape(text)
        if (alone.glyphs, alone.adjust, alone.rises) == (glyphs, adjust, piece.rises[start:end]):
            yield alone  # shared by all words, so that derived values are computed once
        else:
            width = sum(map(font.advance, glyphs)) + sum(adjust)
            rises = piece.rises[start:end]
            yield Shaped(
                text,
                piece.font,
                width,
                glyphs=glyphs,
                adjust=adjust,
                clusters=piece.clusters[start:end],
                rises=rises,
            )


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
            yield _chord(here, there)
        here = there


def _chord(begin: Point, end: Point) -> _Step:
    along = (end[0] - begin[0], end[1] - begin[1])
    return begin, end, along, along


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[_Step]:
    """A cubic Bézier curve in equal steps of its parameter."""
    shares = [index / STEPS for index in range(STEPS + 1)]
    points = [cubic_point(a, b, c, d, t=t) for t in shares]
    ways = [cubic_direction(a, b, c, d, t=t) for t in shares]
    for index in range(STEPS):
        begin, end, along, _ = _chord(points[index], points[index + 1])
        first, last = ways[index], ways[index + 1]
        yield begin, end, first if any(first) else along, last if any(last) else along
