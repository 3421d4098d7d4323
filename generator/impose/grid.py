"""The best grid for pieces of one size: most on a sheet, on the page and in the posture that allow it."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from generator.geometry import Box, Size
from generator.impose.field import Field
from generator.impose.slots import Cell, Slot


class Grid(NamedTuple):
    """Columns and rows of one cell on a field; `turned` cells are laid a quarter turn clockwise."""

    field: Field
    cell: Cell
    columns: int
    rows: int
    turned: bool

    @property
    def holds(self) -> int:
        return self.columns * self.rows


def best_grid(cell: Cell, fields: Sequence[Field], columns: int = 0, rows: int = 0) -> Grid | None:
    """The grid with the most cells, or None when not one fits (or not as many columns and rows as asked).

    On one paper equal counts waste equally much, so ties go to upright pieces, then to the earlier field:
    portrait before landscape.
    """
    grids = [
        grid
        for field in fields
        for turned in (False, True)
        if (grid := _largest(cell, field, turned, columns, rows)) is not None
    ]
    return min(grids, key=lambda grid: (-grid.holds, grid.turned), default=None)


def slots(grid: Grid) -> tuple[Slot, ...]:
    """The grid's slots, row by row from the top left; the whole is centred on its field's area."""
    cell, area = grid.cell, grid.field.area
    clip = _posed(cell.clip, grid.turned)
    trim = _posed(cell.size, grid.turned)
    step = Size(clip.width + cell.gap, clip.height + cell.gap)
    left = area.x + (area.width - grid.columns * step.width + cell.gap) / 2 + cell.bleed
    top = area.y + (area.height - grid.rows * step.height + cell.gap) / 2 + cell.bleed
    return tuple(
        Slot(Box(left + column * step.width, top + row * step.height, *trim), int(grid.turned))
        for row in range(grid.rows)
        for column in range(grid.columns)
    )


def _largest(cell: Cell, field: Field, turned: bool, columns: int, rows: int) -> Grid | None:
    clip = _posed(cell.clip, turned)
    most_columns = _fitting(field.area.width - 2 * cell.marks, clip.width, cell.gap)
    most_rows = _fitting(field.area.height - 2 * cell.marks, clip.height, cell.gap)
    if most_columns < max(columns, 1) or most_rows < max(rows, 1):
        return None
    return Grid(field, cell, columns or most_columns, rows or most_rows, turned)


def _fitting(room: float, length: float, gap: float) -> int:
    """How many lengths with gaps between them go into a room; a hair too long still fits."""
    return max(0, math.floor((room + gap) / (length + gap) + 1e-6))


def _posed(size: Size, turned: bool) -> Size:
    return size.turned() if turned else size
