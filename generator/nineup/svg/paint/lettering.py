"""What a text has besides its letters: a stroke around them, an outline, shadows, a glow, a gradient in them.
All are made of the letters' outlines; the text itself remains, to be searched and copied.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from nineup.base.geometry import (
    Box,
    Matrix,
    Outline,
    Point,
    outline_bounds,
    transform_outline,
    union,
)
from nineup.model.drawing import (
    Colour,
    Gap,
    Group,
    Linear,
    Op,
    Paint,
    Path,
    PlacedImage,
    Segment,
    Stop,
    Stroke,
    Text,
)
from nineup.model.extent import stroke_area, text_width
from nineup.typography.fonts import Fonts
from nineup.typography.text.style import Gradient, Style


class TextStroke(msgspec.Struct, frozen=True):
    """A stroke around letters, in points. `is_below` where `paint-order` draws it before the fill."""

    stroke: Stroke
    is_below: bool


def with_stroke(ops: tuple[Op, ...], around: TextStroke | None, fonts: Fonts) -> tuple[Op, ...]:
    """The operations with a stroke around their letters; the letters remain text."""
    if around is None:
        return ops
    return tuple(each for op in ops for each in _stroked(op, around, fonts))


def dressed(
    ops: tuple[Op, ...], style: Style, size: float, fonts: Fonts, around: TextStroke | None = None
) -> tuple[Op, ...]:
    """The operations of a text in a style, set at `size` points, with what the style has below the letters of
    all lines: glow, shadows, outline; and with its gradient in the letters.

    The stroke `around` its letters, if there is one, is in place of the style's outline.
    """
    scale = size / style.size
    outline = None if around or style.outline is None else style.outline
    varnish = style.foil if style.foil and style.foil.is_varnish else None
    gradient = style.gradient if varnish or not style.foil else style.foil
    is_light = style.shadow or style.glow or gradient or varnish
    if outline is None and not is_light:
        return with_stroke(ops, around, fonts)
    letters = list(shapes(ops, fonts))
    line = around.stroke if around else None
    ground: tuple[Op, ...] = ()
    if outline is not None:
        # Half of a stroke lies inside the letters, which cover it: so twice the width,
        # of which the outer half is seen.
        width = round(2 * outline.width * scale, 3)
        line = Stroke(outline.colour, width, join="round", opacity=style.opacity)
        # Filled as well: they are the ground of the letters.
        # Letters that are translucent would show a filled ground through.
        fill = outline.colour if style.opacity == 1 else None
        ground = tuple(Path(shape, fill, line) for shape in letters)
    origin = next(_starts(ops), (0.0, 0.0)) if style.glow or any(each.blur for each in style.shadow) else None
    near = [shape for op in ops for shape in _shapes(op, fonts, origin) if shape] if origin else []
    soft = _Soft(near, origin or (0.0, 0.0), style.opacity)
    light = _light(letters, soft, style, scale=scale, line=line)
    ops = with_stroke(ops, around, fonts)
    painted = shining(ops, gradient, fonts, own=style.colour) if gradient else ops
    covered = tuple(Path(shape, style.colour) for shape in letters) if varnish else ()
    return (*light, *ground, *painted, *(shining(covered, varnish, fonts) if varnish else ()))


class _Soft(NamedTuple):
    """The letters of a text from the start of its first line, where rounding is the same wherever the text
    is: so the same text is the same picture.
    """

    shapes: Sequence[Outline]
    start: Point
    opacity: float

    def drawn(
        self, colour: Colour, blur: float, *, line: Stroke | None, right: float = 0.0, down: float = 0.0
    ) -> Iterator[Op]:
        """The letters in a colour with soft edges, moved right and down; nothing if they aren't visible."""
        from nineup.svg.pixels import blurred  # Few styles need pixels.

        image = blurred(self.shapes, colour, blur, line=line)
        if image is not None:
            x, y = image.box.x + self.start[0] + right, image.box.y + self.start[1] + down
            box = image.box._replace(x=round(x, 3), y=round(y, 3))
            yield PlacedImage(image.image, box, self.opacity)


def _starts(ops: Iterable[Op]) -> Iterator[Point]:
    for op in ops:
        if isinstance(op, Text):
            yield op.x, op.y
        elif isinstance(op, Group):
            yield from (op.matrix.apply(*start) for start in _starts(op.ops))


def _light(
    shapes: Sequence[Outline], soft: _Soft, style: Style, *, scale: float, line: Stroke | None
) -> Iterator[Op]:
    """The glow of a text, and its shadows above it, from the last to the first; each as wide as the letters
    with the line around them.
    """
    glow = style.glow
    if glow is not None:
        # Half of its width is as opaque as the letters would be, before it fades: otherwise thin letters
        # would hardly glow.
        wide = Stroke(glow.colour, (line.width if line else 0.0) + glow.width * scale)
        yield from soft.drawn(glow.colour, glow.width * scale, line=wide)
    for shadow in reversed(style.shadow):
        right, down = shadow.right * scale, shadow.down * scale
        opacity = round(style.opacity * shadow.opacity, 4)
        if shadow.blur:
            faded = soft._replace(opacity=opacity)
            yield from faded.drawn(shadow.colour, shadow.blur * scale, line=line, right=right, down=down)
            continue
        stroke = msgspec.structs.replace(line, paint=shadow.colour) if line else None
        for shape in shapes:
            moved = transform_outline(shape, Matrix.translation(right, down), 3)
            yield Path(moved, shadow.colour, stroke, opacity=opacity)


def shining(
    ops: tuple[Op, ...], gradient: Gradient, fonts: Fonts, own: Colour | None = None
) -> tuple[Op, ...]:
    """Operations with a gradient across them in their letters and shapes, all of them or those of the colour
    `own`. The letters become outlines, above invisible ones that are searched and copied.
    """
    box = union(box for op in ops for box in _boxes(op, fonts))
    if box is None:
        return ops
    return tuple(each for op in ops for each in _filled(op, _across(box, gradient), own, fonts=fonts))


def _across(box: Box, gradient: Gradient) -> Linear:
    """A gradient from one side of a box to the other: as in CSS, a corner has the first colour, the opposite
    one the last.
    """
    turn = math.radians(gradient.angle)
    right, down = math.cos(turn), math.sin(turn)
    half = (abs(box.width * right) + abs(box.height * down)) / 2
    x, y = box.x + box.width / 2, box.y + box.height / 2
    last = len(gradient.colours) - 1
    opacities = gradient.opacities or (1.0,) * len(gradient.colours)
    stops = tuple(
        Stop(round(at / last, 6), colour, opacity)
        for at, (colour, opacity) in enumerate(zip(gradient.colours, opacities, strict=True))
    )
    ends = (x - right * half, y - down * half, x + right * half, y + down * half)
    x1, y1, x2, y2 = (round(value, 3) + 0.0 for value in ends)
    return Linear(x1, y1, x2, y2, stops=stops)


def unseen(ops: tuple[Op, ...]) -> tuple[Op, ...]:
    """The letters of operations, invisible, to be searched and copied."""
    kept: list[Op] = []
    for op in ops:
        if isinstance(op, Text):
            kept.append(msgspec.structs.replace(op, opacity=0.0))
        elif isinstance(op, Group) and (inside := unseen(op.ops)):
            kept.append(msgspec.structs.replace(op, ops=inside))
    return tuple(kept)


def _boxes(op: Op, fonts: Fonts) -> Iterator[Box]:
    """The boxes of shapes, and of lines from the capitals to the baseline."""
    match op:
        case Group():
            for each in op.ops:
                yield from (op.matrix.map_box(box) for box in _boxes(each, fonts))
        case Text():
            rise = fonts.by_key(op.runs[0].font).cap_height * op.size / 1000
            yield Box(op.x, op.y - rise, text_width(op), rise)
        case Path():
            box = outline_bounds(op.segments)
            yield from (box,) if box else ()


def _filled(op: Op, paint: Linear, own: Colour | None, *, fonts: Fonts) -> Iterator[Op]:
    match op:
        case Group():
            inside = msgspec.structs.replace(paint, matrix=op.matrix.inverse() @ paint.matrix)
            filled = tuple(each for one in op.ops for each in _filled(one, inside, own, fonts=fonts))
            yield msgspec.structs.replace(op, ops=filled)
        case Text():
            for colour, segments in _outlines_by_colour(op, fonts):
                fill = paint if own in (colour, None) else colour
                yield Path(segments, fill, opacity=op.opacity)
            yield msgspec.structs.replace(op, opacity=0.0)
        case Path():
            area: Paint | None = paint if op.fill is not None and own in (op.fill, None) else op.fill
            line = op.stroke
            if line is None or own is not None:
                yield msgspec.structs.replace(op, fill=area)
                return
            if area is not None:
                yield msgspec.structs.replace(op, fill=area, stroke=None)
            # The area of the line, since some viewers draw lines with gradients as polygons, or not at all.
            yield Path(stroke_area(op.segments, line, tolerance=0.01), paint, opacity=line.opacity)
        case _:
            yield op


def _outlines_by_colour(text: Text, fonts: Fonts) -> Iterator[tuple[Colour, Outline]]:
    """The outlines of a line's letters for each of its colours."""
    x = text.x
    outlines: dict[Colour, list[Segment]] = {}
    for run in text.runs:
        one = msgspec.structs.replace(text, x=x, runs=(run,))
        outlines.setdefault(run.colour, []).extend(letter_outlines(one, fonts))
        x += text_width(one)
    return ((colour, tuple(segments)) for colour, segments in outlines.items() if segments)


def shapes(ops: Iterable[Op], fonts: Fonts) -> Iterator[Outline]:
    """The outlines of the letters of operations."""
    return (shape for op in ops for shape in _shapes(op, fonts) if shape)


def _shapes(op: Op, fonts: Fonts, origin: Point = (0.0, 0.0)) -> Iterator[Outline]:
    """The outlines of letters, and of the lines below or between them, unless these are bent; from an
    origin.
    """
    x, y = origin
    if isinstance(
        op, Group
    ):  # a large initial with its word, which is extracted as one, or the letters along a path
        for each in op.ops:
            for shape in _shapes(each, fonts):
                yield transform_outline(shape, Matrix.translation(-x, -y) @ op.matrix, 3)
    elif isinstance(op, Text):
        yield tuple(letter_outlines(msgspec.structs.replace(op, x=op.x - x, y=op.y - y), fonts))
    elif isinstance(op, Path) and op.fill is not None:
        yield transform_outline(op.segments, Matrix.translation(-x, -y), 3) if x or y else op.segments


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
