"""Rules in Markdown with data of the game, faces and laid tables, and the places of mistakes in them."""

import re
from pathlib import Path

import pikepdf
import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.pipeline import BuildResult, PrintOptions, RunChoice
from nineup.pipeline.appendix import AppendixRequest, build_appendix
from tiny import write_tiny

RULES = """\
# Setup of {{ game.title }}

![The *first* card](deck/first "30mm") ![](deck/first/back)

![](chip "12mm") One of {{ count('chip') }} chips, {{ '**{gem}** | _#_' }} and all.

{% for suit in lists.suit %}
- {{ lists.suit[suit].name }}
{% endfor %}

| Suit | Letters |
|---|--:|
{% for suit in lists.suit %}
| {{ lists.suit[suit].name }} | {{ suit|length }} |
{% endfor %}

```table 100mm The table
deck/first 0 0 stack=5 "a **pile**"
chip 60 0.5 turn=90
"Anna" -40 -60
```
"""


RULES_BEFORE = "# A\n\n{% if 1 %}\n{# Two\n   lines #}\n{% endif %}\n\n"


def made(
    root: Path, rules: str, formats: tuple[str, ...] = ("pdf", "html", "md", "booklet")
) -> tuple[BuildResult, Findings]:
    write_tiny(root)
    (root / "cards/tiny/rules.md").write_text(rules, encoding="utf-8")
    findings = Findings()
    request = AppendixRequest(formats, rules="cards/tiny/rules.md")
    result = build_appendix(
        Project(root), "tiny", RunChoice(), PrintOptions(), request, findings, lambda *_: None
    )
    return result, findings


def test_rules_show_faces_backs_tables_and_the_games_data(tmp_path: Path) -> None:
    result, findings = made(tmp_path, RULES)
    assert not findings.failed, [*findings]
    files = {file.path.name: file.path for file in result.written}
    text = files["rules.md"].read_text(encoding="utf-8")
    assert "Setup of Tiny" in text
    assert "One of 12 chips, \\*\\*{gem}\\*\\* \\| \\_#\\_ and all." in text
    assert "- Ruby\n- Jade" in text
    assert "| Jade | 4 |" in text
    pictures = re.findall(r'<img src="rules-pictures/(\S+)" alt="([^"]*)"', text)
    assert pictures == [
        ("deck.first.webp", "The first card"),
        ("deck.first.back.webp", "First Light, Deck, back"),
        ("chip.chip.webp", "Chip"),
        ("_table.1.webp", "The table"),
    ]
    assert {path.name for path in files["rules-pictures"].iterdir()} == {name for name, _ in pictures}
    page = files["rules.html"].read_text(encoding="utf-8")
    assert page.count("<figure") == 3
    assert "<figcaption>The <em>first</em> card</figcaption>" in page
    with pikepdf.open(files["rules.pdf"]) as pdf:
        assert len(pdf.pages) == 1


def test_rules_have_the_same_bytes_each_time(tmp_path: Path) -> None:
    def contents(root: Path) -> dict[str, bytes]:
        result, _ = made(root, RULES)
        (folder,) = {file.path.parent for file in result.written}
        return {
            str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()
        }

    assert contents(tmp_path / "one") == contents(tmp_path / "two")


@pytest.mark.parametrize(
    ("line", "message", "below", "column", "hint"),
    [
        ("![](deck/frist)", "this run has no piece `deck/frist`", 0, 5, "did you mean `deck/first`?"),
        ("![](chup)", "this run has no piece `chup`", 0, 5, "did you mean `chip`?"),
        ('![](chip "3")', "the width of a picture: `3` has no unit; write 3mm, 3pt or 3in", 0, 11, ""),
        ('![](chip "9cmm")', "the width of a picture: `cmm` is not a unit of length; use mm, cm, in or pt", 0, 11, ""),
        ('![](chip "900mm")', "a picture is 900mm wide", 0, 11, "at most 400mm"),
        ("{% for n in [1] %}\nA {gen}.\n{% endfor %}", "there is no symbol `gen`", 1, 3, "did you mean `gem`?"),
        ("Take {{ conut('chip') }}.", "`conut` is not known here", 0, 9, "did you mean `count`?"),
        ("```table\nchup 0 0\n```", "this run has no piece `chup`", 1, 1, "did you mean `chip`?"),
        ("```table\nchip 0\n```", "expected a piece on the table, found `chip 0`", 1, 1, "a piece and its place"),
        ("```table\n```", "a table has no pieces", 0, 4, "write one on each line"),
        ("```table wide\nchip 0 0 \"{gen}\"\n```", "there is no symbol `gen`", 1, 11, "did you mean `gem`?"),
    ],
)  # fmt: skip
def test_a_wrong_name_is_found_at_its_place(
    tmp_path: Path, line: str, message: str, below: int, column: int, hint: str
) -> None:
    result, findings = made(tmp_path, f"{RULES_BEFORE}{line}\n", ("md",))
    assert result.written == ()
    (found,) = [each for each in findings if each.severity == "error"]
    assert found.message == message
    assert hint in found.hint
    assert found.span is not None
    first = RULES_BEFORE.count("\n") + 1
    assert (found.span.line - first, found.span.column) == (below, column)


def test_several_mistakes_are_reported_in_one_run(tmp_path: Path) -> None:
    _, findings = made(tmp_path, "# A\n\n![](a) ![](b)\n\n{c}\n\n```table\nd 0 0\ne 0 0\n```\n", ("md",))
    lines = [
        (each.span.line, each.span.column) for each in findings if each.span and each.severity == "error"
    ]
    assert lines == [(3, 5), (3, 12), (5, 1), (8, 1), (9, 1)]
