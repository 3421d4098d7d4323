"""Workbooks are read as openpyxl reads them, whatever their cells hold and however these are formatted."""

import datetime
import io
import zipfile
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.load.xlsx import BUILT_IN, xlsx_rows

FORMATS = (
    *BUILT_IN.values(),
    *("General", "yyyy-mm-dd", "[hh]:mm:ss", "[$-409]d mmm yyyy;@", "[Red]0.00", '0 "days"', "0\\d", "0_d"),
    *("[mm]:ss", "000", '#,##0.00 "€"', "yyyy-mm-dd hh:mm:ss", "0;[Red]-0;d"),
)

LETTERS = st.text(st.characters(min_codepoint=32, exclude_categories=["C"]), max_size=9)
VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(-1e6, 1e6, allow_nan=False).map(lambda number: round(number, 5))
    | st.sampled_from(["a\nb", " a ", "_x0041_", "=1+1", "#REF!", "é 💎"])
    | LETTERS
    | st.datetimes(datetime.datetime(1900, 3, 1), datetime.datetime(2100, 1, 1)).map(
        lambda at: at.replace(microsecond=0)
    )
    | st.times().map(lambda at: at.replace(microsecond=0))
    | st.timedeltas(datetime.timedelta(0), datetime.timedelta(99)).map(
        lambda took: took - took % datetime.timedelta(seconds=1)
    )
)
PLACES = st.tuples(st.integers(1, 40), st.integers(1, 60))


def saved(cells: dict[tuple[int, int], tuple[Any, str]], is_later: bool = False) -> bytes:
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904 if is_later else book.epoch
    sheet = book.active
    assert sheet is not None
    for place, (value, format) in cells.items():
        cell = sheet.cell(*place)
        if isinstance(value, str):
            cell.data_type, cell._value = "s", value
        else:
            cell.value = value
        if not isinstance(value, (datetime.datetime, datetime.time, datetime.timedelta)):
            cell.number_format = format
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def by_openpyxl(data: bytes) -> dict[tuple[int, int], tuple[Any, str]]:
    sheet = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True).worksheets[0]
    return {
        (cell.row - 1, cell.column - 1): (cell.value, cell.number_format)
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def by_us(data: bytes) -> dict[tuple[int, int], tuple[Any, str]]:
    return {
        (number, column): (cell.value, cell.format)
        for number, cells in xlsx_rows(data, lambda names: 0)
        for column, cell in enumerate(cells)
        if cell.value is not None
    }


@given(
    cells=st.dictionaries(PLACES, st.tuples(VALUES, st.sampled_from(FORMATS)), max_size=8),
    is_later=st.booleans(),
)
def test_cells_are_those_that_openpyxl_reads(
    cells: dict[tuple[int, int], tuple[Any, str]], is_later: bool
) -> None:
    data = saved(cells, is_later)
    theirs, ours = by_openpyxl(data), by_us(data)
    assert {place: value for place, (value, _) in ours.items()} == {
        place: value for place, (value, _) in theirs.items()
    }
    for place, (value, format) in ours.items():
        assert type(value) is type(theirs[place][0])
        if type(value) in (int, float):
            assert (format or "General") == theirs[place][1]


def changed(data: bytes, parts: dict[str, str]) -> bytes:
    """A workbook with other parts, by their names."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for name in {*old.namelist(), *parts}:
            new.writestr(name, parts[name] if name in parts else old.read(name))
    return made.getvalue()


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"


@pytest.mark.parametrize("space", [MAIN, STRICT])
def test_what_openpyxl_does_not_write_is_read(space: str) -> None:
    """Cells without places, texts in pieces and with how they are pronounced, results and errors of formulas, dates as texts."""
    texts = f'<sst xmlns="{space}"><si><r><t>of </t></r><r><rPr><b/></rPr><t>two_x000D__x005F_x0041_</t></r><rPh><t>no</t></rPh></si></sst>'
    cells = (
        '<c t="s"><v>0</v></c><c t="str"><f>A1</f><v>made</v></c><c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c>'
        '<c t="inlineStr"><is><t>here</t></is></c><c t="d"><v>2026-11-23T00:00:00</v></c><c/><c r="J1"><v>1e3</v></c><c><v>7</v></c>'
    )
    sheet = f'<worksheet xmlns="{space}"><sheetData><row>{cells}</row><row r="5"><c r="B5"><v>2</v></c></row></sheetData></worksheet>'
    related = "xl/_rels/workbook.xml.rels"
    data = saved({(1, 1): ("a", "General")})
    relations = zipfile.ZipFile(io.BytesIO(data)).read(related).decode()
    shared = '<Relationship Id="rId9" Type="x/sharedStrings" Target="./shared.xml"/></Relationships>'
    parts = {
        related: relations.replace("</Relationships>", shared),
        "xl/shared.xml": texts,
        "xl/worksheets/sheet1.xml": sheet,
    }
    data = changed(data, parts)
    ((first, row), (second, other)) = xlsx_rows(data, lambda names: 0)
    assert (first, second) == (0, 4)
    assert [cell.value for cell in row] == [
        "of two\r_x0041_",
        "made",
        "#N/A",
        True,
        "here",
        datetime.datetime(2026, 11, 23),
        None,
        None,
        None,
        1000.0,
        7,
    ]
    assert [cell.value for cell in other] == [None, 2]
