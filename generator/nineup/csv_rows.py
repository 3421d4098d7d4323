"""Rows as the text of a CSV file."""

import csv
import io
from collections.abc import Iterable


def csv_text(heads: Iterable[str], rows: Iterable[Iterable[object]], newline: str = "\n") -> str:
    """A line of heads, and one for each row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=newline)
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()
