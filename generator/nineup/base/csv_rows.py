"""Rows as the text of a CSV file."""

import csv
import io
from collections.abc import Iterable
from itertools import chain


def csv_text(heads: Iterable[str], rows: Iterable[Iterable[object]], newline: str = "\n") -> str:
    """A line of heads, and one for each row."""
    text = io.StringIO()
    csv.writer(text, lineterminator=newline).writerows(chain((heads,), rows))
    return text.getvalue()
