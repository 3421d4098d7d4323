"""How far the ink of drawn operations reaches."""

from collections.abc import Iterable

from nineup.drawing import Group, Op, Path, Picture, Run, Text, Use, rectangle
from nineup.geometry import IDENTITY, Box, outline_bounds, transform_outline, union


def ink(ops: Iterable[Op], strokes: bool = True) -> Box | None:
    """A box around the ink of operations: strokes with their width, text by its font size. None without ink."""
    return union(_ink(op, strokes) for op in ops)


def _ink(op: Op, strokes: bool) -> Box | None:
    match op:
        case Path():
            box = outline_bounds(op.segments)
            return box.outset(op.stroke.width * 0.75) if box and strokes and op.stroke else box
        case Text():
            return Box(op.x, op.y - op.size, text_width(op), op.size * 1.3)
        case Picture():
            return op.box
        case Use():
            return op.matrix.map_box(Box(0, 0, *op.form.size))
        case Group():
            inner = ink(op.ops, strokes)
            return op.matrix.map_box(_common(inner, op.clip)) if inner else None


def _common(box: Box, clip: Path | None) -> Box:
    """The part of a box inside a clip."""
    limit = outline_bounds(clip.segments) if clip else None
    if limit is None:
        return box
    left, top = max(box.x, limit.x), max(box.y, limit.y)
    right, bottom = min(box.right, limit.right), min(box.bottom, limit.bottom)
    return Box(left, top, max(0.0, right - left), max(0.0, bottom - top))


def text_width(op: Text) -> float:
    """The advance of a line of text in points, including the tracking after its last glyph."""
    return sum(_run_width(run) for run in op.runs) * op.size / 1000 + op.tracking * sum(
        len(piece.glyphs) for run in op.runs for piece in run.pieces if hasattr(piece, "glyphs")
    )


def _run_width(run: Run) -> float:
    return sum(piece.width for piece in run.pieces)


def clip_to(ops: tuple[Op, ...], box: Box) -> tuple[Op, ...]:
    """The operations, clipped to a box if their ink reaches beyond it."""
    reach = ink(ops)
    if reach is None or box.contains(reach, 1e-3):
        return ops
    return (Group(ops, clip=Path(transform_outline(rectangle(box), IDENTITY, 4))),)
