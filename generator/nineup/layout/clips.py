"""clipPath elements as outlines in the face's space."""

from typing import NamedTuple

from nineup.drawing import Path, Segment
from nineup.geometry import Box, Matrix, Size, reverse, signed_area, transform_outline
from nineup.layout.library import Library, named
from nineup.layout.properties import IGNORED
from nineup.layout.reporter import Report
from nineup.layout.shapes import SHAPES, Measure, outline
from nineup.layout.style import Style, Value, cascade
from nineup.layout.transform import transform
from nineup.layout.values import SvgError, UnresolvedError, UnsupportedError, reference
from nineup.layout.words import hidden
from nineup.layout.xml import Element

_DEPTH = 20


class Around(NamedTuple):
    """What a clip is applied to: its matrix, its viewport, and its own box in user units."""

    matrix: Matrix
    viewport: Size
    box: Box | None


class _Piece(NamedTuple):
    segments: tuple[Segment, ...]
    even_odd: bool


class Clipper:
    """Reads clip paths. Raises SvgError for what can't be clipped with."""

    def __init__(self, library: Library, report: Report) -> None:
        self.library = library
        self.report = report

    def paths(self, value: Value, around: Around, depth: int = 0) -> tuple[Path, ...]:
        """The outlines whose common inside `clip-path` leaves; none for `none`. An empty one leaves nothing."""
        if value.text == "none":
            return ()
        address = reference(value.text)
        if address is None:
            raise UnsupportedError(
                f"`clip-path: {value.text}` is not supported", "refer to a clipPath with url(#id)"
            )
        if not address.startswith("#"):
            raise UnresolvedError(f"`{address}` is not in this file", "copy the clipPath into this file")
        element = named(value.element.document, address[1:])
        if element.name != "clipPath":
            raise UnresolvedError(f"`{address}` is a `{element.name}`, not a clipPath")
        if depth > _DEPTH:
            raise UnresolvedError(f"the clip path `{address}` is inside itself")
        return self._clip(element, around, depth)

    def _clip(self, element: Element, around: Around, depth: int) -> tuple[Path, ...]:
        style = cascade(element, {}, self.library.rules(element.document), self.report)
        outer = self.paths(style["clip-path"], around, depth + 1) if "clip-path" in style else ()
        matrix, viewport = around.matrix, around.viewport
        if element.attributes.get("clipPathUnits") == "objectBoundingBox":
            box = around.box
            if box is None or box.width == 0 or box.height == 0:
                return (*outer, Path(()))
            matrix = matrix @ Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y)
            viewport = Size(1.0, 1.0)
        inside = Around(matrix @ transform(element.attributes.get("transform", "")), viewport, None)
        pieces: list[_Piece] = []
        nested: tuple[Path, ...] = ()
        for child in element.elements():
            drawn, clips = self._child(child, style, inside, depth)
            pieces += drawn
            nested += clips
        if nested and len(pieces) > 1:
            raise UnsupportedError(
                "a clip path of several shapes, one of them clipped itself, is not supported",
                "combine them in the drawing program",
            )
        return (*outer, *nested, _joined(pieces))

    def _child(
        self, child: Element, inherited: Style, around: Around, depth: int
    ) -> tuple[list[_Piece], tuple[Path, ...]]:
        if child.name in IGNORED:
            return [], ()
        if child.name not in SHAPES and child.name != "use":
            raise UnsupportedError(
                f"`{child.name}` in a clipPath is not supported", "use shapes; turn text into paths"
            )
        if child.bindings:
            raise UnsupportedError("bindings in a clipPath are not supported", "bind shapes outside of it")
        style = cascade(child, inherited, self.library.rules(child.document), self.report)
        if hidden(style) or ("display" in style and style["display"].text == "none"):
            return [], ()
        matrix = around.matrix @ transform(child.attributes.get("transform", ""))
        clips: tuple[Path, ...] = ()
        if child.name == "use":
            measure = Measure(child, around.viewport, self.report)
            at = matrix @ Matrix.translation(measure.across("x"), measure.down("y"))
            target = self.library.target(child)
            if target.name not in SHAPES:
                raise UnsupportedError(
                    f"`{target.name}` used in a clipPath is not supported", "refer to a shape"
                )
            drawn, clips = self._child(target, style, Around(at, around.viewport, None), depth)
        else:
            segments = outline(child, around.viewport, self.report)
            rule = style.get("clip-rule")
            drawn = (
                [_Piece(transform_outline(segments, matrix, 4), rule is not None and rule.text == "evenodd")]
                if segments
                else []
            )
        if "clip-path" in style and child.name != "use":
            clips += self.paths(style["clip-path"], around._replace(matrix=matrix), depth + 1)
        return drawn, clips


def _joined(pieces: list[_Piece]) -> Path:
    """One outline whose inside is that of all pieces: they run the same way, so that none cancels another."""
    if len(pieces) == 1:
        return Path(pieces[0].segments, even_odd=pieces[0].even_odd)
    if any(piece.even_odd for piece in pieces):
        raise UnsupportedError(
            "a clip path of several shapes with clip-rule evenodd is not supported",
            "combine them in the drawing program",
        )
    return Path(
        tuple(
            segment
            for piece in pieces
            for segment in (piece.segments if signed_area(piece.segments) >= 0 else reverse(piece.segments))
        )
    )


def told(clipper: Clipper, style: Style, around: Around) -> tuple[Path, ...]:
    """The clips of an element's style; a mistake is told at its `clip-path`, and nothing is clipped."""
    value = style.get("clip-path")
    if value is None:
        return ()
    try:
        return clipper.paths(value, around)
    except SvgError as error:
        value.tell(clipper.report, error.code, error.message, error.hint)
        return ()
