"""Paper sizes, how pieces are laid on paper, and the resulting pages and sheets. Data only.

Coordinates are in points from the page's top-left corner, y down.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from nineup.base.diagnostics import Span
from nineup.base.geometry import Box, Size
from nineup.base.units import MM, length
from nineup.model.drawing import Face, Op, Segment

PAPERS = {
    "a5": Size(148 * MM, 210 * MM),
    "a4": Size(210 * MM, 297 * MM),
    "a3": Size(297 * MM, 420 * MM),
    "letter": Size(612.0, 792.0),
    "legal": Size(612.0, 1008.0),
    "tabloid": Size(792.0, 1224.0),
}
"""Paper sizes by name, in portrait (ISO 216 and ANSI/ASME Y14.1)."""

MIN_SIDE, MAX_SIDE = length("1cm"), length("500cm")
"""The limits of a side of paper; a PDF page is at most 508 cm long."""


def paper_size(text: str) -> Size:
    """The size, in portrait, of a paper given by its name or two lengths, such as `210mm x 330mm`.

    Raises ValueError, with a message for the user, if it is neither.
    """
    if text.lower() in PAPERS:
        return PAPERS[text.lower()]
    sides = text.split("x")
    if len(sides) != 2:
        raise ValueError(f"unknown paper `{text}`; write {', '.join(PAPERS)} or a size such as 210mm x 330mm")
    short, long = sorted(length(side) for side in sides)
    if short < MIN_SIDE or long > MAX_SIDE:
        raise ValueError(f"paper size `{text}` is out of range; its sides must be 1cm to 500cm")
    return Size(short, long)


Backs = Literal["long-edge", "short-edge", "gutterfold", "none"]
"""How backs meet their fronts: the edge on which a duplex printer flips, a fold, or no backs."""

Marks = Literal["crop", "outline", "cross", "none"]
"""What marks the cut: lines outside the trim, the piece's outline, crosses, or nothing."""

Large = Literal["parts", "as-one"]
"""How a mat or board larger than the paper is printed: in parts to glue, or on a page of its own size."""


class SheetSpec(msgspec.Struct, frozen=True):
    """How pieces are laid on paper: a file of `layouts/sheets/`, or the defaults. Lengths are in points."""

    name: str = "auto"
    paper: str = "a4"
    orientation: Literal["auto", "portrait", "landscape"] = "auto"
    margin: float = 5 * MM
    """The printer's unprintable margin, in which nothing is drawn."""
    bleed: float = 0.0
    gap: float = 0.0
    """Space between neighbours, beyond their bleeds."""
    columns: int = 0
    rows: int = 0
    """A fixed grid; 0 for the best fit."""
    backs: Backs = "long-edge"
    marks: Marks = "crop"
    back_offset: tuple[float, float] = (0.0, 0.0)
    """How far backs are shifted (right, down) to compensate for a printer's drift."""
    large: Large = "parts"
    overlap: float = 8 * MM
    """How far the parts of a poster overlap."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A single thing to cut out: its two faces, and what it is a copy of."""

    component: str
    card: str
    owner: str
    copy: int
    """Counts from 1 among pieces of the same component, card and owner."""
    front: Face
    back: Face | None
    marks: Marks | None = None
    """The marks for cutting it; None for the sheet's marks."""
    in_parts: bool = False
    """Whether it is printed in parts to glue if it is larger than the paper."""
    spans: Mapping[str, Span] = {}
    """Where its component sets `size`, `layout` and `back`."""
    large: Large | None = None
    """What becomes of it if it is larger than the paper; None for what the sheet says."""
    together: bool = False
    """Whether it shares sheets with pieces of other sizes, even if that takes more of them."""
    bleed: float = 0.0
    """The least ink that its sheets keep beyond the trim, in points; posters have the sheet's own."""


class Placement(msgspec.Struct, frozen=True, gc=False):
    """A face on a page. `box` is its trim after turning; its ink is clipped to `clip`."""

    piece: Piece
    side: Literal["front", "back"]
    face: Face
    box: Box
    clip: Box
    turns: int = 0
    """Quarter turns clockwise."""
    mask: tuple[Segment, ...] = ()
    """An outline on the page that also clips the ink of pieces that aren't rectangles."""
    part: str = ""
    """A name such as `B2 of C3` if only this part of the face, inside `clip`, is printed here."""


class Page(msgspec.Struct, frozen=True):
    """One side of a sheet: pieces, and above them marks, notes and ruler as drawing operations."""

    size: Size
    placements: tuple[Placement, ...]
    ops: tuple[Op, ...]
    label: str = ""
    """A label such as `sheet 2 of 9, front`."""
    trim: Box | None = None
    """The trim of a page that is itself cut; None for a sheet of paper."""


class PageInk(NamedTuple):
    """The ink on a page as a share of its area in full ink: as drawn, and as printed to save ink."""

    before: float
    after: float


class Sheet(msgspec.Struct, frozen=True):
    """A leaf of paper. Its back, if any, is the page after the front in the file."""

    number: int
    front: Page
    back: Page | None
