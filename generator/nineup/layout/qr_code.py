"""QR codes as drawings: a code of a text as one outline, with the quiet zone that scanners need around it."""

from collections.abc import Iterator, Sequence

from nineup.base.geometry import Segment, Size
from nineup.model.drawing import Colour, Form, Path
from nineup.svg.values.values import SvgError

QUIET = 4
"""The modules around a code in which nothing may be, as ISO/IEC 18004 wants it."""


class CodeError(SvgError):
    """A text that no QR code holds."""

    code = "qr-text"


def qr_code(text: str, colour: Colour) -> Form:
    """The code of a text with its quiet zone, a point for each module. Raises CodeError.

    A seventh of a code may be lost (error correction M), or more where that needs no larger code.
    """
    import segno  # which few games need

    try:
        # Without the name of an encoding, scanners take letters beyond ASCII for UTF-8.
        code = segno.make_qr(text, error="m", encoding=None if text.isascii() else "utf-8")
    except segno.DataOverflowError as error:
        message = f"a text of {len(text.encode())} bytes is too long for a QR code"
        raise CodeError(message, "2,331 bytes are the most; write a short address") from error
    modules = [[bool(module) for module in row] for row in code.matrix]
    side = float(len(modules) + 2 * QUIET)
    return Form("qr-code", Size(side, side), (Path(tuple(_outline(modules)), fill=colour),))


def _outline(modules: Sequence[Sequence[bool]]) -> Iterator[Segment]:
    """The outlines of the dark modules, clockwise, holes the other way round.

    One outline and not a square for each module: viewers show hairlines between squares that touch.
    Each edge between dark and light runs with the dark on its right. So every corner has as many edges that
    begin as edges that end there, and following them closes each ring.
    """
    dark = {(x, y) for y, row in enumerate(modules, QUIET) for x, module in enumerate(row, QUIET) if module}
    begins: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in sorted(dark):
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in dark:
                begins.setdefault(start, []).append(end)
    for first in sorted(begins):
        while begins[first]:
            ring = [first]
            while (at := begins[ring[-1]].pop()) != first:
                ring.append(at)
            yield from _closed(ring)


def _closed(ring: Sequence[tuple[int, int]]) -> Iterator[Segment]:
    """A ring of edges without the points at which it goes straight on."""
    turns = [
        here
        for before, here, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False)
        if not before[0] == here[0] == after[0] and not before[1] == here[1] == after[1]
    ]
    for number, (x, y) in enumerate(turns):
        yield "L" if number else "M", float(x), float(y)
    yield ("Z",)
