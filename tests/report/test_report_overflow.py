"""The table of texts that don't fit, and which of them are shown of many."""

import re
from pathlib import Path

from nineup.base.diagnostics import Diagnostic, Overflow, Span
from nineup.base.project import Project
from nineup.pipeline import check_games
from nineup.pipeline.proof.checking import Narrowing
from nineup.report import as_text
from nineup.report.text import overflow_table
from tiny import CARDS, write_tiny

FRAME = "`rules` of layouts/tiny/card.svg:4"


def finding(
    card: str, excess: float, fits: float | None = None, frame: str = FRAME, line: int = 1
) -> Diagnostic:
    return Diagnostic(
        *("text-overflow", "error", f"{excess} too tall", Span("cards.yaml", line, 1)),
        face=f"deck/{card}, front",
        overflow=Overflow(excess, 7.5, fits, frame),
    )


def test_frames_by_their_worst_text() -> None:
    findings = [
        finding("a", 2.0, 7.0),
        finding("b", 9.0, 6.5),
        finding("b", 3.0, 6.5),
        finding("c", 20.0),
        finding("a", 30.0, 7.0, "`name` of layouts/tiny/card.svg:3"),
    ]
    rows = [re.split(" {2,}", row) for row in overflow_table(findings).split("\n")]
    assert rows == [
        ["texts that don't fit, in", "faces", "the worst", "fit at 0.5 pt less", "fit at 1 pt less"],
        ["deck, `name` of layouts/tiny/card.svg:3", "1", "10.58 mm, deck/a", "all", "all"],
        ["deck, `rules` of layouts/tiny/card.svg:4", "3", "7.06 mm, deck/c", "1", "2"],
    ]


def test_one_text_needs_no_table() -> None:
    assert overflow_table([finding("a", 2.0), finding("a", 3.0)]) == ""


def test_of_many_the_worst_are_shown() -> None:
    findings = [finding(f"c{n}", float(n), line=n) for n in range(1, 41)]
    shown = as_text(findings, lambda path: ())
    assert "40.0 too tall" in shown
    assert "\n20.0 too tall" not in shown
    assert "cards.yaml:20:1" not in shown
    assert "cards.yaml:21:1" in shown
    assert "20 more like these [text-overflow]" in shown


def test_how_much_smaller_a_text_fits_is_what_it_takes(tmp_path: Path) -> None:
    """The size that is named fits, and half a point more doesn't."""
    text = "Take 1 {gem} and wait for the evening. " * 20
    cards = CARDS.replace("Take 1 {gem} and wait for the evening.", text)
    write_tiny(tmp_path, cards=cards)
    (checked,) = check_games(Project(tmp_path), ("tiny",), Narrowing(players=(2,), rules=("contrast",)))
    (only,) = [each for each in checked.findings if each.overflow]
    assert only.overflow is not None
    fits = only.overflow.fits
    assert fits is not None
    style = (tmp_path / "layouts/tiny/style.yaml").read_text()
    for size, is_fit in ((fits, True), (fits + 0.5, False)):
        sized = style.replace("min-size: 7.5pt", f"min-size: {size:g}pt")
        (tmp_path / "layouts/tiny/style.yaml").write_text(sized)
        (again,) = check_games(Project(tmp_path), ("tiny",), Narrowing(players=(2,), rules=("contrast",)))
        assert (not [each for each in again.findings if each.overflow]) is is_fit
