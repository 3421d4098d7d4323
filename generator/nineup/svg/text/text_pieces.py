"""The characters of a `text` element in pieces of one style, with white space collapsed and each with its
position.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol
from unicodedata import combining

import msgspec

from nineup.base.geometry import Size
from nineup.svg.conditional import is_chosen
from nineup.svg.library import Library
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, cascade
from nineup.svg.style.properties import IGNORED, UNDRAWABLE
from nineup.svg.text.decoration import NAMES, Decoration, decoration_lines, decorations
from nineup.svg.values.values import SvgError, UnsupportedError, number, user_length
from nineup.svg.xml import SvgElement

_INSIDE = frozenset({"tspan", "a"})
"""The elements whose characters belong to the text around them."""


class TextPiece(msgspec.Struct, frozen=True):
    """Characters in one style. Positions in user units: `x` and `y` absolute, None to continue after the last
    piece; `turn` in degrees about their start.
    """

    text: str
    element: SvgElement
    style: ElementStyle
    x: float | None
    y: float | None
    dx: float
    dy: float
    turn: float
    viewport: Size
    up: float
    """How far the baseline is raised."""
    lines: tuple[Decoration, ...] = ()
    """Its decoration lines."""


class _Positions(msgspec.Struct, frozen=True):
    """The positions that an element gives to its characters, in order; `turn` repeats its last one."""

    x: Sequence[float]
    y: Sequence[float]
    dx: Sequence[float]
    dy: Sequence[float]
    turn: Sequence[float]

    @property
    def longest(self) -> int:
        return max(len(self.x), len(self.y), len(self.dx), len(self.dy))


class _Level:
    """An element around some characters, and the number of its characters read so far."""

    def __init__(self, positions: _Positions) -> None:
        self.positions = positions
        self.read = 0


class TextMeasures(Protocol):
    """Measures that depend on the font of a style; in user units."""

    def size(self, style: ElementStyle) -> float:
        """The font size."""

    def raised(self, style: ElementStyle) -> float:
        """How far the baseline of a whole text is raised."""

    def shifted(self, style: ElementStyle) -> float:
        """How far an element inside a text is raised."""


class TextReader:
    """Reads `text` elements. Mistakes are reported."""

    def __init__(self, library: Library, reporter: Reporter, measures: "TextMeasures") -> None:
        self.library = library
        self.reporter = reporter
        self.measures = measures

    def pieces(
        self,
        element: SvgElement,
        style: ElementStyle,
        viewport: Size,
        preserve: bool,
        around: SvgElement | None = None,
    ) -> list[TextPiece]:
        """The pieces of an element, none of them empty; the first has a position.

        The positions of the element `around` it count for its letters, too.
        """
        reading = _Reading(self, viewport)
        if around is not None:
            reading.outer = (_Level(self.positions(around, style, viewport)),)
        pieces = _whole(reading.read(element, style, preserve, around=()))
        while pieces and not preserve:
            text = pieces[-1].text.rstrip(" ") if not _keeps(pieces[-1]) else pieces[-1].text
            if text:
                pieces[-1] = msgspec.structs.replace(pieces[-1], text=text)
                break
            pieces.pop()
        if pieces:
            first = pieces[0]
            pieces[0] = msgspec.structs.replace(first, x=first.x or 0.0, y=first.y or 0.0)
        return pieces

    def positions(self, element: SvgElement, style: ElementStyle, viewport: Size) -> _Positions:
        """The positions that an element states; none on a `textPath` (SVG 2, 11.8.2)."""
        if element.name == "textPath":
            return _Positions((), (), (), dy=(), turn=self._angles(element))
        size, (width, height) = self.measures.size(style), viewport
        return _Positions(
            self._lengths(element, "x", width, size),
            self._lengths(element, "y", height, size),
            self._lengths(element, "dx", width, size),
            dy=self._lengths(element, "dy", height, size),
            turn=self._angles(element),
        )

    def _lengths(self, element: SvgElement, name: str, whole: float, size: float) -> tuple[float, ...]:
        text = element.attributes.get(name, "").strip()
        try:
            return tuple(user_length(part, whole, size) for part in re.split(r"[\s,]+", text)) if text else ()
        except SvgError as error:
            self.reporter.svg_error(error, element.span(f"n:{name}" if name in element.final else name))
            return ()

    def _angles(self, element: SvgElement) -> tuple[float, ...]:
        text = element.attributes.get("rotate", "").strip()
        try:
            angles = tuple(number(part) for part in re.split(r"[\s,]+", text)) if text else ()
            return angles if any(angles) else angles[:1]
        except SvgError as error:
            self.reporter.svg_error(error, element.span("rotate"))
            return ()

    def style(self, element: SvgElement, inherited: ElementStyle) -> ElementStyle:
        """The style of an element inside a text."""
        return cascade(element, inherited, self.library.rules(element.document), reporter=self.reporter)

    def refuse(self, element: SvgElement) -> None:
        """Report an element that can't be inside a text."""
        if element.name not in IGNORED and element.name not in UNDRAWABLE:
            self.reporter.ignore(f"`{element.name}` inside text", element.span())
        elif element.name not in IGNORED:
            message = f"`{element.name}` inside text is not supported"
            self.reporter.svg_error(UnsupportedError(message, "convert the text to a path"), element.span())


def _whole(pieces: Iterable[TextPiece]) -> list[TextPiece]:
    """The pieces with each letter's marks in the piece of the letter."""
    whole: list[TextPiece] = []
    for piece in pieces:
        marks = _marks(piece.text) if whole else 0
        if marks:
            whole[-1] = msgspec.structs.replace(whole[-1], text=whole[-1].text + piece.text[:marks])
        if marks < len(piece.text):
            whole.append(msgspec.structs.replace(piece, text=piece.text[marks:]))
    return whole


class _Reading:
    """One text being read; `spaced` is set while a space would collapse into the one before it."""

    def __init__(self, reader: TextReader, viewport: Size) -> None:
        self.reader = reader
        self.viewport = viewport
        self.spaced = True
        self.of_text: ElementStyle = {}
        """The style of the text as a whole."""
        self.outer: tuple[_Level, ...] = ()
        """The element around it all, whose positions count."""

    def read(
        self,
        element: SvgElement,
        style: ElementStyle,
        preserve: bool,
        around: tuple[_Level, ...],
        shift: float = 0.0,
        lines: tuple[Decoration, ...] = (),
    ) -> Iterator[TextPiece]:
        measures = self.reader.measures
        lines += self._lines(element, style, is_text=not around)
        if around:
            shift += measures.shifted(style)
        else:
            self.of_text = style
        # A part in another size is aligned to the text's `middle` by its own one.
        up = shift + measures.raised(style if "dominant-baseline" in style else self.of_text)
        level = _Level(self.reader.positions(element, style, self.viewport))
        levels = (*(around or self.outer), level)
        for child in element.children:
            if isinstance(child, str):
                text = self._collapsed(child, preserve)
                for start, end, place in _stretches(text, levels):
                    yield TextPiece(text[start:end], element, style, *place, self.viewport, up, lines)
            elif child.name == "tref":
                yield from self._referenced(child, style, preserve, around=levels, shift=shift, lines=lines)
            elif child.name not in _INSIDE:
                self.reader.refuse(child)
            elif is_chosen(child):
                inner = self.reader.style(child, style)
                self._refuse_baselines(style, inner)
                if "display" not in inner or inner["display"].text != "none":
                    yield from self.read(
                        child, inner, _preserved(child, preserve), around=levels, shift=shift, lines=lines
                    )

    def _lines(self, element: SvgElement, style: ElementStyle, is_text: bool) -> tuple[Decoration, ...]:
        try:
            if is_text and any(name in style for name in NAMES):
                self._refuse_nested_lines(element, style)
            return tuple(decorations(element, style, is_text))
        except SvgError as error:
            next(style[name] for name in NAMES if name in style).report_error(self.reader.reporter, error)
            return ()

    def _refuse_nested_lines(self, text: SvgElement, style: ElementStyle) -> None:
        """Raises UnsupportedError if several elements around a text, or it and one of these, declare
        decoration lines.
        """
        known = {style[name].element for name in NAMES if name in style}
        for outer in text.ancestors():
            own = self.reader.style(outer, {})
            if outer not in known and any(decoration_lines(own[name]) for name in NAMES if name in own):
                raise UnsupportedError(
                    "`text-decoration` of several elements around a text is not supported",
                    "set all of it on the text",
                )

    def _referenced(
        self,
        tref: SvgElement,
        style: ElementStyle,
        preserve: bool,
        around: tuple[_Level, ...],
        shift: float,
        lines: tuple[Decoration, ...],
    ) -> Iterator[TextPiece]:
        """The pieces of a `tref`, which shows all characters of another element in its own style (SVG 1.1,
        10.6).
        """
        try:
            target = self.reader.library.target(tref)
            if target.document is not tref.document or target.name not in ("text", *_INSIDE):
                raise UnsupportedError(
                    "a `tref` to anything but a text of its file is not supported", "copy the text"
                )
        except SvgError as error:
            self.reader.reporter.svg_error(error, tref.span("href"))
            return
        characters = _characters(target)
        inside = SvgElement(
            tref.document,
            "tspan",
            tref.offset,
            attributes=tref.attributes,
            bindings={},
            children=[characters],
            parent=tref.parent,
        )
        inner = self.reader.style(inside, style)
        if is_chosen(inside) and ("display" not in inner or inner["display"].text != "none"):
            yield from self.read(
                inside, inner, _preserved(inside, preserve), around=around, shift=shift, lines=lines
            )

    def _refuse_baselines(self, style: ElementStyle, inner: ElementStyle) -> None:
        """Reports another baseline for a part of a text: browsers don't agree on its reference."""
        for name in ("dominant-baseline", "alignment-baseline"):
            value = inner.get(name)
            was = style[name].text if name in style else "auto"
            if value is not None and value.text not in (was, "auto", "baseline"):
                error = UnsupportedError(f"`{name}` of a part of a text is not supported", "use dy")
                value.report_error(self.reader.reporter, error)

    def _collapsed(self, text: str, preserve: bool) -> str:
        """The text as it is shown: runs of white space as one space, none after another."""
        if preserve:
            text = re.sub(r"[\t\r\n]", " ", text)
            self.spaced = False if text else self.spaced
            return text
        text = re.sub(r"[ \t\r\n]+", " ", text)
        if self.spaced:
            text = text.removeprefix(" ")
        if text:
            self.spaced = text.endswith(" ")
        return text


def _characters(element: SvgElement) -> str:
    """All characters in an element and those inside it."""
    return "".join(
        child if isinstance(child, str) else _characters(child) if child.name not in IGNORED else ""
        for child in element.children
    )


def _preserved(element: SvgElement, inherited: bool) -> bool:
    stated = element.attributes.get("xml:space")
    return inherited if stated is None else stated == "preserve"


def _keeps(piece: TextPiece) -> bool:
    """Whether the piece preserves the space at its end."""
    around = (piece.element, *piece.element.ancestors())
    stated = (each.attributes.get("xml:space") for each in around)
    return next((each == "preserve" for each in stated if each is not None), False)


def _stretches(
    text: str, levels: tuple[_Level, ...]
) -> Iterator[tuple[int, int, tuple[float | None, float | None, float, float, float]]]:
    """The start and end of each stretch of characters, and its position: for each value, that of the
    innermost element that has one for its first character.
    """
    at = 0
    while at < len(text):
        x, y = _stated(levels, "x"), _stated(levels, "y")
        dx, dy = _stated(levels, "dx") or 0.0, _stated(levels, "dy") or 0.0
        turn = _turn(levels)
        single = turn or any(level.read + 1 < level.positions.longest for level in levels)
        end = at + 1 if single or any(len(level.positions.turn) > 1 for level in levels) else len(text)
        end += _marks(text[end:])
        for level in levels:
            level.read += end - at
        yield at, end, (x, y, dx, dy, turn)
        at = end


def _marks(text: str) -> int:
    """The number of combining marks at the start of a text: they belong to the letter before them."""
    return next((place for place, letter in enumerate(text) if not combining(letter)), len(text))


def _stated(levels: tuple[_Level, ...], name: str) -> float | None:
    for level in reversed(levels):
        values: Sequence[float] = getattr(level.positions, name)
        if level.read < len(values):
            return values[level.read]
    return None


def _turn(levels: tuple[_Level, ...]) -> float:
    for level in reversed(levels):
        if turns := level.positions.turn:
            return turns[min(level.read, len(turns) - 1)]
    return 0.0
