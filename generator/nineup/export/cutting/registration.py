"""Registration marks: by these, a cutting machine locates a printed sheet."""

from nineup.base.geometry import Box, Size
from nineup.base.units import MM
from nineup.model.drawing import Op, Path, Stroke, rectangle

INSET = 10 * MM
"""The distance of the marks from the page's edges: the default of Silhouette Studio."""

SQUARE = 5 * MM
LENGTH = 10 * MM
THICK = 0.5 * MM
"""The dimensions of Silhouette's marks; users set the same values in its program."""

CLEAR = 1 * MM
"""The space between the marks and other print."""

BLACK = (0.0, 0.0, 0.0)

KINDS = ("silhouette", "cricut", "none")
"""The values of `--registration`. Cricut's program prints its own marks around an imported picture."""


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
    """The areas in which nothing else may be printed, so that the machine finds the marks."""
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
    """The left, top, right and bottom of the marks."""
    return INSET, INSET, page.width - INSET, page.height - INSET
