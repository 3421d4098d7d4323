"""A laid table → one face, with pieces in their places, stacked and turned, and words below them."""

from collections.abc import Iterator, Mapping

import msgspec

from nineup.base.geometry import Box, Matrix, Size
from nineup.base.units import MM
from nineup.model.booklet import LaidPiece, LaidTable
from nineup.model.drawing import Face, Group, Op, Path, Stroke, rectangle
from nineup.typography.text import Setting, Style, set_frame

SHIFT = 0.7 * MM
"""How far each piece of a stack lies to the left and above the one on it, on paper."""

MOST_SHOWN = 4
"""The largest number of pieces of a stack that are drawn."""

GAP = 1 * MM
"""The space on paper between a piece and the words below it."""

WORDS = 40 * MM
"""The width of words that are alone or below a narrow piece, on paper."""

_EDGE = (0.45, 0.45, 0.45)


class _Placed(msgspec.Struct, frozen=True):
    """What is drawn, in points on paper from the middle of the table, and its bounds."""

    op: Op
    box: Box


def laid_face(table: LaidTable, faces: Mapping[str, Face], style: Style, setting: Setting) -> Face:
    """The picture of a table in its width on paper, with words in a style.

    Pieces get as large as the width allows beside words, which keep their size.
    """
    style = msgspec.structs.replace(style, align="center", valign="top")
    scale = _scale(table, faces)
    placed = [
        each for piece in table.pieces for each in _piece(piece, faces, scale, style=style, setting=setting)
    ]
    left, top = min(each.box.x for each in placed), min(each.box.y for each in placed)
    right, bottom = max(each.box.right for each in placed), max(each.box.bottom for each in placed)
    # Words may reach beyond the outermost pieces: then all is drawn smaller, which hardly shows.
    fit = min(1.0, table.width / (right - left))
    size = Size(table.width, (bottom - top) * fit)
    matrix = Matrix.translation((table.width - (right - left) * fit) / 2, 0) @ Matrix.scaling(fit, fit)
    ops = tuple(each.op for each in placed)
    return Face(table.key, size, 0.0, ops=(Group(ops, matrix @ Matrix.translation(-left, -top)),))


def _scale(table: LaidTable, faces: Mapping[str, Face]) -> float:
    """The size of pieces on paper, in shares of their own."""
    boxes = [_bounds(piece, faces[piece.key].size, 1.0) for piece in table.pieces if piece.key]
    if not boxes:
        xs = [piece.x for piece in table.pieces]
        return min(1.0, (table.width - WORDS) / (max(xs) - min(xs))) if max(xs) > min(xs) else 1.0
    across = max(box.right for box in boxes) - min(box.x for box in boxes)
    return min(1.0, table.width / across)


def _bounds(piece: LaidPiece, size: Size, scale: float) -> Box:
    """The bounds of a piece where it lies, turned."""
    turn = Matrix.rotation(piece.turn)
    wide = (abs(turn.a) * size.width + abs(turn.c) * size.height) * scale
    high = (abs(turn.b) * size.width + abs(turn.d) * size.height) * scale
    return Box(piece.x * scale - wide / 2, piece.y * scale - high / 2, wide, high)


def _piece(
    piece: LaidPiece, faces: Mapping[str, Face], scale: float, style: Style, setting: Setting
) -> Iterator[_Placed]:
    if not piece.key:
        frame = set_frame(piece.words, Box(0, 0, WORDS, 1e6), style, setting=setting, fit="none")
        yield _words(frame.ops, piece.x * scale, piece.y * scale - frame.height / 2, height=frame.height)
        return
    face = faces[piece.key]
    box = _bounds(piece, face.size, scale)
    shown = min(piece.stack, MOST_SHOWN)
    middle = Matrix.rotation(piece.turn) @ Matrix.scaling(scale, scale)
    middle @= Matrix.translation(-face.size.width / 2, -face.size.height / 2)
    edge = face.outline or rectangle(Box(0, 0, *face.size))
    line = Path(edge, stroke=Stroke(_EDGE, 0.35 / scale))
    for under in range(shown - 1, -1, -1):
        away = SHIFT * (under - (shown - 1) / 2)
        there = Matrix.translation(piece.x * scale - away, piece.y * scale - away) @ middle
        inner: tuple[Op, ...] = (Path(edge, fill=(1.0, 1.0, 1.0)),) if under else face.ops
        yield _Placed(Group((Group(inner, clip=Path(edge)), line), there), box.moved(-away, -away))
    if piece.words:
        wide = max(WORDS, box.width)
        frame = set_frame(piece.words, Box(0, 0, wide, 1e6), style, setting=setting, fit="none")
        y = box.bottom + SHIFT * shown / 2 + GAP
        yield _words(frame.ops, piece.x * scale, y, height=frame.height, wide=wide)


def _words(ops: tuple[Op, ...], x: float, y: float, height: float, wide: float = WORDS) -> _Placed:
    """Words with their middle at `x` and their top at `y`."""
    # Half of their room may be empty, so it doesn't widen the picture.
    box = Box(x - wide / 4, y, wide / 2, height)
    return _Placed(Group(ops, Matrix.translation(x - wide / 2, y)), box)
