"""Fixes that findings know: the word is replaced where it stands, and everything else stays byte for byte."""

from pathlib import Path

import pytest
from nineup.base import Accept, Diagnostic, Findings, Project, Span
from nineup.base.diagnostics import Replace, close
from nineup.files.edit import can_fix, fixed, place_of_fix
from nineup.pipeline import check
from tiny import CARD, CARDS, GAME, STYLE, write_tiny

FILES = {
    "game": "cards/tiny/game.yaml",
    "cards": "cards/tiny/cards.yaml",
    "style": "layouts/tiny/style.yaml",
    "card": "layouts/tiny/card.svg",
}
RIGHT = {"game": GAME, "cards": CARDS, "style": STYLE, "card": CARD}


def found(root: Path) -> Findings:
    findings = Findings()
    check(Project(root), "tiny", findings)
    return findings


SLIPS = [
    ("game", "shape: token", "shape: tokn", "unknown-word"),
    ("cards", "1 {gem}", "1 {gm}", "unknown-symbol"),
    ("cards", "suit: jade", "suit: jadde   # the green one", "unknown-item"),
    ("cards", "    text: Take", "    txet: Take", "unknown-key"),
    ("cards", "'ruby' in suits", "'ruby' in suitz", "bad-expression"),
    ("style", "color: ink", 'color: "inkk"', "style-value"),
    ("style", "weight: bold", "weight: bld", "style-value"),
    ("style", "extends: rules", "extends: ruls", ""),
    ("card", "{{ card.name }}", "{{ card.nmae }}", ""),
    ("card", 'class="title"', 'class="titel"', ""),
]


@pytest.mark.parametrize(("file", "right", "wrong", "code"), SLIPS)
def test_a_slip_is_fixed_where_it_is(tmp_path: Path, file: str, right: str, wrong: str, code: str) -> None:
    assert right in RIGHT[file]
    written = RIGHT[file].replace(right, wrong, 1)
    root = write_tiny(tmp_path, **{file: written})
    finding = next(each for each in found(root) if each.severity == "error" and each.fixes)
    assert code in ("", finding.code)
    (fix, *_) = finding.fixes
    assert can_fix(fix, finding.span)
    path = root / place_of_fix(fix, finding.span).file
    assert path == root / FILES[file]
    made = fixed(path.read_bytes(), fix, finding.span)
    assert isinstance(made, bytes)
    comment = "   # the green one" if "#" in wrong else ""
    expected = RIGHT[file].replace(right, right + comment, 1) if comment else RIGHT[file]
    assert made.decode().replace('"ink"', "ink") == expected
    path.write_bytes(made)
    assert [each for each in found(root) if each.severity == "error"] == []


def test_what_is_accepted_is_written_with_its_reason_on_its_own_card(tmp_path: Path) -> None:
    twin = (
        "  - id: twin\n    suit: jade\n    name: Third Wind   # as the second\n"
        + CARDS[CARDS.index('    text: "**') :]
    )
    root = write_tiny(tmp_path, cards=CARDS + twin)
    finding = next(each for each in found(root) if each.code == "near-duplicate")
    fix = next(each for each in finding.fixes if isinstance(each, Accept))
    assert fix.key == "near-duplicate"
    path = root / place_of_fix(fix, finding.span).file
    assert isinstance(fixed(path.read_bytes(), fix, finding.span), Diagnostic)  # without a reason
    made = fixed(path.read_bytes(), fix, finding.span, reason="The other neighbour: on purpose")
    assert isinstance(made, bytes)
    assert "as the second" in made.decode()
    path.write_bytes(made)
    assert {each.code for each in found(root)}.isdisjoint({"near-duplicate", "unused-accept", "unknown-rule"})


def test_what_has_changed_since_is_refused(tmp_path: Path) -> None:
    span = Span("cards/tiny/cards.yaml", 1, 4)
    made = fixed(b"a: jade\n", Replace("jadde", "jade"), span)
    assert isinstance(made, Diagnostic)
    assert "no longer there" in made.message


@pytest.mark.parametrize("new", ["a: b", "x # y", "- x", "{x", "x\ny"])
def test_a_word_that_would_be_read_as_something_else_is_refused(new: str) -> None:
    span = Span("cards/tiny/cards.yaml", 1, 4)
    assert isinstance(fixed(b"a: jade\nb: 1\n", Replace("jade", new), span), Diagnostic)


def test_a_part_of_a_word_is_no_word() -> None:
    span = Span("cards/tiny/cards.yaml", 1, 4)
    assert fixed(b"a: jade-x jade\n", Replace("jade", "opal"), span) == b"a: jade-x opal\n"


def test_several_suggestions_are_several_fixes() -> None:
    fixes = Diagnostic("x", "error", "y", hint=close("gem", ("gem-red", "gem-blue"))).fixes
    assert set(fixes) == {Replace("gem", "gem-blue"), Replace("gem", "gem-red")}
