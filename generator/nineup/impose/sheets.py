"""Sheets from arrangements and the pieces that fill them: placed faces, with marks and notes around them."""

from collections.abc import Sequence

import msgspec

from nineup.base.geometry import Box, Size, union
from nineup.impose.lettering import Lettering
from nineup.impose.marks import CUT, FOLD, MarkLine, cut_lines, cut_outlines, fold_line, stroked
from nineup.impose.notes import Margin, Notes, SheetSide, label_ops, margin, page_label
from nineup.impose.poster import PosterPart, part_page
from nineup.impose.slots import Arrangement, mirrored
from nineup.impose.ticks import ticks
from nineup.model.drawing import Form, Op, Use
from nineup.model.paper import Backs, Page, Piece, Placement, Sheet, SheetSpec

SIDES: dict[Backs, tuple[SheetSide, ...]] = {
    "long-edge": ("front", "back"),
    "short-edge": ("front", "back"),
    "gutterfold": ("both",),
    "none": ("front",),
}
"""The pages of a leaf."""

SHORT_MARKS = "marks may end at the printer's margin"
"""What a sheet says whose marks extend to where many printers don't print."""


class Leaf(msgspec.Struct, frozen=True):
    """An arrangement with a piece for each of its slots."""

    arrangement: Arrangement
    pieces: tuple[Piece, ...]


class FullPage(msgspec.Struct, frozen=True):
    """A piece on a page of its own size plus the sheet's bleed."""

    piece: Piece


Draft = Leaf | PosterPart | FullPage
"""A sheet that isn't drawn yet."""


class _Pages(msgspec.Struct, frozen=True):
    """What all sheets of one document share."""

    spec: SheetSpec
    backs: Backs
    notes: Notes
    pen: Lettering
    total: int


def sheets(
    drafts: Sequence[Draft], spec: SheetSpec, backs: Backs, notes: Notes, pen: Lettering
) -> tuple[Sheet, ...]:
    """Numbers and draws the sheets; with duplex backs, every sheet has a back page, even a blank one."""
    pages = _Pages(spec, backs, notes, pen=pen, total=len(drafts))
    around: dict[tuple[Arrangement, SheetSide], tuple[tuple[Op, ...], Margin]] = {}
    drawn = []
    for number, draft in enumerate(drafts, 1):
        match draft:
            case Leaf():
                front, *rest = (
                    _page(draft, number, side, pages=pages, around=around)
                    for side in SIDES[_backs(draft.arrangement, backs)]
                )
                drawn.append(Sheet(number, front, rest[0] if rest else None))
            case PosterPart():
                front = part_page(draft, number, len(drafts), spec=spec, notes=notes, pen=pen)
                drawn.append(Sheet(number, front, _blank(front.size, number, pages)))
            case FullPage():
                drawn.append(_whole(draft.piece, number, pages))
    return tuple(drawn)


def _backs(arrangement: Arrangement, backs: Backs) -> Backs:
    """The backs of a sheet: beside folded sheets, one that isn't folded has none."""
    return "none" if backs == "gutterfold" and not arrangement.field.folded else backs


def _whole(piece: Piece, number: int, pages: _Pages) -> Sheet:
    """A piece's sides, each on a page as large as the piece with its bleed."""
    trim = Box(pages.spec.bleed, pages.spec.bleed, *piece.front.size)
    ink = trim.outset(pages.spec.bleed)
    size = Size(ink.width, ink.height)
    front = Placement(piece, "front", piece.front, box=trim, clip=ink)
    first = Page(size, (front,), (), label=page_label(number, pages.total, "front"), trim=trim)
    if piece.back is None or pages.backs == "none":
        return Sheet(number, first, _blank(size, number, pages))
    back = Placement(piece, "back", piece.back, box=trim, clip=ink)
    return Sheet(
        number, first, Page(size, (back,), (), label=page_label(number, pages.total, "back"), trim=trim)
    )


def _blank(size: Size, number: int, pages: _Pages) -> Page | None:
    """The back page of a sheet without backs: blank in duplex, so that later fronts are printed on fronts."""
    return (
        Page(size, (), (), label=page_label(number, pages.total, "back"))
        if "back" in SIDES[pages.backs]
        else None
    )


def _page(
    leaf: Leaf,
    number: int,
    side: SheetSide,
    pages: _Pages,
    around: dict[tuple[Arrangement, SheetSide], tuple[tuple[Op, ...], Margin]],
) -> Page:
    arrangement = leaf.arrangement
    if (arrangement, side) not in around:
        around[arrangement, side] = _furniture(arrangement, side, pages)
    shared, layout = around[arrangement, side]
    return Page(
        arrangement.field.page,
        _placements(leaf, side),
        shared + label_ops(layout, pages.notes, number, pages.total, side=side, pen=pages.pen),
        label=page_label(number, pages.total, side),
    )


def _placements(leaf: Leaf, side: SheetSide) -> tuple[Placement, ...]:
    """Faces in the order of their slots; on a gutterfold page all fronts, then all backs."""
    arrangement = leaf.arrangement
    placed: list[Placement] = []
    if side != "back":
        places = zip(
            leaf.pieces,
            arrangement.fronts,
            arrangement.front_clips,
            arrangement.front_masks,
            strict=True,
        )
        placed += [
            Placement(piece, "front", piece.front, box=box, clip=clip, turns=turns, mask=mask)
            for piece, (box, turns), clip, mask in places
        ]
    if side != "front":
        places = zip(
            leaf.pieces, arrangement.backs, arrangement.back_clips, arrangement.back_masks, strict=True
        )
        placed += [
            Placement(piece, "back", piece.back, box=box, clip=clip, turns=turns, mask=mask)
            for piece, (box, turns), clip, mask in places
            if piece.back is not None
        ]
    return tuple(placed)


def _furniture(arrangement: Arrangement, side: SheetSide, pages: _Pages) -> tuple[tuple[Op, ...], Margin]:
    """The marks and notes that pages of one arrangement share, as one form, and their margin."""
    field = arrangement.field
    cuts, crossed = cut_lines(arrangement), ticks(arrangement)
    behind = tuple(_behind(line, arrangement) for line in cuts)
    fronts = cuts + tuple(line for around in crossed.values() for line in around)
    lines = {"front": fronts, "back": behind, "both": fronts + behind}[side]
    folds = (fold_line(field),) if field.folded else ()
    taken = union(_clips(arrangement, side))
    assert taken is not None
    notes = pages.notes
    if side != "back" and any(not field.printable.outset(1e-3).contains(line.box) for line in lines):
        notes = msgspec.structs.replace(notes, warning=" · ".join(filter(None, [SHORT_MARKS, notes.warning])))
    layout = margin(
        field,
        taken,
        lines + folds,
        notes=notes,
        side=side,
        backs=_backs(arrangement, pages.backs),
        total=pages.total,
        pen=pages.pen,
    )
    ops = stroked(lines, CUT) + stroked(folds, FOLD) + layout.ops
    if side != "back":
        ops += cut_outlines(arrangement, crossed)
    return ((Use(Form(f"marks-{side}", field.page, ops)),) if ops else (), layout)


def _clips(arrangement: Arrangement, side: SheetSide) -> tuple[Box, ...]:
    fronts = arrangement.front_clips if side != "back" else ()
    return fronts + (arrangement.back_clips if side != "front" else ())


def _behind(line: MarkLine, arrangement: Arrangement) -> MarkLine:
    """A front's mark on the back: mirrored and shifted like the backs."""
    front, back = arrangement.fronts[0].box, arrangement.backs[0].box
    turned = mirrored(front, arrangement.field.page, arrangement.field.mirror)
    right, down = back.x - turned.x, back.y - turned.y
    page = arrangement.field.page
    if arrangement.field.mirror == "x":
        return MarkLine(
            page.width - line.x1 + right, line.y1 + down, page.width - line.x2 + right, line.y2 + down
        )
    return MarkLine(
        line.x1 + right, page.height - line.y1 + down, line.x2 + right, page.height - line.y2 + down
    )
