"""Drawn faces: a size and a tuple of operations from a closed set. Data only.

Coordinates are in points; the origin is the top-left corner of the face's trim box, and y runs down. Records
are encoded as arrays (msgspec) for digests (`nineup.model.digests`). They can't contain reference cycles, so
Python's garbage collector doesn't track them (`gc=False`).
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from nineup.base.geometry import IDENTITY, Box, Matrix, Outline, Size
from nineup.base.geometry import Segment as Segment
from nineup.base.units import MM

Colour = tuple[float, float, float]
"""sRGB, each channel from 0 to 1."""

UNPAINTED: Colour = (0.0, 0.0, 0.0)
"""In place of a paint that is encoded apart."""


class _Frozen(msgspec.Struct, frozen=True, array_like=True, tag=True, gc=False):
    pass


class Cmyk(_Frozen, frozen=True):
    """How much of each process ink a press prints, from 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All inks together, from 0 to 4."""
        return self.cyan + self.magenta + self.yellow + self.black


class Spot(_Frozen, frozen=True):
    """An ink of its own, such as gold, or a line that a machine cuts. `alternate` imitates it where the ink
    isn't available.

    An overprinting ink leaves the inks below it in place; any other knocks them out. A `foil` is put on as a
    whole wherever a gradient shows its shine.
    """

    name: str
    alternate: Cmyk
    overprint: bool = False
    foil: bool = False


class InkColour(tuple[float, float, float]):
    """An sRGB colour that also states the ink with which a press prints it.

    It doesn't equal the colour without the ink.
    """

    ink: Cmyk | Spot

    def __new__(cls, colour: Colour, ink: Cmyk | Spot) -> "InkColour":
        inked = super().__new__(cls, colour)
        inked.ink = ink
        return inked

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InkColour) and tuple.__eq__(self, other) and self.ink == other.ink

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((tuple(self), self.ink))

    def __repr__(self) -> str:
        return f"InkColour({tuple(self)!r}, {self.ink!r})"

    def __reduce__(self) -> tuple[type["InkColour"], tuple[Colour, Cmyk | Spot]]:
        red, green, blue = self
        return InkColour, ((red, green, blue), self.ink)


class Stop(_Frozen, frozen=True):
    """A colour at an offset (0 to 1) along a gradient."""

    offset: float
    colour: Colour
    opacity: float = 1.0


class Linear(_Frozen, frozen=True):
    """A gradient from (x1, y1) to (x2, y2), in the space that `matrix` maps to the face."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[Stop, ...]
    matrix: Matrix = IDENTITY


class Radial(_Frozen, frozen=True):
    """A gradient from the focus (fx, fy) to the circle of radius r about (cx, cy)."""

    cx: float
    cy: float
    r: float
    fx: float
    fy: float
    stops: tuple[Stop, ...]
    matrix: Matrix = IDENTITY


class Tiling(_Frozen, frozen=True):
    """A pattern: its cell is repeated in both directions, in the space that `matrix` maps to the face."""

    ops: "tuple[Op, ...]"
    cell: Box
    matrix: Matrix = IDENTITY


Paint = Colour | Linear | Radial | Tiling

Blend = Literal[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
    "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
]  # fmt: skip
"""How a group's colours mix with those below it, as CSS and PDF name it (W3C Compositing and Blending 1)."""


class Stroke(_Frozen, frozen=True):
    """How the line of a path is drawn; width and dashes in points."""

    paint: Paint
    width: float = 1.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    opacity: float = 1.0


class Path(_Frozen, frozen=True):
    """An outline that is filled, stroked, or filled and then stroked."""

    segments: Outline
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    opacity: float = 1.0
    """The opacity of the fill."""


class Shaped(msgspec.Struct, frozen=True, array_like=True, tag=True, eq=False, gc=False):
    """A word (or a space) shaped in one font. Made once per font and word, and compared by identity.

    `adjust[i]` is added to the advance of glyph i, in thousandths of an em (kerning); `clusters[i]` is the
    text that glyph i represents, empty if an earlier glyph does. Glyphs are in the order in which they are
    drawn, from left to right.
    """

    text: str
    font: str
    width: float
    """The advance of the whole word including kerning, in thousandths of an em."""
    glyphs: tuple[int, ...]
    adjust: tuple[float, ...]
    clusters: tuple[str, ...]
    rises: tuple[float, ...] = ()
    """How far each glyph is moved up, in thousandths of an em; empty if none is."""
    from_right: bool = False
    """Whether its letters run from right to left: then the first glyph is the last letter."""
    variant: Literal["", "small-caps", "capitals"] = ""
    """What it draws instead of small letters, if not these: the font's small capitals, or capitals."""


class Gap(_Frozen, frozen=True):
    """Space in a line for a symbol drawn over it; `says` is the text extracted there."""

    width: float
    """In thousandths of an em."""
    says: str = ""


class GlyphRun(_Frozen, frozen=True):
    """Consecutive pieces of a line in one font and colour; spaces are separate pieces."""

    font: str
    colour: Colour
    pieces: tuple[Shaped | Gap, ...]


class Text(_Frozen, frozen=True):
    """One line of text; its baseline starts at (x, y). `tracking` is added after each glyph, in points."""

    x: float
    y: float
    size: float
    runs: tuple[GlyphRun, ...]
    tracking: float = 0.0
    opacity: float = 1.0


class Image(msgspec.Struct, frozen=True, array_like=True, tag=True, eq=False, gc=False):
    """A picture. Its pixels are in `data` and `alpha`, or are `read` from its file whenever they are needed,
    since all pictures of a game may not fit into memory: use `loaded()`.

    `data` is a whole JPEG file, the compressed rows of a PNG (as in `png.Pixels`), or samples row by row from
    the top.
    """

    digest: str
    width: int
    height: int
    encoding: Literal["jpeg", "png", "grey", "rgb", "cmyk"]
    """Of the samples; for a JPEG and a PNG, `channels` gives the colour space."""
    channels: int
    data: bytes = b""
    alpha: bytes = b""
    """8-bit samples of the same size; empty for an opaque picture."""
    read: "Callable[[], Image] | None" = None
    """Returns the same picture with its pixels; None if they are here. Raises ProjectError."""
    is_veiled: bool = False
    """Whether the picture that `read` returns has `alpha`."""

    def loaded(self) -> "Image":
        """This picture with its pixels. Raises ProjectError if its file has changed since it was first
        read.
        """
        return self.read() if self.read else self

    @property
    def is_opaque(self) -> bool:
        """Whether it hides everything below; needs no pixels."""
        return not (self.alpha or self.is_veiled)


class PlacedImage(_Frozen, frozen=True):
    """A picture scaled to a box."""

    image: Image
    box: Box
    opacity: float = 1.0


class Form(msgspec.Struct, frozen=True, array_like=True, tag=True, eq=False, gc=False):
    """A drawing that many faces share: static art of a layout, a symbol, a back. Compared by identity.

    Its coordinates run from (0, 0) to `size`, y down.
    """

    name: str
    size: Size
    ops: "tuple[Op, ...]"


Art = Form | Image
"""What a frame can show besides text."""


class Use(_Frozen, frozen=True):
    """A form drawn through a matrix from the form's space to the surrounding space."""

    form: Form
    matrix: Matrix = IDENTITY


class Mask(_Frozen, frozen=True):
    """What is visible of a group: as much as these operations are light on black or, by `alpha`, opaque."""

    ops: "tuple[Op, ...]"
    alpha: bool = False


class Group(_Frozen, frozen=True):
    """Operations that are transformed, clipped, masked, faded or blended together; `clip` and `mask` are in
    the group's own space, inside `matrix`. What is inside an `isolated` group blends with nothing below it; a
    group that blends is one.

    A `micro` group names the print that a piece belongs to and isn't part of the face's content. `says`
    replaces the text extracted from the group, such as for letters on a curve; empty to extract it as it is.
    """

    ops: "tuple[Op, ...]"
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    micro: bool = False
    says: str = ""
    mask: Mask | None = None
    blend: Blend = "normal"
    isolated: bool = False
    overprint: bool = False
    """Whether a press prints it without removing the inks below; screens and home printers never do."""


Op = Text | Path | PlacedImage | Use | Group


class Face(msgspec.Struct, frozen=True, array_like=True, tag=True, eq=False, gc=False):
    """One side of a piece, drawn. `size` is the trim; ink may reach `bleed` beyond it on every side.

    `outline` is where the piece is cut, in the face's coordinates; empty for the trim box. `slits` are
    further cuts inside it, and `folds` is where it is scored and folded, both as open lines.
    """

    name: str
    size: Size
    bleed: float
    ops: tuple[Op, ...]
    outline: tuple[Segment, ...] = ()
    slits: tuple[Segment, ...] = ()
    folds: tuple[Segment, ...] = ()


FAULTY = Path((("M", 0.0, 0.0), ("L", 6 * MM, 0.0), ("L", 0.0, 6 * MM), ("Z",)), fill=(1.0, 0.0, 1.0))
"""Marks a face with errors in a draft: a magenta corner, outside the safe zone of 3 mm."""


def rectangle(box: Box) -> tuple[Segment, ...]:
    """The outline of a box, clockwise from its top-left corner."""
    return (
        ("M", box.x, box.y),
        ("L", box.right, box.y),
        ("L", box.right, box.bottom),
        ("L", box.x, box.bottom),
        ("Z",),
    )


ARC = 0.5522847498307936
"""The length of the handles of a cubic for a quarter circle, in radii; the error is below 0.03 % of the
radius.
"""


def rounded(box: Box, rx: float, ry: float) -> tuple[Segment, ...]:
    """The outline of a box with rounded corners of these radii, clockwise from the end of its top-left
    corner.
    """
    k = 1 - ARC
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return (
        ("M", left + rx, top),
        ("L", right - rx, top),
        ("C", right - k * rx, top, right, top + k * ry, right, top + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - k * ry, right - k * rx, bottom, right - rx, bottom),
        ("L", left + rx, bottom),
        ("C", left + k * rx, bottom, left, bottom - k * ry, left, bottom - ry),
        ("L", left, top + ry),
        ("C", left, top + k * ry, left + k * rx, top, left + rx, top),
        ("Z",),
    )


def circle(cx: float, cy: float, r: float) -> tuple[Segment, ...]:
    """The outline of a circle as four cubics, clockwise from its rightmost point."""
    k = r * ARC
    return (
        ("M", cx + r, cy),
        ("C", cx + r, cy + k, cx + k, cy + r, cx, cy + r),
        ("C", cx - k, cy + r, cx - r, cy + k, cx - r, cy),
        ("C", cx - r, cy - k, cx - k, cy - r, cx, cy - r),
        ("C", cx + k, cy - r, cx + r, cy - k, cx + r, cy),
        ("Z",),
    )


def hex_of(colour: Colour) -> str:
    """A colour as six hex digits, such as `#b5162b`."""
    return "#" + "".join(f"{round(max(0.0, min(1.0, channel)) * 255):02x}" for channel in colour)


def is_micro(op: Op) -> bool:
    """Whether an operation draws nothing but micro lines."""
    return isinstance(op, Group) and (op.micro or (bool(op.ops) and all(map(is_micro, op.ops))))
