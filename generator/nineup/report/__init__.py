"""Findings for people and programs, as text to print.

`as_text` shows each with its source line and a caret, `as_json` and `as_sarif` serve programs, `as_github` annotates
a pull request; `as_table` and `as_records` say how each rule fared by player count.
"""

from nineup.report.github import as_github
from nineup.report.json import as_json
from nineup.report.sarif import as_sarif
from nineup.report.table import as_records, as_table
from nineup.report.text import MAX_SIMILAR, as_text, for_people, summary

__all__ = [
    "MAX_SIMILAR",
    "as_github",
    "as_json",
    "as_records",
    "as_sarif",
    "as_table",
    "as_text",
    "for_people",
    "summary",
]
