"""Workbooks that are small to send and large to read: each ends soon, in rows or in a sentence."""

import io
import time
import zipfile

import openpyxl
import pytest
from nineup.base.diagnostics import Findings
from nineup.files.load.tables.workbook import UnreadableWorkbookError, sheet_rows

SECONDS = 20
"""Of processor time. Each takes less than three."""

TABLES = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><table:table table:name="deck">{}</table:table>'
    "</office:document-content>"
)
MANY = "1000000000"
CELL = '<table:table-cell table:number-columns-repeated="{0}"><text:p>{1}</text:p></table:table-cell>'
ROW = '<table:table-row table:number-rows-repeated="{0}">{1}</table:table-row>'
EMPTY = f'<table:table-cell table:number-columns-repeated="{MANY}"/>'


def packed(**parts: str | bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(f"{name}.xml", text)
    return made.getvalue()


def opendocument(rows: str) -> bytes:
    return packed(content=TABLES.format(rows))


def excel(sheet: str) -> bytes:
    """A workbook with these rows."""
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append([1])
    empty, made = io.BytesIO(), io.BytesIO()
    book.save(empty)
    with zipfile.ZipFile(empty) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name).decode()
            if name.endswith("sheet1.xml"):
                text = text[: text.index("<sheetData>") + 11] + sheet + text[text.index("</sheetData>") :]
            new.writestr(name, text)
    return made.getvalue()


CELLS, TEXTS, TAGS = "1,000,000 cells", "67,108,864 characters", "3,000,000 tags"
BOMBS = {
    "columns": (lambda: opendocument(ROW.format(1, CELL.format(MANY, "a"))), CELLS),
    "rows": (lambda: opendocument(ROW.format(MANY, CELL.format(2, "a"))), TEXTS),
    "rows of one cell": (lambda: opendocument(ROW.format(1_000_000, CELL.format(1, "a"))), "100,000 rows"),
    "blank columns": (lambda: opendocument(ROW.format(1, EMPTY + CELL.format(1, "a"))), CELLS),
    "blank cells": (lambda: opendocument(ROW.format(1, EMPTY * 999) * 100 + ROW.format(MANY, EMPTY)), ""),
    "texts": (lambda: opendocument(ROW.format(900, CELL.format(900, "a" * 1_000_000))), TEXTS),
    "depth": (lambda: opendocument(ROW.format(1, CELL.format(1, "<text:span>" * 900 + "</text:span>" * 900))), "nested"),
    "number": (lambda: opendocument(ROW.format("9" * 5000, CELL.format(1, "a"))), "damaged"),
    "tags": (lambda: opendocument("<table:table-row/>" * 3_100_000), TAGS),
    "entities": (lambda: packed(content='<!DOCTYPE a [<!ENTITY b "c">]>' + TABLES.format("")), "entities"),
    "another encoding": (
        lambda: packed(content='<?xml version="1.0" encoding="cp037"?><a/>'),
        "in cp037",
    ),
    "two bytes a character": (lambda: packed(content=TABLES.format("").encode("utf-16")), "not XML in UTF-8"),
    "zeros": (lambda: packed(content=bytes(65 << 20)), "64 MiB"),
    "no archive": (lambda: b"PK\3\4" + bytes(100), "not a workbook"),
    "a far row": (lambda: excel('<row r="999999999"><c r="A999999999"/></row>'), CELLS),
    "wide rows": (
        lambda: excel("".join(f'<row r="{at}"><c r="ZZZ{at}"><v>1</v></c></row>' for at in range(1, 300))),
        CELLS,
    ),
    "cells": (lambda: excel('<row r="1">' + "<c/>" * 3_100_000 + "</row>"), TAGS),
    "an infinite number": (lambda: excel('<row r="1"><c><v>1e999</v></c></row>'), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_a_small_workbook_takes_no_long_time(name: str) -> None:
    make, words = BOMBS[name]
    data, begun = make(), time.process_time()
    path = "a.xlsx" if b"xl/workbook.xml" in data else "a.ods"
    if words:
        with pytest.raises(UnreadableWorkbookError, match=words):
            sheet_rows(data, path, "deck", Findings())
    else:
        assert len(sheet_rows(data, path, "deck", Findings()).rows) <= 1
    assert time.process_time() - begun < SECONDS


def test_a_damaged_style_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert sheet_rows(excel('<row r="1"><c><v>1</v></c></row>'), "a.xlsx", "deck", Findings()).rows
    from openpyxl.styles.cell_style import CellStyleList

    with pytest.raises(IndexError):
        CellStyleList()[0]
    assert capsys.readouterr() == ("", "")
