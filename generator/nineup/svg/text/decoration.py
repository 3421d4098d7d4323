"""Lines below, above and through static text: `text-decoration`."""

import re
from collections.abc import Iterator

import msgspec

from nineup.base.geometry import Box, Size
from nineup.model.drawing import Colour, Path, Stroke, Text, rectangle
from nineup.model.extent import text_width
from nineup.svg.paint.paint import BLACK, Painter
from nineup.svg.style.cascade import ElementStyle, PropertyValue
from nineup.svg.values.values import InvalidError, UnsupportedError, colour, user_length
from nineup.svg.xml import SvgElement
from nineup.typography.fonts import Font
from nineup.typography.text.style import Shadow

LINES = ("underline", "overline", "line-through")

NAMES = ("text-decoration", "text-decoration-line")


class Decoration(msgspec.Struct, frozen=True):
    """One of `LINES`, in the fill and stroke of the element that declares it."""

    kind: str
    style: ElementStyle


class PaintedLine(msgspec.Struct, frozen=True):
    """One of `LINES` and how it is painted; the stroke's lengths are in points."""

    kind: str
    fill: Colour | None
    opacity: float
    stroke: Stroke | None


def decoration_lines(value: PropertyValue) -> tuple[str, ...]:
    """The lines in a value. Raises UnsupportedError."""
    lines = tuple(word for word in value.text.split() if word not in ("none", "solid", "auto", "blink"))
    for word in lines:
        if word not in LINES:
            raise UnsupportedError(
                f"`{value.attribute or 'text-decoration'}: {value.text}` is not supported",
                f"write {', '.join(LINES)}",
            )
    return lines


def decorations(element: SvgElement, style: ElementStyle, is_text: bool) -> Iterator[Decoration]:
    """The lines that an element of a text declares, including those around a text if it `is_text`.

    Raises UnsupportedError.
    """
    for name in NAMES:
        value = style.get(name)
        if value is None or not (is_text or value.element is element):
            continue
        if value.element is not element and not _is_painted_as(value.element, style):
            raise UnsupportedError(
                f"`{name}` of a group whose texts have another color is not supported", "set it on the texts"
            )
        for word in decoration_lines(value):
            yield Decoration(word, style)


def _is_painted_as(outer: SvgElement, style: ElementStyle) -> bool:
    """Whether fill and stroke of a style are inherited from an element around it."""
    around = {outer, *outer.ancestors()}
    return all(name not in style or style[name].element in around for name in ("fill", "stroke"))


def painted(decoration: Decoration, painter: Painter, viewport: Size, scale: float) -> PaintedLine | None:
    """How a line is painted; None if it is invisible."""
    style = decoration.style
    shade = painter.colour(style.get("fill"), style)
    stroke = painter.text_stroke(style, viewport, scale)
    if shade is None and stroke is None:
        return None
    colour, opacity = shade or (BLACK, 1.0)
    opacity = round(opacity * painter.opacity("fill-opacity", style), 4)
    return PaintedLine(
        decoration.kind,
        colour if shade and opacity else None,
        opacity,
        stroke=stroke.stroke if stroke else None,
    )


def line(text: Text, font: Font, how: PaintedLine) -> Path:
    """A line along a text, in its space."""
    em = text.size / 1000
    below, thick = font.underline
    middle = {"underline": below, "overline": -font.ascent, "line-through": -font.strikeout}[how.kind]
    width = text_width(text) - text.tracking
    box = Box(text.x, text.y + (middle - thick / 2) * em, width, thick * em)
    outline = rectangle(Box(*(round(value, 4) + 0.0 for value in box)))
    return Path(outline, how.fill, how.stroke, even_odd=False, opacity=how.opacity if how.fill else 1.0)


_PART = re.compile(r"(?:[^\s(]++|\([^()]*+\))++")


def shadows(value: PropertyValue, style: ElementStyle, scale: float) -> tuple[Shadow, ...]:
    """The shadows that `text-shadow` names, their lengths multiplied by `scale`. Raises SvgError."""
    if value.text == "none":
        return ()
    drawn: list[Shadow] = []
    for each in _listed(value.text):
        parts = _PART.findall(each)
        lengths = [user_length(part) * scale for part in parts if part[0] in "+-.0123456789"]
        names = [part for part in parts if part[0] not in "+-.0123456789"]
        if len(lengths) not in (2, 3) or len(names) > 1 or (len(lengths) == 3 and lengths[2] < 0):
            raise InvalidError(f"`{each.strip()}` is not a shadow", "write it like `1px 1px 2px black`")
        current = style["color"].text if "color" in style else "black"
        named = names[0] if names else current
        shade, opacity = colour(current if named.lower() == "currentcolor" else named)
        right, down, blur = (*lengths, 0.0)[:3]
        drawn.append(Shadow(shade, right, down, blur=blur, opacity=opacity))
    return tuple(drawn)


def _listed(text: str) -> list[str]:
    """The parts of a text between commas that are in no parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
