"""Marks on pieces that are folded and glued: fold lines, and hatching on flaps for glue."""

from collections.abc import Iterable
from typing import NamedTuple

from nineup.base.geometry import Box
from nineup.base.units import MM
from nineup.model.drawing import Op, Path, Segment, Stroke

FOLD = Stroke((0.25, 0.25, 0.25), 0.35, dash=(2.5, 2.0))
HALO = Stroke((1.0, 1.0, 1.0), 0.8)
"""The light line below a fold line, which makes it visible on dark art."""

GLUE = Stroke((0.8, 0.8, 0.8), 0.3)
CUT = Stroke((0.6, 0.6, 0.6), 0.25)
STEP = 2 * MM
"""The distance between the hatching lines of a flap."""


class Fold(NamedTuple):
    """A straight fold, in the piece's coordinates."""

    x1: float
    y1: float
    x2: float
    y2: float


def fold_segments(folds: Iterable[Fold]) -> tuple[Segment, ...]:
    """Folds as one path of straight lines."""
    return tuple(segment for x1, y1, x2, y2 in folds for segment in (("M", x1, y1), ("L", x2, y2)))


def fold_lines(segments: tuple[Segment, ...]) -> tuple[Op, ...]:
    """Dashed lines that show on any art."""
    return Path(segments, stroke=HALO), Path(segments, stroke=FOLD)


def inner_cuts(segments: tuple[Segment, ...]) -> tuple[Op, ...]:
    """Solid lines for cuts inside a piece."""
    return Path(segments, stroke=HALO), Path(segments, stroke=CUT)


def glue_hatching(flap: Box) -> tuple[Op, ...]:
    """Horizontal lines: glue here, or bend."""
    segments: list[Segment] = []
    for line in range(1, int(flap.height / STEP) + 1):
        y = flap.y + line * flap.height / (int(flap.height / STEP) + 1)
        segments += (("M", flap.x + STEP, y), ("L", flap.right - STEP, y))
    return (Path(tuple(segments), stroke=GLUE),) if segments else ()
