"""An element's colours, gradients and strokes: from its style to paints in the face's space."""

from typing import Literal, NamedTuple, cast

from nineup.drawing import Colour, Linear, Paint, Radial, Stop, Stroke
from nineup.geometry import IDENTITY, Box, Matrix, Size
from nineup.layout.lettering import TextStroke
from nineup.layout.library import Library, element_by_id
from nineup.layout.reporter import Reporter
from nineup.layout.style import PropertyValue, Style, cascade
from nineup.layout.transform import transform
from nineup.layout.values import (
    SvgError,
    UnresolvedError,
    UnsupportedError,
    colour,
    fraction,
    length,
    number,
    numbers,
    reference,
)
from nineup.layout.xml import SvgElement

BLACK: Colour = (0.0, 0.0, 0.0)


class PaintTarget(NamedTuple):
    """What is painted: the box of the object in user units, its viewport, and the matrix through which it is drawn."""

    box: Box | None
    viewport: Size
    matrix: Matrix


class Painter:
    """Makes paints from style values. After a mistake, which is reported, nothing is painted."""

    def __init__(self, library: Library, reporter: Reporter) -> None:
        self.library = library
        self.reporter = reporter

    def paint(
        self, name: str, style: Style, target: PaintTarget, default: Paint | None
    ) -> tuple[Paint | None, float]:
        """The paint of `fill` or `stroke`, and its opacity including the property `…-opacity`."""
        value = style.get(name)
        paint, opacity = self._paint(value, style, target) if value else (default, 1.0)
        return paint, round(opacity * self.opacity(f"{name}-opacity", style), 4)

    def opacity(self, name: str, style: Style) -> float:
        """The value of an opacity property, from 0 to 1; default 1."""
        value = style.get(name)
        try:
            return fraction(value.text) if value else 1.0
        except SvgError as error:
            assert value is not None
            value.report(self.reporter, error.code, error.message, error.hint)
            return 1.0

    def colour(self, value: PropertyValue | None, style: Style) -> tuple[Colour, float] | None:
        """A plain colour and its opacity; None for `none` or after a mistake, such as a gradient."""
        if value is None:
            return BLACK, 1.0
        try:
            if reference(value.text):
                raise UnsupportedError(
                    "a gradient can't fill text", "convert the text to a path, or fill it with a colour"
                )
            return self._colour(value.text, style)
        except SvgError as error:
            value.report(self.reporter, error.code, error.message, error.hint)
            return None

    def _colour(self, text: str, style: Style) -> tuple[Colour, float] | None:
        if text == "none":
            return None
        if text.lower() == "currentcolor":
            value = style.get("color")
            return colour(value.text) if value and value.text.lower() != "currentcolor" else (BLACK, 1.0)
        return colour(text)

    def _paint(self, value: PropertyValue, style: Style, target: PaintTarget) -> tuple[Paint | None, float]:
        try:
            address = reference(value.text)
            if address is None:
                found = self._colour(value.text, style)
                return found if found else (None, 1.0)
            return self._gradient(value, address, target), 1.0
        except SvgError as error:
            value.report(self.reporter, error.code, error.message, error.hint)
            return None, 1.0

    def _gradient(self, value: PropertyValue, address: str, target: PaintTarget) -> Paint | None:
        if not address.startswith("#"):
            raise UnresolvedError(f"`{address}` is not in this file", "copy the gradient to this file")
        element = element_by_id(value.element.document, address[1:])
        if element.name not in ("linearGradient", "radialGradient"):
            raise UnsupportedError(
                f"`{element.name}` can't fill a shape",
                "use a colour, a gradient, or shapes in a clipPath",
            )
        return self._gradient_paint(_InheritedGradient(element, self.library), target)

    def _gradient_paint(self, gradient: "_InheritedGradient", target: PaintTarget) -> Paint | None:
        stops = self._stops(gradient)
        if len(stops) < 2:
            return stops[0].colour if stops and stops[0].opacity == 1 else None
        by_box = gradient.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
        space, whole = target.matrix, target.viewport
        if by_box:
            box = target.box
            if box is None or box.width == 0 or box.height == 0:
                return None
            space, whole = space @ Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y), Size(1.0, 1.0)
        if gradient.get("spreadMethod", "pad") != "pad":
            raise UnsupportedError(
                f"spreadMethod `{gradient.get('spreadMethod', '')}` is not supported",
                "repeat the stops instead",
            )
        space = _rounded(space @ transform(gradient.get("gradientTransform", "")))
        return gradient.paint(stops, space, whole)

    def _stops(self, gradient: "_InheritedGradient") -> tuple[Stop, ...]:
        found: list[Stop] = []
        for element in gradient.stops():
            try:
                offset = fraction(element.attributes.get("offset", "0"))
                found.append(self._stop(element, max(offset, found[-1].offset if found else 0.0)))
            except SvgError as error:
                self.reporter.svg_error(error, element.span("offset"))
        return tuple(found)

    def _stop(self, element: SvgElement, offset: float) -> Stop:
        holder = element.document
        style = cascade(element, {}, self.library.rules(holder), self.reporter)
        value = style.get("stop-color")
        shade: tuple[Colour, float] = (BLACK, 1.0)
        if value:
            if value.text.lower() == "currentcolor" and "color" not in style:
                raise UnsupportedError("`currentColor` in a gradient is not supported", "write the colour")
            shade = self._colour(value.text, style) or shade
        return Stop(offset, shade[0], round(shade[1] * self.opacity("stop-opacity", style), 4))

    def is_stroke_first(self, style: Style) -> bool:
        """Whether `paint-order` draws the stroke before the fill."""
        value = style.get("paint-order")
        if value is None:
            return False
        words = value.text.split()
        if words != ["normal"] and (
            set(words) - {"fill", "stroke", "markers"} or len(set(words)) < len(words)
        ):
            value.report(
                self.reporter,
                "svg-value",
                f"`{value.text}` is not an order of fill, stroke and markers",
                "write normal or stroke",
            )
            return False
        order = [word for word in (*words, "fill", "stroke") if word in ("fill", "stroke")]
        return bool(words) and order[0] == "stroke"

    def text_stroke(self, style: Style, viewport: Size, scale: float) -> TextStroke | None:
        """The stroke around the letters of a text, its lengths multiplied by `scale`; None without one."""
        value = style.get("stroke")
        if value is None or value.text == "none":
            return None
        if self.colour(value, style) is None:
            return None
        stroke = self.stroke(style, PaintTarget(None, viewport, IDENTITY), scale)
        return TextStroke(stroke, self.is_stroke_first(style)) if stroke else None

    def stroke(self, style: Style, target: PaintTarget, scale: float) -> Stroke | None:
        """The stroke of an element, its lengths multiplied by `scale`; None if it is invisible."""
        paint, opacity = self.paint("stroke", style, target, None)
        whole = ((target.viewport.width**2 + target.viewport.height**2) / 2) ** 0.5
        width = self._length("stroke-width", style, whole, 1.0) * scale
        if paint is None or width <= 0 or opacity == 0:
            return None
        dash = self._dash(style, whole, scale)
        return Stroke(
            paint,
            round(width, 4),
            cast(
                Literal["butt", "round", "square"],
                self._word("stroke-linecap", style, ("butt", "round", "square")),
            ),
            cast(
                Literal["miter", "round", "bevel"],
                self._word("stroke-linejoin", style, ("miter", "round", "bevel")),
            ),
            self._number("stroke-miterlimit", style, 4.0),
            dash,
            round(self._length("stroke-dashoffset", style, whole, 0.0) * scale, 4) if dash else 0.0,
            opacity,
        )

    def _dash(self, style: Style, whole: float, scale: float) -> tuple[float, ...]:
        value = style.get("stroke-dasharray")
        if value is None or value.text == "none":
            return ()
        try:
            parts = [length(part, whole) for part in value.text.replace(",", " ").split()]
        except SvgError as error:
            value.report(self.reporter, error.code, error.message, error.hint)
            return ()
        if not any(parts) or min(parts) < 0:
            return ()
        return tuple(round(part * scale, 4) for part in (parts * 2 if len(parts) % 2 else parts))

    def _length(self, name: str, style: Style, whole: float, default: float) -> float:
        value = style.get(name)
        try:
            return length(value.text, whole) if value else default
        except SvgError as error:
            assert value is not None
            value.report(self.reporter, error.code, error.message, error.hint)
            return default

    def _number(self, name: str, style: Style, default: float) -> float:
        value = style.get(name)
        try:
            return number(value.text) if value else default
        except SvgError as error:
            assert value is not None
            value.report(self.reporter, error.code, error.message, error.hint)
            return default

    def _word(self, name: str, style: Style, choices: tuple[str, ...]) -> str:
        value = style.get(name)
        if value is None or value.text in choices:
            return value.text if value else choices[0]
        value.report(
            self.reporter,
            "svg-unsupported",
            f"`{name}: {value.text}` is not supported",
            f"write {', '.join(choices)}",
        )
        return choices[0]


class _InheritedGradient:
    """A gradient with what it inherits from those it refers to. Raises UnresolvedError if it refers to itself."""

    def __init__(self, element: SvgElement, library: Library) -> None:
        self.element = element
        self.chain = [element]
        while "href" in self.chain[-1].attributes:
            target = library.target(self.chain[-1])
            if target in self.chain:
                raise UnresolvedError(f"the gradient `{element.attributes.get('id')}` refers to itself")
            self.chain.append(target)

    def get(self, name: str, default: str) -> str:
        return next((one.attributes[name] for one in self.chain if name in one.attributes), default)

    def stops(self) -> list[SvgElement]:
        for one in self.chain:
            stops = [child for child in one.elements() if child.name == "stop"]
            if stops:
                return stops
        return []

    def paint(self, stops: tuple[Stop, ...], space: Matrix, whole: Size) -> Paint:
        def along(name: str, default: str, size: float) -> float:
            return round(length(self.get(name, default), size), 6)

        width, height = whole
        if self.element.name == "linearGradient":
            x1, y1 = along("x1", "0%", width), along("y1", "0%", height)
            x2, y2 = along("x2", "100%", width), along("y2", "0%", height)
            return stops[-1].colour if (x1, y1) == (x2, y2) else Linear(x1, y1, x2, y2, stops, space)
        if numbers(self.get("fr", "0").rstrip("%"))[0]:
            raise UnsupportedError("a focal radius (`fr`) is not supported", "remove it")
        cx, cy = along("cx", "50%", width), along("cy", "50%", height)
        r = along("r", "50%", ((width**2 + height**2) / 2) ** 0.5)
        fx = along("fx", str(cx), width)
        fy = along("fy", str(cy), height)
        far = ((fx - cx) ** 2 + (fy - cy) ** 2) ** 0.5
        if far > 0.999 * r > 0:
            fx, fy = cx + (fx - cx) / far * r * 0.999, cy + (fy - cy) / far * r * 0.999
        return stops[-1].colour if r <= 0 else Radial(cx, cy, r, fx, fy, stops, space)


def _rounded(matrix: Matrix) -> Matrix:
    return matrix if matrix == IDENTITY else Matrix(*(round(value, 6) + 0.0 for value in matrix))
