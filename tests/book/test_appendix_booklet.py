"""Booklets to fold: the order of their pages, which way up they are, and rules that are written in
Markdown.
"""

import io
from pathlib import Path

import pikepdf
import pytest
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Size
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.book.writers.signature import Signature, imposed, sheet_size, spreads
from nineup.pipeline import BuildResult, PrintOptions, RunChoice
from nineup.pipeline.appendix import AppendixRequest, build_appendix
from pages import words_at
from tiny import write_tiny

RULES = """\
# Setup

Everybody takes *nothing* but **one** {gem}.

1. Shuffle.
2. Deal, see [the page](https://example.org).

# Play

## Your turn

> Talk as you like.

- Take `one` card,
  or none.

| Gem | Worth |
|:--|--:|
| {gem} | 3 |
"""


def made(root: Path, rules: str = "", **printing: object) -> tuple[BuildResult, Findings]:
    write_tiny(root)
    if rules:
        (root / "cards/tiny/rules.md").write_text(rules, encoding="utf-8")
    request = AppendixRequest(("booklet", "md"), rules="cards/tiny/rules.md" if rules else "")
    findings = Findings()
    options = PrintOptions(**printing)  # type: ignore[arg-type]
    made = build_appendix(Project(root), "tiny", RunChoice(), options, request, findings, lambda *_: None)
    return made, findings


def folded(pages: int) -> list[int | None]:
    """The pages as a reader turns them, from the sides of the sheets."""
    sides = spreads(pages)
    fronts, backs = sides[::2], sides[1::2]
    first = [page for front, back in zip(fronts, backs, strict=True) for page in (front.right, back.left)]
    last = [
        page
        for front, back in zip(reversed(fronts), reversed(backs), strict=True)
        for page in (back.right, front.left)
    ]
    return first + last


@pytest.mark.parametrize("pages", [1, 2, 4, 5, 8, 13, 16, 23])
def test_a_folded_booklet_is_read_from_the_first_page_to_the_last(pages: int) -> None:
    read = folded(pages)
    assert len(read) % 4 == 0
    assert read[:pages] == list(range(1, pages + 1))
    assert set(read[pages:]) <= {None}
    assert len(read) - pages < 4


def test_odd_pages_are_on_the_right() -> None:
    assert all((right or 1) % 2 == 1 and (left or 2) % 2 == 0 for left, right in spreads(20))


def test_pages_are_side_by_side_and_backs_are_turned_and_shifted() -> None:
    pages = {1: "one", 2: "two", 3: "three"}
    signature = Signature(0.5, True, (2.0, -3.0))
    assert sheet_size(Size(100, 200), signature) == (100, 100)
    front, back = imposed(pages.__getitem__, 3, Size(100, 200), signature=signature)
    assert front == "q 0.500000 0 0 0.500000 50.000 0 cm\none\nQ"
    assert back.startswith("q -1 0 0 -1 102.000 103.000 cm\nq 0.500000 0 0 0.500000 0.000 0 cm\ntwo\nQ\n")
    _, upright = imposed(pages.__getitem__, 2, Size(100, 200), signature=Signature(offset=(2.0, -3.0)))
    assert upright.startswith("q 1 0 0 1 2.000 3.000 cm\n")


def test_rules_in_markdown_become_a_booklet_of_a5_pages(tmp_path: Path) -> None:
    outcome, findings = made(tmp_path, RULES)
    assert not findings.failed, [*findings]
    assert [file.path.name for file in outcome.written] == ["rules-booklet.pdf", "rules.md", "rules-pictures"]
    data = outcome.written[0].path.read_bytes()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == 2
        width, height = (float(side) for side in pdf.pages[0].MediaBox[2:])
        assert (width / MM, height / MM) == (pytest.approx(297, abs=0.1), pytest.approx(210, abs=0.1))
        assert str(pdf.docinfo["/Title"]) == "Tiny: rules"
    front, back = words_at(data, 0), words_at(data, 1)
    assert front["Tiny"][0] > width / 2  # the first page is on the right
    assert back["Shuffle."][0] > width / 2  # the second on the left, turned for the long edge
    assert back["Setup"][1] < back["Shuffle."][1]
    text = outcome.written[1].path.read_text(encoding="utf-8")
    for part in (
        "# Setup",
        "**one**",
        "*nothing*",
        "1. Shuffle.",
        "https://example.org",
        "> Talk",
        "Take one card, or none.",
    ):
        assert part in text, part
    assert "gem" in text


def test_on_the_short_edge_backs_are_upright(tmp_path: Path) -> None:
    outcome, _ = made(tmp_path, RULES, backs="short-edge")
    back = words_at(outcome.written[0].path.read_bytes(), 1)
    assert back["Setup"][1] > back["Shuffle."][1]
    assert back["Shuffle."][0] < 420


def test_the_appendix_is_a_booklet_too(tmp_path: Path) -> None:
    outcome, findings = made(tmp_path)
    assert not findings.failed, [*findings]
    assert outcome.written[0].path.name == "appendix-booklet.pdf"
    assert outcome.written[0].pages % 2 == 0


@pytest.mark.parametrize(
    ("rules", "line", "message"),
    [
        ("Take a card.\n", 1, "a rulebook begins with the heading of its first chapter"),
        ("# A\n\n```\ncode\n```\n", 3, "a rulebook has no blocks of code"),
        ("# A\n\n- one\n  - two\n", 4, "a rulebook has no list inside a list"),
        ("# A\n\nSee ![this](a.png).\n", 3, "a rulebook has no pictures within a text"),
        ("# A\n\nTake {gen}.\n", 3, "there is no symbol `gen`"),
        ("# A\n\n<b>Take</b>\n", 3, "a rulebook has no HTML"),
        ("# A\n\nTake \x05.\n", 3, "the character U+0005 is invisible and not allowed"),
    ],
)
def test_what_a_rulebook_has_no_place_for_is_refused_at_its_line(
    tmp_path: Path, rules: str, line: int, message: str
) -> None:
    outcome, findings = made(tmp_path, rules)
    assert outcome.written == ()
    assert (message, line) in [(found.message, found.span and found.span.line) for found in findings]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    request, findings = AppendixRequest(("booklet",), rules="rules.md"), Findings()
    build_appendix(Project(tmp_path), "tiny", RunChoice(), PrintOptions(), request, findings, lambda *_: None)
    assert [found.code for found in findings] == ["no-file"]


def test_entities_for_what_cannot_be_printed_are_spaces(tmp_path: Path) -> None:
    outcome, findings = made(tmp_path, "# A\n\nTake&#12;one&#13; of `it`.\n")
    assert outcome.written
    assert not findings.failed
