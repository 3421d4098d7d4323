"""Static text: `text` and `tspan` with literal characters, set as in browsers."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.geometry import IDENTITY, Box, Matrix, Size, union
from nineup.model.drawing import GlyphRun, Group, Op, Path, Shaped, Text, rectangle
from nineup.model.extent import ink, text_width
from nineup.svg.paint.gradients import PaintTarget
from nineup.svg.paint.lettering import TextStroke, letter_box, letter_outlines, shapes, with_stroke
from nineup.svg.paint.paint import BLACK, Painter
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, PropertyValue
from nineup.svg.style.properties import INHERITED
from nineup.svg.text import decoration
from nineup.svg.text.decoration import PaintedLine
from nineup.svg.text.fitted import fitted
from nineup.svg.text.text_pieces import TextPiece, TextReader
from nineup.svg.text.typefaces import Typefaces, is_server
from nineup.svg.transform import is_upright
from nineup.svg.values.values import UnsupportedError
from nineup.svg.xml import SvgElement
from nineup.typography.fonts import Font, Fonts
from nineup.typography.text import bidi
from nineup.typography.text.scripts import clusters, has_right_to_left, runs, runs_from_right

_LETTERS = 10
"""The number of letters that count as one element of a drawing."""

_WORDS = re.compile(r" +|[^ ]+")


class _Fill(msgspec.Struct, frozen=True):
    """A gradient or a pattern for the letters of a text."""

    style: ElementStyle
    target: PaintTarget


class _Line(msgspec.Struct, frozen=True):
    """Characters in one style on a line, with the stroke around them and their turn about their start, in
    degrees.
    """

    text: Text
    stroke: TextStroke | None
    turn: float = 0.0
    along: tuple[PaintedLine, ...] = ()
    stretch: float = 1.0
    """The horizontal scale of its letters."""
    fill: _Fill | None = None
    """The gradient or pattern of its letters."""


class StaticTypesetter(Typefaces):
    """Sets static text. Mistakes are reported, and the text concerned is left out."""

    def __init__(
        self, fonts: Fonts, painter: Painter, reporter: Reporter, is_measuring: bool = False
    ) -> None:
        """If it `is_measuring`, each line is the box of its letters by font metrics, even if it is hidden."""
        super().__init__(fonts, painter, reporter)
        self.is_measuring = is_measuring
        self._reader = TextReader(painter.library, reporter, self)
        self.count: Callable[[int], None] = lambda number: None
        """Counts the set text as elements of the drawing. Raises SvgError if there are too many."""

    def text(self, element: SvgElement, style: ElementStyle, viewport: Size, ctm: Matrix) -> tuple[Op, ...]:
        """The operations of a `text` element with its `tspan`s."""
        scale = ctm.scale
        if scale == 0:
            return ()
        upright = is_upright(ctm)
        unit = ctm if upright else Matrix.scaling(scale, scale)
        inner = {name: value for name, value in style.items() if name in INHERITED}
        if "alignment-baseline" in style:
            inner["alignment-baseline"] = style["alignment-baseline"]
        pieces = self._reader.pieces(element, inner, viewport, preserve=_preserves(element, style))
        self.count(len(pieces) + sum(len(piece.text) for piece in pieces) // _LETTERS)
        self.paints_outlines = not self.is_clip
        is_painted = self.paints_outlines and any(is_server(piece.style.get("fill")) for piece in pieces)
        box = self._box(element, style, viewport) if is_painted and not self.is_measuring else None
        pen = (0.0, 0.0)
        drawn: list[Op] = []
        for chunk in _chunks(pieces):
            lines, pen = self._chunk(chunk, unit, pen, box=box)
            for line in lines:
                drawn += self._drawn(line)
        self.paints_outlines = False
        ops = tuple(drawn)
        return ops if upright or not ops else (Group(ops, ctm @ Matrix.scaling(1 / scale, 1 / scale)),)

    def _box(self, element: SvgElement, style: ElementStyle, viewport: Size) -> Box | None:
        """The box of a text in its user units."""
        silent = StaticTypesetter(self.fonts, self.painter, Reporter(Findings()), is_measuring=True)
        return ink(silent.text(element, style, viewport, ctm=IDENTITY))

    def _drawn(self, line: _Line) -> tuple[Op, ...]:
        text = line.text
        if self.is_measuring:
            return (Path(rectangle(letter_box(text, self.fonts)), BLACK),)
        if not line.turn and line.stretch == 1:
            return self._dressed(text, line, IDENTITY)
        at = (
            Matrix.translation(text.x, text.y)
            @ Matrix.rotation(line.turn)
            @ Matrix.scaling(line.stretch, 1.0)
        )
        return (Group(self._dressed(msgspec.structs.replace(text, x=0.0, y=0.0), line, at), at),)

    def _dressed(self, text: Text, line: _Line, at: Matrix) -> tuple[Op, ...]:
        """A text with its stroke and decoration lines, of which the strikeout is drawn last; `at` is its
        position.
        """
        letters: tuple[Op, ...] = ()
        for op in with_stroke((text,), line.stroke, self.fonts):
            letters += (*self._filled(text, line.fill, at), op) if op is text else (op,)
        if not line.along:
            return letters
        font = self.fonts.by_key(text.runs[0].font)
        below = tuple(decoration.line(text, font, how) for how in line.along if how.kind != "line-through")
        above = tuple(decoration.line(text, font, how) for how in line.along if how.kind == "line-through")
        return (*below, *letters, *above)

    def _filled(self, text: Text, fill: _Fill | None, at: Matrix) -> tuple[Op, ...]:
        """The outlines of letters with their gradient or pattern."""
        if fill is None:
            return ()
        target = fill.target.through(at.inverse() @ fill.target.matrix)
        paint, opacity = self.painter.paint("fill", fill.style, target, default=BLACK)
        opacity *= self.painter.opacity("opacity", fill.style)
        segments = tuple(letter_outlines(text, self.fonts))
        return (Path(segments, paint, opacity=round(opacity, 4)),) if paint and segments else ()

    def line(
        self, path: SvgElement, style: ElementStyle, viewport: Size, unit: Matrix, start: float
    ) -> tuple[_Line, ...]:
        """The characters of a `textPath` on a straight line at y = 0, anchored at `start` in user units, in
        order. An `x` is a distance from there; a `y` has no effect.
        """
        text = path.parent if path.parent and path is next(path.parent.elements(), None) else None
        preserve = _preserves(path, style)
        pieces = self._reader.pieces(path, style, viewport, preserve=preserve, around=text)
        self.paints_outlines = True
        pen = (start, 0.0)
        drawn: list[_Line] = []
        for chunk in _chunks([msgspec.structs.replace(piece, y=None) for piece in pieces]):
            x = chunk[0].x
            first = msgspec.structs.replace(chunk[0], x=None if x is None else x + start)
            lines, pen = self._chunk([first, *chunk[1:]], unit, pen)
            drawn += lines
        self.paints_outlines = False
        return tuple(drawn)

    def filled_along(self, line: _Line, bent: Sequence[Op], unit: Matrix) -> tuple[Op, ...]:
        """The outlines of a line's letters with their gradient or pattern, where they are `bent` to."""
        if line.fill is None:
            return ()
        box = union(each for op in bent for each in _cells(op, self.fonts))
        around = unit.inverse().map_box(box) if box else None
        target = PaintTarget(lambda: around, line.fill.target.viewport, unit)
        paint, opacity = self.painter.paint("fill", line.fill.style, target, default=BLACK)
        opacity *= self.painter.opacity("opacity", line.fill.style)
        segments = tuple(segment for shape in shapes(bent, self.fonts) for segment in shape)
        return (Path(segments, paint, opacity=round(opacity, 4)),) if paint and segments else ()

    def _chunk(
        self, pieces: list[TextPiece], unit: Matrix, pen: tuple[float, float], box: Box | None = None
    ) -> tuple[tuple[_Line, ...], tuple[float, float]]:
        """The lines of pieces that share an anchor, and the final position of the pen; `box` is that of the
        whole text.
        """
        if len(pieces) > 1 and any(has_right_to_left(piece.text) for piece in pieces):
            error = UnsupportedError(
                "a text from right to left in several parts is not supported", "convert it to a path"
            )
            self.reporter.svg_error(error, pieces[0].element.span())
        fits = fitted(pieces, partial(self._width, unit=unit), self.reporter)
        x = pen[0] if pieces[0].x is None else pieces[0].x
        first = x + pieces[0].dx  # which moves the anchor, too
        y = pen[1] if pieces[0].y is None else pieces[0].y
        lines: list[_Line] = []
        before: TextPiece | None = None
        for piece, fit in zip(pieces, fits, strict=True):
            x, y = x + piece.dx + self._kern(before, piece), y + piece.dy
            before = piece
            line = self._line(piece, x, y - piece.up, unit=unit)
            if line is not None:
                if fit.spacing:
                    line = msgspec.structs.replace(
                        line, tracking=round(line.tracking + fit.spacing * unit.a, 4)
                    )
                x += text_width(line) / unit.a * fit.stretch - fit.spacing * fit.is_last
                stroke = (
                    None if self.is_clip else self.painter.text_stroke(piece.style, piece.viewport, unit.a)
                )
                fill = None
                if self.paints_outlines and is_server(piece.style.get("fill")):
                    fill = _Fill(piece.style, PaintTarget(lambda: box, piece.viewport, unit))
                if self.is_measuring or (not hidden(piece.style) and (stroke or fill or line.opacity)):
                    along = self._along(piece, unit)
                    lines.append(_Line(line, stroke, piece.turn, along=along, stretch=fit.stretch, fill=fill))
        shift = self._shift(pieces[0].style.get("text-anchor")) * (x - first)
        anchored = [msgspec.structs.replace(line, text=_moved(line.text, shift * unit.a)) for line in lines]
        return tuple(anchored), (x + shift, y)

    def _along(self, piece: TextPiece, unit: Matrix) -> tuple[PaintedLine, ...]:
        """The decoration lines of a piece."""
        if self.is_clip or self.is_measuring:
            return ()
        painted = (
            decoration.painted(each, self.painter, piece.viewport, scale=unit.a) for each in piece.lines
        )
        return tuple(each for each in painted if each is not None)

    def _width(self, before: TextPiece | None, piece: TextPiece, unit: Matrix) -> tuple[float, int]:
        """The advance of a piece after another one in user units, and its number of letters."""
        line = self._line(piece, 0.0, 0.0, unit=unit)
        if line is None:
            return 0.0, 0
        glyphs = sum(len(word.glyphs) for run in line.runs for word in run.pieces if isinstance(word, Shaped))
        return piece.dx + self._kern(before, piece) + text_width(line) / unit.a, glyphs

    def _kern(self, before: TextPiece | None, piece: TextPiece) -> float:
        """The kerning between two consecutive pieces of text in one font, in user units."""
        if before is None or piece.x is not None:
            return 0.0
        font, size = self.font(piece.style, piece.element), self.size(piece.style)
        if (
            font is None
            or self.font(before.style, before.element) is not font
            or self.size(before.style) != size
        ):
            return 0.0
        first, second = font.shape(before.text[-1]), font.shape(piece.text[0])
        pair = font.shape(before.text[-1] + piece.text[0])
        if len(pair.glyphs) != len(first.glyphs) + len(second.glyphs):
            return 0.0  # a ligature, which separate letters don't form
        return (pair.width - first.width - second.width) * size / 1000

    def _shift(self, anchor: PropertyValue | None) -> float:
        shares = {"start": 0.0, "middle": -0.5, "end": -1.0}
        if anchor is None:
            return 0.0
        if anchor.text not in shares:
            anchor.report(
                self.reporter,
                "svg-value",
                f"`{anchor.text}` is not a value of text-anchor",
                hint="write start, middle or end",
            )
        return shares.get(anchor.text, 0.0)

    def _line(self, piece: TextPiece, x: float, y: float, unit: Matrix) -> Text | None:
        type_ = self.type(piece.style, piece.element)
        if type_ is None or not piece.text or not type_.size:
            return None
        fonts: tuple[Font, ...] = (type_.font,)
        missing = type_.font.missing(piece.text)
        if missing:
            fonts += self.others(piece.style, type_.font)
            missing = "".join(letter for letter in missing if not any(font.has(letter) for font in fonts))
        if missing:
            listed = ", ".join(f"`{character}`" for character in missing)
            message = f"the font {type_.font.postscript_name} has no glyph for {listed}"
            self.reporter.error(
                "missing-glyph",
                message,
                piece.element.span(),
                hint="choose another font, or another character",
            )
        words = _shaped(fonts, piece.text, self.fonts.language, is_tracked=bool(type_.tracking))
        if type_.spacing:
            more = round(type_.spacing / type_.size * 1000, 3)
            words = [(font, _wider(part, more) if part.text.isspace() else part) for font, part in words]
        if coloured := next(filter(None, (font.coloured(part.text) for font, part in words)), ""):
            message = f"`{coloured}` has colors of its own in this font, which can't be printed"
            hint = "use a drawing, or a font with plain outlines, such as Noto Emoji"
            self.reporter.error("text-unsupported", message, piece.element.span(), hint=hint)
        if type_.tracking and has_right_to_left(piece.text):
            error = UnsupportedError(
                "`letter-spacing` of letters that are joined is not supported", "remove it"
            )
            self.reporter.svg_error(error, piece.element.span())
        at = unit.apply(x, y)
        return Text(
            round(at[0], 4) + 0.0,
            round(at[1], 4) + 0.0,
            round(type_.size * unit.a, 4),
            runs=tuple(
                GlyphRun(font.key, type_.colour, tuple(part for _, part in stretch))
                for font, stretch in groupby(words, itemgetter(0))
            ),
            tracking=round(type_.tracking * unit.a, 4),
            opacity=type_.opacity,
        )


def _shaped(fonts: Sequence[Font], text: str, language: str, is_tracked: bool) -> list[tuple[Font, Shaped]]:
    """The words and spaces of a piece, each in the first font that has its letters, shaped and from left to
    right. As in browsers, the base direction is left to right, except in a right-to-left language, whose
    drawings have translated words.
    """
    words = [(font, part) for word in _WORDS.findall(text) for font, part in _by_font(fonts, word)]
    if not has_right_to_left(text):
        return [(font, font.apart(word) if is_tracked else font.shape(word)) for font, word in words]
    parts = [(font, *part) for font, word in words for part in runs(word, bidirectional=True)]
    levels = bidi.levels([part for _, part, _ in parts], runs_from_right(language))
    return [
        (font, font.shape(part, from_right or (levels[index] % 2 == 1 and bidi.is_neutral(part))))
        for index in bidi.visual_order(levels)
        for font, part, from_right in (parts[index],)
    ]


def _wider(spaces: Shaped, more: float) -> Shaped:
    """Spaces, each wider by thousandths of an em."""
    adjust = tuple(each + more for each in spaces.adjust)
    return msgspec.structs.replace(spaces, width=spaces.width + more * len(adjust), adjust=adjust)


def _by_font(fonts: Sequence[Font], word: str) -> list[tuple[Font, str]]:
    """A word in stretches, each in the first font that has its letters."""
    if len(fonts) == 1:
        return [(fonts[0], word)]
    keyed = groupby(
        clusters(word), lambda letter: next((font for font in fonts if font.has(letter)), fonts[0])
    )
    return [(font, "".join(stretch)) for font, stretch in keyed]


def _cells(op: Op, fonts: Fonts) -> Iterator[Box]:
    """The boxes of letters that are turned one by one."""
    if isinstance(op, Group):
        yield from (op.matrix.map_box(box) for each in op.ops for box in _cells(each, fonts))
    elif isinstance(op, Text):
        yield letter_box(op, fonts)


def _moved(line: Text, x: float) -> Text:
    return msgspec.structs.replace(line, x=round(line.x + x, 4) + 0.0)


def hidden(style: ElementStyle) -> bool:
    """Whether `visibility` hides an element."""
    value = style.get("visibility")
    return value is not None and value.text in ("hidden", "collapse")


def _preserves(element: SvgElement, style: ElementStyle) -> bool:
    space = style.get("white-space")
    return element.attributes.get("xml:space") == "preserve" or (
        space is not None and space.text.startswith(("pre", "break-spaces"))
    )


def _chunks(pieces: list[TextPiece]) -> Iterator[list[TextPiece]]:
    """Pieces grouped by anchor: a new absolute position begins a new chunk."""
    current: list[TextPiece] = []
    for piece in pieces:
        if current and (piece.x is not None or piece.y is not None):
            yield current
            current = []
        current.append(piece)
    if current:
        yield current
