"""Findings as people and programs read them: text with a caret, a table of the rules, JSON, SARIF, annotations."""

from generator.report.github import as_github
from generator.report.json import as_json
from generator.report.sarif import as_sarif
from generator.report.table import as_table
from generator.report.text import MOST, as_text, summary

__all__ = ["MOST", "as_github", "as_json", "as_sarif", "as_table", "as_text", "summary"]
