"""Paper: its sizes, how pieces are to be laid on it, and the sheets that come of that. Data only.

Coordinates are in points from the page's top-left corner, y down.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from nineup.diagnostics import Span
from nineup.drawing import Face, Op, Segment
from nineup.geometry import Box, Size
from nineup.units import MM, length

PAPERS = {
    "a5": Size(148 * MM, 210 * MM),
    "a4": Size(210 * MM, 297 * MM),
    "a3": Size(297 * MM, 420 * MM),
    "letter": Size(612.0, 792.0),
    "legal": Size(612.0, 1008.0),
    "tabloid": Size(792.0, 1224.0),
}
"""Paper by name, upright (ISO 216 and ANSI/ASME Y14.1)."""


LEAST, MOST = length("1cm"), length("500cm")
"""How short and how long a side of paper may be; a page of a PDF ends at 508 cm."""


def paper_size(text: str) -> Size:
    """The size, upright, of a paper by its name or by its two lengths, such as `210mm x 330mm`.

    Raises ValueError, in words for the user, when it is neither.
    """
    if text.lower() in PAPERS:
        return PAPERS[text.lower()]
    sides = text.split("x")
    if len(sides) != 2:
        raise ValueError(
            f"`{text}` is not a paper; write {', '.join(PAPERS)} or a size such as 210mm x 330mm"
        )
    short, long = sorted(length(side) for side in sides)
    if short < LEAST or long > MOST:
        raise ValueError(f"`{text}` is no size for paper; write one from 1cm to 500cm")
    return Size(short, long)


Backs = Literal["long-edge", "short-edge", "gutterfold", "none"]
"""How backs meet their fronts: the edge a duplex printer turns over, a fold, or no backs at all."""

Marks = Literal["crop", "outline", "cross", "none"]
"""What shows where to cut: lines outside the trim, the piece's own outline, crosses, or nothing."""


Large = Literal["parts", "as-one"]
"""How a mat or a board is printed that is larger than the paper: in parts to be glued, or on a page of its own size."""


class SheetSpec(msgspec.Struct, frozen=True):
    """How pieces are laid on paper: a file of `layouts/sheets/`, or the defaults. Lengths in points."""

    name: str = "auto"
    paper: str = "a4"
    orientation: Literal["auto", "portrait", "landscape"] = "auto"
    margin: float = 5 * MM
    """What the printer cannot reach; nothing is drawn there."""
    bleed: float = 0.0
    gap: float = 0.0
    """Room between neighbours beyond their bleeds."""
    columns: int = 0
    rows: int = 0
    """A fixed grid, or 0 for the best fit."""
    backs: Backs = "long-edge"
    marks: Marks = "crop"
    back_offset: tuple[float, float] = (0.0, 0.0)
    """How far backs are shifted (right, down) to make up for a printer's drift."""
    large: Large = "parts"
    overlap: float = 8 * MM
    """How far the parts of a poster reach under each other."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """One thing to cut out: its two faces, and what it is a copy of."""

    component: str
    card: str
    owner: str
    copy: int
    """Counts from 1 among the same component, card and owner."""
    front: Face
    back: Face | None
    marks: Marks | None = None
    """What shows where to cut it; None leaves it to the sheet."""
    in_parts: bool = False
    """Whether it is printed in parts, to be glued, where it is larger than the paper."""
    spans: Mapping[str, Span] = {}
    """Where its component says its `size`, its `layout` and its `back`."""


class Placement(msgspec.Struct, frozen=True, gc=False):
    """A face on a page. `box` is its trim after turning, `clip` the box its ink may not leave."""

    piece: Piece
    side: Literal["front", "back"]
    face: Face
    box: Box
    clip: Box
    turns: int = 0
    """Quarter turns clockwise."""
    mask: tuple[Segment, ...] = ()
    """An outline on the page that ink may not leave either, for pieces that are no rectangles."""
    part: str = ""
    """Such as `B2 of C3` where only this part of the face is printed here; its clip shows which."""


class Page(msgspec.Struct, frozen=True):
    """One side of a sheet: pieces, and over them the marks, the notes and the ruler as plain drawing."""

    size: Size
    placements: tuple[Placement, ...]
    ops: tuple[Op, ...]
    label: str = ""
    """Such as `sheet 2 of 9, front`."""
    trim: Box | None = None
    """What is left when the page itself is cut; None for paper that is not."""


class Sheet(msgspec.Struct, frozen=True):
    """A leaf of paper. Its back, when there is one, is the page that follows the front in the file."""

    number: int
    front: Page
    back: Page | None
