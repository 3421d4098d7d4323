"""Limits of findings and of cards: a hostile file is reported in a few lines, and a list stops growing."""

import pickle
from collections import Counter
from pathlib import Path

import pytest
from large import findings_of, numbered
from nineup.base.diagnostics import MOST_ERRORS, MOST_WARNINGS, Diagnostic, Findings, Span
from nineup.files.load import cards_file
from tiny import CARDS, GAME, write_tiny

SPAN = Span("a.yaml", 3, 4)
TOO_MANY = "more than 1,000 warnings: the others are not listed"


def test_the_last_finding_says_that_more_follow(tmp_path: Path) -> None:
    findings, _ = findings_of(write_tiny(tmp_path, game=GAME + numbered("key{}: a\n")))
    assert len([finding for finding in findings if finding.code == "unknown-key"]) == MOST_ERRORS + 1
    (last,) = [finding for finding in findings if finding.code == "too-many-errors"]
    assert last.message == "more than 1,000 errors: what follows has not been read"
    assert last.span is not None
    assert findings.failed


def test_a_limit_holds_for_lists_apart_and_ends_with_its_block() -> None:
    findings = Findings()
    with findings.limited():
        apart = findings.apart()
        for _ in range(2 * MOST_ERRORS):
            apart.error("some-code", "some message")
    assert len(findings) == MOST_ERRORS + 2
    findings.error("some-code", "after the block")
    assert findings[-1].message == "after the block"


def test_warnings_that_are_too_many_are_one_line_and_errors_among_them_stay() -> None:
    findings = Findings()
    with findings.limited():
        apart = findings.apart()
        for number in range(3 * MOST_WARNINGS):
            (apart if number < 2 * MOST_WARNINGS else findings).warning("some-code", str(number), SPAN)
        apart.error("some-code", "an error")
        findings.extend(apart)
    counted = Counter(finding.code for finding in findings if finding.severity == "warning")
    assert counted == {"some-code": MOST_WARNINGS, "too-many-warnings": 1}
    assert findings[-1] == Diagnostic("too-many-warnings", "warning", TOO_MANY, SPAN)
    assert findings.failed
    findings.warning("some-code", "after the block")
    assert findings[-1].message == "after the block"


@pytest.mark.parametrize("number", [0, 1])
def test_as_many_warnings_as_are_listed_are_all(number: int) -> None:
    findings = Findings()
    with findings.limited():
        for _ in range(MOST_WARNINGS + number):
            findings.warning("some-code", "some message")
    assert len(findings) == MOST_WARNINGS + number


def test_a_file_of_warnings_says_that_there_are_more(tmp_path: Path) -> None:
    cut = numbered("  - id: y{}\n    suit: ruby\n    name: First # light\n    text: a\n", 3000)
    findings, _ = findings_of(write_tiny(tmp_path, cards=CARDS + cut))
    counted = Counter(finding.code for finding in findings if finding.severity == "warning")
    assert counted == {"text-cut": MOST_WARNINGS, "too-many-warnings": 1}


def test_findings_of_other_processes_arrive(tmp_path: Path) -> None:
    findings, _ = findings_of(write_tiny(tmp_path, game=GAME + "color: a\n"))
    assert pickle.loads(pickle.dumps(findings)) == findings != []


def test_mistakes_that_every_card_of_a_family_has_are_one(tmp_path: Path) -> None:
    family = f"  - for: {{a: [{','.join(map(str, range(3000)))}]}}\n    id: x-{{{{a}}}}\n    suit: pearl\n    name: a\n    text: b\n"
    findings, _ = findings_of(write_tiny(tmp_path, cards=CARDS + family))
    assert [finding.code for finding in findings] == ["unknown-item"]


def test_a_list_stops_where_a_run_would_be_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards_file, "MOST_CARDS", 50)
    family = "  - for: {{a: [1, 2, 3, 4, 5, 6, 7, 8, 9]}}\n    id: x{}-{{{{a}}}}\n    suit: ruby\n    name: a\n    text: b\n"
    findings, _ = findings_of(write_tiny(tmp_path, cards=CARDS + numbered(family, 20)))
    assert [finding.message for finding in findings] == ["the list has more than 50 cards"]
