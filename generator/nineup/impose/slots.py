"""Places for pieces on a page: their trim boxes and turns, on the front and mirrored on the back."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from nineup.drawing import Segment
from nineup.geometry import Box, Matrix, Size, transform_outline
from nineup.impose.field import Axis, Field
from nineup.impose.hull import hull
from nineup.paper import Marks
from nineup.units import MM

CURVED_GAP = 2.0 * MM
"""Between outlines that are curved: scissors need it."""


class Slot(NamedTuple):
    """Room for one face: its trim box on the page and its quarter turns clockwise."""

    box: Box
    turns: int


class Cell(NamedTuple):
    """What pieces that stand in one grid have in common; all in points.

    `gap` is the room between neighbours' bleeds, `marks` the room that marks need around all of them. `outline`
    is where they are cut, empty for rectangles.
    """

    size: Size
    bleed: float
    gap: float
    marks: float
    outline: tuple[Segment, ...] = ()

    @property
    def apart(self) -> float:
        """Between the cuts of neighbours: nothing where they share an edge."""
        return self.gap + 2 * self.bleed

    @property
    def clip(self) -> Size:
        """The size with its bleed on every side."""
        return Size(self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed)


class Cut(NamedTuple):
    """Where a piece is cut, nothing for its trim box, and what shows it."""

    outline: tuple[Segment, ...]
    marks: Marks


class Arrangement(msgspec.Struct, frozen=True, eq=False):
    """Slots that are filled together on one sheet, in the order in which pieces take them.

    Sheets that look the same share one arrangement, compared by identity, so that their marks are drawn once.
    `cuts` tells of each slot's front; the clips are the slots' boxes with what ink may go beyond them, the masks
    the outlines with the same, empty for rectangles. Where pieces nest, clips meet, but masks do not.
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
    """Slots on a field together with their backs; a fold needs no offset, being printed in one pass."""
    shift = (0.0, 0.0) if field.folded else offset
    backs = tuple(back_slot(slot, field, shift) for slot in slots)
    beyond = tuple(_beyond(cut, bleed) for cut in cuts)
    front_clips, back_clips = (
        tuple(_within(slot.box.outset(ink), field.printable) for slot, ink in zip(side, beyond, strict=True))
        for side in (slots, backs)
    )
    front_masks, back_masks = (
        tuple(_mask(slot, cut, ink) for slot, cut, ink in zip(side, cuts, beyond, strict=True))
        for side in (slots, backs)
    )
    return Arrangement(field, slots, backs, front_clips, back_clips, front_masks, back_masks, cuts, bleed)


def back_slot(slot: Slot, field: Field, offset: tuple[float, float] = (0.0, 0.0)) -> Slot:
    """Where the back of a slot stands: mirrored about the page's middle line, then shifted right and down.

    The back's top comes to lie on the front's top: turned about an upright line, up stays up and right
    becomes left; turned about a level line, up becomes down and right stays right.
    """
    box = mirrored(slot.box, field.page, field.mirror)
    turns = -slot.turns % 4 if field.mirror == "x" else (2 - slot.turns) % 4
    return Slot(Box(box.x + offset[0], box.y + offset[1], box.width, box.height), turns)


def mirrored(box: Box, page: Size, axis: Axis) -> Box:
    """A box seen from the paper's other side."""
    if axis == "x":
        return Box(page.width - box.right, box.y, box.width, box.height)
    return Box(box.x, page.height - box.bottom, box.width, box.height)


def slot_matrix(slot: Slot) -> Matrix:
    """From the coordinates of a face, with its origin at its own top-left corner, to the page's."""
    box, turns = slot
    corner = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))[turns]
    return Matrix.translation(*corner) @ Matrix.rotation(90 * turns)


def curved(outline: Sequence[Segment]) -> bool:
    """Whether an outline has curves, and is therefore cut out by itself and not along a ruler."""
    return any(kind == "C" for kind, *_ in outline)


def _beyond(cut: Cut, bleed: float) -> float:
    """How far ink may go beyond a cut: the bleed, or half of what curves keep apart unless crosses stand there."""
    return max(bleed, CURVED_GAP / 2) if curved(cut.outline) and cut.marks != "cross" else bleed


def _within(box: Box, room: Box) -> Box:
    """The part of a box that lies in another."""
    x, y = max(box.x, room.x), max(box.y, room.y)
    return Box(x, y, min(box.right, room.right) - x, min(box.bottom, room.bottom) - y)


def _mask(slot: Slot, cut: Cut, bleed: float) -> tuple[Segment, ...]:
    """A slot's outline on the page, grown about its middle until its nearest sides stand out by the bleed.

    An outline that is not even has no middle to grow about: its ink is kept to the clip alone.
    """
    width, height = slot.box.width, slot.box.height
    size = Size(height, width) if slot.turns % 2 else Size(width, height)
    if not cut.outline or not hull(cut.outline, size).even:
        return ()
    grown = 1 + 2 * bleed / min(width, height)
    middle = Matrix.translation(slot.box.x + width / 2, slot.box.y + height / 2)
    back = Matrix.translation(-slot.box.x - width / 2, -slot.box.y - height / 2)
    return transform_outline(cut.outline, middle @ Matrix.scaling(grown, grown) @ back @ slot_matrix(slot))
