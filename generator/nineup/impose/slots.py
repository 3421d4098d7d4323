"""Slots for pieces on a page: their trim boxes and turns, on the front and mirrored on the back."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from nineup.base.geometry import Box, Matrix, Size, transform_outline
from nineup.base.units import MM
from nineup.impose.field import Axis, Field
from nineup.impose.hull import hull
from nineup.model.drawing import Segment
from nineup.model.paper import Marks

CURVED_GAP = 2.0 * MM
"""The gap between curved outlines, for scissors."""

TOUCHING = 0.01
"""In points: pieces nearer than this share a cut."""


class Slot(NamedTuple):
    """A face's trim box on the page, and its quarter turns clockwise."""

    box: Box
    turns: int


class Cell(msgspec.Struct, frozen=True):
    """What the pieces of one grid have in common, in points.

    `gap` is the space between neighbours' bleeds, `marks` the space that marks need around the grid.
    `outline` is where pieces are cut, empty for rectangles.
    """

    size: Size
    bleed: float
    gap: float
    marks: float
    outline: tuple[Segment, ...] = ()

    @property
    def apart(self) -> float:
        """The distance between the cuts of neighbours; 0 if they share an edge."""
        return self.gap + 2 * self.bleed

    @property
    def clip(self) -> Size:
        """The size with its bleed on every side."""
        return Size(self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed)


class Cut(NamedTuple):
    """Where a piece is cut (an empty outline is its trim box), and which marks show it."""

    outline: tuple[Segment, ...]
    marks: Marks


class Arrangement(msgspec.Struct, frozen=True, eq=False):
    """Slots that are filled together on one sheet, in the order in which pieces take them.

    Sheets that look the same share one arrangement, compared by identity, so that their marks are drawn once.
    `cuts` belong to the fronts. Clips are the slots' boxes grown by the ink allowed beyond them; masks are
    outlines grown in the same way, empty for rectangles. Where pieces nest, clips overlap but masks don't.
    """

    field: Field
    fronts: tuple[Slot, ...]
    backs: tuple[Slot, ...]
    front_clips: tuple[Box, ...]
    back_clips: tuple[Box, ...]
    front_masks: tuple[tuple[Segment, ...], ...]
    back_masks: tuple[tuple[Segment, ...], ...]
    cuts: tuple[Cut, ...]
    bleed: float


def arrangement(
    field: Field,
    slots: tuple[Slot, ...],
    cuts: tuple[Cut, ...],
    bleed: float,
    offset: tuple[float, float],
) -> Arrangement:
    """Slots on a field and their backs; a folded sheet is printed in one pass and needs no offset."""
    shift = (0.0, 0.0) if field.folded else offset
    backs = tuple(back_slot(slot, field, shift) for slot in slots)
    beyond = tuple(_beyond(cut, bleed) for cut in cuts)
    front_clips, back_clips = (
        tuple(
            _within(_ink(slot.box, ink, () if cut.outline else side), field.printable)
            for slot, ink, cut in zip(side, beyond, cuts, strict=True)
        )
        for side in (slots, backs)
    )
    front_masks, back_masks = (
        tuple(_mask(slot, cut, ink) for slot, cut, ink in zip(side, cuts, beyond, strict=True))
        for side in (slots, backs)
    )
    return Arrangement(
        field,
        slots,
        backs,
        front_clips=front_clips,
        back_clips=back_clips,
        front_masks=front_masks,
        back_masks=back_masks,
        cuts=cuts,
        bleed=bleed,
    )


def back_slot(slot: Slot, field: Field, offset: tuple[float, float] = (0.0, 0.0)) -> Slot:
    """A slot's back: mirrored on the page's middle line, so that its top meets the front's, then shifted
    right and down.
    """
    box = mirrored(slot.box, field.page, field.mirror)
    turns = -slot.turns % 4 if field.mirror == "x" else (2 - slot.turns) % 4
    return Slot(box.moved(*offset), turns)


def mirrored(box: Box, page: Size, axis: Axis) -> Box:
    """A box as seen from the other side of the paper."""
    if axis == "x":
        return Box(page.width - box.right, box.y, box.width, box.height)
    return Box(box.x, page.height - box.bottom, box.width, box.height)


def slot_matrix(slot: Slot) -> Matrix:
    """The matrix from a face's coordinates, with the origin at its top-left corner, to the page's."""
    return Matrix.into(slot.box, slot.turns)


def curved(outline: Sequence[Segment]) -> bool:
    """Whether an outline has curves, so that it is cut separately and not along a ruler."""
    return any(kind == "C" for kind, *_ in outline)


def _beyond(cut: Cut, bleed: float) -> float:
    """The distance that ink may extend beyond a cut: the bleed, or half the gap between curves unless they
    have crosses.
    """
    return max(bleed, CURVED_GAP / 2) if curved(cut.outline) and cut.marks != "cross" else bleed


def _ink(box: Box, bleed: float, around: Sequence[Slot]) -> Box:
    """A trim box with its bleed, but not over what shares a cut with it."""
    ink = box.outset(bleed)
    for other in (slot.box for slot in around) if bleed else ():
        if other.overlaps(ink) and other != box:
            ink = _beside(ink, box, other)
    return ink


def _beside(ink: Box, box: Box, other: Box) -> Box:
    """A box with bleed, cut where another begins: beside it, or above or below it."""
    x, y, right, bottom = ink.x, ink.y, ink.right, ink.bottom
    if other.y < box.bottom - TOUCHING and box.y < other.bottom - TOUCHING:
        x, right = (box.x, right) if other.x < box.x else (x, box.right)
    elif other.x < box.right - TOUCHING and box.x < other.right - TOUCHING:
        y, bottom = (box.y, bottom) if other.y < box.y else (y, box.bottom)
    return Box(x, y, right - x, bottom - y)


def _within(box: Box, room: Box) -> Box:
    """The intersection of two boxes."""
    x, y = max(box.x, room.x), max(box.y, room.y)
    return Box(x, y, min(box.right, room.right) - x, min(box.bottom, room.bottom) - y)


def _mask(slot: Slot, cut: Cut, bleed: float) -> tuple[Segment, ...]:
    """A slot's outline on the page, scaled from its middle until its nearest sides have moved by the bleed.

    An asymmetric outline has no middle to scale from; its ink is limited by the clip alone.
    """
    width, height = slot.box.width, slot.box.height
    size = Size(height, width) if slot.turns % 2 else Size(width, height)
    if not cut.outline or not hull(cut.outline, size).even:
        return ()
    grown = 1 + 2 * bleed / min(width, height)
    middle = Matrix.translation(slot.box.x + width / 2, slot.box.y + height / 2)
    back = Matrix.translation(-slot.box.x - width / 2, -slot.box.y - height / 2)
    return transform_outline(cut.outline, middle @ Matrix.scaling(grown, grown) @ back @ slot_matrix(slot))
