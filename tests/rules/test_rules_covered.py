"""`covered-text`: what hides letters and what doesn't, and where it is reported; places of other findings
about faces.
"""

from pathlib import Path

import pytest
from nineup.base.diagnostics import Diagnostic
from nineup.base.project import Project
from nineup.pipeline import check_games
from nineup.pipeline.proof.checking import Narrowing
from nineup.rules.looks import covered
from PIL import Image
from tiny import CARD, CARDS, write_tiny

NAME = 'x="7" y="22" width="49.5" height="8"'
FIRST = "cards/tiny/cards.yaml", 8


def found(root: Path, over: str, rule: str = "covered-text", cards: str = CARDS) -> list[Diagnostic]:
    """What a rule finds on the tiny game's cards with something drawn over them."""
    write_tiny(root, card=CARD.replace("</svg>", f"  {over}\n</svg>"), cards=cards)
    (checked,) = check_games(Project(root), ("tiny",), Narrowing(players=(2,), rules=(rule,)))
    assert not checked.findings.failed, list(checked.findings)
    return list(checked.findings)


def picture(root: Path, alpha: int) -> None:
    (root / "layouts/tiny").mkdir(parents=True)
    Image.new("RGBA", (900, 200), (9, 99, 9, alpha)).save(root / "layouts/tiny/p.png")


def test_a_text_under_a_shape_is_reported_at_its_letters(tmp_path: Path) -> None:
    findings = found(tmp_path, '<circle cx="20" cy="26" r="6" fill="#335577"/>')
    assert [(f.code, f.severity, f.face) for f in findings] == [
        ("covered-text", "warning", "deck/first, front"),
        ("covered-text", "warning", "deck/second, front"),
    ]
    first, second = findings
    assert first.message == "what is drawn over `t Ligh` in layouts/tiny/card.svg:3 hides it"
    assert first.hint.startswith("layouts/tiny/card.svg:6:3 draws that")
    lines = (tmp_path / "cards/tiny/cards.yaml").read_text().split("\n")
    for finding, letters in ((first, "t Light"), (second, "ond Wind")):
        assert finding.span is not None
        assert lines[finding.span.line - 1][finding.span.column - 1 :] == letters


@pytest.mark.parametrize(
    "over",
    [
        f'<rect {NAME} fill="#fff"/>',
        f'<g opacity="0.9"><rect {NAME} fill="#fff" fill-opacity="0.9"/></g>',
        '<path d="M7 26H57" stroke="#000" stroke-width="8"/>',
        '<path d="M0 0H63V88H0Z M9 70H30V80H9Z" fill="#fff" fill-rule="evenodd"/>',
        f'<image href="p.png" {NAME} preserveAspectRatio="none"/>',
        f'<clipPath id="c"><rect x="7" y="22" width="20" height="8"/></clipPath><rect {NAME} fill="#fff" clip-path="url(#c)"/>',
    ],
)
def test_what_hides_letters(tmp_path: Path, over: str) -> None:
    picture(tmp_path, 255)
    assert {finding.code for finding in found(tmp_path, over)} == {"covered-text"}


@pytest.mark.parametrize(
    "over",
    [
        f'<rect {NAME} fill="#fff" opacity="0.5"/>',
        '<rect x="5" y="20" width="53" height="11" fill="none" stroke="#000" stroke-width="1"/>',
        '<path d="M7 26H57" stroke="#000" stroke-width="0.3"/>',
        '<path d="M0 0H63V88H0Z M1 1H62V87H1Z" fill="#fff" fill-rule="evenodd"/>',
        f'<image href="p.png" {NAME} preserveAspectRatio="none"/>',
        f'<clipPath id="c"><rect x="50" y="22" width="7" height="8"/></clipPath><rect {NAME} fill="#fff" clip-path="url(#c)"/>',
        f'<g style="mix-blend-mode: multiply"><rect {NAME} fill="#fff"/></g>',
        '<rect x="7" y="29" width="49.5" height="2" fill="#fff"/>',
    ],
)
def test_what_hides_none(tmp_path: Path, over: str) -> None:
    picture(tmp_path, 60)
    assert found(tmp_path, over) == []


def test_what_is_drawn_before_a_text_hides_nothing(tmp_path: Path) -> None:
    name = '<rect x="7" y="22"'
    assert name in CARD
    write_tiny(tmp_path, card=CARD.replace(name, f'<rect {NAME} fill="#ddd"/>{name}'))
    (checked,) = check_games(Project(tmp_path), ("tiny",), Narrowing(players=(2,), rules=("covered-text",)))
    assert list(checked.findings) == []


def test_words_of_a_layout_are_reported_once_at_their_element(tmp_path: Path) -> None:
    over = '<text x="9" y="50" font-family="Source Sans 3" font-size="4">Words</text><rect x="8" y="45" width="30" height="8"/>'
    findings = found(tmp_path, over, cards=CARDS.replace("Take 1 {gem} and wait for the evening.", "A."))
    own = [finding for finding in findings if finding.span and finding.span.file.endswith(".svg")]
    assert [(f.message, f.span and f.span[1:3]) for f in own] == [
        ("what is drawn over `Words` in layouts/tiny/card.svg:6 hides it", (6, 3))
    ]


def test_other_findings_about_faces_point_at_the_element(tmp_path: Path) -> None:
    faint = '<text x="9" y="50" font-family="Source Sans 3" font-size="4" fill="#ccc">Words</text>'
    (only,) = found(tmp_path, faint, "contrast")
    assert only.span is not None
    assert only.span[:3] == ("layouts/tiny/card.svg", 6, 3)


@pytest.mark.parametrize("settings", ["", "image-dpi: 300\n"])
def test_a_picture_far_above_the_resolution_of_a_print_is_named(tmp_path: Path, settings: str) -> None:
    (tmp_path / "layouts/tiny").mkdir(parents=True)
    Image.new("L", (2500, 900)).save(tmp_path / "layouts/tiny/p.png")
    Image.new("L", (900, 900)).save(tmp_path / "layouts/tiny/small.png")
    (tmp_path / "nineup.yaml").write_text(settings)
    placed = "".join(
        f'<image href="{name}.png" x="5" y="{y}" width="25" height="9"/>'
        for name, y in (("p", 40), ("small", 60))
    )
    findings = found(tmp_path, placed, "resolution")
    if settings:
        assert findings == []
        return
    (only,) = findings
    assert only.message.endswith("`layouts/tiny/p.png`, 2500 by 900 pixels and 25 mm wide, has 2,540 dpi")
    assert "image-dpi: 300" in only.hint
    assert only.span is not None
    assert only.span[:3] == ("layouts/tiny/card.svg", 6, 3)


def test_a_coarse_picture_is_named_with_its_card(tmp_path: Path) -> None:
    picture(tmp_path, 255)
    (only,) = found(tmp_path, '<image href="p.png" x="0" y="40" width="200" height="40"/>', "resolution")
    assert (
        only.message
        == "`deck/first`, front: `layouts/tiny/p.png`, 900 by 200 pixels and 180 mm wide, has 127 dpi"
    )
    assert only.span is not None
    assert only.span[:3] == ("layouts/tiny/card.svg", 6, 3)
    cards = CARDS.replace("name: text", "name: text\n  art: text").replace(
        "    name:", "    art: p.png\n    name:"
    )
    over = '<rect x="0" y="40" width="180" height="40" n:image="{{ card.art }}"/>'
    (only,) = found(tmp_path, over, "resolution", cards)
    assert only.span is not None
    assert only.span[:3] == ("cards/tiny/cards.yaml", 9, 10)


def test_what_is_forgotten_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    over = '<circle cx="20" cy="26" r="6" fill="#335577"/>'
    all_remembered = found(tmp_path, over)
    monkeypatch.setattr(covered, "RECENT_LINES", 1)
    monkeypatch.setattr(covered, "RECENT_PAIRS", 1)
    assert found(tmp_path, over) == all_remembered != []
