"""The text of CSV files as spreadsheets write them: encodings and cell separators."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from nineup.base.diagnostics import Findings, Span
from nineup.base.project import LINE_BREAK
from nineup.schema.yaml_tree import decode_text, is_utf32

MOST_ROWS = 100_000
"""The largest number of rows in a table: that of cards in a list."""

SEPARATORS = ",;\t"
"""Cell separators, the usual one first."""

# Possessive, since a cell of which each character may be given back takes a hundred times its length in
# memory.
_COMMAS = re.compile(r'"((?:[^"]++|"")*+)"|([^,\r\n]*)')
_SEMICOLONS = re.compile(r'"((?:[^"]++|"")*+)"|([^;\r\n]*)')
_TABS = re.compile(r'"((?:[^"]++|"")*+)"|([^\t\r\n]*)')

CELLS = {",": _COMMAS, ";": _SEMICOLONS, "\t": _TABS}
"""A cell in quotes (group 1) or without (group 2), by separator."""

_COMMA_OR_BREAK = re.compile(r"[,\r\n]")
_SEMICOLON_OR_BREAK = re.compile(r"[;\r\n]")
_TAB_OR_BREAK = re.compile(r"[\t\r\n]")

ENDS = {",": _COMMA_OR_BREAK, ";": _SEMICOLON_OR_BREAK, "\t": _TAB_OR_BREAK}
"""The end of a cell, by separator."""

SEP_LINE = re.compile(r"sep=([,;\t])", re.IGNORECASE)
"""A first line for Excel, which isn't a row."""

COLUMNS_LINE = re.compile(r"#\s*columns\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)
"""A first line that says which field each column is for: `# columns: {Name: name, Qty: copies}`."""

MOST_LINES_ABOVE = 5
"""The largest number of lines above a header, such as the name of the table."""

HEAD = 64 * 1024
"""The number of characters in which a header is searched for."""

_QUOTED = re.compile(r'"(?:[^"]++|"")*+"')


def encoding_of(data: bytes) -> tuple[bytes, str]:
    """A CSV file's byte order mark and its encoding: UTF-8, UTF-16 with its mark, or else Windows-1252."""
    for mark, name in ((BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be"), (BOM_UTF8, "utf-8")):
        if data.startswith(mark):
            return mark, name
    try:
        data.decode()
    except UnicodeDecodeError:
        return b"", "cp1252"
    return b"", "utf-8"


def decode_csv(data: bytes, name: str, findings: Findings) -> str:
    """A CSV file's text without its byte order mark:

    UTF-8, UTF-16 with its mark, or else Windows-1252, which is noted.
    """
    if is_utf32(data):
        return decode_text(data, name, findings)
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("cp1252", "replace")
        if data.startswith(BOM_UTF8) or "\ufffd" in text:
            return decode_text(data, name, findings)
        before = data[: error.start].decode("cp1252")
        place = Span(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = f"the file is not UTF-8; it is read as Windows-1252, so this is `{text[error.start]}`"
        findings.note("csv-encoding", message, place, hint="if that is wrong, save the file as CSV UTF-8")
        return text


def separator_of(text: str) -> str:
    """The cell separator of a CSV text: the one that its header contains most often, outside quotes.

    A line such as `sep=;`, written for Excel, states it. The header is the first line, or the first one with
    several cells below the name of the table.
    """
    lines = [line.strip("\r\n") for line in LINE_BREAK.split(text[:HEAD]) if line.strip()]
    if lines and (stated := SEP_LINE.fullmatch(lines[0])):
        return stated[1]
    lines = [line for line in lines[: MOST_LINES_ABOVE + 2] if not COLUMNS_LINE.match(line.lstrip('" '))]
    bare = [_QUOTED.sub("", line) for line in lines]
    is_wide = [any(sign in line for sign in SEPARATORS) for line in bare]
    at = is_wide.index(True) if True in is_wide else 0
    header = at if all(map(_is_table_name, lines[:at])) else 0
    return max(SEPARATORS, key="".join(bare[header : header + 1]).count)


class _Cell(Protocol):
    @property
    def text(self) -> str: ...


AnyCell = TypeVar("AnyCell", bound=_Cell)


def from_header(rows: Sequence[list[AnyCell]], separator: str = "") -> list[list[AnyCell]]:
    """Rows from the header on: without lines such as `sep=;` and `# columns: …`, and without the name of the
    table and notes above it.

    These are alone in their rows, and a row below them has several cells.
    """
    is_stated = separator and rows and SEP_LINE.fullmatch(separator.join(cell.text for cell in rows[0]))
    rest = list(rows[1:] if is_stated else rows)
    if columns_line(rest, separator):
        rest = rest[1:]
    for number, row in enumerate(rest[: MOST_LINES_ABOVE + 1]):
        texts = [cell.text for cell in row if cell.text.strip()]
        if len(texts) > 1:
            return rest[number:]
        if not all(map(_is_table_name, texts)):
            break
    return rest


class ColumnsLine(NamedTuple, Generic[AnyCell]):
    """The first cell of a table's line `# columns: …`, and what the line says."""

    cell: AnyCell
    says: str


def columns_line(rows: Sequence[list[AnyCell]], separator: str = "") -> ColumnsLine[AnyCell] | None:
    """A table's line `# columns: …`; None without one."""
    for row in rows[:2]:
        text = separator.join(cell.text for cell in row)
        if match := COLUMNS_LINE.fullmatch(text.strip(f"{separator} ")):
            return ColumnsLine(row[0], match[1])
        if not SEP_LINE.fullmatch(text):
            break
    return None


def _is_table_name(text: str) -> bool:
    """Whether a single text may be the name of a table: not the title of the only column of a list."""
    return text.strip(' "\ufeff').lower() not in ("id", "name", "title")
