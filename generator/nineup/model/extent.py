"""The extent of drawn operations: `ink` is close to what is visible, `bounds` is never exceeded."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from nineup.base.geometry import Box, Outline, control_bounds, outline_bounds, union
from nineup.base.units import MM
from nineup.model.drawing import (
    Face,
    Form,
    Gap,
    Group,
    Op,
    Path,
    PlacedImage,
    Segment,
    Shaped,
    Stroke,
    Text,
    Use,
)

NOTHING = Box(0.0, 0.0, 0.0, 0.0)
"""The bounds of operations that draw nothing."""


def ink(ops: Iterable[Op], strokes: bool = True, inside: bool = False) -> Box | None:
    """A box around the ink of operations, in points: curves by their extremes, strokes with their width, text
    by its advance and size, forms by theirs, or by what is inside them. None without ink.
    """
    return union(_ink(op, strokes, inside) for op in ops)


def _ink(op: Op, strokes: bool, inside: bool) -> Box | None:
    match op:
        case Path():
            box = outline_bounds(op.segments)
            return box.outset(op.stroke.width * 0.75) if box and strokes and op.stroke else box
        case Text():
            return Box(op.x, op.y - op.size, text_width(op), op.size * 1.3)
        case PlacedImage():
            return op.box
        case Use():
            drawn = _form_ink(op.form, strokes) if inside else Box(0, 0, *op.form.size)
            return op.matrix.map_box(drawn) if drawn else None
        case Group():
            inner = ink(op.ops, strokes, inside)
            return op.matrix.map_box(_common(inner, op.clip)) if inner else None


@lru_cache(4096)
def _form_ink(form: Form, strokes: bool) -> Box | None:
    """The ink inside a form, which many faces share."""
    return ink(form.ops, strokes, inside=True)


def _common(box: Box, clip: Path | None) -> Box:
    """The part of a box inside a clip."""
    limit = outline_bounds(clip.segments) if clip else None
    if limit is None:
        return box
    left, top = max(box.x, limit.x), max(box.y, limit.y)
    right, bottom = min(box.right, limit.right), min(box.bottom, limit.bottom)
    return Box(left, top, max(0.0, right - left), max(0.0, bottom - top))


def text_width(text: Text) -> float:
    """The advance of a line of text in points, including the tracking after its last glyph."""
    return advance([piece for run in text.runs for piece in run.pieces], text)


def advance(pieces: Sequence[Shaped | Gap], text: Text) -> float:
    """As `text_width`, of some pieces of a line."""
    width = sum([piece.width for piece in pieces]) * text.size / 1000
    if not text.tracking:
        return width
    return width + text.tracking * sum(len(piece.glyphs) for piece in pieces if isinstance(piece, Shaped))


def bounds(ops: Iterable[Op]) -> Box:
    """A box that contains everything that operations draw, in points: curves by their control points, strokes
    with mitres, text with room for any accent and swash. It may be larger than that, as a form's box in a PDF
    may be.
    """
    return union(box for op in ops if (box := _bounds(op)) != NOTHING) or NOTHING


def path_bounds(path: Path) -> Box:
    """As `bounds`, of one path."""
    box = control_bounds(path.segments) or NOTHING
    if path.stroke is None:
        return box
    reach = max(path.stroke.miter, 1.5) if path.stroke.join == "miter" else 1.5
    return box.outset(path.stroke.width / 2 * reach)


def _bounds(op: Op) -> Box:
    match op:
        case Path():
            return path_bounds(op)
        case Text():
            advance = text_width(op)
            left, right = min(0.0, advance), max(0.0, advance)
            return Box(op.x + left, op.y, right - left, 0.0).outset(1.5 * op.size)
        case PlacedImage():
            return op.box
        case Use():
            return op.matrix.map_box(bounds(op.form.ops))
        case Group():
            inner = bounds(op.ops) if op.clip is None else control_bounds(op.clip.segments) or NOTHING
            return op.matrix.map_box(inner)


def least_bleed(faces: Iterable[Face]) -> float:
    """The smallest extent of faces beyond their trims, leaving out those that need no bleed."""
    sides = tuple(faces)
    return min(
        (face.bleed for face in sides if not is_framed(face)), default=min(face.bleed for face in sides)
    )


FRAME = 1.0 * MM
"""The width of bare paper inside the trim that makes bleed unnecessary: an inexact cut shows only paper."""


def is_framed(face: Face) -> bool:
    """Whether a face has a frame of bare paper; forms as large as the face hold its unbound parts."""
    box = ink(face.ops, inside=True)
    return box is not None and Box(0, 0, *face.size).outset(-FRAME).contains(box)


def stroke_area(segments: Outline, stroke: Stroke, tolerance: float) -> tuple[Segment, ...]:
    """The area of a stroke on an outline, with curves at most `tolerance` off, in the outline's units."""
    from nineup.base.geometry import Pen, stroke_outline  # which few drawings need

    pen = Pen(
        stroke.width,
        stroke.cap,
        stroke.join,
        miter=stroke.miter,
        dash=stroke.dash,
        phase=stroke.phase,
        tolerance=tolerance,
    )
    return stroke_outline(segments, pen)
