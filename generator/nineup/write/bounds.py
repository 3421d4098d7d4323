"""Where ink can fall: boxes around operations, which the PDF's forms must state."""

from collections.abc import Iterable

from nineup.drawing import Op, Path, Picture, Segment, Text, Use
from nineup.geometry import Box, Matrix

NOTHING = Box(0.0, 0.0, 0.0, 0.0)
"""The bounds of what draws nothing."""


def around(points: Iterable[tuple[float, float]]) -> Box:
    """The smallest box that holds all points; NOTHING for none."""
    listed = list(points)
    if not listed:
        return NOTHING
    left, top = min(x for x, _ in listed), min(y for _, y in listed)
    return Box(left, top, max(x for x, _ in listed) - left, max(y for _, y in listed) - top)


def outline_bounds(segments: Iterable[Segment]) -> Box:
    """A box that holds an outline (its control points, so it may be larger than the curves)."""
    return around((s[i], s[i + 1]) for s in segments for i in range(1, len(s), 2))  # type: ignore[misc]


def path_bounds(path: Path) -> Box:
    """A box that holds a path's fill and its line, mitred corners and square caps included."""
    box = outline_bounds(path.segments)
    if path.stroke is None:
        return box
    reach = max(path.stroke.miter, 1.5) if path.stroke.join == "miter" else 1.5
    return box.outset(path.stroke.width / 2 * reach)


def moved(box: Box, matrix: Matrix) -> Box:
    """The upright box around a box that was moved, turned or stretched."""
    corners = ((x, y) for x in (box.x, box.right) for y in (box.y, box.bottom))
    return around(matrix.apply(x, y) for x, y in corners)


def bounds(ops: Iterable[Op]) -> Box:
    """A box that holds all ink of some operations, in their own space."""
    boxes = [box for op in ops if (box := op_bounds(op)) != NOTHING]
    return around((x, y) for box in boxes for x, y in ((box.x, box.y), (box.right, box.bottom)))


def op_bounds(op: Op) -> Box:
    """A box that holds all ink of one operation; for text, generously, from its size and advance."""
    if isinstance(op, Path):
        return path_bounds(op)
    if isinstance(op, Text):
        return _text_bounds(op)
    if isinstance(op, Picture):
        return op.box
    if isinstance(op, Use):
        return moved(bounds(op.form.ops), op.matrix)
    inner = bounds(op.ops) if op.clip is None else outline_bounds(op.clip.segments)
    return moved(inner, op.matrix)


def _text_bounds(text: Text) -> Box:
    pieces = [piece for run in text.runs for piece in run.pieces]
    glyphs = sum(len(getattr(piece, "glyphs", ())) for piece in pieces)
    advance = sum(piece.width for piece in pieces) * text.size / 1000 + glyphs * text.tracking
    left, right = min(0.0, advance), max(0.0, advance)
    return Box(text.x + left, text.y, right - left, 0.0).outset(1.5 * text.size)
