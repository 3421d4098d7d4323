"""Static text: `text` and `tspan` with literal characters, set as browsers set them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from nineup.drawing import Colour, GlyphRun, Group, Op, Path, Shaped, Text, rectangle
from nineup.extent import text_width
from nineup.fonts import Font, FontError, Fonts
from nineup.geometry import Matrix, Size
from nineup.layout.lettering import TextStroke, letter_box, with_stroke
from nineup.layout.paint import BLACK, Painter
from nineup.layout.properties import INHERITED
from nineup.layout.reporter import Reporter
from nineup.layout.style import PropertyValue, Style
from nineup.layout.text_pieces import TextPiece, TextReader, with_em
from nineup.layout.transform import is_upright
from nineup.layout.values import SvgError, UnsupportedError, length
from nineup.layout.xml import SvgElement
from nineup.text import bidi
from nineup.text.scripts import has_right_to_left, runs

GENERIC = frozenset(
    "serif sans-serif monospace cursive fantasy system-ui ui-sans-serif ui-serif math emoji".split()
)

_WORDS = re.compile(r" +|[^ ]+")


class TypeSpec(NamedTuple):
    """How characters are drawn; `size` and `tracking` in user units."""

    font: Font
    size: float
    colour: Colour
    opacity: float
    tracking: float


class _Line(NamedTuple):
    """Characters in one style on a line, with the stroke around them and their turn about their start, in degrees."""

    text: Text
    stroke: TextStroke | None
    turn: float = 0.0


class StaticTypesetter:
    """Sets static text. Mistakes are reported, and what they concern is left out."""

    def __init__(
        self, fonts: Fonts, painter: Painter, reporter: Reporter, is_measuring: bool = False
    ) -> None:
        """Where it `is_measuring`, each line is the box of its letters' font, also if it is hidden."""
        self.fonts = fonts
        self.painter = painter
        self.reporter = reporter
        self.is_measuring = is_measuring
        self.is_clip = False
        """Whether only the outlines of letters count."""
        self._reader = TextReader(painter.library, reporter, self)

    def text(self, element: SvgElement, style: Style, viewport: Size, ctm: Matrix) -> tuple[Op, ...]:
        """The operations of a `text` element with its `tspan`s."""
        scale = ctm.scale
        if scale == 0:
            return ()
        upright = is_upright(ctm)
        unit = ctm if upright else Matrix.scaling(scale, scale)
        inner = {name: value for name, value in style.items() if name in INHERITED}
        if "alignment-baseline" in style:
            inner["alignment-baseline"] = style["alignment-baseline"]
        pieces = self._reader.pieces(element, inner, viewport, _preserves(element, style))
        pen = (0.0, 0.0)
        ops: tuple[Op, ...] = ()
        for chunk in _chunks(pieces):
            lines, pen = self._chunk(chunk, unit, pen)
            for line in lines:
                ops += self._drawn(line)
        return ops if upright or not ops else (Group(ops, ctm @ Matrix.scaling(1 / scale, 1 / scale)),)

    def _drawn(self, line: _Line) -> tuple[Op, ...]:
        text = line.text
        if self.is_measuring:
            return (Path(rectangle(letter_box(text, self.fonts)), BLACK),)
        if not line.turn:
            return with_stroke((text,), line.stroke, self.fonts)
        at = Matrix.translation(text.x, text.y) @ Matrix.rotation(line.turn)
        moved = msgspec.structs.replace(text, x=0.0, y=0.0)
        return (Group(with_stroke((moved,), line.stroke, self.fonts), at),)

    def line(
        self, element: SvgElement, style: Style, viewport: Size, unit: Matrix, start: float
    ) -> tuple[_Line, ...]:
        """The characters of an element on a straight line at y = 0, anchored at `start` in user units, in order."""
        pieces = self._reader.pieces(element, style, viewport, _preserves(element, style))
        if not pieces:
            return ()
        first = pieces[0]._replace(x=start, y=0.0)
        return self._chunk([first, *pieces[1:]], unit, (0.0, 0.0))[0]

    def _chunk(
        self, pieces: list[TextPiece], unit: Matrix, pen: tuple[float, float]
    ) -> tuple[tuple[_Line, ...], tuple[float, float]]:
        """The lines of pieces that share an anchor, and the final position of the pen."""
        if len(pieces) > 1 and any(has_right_to_left(piece.text) for piece in pieces):
            error = UnsupportedError(
                "a text from right to left in several parts is not supported", "convert it to a path"
            )
            self.reporter.svg_error(error, pieces[0].element.span())
        x = first = pen[0] if pieces[0].x is None else pieces[0].x
        y = pen[1] if pieces[0].y is None else pieces[0].y
        lines: list[_Line] = []
        before: TextPiece | None = None
        for piece in pieces:
            x, y = x + piece.dx + self._kern(before, piece), y + piece.dy
            before = piece
            line = self._line(piece, x, y - piece.up, unit)
            if line is not None:
                x += text_width(line) / unit.a
                stroke = (
                    None if self.is_clip else self.painter.text_stroke(piece.style, piece.viewport, unit.a)
                )
                if self.is_measuring or (not hidden(piece.style) and (stroke or line.opacity)):
                    lines.append(_Line(line, stroke, piece.turn))
        shift = self._shift(pieces[0].style.get("text-anchor")) * (x - first)
        anchored = [line._replace(text=_moved(line.text, shift * unit.a)) for line in lines]
        return tuple(anchored), (x + shift, y)

    def _kern(self, before: TextPiece | None, piece: TextPiece) -> float:
        """The kerning between two pieces of text that follow each other in one font, in user units."""
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
            return 0.0  # a ligature, which letters apart don't form
        return (pair.width - first.width - second.width) * size / 1000

    def raised(self, style: Style) -> float:
        """How far the baseline of a `text` is moved up, in user units."""
        size, up = self.size(style), 0.0
        for name in ("dominant-baseline", "alignment-baseline"):
            value = style.get(name)
            if value is not None and (share := self._baseline(value, style)) is not None:
                up = -share * size
        return up

    def shifted(self, style: Style) -> float:
        """How far `baseline-shift` moves an element inside a text up, in user units."""
        size, shift = self.size(style), style.get("baseline-shift")
        if shift is None or shift.text in ("baseline", "0"):
            return 0.0
        font = self.font(style, shift.element)
        if shift.text in ("sub", "super"):
            height = (font.ascent - font.descent) / 1000 * size if font else 0.0
            return height * (-0.5 if shift.text == "sub" else 0.5)
        try:
            return with_em(shift.text, size, size)
        except SvgError as error:
            shift.report_error(self.reporter, error)
            return 0.0

    def _baseline(self, value: PropertyValue, style: Style) -> float | None:
        """How far a named baseline is above the alphabetic one, in ems; None for that one itself."""
        font = self.font(style, value.element)
        if font is None or value.text in ("auto", "alphabetic", "baseline"):
            return None
        shares = {
            "middle": font.x_height / 2,
            "central": (font.ascent + font.descent) / 2,
            "hanging": font.ascent * 0.8,
            "mathematical": font.ascent / 2,
            **dict.fromkeys(("text-before-edge", "before-edge", "text-top"), font.ascent),
            **dict.fromkeys(("text-after-edge", "after-edge", "text-bottom", "ideographic"), font.descent),
        }
        if value.text not in shares:
            value.report_error(
                self.reporter, UnsupportedError(f"the baseline `{value.text}` is not supported")
            )
            return None
        return shares[value.text] / 1000

    def _shift(self, anchor: PropertyValue | None) -> float:
        shares = {"start": 0.0, "middle": -0.5, "end": -1.0}
        if anchor is None:
            return 0.0
        if anchor.text not in shares:
            anchor.report(
                self.reporter,
                "svg-value",
                f"`{anchor.text}` is not a value of text-anchor",
                "write start, middle or end",
            )
        return shares.get(anchor.text, 0.0)

    def _line(self, piece: TextPiece, x: float, y: float, unit: Matrix) -> Text | None:
        type_ = self.type(piece.style, piece.element)
        if type_ is None or not piece.text:
            return None
        missing = type_.font.missing(piece.text)
        if missing:
            listed = ", ".join(f"`{character}`" for character in missing)
            message = f"the font {type_.font.postscript_name} has no glyph for {listed}"
            self.reporter.error(
                "missing-glyph", message, piece.element.span(), "choose another font, or another character"
            )
        if coloured := type_.font.coloured(piece.text):
            message = f"`{coloured}` has colours of its own in this font, which can't be printed"
            hint = "use a drawing, or a font with plain outlines, such as Noto Emoji"
            self.reporter.error("text-unsupported", message, piece.element.span(), hint)
        if type_.tracking and has_right_to_left(piece.text):
            error = UnsupportedError(
                "`letter-spacing` of letters that are joined is not supported", "remove it"
            )
            self.reporter.svg_error(error, piece.element.span())
        words = _shaped(type_.font, piece.text)
        at = unit.apply(x, y)
        return Text(
            round(at[0], 4) + 0.0,
            round(at[1], 4) + 0.0,
            round(type_.size * unit.a, 4),
            (GlyphRun(type_.font.key, type_.colour, words),),
            round(type_.tracking * unit.a, 4),
            type_.opacity,
        )

    def type(self, style: Style, element: SvgElement) -> TypeSpec | None:
        """The type of a style; None if its font is missing, which is reported."""
        shade: tuple[Colour, float] | None = (BLACK, 1.0)
        if not self.is_clip:
            shade = self.painter.colour(style.get("fill"), style)
        shade = shade or (BLACK, 0.0)  # it takes its place unseen
        font = self.font(style, element)
        if font is None:
            return None
        size = self.size(style)
        opacity = (
            shade[1] * self.painter.opacity("fill-opacity", style) * self.painter.opacity("opacity", style)
        )
        opacity = 1.0 if self.is_clip else round(opacity, 4)
        return TypeSpec(font, size, shade[0], opacity, self.tracking(style, size))

    def font(self, style: Style, element: SvgElement) -> Font | None:
        """The font of the first of the style's families that the project has; None after an error, which is reported."""
        value = style.get("font-family")
        weight, italic = self.weight(style), self.italic(style)
        families = [name.strip().strip("'\"").strip() for name in value.text.split(",")] if value else []
        first: FontError | None = None
        for family in families:
            try:
                return self.fonts.font(family, weight, italic)
            except FontError as error:
                first = first or error
        if first is None or value is None or families[0] in GENERIC:
            message = "this text has no font of the project"
            self.reporter.error(
                "unknown-font", message, element.span(), "set font-family to a family in `fonts/`"
            )
        else:
            value.report(self.reporter, "unknown-font", first.message, first.hint)
        return None

    def weight(self, style: Style) -> int:
        """The weight from 100 to 900."""
        value = style.get("font-weight")
        words = {"normal": 400, "bold": 700}
        if value is None:
            return 400
        if value.text in words:
            return words[value.text]
        if not value.text.isdigit() or not 1 <= int(value.text) <= 1000:
            value.report(
                self.reporter,
                "svg-unsupported",
                f"`font-weight: {value.text}` is not supported",
                "write normal, bold or 100 to 900",
            )
            return 400
        return int(value.text)

    def italic(self, style: Style) -> bool:
        """Whether the text is italic, or oblique, which is drawn as italic."""
        value = style.get("font-style")
        if value and value.text not in ("normal", "italic", "oblique"):
            value.report(
                self.reporter,
                "svg-value",
                f"`font-style: {value.text}` is not supported",
                "write normal or italic",
            )
        return value is not None and value.text in ("italic", "oblique")

    def size(self, style: Style) -> float:
        """The font size in user units; default 16, as in browsers."""
        value = style.get("font-size")
        if value is None:
            return 16.0
        try:
            return max(0.0, length(value.text))
        except SvgError as error:
            value.report_error(self.reporter, error)
            return 16.0

    def tracking(self, style: Style, size: float) -> float:
        """The space added between letters, in user units."""
        value = style.get("letter-spacing")
        if value is None or value.text in ("normal", "0"):
            return 0.0
        try:
            if value.text.endswith("%"):
                raise UnsupportedError(
                    f"`letter-spacing: {value.text}` is not supported, as it differs from one browser to another",
                    "write it in em",
                )
            return with_em(value.text, 0.0, size)
        except SvgError as error:
            value.report_error(self.reporter, error)
            return 0.0


def _shaped(font: Font, text: str) -> tuple[Shaped, ...]:
    """The words and spaces of a piece, shaped and from left to right."""
    words = _WORDS.findall(text)
    if not has_right_to_left(text):
        return tuple(font.shape(word) for word in words)
    parts = [part for word in words for part in runs(word, bidirectional=True)]
    levels = bidi.levels([part for part, _ in parts], from_right=False)
    return tuple(font.shape(*parts[index]) for index in bidi.visual_order(levels))


def _moved(line: Text, x: float) -> Text:
    return msgspec.structs.replace(line, x=round(line.x + x, 4) + 0.0)


def hidden(style: Style) -> bool:
    """Whether `visibility` hides an element."""
    value = style.get("visibility")
    return value is not None and value.text in ("hidden", "collapse")


def _preserves(element: SvgElement, style: Style) -> bool:
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
