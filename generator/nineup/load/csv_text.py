"""The text of CSV files as spreadsheets write them: their encodings, and what separates their cells."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from nineup.diagnostics import Findings, Span
from nineup.schema.yaml_tree import decode_text

SEPARATORS = ",;\t"
"""What separates cells, the usual one first."""

_COMMAS = re.compile(r'"((?:[^"]|"")*)"|([^,\r\n]*)')
_SEMICOLONS = re.compile(r'"((?:[^"]|"")*)"|([^;\r\n]*)')
_TABS = re.compile(r'"((?:[^"]|"")*)"|([^\t\r\n]*)')

CELLS = {",": _COMMAS, ";": _SEMICOLONS, "\t": _TABS}
"""A cell in quotes (group 1) or without (group 2), by what separates it from the next."""

_COMMA_OR_BREAK = re.compile(r"[,\r\n]")
_SEMICOLON_OR_BREAK = re.compile(r"[;\r\n]")
_TAB_OR_BREAK = re.compile(r"[\t\r\n]")

ENDS = {",": _COMMA_OR_BREAK, ";": _SEMICOLON_OR_BREAK, "\t": _TAB_OR_BREAK}
"""What ends a cell, by what separates it from the next."""

SEP_LINE = re.compile(r"sep=([,;\t])", re.IGNORECASE)
"""A first line that is for Excel, and no row."""

_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_BREAK = re.compile(r"\r\n|\r|\n")


def decode_csv(data: bytes, name: str, findings: Findings) -> str:
    """A CSV file's text without its byte order mark: UTF-8, UTF-16 with its mark, or else Windows-1252, which is noted."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        try:
            text = data.decode("cp1252")
        except UnicodeDecodeError:
            return decode_text(data, name, findings)
        if data.startswith(BOM_UTF8):
            return decode_text(data, name, findings)
        before = data[: error.start].decode("cp1252")
        line = before.count("\n") + 1
        place = Span(name, line, len(before) - before.rfind("\n"))
        message = f"the file is not UTF-8; it is read as Windows-1252, so this is `{text[error.start]}`"
        findings.note("csv-encoding", message, place, "if that is wrong, save the file as CSV UTF-8")
        return text


def separator_of(text: str) -> str:
    """What separates the cells of a CSV text: the sign that its first line has most often, outside of quotes.

    A line such as `sep=;`, from which Excel learns it, says so itself.
    """
    header = next((line for line in _BREAK.split(text) if line.strip()), "")
    if told := SEP_LINE.fullmatch(header.strip("\r\n")):
        return told[1]
    bare = _QUOTED.sub("", header)
    return max(SEPARATORS, key=lambda sign: (bare.count(sign), -SEPARATORS.index(sign)))
