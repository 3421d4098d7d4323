"""Places for pieces on a page: their trim boxes and turns, on the front and mirrored on the back."""

from typing import NamedTuple

import msgspec

from generator.drawing import Segment
from generator.geometry import Box, Matrix, Size
from generator.impose.field import Axis, Field


class Slot(NamedTuple):
    """Room for one face: its trim box on the page and its quarter turns clockwise."""

    box: Box
    turns: int


class Cell(NamedTuple):
    """What pieces that stand in one grid have in common; all in points.

    `gap` is the room between neighbours' bleeds, `marks` the room that crop marks need around all of them.
    """

    size: Size
    bleed: float
    gap: float
    marks: float

    @property
    def clip(self) -> Size:
        """The size with its bleed on every side."""
        return Size(self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed)


class Arrangement(msgspec.Struct, frozen=True, eq=False):
    """Slots that are filled together on one sheet, in the order in which pieces take them.

    Sheets that look the same share one arrangement, compared by identity, so that their marks are drawn once.
    `outlines` holds the front's own outline for each slot, empty where the trim box is what is cut; the clips
    are the slots' boxes with their bleed.
    """

    field: Field
    fronts: tuple[Slot, ...]
    backs: tuple[Slot, ...]
    front_clips: tuple[Box, ...]
    back_clips: tuple[Box, ...]
    outlines: tuple[tuple[Segment, ...], ...]
    bleed: float


def arrangement(
    field: Field,
    slots: tuple[Slot, ...],
    outlines: tuple[tuple[Segment, ...], ...],
    bleed: float,
    offset: tuple[float, float],
) -> Arrangement:
    """Slots on a field together with their backs; a fold needs no offset, being printed in one pass."""
    shift = (0.0, 0.0) if field.folded else offset
    backs = tuple(back_slot(slot, field, shift) for slot in slots)
    front_clips, back_clips = (tuple(slot.box.outset(bleed) for slot in side) for side in (slots, backs))
    return Arrangement(field, slots, backs, front_clips, back_clips, outlines, bleed)


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


def bounds(boxes: tuple[Box, ...]) -> Box:
    """The smallest box around some boxes; there is at least one."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)
