"""Findings for people and programs: text with a caret, a table of the rules, JSON, SARIF, annotations."""

from nineup.report.github import as_github
from nineup.report.json import as_json
from nineup.report.sarif import as_sarif
from nineup.report.table import as_records, as_table
from nineup.report.text import MAX_SIMILAR, as_text, summary

__all__ = ["MAX_SIMILAR", "as_github", "as_json", "as_records", "as_sarif", "as_table", "as_text", "summary"]
