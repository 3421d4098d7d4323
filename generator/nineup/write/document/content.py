"""Drawing operations → the operators of a PDF content stream. This is the hot path of writing.

Coordinates are kept, with y down: each page flips its axis once. Every stream starts and ends with the same
graphics state, so that streams can be nested: no tracking, and PDF's default caps, joins and dashes, but
SVG's mitre limit, 4.

A red box and a line of text over it, at (10, 20) in 12 points, and the line again 14 points below:

  1 0 0 rg 0 0 60 30 re f BT 1 0 0 -1 10 20 Tm /F1 12 Tf 0 g [(T)73(ak)18(e)]TJ 0 -14 Td [(T)73(ak)18(e)]TJ ET

The second line is shown in the same text object, without naming the font or the color again: what a reader
has set by then is known, and only differences are written.
"""

import math
from collections.abc import Callable, Hashable, Iterable
from typing import cast

import msgspec

from nineup.base.geometry import (
    IDENTITY,
    Box,
    LongOutline,
    Matrix,
    Outline,
    control_bounds,
    transform_outline,
)
from nineup.model.drawing import (
    Colour,
    Face,
    Form,
    Gap,
    GlyphRun,
    Group,
    Linear,
    Op,
    Path,
    PlacedImage,
    Radial,
    Shaped,
    Stroke,
    Text,
    Tiling,
    Use,
    rectangle,
)
from nineup.model.extent import NOTHING, advance, bounds, path_bounds
from nineup.typography.fonts import Font
from nineup.write.document.operators import (
    IN_PARTS,
    Numbers,
    Rounded,
    colour_operator,
    concat,
    digits_for,
    flat_colour,
    is_letter,
    is_plain,
    is_plain_stroke,
    is_single_line,
    outline_operators,
    paint_operator,
    rectangle_operator,
    whole_operators,
    with_flat_paint,
)
from nineup.write.document.pieces import INVISIBLE, actual_text_span, show_operators
from nineup.write.document.references import (
    FormObject,
    GlyphsUsed,
    GraphicsState,
    Operators,
    References,
    Shading,
    TilePattern,
    expected_length,
)
from nineup.write.document.resources import Resources

INLINE = 150
"""Forms of at most this many characters are written inline: a call would be longer."""

_FARTHEST = 32_000
"""The largest coordinate to which PDFium draws strokes with gradients and patterns: a little below 2^15."""
_FINEST = 4

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}

OPAQUE = GraphicsState()

_FontState = tuple[str, float, float]
"""A font's key, its size, and the tracking in thousandths of an em."""

_Fragment = Callable[[Shaped | Gap], str]

_GraphicsState = tuple[
    Colour | None, Colour | None, float | None, _FontState | None, _Fragment, set[Shaped | Gap]
]
"""Fill, line colour, line width and font (None: not set yet), the fragments in that font, and the pieces
shown in it.
"""


_UNKEPT, _MOST_KEPT = 1000, 50_000
"""The number of segments above which an outline isn't cached, and that of all cached outlines: about 15
MB.
"""


class ContentWriter:
    """Writes content streams with `references`, which the resources of any document can link."""

    def __init__(self, font: Callable[[str], Font]) -> None:
        self.references = References(font)
        self.numbers = {digits: Numbers(digits) for digits in range(8)}
        self.rounded = {digits: Rounded(digits) for digits in range(8)}
        self._outlines: dict[tuple[Outline, int], str] = {}
        self._kept = 0
        """The number of segments of the cached outlines."""
        self._forms: dict[Form, Operators] = {}
        self.faces: dict[Face, Operators] = {}
        """Faces written before, possibly by another writer."""

    group_space = "DeviceRGB"
    """The colour space of transparency groups."""
    mask_space = "DeviceRGB"
    """The colour space of drawings whose lightness is a mask."""

    def colour(self, colour: Colour, line: bool) -> str:
        """The operator that sets the colour of strokes or fills."""
        return colour_operator(colour, "G" if line else "g", "RG" if line else "rg", numbers=self.numbers[3])

    def shading(self, paint: Linear | Radial) -> Shading:
        """The gradient with the colour space in which it is written."""
        return Shading(paint)

    def write(self, ops: tuple[Op, ...], scale: float = 1.0) -> Operators:
        """The operators that draw `ops`, with more decimals for a drawing that will be enlarged
        by a `scale`.
        """
        glyphs = GlyphsUsed(self.references)
        text = _ContentStream(self, digits_for(scale), glyphs).draw(ops)
        return Operators(text, glyphs.total())

    def face(self, face: Face) -> Operators:
        """The operators that draw a face, in its own coordinates."""
        return self.faces.get(face) or self.write(face.ops)

    def reuse(self, key: Hashable, write: Callable[[], Operators]) -> Operators:
        """The result of `write()` for a page, `key`. A subclass may return a cached one."""
        return write()

    def link(self, operators: Operators, resources: Resources) -> bytes:
        """The stream of a page in a document. A subclass may return a cached one."""
        return resources.link(operators).encode("latin-1")

    def form(self, form: Form) -> Operators:
        """The operators that draw a form in its own coordinates: written inline, or a call if
        they are long.
        """
        drawn = self._forms.get(form)
        if drawn is None:
            # As many decimals as it needs when it is 100 points large: a symbol drawn in
            # one unit may be used at any size.
            drawn = self.write(form.ops, 100 / max(form.size.width, form.size.height, 0.01))
            if expected_length(drawn.text) > INLINE:
                call = f"/{self.references.drawing(FormObject(drawn.text, bounds(form.ops)))} Do"
                drawn = Operators(call, drawn.glyphs)
            self._forms[form] = drawn
        return drawn

    def forget(self, forms: Iterable[Form]) -> None:
        """Drops forms that aren't expected again; their streams remain among the references."""
        for form in forms:
            self._forms.pop(form, None)

    def outline(self, segments: Outline, digits: int) -> str:
        """The path construction operators of an outline; a box is one `re`.

        Very long ones, which rarely recur, aren't cached.
        """
        if len(segments) >= _UNKEPT:
            return outline_operators(segments, self.numbers[digits])
        key = segments, digits
        text = self._outlines.get(key)
        if text is None:
            self._kept += len(segments)
            if (
                self._kept > _MOST_KEPT
            ):  # such as those of drawings with thousands of outlines, none of which recurs
                self._outlines.clear()
                self._kept = len(segments)
            text = self._outlines[key] = outline_operators(segments, self.numbers[digits])
        return text


class _ContentStream:
    """Writes one content stream. Its attributes mirror the graphics state of a PDF reader at that point."""

    def __init__(
        self, content_writer: ContentWriter, digits: int, glyphs: GlyphsUsed, silent: bool = False
    ) -> None:
        """`silent` is true inside a group with an ActualText: the text inside must not have its own."""
        self.silent = silent
        self.content_writer = content_writer
        self.references = content_writer.references
        self.glyphs = glyphs
        self.shown: set[Shaped | Gap] = set()
        self.digits = digits
        self.numbers = content_writer.numbers[digits]
        self.rounded = content_writer.rounded[digits]
        self.out: list[str] = []
        self.saved: list[_GraphicsState] = []
        self.fill: Colour | None = None
        self.line: Colour | None = None
        self.width: float | None = None
        self.font: _FontState | None = None
        self.fragment: _Fragment = str
        self.in_text = False
        self.x = self.y = 0.0

    def draw(self, ops: tuple[Op, ...]) -> str:
        for op in ops:
            match op:
                case Text():
                    self.text(op)
                case Path():
                    self.path(op)
                case Use():
                    self.use(op)
                case Group():
                    self.group(op)
                case PlacedImage():
                    self.picture(op)
        self.end_text()
        return " ".join(self.out)

    # graphics state

    def save(self) -> None:
        self.end_text()
        # A text object may contain neither this nor paths (ISO 32000-1, 8.2), so it ends before both.
        self.out.append("q")
        self.saved.append((self.fill, self.line, self.width, self.font, self.fragment, self.shown))

    def restore(self) -> None:
        self.end_text()
        self.out.append("Q")
        # `Q` takes a reader back to this state, so what is known of it here must go back, too.
        self.fill, self.line, self.width, self.font, self.fragment, self.shown = self.saved.pop()

    def state(self, state: GraphicsState) -> None:
        if state != OPAQUE:
            self.out.append(f"/{self.references.state(state)} gs")

    def concat(self, matrix: Matrix) -> None:
        if matrix != IDENTITY:
            self.out.append(concat(matrix, self.content_writer.numbers[6], self.numbers))

    def fill_colour(self, colour: Colour) -> None:
        self.fill = colour
        self.out.append(self.content_writer.colour(colour, line=False))

    def line_colour(self, colour: Colour) -> None:
        self.line = colour
        self.out.append(self.content_writer.colour(colour, line=True))

    # text

    def text(self, text: Text, matrix: Matrix | None = None) -> None:
        if text.opacity < 1:
            self.save()
            self.state(GraphicsState(text.opacity, text.opacity, letters_apart=True))
        if matrix is None:
            self.move_to_baseline(text.x, text.y)
        else:
            self.turn_to_baseline(text.x, text.y, matrix)
        out, size, em, numbers = self.out, text.size, 0.0, self.numbers
        if text.tracking:
            em = 1000 * text.tracking / size
            out.append(f"{numbers[text.tracking]} Tc")
        for number, run in enumerate(text.runs):
            if self.font != (run.font, size, em):
                self.set_font(run.font, size, em)
            if run.colour != self.fill:
                self.fill_colour(run.colour)
            fragments = "".join(map(self.fragment, run.pieces))
            self.shown.update(self.shapes(run) if self.silent else run.pieces)
            if INVISIBLE in fragments:
                self.show_apart(text, number)
            else:
                out.append(show_operators(fragments, size, numbers))
        if text.tracking:
            out.append("0 Tc")
        if text.opacity < 1:
            self.restore()

    def show_apart(self, text: Text, number: int) -> None:
        """Shows a run of a text that has spoken gaps.

        What follows such a gap is moved to its place: Ghostscript 10 doesn't advance by invisible glyphs, and
        would print it over the symbol.
        """
        run, begin = text.runs[number], 0
        for end, piece in enumerate(run.pieces, 1):
            is_spoken = isinstance(piece, Gap) and bool(piece.says.strip())
            if is_spoken or end == len(run.pieces):
                fragments = "".join(map(self.fragment, run.pieces[begin:end]))
                self.out.append(show_operators(fragments, text.size, self.numbers))
                begin = end
            if is_spoken and (end < len(run.pieces) or number + 1 < len(text.runs)):
                before = [piece for earlier in text.runs[:number] for piece in earlier.pieces]
                shown = advance([*before, *run.pieces[:end]], text)
                self.move_to_baseline(text.x + shown, text.y)

    def shapes(self, run: GlyphRun) -> Iterable[Shaped]:
        """A run without gaps; silent gaps draw nothing."""
        return (piece for piece in run.pieces if isinstance(piece, Shaped))

    def set_font(self, key: str, size: float, tracking: float) -> None:
        self.font = key, size, tracking
        fragments = self.references.fragments(key, tracking, self.silent)
        self.fragment = fragments.__getitem__
        self.shown = self.glyphs.of_font(key)
        self.out.append(f"/{fragments.name} {self.numbers[size]} Tf")

    def move_to_baseline(self, x: float, y: float) -> None:
        """Moves to (x, y), relative to the last line by the difference of rounded positions, so that errors
        don't accumulate.
        """
        x, y, numbers = self.rounded[x], self.rounded[y], self.numbers
        if self.in_text:
            self.out.append(f"{numbers[x - self.x]} {numbers[self.y - y]} Td")
        else:
            self.in_text = True
            self.out.append(f"BT 1 0 0 -1 {numbers[x]} {numbers[y]} Tm")
        self.x, self.y = x, y

    def turn_to_baseline(self, x: float, y: float, matrix: Matrix) -> None:
        """Moves to (x, y) in rotated coordinates; the next line starts with an absolute position."""
        self.end_text()
        a, b, c, d, _, _ = matrix
        x, y = matrix.apply(x, y)
        factors, numbers = self.content_writer.numbers[6], self.numbers
        turn = " ".join([factors[factor] for factor in (a, b, -c, -d)])
        self.out.append(f"BT {turn} {numbers[x]} {numbers[y]} Tm")
        self.in_text = True

    def end_text(self) -> None:
        if self.in_text:
            self.in_text = False
            self.out.append("ET")

    # paths

    def path(self, path: Path) -> None:
        self.end_text()
        if path.fill is not None and is_single_line(path.segments):
            path = Path(path.segments, None, path.stroke)
        fill, stroke = path.fill, path.stroke
        if fill is None and stroke is None:
            return
        if is_plain(path):
            self.plain(path)
        elif fill is None or stroke is None:
            self.paint(path)
        elif stroke.opacity < 1 or not (isinstance(fill, tuple) and isinstance(stroke.paint, tuple)):
            # With one operator for both, the stroke would knock out the fill under it.
            self.paint(Path(path.segments, fill, None, even_odd=path.even_odd, opacity=path.opacity))
            self.paint(Path(path.segments, None, stroke))
        else:
            self.paint(path)

    def paint(self, path: Path) -> None:
        """Paints a fill or a stroke, or both if the stroke is plain and opaque."""
        fill, stroke = path.fill, path.stroke
        if fill is None and stroke is None:
            return
        state = GraphicsState(1.0 if fill is None else path.opacity, stroke.opacity if stroke else 1.0)
        paint = stroke.paint if stroke else fill
        if isinstance(paint, Tiling):
            self.tiled(path, paint, GraphicsState(stroke.opacity, stroke.opacity) if stroke else state)
        elif isinstance(paint, Linear | Radial):
            # It is painted as a form, which obeys the opacity of fills even where it has a stroke.
            self.shaded(path, paint, GraphicsState(stroke.opacity, stroke.opacity) if stroke else state)
        else:
            self.save()
            self.state(state)
            self.plain(path)
            self.restore()

    def plain(self, path: Path) -> None:
        fill, stroke = path.fill, path.stroke
        if isinstance(fill, tuple) and fill != self.fill:
            self.fill_colour(fill)
        if stroke is not None and isinstance(stroke.paint, tuple) and stroke.paint != self.line:
            self.line_colour(stroke.paint)
        self.painted(path)

    def painted(self, path: Path) -> None:
        """The outline and the operator that paints it in the current colours."""
        outline, stroke = path.segments, path.stroke
        if isinstance(outline, LongOutline) and outline.parts in IN_PARTS:
            self.save()
            self.out.append(IN_PARTS[outline.parts])
            if stroke is not None:
                # The width in force counts in points, not in parts.
                self.width = None
                self.dress(_scaled_stroke(stroke, outline.parts))
            self.out += (whole_operators(outline), paint_operator(path))
            self.restore()
            return
        if stroke is not None:
            self.dress(stroke)
        self.out += (self.content_writer.outline(outline, self.digits), paint_operator(path))

    def dress(self, stroke: Stroke) -> None:
        """Sets a stroke's width, caps, joins and dashes."""
        out, numbers = self.out, self.numbers
        if stroke.width != self.width:
            self.width = stroke.width
            out.append(f"{numbers[stroke.width]} w")
        if is_plain_stroke(stroke):
            return
        miter = self.content_writer.numbers[max(3, self.digits)][stroke.miter]
        out.append(f"{_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j {miter} M")
        if stroke.dash:
            dashes = " ".join([numbers[length] for length in stroke.dash])
            out.append(f"[{dashes}] {numbers[stroke.phase]} d")

    # gradients: a pattern uses the coordinates of the stream it is used in, so each path with one is its own
    # form

    def shaded(self, path: Path, paint: Linear | Radial, state: GraphicsState) -> None:
        if not paint.stops:
            return
        flat = flat_colour(paint)
        if flat is not None:
            self.path(with_flat_paint(path, *flat))
            return
        box = path_bounds(path)
        if any(stop.opacity < 1 for stop in paint.stops):
            state = state._replace(mask=self.mask(paint, box))
        self.as_form(self.pattern(path, self.content_writer.shading(paint)), box, state)

    def tiled(self, path: Path, paint: Tiling, state: GraphicsState) -> None:
        ops = paint.ops
        if not paint.cell.contains(bounds(ops), 1e-4):
            # MuPDF clips a rotated cell to the upright box around it.
            ops = (Group(ops, clip=Path(rectangle(paint.cell))),)
        cell = self.content_writer.write(ops, 100 / max(paint.cell.width, paint.cell.height, 0.01))
        self.glyphs.add(cell.glyphs)
        pattern = TilePattern(cell.text, paint.cell, paint.matrix)
        self.as_form(self.pattern(path, pattern), path_bounds(path), state)

    def as_form(self, content: str, box: Box, state: GraphicsState) -> None:
        """Draws a stream as a separate form."""
        if state == OPAQUE:
            self.out.append(f"/{self.references.drawing(FormObject(content, box))} Do")
        else:
            # Only a transparency group is masked and faded as one; in a plain form, each object would be.
            self.save()
            self.state(state)
            form = FormObject(content, box, self.content_writer.group_space)
            self.out.append(f"/{self.references.drawing(form)} Do")
            self.restore()

    def pattern(self, path: Path, gradient: Shading | TilePattern) -> str:
        """A stream with a single path, painted with a gradient or a pattern."""
        name = self.references.gradient(gradient)
        if path.stroke is None:
            stream = _ContentStream(self.content_writer, self.digits, self.glyphs)
            stream.out.append(f"/Pattern cs /{name} scn")
        else:
            # PDFium turns the curves of such a stroke, but of nothing else, into lines that are half a unit
            # off: so the units are small. But it also cuts off what is farther away than `_FARTHEST` units.
            finer = _finer(path.segments, path.stroke.width)
            stream = _ContentStream(self.content_writer, max(0, self.digits - finer), self.glyphs)
            stream.out.append(f"/Pattern CS /{name} SCN")
            stream.concat(Matrix.scaling(10.0**-finer, 10.0**-finer))
            path = _scaled(path, 10.0**finer)
        stream.painted(path)
        return " ".join(stream.out)

    def mask(self, paint: Linear | Radial, box: Box) -> str:
        name = self.references.gradient(Shading(paint, grey=True))
        content = f"/Pattern cs /{name} scn {rectangle_operator(box, self.numbers)} f"
        return self.references.drawing(FormObject(content, box, "DeviceGray"))

    # the rest

    def use(self, use: Use) -> None:
        self.end_text()
        drawn = self.content_writer.form(use.form)
        if drawn.glyphs:
            self.glyphs.add(drawn.glyphs)
        self.out.append(
            f"q {concat(use.matrix, self.content_writer.numbers[6], self.numbers)} {drawn.text} Q"
        )

    def group(self, group: Group) -> None:
        if self.silent and is_letter(group):
            # Readers place an ActualText by where its letters are in the coordinates in effect at its end, so
            # all letters must share one coordinate system.
            (letter,) = group.ops
            self.text(cast(Text, letter), group.matrix)
            self.end_text()
            return
        self.save()
        self.concat(group.matrix)
        if group.clip is not None:
            self.clip(group.clip)
        # What a group enlarges needs more decimals; 3 are those without any enlargement.
        digits = min(7, self.digits + digits_for(group.matrix.scale) - 3)
        silent = self.silent or bool(group.says)
        content = _ContentStream(self.content_writer, digits, self.glyphs, silent=silent).draw(group.ops)
        if group.says and not self.silent:
            content = actual_text_span(group.says, f" {content}")
        space = self.content_writer.group_space
        if group.mask is not None or group.blend != "normal" or group.isolated:
            self.state(self.mixing(group))
            form = FormObject(content, bounds(group.ops), f"{space}/I true")
            content = f"/{self.references.drawing(form)} Do"
        elif group.opacity < 1:
            self.state(GraphicsState(group.opacity, group.opacity))
            content = f"/{self.references.drawing(FormObject(content, bounds(group.ops), space))} Do"
        elif group.overprint:
            self.state(GraphicsState(overprint=True))
        self.out.append(content)
        self.restore()

    def mixing(self, group: Group) -> GraphicsState:
        """The state for drawing a masked, blended or isolated group."""
        state = GraphicsState(group.opacity, group.opacity, blend=group.blend)
        if group.mask is None:
            return state
        stream = _ContentStream(self.content_writer, self.digits, self.glyphs, silent=True)
        space = f"{self.content_writer.mask_space}/I true"
        form = FormObject(stream.draw(group.mask.ops), bounds(group.mask.ops), space)
        return state._replace(mask=self.references.drawing(form), alpha=group.mask.alpha)

    def clip(self, clip: Path) -> None:
        # An empty outline hides everything. Without any path, readers would have
        # nothing to intersect the clip with.
        self.out.append(self.content_writer.outline(clip.segments, self.digits) or "0 0 0 0 re")
        self.out.append("W* n" if clip.even_odd else "W n")

    def picture(self, picture: PlacedImage) -> None:
        box = picture.box
        self.save()
        if picture.opacity < 1:
            self.state(GraphicsState(picture.opacity, picture.opacity))
        # PDF draws a picture into the unit square, with y up.
        self.concat(Matrix(box.width, 0.0, 0.0, -box.height, box.x, box.bottom))
        self.out.append(f"/{self.references.image(picture.image)} Do")
        self.restore()


def _finer(outline: Outline, width: float) -> int:
    """The power of ten of the smallest units in which no coordinate of an outline, with a line of this width
    around it, exceeds `_FARTHEST`.
    """
    box = control_bounds(outline) or NOTHING
    farthest = max(map(abs, (box.x, box.y, box.right, box.bottom))) + width
    return min(_FINEST, max(0, math.floor(math.log10(_FARTHEST / max(farthest, 1e-9)))))


def _scaled(path: Path, factor: float) -> Path:
    """A stroked path in other units."""
    segments = transform_outline(path.segments, Matrix.scaling(factor, factor))
    stroke = path.stroke and _scaled_stroke(path.stroke, factor)
    return msgspec.structs.replace(path, segments=segments, stroke=stroke)


def _scaled_stroke(stroke: Stroke, factor: float) -> Stroke:
    """A stroke in other units."""
    dash = tuple(length * factor for length in stroke.dash)
    return msgspec.structs.replace(
        stroke, width=stroke.width * factor, dash=dash, phase=stroke.phase * factor
    )
