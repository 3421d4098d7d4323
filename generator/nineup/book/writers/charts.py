"""A booklet's bar charts: tables with a bar in each row, stacked if there are several series."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from nineup.base.geometry import Box
from nineup.book.writers.flow import TextFlowable
from nineup.book.writers.grids import PAD, TableGrid, captioned_grid, column_width
from nineup.book.writers.platypus import flowables
from nineup.book.writers.typesetter import BookletTypesetter
from nineup.model.booklet import BarChart, PlainText
from nineup.model.drawing import Colour, Group, Op, Path, Segment, Stroke, rectangle

EDGE = Stroke((0.47, 0.47, 0.47), 0.3)

PITCH = 3.2
"""Points between the lines of a hatching."""

HATCHES = ((1.0, 1.0), (1.0, -1.0), (0.0, 1.0), (1.0, 0.0))
"""The direction of each hatching's lines, across and down."""


class BarSegment(msgspec.Struct, frozen=True):
    """A part of a bar, with its length in points; `hatch` counts from 1, or is 0 for none."""

    length: float
    fill: Colour
    hatch: int


class Bar(flowables.Flowable):  # type: ignore[misc]
    """A bar of segments. `at_right` aligns it right, as a sample of its series in the head."""

    def __init__(self, segments: Sequence[BarSegment], height: float, at_right: bool = False) -> None:
        super().__init__()
        self.segments, self.height, self.at_right = segments, height, at_right

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        return width, self.height

    def draw(self) -> None:
        x = self.width - sum(segment.length for segment in self.segments) if self.at_right else 0.0
        ops: list[Op] = []
        for segment in self.segments:
            ops += segment_ops(segment, Box(x, 0.0, segment.length, self.height))
            x += segment.length
        self.canv.put(tuple(ops), self.height)


def segment_ops(segment: BarSegment, box: Box) -> Sequence[Op]:
    """A segment's fill, hatching and edge."""
    edge = rectangle(box)
    lines = Path(hatching(segment.hatch, box), stroke=Stroke(_hatch_colour(segment.fill), 0.9))
    hatched = (Group((lines,), clip=Path(edge)),) if segment.hatch else ()
    return (Path(edge, fill=segment.fill), *hatched, Path(edge, stroke=EDGE))


def hatching(number: int, box: Box) -> tuple[Segment, ...]:
    """The lines of hatching `number` over a box: one direction, then pairs of directions, then again from the
    start.
    """
    first, second = (number - 1) % len(HATCHES), (number - 1) // len(HATCHES) % 2
    ways = {first, (first + second) % len(HATCHES)}
    return tuple(segment for way in sorted(ways) for segment in _lines(HATCHES[way], box))


def _lines(way: tuple[float, float], box: Box) -> Iterator[Segment]:
    across, down = way
    if not across:
        for number in range(1, int(box.width / PITCH) + 1):
            x = box.x + number * PITCH - PITCH / 2
            yield from (("M", x, box.y), ("L", x, box.bottom))
    elif not down:
        for number in range(1, int(box.height / PITCH) + 1):
            y = box.y + number * PITCH - PITCH / 2
            yield from (("M", box.x, y), ("L", box.right, y))
    else:
        start = box.y if down > 0 else box.bottom
        for number in range(int((box.width + box.height) / (1.4 * PITCH)) + 1):
            x = box.x - box.height + 1.4 * PITCH * number
            yield from (("M", x, start), ("L", x + box.height, start + down * box.height))


def _hatch_colour(fill: Colour) -> Colour:
    """A colour for lines that are visible on a fill."""
    return (1.0, 1.0, 1.0) if sum(fill) < 1.8 else (0.3, 0.3, 0.3)


def bar_chart(typesetter: BookletTypesetter, bars: BarChart, width: float) -> TableGrid:
    """A chart of at most this width; with several series, each has a sample of its bars below its name."""
    head, cell = typesetter.style("head"), typesetter.style("cell")
    right = [msgspec.structs.replace(style, align="right") for style in (head, cell)]
    fills = [_colour(tone) if tone else typesetter.style("chapter").colour for tone in bars.tones]
    is_stacked = len(bars.series) > 1
    names = [bars.heading, *(name for name, _ in bars.rows)]
    label = min(0.55 * width, column_width(typesetter.width(name, head) for name in names))
    numbers = [max(column_width([typesetter.width(name, head)]), 2.4 * cell.size) for name in bars.series]
    length = max(0.2 * width, width - label - sum(numbers))
    heads: list[Any] = [TextFlowable(typesetter, name, right[0]) for name in bars.series]
    if is_stacked:
        samples = [BarSegment(1.2 * cell.size, *look) for look in zip(fills, bars.hatches, strict=True)]
        bits = [Bar([sample], 0.8 * cell.size, at_right=True) for sample in samples]
        heads = [[name, flowables.Spacer(0, 1.5), bit] for name, bit in zip(heads, bits, strict=True)]
    rows = [[TextFlowable(typesetter, bars.heading, head), None, *heads]]
    for number, (name, values) in enumerate(bars.rows):
        looks = [*zip(fills, bars.hatches, strict=True)] if is_stacked else [(fills[number], 0)]
        segments = [
            BarSegment((length - PAD) * value / bars.largest, *look)
            for value, look in zip(values, looks, strict=True)
            if value
        ]
        counts = [TextFlowable(typesetter, (PlainText(bars.number(value)),), right[1]) for value in values]
        rows.append([TextFlowable(typesetter, name, cell), Bar(segments, cell.size), *counts])
    return captioned_grid(
        typesetter, bars.caption, rows, widths=[label, length, *numbers], heads=1, width=width
    )


def _colour(tone: str) -> Colour:
    red, green, blue = (int(tone[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue)
