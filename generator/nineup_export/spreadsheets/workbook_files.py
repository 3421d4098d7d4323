"""Sheets of cards as workbooks:

XLSX by openpyxl, ODS with the minimum that its standard requires of a spreadsheet.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from nineup_export.archives import ArchivedFile, archive
from nineup_export.spreadsheets.card_sheets import CardSheet, CellValue

_TIMES = re.compile(rb"<dcterms:(created|modified)[^>]*>[^<]*</dcterms:(?:created|modified)>")
_SPACES = re.compile(r" {2,}|^ | $|\t|\n", re.MULTILINE)

WIDEST = 60
"""The widest column, in characters."""


def xlsx(sheets: Sequence[CardSheet]) -> bytes:
    """An XLSX workbook with a sheet for each component; texts are never formulas."""
    import openpyxl
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    book = openpyxl.Workbook()
    book.remove(book.active)
    for sheet in sheets:
        page = book.create_sheet(sheet.component.id)
        page.freeze_panes = "B2"
        for number, row in enumerate((sheet.titles, *sheet.rows), 1):
            for at, value in enumerate(row, 1):
                if value == "":
                    continue
                cell = page.cell(number, at, value)
                if isinstance(value, str):
                    cell.data_type = "s"  # openpyxl takes a text that begins with `=` for a formula.
                cell.alignment = Alignment(vertical="top", wrap_text=True)
                if number == 1:
                    cell.font = Font(bold=True)
        for at, width in enumerate(_widths(sheet), 1):
            page.column_dimensions[get_column_letter(at)].width = width
    return _without_times(_saved(book))


def _saved(book: Any) -> bytes:
    """A workbook as openpyxl saves it, but in memory: it would write each sheet to a temporary file first."""
    from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
    from openpyxl.worksheet._writer import WorksheetWriter
    from openpyxl.writer.excel import ExcelWriter

    class InMemory(ExcelWriter):  # type: ignore[misc]
        def write_worksheet(self, page: Any) -> None:
            page._drawing = SpreadsheetDrawing()
            writer = WorksheetWriter(page, io.BytesIO())
            writer.write()
            page._rels = writer._rels
            self._archive.writestr(page.path[1:], writer.read())
            self.manifest.append(page)

    buffer = io.BytesIO()
    InMemory(book, zipfile.ZipFile(buffer, "w")).save()
    return buffer.getvalue()


def _widths(sheet: CardSheet) -> list[int]:
    """The width of each column in characters, with room for most of its cells."""
    columns = zip(sheet.titles, *sheet.rows, strict=True)
    return [min(WIDEST, max(len(str(cell)) for cell in column) + 3) for column in columns]


def _without_times(data: bytes) -> bytes:
    """An archive without timestamps."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        files = [(name, packed.read(name)) for name in packed.namelist()]
    core = "docProps/core.xml"
    return archive(
        ArchivedFile(name, _TIMES.sub(b"", text) if name == core else text) for name, text in files
    )


_MIME = "application/vnd.oasis.opendocument.spreadsheet"
_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMES = " ".join(f'xmlns:{name}="{_SPACE}{name}:1.0"' for name in ("office", "table", "text", "style"))
_FO = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'


def ods(sheets: Sequence[CardSheet]) -> bytes:
    """An ODS workbook (OpenDocument 1.3) with a sheet for each component."""
    body = "".join(map(_ods_sheet, sheets))
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {_NAMES} {_FO} office:version="1.3">'
        '<office:automatic-styles><style:style style:name="head" style:family="table-cell">'
        '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
        f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<manifest:manifest xmlns:manifest="{_SPACE}manifest:1.0" manifest:version="1.3">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_MIME}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>"
    )
    return archive(
        (
            ArchivedFile("mimetype", _MIME.encode(), compressed=False),
            ArchivedFile("META-INF/manifest.xml", manifest.encode()),
            ArchivedFile("content.xml", content.encode()),
        )
    )


def _ods_row(cells: Iterable[str]) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def _ods_sheet(sheet: CardSheet) -> str:
    rows = [_ods_row(_ods_cell(title, True) for title in sheet.titles)]
    rows += [_ods_row(map(_ods_cell, row)) for row in sheet.rows]
    columns = f'<table:table-column table:number-columns-repeated="{len(sheet.titles)}"/>'
    return f'<table:table table:name="{escape(sheet.component.id)}">{columns}{"".join(rows)}</table:table>'


def _ods_cell(value: CellValue, is_title: bool = False) -> str:
    if value == "":
        return "<table:table-cell/>"
    style = ' table:style-name="head"' if is_title else ""
    if isinstance(value, str):
        kind = 'office:value-type="string"'
    else:
        kind = f'office:value-type="float" office:value="{value}"'
    paragraphs = "".join(f"<text:p>{_ods_text(line)}</text:p>" for line in str(value).split("\n"))
    return f"<table:table-cell{style} {kind}>{paragraphs}</table:table-cell>"


def _ods_text(line: str) -> str:
    """A line with elements for spaces that would otherwise be lost."""
    return _SPACES.sub(_ods_space, escape(line, quote=False))


def _ods_space(match: re.Match[str]) -> str:
    return "<text:tab/>" if match[0] == "\t" else f'<text:s text:c="{len(match[0])}"/>'
