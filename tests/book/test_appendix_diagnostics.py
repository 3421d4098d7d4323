"""Each mistake in an appendix's files has its code, line and column, and commands report it."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from made import tiny_booklet, tiny_source
from nineup.base.diagnostics import MOST_ERRORS, Findings, Severity, Span, Status
from nineup.base.project import Project
from nineup.book.appendix import booklet, templates
from nineup.book.appendix.blocks import MOST_COLUMNS
from nineup.book.appendix.notation import too_large
from nineup.book.writers import markdown
from nineup.cli import nineup
from nineup.pipeline import PrintOptions, RunChoice
from nineup.pipeline.appendix import AppendixRequest, build_appendix
from tiny import write_tiny

STYLE = """\
styles:
  text: {font: Source Sans 3, size: 10pt, min-size: 10pt}
"""


@pytest.mark.parametrize(
    ("template", "code", "severity", "line", "column", "words"),
    [
        ("# A\n\n| a | {{ b.c }} |\n", "appendix-template", "error", 3, 10, "`b`"),
        ("# A\n\n- {{ game.titel }}\n\ntext\n", "appendix-template", "error", 3, 11, "`titel`"),
        (
            "# A\n{% for x in [1,\n 2] %}\n- {{ x +\n   y }}\n{% endfor %}\n",
            "appendix-template",
            "error",
            5,
            4,
            "`y`",
        ),
        ("# A\n\n{% set a = 1 %}\n", "appendix-template", "error", 3, 4, "`set`"),
        ("# A\n\n@charts x\n\nText.\n", "appendix-notation", "error", 3, 1, "`@charts`"),
        ("# A\n\n@card deck/third\nText.\n", "appendix-notation", "error", 3, 1, "deck/third"),
        ("# A\n\n@card deck/first 20\nText.\n@end\n", "appendix-notation", "error", 3, 18, "`20`"),
        ("# A\n\n@bars\n| a | b |\n|---|--:|\n| c | many |\n", "appendix-notation", "error", 3, 1, "`many`"),
        ("# A\n\n@bars\n| a |\n|---|\n| c |\n", "appendix-notation", "error", 3, 1, "no column of numbers"),
        (
            "# A\n\n@bars\n| a | b |\n|---|--:|\n| c | " + "9" * 400 + " |\n",
            *("appendix-notation", "error", 3, 1, "too large for a chart"),
        ),
        ("# A\n\nTake {g|m}.\n", "unknown-symbol", "error", 1, 1, "`gm`"),
        (
            "# A\n\n@bars\n| a | b |\n|---|--:|\n" + "| c | 1 |\n" * 201,
            *("appendix-notation", "error", 3, 1, "201 rows"),
        ),
        ("# A\n\nTake 1 {gm}.\n", "unknown-symbol", "error", 3, 8, "`gm`"),
        ("# A\n\nSee [[cards-x|there]].\n", "appendix-link", "warning", 3, 5, "`cards-x`"),
    ],
)
def test_a_mistake_is_reported_at_its_place(
    tmp_path: Path, template: str, code: str, severity: Severity, line: int, column: int, words: str
) -> None:
    _, findings = tiny_booklet(tmp_path, template)
    (finding,) = findings
    assert finding.span is not None
    assert (finding.code, finding.severity) == (code, severity)
    assert (finding.span.file, finding.span.line, finding.span.column) == (
        "layouts/tiny/appendix/50-part.md",
        line,
        column,
    )
    assert words in finding.message


def test_a_template_needs_a_name_of_its_kind(tmp_path: Path) -> None:
    file = tmp_path / "layouts/appendix/Ten Cards.md"
    file.parent.mkdir(parents=True)
    file.write_text("# X\n", encoding="utf-8")
    findings = Findings()
    templates(Project(tmp_path), "tiny", findings)
    (finding,) = findings
    assert (finding.code, finding.span) == ("appendix-name", Span("layouts/appendix/Ten Cards.md", 1, 1))


def reported(root: Path, **asked: tuple[str, ...]) -> tuple[Status, Findings]:
    findings = Findings()
    printing = PrintOptions(output=root / "out")
    outcome = build_appendix(
        Project(root), "tiny", RunChoice(), printing, AppendixRequest(**asked), findings, lambda *_: None
    )
    assert not (root / "out").exists()
    return outcome.status, findings


def test_a_style_that_is_missing_is_reported(tmp_path: Path) -> None:
    style = write_tiny(tmp_path) / "layouts/tiny/appendix/style.yaml"
    style.parent.mkdir()
    style.write_text(STYLE, encoding="utf-8")
    status, findings = reported(tmp_path)
    assert status is Status.GAME_ERROR
    assert {finding.code for finding in findings} == {"appendix-style"}
    assert "`title`" in findings[0].message
    assert findings[0].span == Span("layouts/tiny/appendix/style.yaml", 1, 1)


def test_an_unknown_part_is_a_wrong_command(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    status, findings = reported(tmp_path, parts=("glosary",))
    assert status is Status.IMPOSSIBLE
    assert (findings[0].code, findings[0].hint) == ("unknown-part", "did you mean `glossary`?")


def test_a_letter_that_the_font_lacks_is_reported(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    part = tmp_path / "layouts/tiny/appendix/50-part.md"
    part.parent.mkdir()
    part.write_text("# Part\n\nA 漢 here.\n", encoding="utf-8")
    status, findings = reported(tmp_path, parts=("part",))
    assert status is Status.GAME_ERROR
    assert "漢" in findings[0].message
    assert findings[0].code == "missing-glyph"


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--format", "docx"], 2, "`docx` is not one of pdf, html, md"),
        (["--format", ","], 2, "expected one of"),
        (["--paper", "a99"], 2, "--paper"),
        (["--players", "9"], 2, "can't be played by 9"),
    ],
)
def test_a_wrong_command_is_refused(tmp_path: Path, words: list[str], code: int, says: str) -> None:
    root = write_tiny(tmp_path)
    result = CliRunner().invoke(
        nineup, ["--project", str(root), "appendix", "tiny", "-o", str(root / "o"), *words]
    )
    assert result.exit_code == code
    assert says in result.output


def test_the_command_writes_what_was_asked_for(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    words = [
        "--project",
        str(root),
        "appendix",
        "tiny",
        "-o",
        str(root / "o"),
        "--part",
        "cards",
        "--format",
        "md,pdf",
    ]
    result = CliRunner().invoke(nineup, words)
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in (root / "o/tiny/box").iterdir()) == [
        "appendix-cards-pictures",
        "appendix-cards.md",
        "appendix-cards.pdf",
    ]
    reported = [line.rpartition("/")[2] for line in result.output.replace("\\", "/").splitlines()]
    assert reported[:2] == ["appendix-cards.md", "appendix-cards-pictures"]
    assert reported[2] == "appendix-cards.pdf: 1 page"


def test_a_new_game_has_an_appendix_at_once(tmp_path: Path) -> None:
    run = CliRunner().invoke
    assert run(nineup, ["new", str(tmp_path / "mine")]).exit_code == 0
    result = run(nineup, ["--project", str(tmp_path / "mine"), "appendix", "tea-time", "--format", "pdf,md"])
    assert result.exit_code == 0, result.output
    assert "warning" not in result.output


def test_a_deck_of_thousands_has_one_too(tmp_path: Path) -> None:
    entries = [f"  - {{id: c{n}, suit: ruby, name: Card {n}, text: Take 1.}}\n" for n in range(2000)]
    fields = "fields: {suit: {one-of: suit}, name: text, text: rich}\ncards:\n"
    project, source = tiny_source(tmp_path, cards=fields + "".join(entries))
    findings = Findings()
    made = booklet(source, project, templates(project, "tiny", findings), findings)
    assert not findings
    assert {f"#### Card {n}" for n in range(2000)} <= set(markdown(made).decode().splitlines())


def test_a_cell_that_is_taller_than_a_page_is_reported(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    file = root / "layouts/tiny/appendix/50-part.md"
    file.parent.mkdir()
    file.write_text(f"# A\n\n| a | {'word ' * 20_000}|\n| b | c |\n", encoding="utf-8")
    findings, options = Findings(), PrintOptions(output=tmp_path / "out")
    request = AppendixRequest(("pdf",), ("part",))
    build_appendix(Project(root), "tiny", RunChoice(), options, request, findings, lambda *_: None)
    (finding,) = [finding for finding in findings if finding.severity == "error"]
    assert (finding.code, finding.message) == (
        "appendix-notation",
        "a row of a table is taller than a page, in the appendix, “Tiny”",
    )
    assert not (tmp_path / "out").exists()


LARGE = {
    "letters": (
        "# A\n\n" + "a " * 1_000_100,
        "the text has 2,000,205 characters; an appendix may have 2,000,000",
    ),
    "lines": (
        "# A\n\n" + "a\n\n" * 40_100,
        "the text has 40,101 lines and cells; an appendix may have 40,000",
    ),
    "cells": (
        "# A\n\n" + "| a | b |\n" * 14_000,
        "the text has 56,001 lines and cells; an appendix may have 40,000",
    ),
    "a loop": (
        "# A\n" + "{% for a in range(300) %}{% for b in range(200) %}\n\nx\n{% endfor %}{% endfor %}",
        "the text has 60,001 lines and cells; an appendix may have 40,000",
    ),
}


def test_what_a_game_with_many_cards_needs_is_not_too_large() -> None:
    text = "a\x0e\x0e" * 540_000
    assert too_large(text, cards=5_400) == ""
    assert too_large(text, cards=5_399) == (
        "the text has 540,000 lines and cells; an appendix may have 539,900"
    )
    assert too_large("a" * 5_600_000, cards=560) == ""
    assert too_large("a" * 5_600_001, cards=560).startswith("the text has 5,600,001 characters")


@pytest.mark.parametrize("name", LARGE)
def test_an_appendix_that_nobody_could_read_is_refused(tmp_path: Path, name: str) -> None:
    text, message = LARGE[name]
    _, findings = tiny_booklet(tmp_path, text)
    (finding,) = findings
    assert (finding.code, finding.severity) == ("appendix-too-large", "error")
    assert finding.message.startswith(message)


def test_mistakes_in_rules_and_links_that_lead_nowhere_are_limited(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    (root / "rules.md").write_text("# A\n\n" + "".join(f"{{a{n}}} " for n in range(3000)), encoding="utf-8")
    findings, options = Findings(), PrintOptions(output=tmp_path / "out")
    build_appendix(
        *(Project(root), "tiny", RunChoice(), options),
        *(AppendixRequest(rules="rules.md"), findings, lambda *_: None),
    )
    assert len([finding for finding in findings if finding.code == "unknown-symbol"]) == MOST_ERRORS + 1
    assert findings[-1].code == "too-many-errors"
    _, dead = tiny_booklet(tmp_path, "# A\n\n" + "".join(f"[[a{n}]] " for n in range(3000)))
    assert len(dead) == MOST_ERRORS + 1
    assert dead[-1].message == "2,000 more links lead to no anchor"


def test_emphasis_in_emphasis_without_end_is_a_finding(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    (root / "rules.md").write_text(f"# A\n\n{'**' * 1000}a{'**' * 1000}\n", encoding="utf-8")
    findings = Findings()
    build_appendix(
        *(Project(root), "tiny", RunChoice(), PrintOptions(output=tmp_path / "out")),
        *(AppendixRequest(rules="rules.md"), findings, lambda *_: None),
    )
    assert [finding.message for finding in findings] == ["the text is nested too deeply"]


WIDE = f"|{' H |' * MOST_COLUMNS}\n|{'--:|' * MOST_COLUMNS}\n|{' 12345 |' * MOST_COLUMNS}\n"
CHART = "@bars Moves\n| A long verb | One |\n|---|--:|\n| Take what is there | 300000 |\n"


@pytest.mark.parametrize(
    ("paper", "is_right"), [("73mm x 500mm", False), ("1cm x 1cm", False), ("74mm x 74mm", True)]
)
def test_pages_that_are_too_small_are_refused(tmp_path: Path, paper: str, is_right: bool) -> None:
    project = Project(write_tiny(tmp_path))
    part = tmp_path / "layouts/tiny/appendix/50-part.md"
    part.parent.mkdir()
    part.write_text(f"# Part\n\n{WIDE}\n{CHART}\n", encoding="utf-8")
    findings, request = Findings(), AppendixRequest(formats=("pdf",), parts=("part",))
    output = PrintOptions(output=tmp_path / "o", papers=(paper,))
    build_appendix(project, "tiny", RunChoice(), output, request, findings, lambda *_: None)
    assert [each.code for each in findings if each.severity == "error"] == (
        [] if is_right else ["appendix-paper"]
    )
    assert (tmp_path / "o/tiny/box/appendix-part.pdf").exists() is is_right
