"""A fetched or existing sheet as rows of texts."""

from nineup.base.diagnostics import Findings
from nineup.files.fetching.download import PUBLISH, DownloadError
from nineup.files.load.tables.csv_file import read_rows
from nineup.files.load.tables.csv_text import decode_csv
from nineup.schema.nodes import SourceFile

SheetRows = list[list[str]]

_PAGES = (b"<!doctype", b"<html", b"<?xml")
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


def read_fetched(data: bytes, name: str) -> SheetRows:
    """The rows of a CSV file, titles first, as card lists are read. Raises DownloadError for anything
    else.
    """
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:16].lower()
    if start.startswith(_PAGES):
        raise DownloadError("it is a web page, perhaps for signing in, not CSV", PUBLISH)
    if data.startswith(_WORKBOOKS):
        raise DownloadError("it is a workbook, not CSV", PUBLISH)
    findings = Findings()
    text = decode_csv(data, name, findings)
    if "\0" in text:
        raise DownloadError("it is not text")
    rows = [[cell.text for cell in row] for row in read_rows(SourceFile(name, text), findings).rows]
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        where = f"line {errors[0].span.line}: " if errors[0].span else ""
        raise DownloadError(f"it is not readable CSV: {where}{errors[0].message}", errors[0].hint)
    if len(rows) < 2 or not any(cell.strip() for cell in rows[0]):
        raise DownloadError("it has no cards: expected a header row and a row for each card", PUBLISH)
    return rows
