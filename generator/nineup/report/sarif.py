"""Findings as SARIF 2.1.0, the standard format for results of checkers in editors and on code hosts."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from nineup import __version__
from nineup.base.diagnostics import Diagnostic, Span
from nineup.report.text import in_order

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def as_sarif(findings: Sequence[Diagnostic], summaries: Mapping[str, str] = {}) -> str:
    """A SARIF log of one run. `summaries` describes rules by their code."""
    ordered = in_order(findings)
    codes = list(dict.fromkeys(finding.code for finding in ordered))
    driver = {
        "name": "Nineup",
        "version": __version__,
        "rules": [_rule(code, summaries.get(code, "")) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, codes.index(finding.code)) for finding in ordered],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode()


def _rule(code: str, summary: str) -> dict[str, Any]:
    return {"id": code, **({"shortDescription": {"text": summary}} if summary else {})}


def _result(finding: Diagnostic, rule: int) -> dict[str, Any]:
    face = f" ({finding.face})" if finding.face else ""
    when = f" ({finding.configuration})" if finding.configuration else ""
    hint = f"\n{finding.hint}" if finding.hint else ""
    properties = {name: getattr(finding, name) for name in ("game", "configuration", "face", "hint")}
    cell = f"{finding.span.cell}: " if finding.span and finding.span.cell else ""
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": f"{cell}{finding.message}{face}{when}{hint}"},
        "locations": [_location(finding.span)] if finding.span else [],
        **({"relatedLocations": [_location(finding.rule)]} if finding.rule else {}),
        "properties": {key: str(value) for key, value in properties.items() if value},
    }


def _location(span: Span) -> dict[str, Any]:
    from urllib.parse import quote

    region = {"startLine": span.line, "startColumn": span.column, "endColumn": span.column + span.length}
    return {"physicalLocation": {"artifactLocation": {"uri": quote(span.file)}, "region": region}}
