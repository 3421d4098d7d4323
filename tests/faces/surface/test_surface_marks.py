"""What shows at a point of a face through the marks on it."""

import random
from collections.abc import Iterator, Sequence

import pytest
from nineup.base.geometry import Box
from nineup.faces.surface import Mark, blend, marks_of, under
from nineup.model.drawing import Colour, Group, Image, Op, Path, PlacedImage, Tiling, rectangle

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


TWICE = (*rectangle(Box(0, 0, 8, 8)), *rectangle(Box(2, 2, 8, 8)))
"""Two squares that overlap, as a clip path of two shapes or a filled path of two parts is."""

BLACK = (0.0, 0.0, 0.0)


@pytest.mark.parametrize("even_odd", [True, False])
def test_what_two_parts_of_an_outline_share_is_inside_unless_its_rule_is_even_odd(even_odd: bool) -> None:
    filled = Path(TWICE, fill=BLACK, even_odd=even_odd)
    clipped = Group((Path(rectangle(Box(0, 0, 20, 20)), fill=BLACK),), clip=Path(TWICE, even_odd=even_odd))
    for op in (filled, clipped):
        marks = tuple(marks_of((op,)))
        assert under(marks, 1, 1) == BLACK
        assert under(marks, 5, 5) == (WHITE if even_odd else BLACK)
