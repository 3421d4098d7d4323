"""Notes in a sheet's margins: its number, how to print it, and a ruler to check its scale.

Notes are placed only in the strips outside all faces and marks. If a strip is too small, shorter texts are
tried, and then none; the page's label in the file still identifies the sheet.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from nineup.base.geometry import Box, Matrix
from nineup.base.units import MM
from nineup.impose.field import Field
from nineup.impose.lettering import GREY, Lettering
from nineup.impose.marks import MarkLine
from nineup.model.drawing import Group, Op, Path, Stroke
from nineup.model.paper import Backs

SheetSide = Literal["front", "back", "both"]
"""Which side of a leaf a page is; `both` for a gutterfold's single side."""

SIZES = (6.5, 5.5)
LINE = 1.25
"""Line height, relative to the type size."""

AIR = 0.6 * MM
"""Space between notes and faces."""

ASIDE = 1.0 * MM
"""Space between notes and marks."""

DEEP = 9 * MM
"""The depth of a strip along the page's edge: two lines and a ruler."""

RULER = 50 * MM


class Notes(msgspec.Struct, frozen=True):
    """The texts of the margins; a warning, if any, follows the flip instruction."""

    game: str
    run: str
    group: str
    warning: str = ""


class Lane(msgspec.Struct, frozen=True):
    """Free space for lines: its x axis runs along them, y across; `matrix` maps it to the page."""

    matrix: Matrix
    length: float
    depth: float


class NotePlace(msgspec.Struct, frozen=True):
    """The place and type size of the chosen text, `choice` being its index among those offered."""

    lane: Lane
    choice: int
    size: float


class Margin(msgspec.Struct, frozen=True):
    """The margin of pages that look the same: the operations they share, and the place of each page's
    label.
    """

    ops: tuple[Op, ...]
    label: NotePlace | None


def page_label(number: int, total: int, side: SheetSide) -> str:
    """A page's label: `sheet 2 of 9, front`."""
    return f"sheet {number} of {total}, {'front and back' if side == 'both' else side}"


def margin(
    field: Field,
    taken: Box,
    lines: Sequence[MarkLine],
    notes: Notes,
    side: SheetSide,
    backs: Backs,
    total: int,
    pen: Lettering,
) -> Margin:
    """Lays out the margin around the box that faces and marks occupy; labels are measured for `total`."""
    lanes = _lanes(field.printable, taken, lines)
    label, lanes = _place(lanes, _labels(notes, total, total, side=side), pen)
    flip, lanes = _place(lanes, instructions(backs, notes.warning), pen)
    ops = () if flip is None else _text_ops(flip, instructions(backs, notes.warning)[flip.choice], pen)
    return Margin(ops + _ruler(lanes, pen), label)


def label_ops(
    layout: Margin, notes: Notes, number: int, total: int, side: SheetSide, pen: Lettering
) -> tuple[Op, ...]:
    """The note that differs from page to page: the number of the sheet."""
    if layout.label is None:
        return ()
    return _text_ops(layout.label, _labels(notes, number, total, side=side)[layout.label.choice], pen)


def instructions(backs: Backs, warning: str = "") -> tuple[str, ...]:
    """How to print the sheet, the longest text first."""
    full, short = {
        "long-edge": ("Print both sides at 100 %, flip on the long edge", "100 %, flip long edge"),
        "short-edge": ("Print both sides at 100 %, flip on the short edge", "100 %, flip short edge"),
        "gutterfold": (
            "Print one side at 100 %, fold on the dashed line, glue, then cut",
            "100 %, fold, glue, cut",
        ),
        "none": ("Print one side at 100 %", "100 %"),
    }[backs]
    return (f"{full} · {warning}", f"{short} · {warning}") if warning else (full, short)


def _labels(notes: Notes, number: int, total: int, side: SheetSide) -> tuple[str, ...]:
    sheet = page_label(number, total, side)
    whole = f"{notes.game} · {notes.run} · {notes.group} · {sheet}"
    return whole, f"{notes.group} · {sheet}", sheet, f"{number}/{total} {side}"


def _lanes(printable: Box, taken: Box, lines: Sequence[MarkLine]) -> tuple[Lane, ...]:
    """The strips above, below, left and right of the occupied box, divided by the marks that cross them."""
    boxes = [line.box.outset(ASIDE) for line in lines]
    above, below, left, right = _strips(printable, taken)
    lanes = [
        Lane(Matrix.translation(start, strip.y), end - start, strip.height)
        for strip in (above, below)
        for start, end in _free(strip.x, strip.right, [(b.x, b.right) for b in boxes if b.overlaps(strip)])
    ]
    lanes += [
        Lane(Matrix.translation(strip.x, end) @ Matrix.rotation(-90), end - start, strip.width)
        for strip in (left, right)
        for start, end in _free(strip.y, strip.bottom, [(b.y, b.bottom) for b in boxes if b.overlaps(strip)])
    ]
    return tuple(lane for lane in lanes if lane.depth >= SIZES[-1])


def _strips(printable: Box, taken: Box) -> tuple[Box, Box, Box, Box]:
    """Strips along the printable box's edges: above, below, left and right of the occupied box."""
    above = min(DEEP, taken.y - AIR - printable.y)
    below = min(DEEP, printable.bottom - taken.bottom - AIR)
    left = min(DEEP, taken.x - AIR - printable.x)
    right = min(DEEP, printable.right - taken.right - AIR)
    return (
        Box(printable.x, printable.y, printable.width, above),
        Box(printable.x, printable.bottom - below, printable.width, below),
        Box(printable.x, taken.y, left, taken.height),
        Box(printable.right - right, taken.y, right, taken.height),
    )


def _free(start: float, end: float, taken: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The unoccupied parts of a stretch, from its start."""
    free = []
    for low, high in sorted(taken):
        if low > start:
            free.append((start, min(low, end)))
        start = max(start, high)
    return [*free, (start, end)] if end > start else free


def _place(
    lanes: tuple[Lane, ...], texts: Sequence[str], pen: Lettering
) -> tuple[NotePlace | None, tuple[Lane, ...]]:
    """The first text that fits any lane, larger type first, and the remaining lanes. Texts with letters that
    no font has are omitted.
    """
    for choice, text in enumerate(texts):
        if not pen.can_set(text):
            continue
        for size in SIZES:
            length = pen.width(text, size) * 1.01
            for lane in lanes:
                if length <= lane.length and size * LINE <= lane.depth:
                    return NotePlace(lane, choice, size), _without(lanes, lane, length, size * LINE)
    return None, lanes


def _without(lanes: tuple[Lane, ...], used: Lane, length: float, depth: float) -> tuple[Lane, ...]:
    """The lanes without the used part of one; the space below and after it remains."""
    below = Lane(used.matrix @ Matrix.translation(0, depth), used.length, used.depth - depth)
    after = Lane(
        used.matrix @ Matrix.translation(length + 3 * ASIDE, 0), used.length - length - 3 * ASIDE, depth
    )
    parts = tuple(part for part in (below, after) if part.length > 0 and part.depth > 0)
    place = lanes.index(used)
    return lanes[:place] + parts + lanes[place + 1 :]


def _text_ops(spot: NotePlace, text: str, pen: Lettering) -> tuple[Op, ...]:
    return _in_lane(spot.lane.matrix, (pen.line(text, 0, spot.size * 0.95, spot.size),))


def _ruler(lanes: tuple[Lane, ...], pen: Lettering) -> tuple[Op, ...]:
    """A ruler of 50 mm in the first lane that is long enough."""
    size, depth = SIZES[-1], 2.4 * MM
    length = RULER + MM + pen.width("50 mm", size)
    for lane in lanes:
        if lane.length >= length and lane.depth >= depth:
            label = pen.line("50 mm", RULER + MM, depth - 0.25 * size, size)
            return _in_lane(lane.matrix, (_scale(depth), label))
    return ()


def _scale(depth: float) -> Path:
    base = depth - 0.2 * MM
    segments = [("M", 0.0, base), ("L", RULER, base)]
    for tick in range(51):
        height = (2.0 if tick % 10 == 0 else 1.5 if tick % 5 == 0 else 1.0) * MM
        segments += [("M", tick * MM, base), ("L", tick * MM, base - height)]
    return Path(tuple(segments), stroke=Stroke(GREY, 0.25))


def _in_lane(matrix: Matrix, ops: tuple[Op, ...]) -> tuple[Op, ...]:
    return (Group(ops, matrix),)
