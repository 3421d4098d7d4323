"""Reads CSV files into rows of located cells."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from nineup.base.diagnostics import Findings, Span
from nineup.base.project import line_starts
from nineup.files.load.tables.csv_text import CELLS, ENDS, MOST_ROWS, columns_line, from_header, separator_of
from nineup.schema.nodes import Scalar, SourceFile
from nineup.schema.yaml_tree import NODES


class _UnreadableError(Exception):
    """The rest of a file can't be read, which is already reported."""


class CsvRows(NamedTuple):
    """The rows of a CSV file from its header on, and what its line `# columns: …` says, if it has one."""

    rows: list[list[Scalar]]
    columns: Scalar | None


def read_rows(file: SourceFile, findings: Findings) -> CsvRows:
    """The cells of a CSV file (RFC 4180, or with semicolons or tabs; double quotes doubled inside quotes).

    Blank rows are skipped, and so is anything above the header: a line such as `sep=;`, or the name of the
    table.
    """
    rows: list[list[Scalar]] = []
    separator = separator_of(file.text)
    try:
        for row in _rows(file, separator, findings):
            if any(cell.text.strip() for cell in row):
                rows.append(row)
            if len(rows) > MOST_ROWS:
                message = f"the file has more than {MOST_ROWS:,} rows"
                findings.error("csv-too-large", message, Span(file.name, row[0].line + 1, 1))
                break
    except _UnreadableError:
        pass
    stated = columns_line(rows, separator)
    return CsvRows(from_header(rows, separator), replace(stated.cell, text=stated.says) if stated else None)


def _rows(file: SourceFile, separator: str, findings: Findings) -> Iterator[list[Scalar]]:
    text, at, line, begin, cells = file.text, 0, 0, 0, 0
    row: list[Scalar] = []
    pattern = CELLS[separator]
    while at < len(text):
        match = pattern.match(text, at)
        assert match is not None  # the second branch fits everywhere
        quoted, bare = match.groups()
        if (cells := cells + 1) > NODES:
            findings.error("csv-too-large", f"the file has more than {NODES:,} cells", Span(file.name, 1, 1))
            raise _UnreadableError
        if bare and '"' in bare:
            _report_quote(bare, Span(file.name, line + 1, at - begin + 1), findings)
        value = bare if bare is not None else quoted.replace('""', '"')
        row.append(Scalar(value, line, at - begin, style='"' if bare is None else ""))
        if quoted and (breaks := line_starts(match[0])[1:]):
            line, begin = line + len(breaks), match.start() + breaks[-1]
        at = match.end()
        if text[at : at + 1] == separator:
            at += 1
            if at == len(text):
                row.append(Scalar("", line, at - begin))
        elif at < len(text) and text[at] not in "\r\n":
            message = "text between the closing quote and the next cell"
            hint = 'a quote inside a quoted cell is written twice: `"a ""word"" b"`'
            findings.error("csv-quote", message, Span(file.name, line + 1, at - begin + 1), hint=hint)
            at = _after(text, at, separator)
        else:
            yield row
            row = []
            at += 2 if text[at : at + 2] == "\r\n" else 1
            line, begin = line + 1, at
    if row:
        yield row


def _report_quote(cell: str, place: Span, findings: Findings) -> None:
    """Reports a quote in an unquoted cell. Raises _UnreadableError if it opens the cell and isn't closed."""
    opened = cell.startswith('"')
    message = "the quotes are not closed" if opened else "a quote inside a cell"
    hint = 'put the cell in quotes and double those inside: `"a ""word"" b"`'
    findings.error("csv-quote", message, place, hint=hint)
    if opened:
        raise _UnreadableError


def _after(text: str, at: int, separator: str) -> int:
    """The start of the next cell, or the end of the row."""
    match = ENDS[separator].search(text, at)
    return match.start() + (match[0] == separator) if match else len(text)
