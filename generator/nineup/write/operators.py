"""Shapes, colours and matrices as the words of a PDF content stream, and what of a path needs more than plain paint."""

import math

import msgspec

from nineup.drawing import Colour, Group, Linear, Path, Radial, Segment, Stroke, Text
from nineup.geometry import Box, Matrix
from nineup.write.resources import Numbers


def concat(matrix: Matrix, factor: Numbers, length: Numbers) -> str:
    """The operator that puts a matrix before what follows; its factors keep more decimals than lengths do."""
    a, b, c, d, e, f = matrix
    return f"{factor[a]} {factor[b]} {factor[c]} {factor[d]} {length[e]} {length[f]} cm"


def colour_operator(colour: Colour, grey: str, rgb: str, numbers: Numbers) -> str:
    """The operator that chooses a colour."""
    red, green, blue = colour
    if red == green == blue:
        return f"{numbers[red]} {grey}"
    return f"{numbers[red]} {numbers[green]} {numbers[blue]} {rgb}"


def rectangle(box: Box, number: Numbers) -> str:
    """A box as an outline."""
    return f"{number[box.x]} {number[box.y]} {number[box.width]} {number[box.height]} re"


def flat_colour(paint: Linear | Radial) -> tuple[Colour, float] | None:
    """The colour and opacity that a gradient without extent or without change comes to (SVG 2, 14.2), or None."""
    if isinstance(paint, Linear):
        flat = (paint.x1, paint.y1) == (paint.x2, paint.y2)
    else:
        flat = paint.r <= 0
    if flat or len(paint.stops) == 1 or not paint.matrix.scale:
        return paint.stops[-1].colour, paint.stops[-1].opacity
    return None


def is_letter(group: Group) -> bool:
    """Whether a group does no more than to place a line of text."""
    return (
        len(group.ops) == 1 and isinstance(group.ops[0], Text) and group.clip is None and group.opacity == 1
    )


def outline(segments: tuple[Segment, ...], number: Numbers) -> str:
    box = _as_box(segments)
    if box is not None:
        return rectangle(box, number)
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
                raise ValueError(f"{segment} is no segment")
    return " ".join(parts)


def _as_box(segments: tuple[Segment, ...]) -> Box | None:
    """The box that an outline made by `drawing.rectangle` has, or None for any other."""
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


def is_plain(path: Path) -> bool:
    """Whether a path covers, in colours without gradients, and its line needs no more than colour and width."""
    fill, stroke = path.fill, path.stroke
    if stroke is None:
        return isinstance(fill, tuple) and path.opacity == 1
    if fill is not None and not (isinstance(fill, tuple) and path.opacity == 1):
        return False
    return isinstance(stroke.paint, tuple) and stroke.opacity == 1 and is_plain_stroke(stroke)


def is_plain_stroke(stroke: Stroke) -> bool:
    """Whether a line needs no more than colour and width."""
    return stroke.cap == "butt" and stroke.join == "miter" and stroke.miter == 4.0 and not stroke.dash


def with_flat_paint(path: Path, colour: Colour, opacity: float) -> Path:
    """A path with one plain paint in place of its gradient."""
    if path.stroke is None:
        return Path(path.segments, colour, None, path.even_odd, path.opacity * opacity)
    stroke = msgspec.structs.replace(path.stroke, paint=colour, opacity=path.stroke.opacity * opacity)
    return Path(path.segments, None, stroke)


def digits_for(scale: float) -> int:
    """The decimals that keep a length within 0.01 points after an enlargement."""
    return min(7, 3 + max(0, math.ceil(math.log10(max(scale, 1e-9) / 10))))
