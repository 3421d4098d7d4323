"""The inks that a drawing specifies in addition to its colours."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nineup.model.drawing import (
    Cmyk,
    Colour,
    Group,
    InkColour,
    Linear,
    Op,
    Paint,
    Path,
    Radial,
    Spot,
    Text,
    Tiling,
    Use,
)


class NamedInk(NamedTuple):
    """An ink in a drawing, the size of the letters in it (None for anything else), and whether it is in a
    gradient.
    """

    ink: Cmyk | Spot
    size: float | None = None
    mixed: bool = False


def named_inks(ops: Sequence[Op], scale: float = 1.0) -> Iterator[NamedInk]:
    """The inks of operations, in order; letters are `scale` times their drawn size."""
    for op in ops:
        match op:
            case Text():
                for run in op.runs:
                    yield from _ink(run.colour, op.size * scale)
            case Path():
                for paint in (op.fill, op.stroke.paint if op.stroke else None):
                    if paint is not None:
                        yield from _painted(paint)
            case Use():
                yield from named_inks(op.form.ops, scale * op.matrix.scale)
            case Group():
                yield from named_inks(op.ops, scale * op.matrix.scale)


def ink_words(inks: Cmyk) -> str:
    """Amounts of the four inks in users' notation: `C 10 M 100 Y 85 K 5`."""
    amounts = (inks.cyan, inks.magenta, inks.yellow, inks.black)
    return "C {:.0f} M {:.0f} Y {:.0f} K {:.0f}".format(*(100 * amount for amount in amounts))


def _painted(paint: Paint) -> Iterator[NamedInk]:
    match paint:
        case Linear() | Radial():
            for stop in paint.stops:
                yield from (named._replace(mixed=True) for named in _ink(stop.colour, None))
        case Tiling():
            yield from named_inks(paint.ops)
        case _:
            yield from _ink(paint, None)


def _ink(colour: Colour, size: float | None) -> Iterator[NamedInk]:
    if isinstance(colour, InkColour):
        yield NamedInk(colour.ink, size)
