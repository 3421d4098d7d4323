"""Findings as people and programs read them: text with the source line and a caret, and JSON."""

from generator.report.json import as_json
from generator.report.text import as_text, summary

__all__ = ["as_json", "as_text", "summary"]
