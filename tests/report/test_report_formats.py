"""Findings for programs: SARIF, annotations, and the table of the rules.

SARIF is held against the parts of its schema that we write, set down below from the standard, and where it is
found also against the standard's whole schema: `.venv/sarif-2.1.0.schema.json`, where `.ci/run` puts it.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import jsonschema
import pytest
from nineup.base.diagnostics import Diagnostic, Span
from nineup.report import as_github, as_sarif, as_table
from nineup.rules import Proved, RuleRow
from programs import from_npm

PLACE = Span("cards/tea time/game.yaml", 12, 5, 7)
FINDINGS = [
    Diagnostic(
        *("inventory", "error", "a: 100% gone, 3 lack", PLACE, "print more", "tea", "5 players, red"),
        Span("cards/tea time/game.yaml", 40, 3),
    ),
    Diagnostic("needs", "note", "a trio: it is", None, face="deck/trio, front"),
    Diagnostic("unstated", "warning", "nothing is said", Span("cards/tea time/game.yaml", 2, 1)),
]

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
POSITIVE = {"type": "integer", "minimum": 1}
LOCATIONS = {
    "type": "array",
    "items": {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "physicalLocation": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "artifactLocation": {
                        "type": "object",
                        "properties": {
                            "uri": {
                                "type": "string",
                                "pattern": "^[^ ]+$",
                            }
                        },
                    },
                    "region": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {
                            "startLine": POSITIVE,
                            "startColumn": POSITIVE,
                            "endColumn": POSITIVE,
                        },
                    },
                },
            }
        },
    },
}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"enum": ["2.1.0"]},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "additionalProperties": False,
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "additionalProperties": False,
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "additionalProperties": False,
                                            "properties": {
                                                "id": {"type": "string"},
                                                "shortDescription": TEXT,
                                            },
                                        },
                                    },
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message"],
                            "additionalProperties": False,
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": TEXT,
                                "properties": {"type": "object"},
                                "locations": LOCATIONS,
                                "relatedLocations": LOCATIONS,
                            },
                        },
                    },
                },
            },
        },
    },
}
"""What the standard allows of the parts that we write."""


def test_sarif_is_what_the_standard_allows() -> None:
    log = json.loads(as_sarif(FINDINGS, {"inventory": "the box covers every setup"}))
    jsonschema.validate(log, SARIF)
    run = log["runs"][0]
    assert run["tool"]["driver"]["rules"] == [
        {"id": "needs"},
        {"id": "unstated"},
        {"id": "inventory", "shortDescription": {"text": "the box covers every setup"}},
    ]
    error = run["results"][2]
    assert error["ruleId"] == run["tool"]["driver"]["rules"][error["ruleIndex"]]["id"] == "inventory"
    assert error["message"]["text"] == "a: 100% gone, 3 lack (5 players, red)\nprint more"
    assert error["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "cards/tea%20time/game.yaml"},
        "region": {"startLine": 12, "startColumn": 5, "endColumn": 12},
    }
    assert error["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 40
    assert run["results"][0]["locations"] == []
    assert run["results"][0]["message"]["text"] == "a trio: it is (deck/trio, front)"
    assert run["results"][0]["properties"] == {"face": "deck/trio, front"}
    assert "relatedLocations" not in run["results"][0]


@pytest.fixture(scope="module")
def whole_schema() -> Mapping[str, Any]:
    schema = json.loads(from_npm("sarif-2.1.0.schema.json").read_bytes())
    assert len(schema["definitions"]) > 50
    assert isinstance(schema, dict)
    return schema


@pytest.mark.parametrize("findings", [FINDINGS, []])
def test_sarif_is_what_its_own_schema_allows(
    findings: Sequence[Diagnostic], whole_schema: Mapping[str, Any]
) -> None:
    log = json.loads(as_sarif(findings, {"inventory": "the box covers every setup"}))
    jsonschema.validate(log, whole_schema, format_checker=jsonschema.FormatChecker())


@pytest.mark.parametrize(
    ("key", "value"), [("level", "fatal"), ("locations", [{"line": 3}]), ("severity", "error")]
)
def test_its_own_schema_refuses_what_is_no_sarif(
    key: str, value: object, whole_schema: Mapping[str, Any]
) -> None:
    log = json.loads(as_sarif(FINDINGS))
    log["runs"][0]["results"][2][key] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(log, whole_schema)


def test_sarif_without_findings_is_a_run_without_results() -> None:
    log = json.loads(as_sarif([]))
    jsonschema.validate(log, SARIF)
    assert log["runs"][0]["results"] == []


def test_annotations_are_escaped_lines() -> None:
    assert as_github(FINDINGS).splitlines() == [
        "::notice title=needs::a trio: it is (deck/trio, front)",
        "::warning file=cards/tea time/game.yaml,line=2,col=1,title=unstated::nothing is said",
        "::error file=cards/tea time/game.yaml,line=12,col=5,title=inventory::"
        "a: 100%25 gone, 3 lack (5 players, red)%0Ahint: print more",
    ]


def test_the_table_has_a_column_for_each_player_count() -> None:
    rows = (
        RuleRow("deal", "deal", {2: True, 4: False}, {2: 12, 4: -1}, "left over", 0, 0),
        RuleRow("a rule " * 9, "rule", {3: True}, {}, "", 0, 0),
        RuleRow("needs", "needs", {2: True, 3: True, 4: True}, {}, "", 2, 1),
    )
    assert as_table(Proved(rows, (2, 3, 4), 9, 9)).splitlines() == [
        "players                                         2     3  4",
        "deal                                            ✓ 12  –  ✗ -1  left over",
        "a rule a rule a rule a rule a rule a rule a r…  –     ✓  –",
        "needs                                           ✓     ✓  ✓     2 notes, 1 accepted",
    ]
