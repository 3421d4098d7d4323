"""What a drawn face is: a size and a tuple of operations from a closed set. Data only.

Coordinates are in points; the origin is the top-left corner of the face's trim box and y runs down.
Records are encoded as arrays (msgspec), so that a face's digest is the digest of its operations. They hold what was
there before them and so can't refer to themselves: Python's garbage collector need not know them (`gc=False`).
"""

import hashlib
from typing import Literal

import msgspec

from nineup.geometry import IDENTITY, Box, Matrix, Size
from nineup.geometry import Segment as Segment
from nineup.units import MM

Colour = tuple[float, float, float]
"""sRGB, each channel from 0 to 1."""


class _Record(msgspec.Struct, frozen=True, array_like=True, tag=True, gc=False):
    pass


class Stop(_Record, frozen=True):
    """A colour at an offset (0 to 1) along a gradient."""

    offset: float
    colour: Colour
    opacity: float = 1.0


class Linear(_Record, frozen=True):
    """A gradient from (x1, y1) to (x2, y2), both in the space that `matrix` maps to the face."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[Stop, ...]
    matrix: Matrix = IDENTITY


class Radial(_Record, frozen=True):
    """A gradient from the focus (fx, fy) to the circle of radius r about (cx, cy)."""

    cx: float
    cy: float
    r: float
    fx: float
    fy: float
    stops: tuple[Stop, ...]
    matrix: Matrix = IDENTITY


Paint = Colour | Linear | Radial


class Stroke(_Record, frozen=True):
    """How a path's line is drawn; width and dashes in points."""

    paint: Paint
    width: float = 1.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    opacity: float = 1.0


class Path(_Record, frozen=True):
    """An outline, filled, stroked, or both (fill first)."""

    segments: tuple[Segment, ...]
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    opacity: float = 1.0
    """The opacity of the fill."""


class Shaped(msgspec.Struct, frozen=True, array_like=True, tag=True, eq=False, gc=False):
    """A word (or a space) shaped in one font. Made once per font and word, and compared by identity.

    `adjust[i]` is what glyph i is moved on beyond its own width, in thousandths of an em (a kern);
    `clusters[i]` is the text that glyph i stands for, empty where an earlier glyph stands for it.
    """

    text: str
    font: str
    width: float
    """Advance of the whole, kerns included, in thousandths of an em."""
    glyphs: tuple[int, ...]
    adjust: tuple[float, ...]
    clusters: tuple[str, ...]


class Gap(_Record, frozen=True):
    """Room left in a line for a symbol drawn over it; `says` is what the extracted text reads there."""

    width: float
    """In thousandths of an em."""
    says: str = ""


class Run(_Record, frozen=True):
    """Consecutive pieces of one line in one font and colour; spaces are pieces of their own."""

    font: str
    colour: Colour
    pieces: tuple[Shaped | Gap, ...]


class Text(_Record, frozen=True):
    """One line of text; (x, y) is where its baseline starts. `tracking` is added after each glyph, in points."""

    x: float
    y: float
    size: float
    runs: tuple[Run, ...]
    tracking: float = 0.0
    opacity: float = 1.0


class Image(msgspec.Struct, frozen=True, array_like=True, tag=True, eq=False, gc=False):
    """A picture's pixels, read once. `data` is a whole JPEG file, or raw samples, row by row from the top."""

    digest: str
    width: int
    height: int
    encoding: Literal["jpeg", "grey", "rgb", "cmyk"]
    """`cmyk` and `grey` may come as JPEG too: then `encoding` is jpeg and `channels` tells."""
    channels: int
    data: bytes
    alpha: bytes = b""
    """8-bit samples of the same size, or nothing."""


class Picture(_Record, frozen=True):
    """A picture stretched over a box."""

    image: Image
    box: Box
    opacity: float = 1.0


class Form(msgspec.Struct, frozen=True, array_like=True, tag=True, eq=False, gc=False):
    """A drawing that many faces share: static art of a layout, a symbol, a back. Compared by identity.

    Its own coordinates run from (0, 0) to `size`, y down.
    """

    name: str
    size: Size
    ops: "tuple[Op, ...]"


Art = Form | Image
"""What a frame can show besides text."""


class Use(_Record, frozen=True):
    """A form drawn through a matrix from the form's space to the space around."""

    form: Form
    matrix: Matrix = IDENTITY


class Group(_Record, frozen=True):
    """Operations moved, clipped or faded together; `clip` is in the group's own space, inside `matrix`.

    A `micro` group says which print a piece is of; it is no part of what the face shows. `says` is what the
    extracted text reads for all of the group's text, such as for letters on a curve; empty where it reads as it is.
    """

    ops: "tuple[Op, ...]"
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    micro: bool = False
    says: str = ""


Op = Text | Path | Picture | Use | Group


class Face(msgspec.Struct, frozen=True, array_like=True, tag=True, eq=False, gc=False):
    """One side of a piece, drawn. `size` is the trim; ink may reach `bleed` beyond it on every side.

    `outline` is the shape that is cut (in the face's coordinates), or nothing for the trim box itself.
    """

    name: str
    size: Size
    bleed: float
    ops: tuple[Op, ...]
    outline: tuple[Segment, ...] = ()


FAULTY = Path((("M", 0.0, 0.0), ("L", 6 * MM, 0.0), ("L", 0.0, 6 * MM), ("Z",)), fill=(1.0, 0.0, 1.0))
"""What marks a face on which something is wrong, in a draft: a magenta corner, outside of the safe zone of 3 mm."""


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
"""How far a cubic's handle reaches, in radii, that makes a quarter of a circle (error under 0.03 % of the radius)."""


def rounded(box: Box, rx: float, ry: float) -> tuple[Segment, ...]:
    """The outline of a box with round corners of these radii, clockwise from behind its top-left corner."""
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
    """The outline of a circle as four cubics, clockwise from its right."""
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
    """A colour as people write it, such as `#b5162b`."""
    return "#" + "".join(f"{round(max(0.0, min(1.0, channel)) * 255):02x}" for channel in colour)


def is_micro(op: Op) -> bool:
    """Whether an operation draws nothing but a micro line."""
    return isinstance(op, Group) and (op.micro or (bool(op.ops) and all(map(is_micro, op.ops))))


def digest(face: Face) -> str:
    """Sixteen hex digits that change when, and only when, what the face prints changes, micro lines aside."""
    return Digests()[face]


class Digests(dict[Face, str]):
    """The digests of faces that have forms and words in common, each of which is looked at once."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces = _Pieces()
        self._forms: dict[Form, bytes] = {}

    def __missing__(self, face: Face) -> str:
        text = self[face] = self._ink(_packed((face.size, face.bleed)), face.ops).hex()
        return text

    def _ink(self, head: bytes, ops: tuple[Op, ...]) -> bytes:
        ink = [head]
        self._add(ops, ink)
        return hashlib.blake2b(b"".join(ink), digest_size=8).digest()

    def _add(self, ops: tuple[Op, ...], ink: list[bytes]) -> None:
        """Add the bytes that stand for operations; a form's name prints nothing and is left out."""
        for op in ops:
            if isinstance(op, Text):
                looks = [(run.font, run.colour, len(run.pieces)) for run in op.runs]
                ink.append(_packed(("Text", op.x, op.y, op.size, op.tracking, op.opacity, looks)))
                for run in op.runs:
                    ink += map(self._pieces.__getitem__, run.pieces)
            elif isinstance(op, Use):
                ink += (self._form(op.form), _packed(op.matrix))
            elif isinstance(op, Group):
                if not is_micro(op):
                    shown = tuple([inner for inner in op.ops if not is_micro(inner)])
                    ink.append(_packed(("Group", op.matrix, op.clip, op.opacity, len(shown))))
                    self._add(shown, ink)
            elif isinstance(op, Picture):
                ink.append(_packed(("Picture", op.image.digest, op.box, op.opacity)))
            else:
                ink.append(_packed(op))

    def _form(self, form: Form) -> bytes:
        ink = self._forms.get(form)
        if ink is None:
            ink = self._forms[form] = self._ink(_packed(form.size), form.ops)
        return ink


class _Pieces(dict[Shaped | Gap, bytes]):
    """The bytes that stand for pieces of text, made once for each."""

    def __missing__(self, piece: Shaped | Gap) -> bytes:
        # A font's key names its file's content: words alike in it are shaped alike, but spaces may be stretched.
        ink = self[piece] = _packed((piece.text, piece.width) if isinstance(piece, Shaped) else piece)
        return ink


_packed = msgspec.msgpack.Encoder().encode
