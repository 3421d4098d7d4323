"""What changed between two prints of a game: records of what is on the table, how they differ, and what to do then."""

from nineup.diff.carry import Key, carried
from nineup.diff.compare import Changes, compare
from nineup.diff.page import Portrait, Shown, as_html
from nineup.diff.pull import Move, mixed_backs, moves, table_after, totals
from nineup.diff.pull_page import pull_pages
from nineup.diff.record import Choice, Record, record
from nineup.diff.record_file import read_record, record_text
from nineup.diff.report import as_json, as_markdown, as_text
from nineup.diff.views import View, views

__all__ = [
    "Changes",
    "Choice",
    "Key",
    "Move",
    "Portrait",
    "Record",
    "Shown",
    "View",
    "as_html",
    "as_json",
    "as_markdown",
    "as_text",
    "carried",
    "compare",
    "mixed_backs",
    "moves",
    "pull_pages",
    "read_record",
    "record",
    "record_text",
    "table_after",
    "totals",
    "views",
]
