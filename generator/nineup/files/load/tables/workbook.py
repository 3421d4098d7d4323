"""Reads sheets of XLSX and ODS workbooks into rows of cells, as a spreadsheet shows them; formulas are never
evaluated.

A place in a workbook is a cell of a sheet, such as `deck!C6`.
"""

import io
import re
import zipfile
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from nineup.base.diagnostics import Diagnostic, Findings, Span, one_line
from nineup.files.load.tables.csv_text import MOST_ROWS, columns_line, from_header
from nineup.files.load.tables.ods import open_ods
from nineup.files.load.tables.sheet import (
    CELLS_TOO_MANY,
    MOST_BYTES,
    ROWS_TOO_MANY,
    TEXTS_TOO_LONG,
    CellRange,
    OddCell,
    OpenedSheet,
    SheetCell,
    SheetFile,
    SheetTooLargeError,
    ShownValue,
    UnreadableWorkbookError,
)
from nineup.files.load.tables.xlsx import open_xlsx
from nineup.schema.nodes import Scalar
from nineup.schema.yaml_tree import NODES

MOST_TAGS = 3 * NODES
"""The largest number of tags in a part of a workbook; a cell of Excel has four."""

MOST_BLANK = NODES
"""The largest number of cells visited, including blank ones before others in their row."""

_ENCODING = re.compile(r"^[^<>]*<\?xml[^<>]*?\sencoding\s*=\s*[\"']([\w.:-]+)")


class SheetRows(NamedTuple):
    """The rows of a sheet from its header on, and what its line `# columns: …` says, if it has one."""

    rows: list[list[Scalar]]
    file: SheetFile
    columns: Scalar | None


def sheet_rows(data: bytes, path: str, wanted: str, findings: Findings) -> SheetRows:
    """The rows of the sheet named `wanted`, or else of the first one that isn't hidden, without empty rows.

    Numbers names a sheet after its own and the table, such as `Cards - deck`, and may put a summary before
    them.

    Raises UnreadableWorkbookError.
    """
    _check(data)
    sheet = (open_xlsx if path.lower().endswith(".xlsx") else open_ods)(data, wanted)
    file = SheetFile(path, sheet.name)
    rows: list[list[Scalar]] = []
    cells = blank = characters = 0
    try:
        for number, values in sheet.rows:
            blank += len(values)
            row: list[Scalar] = []
            for at, value in enumerate(values):
                characters += len(value.text)
                if characters > MOST_BYTES:
                    raise SheetTooLargeError(TEXTS_TOO_LONG)
                row.append(_cell(value, number, at, file=file))
            while row and type(row[-1]) is SheetCell and not row[-1].text.strip():
                row.pop()
            cells += len(row)
            if cells > NODES or blank > MOST_BLANK:
                raise SheetTooLargeError(CELLS_TOO_MANY)
            if any(cell.text.strip() for cell in row):
                rows.append(row)
            if len(rows) > MOST_ROWS:
                raise SheetTooLargeError(ROWS_TOO_MANY)
    except SheetTooLargeError as error:
        raise UnreadableWorkbookError(str(error)) from None
    except (UnreadableWorkbookError, MemoryError):
        raise
    except Exception as error:  # The libraries raise all kinds of exceptions for damaged files.
        raise UnreadableWorkbookError(f"it is damaged ({error or type(error).__name__})") from error
    _report_hidden(sheet, file, findings)
    stated = columns_line(rows)
    line = SheetCell(stated.says, stated.cell.line, stated.cell.column) if stated else None
    return SheetRows(_with_merged(from_header(rows), sheet.merged, file), file, line)


def _report_hidden(sheet: OpenedSheet, file: SheetFile, findings: Findings) -> None:
    if sheet.hidden:
        message = f"the sheet `{sheet.hidden}` is hidden, so the cards are read from `{sheet.name}`"
        place = Span(file.name, 1, 1, sheet=sheet.name)
        findings.warning("sheet-hidden", message, place, hint="show it, or delete it")


def _cell(value: ShownValue, line: int, column: int, file: SheetFile) -> SheetCell:
    """A cell with what has to be said about it."""
    plain = SheetCell(value.text, line, column)
    finding = None
    if value.error:
        message = f"the cell shows the error `{value.error}`"
        finding = Diagnostic(
            "sheet-error", "error", message, span=file.span(plain), hint="correct its formula"
        )
    elif value.is_uncalculated:
        message = "the formula of this cell was never calculated"
        hint = "open the file in a spreadsheet program, and save it there"
        finding = Diagnostic("sheet-formula", "error", message, span=file.span(plain), hint=hint)
    elif value.doubt:
        message = f"how the cell shows `{value.text}` isn't known from its format: {value.doubt}"
        hint = "choose another format, or format the cell as text and type what cards should show"
        finding = Diagnostic("sheet-format", "warning", message, span=file.span(plain), hint=hint)
    if finding is None and not value.number:
        return plain
    return OddCell(value.text, line, column, number=value.number, finding=finding)


def _with_merged(rows: list[list[Scalar]], merged: list[CellRange], file: SheetFile) -> list[list[Scalar]]:
    """The rows, with the value of merged cells in each cell below the header that they cover, and a finding.

    Rows that have nothing else are already left out: merged cells only make the row above them higher. Cells
    that cover several columns leave the others empty.
    """
    lines = [row[0].line for row in rows]
    filled = 0
    for area in merged:
        begin, end = bisect_left(lines, area.top), bisect_right(lines, area.bottom)
        if begin == len(lines) or lines[begin] != area.top or area.left >= len(rows[begin]):
            continue
        first = rows[begin][area.left]
        if not first.text.strip():
            continue
        message = f"the merged cells {area.name} have only one value, `{first.text}`"
        hint = "split them, and write the value into each cell"
        finding = Diagnostic("sheet-merged", "error", one_line(message), span=file.span(first), hint=hint)
        text = first.text if area.left == area.right else ""
        right = min(area.right, len(rows[0]) - 1)
        for row in rows[max(begin, 1) : end]:
            row += [SheetCell("", row[0].line, at) for at in range(len(row), right + 1)]
            for at in range(area.left + (row[0].line == area.top), right + 1):
                row[at] = OddCell(text, row[0].line, at, finding=finding)
                filled += 1
        if filled > NODES:
            raise UnreadableWorkbookError(CELLS_TOO_MANY)
    return rows


def _check(data: bytes) -> None:
    """Raises UnreadableWorkbookError for data that isn't an archive, unpacks to too much, or has XML with
    declarations that no workbook needs.

    Python's reader stops at the sizes that an archive declares.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if sum(part.file_size for part in parts) > MOST_BYTES:
                raise UnreadableWorkbookError(f"it unpacks to more than {MOST_BYTES // 1024 // 1024} MiB")
            for part in parts:
                if part.filename.endswith((".xml", ".rels")):
                    _check_xml(archive.read(part))
    except UnreadableWorkbookError:
        raise
    except Exception as error:  # zipfile raises all kinds of exceptions for damaged entries.
        raise UnreadableWorkbookError("it is not a workbook") from error


def _check_xml(data: bytes) -> None:
    """Refuses entities, also in encodings that would hide them, and excessive elements."""
    head = data[:200].decode("latin-1")
    encoding = _ENCODING.search(head)
    if not head.removeprefix("\xef\xbb\xbf").lstrip().startswith("<") or "\0" in head:
        raise UnreadableWorkbookError("a part of it is not XML in UTF-8")
    if encoding and encoding[1].lower() not in ("utf-8", "us-ascii"):
        raise UnreadableWorkbookError(f"a part of it is in {encoding[1]}, not in UTF-8")
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise UnreadableWorkbookError("it declares entities, which no workbook needs")
    if data.count(b"<") > MOST_TAGS:
        raise UnreadableWorkbookError(f"it has more than {MOST_TAGS:,} tags")
