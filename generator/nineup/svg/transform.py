"""The `transform`, `viewBox` and `preserveAspectRatio` attributes as matrices."""

import math
import re
from functools import lru_cache

from nineup.base.geometry import IDENTITY, Box, Matrix
from nineup.svg.values.values import LARGEST, SvgError, UnsupportedError, angle, number, numbers, user_length

_CALL = re.compile(r"\s*+,?\s*+([a-zA-Z]++)\s*+\(([^()]*+)\)")


@lru_cache(maxsize=4096)
def transform(text: str) -> Matrix:
    """The matrix of a list such as `translate(3 4) rotate(90)`, of which the last applies first.

    Raises SvgError.
    """
    matrix = IDENTITY
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _CALL.match(text, position)
        if match is None:
            raise SvgError(f"`{text.strip()}` is not a transform", "write it as in translate(3 4) rotate(90)")
        matrix = matrix @ _function_matrix(match.group(1), numbers(match.group(2)))
        position = match.end()
    return matrix


def with_plain_numbers(text: str) -> str:
    """A list of CSS transforms in the attribute's notation: `translateX(3px)` is `translate(3 0)`.

    Raises SvgError.
    """
    plain, position, end = "", 0, 0 if text == "none" else len(text.rstrip())
    while position < end:
        call = _CALL.match(text, position)
        if call is None:
            raise SvgError(f"`{text}` is not a transform", "write it as in translate(3px, 4px) rotate(90deg)")
        plain += _plain_call(call)
        position = call.end()
    return plain


def _plain_call(call: re.Match[str]) -> str:
    name = call.group(1)
    words = [word for word in re.split(r"[\s,]+", call.group(2)) if word]
    if any("%" in word for word in words):
        raise UnsupportedError(f"a percentage in `{call.group().strip()}` is not supported", "write it in px")
    is_turn = name.startswith(("rotate", "skew"))
    values = [
        angle(word) if is_turn else user_length(word) if name.startswith("translate") else number(word)
        for word in words
    ]
    if name in ("translateX", "translateY", "scaleX", "scaleY") and len(values) == 1:
        other = 0.0 if name.startswith("translate") else 1.0
        values = [*values, other] if name.endswith("X") else [other, *values]
        name = name[:-1]
    if name in ("skew",) and len(values) == 1:
        name = "skewX"
    if name.endswith(("3d", "Z", "perspective")):
        raise UnsupportedError(f"`{name}` is not supported", "use transforms of the plane")
    return f" {name}({' '.join(f'{value:.9g}' for value in values)})"


_EDGES = {"left": 0.0, "top": 0.0, "center": 50.0, "right": 100.0, "bottom": 100.0}


def about_origin(text: str, origin: str, box: Box) -> Matrix:
    """The matrix of a transform list about a `transform-origin`, whose percentages are of a box.

    Raises SvgError.
    """
    matrix = transform(text)
    if not origin.strip() or matrix == IDENTITY:
        return matrix
    words = origin.split()[:2]
    if words[0] in ("top", "bottom") or (len(words) == 2 and words[1] in ("left", "right")):
        words = ["center", *words] if len(words) == 1 else words[::-1]
    across, down = [*words, "center"][:2]
    x, y = box.x + _origin(across, box.width), box.y + _origin(down, box.height)
    return Matrix.translation(x, y) @ matrix @ Matrix.translation(-x, -y)


def _origin(word: str, whole: float) -> float:
    return _EDGES[word] * whole / 100 if word in _EDGES else user_length(word, whole)


def check_matrix(matrix: Matrix) -> Matrix:
    """The same matrix. Raises SvgError if it scales or moves far beyond any sheet of paper."""
    if not all(abs(value) <= LARGEST for value in matrix):
        raise SvgError("the element is scaled or moved too far", "use smaller numbers")
    return matrix


def _function_matrix(name: str, values: tuple[float, ...]) -> Matrix:
    match name, values:
        case "matrix", (a, b, c, d, e, f):
            return Matrix(a, b, c, d, e, f)
        case "translate", (x,):
            return Matrix.translation(x, 0)
        case "translate", (x, y):
            return Matrix.translation(x, y)
        case "scale", (s,):
            return Matrix.scaling(s, s)
        case "scale", (x, y):
            return Matrix.scaling(x, y)
        case "rotate", (angle,):
            return Matrix.rotation(angle)
        case "rotate", (angle, x, y):
            return Matrix.translation(x, y) @ Matrix.rotation(angle) @ Matrix.translation(-x, -y)
        case "skewX", (angle,):
            return Matrix(c=math.tan(math.radians(angle)))
        case "skewY", (angle,):
            return Matrix(b=math.tan(math.radians(angle)))
        case _:
            raise SvgError(f"`{name}` with {len(values)} numbers is not a transform")


def view_box(text: str) -> Box:
    """The box of a `viewBox`. Raises SvgError, also if it has no area."""
    values = numbers(text)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise SvgError(f"`{text}` is not a viewBox", "write four numbers: left, top, width, height")
    return Box(*values)


def fit_box(inner: Box, outer: Box, aspect: str) -> tuple[Matrix, bool]:
    """The matrix that fits `inner` to `outer` by a preserveAspectRatio, and whether it must be clipped to
    `outer`.
    """
    words = aspect.replace("defer", "").split() or ["xMidYMid"]
    align, mode = words[0], words[1] if len(words) > 1 else "meet"
    horizontal, vertical = outer.width / inner.width, outer.height / inner.height
    if align == "none":
        return _fit(inner, outer.x, outer.y, horizontal, vertical), False
    if not re.fullmatch("x(Min|Mid|Max)Y(Min|Mid|Max)", align) or mode not in ("meet", "slice"):
        raise SvgError(f"`{aspect}` is not a preserveAspectRatio")
    scale = max(horizontal, vertical) if mode == "slice" else min(horizontal, vertical)
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    x = outer.x + (outer.width - inner.width * scale) * share[align[1:4]]
    y = outer.y + (outer.height - inner.height * scale) * share[align[5:8]]
    return _fit(inner, x, y, scale, scale), mode == "slice" and abs(horizontal - vertical) > 1e-9


def _fit(inner: Box, x: float, y: float, horizontal: float, vertical: float) -> Matrix:
    return Matrix(horizontal, 0.0, 0.0, vertical, x - inner.x * horizontal, y - inner.y * vertical)


def is_upright(matrix: Matrix) -> bool:
    """Whether a matrix only moves, and scales equally in both directions."""
    a, b, c, d, _, _ = matrix
    return a > 0 and abs(a - d) <= 1e-6 * a and abs(b) <= 1e-6 * a and abs(c) <= 1e-6 * a


def keeps_shape(matrix: Matrix) -> bool:
    """Whether circles stay circles, so that stroke widths only scale."""
    a, b, c, d, _, _ = matrix
    size = abs(a) + abs(b) + abs(c) + abs(d)
    most = 1e-6 * size * size
    return abs(a * c + b * d) <= most and abs(a * a + b * b - c * c - d * d) <= most
