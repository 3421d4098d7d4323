"""Findings as annotations of GitHub's workflows: a line each, which their runner shows beside the code."""

from collections.abc import Sequence

from nineup.diagnostics import Diagnostic
from nineup.report.text import for_people

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def as_github(findings: Sequence[Diagnostic]) -> str:
    """A workflow command for each finding, in the order of their places."""
    return "\n".join(_command(finding) for finding in for_people(findings))


def _command(finding: Diagnostic) -> str:
    span = finding.span
    place = {"file": span.file, "line": span.line, "col": span.column} if span else {}
    told = ",".join(
        f"{key}={_escaped(str(value), ',:')}" for key, value in {**place, "title": finding.code}.items()
    )
    when = f" ({finding.configuration})" if finding.configuration else ""
    hint = f"\nhint: {finding.hint}" if finding.hint else ""
    return f"::{LEVELS[finding.severity]} {told}::{_escaped(finding.message + when + hint)}"


def _escaped(text: str, more: str = "") -> str:
    """Percent signs and line ends (and within properties also commas and colons) as the commands want them."""
    return "".join(f"%{ord(sign):02X}" if sign in "%\r\n" or sign in more else sign for sign in text)
