"""Marks that show where to cut and fold: crop marks, crosses, outlines and fold lines."""

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from nineup.base.geometry import Box, transform_outline
from nineup.base.units import MM
from nineup.impose.field import Field
from nineup.impose.slots import Arrangement, Cut, Slot, slot_matrix
from nineup.model.drawing import Op, Path, Segment, Stroke, rectangle

CLEAR = 0.3 * MM
"""The minimum distance between any face's bleed and any mark."""

FAR = 1.0 * MM
"""The distance between a face's bleed and its own mark if there is enough space."""

LONGEST = 4.0 * MM
SHORTEST = 0.7 * MM
"""The minimum length of a mark; with less space, it is omitted."""

USEFUL = 3.0 * MM
"""The length below which a mark, too short to align a ruler with, begins as near as it may to its face and
extends into the printer's margin. Most printers do print there; on others, what is left of the mark is as
long as it can be, and the sheet says so.
"""

PAPER_EDGE = 1.5 * MM
"""The minimum distance of such a mark from the edge of the paper."""

MARK_ROOM = CLEAR + SHORTEST
"""The space that marks need around all pieces of a sheet."""

CUT = Stroke((0.0, 0.0, 0.0), 0.25)
OUTLINE = Stroke((0.6, 0.6, 0.6), 0.25)
HALO = Stroke((1.0, 1.0, 1.0), 0.75)
"""The light line below an outline, so that it shows on any ink."""

FOLD = Stroke((0.0, 0.0, 0.0), 0.35, dash=(4.0, 3.0))


class MarkLine(NamedTuple):
    """A line from the end nearer to its piece to the far end."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def box(self) -> Box:
        """The box of the line, without its thickness."""
        x, y = min(self.x1, self.x2), min(self.y1, self.y2)
        return Box(x, y, abs(self.x2 - self.x1), abs(self.y2 - self.y1))


def crop_lines(
    trims: Sequence[Box], faces: Sequence[Box], bleed: float, area: Box, reach: Box | None = None
) -> tuple[MarkLine, ...]:
    """Crop marks: from every corner of the trim boxes outward, unless a face is in the way.

    `faces` are the trim boxes of all pieces there, whatever their shape. A line starts clear of its own
    bleed, stays clear of all others and inside the area, or inside the `reach` around that where it would be
    short. Neighbours that share an edge share its marks at the outside of the grid.
    """
    guarded = [face.outset(bleed + CLEAR - 1e-3) for face in faces]
    lines: dict[tuple[int, ...], MarkLine] = {}
    for trim in trims:
        for x, y, right, down in _corners(trim):
            line = _outward(x, y, right, down, bleed=bleed, guarded=guarded, areas=(area, reach or area))
            if line is not None:
                lines.setdefault(tuple(round(value * 100) for value in line), line)
    return tuple(lines.values())


def reach(field: Field) -> Box:
    """The box to which short marks may extend: into the printer's margin, but not over a fold."""
    page, printable, area = field.page, field.printable, field.area
    left = area.x - max(0.0, printable.x - PAPER_EDGE)
    top = area.y - max(0.0, printable.y - PAPER_EDGE)
    right = area.right + max(0.0, page.width - printable.right - PAPER_EDGE)
    bottom = area.bottom + max(0.0, page.height - printable.bottom - PAPER_EDGE)
    if field.folded and field.mirror == "x":
        right = area.right
    elif field.folded:
        bottom = area.bottom
    return Box(left, top, right - left, bottom - top)


def crosses(lines: Sequence[MarkLine], faces: Sequence[Box], bleed: float, area: Box) -> tuple[MarkLine, ...]:
    """A crossbar over the middle of each crop mark, as long as the mark; omitted if it would come near a
    face.
    """
    guarded = [face.outset(bleed + CLEAR - 1e-3) for face in faces]
    bars = []
    for line in lines:
        x, y = (line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2
        half = (abs(line.x2 - line.x1) + abs(line.y2 - line.y1)) / 2
        bar = MarkLine(x - half, y, x + half, y) if line.x1 == line.x2 else MarkLine(x, y - half, x, y + half)
        if area.contains(bar.box) and not any(bar.box.overlaps(face, 0) for face in guarded):
            bars.append(bar)
    return tuple(bars)


def fold_line(field: Field) -> MarkLine:
    """The fold line in the middle of a gutterfold page, from margin to margin."""
    page, printable = field.page, field.printable
    if field.mirror == "x":
        return MarkLine(page.width / 2, printable.y, page.width / 2, printable.bottom)
    return MarkLine(printable.x, page.height / 2, printable.right, page.height / 2)


def cut_lines(arrangement: Arrangement) -> tuple[MarkLine, ...]:
    """The crop marks of a front's rectangular slots; those of the back are their mirror image."""
    around = ([slot.box for slot in arrangement.fronts], arrangement.bleed, arrangement.field.area)
    lines: tuple[MarkLine, ...] = ()
    for marks in ("crop", "cross"):
        straight = [slot.box for slot, cut in _cut(arrangement) if cut.marks == marks and not cut.outline]
        own = crop_lines(straight, *around, reach(arrangement.field))
        lines += own + (crosses(own, *around) if marks == "cross" else ())
    return lines


def cut_outlines(arrangement: Arrangement, crossed: Container[int] = ()) -> tuple[Op, ...]:
    """Thin grey outlines, on the front only: a back that drifts would show its own.

    Pieces that aren't rectangles have them unless their marks are `none` or they have crosses.
    """
    drawn: list[tuple[Segment, ...]] = []
    for number, (slot, cut) in enumerate(_cut(arrangement)):
        if cut.marks == "outline" and not cut.outline:
            drawn.append(rectangle(slot.box))
        elif cut.outline and cut.marks != "none" and number not in crossed:
            drawn.append(transform_outline(cut.outline, slot_matrix(slot)))
    return tuple(Path(line, stroke=stroke) for stroke in (HALO, OUTLINE) for line in drawn)


def stroked(lines: Sequence[MarkLine], stroke: Stroke) -> tuple[Op, ...]:
    """All lines as one path; empty without lines."""
    if not lines:
        return ()
    segments: list[Segment] = []
    for x1, y1, x2, y2 in lines:
        segments += (("M", x1, y1), ("L", x2, y2))
    return (Path(tuple(segments), stroke=stroke),)


def _cut(arrangement: Arrangement) -> Iterator[tuple[Slot, Cut]]:
    return zip(arrangement.fronts, arrangement.cuts, strict=True)


def _corners(box: Box) -> Iterator[tuple[float, float, int, int]]:
    """Each corner twice, with the two directions that continue the box's edges outward."""
    for x, right in ((box.x, -1), (box.right, 1)):
        for y, down in ((box.y, -1), (box.bottom, 1)):
            yield x, y, right, 0
            yield x, y, 0, down


def _outward(
    x: float,
    y: float,
    right: int,
    down: int,
    bleed: float,
    guarded: Sequence[Box],
    areas: tuple[Box, Box],
) -> MarkLine | None:
    """The mark from a corner in a direction, within the first area, or the second if it would be short."""
    start = bleed + CLEAR
    x, y = x + right * start, y + down * start
    area, wider = areas
    room = _room(x, y, right, down, area=area)
    is_short = room < USEFUL
    if is_short:
        room = max(room, min(USEFUL, _room(x, y, right, down, area=wider)))
    for box in guarded:
        room = min(room, _distance(x, y, right, down, box=box))
        if room < SHORTEST - 1e-6:
            return None
    skip = FAR - CLEAR if room >= FAR - CLEAR + 2 * SHORTEST and not is_short else 0.0
    end = min(room, skip + LONGEST)
    return MarkLine(x + right * skip, y + down * skip, x + right * end, y + down * end)


def _room(x: float, y: float, right: int, down: int, area: Box) -> float:
    """The distance that a point can move in a direction within an area."""
    if right:
        return area.right - x if right > 0 else x - area.x
    return area.bottom - y if down > 0 else y - area.y


def _distance(x: float, y: float, right: int, down: int, box: Box) -> float:
    """The distance that a point can move in a direction before it enters a box; infinite if it never does."""
    across, along = ((box.y, box.bottom, y), (box.x, box.right, x))
    if down:
        across, along = along, across
    if not across[0] < across[2] < across[1]:
        return float("inf")
    forward = right + down > 0
    near, far, here = along if forward else (-along[1], -along[0], -along[2])
    if here >= far:
        return float("inf")
    return max(0.0, near - here)
