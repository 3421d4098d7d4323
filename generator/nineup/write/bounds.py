"""Bounding boxes of drawing operations, which a PDF's form XObjects must state."""

from collections.abc import Iterable

from nineup.drawing import Op, Path, Picture, Text, Use
from nineup.geometry import Box, control_bounds, union

NOTHING = Box(0.0, 0.0, 0.0, 0.0)
"""The bounds of operations that draw nothing."""


def path_bounds(path: Path) -> Box:
    """A box around a path's fill and stroke, including mitred corners and square caps."""
    box = control_bounds(path.segments) or NOTHING
    if path.stroke is None:
        return box
    reach = max(path.stroke.miter, 1.5) if path.stroke.join == "miter" else 1.5
    return box.outset(path.stroke.width / 2 * reach)


def bounds(ops: Iterable[Op]) -> Box:
    """A box around everything that the operations draw, in their own coordinates."""
    return union(box for op in ops if (box := op_bounds(op)) != NOTHING) or NOTHING


def op_bounds(op: Op) -> Box:
    """A box around what one operation draws; for text, a generous estimate from its size and advance."""
    if isinstance(op, Path):
        return path_bounds(op)
    if isinstance(op, Text):
        return _text_bounds(op)
    if isinstance(op, Picture):
        return op.box
    if isinstance(op, Use):
        return op.matrix.map_box(bounds(op.form.ops))
    inner = bounds(op.ops) if op.clip is None else control_bounds(op.clip.segments) or NOTHING
    return op.matrix.map_box(inner)


def _text_bounds(text: Text) -> Box:
    pieces = [piece for run in text.runs for piece in run.pieces]
    glyphs = sum(len(getattr(piece, "glyphs", ())) for piece in pieces)
    advance = sum(piece.width for piece in pieces) * text.size / 1000 + glyphs * text.tracking
    left, right = min(0.0, advance), max(0.0, advance)
    return Box(text.x + left, text.y, right - left, 0.0).outset(1.5 * text.size)
