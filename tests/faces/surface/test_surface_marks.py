"""What shows at a point of a face through the marks on it."""

import random
from collections.abc import Iterator, Sequence

from nineup.base.geometry import Box
from nineup.faces.surface import Mark, blend, marks_of, under
from nineup.model.drawing import Colour, Image, Op, Path, PlacedImage, Tiling, rectangle

WHITE = (1.0, 1.0, 1.0)
PICTURE = Image("p", 9, 9, "rgb", 3, b"")
PATTERN = Tiling((), Box(0, 0, 2, 2))


def from_the_paper_up(below: Sequence[Mark]) -> Colour | None:
    """What is seen at the point (5, 5), one mark laid on the other."""
    shown: Colour | None = WHITE
    for op in (mark.op for mark in below):
        if not isinstance(op, Path) or not isinstance(op.fill, tuple):
            shown = None
        elif op.opacity >= 1 or shown is not None:
            shown = blend(op.fill, shown or WHITE, op.opacity)
    return shown


def heaps() -> Iterator[tuple[Op, ...]]:
    chosen = random.Random(7)
    square = rectangle(Box(0, 0, 10, 10))
    for _ in range(300):
        colours = [tuple(chosen.choices((0.0, 0.5, 1.0), k=3)) for _ in range(chosen.randrange(6))]
        yield tuple(
            chosen.choice(
                [
                    Path(square, fill=(r, g, b), opacity=chosen.choice((0.3, 1.0))),
                    Path(square, fill=(b, g, r)),
                    Path(square, fill=PATTERN),
                    PlacedImage(PICTURE, Box(0, 0, 10, 10)),
                ]
            )
            for r, g, b in colours
        )


def test_what_is_seen_from_above_is_what_is_laid_on_the_paper() -> None:
    for heap in heaps():
        below = tuple(marks_of(heap))
        assert under(below, 5, 5) == from_the_paper_up(below)
