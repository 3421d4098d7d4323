"""The best grid for pieces of one size: the page and orientation that hold most of them on a sheet.

Pieces are placed in rows and columns; round ones and hexagons may nest like a honeycomb instead: every second
line is shifted by half a piece and moved into the gaps of the line before.

Circles of 10 on 45 × 28 stand in 2 rows of 4, which is 8. As a honeycomb, rows are 8.65 apart and not 10: 3
rows fit, and as two rows together are 4.5 circles long, each has its 4, which is 12; columns would hold 10.
"""

import math
from collections.abc import Iterator, Sequence

import msgspec

from nineup.base.geometry import Box, Size
from nineup.impose.field import Field
from nineup.impose.hull import hull
from nineup.impose.slots import Cell, Slot


class Nest(msgspec.Struct, frozen=True):
    """How lines nest: rows, or columns if `upright`; `step` is the distance between lines.

    Every second line begins half a piece later; if `shorter`, it holds one piece fewer.
    """

    upright: bool
    step: float
    shorter: bool


class Grid(msgspec.Struct, frozen=True):
    """Columns and rows of one cell on a field; `turned` cells are rotated a quarter turn clockwise."""

    field: Field
    cell: Cell
    columns: int
    rows: int
    turned: bool
    nest: Nest | None = None

    @property
    def holds(self) -> int:
        shorter = self.nest is not None and self.nest.shorter
        return self.columns * self.rows - shorter * (self._lines // 2)

    @property
    def _lines(self) -> int:
        return self.columns if self.nest and self.nest.upright else self.rows


def best_grid(cell: Cell, fields: Sequence[Field], columns: int = 0, rows: int = 0) -> Grid | None:
    """The grid with the most cells; None if none fits, or not as many columns and rows as requested.

    Ties go to cells that share their edges, else to straight lines, then to upright pieces, then to the
    earlier field: portrait before landscape.
    """
    grids = [
        grid
        for field in fields
        for turned in (False, True)
        for grid in _largest(cell, field, turned, columns=columns, rows=rows)
    ]
    # Nested lines shift every second row, so no cut runs straight through: of two layouts with as many
    # pieces, that is only worth it if neighbors share edges, as hexagons do.
    nested_first = cell.apart == 0
    return min(
        grids,
        key=lambda grid: (-grid.holds, (grid.nest is None) == nested_first, grid.turned),
        default=None,
    )


def slots(grid: Grid) -> tuple[Slot, ...]:
    """The grid's slots, centred on the field: row by row from the top left, or column by column if those
    nest.
    """
    if grid.nest is not None:
        return _nested_slots(grid, grid.nest)
    cell, area = grid.cell, grid.field.area
    trim = _posed(cell.size, grid.turned)
    step = Size(trim.width + cell.apart, trim.height + cell.apart)
    left = area.x + (area.width - grid.columns * step.width + cell.apart) / 2
    top = area.y + (area.height - grid.rows * step.height + cell.apart) / 2
    return tuple(
        Slot(Box(left + column * step.width, top + row * step.height, *trim), int(grid.turned))
        for row in range(grid.rows)
        for column in range(grid.columns)
    )


def _largest(cell: Cell, field: Field, turned: bool, columns: int, rows: int) -> Iterator[Grid]:
    """The largest grids that fit a field; nested ones only if no columns or rows are requested."""
    clip = _posed(cell.clip, turned)
    room = Size(field.area.width - 2 * cell.marks, field.area.height - 2 * cell.marks)
    most_columns = _fitting(room.width, clip.width, cell.gap)
    most_rows = _fitting(room.height, clip.height, cell.gap)
    if most_columns < max(columns, 1) or most_rows < max(rows, 1):
        return
    yield Grid(field, cell, columns or most_columns, rows or most_rows, turned=turned)
    if cell.outline and hull(cell.outline, cell.size).even and not (columns or rows):
        yield _nested(cell, field, room, clip=clip, turned=turned, upright=False)
        yield _nested(cell, field, room, clip=clip, turned=turned, upright=True)


def _nested(cell: Cell, field: Field, room: Size, clip: Size, turned: bool, upright: bool) -> Grid:
    """As many nested lines as fit, each as long as possible. At least one cell is known to fit."""
    step = hull(cell.outline, cell.size).line_step(cell.apart, upright != turned)
    room, clip = (room.turned(), clip.turned()) if upright else (room, clip)
    long = _fitting(room.width, clip.width, cell.gap)
    # The first line needs a whole piece, each further one only a step.
    lines = 1 + math.floor((room.height - clip.height) / step + 1e-6)
    # The length of two lines together, of which one is shifted by half a piece.
    whole = (long + 0.5) * (clip.width + cell.gap) - cell.gap
    nest = Nest(upright, step, lines > 1 and whole > room.width + 1e-6)
    return Grid(field, cell, *((lines, long) if upright else (long, lines)), turned, nest)


def _nested_slots(grid: Grid, nest: Nest) -> tuple[Slot, ...]:
    """Slots line by line: rows, or the same mirrored on the diagonal for columns."""
    cell, area, upright = grid.cell, grid.field.area, nest.upright
    trim = _posed(cell.size, grid.turned != upright)
    long, lines = (grid.rows, grid.columns) if upright else (grid.columns, grid.rows)
    step = trim.width + cell.apart
    whole = (long + (0.5 if lines > 1 and not nest.shorter else 0)) * step - cell.apart
    high = (lines - 1) * nest.step + trim.height
    room = Box(area.y, area.x, area.height, area.width) if upright else area
    start, top = room.x + (room.width - whole) / 2, room.y + (room.height - high) / 2
    boxes = (
        Box(start + (place + line % 2 / 2) * step, top + line * nest.step, *trim)
        for line in range(lines)
        for place in range(long - (nest.shorter and line % 2))
    )
    return tuple(
        Slot(Box(box.y, box.x, box.height, box.width) if upright else box, int(grid.turned)) for box in boxes
    )


def _fitting(room: float, length: float, gap: float) -> int:
    """How many lengths with gaps between them fit into a space, with a tolerance for rounding."""
    return max(0, math.floor((room + gap) / (length + gap) + 1e-6))


def _posed(size: Size, turned: bool) -> Size:
    return size.turned() if turned else size
