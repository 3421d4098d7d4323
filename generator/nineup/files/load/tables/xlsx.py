"""Opens a sheet of an XLSX workbook."""

import io
import re
import warnings
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from nineup.files.load.tables.number_format import shown
from nineup.files.load.tables.sheet import (
    CELLS_TOO_MANY,
    CellRange,
    OpenedSheet,
    SheetTooLargeError,
    ShownValue,
    UnreadableWorkbookError,
    sheet_for,
)
from nineup.schema.yaml_tree import NODES

_ERRORS = ("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#N/A")

_UNCALCULATED = re.compile(
    rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f[^<>]*/>)\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></|</(?:\w+:)?c>)"
)
"""The end of a formula without a result."""

_MERGED = re.compile(rb"<(?:\w+:)?mergeCell [^<>]*?ref=\"([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})\"")


def open_xlsx(data: bytes, wanted: str) -> OpenedSheet:
    """A component's sheet. Raises UnreadableWorkbookError."""
    import openpyxl
    from openpyxl.styles import cell_style

    warnings.filterwarnings("ignore", module="openpyxl")  # about what it leaves out, on stderr
    vars(cell_style)["print"] = lambda *_: None  # It prints on stdout before it raises an error.
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = book.worksheets
        chosen = sheet_for(wanted, [(each.title, each.sheet_state != "visible") for each in sheets])
        sheet = sheets[chosen.at]
        sheet.reset_dimensions()  # The declared size of a sheet may be wrong, and huge.
        source = sheet._get_source().read()  # openpyxl's quick reader knows nothing of merged cells.
    except UnreadableWorkbookError:
        raise
    except Exception as error:  # openpyxl raises all kinds of exceptions for damaged files.
        raise UnreadableWorkbookError(f"it is damaged ({type(error).__name__})") from error
    uncalculated = frozenset(_without_result(source)) if _UNCALCULATED.search(source) else frozenset()
    merged = [_range(*match.groups()) for match in _MERGED.finditer(source)]
    return OpenedSheet(sheet.title, _rows(sheet, uncalculated), merged, hidden=chosen.hidden)


def _rows(sheet: Any, uncalculated: frozenset[str]) -> Iterator[tuple[int, list[ShownValue]]]:
    for number, row in enumerate(sheet.iter_rows()):
        if number > NODES or len(row) > NODES:
            raise SheetTooLargeError(CELLS_TOO_MANY)
        values = [_shown(cell, uncalculated) for cell in row]
        end = next((at for at in range(len(row), 0, -1) if values[at - 1] != ShownValue("")), 0)
        yield number, values[:end]


def _shown(cell: Any, uncalculated: frozenset[str]) -> ShownValue:
    value = cell.value
    if value is None:
        is_formula = bool(uncalculated) and hasattr(cell, "row") and cell.coordinate in uncalculated
        return ShownValue("", is_uncalculated=is_formula)
    if isinstance(value, str) and value in _ERRORS:
        return ShownValue(value, error=value)
    return shown(value, getattr(cell, "number_format", ""))


def _without_result(source: bytes) -> Iterator[str]:
    """The cells with a formula but no result, such as `C6`: programs that write files don't calculate."""
    for _, cell in ElementTree.iterparse(io.BytesIO(source)):
        if not cell.tag.endswith("}c"):
            continue
        parts = {part.tag.rpartition("}")[2]: part for part in cell}
        has_result = "v" in parts and (parts["v"].text or cell.get("t") == "str")
        if "f" in parts and not has_result:
            yield cell.get("r", "")
        cell.clear()


def _range(left: bytes, top: bytes, right: bytes, bottom: bytes) -> CellRange:
    return CellRange(int(top) - 1, _column(left), int(bottom) - 1, _column(right))


def _column(letters: bytes) -> int:
    """A column's number, from 0: `C` is 2, `AA` is 26."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1
