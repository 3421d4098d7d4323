"""Drawings as they are kept in the user's cache: those that are closed, which are functions of their file.

A closed drawing has only shapes: no letters, which need the game's fonts, no pictures, and nothing of another
file. Once drawn, it is paths and groups of paths. msgspec reads no union of a colour and a gradient, so here
these are two fields. Whether a drawing comes back as it was is tried before it is kept.
"""

from array import array
from typing import Literal, cast

import msgspec

from nineup.base.geometry import LongOutline, Matrix, Segment
from nineup.model.drawing import Blend, Group, Linear, Op, Paint, Path, Radial, Stroke
from nineup.svg.xml import SvgElement

_SHAPES = frozenset(
    "svg g a defs title desc metadata switch symbol use path rect circle ellipse line polyline polygon"
    " linearGradient radialGradient stop clipPath marker style".split()
)
"""The elements that need nothing but their file."""

_Number = int | float


class _Paint(msgspec.Struct, frozen=True, array_like=True):
    colour: tuple[_Number, _Number, _Number] | None = None
    gradient: Linear | Radial | None = None


class _Stroke(msgspec.Struct, frozen=True, array_like=True):
    paint: _Paint
    width: _Number
    cap: Literal["butt", "round", "square"]
    join: Literal["miter", "round", "bevel"]
    miter: _Number
    dash: tuple[_Number, ...]
    phase: _Number
    opacity: _Number


class _Long(msgspec.Struct, frozen=True, array_like=True):
    """A long outline; its numbers in the machine's own bytes."""

    kinds: bytes
    parts: int
    typecode: Literal["d", "i"]
    xs: bytes
    ys: bytes


class _Path(msgspec.Struct, frozen=True, array_like=True, tag="path"):
    segments: tuple[tuple[str | _Number, ...], ...]
    long: _Long | None
    fill: _Paint | None
    stroke: _Stroke | None
    even_odd: bool
    opacity: _Number


class _Group(msgspec.Struct, frozen=True, array_like=True, tag="group"):
    ops: "tuple[_Path | _Group, ...]"
    matrix: tuple[_Number, ...]
    clip: _Path | None
    opacity: _Number
    blend: Blend
    isolated: bool


class KeptDrawing(msgspec.Struct, frozen=True):
    """A closed drawing without mistakes."""

    size: tuple[_Number, _Number]
    ops: tuple[_Path | _Group, ...]
    """With what reaches beyond its edges."""
    is_cut: bool
    """Whether anything does."""
    has_sides: bool
    """Whether its file states a width or a height."""
    aspect: str
    """How it is fitted where nothing says so, if its file says."""
    segments: int
    """How many lines and curves drawing it took."""
    overdraw: float

    def drawn(self) -> tuple[Op, ...]:
        """Its operations. Raises ValueError for numbers that are cut short."""
        return tuple(map(_op, self.ops))


def is_closed(root: SvgElement) -> bool:
    """Whether a drawing needs nothing but its file."""
    return all(
        element.name in _SHAPES
        and not (element.bindings or element.final)  # Nor a color of the palette.
        and element.attributes.get("href", "#").strip().startswith("#")
        for element in root.all()
    )


def kept_ops(ops: tuple[Op, ...]) -> tuple[_Path | _Group, ...] | None:
    """The operations of a closed drawing, to be kept; None if they wouldn't come back as they were."""
    try:
        kept = tuple(map(_kept, ops))
    except _UnlikeError:
        return None
    same = msgspec.msgpack.decode(msgspec.msgpack.encode(kept), type=tuple[_Path | _Group, ...])
    return kept if _encode(tuple(map(_op, same))) == _encode(ops) else None


class _UnlikeError(Exception):
    """An operation of a kind that isn't kept."""


def _kept(op: Op) -> _Path | _Group:
    if isinstance(op, Path):
        return _kept_path(op)
    if not isinstance(op, Group) or op.mask or op.micro or op.says or op.overprint:
        raise _UnlikeError
    clip = _kept_path(op.clip) if op.clip else None
    inner = tuple(map(_kept, op.ops))
    return _Group(inner, op.matrix, clip, opacity=op.opacity, blend=op.blend, isolated=op.isolated)


def _kept_path(path: Path) -> _Path:
    segments, long = path.segments, None
    if isinstance(segments, LongOutline):
        xs, ys = segments.xs, segments.ys
        typecode: Literal["d", "i"] = "d" if xs.typecode == "d" else "i"
        long = _Long(segments.kinds, segments.parts, typecode, xs=xs.tobytes(), ys=ys.tobytes())
        segments = ()
    stroke = None
    if path.stroke:
        paint, *others = msgspec.structs.astuple(path.stroke)
        stroke = _Stroke(_kept_paint(paint), *others)
    fill = None if path.fill is None else _kept_paint(path.fill)
    return _Path(segments, long, fill, stroke=stroke, even_odd=path.even_odd, opacity=path.opacity)


def _kept_paint(paint: Paint) -> _Paint:
    if type(paint) is tuple:
        return _Paint(colour=paint)
    if not isinstance(paint, (Linear, Radial)) or any(type(stop.colour) is not tuple for stop in paint.stops):
        raise _UnlikeError  # A pattern, or a color of inks.
    return _Paint(gradient=paint)


def _op(kept: _Path | _Group) -> Op:
    if isinstance(kept, _Path):
        return _path(kept)
    clip = _path(kept.clip) if kept.clip else None
    return Group(
        tuple(map(_op, kept.ops)),
        Matrix(*kept.matrix),
        clip,
        opacity=kept.opacity,
        blend=kept.blend,
        isolated=kept.isolated,
    )


def _path(kept: _Path) -> Path:
    segments = _outline(kept.long) if kept.long else cast(tuple[Segment, ...], kept.segments)
    fill = _paint(kept.fill) if kept.fill else None
    stroke = _stroke(kept.stroke) if kept.stroke else None
    return Path(segments, fill, stroke, even_odd=kept.even_odd, opacity=kept.opacity)


def _stroke(kept: _Stroke) -> Stroke:
    _, *others = msgspec.structs.astuple(kept)
    return Stroke(_paint(kept.paint), *others)


def _outline(kept: _Long) -> LongOutline:
    xs: array[float] = array(kept.typecode)
    ys: array[float] = array(kept.typecode)
    xs.frombytes(kept.xs)
    ys.frombytes(kept.ys)
    return LongOutline(kept.kinds, xs, ys, parts=kept.parts)


def _paint(kept: _Paint) -> Paint:
    paint = kept.colour or kept.gradient
    if paint is None:
        raise ValueError("a paint without a colour")
    return paint


def _numbers(outline: object) -> tuple[object, ...]:
    if not isinstance(outline, LongOutline):
        raise TypeError(type(outline).__name__)
    return outline.kinds, outline.parts, outline.xs.typecode, outline.xs.tobytes(), outline.ys.tobytes()


_encode = msgspec.msgpack.Encoder(enc_hook=_numbers).encode
