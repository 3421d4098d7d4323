"""What the tests of imposing share: plain pieces, one set of fonts, and pages looked at from outside."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path as Folder

from generator.diagnostics import Findings
from generator.drawing import Face, Group, Op, Path, Segment, Text, Use
from generator.fonts import Fonts
from generator.geometry import IDENTITY, Box, Matrix, Size
from generator.impose import Notes, impose
from generator.paper import Page, Piece, Sheet, SheetSpec
from generator.project import Project
from generator.units import MM

NOTES = Notes("Gemotion", "4p", "player-deck")
POKER = Size(63.5 * MM, 88.9 * MM)


@cache
def fonts() -> Fonts:
    """The package's own fonts; this folder is no project and has none."""
    return Fonts(Project(Folder(__file__).parent))


def millimetres(width: float, height: float) -> Size:
    return Size(width * MM, height * MM)


def pieces(
    count: int,
    size: Size = POKER,
    component: str = "power",
    back: bool = True,
    bleed: float = 3 * MM,
    outline: tuple[Segment, ...] = (),
) -> list[Piece]:
    front = Face("front", size, bleed, (), outline)
    behind = Face("back", size, bleed, ()) if back else None
    return [Piece(component, "card", "", number, front, behind) for number in range(1, count + 1)]


def laid(
    some: Sequence[Piece], spec: SheetSpec | None = None, findings: Findings | None = None
) -> tuple[Sheet, ...]:
    return impose(some, spec or SheetSpec(), NOTES, fonts(), findings if findings is not None else Findings())


def pages(sheets: Sequence[Sheet]) -> Iterator[Page]:
    for sheet in sheets:
        yield sheet.front
        if sheet.back is not None:
            yield sheet.back


def printable(page: Page, margin: float = 5 * MM) -> Box:
    return Box(0, 0, *page.size).outset(-margin)


def flat(ops: Sequence[Op], matrix: Matrix = IDENTITY) -> Iterator[tuple[Matrix, Path | Text]]:
    """All paths and lines of text, each with the matrix to the page."""
    for op in ops:
        if isinstance(op, Group):
            yield from flat(op.ops, matrix @ op.matrix)
        elif isinstance(op, Use):
            yield from flat(op.form.ops, matrix @ op.matrix)
        elif isinstance(op, Path | Text):
            yield matrix, op


def around(points: Sequence[tuple[float, float]]) -> Box:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def lines(page: Page) -> list[Box]:
    """Every straight stroke over a page as the box it spans, without its thickness."""
    found = []
    for matrix, op in flat(page.ops):
        here = (0.0, 0.0)
        for segment in op.segments if isinstance(op, Path) else ():
            if segment[0] == "M":
                here = matrix.apply(*segment[1:])
            elif segment[0] == "L":
                there = matrix.apply(*segment[1:])
                found.append(around([here, there]))
                here = there
    return found


def said(text: Text) -> str:
    return "".join(piece.text for run in text.runs for piece in run.pieces)


def texts(page: Page) -> dict[str, Box]:
    """Every line of text over a page with a box around its letters."""
    found = {}
    for matrix, op in flat(page.ops):
        if isinstance(op, Text):
            width = sum(piece.width for run in op.runs for piece in run.pieces) * op.size / 1000
            corners = [(op.x, op.y - 0.75 * op.size), (op.x + width, op.y + 0.25 * op.size)]
            found[said(op)] = around([matrix.apply(*corner) for corner in corners])
    return found
