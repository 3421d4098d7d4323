"""Text with a stroke around its letters: the letters' outlines as paths, below or above the text itself."""

from collections.abc import Iterable, Iterator

import msgspec

from nineup.base.geometry import Box, Matrix, Outline, transform_outline
from nineup.model.drawing import Gap, Group, Op, Path, Segment, Stroke, Text
from nineup.model.extent import text_width
from nineup.typography.fonts import Fonts
from nineup.typography.text.style import Style


class TextStroke(msgspec.Struct, frozen=True):
    """A stroke around letters, in points. `is_below` where `paint-order` draws it before the fill."""

    stroke: Stroke
    is_below: bool


def with_stroke(ops: tuple[Op, ...], around: TextStroke | None, fonts: Fonts) -> tuple[Op, ...]:
    """The operations with a stroke around their letters; the letters remain text."""
    if around is None:
        return ops
    return tuple(each for op in ops for each in _stroked(op, around, fonts))


def outlined(ops: tuple[Op, ...], style: Style, size: float, fonts: Fonts) -> tuple[Op, ...]:
    """The operations of a text in a style with its shadow and its outline, below all of its lines; set at
    `size` points.
    """
    if style.outline is None and style.shadow is None:
        return ops
    scale, around = size / style.size, None
    below: tuple[Op, ...] = ()
    shapes = [shape for op in ops for shape in _shapes(op, fonts) if shape]
    if style.outline is not None:
        # Half of a stroke lies inside the letters, which cover it: so twice the width,
        # of which the outer half is seen.
        width = round(2 * style.outline.width * scale, 3)
        around = Stroke(style.outline.colour, width, join="round", opacity=style.opacity)
    if style.shadow is not None:
        shade = style.shadow.colour
        moved = Matrix.translation(style.shadow.right * scale, style.shadow.down * scale)
        stroke = msgspec.structs.replace(around, paint=shade) if around else None
        below = tuple(
            Path(transform_outline(shape, moved, 3), shade, stroke, opacity=style.opacity) for shape in shapes
        )
    if around is None:
        return below + ops
    # Filled as well: they are the ground of the letters.
    # Letters that are translucent would show a filled ground through.
    fill = around.paint if style.opacity == 1 else None
    return (*below, *[Path(shape, fill, around) for shape in shapes], *ops)


def _shapes(op: Op, fonts: Fonts) -> Iterator[Outline]:
    """The outlines of letters, and of the lines below or between them, unless these are bent."""
    if isinstance(
        op, Group
    ):  # a large initial with its word, which is extracted as one, or the letters along a path
        for each in op.ops:
            for shape in _shapes(each, fonts):
                yield transform_outline(shape, op.matrix, 3)
    elif isinstance(op, Text):
        yield tuple(letter_outlines(op, fonts))
    elif isinstance(op, Path) and op.fill is not None:
        yield op.segments


def _stroked(op: Op, around: TextStroke, fonts: Fonts) -> Iterator[Op]:
    if isinstance(op, Group):
        yield msgspec.structs.replace(op, ops=with_stroke(op.ops, around, fonts))
        return
    segments = tuple(letter_outlines(op, fonts)) if isinstance(op, Text) else ()
    outline = (Path(segments, None, around.stroke),) if segments else ()
    yield from (*outline, op) if around.is_below else (op, *outline)


def letter_box(text: Text, fonts: Fonts) -> Box:
    """The box of a line's letters by its font's ascent and descent, in points: the bounding box of text (SVG
    2, 8.10).
    """
    font, em = fonts.by_key(text.runs[0].font), text.size / 1000
    return Box(text.x, text.y - font.ascent * em, text_width(text), (font.ascent - font.descent) * em)


def letter_outlines(text: Text, fonts: Fonts) -> Iterator[Segment]:
    """The outlines of a line's letters, in points."""
    for _, outline, place in letters(text, fonts):
        yield from transform_outline(outline, place, 3)


def letters(text: Text, fonts: Fonts) -> Iterator[tuple[str, tuple[Segment, ...], Matrix]]:
    """The glyphs of a line from left to right: the letters of each, its outline in thousandths of an em, and
    the matrix that places it in the text's space, in points.
    """
    x, em = text.x, text.size / 1000
    for run in text.runs:
        font = fonts.by_key(run.font)
        for piece in run.pieces:
            if isinstance(piece, Gap):
                x += piece.width * em
                continue
            rises: Iterable[float] = piece.rises or (0.0,) * len(piece.glyphs)
            for glyph, adjust, rise, said in zip(
                piece.glyphs, piece.adjust, rises, piece.clusters, strict=True
            ):
                place = Matrix(em, 0.0, 0.0, em, x, text.y - rise * em)
                yield said, font.outline(glyph), place
                x += (font.advance(glyph) + adjust) * em + text.tracking
