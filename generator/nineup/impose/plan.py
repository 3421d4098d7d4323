"""The stage that lays pieces on paper: which go together, on which grids, and on which sheets."""

import math
from collections.abc import Hashable, Sequence

import msgspec
from msgspec.structs import replace

from nineup.base.diagnostics import Findings
from nineup.base.geometry import Box, Size, union
from nineup.base.units import MM
from nineup.impose.field import Field, fields
from nineup.impose.findings import (
    report_bleed,
    report_fewer,
    report_free_grid,
    report_parts,
    report_shared,
    report_too_large,
    report_unequal_backs,
)
from nineup.impose.grid import Grid, best_grid, slots
from nineup.impose.hull import hull
from nineup.impose.lettering import Lettering
from nineup.impose.marks import MARK_ROOM
from nineup.impose.notes import Notes
from nineup.impose.pack import Packed, pack
from nineup.impose.poster import divide, parts
from nineup.impose.seams import uncut
from nineup.impose.sheets import Draft, FullPage, Leaf, sheets
from nineup.impose.slots import CURVED_GAP, Arrangement, Cell, Cut, Slot, arrangement, curved
from nineup.model.paper import Backs, Large, Marks, Piece, Sheet, SheetSpec
from nineup.typography.fonts import Fonts

MIXED_GAP = 4.0 * MM
"""The gap between pieces of different sizes on one sheet, so that each has its own marks."""

NOTE_ROOM = 4.0 * MM
"""The space above and below packed pieces for the sheet's notes."""


class Batch(msgspec.Struct, frozen=True):
    """Pieces that fit one grid: their size and bleed, and the cut and marks of the first. The others may have
    different outlines if none of them nests.

    Pieces that are `in_parts` become posters if the paper is too small, or pages of their own size with
    `large: as-one`.
    """

    size: Size
    cut: Cut
    in_parts: bool
    large: Large
    bleed: float
    pieces: list[Piece]


class GridPlan(msgspec.Struct, frozen=True):
    """A batch in its grid: the full sheets, and the pieces left for one more."""

    batch: Batch
    grid: Grid
    full: tuple[Leaf, ...]
    rest: tuple[Piece, ...]


def impose(
    pieces: Sequence[Piece], spec: SheetSpec, notes: Notes, fonts: Fonts, findings: Findings
) -> tuple[Sheet, ...]:
    """Lays every piece on a sheet once, in the given order.

    Pieces of one size and outline fill the sheets of one grid; sizes are ordered by their first pieces. If
    several sizes leave partly filled sheets, the remaining pieces are packed together on shared last sheets
    if that takes fewer sheets, but never if the specification fixes columns or rows. A sheet keeps the
    largest bleed of its pieces, or its own if that is larger; where a component's own bleed would cost a
    sheet, neighbors share their cuts instead, and only the outside bleeds. Pieces that belong `together`
    share all their sheets. One-sided mats and boards that don't fit the paper come last, in parts or on pages
    of their own size. One-sided pieces that only fit a sheet that isn't folded have one, whatever the others
    have. Other pieces that don't fit are reported and left out.
    """
    together = any(piece.together for piece in pieces)
    if together and (spec.columns or spec.rows):
        report_free_grid(pieces, findings)
        spec = replace(spec, columns=0, rows=0)
    backs = spec.backs if any(piece.back is not None for piece in pieces) else "none"
    report_unequal_backs(pieces, findings)
    report_bleed(pieces, spec, findings)
    space = fields(spec, backs)
    stacks = []
    unfolded: list[Draft] = []
    posters: list[Draft] = []
    batches = _batches(pieces, spec)
    for batch in batches:
        own = replace(spec, bleed=batch.bleed)
        cell = _cell(batch, own)
        grid = best_grid(cell, space, spec.columns, spec.rows)
        saving = None if grid is None or together else _sharing(batch, grid, spec, space=space)
        if grid is not None and saving is not None:
            shared, left = saving
            report_shared(batch.pieces, shared, left, paper=spec.paper, instead=grid, findings=findings)
            stacks.append(_stack(replace(batch, bleed=left), shared, spec))
        elif grid is None and batch.in_parts and best_grid(cell, space) is None:
            posters += _large(batch, cell, spec, backs=backs, findings=findings)
        elif grid is None and (flat := _unfolded(batch, cell, own, backs=backs)) is not None:
            unfolded += _own_sheets(_stack(batch, flat, spec), spec)
        elif grid is None:
            report_too_large(batch.pieces, cell, own, backs=backs, findings=findings)
        else:
            bare = _cell(batch, replace(spec, bleed=0.0))
            if not together or len(batches) == 1:  # Pieces of several sizes have no sheet of their own.
                report_fewer(batch.pieces, grid, bare, spec=own, backs=backs, findings=findings)
            stacks.append(_stack(batch, grid, spec))
    drafts = [*_leaves(stacks, space, spec, together=together), *unfolded, *posters]
    return sheets(drafts, spec, backs, notes=notes, pen=Lettering(fonts))


def _batches(pieces: Sequence[Piece], spec: SheetSpec) -> list[Batch]:
    batches: dict[tuple[_Grouped, float], Batch] = {}
    alike: dict[tuple[Hashable, ...], Batch] = {}
    for piece in pieces:
        front = piece.front
        bleed = max(spec.bleed, piece.bleed)
        same = front.size, front.outline, piece.marks, piece.large, piece.in_parts, piece.back is None, bleed
        batch = alike.get(same)
        if batch is None:
            cut, large, in_parts = _cut(piece, spec), piece.large or spec.large, _is_in_parts(piece, spec)
            if in_parts:
                bleed = spec.bleed
            key = _grouped(front.size, cut, in_parts, large=large), bleed
            batch = alike[same] = batches.setdefault(
                key, Batch(front.size, cut, in_parts, large=large, bleed=bleed, pieces=[])
            )
        batch.pieces.append(piece)
    return list(batches.values())


_Grouped = tuple[float, float, Cut | Marks, bool, Large]
"""What the pieces of a batch have in common: outlines that don't nest count only by their marks."""


def _grouped(size: Size, cut: Cut, in_parts: bool, large: Large) -> _Grouped:
    nests = not cut.outline or curved(cut.outline) or hull(cut.outline, size).even
    return round(size.width, 2), round(size.height, 2), cut if nests else cut.marks, in_parts, large


def _sharing(batch: Batch, grid: Grid, spec: SheetSpec, space: Sequence[Field]) -> tuple[Grid, float] | None:
    """The grid in which neighbors share their cuts, and the bleed that is left around all of them.

    None unless their own bleed, which no flag asks for, would cost a sheet.
    """
    cell = _cell(batch, replace(spec, bleed=0.0))
    shared = best_grid(cell, space, spec.columns, spec.rows)
    amount = len(batch.pieces)
    if spec.bleed or cell.outline or cell.gap or shared is None:
        return None
    if math.ceil(amount / shared.holds) == math.ceil(amount / grid.holds):
        return None
    places, area = union([slot.box for slot in slots(shared)]), shared.field.area
    assert places is not None
    around = min(area.width - places.width, area.height - places.height) / 2 - cell.marks
    return shared, min(batch.bleed, around)


def _is_in_parts(piece: Piece, spec: SheetSpec) -> bool:
    large = piece.large or spec.large
    return piece.in_parts and (piece.back is None or spec.backs == "none" or large == "as-one")


def _cell(batch: Batch, spec: SheetSpec) -> Cell:
    """A batch's cell: straight sides may be shared, curves are separated, and drawn outlines need no space
    for marks.
    """
    outline, marks = batch.cut
    gap = max(spec.gap, CURVED_GAP - 2 * spec.bleed) if curved(outline) else spec.gap
    around = MARK_ROOM if marks == "cross" or (marks == "crop" and not outline) else 0.0
    return Cell(batch.size, spec.bleed, gap, around, outline=outline)


def _cut(piece: Piece, spec: SheetSpec) -> Cut:
    return Cut(piece.front.outline, piece.marks or spec.marks)


def _large(batch: Batch, cell: Cell, spec: SheetSpec, backs: Backs, findings: Findings) -> list[Draft]:
    """Pieces larger than the paper, on one page each or in parts."""
    if batch.large == "as-one":
        return [FullPage(piece) for piece in batch.pieces]
    fronts = dict.fromkeys(piece.front for piece in batch.pieces)
    division = divide(batch.size, spec, [box for front in fronts for box in uncut(front)])
    if division is None:
        report_too_large(batch.pieces, cell, spec, backs=backs, findings=findings)
        return []
    report_parts(batch.pieces, cell, division, spec=spec, backs=backs, findings=findings)
    return [part for piece in batch.pieces for part in parts(piece, division)]


def _stack(batch: Batch, grid: Grid, spec: SheetSpec) -> GridPlan:
    whole = len(batch.pieces) - len(batch.pieces) % grid.holds
    return GridPlan(
        batch, grid, _gridded(batch.pieces[:whole], batch, grid, spec=spec), rest=tuple(batch.pieces[whole:])
    )


def _unfolded(batch: Batch, cell: Cell, spec: SheetSpec, backs: Backs) -> Grid | None:
    """The grid of one-sided pieces on a sheet that isn't folded, beside sheets that are."""
    if backs != "gutterfold" or any(piece.back is not None for piece in batch.pieces):
        return None
    return best_grid(cell, fields(spec, "none"), spec.columns, spec.rows)


def _own_sheets(stack: GridPlan, spec: SheetSpec) -> tuple[Leaf, ...]:
    return (*stack.full, *_gridded(stack.rest, stack.batch, stack.grid, spec=spec))


def _gridded(pieces: Sequence[Piece], batch: Batch, grid: Grid, spec: SheetSpec) -> tuple[Leaf, ...]:
    """Sheets of one grid, each full except perhaps the last."""
    count = min(grid.holds, len(pieces))
    if not count:
        return ()
    places, shared, leaves = slots(grid)[:count], dict[tuple[Cut, ...], Arrangement](), []
    for start in range(0, len(pieces), count):
        chosen = tuple(pieces[start : start + count])
        cuts = tuple(_cut(piece, spec) for piece in chosen)
        if cuts not in shared:
            shared[cuts] = arrangement(grid.field, places, cuts, bleed=batch.bleed, offset=spec.back_offset)
        leaves.append(Leaf(shared[cuts], chosen))
    return tuple(leaves)


def _leaves(
    stacks: Sequence[GridPlan], space: Sequence[Field], spec: SheetSpec, together: bool
) -> list[Leaf]:
    if together and len(stacks) > 1:
        whole = [msgspec.structs.replace(stack, full=(), rest=tuple(stack.batch.pieces)) for stack in stacks]
        if (shared := _mixed(whole, space, spec)) is not None:
            return shared
    rests = [stack for stack in stacks if stack.rest]
    mixed = _mixed(rests, space, spec) if len(rests) > 1 and not (spec.columns or spec.rows) else None
    if mixed is not None and len(mixed) < len(rests):
        return [leaf for stack in stacks for leaf in stack.full] + mixed
    return [leaf for stack in stacks for leaf in _own_sheets(stack, spec)]


def _mixed(rests: Sequence[GridPlan], space: Sequence[Field], spec: SheetSpec) -> list[Leaf] | None:
    """The remaining pieces of several batches together, on the field that needs the fewest sheets."""
    spec = replace(spec, bleed=max(stack.batch.bleed for stack in rests))
    together = [(piece, _cell(stack.batch, spec)) for stack in rests for piece in stack.rest]
    sizes = [cell.clip for _, cell in together]
    gap = max(spec.gap, MIXED_GAP)
    tries = [
        (field, packed)
        for field in space
        if (packed := pack(sizes, _mixed_area(field.area), gap)) is not None
    ]
    if not tries:
        return None
    field, packed = min(tries, key=lambda trial: len(trial[1]))
    pieces = [piece for piece, _ in together]
    return [_packed_leaf(sheet, pieces, field, spec=spec) for sheet in packed]


def _mixed_area(area: Box) -> Box:
    aside, above = MARK_ROOM, NOTE_ROOM
    return Box(area.x + aside, area.y + above, area.width - 2 * aside, area.height - 2 * above)


def _packed_leaf(sheet: Sequence[Packed], pieces: Sequence[Piece], field: Field, spec: SheetSpec) -> Leaf:
    chosen = tuple(pieces[item.number] for item in sheet)
    places = tuple(Slot(item.box.outset(-spec.bleed), int(item.turned)) for item in sheet)
    cuts = tuple(_cut(piece, spec) for piece in chosen)
    return Leaf(arrangement(field, places, cuts, bleed=spec.bleed, offset=spec.back_offset), chosen)
