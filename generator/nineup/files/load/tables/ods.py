"""Opens a sheet of an ODS workbook, which has the texts of its cells as they are shown."""

import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from nineup.files.load.tables.number_format import plain_number
from nineup.files.load.tables.sheet import (
    CELLS_TOO_MANY,
    MOST_BYTES,
    TEXTS_TOO_LONG,
    CellRange,
    OpenedSheet,
    SheetTooLargeError,
    ShownValue,
    UnreadableWorkbookError,
    sheet_for,
)
from nineup.schema.yaml_tree import NODES

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_CELL_TAGS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_COLUMNS, _ROWS = f"{_TABLE}number-columns-repeated", f"{_TABLE}number-rows-repeated"
_PARAGRAPH = f"{_TEXT}p"
_ERROR = re.compile(r"Err:\d{3}|#(?:REF!|NAME\?|VALUE!|DIV/0!|NULL!|NUM!|N/A)")

_DEEPEST = 20
"""The deepest nesting of elements in a paragraph."""


def open_ods(data: bytes, wanted: str) -> OpenedSheet:
    """A component's sheet. Raises UnreadableWorkbookError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            root = ElementTree.fromstring(archive.read("content.xml"))
    except Exception as error:
        raise UnreadableWorkbookError(f"it is damaged ({error or type(error).__name__})") from error
    tables = list(root.iter(f"{_TABLE}table"))
    if not tables:
        raise UnreadableWorkbookError("it has no sheet")
    hidden = {
        style.get(f"{_STYLE}name")
        for style in root.iter(f"{_STYLE}style")
        for part in style.iter(f"{_STYLE}table-properties")
        if part.get(f"{_TABLE}display") == "false"
    }
    names = [(each.get(f"{_TABLE}name", ""), each.get(f"{_TABLE}style-name") in hidden) for each in tables]
    chosen = sheet_for(wanted, names)
    merged: list[CellRange] = []
    rows = _ods_rows(tables[chosen.at], merged)
    return OpenedSheet(names[chosen.at][0], rows, merged, hidden=chosen.hidden)


def _ods_rows(table: ElementTree.Element, merged: list[CellRange]) -> Iterator[tuple[int, list[ShownValue]]]:
    """Each row's number, from 0, and what its cells show; adds merged cells on the way."""
    number = cells = characters = 0
    for row in table.iter(f"{_TABLE}table-row"):
        values: list[ShownValue] = []
        blank = 0  # Rows end in thousands of empty cells, which aren't created.
        for cell in row:
            if cell.tag not in _CELL_TAGS:
                continue
            repeated = int(cell.get(_COLUMNS, "1"))
            value = _ods_value(cell)
            if value == ShownValue(""):
                blank += max(0, repeated)
                continue
            if len(values) + blank + repeated > NODES:
                raise SheetTooLargeError(CELLS_TOO_MANY)
            characters += len(value.text) * repeated
            if characters > MOST_BYTES:
                raise SheetTooLargeError(TEXTS_TOO_LONG)
            values += [ShownValue("")] * blank + [value] * repeated
            blank = 0
            merged += _ods_merged(cell, number, len(values) - 1)
        again = int(row.get(_ROWS, "1"))
        cells += len(values) * again
        characters += sum(len(value.text) for value in values) * (again - 1)
        if characters > MOST_BYTES:
            raise SheetTooLargeError(TEXTS_TOO_LONG)
        if cells > NODES:
            raise SheetTooLargeError(CELLS_TOO_MANY)
        for _ in range(again if values else 0):
            yield number, list(values)
            number += 1
        number += 0 if values else again


def _ods_merged(cell: ElementTree.Element, row: int, column: int) -> Iterator[CellRange]:
    """The range of a cell that covers others."""
    across = int(cell.get(f"{_TABLE}number-columns-spanned", "1"))
    down = int(cell.get(f"{_TABLE}number-rows-spanned", "1"))
    if across > 1 or down > 1:
        yield CellRange(row, column, row + down - 1, column + across - 1)


def _ods_value(cell: ElementTree.Element) -> ShownValue:
    """What a cell shows, and its number, if it has one."""
    text = _ods_text(cell)
    kind = cell.get(f"{_OFFICE}value-type")
    if kind is None and not text and cell.get(f"{_TABLE}formula"):
        return ShownValue("", is_uncalculated=True)
    if text and _ERROR.fullmatch(text) and cell.get(f"{_TABLE}formula"):
        return ShownValue(text, error=text)
    if kind == "boolean":
        return ShownValue("yes" if cell.get(f"{_OFFICE}boolean-value") == "true" else "no")
    if kind in ("float", "percentage", "currency"):
        plain = plain_number(float(cell.get(f"{_OFFICE}value", "")))
        return ShownValue(text, plain if plain != text else "")
    return ShownValue(text)


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
