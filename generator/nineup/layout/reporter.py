"""Reporting each mistake of a layout once, however often the same element is drawn."""

from nineup.diagnostics import Findings, Span
from nineup.layout.values import SvgError


class Reporter:
    """Findings without duplicates."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self._reported: set[tuple[str, Span | None, str]] = set()

    def error(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        if (code, span, message) not in self._reported:
            self._reported.add((code, span, message))
            self.findings.error(code, message, span, hint)

    def svg_error(self, error: SvgError, span: Span | None) -> None:
        """Report an SvgError at a place."""
        self.error(error.code, error.message, span, error.hint)
