"""The letters of filtered texts as SVG outlines, with their decoration lines and strokes."""

from collections.abc import Iterable

import msgspec

from nineup.model.drawing import Group, Linear, Op, Paint, Path, Text, Tiling, hex_of, rectangle
from nineup.svg.paint.lettering import letter_box, letter_outlines
from nineup.svg.pixels import path_data
from nineup.svg.values.values import UnsupportedError
from nineup.typography.fonts import Fonts


class LetterWriting:
    """Writes the drawings of texts in one filtered element. Raises SvgError."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._gradients = 0

    def drawn(self, op: Op) -> str:
        """An operation as SVG elements."""
        match op:
            case Group():
                matrix = " ".join(f"{factor:.8g}" for factor in op.matrix)
                return f'<g transform="matrix({matrix})">{"".join(map(self.drawn, op.ops))}</g>'
            case Text():
                colour = hex_of(op.runs[0].colour)
                # An invisible path with the box that the text has in browsers: a filter's region is a
                # share of it, not of the outlines.
                box = f'<path d="{path_data(rectangle(letter_box(op, self.fonts)))}" fill="none"/>'
                letters = path_data(tuple(letter_outlines(op, self.fonts)))
                return f'{box}<path d="{letters}" fill="{colour}" fill-opacity="{op.opacity}"/>'
            case Path() if op.fill is not None:
                paint, address = self._paint(op.fill)
                fill = f'fill="{address}" fill-opacity="{op.opacity}"'
                return f'{paint}<path d="{path_data(op.segments)}" {fill}/>' + self.drawn(
                    msgspec.structs.replace(op, fill=None)
                )
            case Path() if op.stroke is not None:
                line = op.stroke
                paint, address = self._paint(line.paint)
                return (
                    f'{paint}<path d="{path_data(op.segments)}" fill="none" stroke="{address}" '
                    f'stroke-width="{line.width}"'
                    f' stroke-linejoin="{line.join}" stroke-linecap="{line.cap}" '
                    f'stroke-opacity="{line.opacity}"'
                    f' stroke-miterlimit="{line.miter}" stroke-dasharray="{_listed(line.dash) or "none"}"'
                    f' stroke-dashoffset="{line.phase}"/>'
                )
        return ""

    def _paint(self, paint: Paint) -> tuple[str, str]:
        """The element of a paint, empty for a plain colour, and the reference to it."""
        if isinstance(paint, tuple):
            return "", hex_of(paint)
        if isinstance(paint, Tiling):
            raise UnsupportedError(
                "a pattern in the letters of a filtered text is not supported", "convert the text to a path"
            )
        self._gradients += 1
        kind = "linear" if isinstance(paint, Linear) else "radial"
        names = ("x1", "y1", "x2", "y2") if isinstance(paint, Linear) else ("cx", "cy", "r", "fx", "fy")
        places = "".join(f' {name}="{getattr(paint, name):.8g}"' for name in names)
        stops = "".join(
            f'<stop offset="{stop.offset:.6g}" stop-color="{hex_of(stop.colour)}" '
            f'stop-opacity="{stop.opacity}"/>'
            for stop in paint.stops
        )
        identity = f"nineup-letters-{self._gradients}"
        matrix = _listed(paint.matrix)
        return (
            f'<{kind}Gradient id="{identity}" gradientUnits="userSpaceOnUse" '
            f'gradientTransform="matrix({matrix})"'
            f"{places}>{stops}</{kind}Gradient>"
        ), f"url(#{identity})"


def _listed(numbers: Iterable[float]) -> str:
    return " ".join(f"{number:.8g}" for number in numbers)
