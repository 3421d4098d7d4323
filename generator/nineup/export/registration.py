"""Registration marks: what a cutting machine looks for on a printed sheet, to know where it lies."""

from nineup.drawing import Op, Path, Stroke, rectangle
from nineup.geometry import Box, Size
from nineup.units import MM

INSET = 10 * MM
"""From the page's edges to the marks: the default of Silhouette Studio."""

SQUARE = 5 * MM
LENGTH = 10 * MM
THICK = 0.5 * MM
"""Of Silhouette's marks; a user sets the same numbers in its program."""

CLEAR = 1 * MM
"""Between the marks and what else is printed."""

BLACK = (0.0, 0.0, 0.0)

KINDS = ("silhouette", "cricut", "none")
"""The values of `--registration`. Cricut's program prints its own marks around a picture that it is given."""


def registration_marks(kind: str, page: Size) -> tuple[Op, ...]:
    """The marks of a kind on a page: a square at the top left, and two corners (Silhouette's type 1)."""
    if kind != "silhouette":
        return ()
    left, top, right, bottom = _frame(page)
    half = THICK / 2
    square = Path(rectangle(Box(left, top, SQUARE, SQUARE)), fill=BLACK)
    line = Stroke(BLACK, THICK)
    corner = (
        ("M", right - LENGTH, top + half),
        ("L", right - half, top + half),
        ("L", right - half, top + LENGTH),
    )
    other = (
        ("M", left + half, bottom - LENGTH),
        ("L", left + half, bottom - half),
        ("L", left + LENGTH, bottom - half),
    )
    return square, Path(corner, stroke=line), Path(other, stroke=line)


def kept_clear(kind: str, page: Size) -> tuple[Box, ...]:
    """Where nothing else may be printed, so that the machine finds the marks."""
    if kind != "silhouette":
        return ()
    left, top, right, bottom = _frame(page)
    size = LENGTH
    return (
        Box(left, top, size, size).outset(CLEAR),
        Box(right - size, top, size, size).outset(CLEAR),
        Box(left, bottom - size, size, size).outset(CLEAR),
    )


def _frame(page: Size) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the marks."""
    return INSET, INSET, page.width - INSET, page.height - INSET
