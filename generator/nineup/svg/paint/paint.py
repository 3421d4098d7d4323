"""An element's colours, gradients and strokes: from its style to paints in the face's space.

A value may name a gradient or a pattern and, after it, a colour: `url(#sky) navy`. The colour is a fallback
for what isn't there, not for what is wrong (SVG 2, 13.2): if there is no `#sky`, or its box has no area
because the shape is a horizontal line, navy is painted; after a mistake in `#sky`, which is reported, nothing
is. A gradient of one stop is that stop's colour, one without stops is `none`.
"""

from collections.abc import Callable
from typing import Literal, cast

import msgspec

from nineup.base.geometry import IDENTITY, Box, Size
from nineup.model.drawing import Colour, Paint, Stop, Stroke
from nineup.svg.library import Library, element_by_id
from nineup.svg.paint.gradients import KINDS, InheritedGradient, PaintTarget
from nineup.svg.paint.lettering import TextStroke
from nineup.svg.paint.patterns import Patterns
from nineup.svg.reporter import Reporter
from nineup.svg.style.cascade import ElementStyle, PropertyValue, around, cascade
from nineup.svg.values.values import (
    AbsentError,
    SvgError,
    UnresolvedError,
    UnsupportedError,
    colour,
    fallback,
    fraction,
    number,
    reference,
    user_length,
)
from nineup.svg.xml import SvgElement

BLACK: Colour = (0.0, 0.0, 0.0)

UNPAINTED = frozenset({"hatch", "meshgradient", "solidcolor", "mesh", "solidColor", "meshGradient"})
"""Elements that would fill a shape but aren't supported."""


_ORDER = ("fill", "stroke", "markers")


class Painter:
    """Makes paints from style values. After a mistake, which is reported, nothing is painted."""

    def __init__(self, library: Library, reporter: Reporter, patterns: Patterns) -> None:
        self.library = library
        self.reporter = reporter
        self.patterns = patterns
        self._stops_of: dict[SvgElement, tuple[Stop, ...]] = {}

    def paint(
        self, name: str, style: ElementStyle, target: PaintTarget, default: Paint | None
    ) -> tuple[Paint | None, float]:
        """The paint of `fill` or `stroke`, and its opacity including the property `…-opacity`."""
        value = style.get(name)
        paint, opacity = self._paint(name, value, style, target=target) if value else (default, 1.0)
        return paint, round(opacity * self.opacity(f"{name}-opacity", style), 4)

    def opacity(self, name: str, style: ElementStyle) -> float:
        """The value of an opacity property, from 0 to 1; default 1."""
        value = style.get(name)
        try:
            return fraction(value.text) if value else 1.0
        except SvgError as error:
            assert value is not None
            value.report_error(self.reporter, error)
            return 1.0

    def colour(self, value: PropertyValue | None, style: ElementStyle) -> tuple[Colour, float] | None:
        """A plain colour and its opacity; None for `none` or after a mistake, such as a gradient or a
        pattern.
        """
        if value is None:
            return BLACK, 1.0
        try:
            if reference(value.text):
                raise UnsupportedError(
                    "a gradient or a pattern can't paint this text",
                    "convert the text to a path, or use a color",
                )
            return self._colour(value.text, style)
        except SvgError as error:
            value.report_error(self.reporter, error)
            return None

    def _colour(self, text: str, style: ElementStyle) -> tuple[Colour, float] | None:
        if text == "none":
            return None
        if text.lower() == "currentcolor":
            value = style.get("color")
            return colour(value.text) if value and value.text.lower() != "currentcolor" else (BLACK, 1.0)
        return colour(text)

    def _paint(
        self, name: str, value: PropertyValue, style: ElementStyle, target: PaintTarget
    ) -> tuple[Paint | None, float]:
        try:
            address = reference(value.text)
            if address is None:
                return self._colour(value.text, style) or (None, 1.0)
            self._fallback(value, style)  # A mistake in it invalidates the whole value.
            element = self._server(value, address)
            if element.name == "pattern":
                if self.patterns.is_empty(element, target):
                    return self._fallback(value, style)
                return self.patterns.paint(element, target, self._reach(name, style, target)), 1.0
            gradient = InheritedGradient(element, self.library)
            if element not in self._stops_of:
                self._stops_of[element] = self._stops(gradient)
            stops = self._stops_of[element]
            reach = self._reach(name, style, target)
            if len(stops) > 1:
                paint, opacity = gradient.paint(stops, target, reach)
            else:
                # One stop is a plain color, none is `none` (SVG 2, 14.2.4).
                paint, opacity = (stops[0].colour, stops[0].opacity) if stops else (None, 1.0)
            if paint is None and stops and not gradient.has_area(target):
                return self._fallback(value, style)
            return paint, opacity
        except AbsentError as error:
            value.report_error(self.reporter, error)
            return self._fallback(value, style)
        except SvgError as error:
            value.report_error(self.reporter, error)
            return None, 1.0

    def _fallback(self, value: PropertyValue, style: ElementStyle) -> tuple[Paint | None, float]:
        """The colour after `url(…)`, used if there is no such paint."""
        text = fallback(value.text)
        return (self._colour(text, style) or (None, 1.0)) if text else (None, 1.0)

    def _reach(self, name: str, style: ElementStyle, target: PaintTarget) -> Box | None:
        """The box of the area that a fill or a stroke paints, in user units."""
        if name == "fill" or target.box is None:
            return target.box
        whole = ((target.viewport.width**2 + target.viewport.height**2) / 2) ** 0.5
        width = self._length("stroke-width", style, whole, 1.0)
        # A miter reaches as far from the corner as the limit times half the width. A square cap's corner
        # reaches √2 times half the width, which counts even where the limit is 1.
        return target.box.outset(width / 2 * max(1.5, self._number("stroke-miterlimit", style, 4.0)))

    def _server(self, value: PropertyValue, address: str) -> SvgElement:
        """The gradient that a paint refers to."""
        if not address.startswith("#"):
            raise UnresolvedError(f"`{address}` is not in this file", "copy the gradient to this file")
        element = element_by_id(value.element.document, address[1:])
        if element.name in UNPAINTED:
            raise UnsupportedError(
                f"`{element.name}` can't fill a shape",
                "use a color, a gradient, or shapes in a clipPath",
            )
        if element.name not in KINDS and element.name != "pattern":
            raise AbsentError(f"`{address}` is a `{element.name}`, which can't fill a shape")
        return element

    def _stops(self, gradient: InheritedGradient) -> tuple[Stop, ...]:
        stops: list[Stop] = []
        for element in gradient.stops():
            try:
                offset = fraction(element.attributes.get("offset", "0"))
                # A stop before the one that it follows moves up to it (SVG 2, 14.2.4).
                stops.append(self._stop(element, max(offset, stops[-1].offset if stops else 0.0)))
            except SvgError as error:
                self.reporter.svg_error(error, element.span("offset"))
        return tuple(stops)

    def _stop(self, element: SvgElement, offset: float) -> Stop:
        holder = element.document
        rules = self.library.rules(holder)
        style = cascade(element, around(element, rules, self.reporter), rules, reporter=self.reporter)
        value = style.get("stop-color")
        shade: tuple[Colour, float] = (BLACK, 1.0)
        if value:
            shade = self._colour(value.text, style) or shade
        return Stop(offset, shade[0], round(shade[1] * self.opacity("stop-opacity", style), 4))

    def order(self, style: ElementStyle) -> tuple[str, ...]:
        """The order of `fill`, `stroke` and `markers` by `paint-order`."""
        value = style.get("paint-order")
        words = value.text.split() if value is not None else []
        if value is not None and (
            set(words) - {"normal", *_ORDER}
            or len(set(words)) < len(words)
            or ("normal" in words and words != ["normal"])
        ):
            value.report(
                self.reporter,
                "svg-value",
                f"`{value.text}` is not an order of fill, stroke and markers",
                hint="write normal or stroke",
            )
            return _ORDER
        stated = [word for word in words if word != "normal"]
        return (*stated, *(word for word in _ORDER if word not in stated))

    def is_stroke_first(self, style: ElementStyle) -> bool:
        """Whether `paint-order` draws the stroke before the fill."""
        order = self.order(style)
        return order.index("stroke") < order.index("fill")

    def stroke_width(self, style: ElementStyle, viewport: Size) -> float:
        """The width of an element's stroke in user units, even if it isn't painted."""
        whole = ((viewport.width**2 + viewport.height**2) / 2) ** 0.5
        return max(0.0, self._length("stroke-width", style, whole, 1.0))

    def is_unscaled(self, style: ElementStyle) -> bool:
        """Whether transforms don't change the width of an element's stroke."""
        words = ("none", "non-scaling-stroke")
        return "vector-effect" in style and self._word("vector-effect", style, words) == words[1]

    def text_stroke(self, style: ElementStyle, viewport: Size, scale: float) -> TextStroke | None:
        """The stroke around the letters of a text, its lengths multiplied by `scale`; None without one."""
        value = style.get("stroke")
        if value is None or value.text == "none":
            return None
        if self.colour(value, style) is None:
            return None
        stroke = self.stroke(style, PaintTarget(lambda: None, viewport, IDENTITY), scale)
        return TextStroke(stroke, self.is_stroke_first(style)) if stroke else None

    def stroke(self, style: ElementStyle, target: PaintTarget, scale: float) -> Stroke | None:
        """The stroke of an element, its lengths multiplied by `scale`; None if it is invisible."""
        paint, opacity = self.paint("stroke", style, target, default=None)
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
            join=cast(
                Literal["miter", "round", "bevel"],
                self._word("stroke-linejoin", style, ("miter", "round", "bevel")),
            ),
            miter=self._number("stroke-miterlimit", style, 4.0),
            dash=dash,
            phase=round(self._length("stroke-dashoffset", style, whole, 0.0) * scale, 4) if dash else 0.0,
            opacity=opacity,
        )

    def _dash(self, style: ElementStyle, whole: float, scale: float) -> tuple[float, ...]:
        value = style.get("stroke-dasharray")
        if value is None or value.text == "none":
            return ()
        try:
            parts = [user_length(part, whole) for part in value.text.replace(",", " ").split()]
        except SvgError as error:
            value.report_error(self.reporter, error)
            return ()
        # An odd number of lengths is repeated, so that dashes and gaps alternate (SVG 2, 13.5.6).
        parts = parts * 2 if len(parts) % 2 else parts
        if min(parts) < 0 or not any(parts[1::2]):  # without gaps, the line is solid
            return ()
        # Gaps may be rounded to nothing, which makes the line solid, too.
        dash = tuple(round(part * scale, 4) for part in parts)
        return dash if any(dash[1::2]) else ()

    def _length(self, name: str, style: ElementStyle, whole: float, default: float) -> float:
        return self._read(style.get(name), lambda text: user_length(text, whole), default)

    def _number(self, name: str, style: ElementStyle, default: float) -> float:
        return self._read(style.get(name), number, default)

    def _read(self, value: PropertyValue | None, read: Callable[[str], float], default: float) -> float:
        if value is None:
            return default
        try:
            return read(value.text)
        except SvgError as error:
            value.report_error(self.reporter, error)
            return default

    def _word(self, name: str, style: ElementStyle, choices: tuple[str, ...]) -> str:
        value = style.get(name)
        if value is None or value.text in choices:
            return value.text if value else choices[0]
        value.report(
            self.reporter,
            "svg-unsupported",
            f"`{name}: {value.text}` is not supported",
            hint=f"write {', '.join(choices)}",
        )
        return choices[0]


def for_context(style: ElementStyle) -> ElementStyle:
    """The style of a `use`, or of a path with markers, for `context-fill` and `context-stroke` in what it
    shows. A gradient spans all of that.
    """
    servers = {
        name: style[name] for name in ("fill", "stroke") if name in style and reference(style[name].text)
    }
    return {
        **style,
        **{name: msgspec.structs.replace(value, text=f"context-{name}") for name, value in servers.items()},
    }


def take_context(style: dict[str, PropertyValue], user: ElementStyle | None) -> None:
    """Replaces context paints by those of the path with the marker, or of a `use`; outside both they are
    none.
    """
    for name in ("fill", "stroke"):
        value = style.get(name)
        if value is not None and value.text in ("context-fill", "context-stroke"):
            paint = (user or {}).get(value.text.removeprefix("context-"))
            is_black = user is not None and value.text == "context-fill"
            style[name] = paint or msgspec.structs.replace(value, text="black" if is_black else "none")
