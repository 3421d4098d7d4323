"""Static text: `text` and `tspan` with literal characters, set as browsers set them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from nineup.drawing import Colour, GlyphRun, Group, Op, Text
from nineup.extent import text_width
from nineup.fonts import Font, FontError, Fonts
from nineup.geometry import Matrix, Size
from nineup.layout.lettering import TextStroke, with_stroke
from nineup.layout.paint import BLACK, Painter
from nineup.layout.properties import IGNORED, INHERITED
from nineup.layout.reporter import Reporter
from nineup.layout.style import PropertyValue, Style, cascade
from nineup.layout.transform import is_upright
from nineup.layout.values import SvgError, UnsupportedError, length
from nineup.layout.xml import SvgElement

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
    """Characters in one style on a line, with the stroke around them."""

    text: Text
    stroke: TextStroke | None


class _TextPiece(NamedTuple):
    text: str
    element: SvgElement
    style: Style
    x: float | None
    y: float | None
    dx: float
    dy: float
    viewport: Size


class StaticTypesetter:
    """Sets static text. Mistakes are reported, and what they concern is left out."""

    def __init__(self, fonts: Fonts, painter: Painter, reporter: Reporter) -> None:
        self.fonts = fonts
        self.painter = painter
        self.reporter = reporter

    def text(self, element: SvgElement, style: Style, viewport: Size, ctm: Matrix) -> tuple[Op, ...]:
        """The operations of a `text` element with its `tspan`s."""
        scale = ctm.scale
        if scale == 0:
            return ()
        upright = is_upright(ctm)
        unit = ctm if upright else Matrix.scaling(scale, scale)
        inner = {name: value for name, value in style.items() if name in INHERITED}
        pieces = _spaced(
            list(self._pieces(element, inner, viewport, outermost=True)), _preserves(element, style)
        )
        pen = (0.0, 0.0)
        ops: tuple[Op, ...] = ()
        for chunk in _chunks(pieces):
            lines, pen = self._chunk(chunk, unit, pen)
            for line in lines:
                ops += with_stroke((line.text,), line.stroke, self.fonts)
        return ops if upright or not ops else (Group(ops, ctm @ Matrix.scaling(1 / scale, 1 / scale)),)

    def line(
        self, element: SvgElement, style: Style, viewport: Size, unit: Matrix, start: float
    ) -> tuple[_Line, ...]:
        """The characters of an element on a straight line at y = 0, anchored at `start` in user units, in order."""
        spaced = _spaced(list(self._pieces(element, style, viewport)), _preserves(element, style))
        pieces = [piece for piece in spaced if piece.text]
        if not pieces:
            return ()
        first = pieces[0]._replace(x=start, y=0.0)
        return self._chunk([first, *pieces[1:]], unit, (0.0, 0.0))[0]

    def _pieces(
        self, element: SvgElement, style: Style, viewport: Size, outermost: bool = False
    ) -> Iterator[_TextPiece]:
        """The stretches of characters; the first of an element has the element's position."""
        x, y, dx, dy = self._position(element, style, viewport, outermost)
        for child in element.children:
            if isinstance(child, str):
                yield _TextPiece(child, element, style, x, y, dx, dy, viewport)
            elif child.name == "tspan":
                inner = cascade(child, style, self.painter.library.rules(child.document), self.reporter)
                if "display" in inner and inner["display"].text == "none":
                    continue
                for index, piece in enumerate(self._pieces(child, inner, viewport)):
                    yield piece if index else _positioned(piece, x, y, dx, dy)
            elif child.name not in IGNORED:
                error = UnsupportedError(
                    f"`{child.name}` inside text is not supported", "convert the text to a path"
                )
                self.reporter.svg_error(error, child.span())
                continue
            else:
                continue
            if not isinstance(child, str) or child.strip():
                x = y = None
                dx = dy = 0.0

    def _position(
        self, element: SvgElement, style: Style, viewport: Size, outermost: bool
    ) -> tuple[float | None, float | None, float, float]:
        size = self.size(style)
        found = {}
        for name, whole in (
            ("x", viewport.width),
            ("y", viewport.height),
            ("dx", viewport.width),
            ("dy", viewport.height),
        ):
            found[name] = self._coordinate(element, name, whole, size)
        for name in ("rotate", "textLength"):
            if name in element.attributes:
                self.reporter.svg_error(
                    UnsupportedError(f"`{name}` is not supported", "convert the text to a path"),
                    element.span(name),
                )
        if outermost:
            return found["x"] or 0.0, found["y"] or 0.0, found["dx"] or 0.0, found["dy"] or 0.0
        return found["x"], found["y"], found["dx"] or 0.0, found["dy"] or 0.0

    def _coordinate(self, element: SvgElement, name: str, whole: float, size: float) -> float | None:
        text = element.attributes.get(name, "").strip()
        if not text:
            return None
        try:
            if len(re.split(r"[\s,]+", text)) > 1:
                raise UnsupportedError(
                    f"`{name}` with a value for each letter is not supported",
                    "give one value, or convert the text to a path",
                )
            return _with_em(text, whole, size)
        except SvgError as error:
            self.reporter.svg_error(error, element.span(f"n:{name}" if name in element.final else name))
            return None

    def _chunk(
        self, pieces: list[_TextPiece], unit: Matrix, pen: tuple[float, float]
    ) -> tuple[tuple[_Line, ...], tuple[float, float]]:
        """The lines of pieces that share an anchor, and the final position of the pen."""
        x = first = pen[0] if pieces[0].x is None else pieces[0].x
        y = pen[1] if pieces[0].y is None else pieces[0].y
        lines: list[_Line] = []
        for piece in pieces:
            x, y = x + piece.dx, y + piece.dy
            line = self._line(piece, x, y, unit)
            if line is not None:
                x += text_width(line) / unit.a
                stroke = self.painter.text_stroke(piece.style, piece.viewport, unit.a)
                lines += [] if hidden(piece.style) else [_Line(line, stroke)]
        shift = self._shift(pieces[0].style.get("text-anchor")) * (x - first)
        anchored = [line._replace(text=_moved(line.text, shift * unit.a)) for line in lines]
        return tuple(anchored), (x + shift, y)

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

    def _line(self, piece: _TextPiece, x: float, y: float, unit: Matrix) -> Text | None:
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
        words = tuple(type_.font.shape(word) for word in _WORDS.findall(piece.text))
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
        """The type of a style; None if its font is missing, which is reported, or nothing is visible."""
        shade = self.painter.colour(style.get("fill"), style)
        font = self.font(style, element)
        stroke = style.get("stroke")
        if shade is None and stroke and stroke.text != "none":
            shade = BLACK, 0.0  # only the stroke is visible
        if font is None or shade is None:
            return None
        size = self.size(style)
        opacity = (
            shade[1] * self.painter.opacity("fill-opacity", style) * self.painter.opacity("opacity", style)
        )
        return TypeSpec(font, size, shade[0], round(opacity, 4), self.tracking(style, size))

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
            if value.text.endswith("%") or value.text.endswith("em"):
                raise UnsupportedError(
                    f"`font-size: {value.text}` is not supported", "write it as a number or in px"
                )
            return max(0.0, length(value.text))
        except SvgError as error:
            value.report(self.reporter, error.code, error.message, error.hint)
            return 16.0

    def tracking(self, style: Style, size: float) -> float:
        """The space added between letters, in user units."""
        value = style.get("letter-spacing")
        if value is None or value.text == "normal":
            return 0.0
        try:
            return _with_em(value.text, 0.0, size)
        except SvgError as error:
            value.report(self.reporter, error.code, error.message, error.hint)
            return 0.0


def _moved(line: Text, x: float) -> Text:
    return msgspec.structs.replace(line, x=round(line.x + x, 4) + 0.0)


def hidden(style: Style) -> bool:
    """Whether `visibility` hides an element."""
    value = style.get("visibility")
    return value is not None and value.text in ("hidden", "collapse")


def _with_em(text: str, whole: float, size: float) -> float:
    if text.endswith("em") and not text.endswith("rem"):
        return length(text[:-2]) * size
    return length(text, whole)


def _positioned(piece: _TextPiece, x: float | None, y: float | None, dx: float, dy: float) -> _TextPiece:
    return piece._replace(
        x=x if piece.x is None else piece.x,
        y=y if piece.y is None else piece.y,
        dx=piece.dx or dx,
        dy=piece.dy or dy,
    )


def _preserves(element: SvgElement, style: Style) -> bool:
    space = style.get("white-space")
    return element.attributes.get("xml:space") == "preserve" or (
        space is not None and space.text.startswith(("pre", "break-spaces"))
    )


def _spaced(pieces: list[_TextPiece], preserve: bool) -> list[_TextPiece]:
    """White space collapsed as in browsers: runs become one space, and none is at the ends."""
    if preserve:
        return [piece._replace(text=re.sub(r"[\t\r\n]", " ", piece.text)) for piece in pieces]
    spaced: list[_TextPiece] = []
    open_ = False
    for piece in pieces:
        text = re.sub(r"[ \t\r\n]+", " ", piece.text)
        if not open_:
            text = text.removeprefix(" ")
        if text:
            open_ = not text.endswith(" ")
        spaced.append(piece._replace(text=text))
    for index in range(len(spaced) - 1, -1, -1):
        if spaced[index].text:
            spaced[index] = spaced[index]._replace(text=spaced[index].text.rstrip(" "))
            break
    return spaced


def _chunks(pieces: list[_TextPiece]) -> Iterator[list[_TextPiece]]:
    """Pieces grouped by anchor: a new absolute position begins a new chunk."""
    current: list[_TextPiece] = []
    for piece in pieces:
        if not piece.text:
            continue
        if current and (piece.x is not None or piece.y is not None):
            yield current
            current = []
        current.append(piece)
    if current:
        yield current
