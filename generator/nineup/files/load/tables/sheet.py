"""What is read from a sheet of a workbook: its cells with what is odd about them, places, and limits."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from nineup.base.diagnostics import Diagnostic, Span, cell_name
from nineup.files.load.tables.csv_text import MOST_ROWS
from nineup.schema.nodes import Node, Scalar, SourceFile
from nineup.schema.yaml_tree import NODES

MOST_BYTES = 64 * 1024 * 1024
"""The largest number of bytes in an unpacked workbook, and of characters in its cells."""

ROWS_TOO_MANY = f"it has more than {MOST_ROWS:,} rows"
CELLS_TOO_MANY = f"it has more than {NODES:,} cells"
TEXTS_TOO_LONG = f"its texts have more than {MOST_BYTES:,} characters"


class UnreadableWorkbookError(Exception):
    """A workbook that can't be read; the message is for the user."""


class SheetTooLargeError(Exception):
    """A sheet with too many cells or too long texts; the message says which."""


class SheetCell(Scalar, frozen=True):
    """A cell of a workbook; its line and column count rows and columns from 0."""


class OddCell(SheetCell, frozen=True):
    """A cell that shows something else than its value, or about which there is something to say."""

    number: str = ""
    """Its value as a number, for a field that holds numbers: `3.5` of `3.50 €`."""
    finding: Diagnostic | None = None
    """Reported if the cell's column is for the cards."""


class SheetFile(SourceFile):
    """A workbook, for places: each is a whole cell of its sheet."""

    def __init__(self, name: str, sheet: str) -> None:
        super().__init__(name, "")
        self.sheet = sheet

    def span(self, node: Node) -> Span:
        return Span(self.name, node.line + 1, node.column + 1, sheet=self.sheet)

    def inside(self, node: Scalar, offset: int, token: str) -> Span:
        return self.span(node)

    def start(self, node: Scalar) -> Span:
        return self.span(node)

    def position(self, node: Scalar, line: int, column: int) -> Span:
        return self.span(node)


class ShownValue(NamedTuple):
    """What a cell shows."""

    text: str
    number: str = ""
    """Its value as a number, if that isn't the text."""
    doubt: str = ""
    """Why the text may not be what a spreadsheet program shows."""
    error: str = ""
    """The error of its formula, such as `#REF!`."""
    is_uncalculated: bool = False
    """Whether it has a formula without a result."""


class CellRange(NamedTuple):
    """Merged cells: rows and columns from 0, the last ones included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def name(self) -> str:
        first, last = cell_name(self.top + 1, self.left + 1), cell_name(self.bottom + 1, self.right + 1)
        return f"{first}:{last}"


class OpenedSheet(msgspec.Struct):
    """A sheet that is being read: each row's number, from 0, and its values. Merged cells are complete after
    the last row.
    """

    name: str
    rows: Iterator[tuple[int, list[ShownValue]]]
    merged: list[CellRange]
    hidden: str = ""
    """The name of the sheet that would have been read, if it weren't hidden."""


SUMMARY = "Export Summary"
"""The name that Numbers gives the sheet that lists its exports."""


class ChosenSheet(NamedTuple):
    """The number of a sheet, from 0, and the name of a hidden one that would have been chosen."""

    at: int
    hidden: str = ""


def sheet_for(wanted: str, sheets: Sequence[tuple[str, bool]]) -> ChosenSheet:
    """A component's sheet: the one with its name, else with a table of its name, else the first; none that is
    hidden.

    `sheets` are the names of all sheets, and whether each is hidden. Raises UnreadableWorkbookError.
    """
    visible = [at for at, (_, is_hidden) in enumerate(sheets) if not is_hidden]
    if not visible:
        raise UnreadableWorkbookError("all its sheets are hidden")
    exact = [at for at, (name, _) in enumerate(sheets) if name == wanted]
    for named in (exact, [at for at, (name, _) in enumerate(sheets) if name.endswith(f" - {wanted}")]):
        shown = [at for at in named if at in visible]
        if shown:
            return ChosenSheet(shown[0])
        if named:
            return ChosenSheet(visible[0], hidden=sheets[named[0]][0])
    return ChosenSheet(visible[len(visible) > 1 and sheets[visible[0]][0] == SUMMARY])
