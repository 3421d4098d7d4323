"""Rows as the text of a CSV file."""

import csv
import io
import re
from collections.abc import Iterable
from itertools import chain

_FORMULA = re.compile(r"[\t\n]*[=+\-@\uff1d\uff0b\uff0d\uff20]")
"""How a cell begins that a spreadsheet may take for a formula, also in the wide forms of East Asian
keyboards.
"""

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?%?")


def csv_text(heads: Iterable[str], rows: Iterable[Iterable[object]], newline: str = "\n") -> str:
    """A line of heads, and one for each row.

    A text that a spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets hide.
    """
    text = io.StringIO()
    cells = (map(_cell, row) for row in chain((heads,), rows))
    csv.writer(text, lineterminator=newline).writerows(cells)
    return text.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    value = value.replace("\r\n", "\n").replace("\r", "\n")  # Outside quotes, a lone one begins a row.
    return f"'{value}" if _FORMULA.match(value) and not _NUMBER.fullmatch(value) else value
