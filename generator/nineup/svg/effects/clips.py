"""`clipPath` elements as outlines in the face's space.

A clip in PDF is one outline, and clips intersect. So nested clips are a list of outlines, and the several
shapes of one `clipPath`, which is their union, are joined into one outline by the nonzero rule. Two squares
that overlap, one drawn clockwise and one counterclockwise, have the winding numbers 1 and -1, which is 0, a
hole, where both are. That is why all shapes are turned to one direction first: then both are 1, and it is 2
where they overlap. A shape whose own parts run in both directions, as those of a bow tie do, can't be turned
so: where it meets another, the clip is drawn as a mask. Chromium leaves the hole there; CSS Masking 1 asks
for the union.
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from nineup.base.geometry import (
    Box,
    Matrix,
    Outline,
    Segment,
    Size,
    control_bounds,
    reverse,
    transform_outline,
    winding_range,
)
from nineup.model.drawing import Path
from nineup.svg.library import Library, definition
from nineup.svg.outlines.shapes import SHAPES, Measure, outline
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, PropertyValue, around, cascade
from nineup.svg.style.properties import CSS_TRANSFORM, IGNORED
from nineup.svg.text.static_text import hidden
from nineup.svg.transform import about_origin, transform
from nineup.svg.values.values import UnresolvedError, UnsupportedError
from nineup.svg.xml import SvgElement

_DEPTH = 20


class ClipTarget(NamedTuple):
    """What a clip is applied to: its matrix, its viewport, and its box in user units, which is rarely
    needed.
    """

    matrix: Matrix
    viewport: Size
    box: Callable[[], Box | None] = lambda: None


class ComplexClipError(UnsupportedError):
    """A clip path that isn't an outline, but can be drawn as a mask."""


class _ClipShape(msgspec.Struct, frozen=True):
    segments: Outline
    even_odd: bool


class Clipper:
    """Reads clip paths. Raises SvgError for those that aren't supported."""

    def __init__(self, library: Library, reporter: Reporter, count_segments: Callable[[int], None]) -> None:
        self.library = library
        self.reporter = reporter
        self.count_segments = count_segments
        self._styles: dict[SvgElement, ElementStyle] = {}

    def element(self, value: PropertyValue) -> SvgElement:
        """The `clipPath` that a value refers to."""
        return definition(value, "clipPath")

    def style(self, element: SvgElement) -> ElementStyle:
        """The style of a definition where it is written."""
        if element not in self._styles:
            rules, reporter = self.library.rules(element.document), self.reporter
            self._styles[element] = cascade(
                element, around(element, rules, reporter), rules, reporter=reporter
            )
        return self._styles[element]

    def inside(self, element: SvgElement, target: ClipTarget) -> ClipTarget | None:
        """The space of a `clipPath`'s children; None if the box that it applies to has no area."""
        viewport = target.viewport
        origin = element.attributes.get("transform-origin", "")
        turned = about_origin(element.attributes.get("transform", ""), origin, Box(0.0, 0.0, *viewport))
        matrix = target.matrix @ turned
        if element.attributes.get("clipPathUnits") == "objectBoundingBox":
            box = target.box()
            if box is None or box.width == 0 or box.height == 0:
                return None
            matrix = matrix @ Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y)
            viewport = Size(1.0, 1.0)
        return ClipTarget(matrix, viewport)

    def paths(self, value: PropertyValue, target: ClipTarget, depth: int = 0) -> tuple[Path, ...]:
        """The outlines whose intersection `clip-path` leaves visible; no outlines for `none`, an empty one
        for nothing.
        """
        if value.text == "none":
            return ()
        element = self.element(value)
        if depth > _DEPTH:
            raise UnresolvedError(f"the clip path `{value.text}` refers to itself")
        return self._clip(element, target, depth)

    def _clip(self, element: SvgElement, target: ClipTarget, depth: int) -> tuple[Path, ...]:
        style = self.style(element)
        outer = self.paths(style["clip-path"], target, depth + 1) if "clip-path" in style else ()
        inside = self.inside(element, target)
        if inside is None:
            return (*outer, Path(()))
        pieces: list[_ClipShape] = []
        nested: tuple[Path, ...] = ()
        for child in element.elements():
            drawn, clips = self._child(child, style, inside, depth=depth)
            pieces += drawn
            nested += clips
        # A clip of one shape would cut the others as well.
        if nested and len(pieces) > 1:
            raise ComplexClipError("several shapes, one of which is clipped itself")
        return (*outer, *nested, _union_path(pieces))

    def _child(
        self, child: SvgElement, inherited: ElementStyle, target: ClipTarget, depth: int
    ) -> tuple[list[_ClipShape], tuple[Path, ...]]:
        if child.name in IGNORED:
            return [], ()
        _refuse_unsupported(child)
        style = cascade(child, inherited, self.library.rules(child.document), reporter=self.reporter)
        if hidden(style) or ("display" in style and style["display"].text == "none"):
            return [], ()
        for name in style.keys() & {CSS_TRANSFORM, "transform-origin"}:
            raise UnsupportedError(
                f"`{name}` of a shape in a clipPath is not supported", "use the attribute `transform`"
            )
        matrix = target.matrix @ transform(child.attributes.get("transform", ""))
        if child.name == "use":
            return self._used(child, style, target._replace(matrix=matrix), depth=depth)
        clips: tuple[Path, ...] = ()
        if "clip-path" in style:
            clips = self.paths(style["clip-path"], target._replace(matrix=matrix), depth + 1)
        return self._piece(child, style, target._replace(matrix=matrix)), clips

    def _used(
        self, use: SvgElement, style: ElementStyle, target: ClipTarget, depth: int
    ) -> tuple[list[_ClipShape], tuple[Path, ...]]:
        measure = Measure(use, target.viewport, self.reporter)
        at = target.matrix @ Matrix.translation(measure.across("x"), measure.down("y"))
        shape = self.library.target(use)
        # In a clip path, a `use` may only show a shape or a text (CSS Masking 1): browsers draw nothing for
        # a `use` of a group, or of another `use`.
        if shape.name not in SHAPES and shape.name != "text":
            self.reporter.ignore(f"`{shape.name}` used in a clipPath", use.span())
            return [], ()
        return self._child(shape, style, ClipTarget(at, target.viewport), depth=depth)

    def _piece(self, shape: SvgElement, style: ElementStyle, target: ClipTarget) -> list[_ClipShape]:
        segments = outline(shape, target.viewport, self.reporter)
        self.count_segments(len(segments) or 1)
        rule = style.get("clip-rule")
        even_odd = rule is not None and rule.text == "evenodd"
        return [_ClipShape(transform_outline(segments, target.matrix, 4), even_odd)] if segments else []


def _refuse_unsupported(child: SvgElement) -> None:
    """Raises UnsupportedError for anything but a shape, perhaps used, without bindings."""
    if child.name == "text" and not any(one.bindings for one in child.all()):
        raise ComplexClipError("text")
    if child.name not in SHAPES and child.name != "use":
        message = f"`{child.name}` in a clipPath is not supported"
        raise UnsupportedError(message, "use shapes; convert text to paths")
    if child.bindings:
        raise UnsupportedError("bindings in a clipPath are not supported", "bind shapes outside it")


def _union_path(pieces: list[_ClipShape]) -> Path:
    """One outline of all pieces, drawn in one direction so that none cancels another."""
    if len(pieces) == 1:
        return Path(pieces[0].segments, even_odd=pieces[0].even_odd)
    # By the even-odd rule, what two shapes have in common would be outside; by the
    # other, their holes would be inside.
    if any(piece.even_odd for piece in pieces):
        raise ComplexClipError("several shapes with clip-rule evenodd")
    boxes = [control_bounds(piece.segments) for piece in pieces]
    turned: list[Segment] = []
    for piece, box in zip(pieces, boxes, strict=True):
        lowest, highest = winding_range(piece.segments) or (-1, 1)
        # One box is its own.
        if lowest < 0 < highest and sum(bool(box and other and box.overlaps(other)) for other in boxes) > 1:
            raise ComplexClipError("several shapes, one of which runs both ways")
        turned += reverse(piece.segments) if lowest < 0 == highest else piece.segments
    return Path(tuple(turned))
