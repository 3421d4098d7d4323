"""Reads sheets of XLSX and ODS workbooks into rows of cells, as a spreadsheet shows them; formulas are never
evaluated.

A place in a workbook is its row and its column, both counted from 1.
"""

import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from nineup.base.diagnostics import Findings, Span
from nineup.files.load.tables.csv_text import MOST_ROWS, from_header
from nineup.schema.nodes import Node, Scalar, SourceFile
from nineup.schema.yaml_tree import NODES

SUFFIXES = (".xlsx", ".ods")
"""The suffixes of supported workbooks."""

UNREAD = (".xls", ".xlsm", ".xlsb", ".numbers", ".gsheet")
"""The suffixes of unsupported spreadsheets."""

MOST_BYTES = 64 * 1024 * 1024
"""The largest number of bytes in an unpacked workbook, and of characters in its cells."""

MOST_TAGS = 3 * NODES
"""The largest number of tags in a part of a workbook; a cell of Excel has four."""

MOST_BLANK = NODES
"""The largest number of cells visited, including blank ones before others in their row."""

_LONGEST_FORMAT = 200
"""The longest number format, in characters: spreadsheets allow 255, with colours and words."""

_DEEPEST = 20
"""The deepest nesting of elements in a paragraph."""

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_CELL_TAGS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_COLUMNS, _ROWS = f"{_TABLE}number-columns-repeated", f"{_TABLE}number-rows-repeated"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"

_PARAGRAPH = f"{_TEXT}p"

_ENCODING = re.compile(r"^[^<>]*<\?xml[^<>]*?\sencoding\s*=\s*[\"']([\w.:-]+)")
_ZEROS = re.compile(r"0+")
_DECIMALS = re.compile(r"#?,?#*0\.(0+)")
_PLAIN = ("General", "@", "0", "#")


class SheetCell(Scalar, frozen=True):
    """A cell of a workbook; its line and column count rows and columns from 0."""


class SheetFile(SourceFile):
    """A workbook, for places: each is a whole cell."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "")

    def span(self, node: Node) -> Span:
        return Span(self.name, node.line + 1, node.column + 1)

    def inside(self, node: Scalar, offset: int, token: str) -> Span:
        return self.span(node)

    def start(self, node: Scalar) -> Span:
        return self.span(node)

    def position(self, node: Scalar, line: int, column: int) -> Span:
        return self.span(node)


class UnreadableWorkbookError(Exception):
    """A workbook that can't be read; the message is for the user."""


class _TooLargeError(Exception):
    """A sheet with too many cells or too long texts; the message says which."""


_ROWS_TOO_MANY = f"it has more than {MOST_ROWS:,} rows"
_CELLS, _TEXTS = f"it has more than {NODES:,} cells", f"its texts have more than {MOST_BYTES:,} characters"


def sheet_rows(data: bytes, path: str, wanted: str, findings: Findings) -> list[list[Scalar]]:
    """The rows of the sheet named `wanted`, or else of the first one, from their header on, without empty
    rows.

    Numbers names a sheet after its own and the table, such as `Cards - deck`, and may put a summary before
    them.

    Raises UnreadableWorkbookError.
    """
    _check(data)
    sheet = _xlsx(data, wanted) if path.endswith(".xlsx") else _ods(data, wanted)
    rows: list[list[Scalar]] = []
    cells = blank = characters = 0
    try:
        for number, values in sheet:
            blank += len(values)
            row: list[Scalar] = []
            for at, value in enumerate(values):
                text = _shown(value, Span(path, number + 1, at + 1), findings)
                characters += len(text)
                if characters > MOST_BYTES:
                    raise _TooLargeError(_TEXTS)
                row.append(SheetCell(text, number, at))
            while row and not row[-1].text.strip():
                row.pop()
            cells += len(row)
            if cells > NODES or blank > MOST_BLANK:
                raise _TooLargeError(_CELLS)
            if any(cell.text.strip() for cell in row):
                rows.append(row)
            if len(rows) > MOST_ROWS:
                raise _TooLargeError(_ROWS_TOO_MANY)
    except _TooLargeError as error:
        raise UnreadableWorkbookError(str(error)) from None
    except (UnreadableWorkbookError, MemoryError):
        raise
    except Exception as error:  # The libraries raise all kinds of exceptions for damaged files.
        raise UnreadableWorkbookError(f"it is damaged ({error or type(error).__name__})") from error
    return from_header(rows)


SUMMARY = "Export Summary"
"""The name that Numbers gives the sheet that lists its exports."""


def _sheet_for(wanted: str, names: Sequence[str]) -> int:
    """The index of a component's sheet: the one with its name, else with a table of its name, else
    the first.
    """
    for number, name in enumerate(names):
        if name == wanted:
            return number
    for number, name in enumerate(names):
        if name.endswith(f" - {wanted}"):
            return number
    return 1 if names[0] == SUMMARY and len(names) > 1 else 0


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


class _Shown:
    """A number or a date with its display format."""

    def __init__(self, value: Any, format: str) -> None:
        self.value, self.format = value, format


def _xlsx(data: bytes, wanted: str) -> Iterator[tuple[int, list[Any]]]:
    """Each row's number, from 0, and its values."""
    import openpyxl
    from openpyxl.styles import cell_style

    warnings.filterwarnings("ignore", module="openpyxl")  # about what it leaves out, on stderr
    vars(cell_style)["print"] = lambda *_: None  # It prints on stdout before it raises an error.
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[_sheet_for(wanted, [each.title for each in book.worksheets])]
        sheet.reset_dimensions()  # The declared size of a sheet may be wrong, and huge.
    except Exception as error:  # openpyxl raises all kinds of exceptions for damaged files.
        raise UnreadableWorkbookError(f"it is damaged ({type(error).__name__})") from error
    for number, row in enumerate(sheet.iter_rows()):
        if number > NODES or len(row) > NODES:
            raise _TooLargeError(_CELLS)
        end = next((at for at in range(len(row), 0, -1) if row[at - 1].value is not None), 0)
        yield number, [_Shown(cell.value, getattr(cell, "number_format", "")) for cell in row[:end]]


def _ods(data: bytes, wanted: str) -> Iterator[tuple[int, list[Any]]]:
    """Each row's number, from 0, and its displayed texts."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        content = archive.read("content.xml")
    root = ElementTree.fromstring(content)
    tables = list(root.iter(f"{_TABLE}table"))
    if not tables:
        raise UnreadableWorkbookError("it has no sheet")
    table = tables[_sheet_for(wanted, [each.get(f"{_TABLE}name", "") for each in tables])]
    number = cells = characters = 0
    for row in table.iter(f"{_TABLE}table-row"):
        texts: list[str] = []
        blank = 0  # Rows end in thousands of empty cells, which aren't created.
        for cell in row:
            if cell.tag not in _CELL_TAGS:
                continue
            repeated = int(cell.get(_COLUMNS, "1"))
            text = _ods_text(cell)
            if not text:
                blank += max(0, repeated)
                continue
            if len(texts) + blank + repeated > NODES:
                raise _TooLargeError(_CELLS)
            characters += len(text) * repeated
            if characters > MOST_BYTES:
                raise _TooLargeError(_TEXTS)
            texts += [""] * blank + [text] * repeated
            blank = 0
        again = int(row.get(_ROWS, "1"))
        cells += len(texts) * again
        characters += sum(map(len, texts)) * (again - 1)
        if characters > MOST_BYTES:
            raise _TooLargeError(_TEXTS)
        if cells > NODES:
            raise _TooLargeError(_CELLS)
        for _ in range(again if texts else 0):
            yield number, list(texts)
            number += 1
        number += 0 if texts else again


def _ods_text(cell: ElementTree.Element) -> str:
    """A cell's paragraphs as lines."""
    return "\n".join([_ods_words(each) for each in cell if each.tag == _PARAGRAPH]) if len(cell) else ""


def _ods_words(part: ElementTree.Element, depth: int = 0) -> str:
    if depth > _DEEPEST:
        raise ValueError("a text is nested too deeply")
    words = part.text or ""
    for inner in part:
        if inner.tag == f"{_TEXT}s":
            words += " " * min(int(inner.get(f"{_TEXT}c", "1")), 1000)
        elif inner.tag == f"{_TEXT}tab":
            words += "\t"
        elif inner.tag == f"{_TEXT}line-break":
            words += "\n"
        elif not inner.tag.endswith("}annotation"):
            words += _ods_words(inner, depth + 1)
        words += inner.tail or ""
    return words


def _shown(value: Any, place: Span, findings: Findings) -> str:
    """A cell's displayed text. Formula errors and uncommon number formats are reported."""
    if not isinstance(value, _Shown):
        return str(value)
    inner, format = value.value, value.format
    if inner is None:
        return ""
    if isinstance(inner, str):
        if inner.startswith("#") and inner in _ERRORS:
            findings.error("sheet-error", f"the cell shows the error `{inner}`", place, "correct its formula")
        return inner.replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(inner, bool):
        return "yes" if inner else "no"
    if isinstance(inner, (int, float)):
        return _number(inner, format, place, findings)
    if isinstance(inner, datetime.datetime) and inner.time() == datetime.time():
        return inner.date().isoformat()
    if isinstance(inner, (datetime.date, datetime.time)):
        return inner.isoformat()
    return str(inner)


_ERRORS = ("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#N/A")


def _number(value: float, format: str, place: Span, findings: Findings) -> str:
    if format in _PLAIN or not format:
        return _plain(value)
    format = format[:_LONGEST_FORMAT]
    if _ZEROS.fullmatch(format) and float(value).is_integer():
        return str(int(value)).zfill(len(format))
    if decimals := _DECIMALS.fullmatch(format):
        return f"{value:.{len(decimals[1])}f}"
    if format in ("0%", "0.00%"):
        return f"{value * 100:.{format.count('0') - 1}f}%"
    text = _plain(value)
    findings.warning(
        "sheet-format",
        f"the number {text} has the format `{format}`, which is ignored",
        place,
        "format the cell as text or as a plain number, and type what cards should show",
    )
    return text


def _plain(value: float) -> str:
    """A number as displayed in a cell without a format."""
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.15g}"
