"""PDF operators for outlines, colours and matrices, and tests for paths that need more than those."""

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

import msgspec

from nineup.base.geometry import Box, LongOutline, Matrix, Outline
from nineup.base.geometry.long_outline import PARTS, portions
from nineup.model.drawing import Cmyk, Colour, Group, Linear, Path, Radial, Segment, Spot, Stroke, Text

_MOST_CACHED = 200_000
"""The number of cached numbers; those of large drawings hardly recur."""


class Rounded(dict[float, float]):
    """Numbers rounded to a number of decimals, with a cache."""

    def __init__(self, digits: int) -> None:
        super().__init__()
        self._digits = digits

    def __missing__(self, value: float) -> float:
        if len(self) >= _MOST_CACHED:
            self.clear()
        near = self[value] = round(value, self._digits)
        return near


class Numbers(dict[float, str]):
    """Numbers in PDF's notation: limited decimals, no exponent, no `-0`. Each is formatted once."""

    def __init__(self, digits: int) -> None:
        super().__init__()
        self.digits = digits

    def __missing__(self, value: float) -> str:
        text = f"{value:.{self.digits}f}"
        # `nan` and `inf`, which PDF doesn't have, end in a letter.
        if not text[-1].isdigit():
            raise ValueError(f"{value} isn't a finite number")
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        if len(self) >= _MOST_CACHED:
            self.clear()
        text = self[value] = "0" if text == "-0" else text
        return text


def concat(matrix: Matrix, factor: Numbers, length: Numbers) -> str:
    """The operator that applies a matrix to what follows; factors keep more decimals than lengths."""
    a, b, c, d, e, f = matrix
    return f"{factor[a]} {factor[b]} {factor[c]} {factor[d]} {length[e]} {length[f]} cm"


def colour_operator(colour: Colour, grey: str, rgb: str, numbers: Numbers) -> str:
    """The operator that sets a colour: `grey` if its three components are equal, otherwise `rgb`."""
    red, green, blue = colour
    if red == green == blue:
        return f"{numbers[red]} {grey}"
    return f"{numbers[red]} {numbers[green]} {numbers[blue]} {rgb}"


def process(ink: Cmyk | Spot) -> tuple[float, float, float, float]:
    """The amounts of cyan, magenta, yellow and black that print an ink, or imitate it."""
    inks = ink.alternate if isinstance(ink, Spot) else ink
    return inks.cyan, inks.magenta, inks.yellow, inks.black


def rectangle_operator(box: Box, number: Numbers) -> str:
    """The operator that adds a box to the path."""
    return f"{number[box.x]} {number[box.y]} {number[box.width]} {number[box.height]} re"


def flat_colour(paint: Linear | Radial) -> tuple[Colour, float] | None:
    """The colour and opacity of a gradient that has no extent or a single stop (SVG 2, 14.2),
    otherwise None.
    """
    if isinstance(paint, Linear):
        flat = (paint.x1, paint.y1) == (paint.x2, paint.y2)
    else:
        flat = paint.r <= 0
    if flat or len(paint.stops) == 1 or not paint.matrix.scale:
        return paint.stops[-1].colour, paint.stops[-1].opacity
    return None


def is_letter(group: Group) -> bool:
    """Whether a group only positions one line of text."""
    return (
        len(group.ops) == 1
        and isinstance(group.ops[0], Text)
        and group.clip is None
        and group.opacity == 1
        and group.mask is None
        and group.blend == "normal"
    )


LONG_OUTLINE = 24
"""The number of segments from which an outline's numbers are written in bulk and not cached, since they
hardly recur.
"""

_PORTION = 1024
"""The number of segments of a long outline that are written together."""


def outline_operators(segments: Outline, number: Numbers) -> str:
    """The path construction operators of an outline; a box is one `re`."""
    box = _as_box(segments)
    if box is not None:
        return rectangle_operator(box, number)
    if len(segments) >= LONG_OUTLINE:
        return _long_outline(segments, number.digits)
    parts = []
    for segment in segments:
        match segment:
            case ("M", x, y):
                parts.append(f"{number[x]} {number[y]} m")
            case ("L", x, y):
                parts.append(f"{number[x]} {number[y]} l")
            case ("C", x1, y1, x2, y2, x, y):
                parts.append(
                    f"{number[x1]} {number[y1]} {number[x2]} {number[y2]} {number[x]} {number[y]} c",
                )
            case ("Z",):
                parts.append("h")
            case _:
                raise ValueError(f"{segment} is not a segment")
    return " ".join(parts)


def _long_outline(segments: Iterable[Segment], digits: int) -> str:
    """The operators of an outline, as many numbers at once as fit into the memory of a processor."""
    one = f"%.{digits}f "
    formats = {"M": 2 * one + "m", "L": 2 * one + "l", "C": 6 * one + "c", "Z": "h"}
    written = []
    rest = iter(segments)
    while portion := tuple(islice(rest, _PORTION)):
        form = " ".join([formats[segment[0]] for segment in portion])
        text = form % tuple([value for segment in portion for value in segment[1:]])
        if "n" in text:
            raise ValueError("the outline has a number that isn't finite")
        # Zeros at the end go one by one: `1.500 ` becomes `1.50 `, then `1.5 `.
        for _ in range(digits):
            text = text.replace(
                "0 ", " "
            )  # All numbers have a point, so no significant zeros are lost before it.
        written.append(text.replace(". ", " ").replace("-0 ", "0 "))
    return " ".join(written)


IN_PARTS = {parts: f"{1 / parts:g} 0 0 {1 / parts:g} 0 0 cm" for parts in PARTS}
"""The operators after which coordinates are whole numbers of parts."""

_OPERATORS = {ord("M"): (2, "m"), ord("L"): (2, "l"), ord("C"): (6, "c"), ord("Z"): (0, "h")}


def whole_operators(outline: LongOutline) -> str:
    """The operators of an outline whose coordinates are whole numbers of its parts: written as JSON, which is
    fastest.
    """
    written = []
    for kinds, numbers in portions(outline, _PORTION):
        at = 0
        mixed: list[float | str] = []
        for kind in kinds:
            count, operator = _OPERATORS[kind]
            mixed += numbers[at : at + count]
            mixed.append(operator)
            at += count
        # A list of numbers and letters as JSON is these operators, apart from
        # its commas, quotes and brackets.
        written.append(_json(mixed).translate(_BLANKS, b'"[]').decode())
    return " ".join(written)


_json = msgspec.json.encode
_BLANKS = bytes.maketrans(b",", b" ")


def _as_box(segments: Outline) -> Box | None:
    """The box of an outline made by `drawing.rectangle`; None for any other outline."""
    match segments:
        case (("M", x, y), ("L", x2, y2), ("L", x3, y3), ("L", x4, y4), ("Z",)) if (
            y2 == y and x3 == x2 and y4 == y3 and x4 == x
        ):
            return Box(x, y, x2 - x, y3 - y)
    return None


def paint_operator(path: Path) -> str:
    """The operator that paints an outline."""
    if path.fill is None:
        return "S"
    return ("f" if path.stroke is None else "B") + ("*" if path.even_odd else "")


def is_single_line(segments: Outline) -> bool:
    """Whether an outline is one straight line: it has no area, but PDF fills it as a hairline."""
    if len(segments) > 4 or any(segment[0] not in "MLZ" for segment in segments):
        return False
    points = {segment[1:] for segment in segments if segment[0] != "Z"}
    return len(points) < 3 or len({x for x, _ in points}) == 1 or len({y for _, y in points}) == 1


def is_plain(path: Path) -> bool:
    """Whether a path is opaque and without gradients, and its stroke has only a colour and a width."""
    fill, stroke = path.fill, path.stroke
    if stroke is None:
        return isinstance(fill, tuple) and path.opacity == 1
    if fill is not None and not (isinstance(fill, tuple) and path.opacity == 1):
        return False
    return isinstance(stroke.paint, tuple) and stroke.opacity == 1 and is_plain_stroke(stroke)


def is_plain_stroke(stroke: Stroke) -> bool:
    """Whether a stroke has SVG's default caps, joins and dashes."""
    return stroke.cap == "butt" and stroke.join == "miter" and stroke.miter == 4.0 and not stroke.dash


def with_flat_paint(path: Path, colour: Colour, opacity: float) -> Path:
    """The path with a colour in place of its gradient."""
    if path.stroke is None:
        return Path(path.segments, colour, None, even_odd=path.even_odd, opacity=path.opacity * opacity)
    stroke = msgspec.structs.replace(path.stroke, paint=colour, opacity=path.stroke.opacity * opacity)
    return Path(path.segments, None, stroke)


@lru_cache
def digits_for(scale: float) -> int:
    """The decimals that keep a length within 0.01 points after an enlargement."""
    # Three decimals are off by 0.0005 points, which ten times as large is 0.005: up to there they are enough.
    return min(7, 3 + max(0, math.ceil(math.log10(max(scale, 1e-9) / 10))))
