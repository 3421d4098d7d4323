"""Findings as GitHub workflow commands, one line each, which GitHub shows beside the code."""

from collections.abc import Sequence

from nineup.base.diagnostics import Diagnostic
from nineup.report.text import for_people

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def as_github(findings: Sequence[Diagnostic]) -> str:
    """A workflow command for each finding, ordered by place."""
    return "\n".join(_command(finding) for finding in for_people(findings))


def _command(finding: Diagnostic) -> str:
    span = finding.span
    place = {"file": span.file, "line": span.line, "col": span.column} if span else {}
    properties = {**place, "title": finding.code}
    listed = ",".join(f"{key}={_escaped(str(value), ',:')}" for key, value in properties.items())
    when = f" ({finding.configuration})" if finding.configuration else ""
    hint = f"\nhint: {finding.hint}" if finding.hint else ""
    cell = f"{span.cell}: " if span and span.cell else ""
    return f"::{LEVELS[finding.severity]} {listed}::{_escaped(cell + finding.message + when + hint)}"


def _escaped(text: str, more: str = "") -> str:
    """Percent-encodes what workflow commands require: percent signs, line breaks, and `more` within
    properties.
    """
    return "".join(f"%{ord(char):02X}" if char in "%\r\n" or char in more else char for char in text)
