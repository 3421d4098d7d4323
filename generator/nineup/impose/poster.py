"""Boards larger than the paper, printed in parts: where they are divided, and the page of each part.

Columns are lettered from the left and rows numbered from the top, so `B2 of C3` is the middle one of nine. A
part is cut along its left and upper edges and glued over the edge of the part before, which is printed beyond
its share and hatched there: glued parts hide all hatching.

On pages that show 535 points, a board of 1000 with 9 of bleed and 20 of overlap has two columns. The first
shows 0 to 500 and prints 9 before and 20 after; the second shows 500 to 1000, and prints 4.25 before, in case
it isn't cut exactly, and 9 after. Glued, its cut edge lies on the first one's 500.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from nineup.base.geometry import Box, Matrix, Size, transform_outline
from nineup.base.units import MM
from nineup.impose.field import Field, fields
from nineup.impose.lettering import Lettering
from nineup.impose.marks import CLEAR, CUT, LONGEST, OUTLINE, MarkLine, crosses, stroked
from nineup.impose.notes import Notes, label_ops, margin
from nineup.impose.seams import cuts
from nineup.model.drawing import Group, Op, Path, Segment, Stroke, rectangle
from nineup.model.paper import Page, Piece, Placement, SheetSpec

HEAD = 10 * MM
"""The strip at the top of each page, with the key, the part's name, and how to print and glue it."""

KEY = Size(24 * MM, 8.5 * MM)
"""The largest size of the key, a small picture of all parts."""

EDGE = 2 * MM
"""Space for marks around what is printed."""

SPILL = 1.5 * MM
"""The overlap printed beyond cut and glued edges, so that an inexact cut shows no white."""

MIN_SHARE = 20 * MM
"""The minimum share of the board that each part must show."""

GLUE_LINE = Stroke((0.0, 0.0, 0.0), 0.25, dash=(1.5, 1.5))
HATCH = (Stroke((1.0, 1.0, 1.0), 1.0, opacity=0.5), Stroke((0.4, 0.4, 0.4), 0.25))
"""A light line under a dark one, visible on any ink."""

HATCH_STEP = 4 * MM

GLUING = "cut at the solid marks, glue over the hatched edges of the parts before"


class PosterSpan(NamedTuple):
    """What one column or row shows of a board, from its left or upper edge, and how far it is printed
    beyond.
    """

    start: float
    end: float
    before: float
    after: float

    @property
    def printed(self) -> float:
        return self.before + self.end - self.start + self.after


class Division(msgspec.Struct, frozen=True):
    """How a board is divided on one kind of page."""

    field: Field
    columns: tuple[PosterSpan, ...]
    rows: tuple[PosterSpan, ...]

    @property
    def amount(self) -> int:
        """The number of parts."""
        return len(self.columns) * len(self.rows)


class PosterPart(msgspec.Struct, frozen=True):
    """One sheet's share of a piece; column and row count from 0."""

    piece: Piece
    division: Division
    column: int
    row: int

    @property
    def name(self) -> str:
        """A name such as `B2 of C3`: the part's column and row, and those of the last part."""
        last = (len(self.division.columns) - 1, len(self.division.rows) - 1)
        return f"{_letters(self.column)}{self.row + 1} of {_letters(last[0])}{last[1] + 1}"

    @property
    def own(self) -> Box:
        """The area that it shows of the glued board, in the board's coordinates."""
        across, down = self.division.columns[self.column], self.division.rows[self.row]
        return Box(across.start, down.start, across.end - across.start, down.end - down.start)

    @property
    def printed(self) -> Box:
        """The area that it prints of the board, in the board's coordinates."""
        across, down = self.division.columns[self.column], self.division.rows[self.row]
        return Box(across.start - across.before, down.start - down.before, across.printed, down.printed)


def divide(size: Size, spec: SheetSpec, whole: Sequence[Box] = ()) -> Division | None:
    """The division into the fewest parts, with cuts beside what should stay whole; None if the paper is too
    small.
    """
    across = [(box.x, box.right) for box in whole]
    down = [(box.y, box.bottom) for box in whole]
    divisions = []
    for field in fields(spec, "none"):
        room = _room(field)
        columns = stretches(size.width, room.width, spec.bleed, spec.overlap, whole=across)
        rows = stretches(size.height, room.height, spec.bleed, spec.overlap, whole=down)
        if columns and rows:
            divisions.append(Division(field, columns, rows))
    return min(divisions, key=lambda division: division.amount, default=None)


def stretches(
    length: float, room: float, bleed: float, overlap: float, whole: Sequence[tuple[float, float]] = ()
) -> tuple[PosterSpan, ...]:
    """The fewest columns or rows for a length, as even as their space and the spans to keep `whole` allow;
    empty if there is no space.

    They are divided at whole points, so that pictures of parts meet at pixels.
    """
    if length + 2 * bleed <= room:
        return (PosterSpan(0.0, length, bleed, bleed),)
    # A point less each, because cuts and places are rounded to whole points.
    first, middle, last = (room - 1 - bleed - overlap, room - 1 - SPILL - overlap, room - 1 - SPILL - bleed)
    if min(first, middle, last) < MIN_SHARE:
        return ()
    rooms = [first, *[middle] * max(0, math.ceil((length - first - last) / middle)), last]
    # The board's edges have bleed, as it is cut there; each inner edge has the overlap
    # on the side that is glued over.
    starts = [0.0, *cuts(length, rooms, MIN_SHARE, spans=whole)]
    ends = [*starts[1:], length]
    befores, afters = [bleed, *[SPILL] * (len(rooms) - 1)], [*[overlap] * (len(rooms) - 1), bleed]
    return tuple(PosterSpan(*stretch) for stretch in zip(starts, ends, befores, afters, strict=True))


def parts(piece: Piece, division: Division) -> tuple[PosterPart, ...]:
    """All parts of a piece, row by row."""
    places = ((row, column) for row in range(len(division.rows)) for column in range(len(division.columns)))
    return tuple(PosterPart(piece, division, column, row) for row, column in places)


def part_page(
    part: PosterPart, number: int, total: int, spec: SheetSpec, notes: Notes, pen: Lettering
) -> Page:
    """A part's page with marks, name, key and notes."""
    field, printed, face = part.division.field, part.printed, part.piece.front
    room = _room(field)
    # Whole points, so that pictures of the parts meet at pixels.
    left = float(round(room.x + (room.width - printed.width) / 2 - printed.x))
    top = float(round(room.y + (room.height - printed.height) / 2 - printed.y))
    clip = Box(left + printed.x, top + printed.y, printed.width, printed.height)
    placement = Placement(
        part.piece, "front", face, box=Box(left, top, *face.size), clip=clip, part=part.name
    )
    own = Box(left + part.own.x, top + part.own.y, part.own.width, part.own.height)
    marks = part.piece.marks or spec.marks
    ops = _head(part, number, total, notes=notes, pen=pen)
    if marks != "none":
        ops += _hatching(part, own, clip)
        ops += _marks(part, own, clip, crossed=marks == "cross")
        outline = face.outline or (rectangle(Box(0, 0, *face.size)) if marks == "outline" else ())
        ops += _outlined(transform_outline(outline, Matrix.translation(left, top)), own)
    label = f"sheet {number} of {total}, {part.piece.component} {part.name}"
    return Page(field.page, (placement,), ops, label=label)


def _room(field: Field) -> Box:
    """The box that a part is printed in."""
    inner = field.printable.outset(-EDGE)
    return Box(inner.x, inner.y + HEAD, inner.width, inner.height - HEAD)


def _letters(column: int) -> str:
    """A, B … Z, AA, AB …"""
    return (_letters(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)


def _marks(part: PosterPart, own: Box, clip: Box, crossed: bool) -> tuple[Op, ...]:
    """Solid marks for cuts, dashed ones where the next part's cut edge will lie."""
    across = part.column + 1 < len(part.division.columns)
    down = part.row + 1 < len(part.division.rows)
    area = _room(part.division.field).outset(EDGE)
    cuts = [*_ends(own.x, clip, area, upright=True), *_ends(own.y, clip, area, upright=False)]
    glued: list[MarkLine] = []
    (glued if across else cuts).extend(_ends(own.right, clip, area, upright=True))
    (glued if down else cuts).extend(_ends(own.bottom, clip, area, upright=False))
    bars = crosses(cuts, [clip], 0, area=area) if crossed else ()
    return stroked([*cuts, *bars], CUT) + stroked(glued, GLUE_LINE)


def _ends(at: float, clip: Box, area: Box, upright: bool) -> Iterator[MarkLine]:
    """The two ends of a cut outside the printed area: above and below, or left and right."""
    near, far = (clip.y, clip.bottom) if upright else (clip.x, clip.right)
    low, high = (area.y, area.bottom) if upright else (area.x, area.right)
    for start, end in (
        (near - CLEAR, max(low, near - CLEAR - LONGEST)),
        (far + CLEAR, min(high, far + CLEAR + LONGEST)),
    ):
        yield MarkLine(at, start, at, end) if upright else MarkLine(start, at, end, at)


def _hatching(part: PosterPart, own: Box, clip: Box) -> tuple[Op, ...]:
    """Hatching over the area that the next parts will cover."""
    right = clip.right - own.right if part.column + 1 < len(part.division.columns) else 0.0
    below = clip.bottom - own.bottom if part.row + 1 < len(part.division.rows) else 0.0
    strips = (
        Box(own.right, clip.y, right, clip.height),
        # Without the corner, which the other strip has: hatched twice, it would look darker.
        Box(clip.x, own.bottom, clip.width - right, below),
    )
    ops: list[Op] = []
    for strip in strips:
        if strip.width > 0 and strip.height > 0:
            lines = tuple(_slanted(strip))
            hatch = tuple(Path(lines, stroke=stroke) for stroke in HATCH)
            ops.append(Group(hatch, clip=Path(rectangle(strip))))
    return tuple(ops)


def _slanted(strip: Box) -> Iterator[Segment]:
    reach = strip.width + strip.height
    for step in range(1, int(reach / HATCH_STEP) + 1):
        away = step * HATCH_STEP
        yield ("M", strip.x + away, strip.y)
        yield ("L", strip.x + away - strip.height, strip.bottom)


def _outlined(outline: tuple[Segment, ...], own: Box) -> tuple[Op, ...]:
    """The visible part of the board's outline."""
    return (Group((Path(outline, stroke=OUTLINE),), clip=Path(rectangle(own))),) if outline else ()


def _head(part: PosterPart, number: int, total: int, notes: Notes, pen: Lettering) -> tuple[Op, ...]:
    """The strip at the top of the page: key, name, and the usual notes in the remaining space."""
    field = part.division.field
    x, y, width, _ = field.printable
    key, ops = _key(part, x, y)
    name = pen.line(part.name, x + key + 2 * MM, y + 4 * MM, 11)
    what = pen.line(part.piece.component, x + key + 2 * MM, y + 7.5 * MM, 6.5)
    used = key + 6 * MM + max(pen.width(part.name, 11), pen.width(part.piece.component, 6.5))
    strip = Box(x + used, y, width - used, HEAD)
    gluing_notes = replace(notes, warning=f"{GLUING} · {notes.warning}" if notes.warning else GLUING)
    around = msgspec.structs.replace(field, printable=strip)
    layout = margin(
        around,
        Box(strip.x, strip.bottom, strip.width, 0),
        (),
        notes=gluing_notes,
        side="front",
        backs="none",
        total=total,
        pen=pen,
    )
    return (
        *ops,
        name,
        what,
        *layout.ops,
        *label_ops(layout, gluing_notes, number, total, side="front", pen=pen),
    )


def _key(part: PosterPart, x: float, y: float) -> tuple[float, tuple[Op, ...]]:
    """The key's width, and the key: the whole board, its parts, and this one filled."""
    width, height = part.piece.front.size
    scale = min(KEY.width / width, KEY.height / height)
    shares: list[Segment] = []
    for other in parts(part.piece, part.division):
        shares += transform_outline(rectangle(other.own), Matrix(scale, 0, 0, scale, x, y))
    here = transform_outline(rectangle(part.own), Matrix(scale, 0, 0, scale, x, y))
    frame = Stroke((0.35, 0.35, 0.35), 0.4)
    return width * scale, (Path(here, fill=(0.35, 0.35, 0.35)), Path(tuple(shares), stroke=frame))
