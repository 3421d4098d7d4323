"""Findings as JSON, for editors and scripts."""

from collections.abc import Sequence
from typing import Any

import msgspec

from nineup.base.diagnostics import AddRule, ChangeKeys, Diagnostic, Fix, Replace, Span
from nineup.report.text import in_order


def as_json(findings: Sequence[Diagnostic], **more: Any) -> str:
    """A JSON object: `findings`, each with its place or nulls, and its fixes, and the members in `more`."""
    document = {"findings": [_record(finding) for finding in in_order(findings)], **more}
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def _record(finding: Diagnostic) -> dict[str, Any]:
    span = finding.span
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "cell": (span.cell or None) if span else None,
        "hint": str(finding.hint) or None,
        "fixes": [_fix(fix) for fix in finding.fixes],
        "game": finding.game or None,
        "configuration": finding.configuration or None,
        "face": finding.face or None,
        "fact": finding.fact.partition(" ")[0] or None,
        "rule": _place(finding.rule),
        "overflow": finding.overflow._asdict() if finding.overflow else None,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    """A word for another at the finding's place, keys with their new names, an entry of `rules:`, or the key
    by which it is accepted.
    """
    if isinstance(fix, Replace):
        return {"says": fix.says, "replace": fix.old, "with": fix.new}
    if isinstance(fix, ChangeKeys):
        return {"says": fix.says, "keys": dict(fix.keys), "at": _place(fix.mapping)}
    if isinstance(fix, AddRule):
        return {"says": fix.says, "entry": msgspec.json.decode(fix.entry), "at": _place(fix.game)}
    return {"says": fix.says, "accept": fix.key, "at": _place(fix.record)}


def _place(span: Span | None) -> dict[str, Any] | None:
    return {"file": span.file, "line": span.line, "column": span.column} if span else None
