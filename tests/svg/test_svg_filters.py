"""Filters: pixels that are kept are those that resvg would draw."""

from pathlib import Path

import pytest
import resvg_py
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.store import Store
from nineup.pipeline import PrintOptions, RunChoice
from stores import DAMAGES, damage, user_store
from tiny import STYLE, SVG, write_tiny

GAME = """\
game: Tiny
designer: Nobody
licence: CC0
players: 2
components:
  deck: {shape: card, size: poker, layout: card.svg, copies: COPIES}
"""
CARD = SVG.format(w=63.5, h=88.9) + (
    '<filter id="f"><feGaussianBlur stdDeviation="DEVIATION"/></filter>'
    '<circle cx="30" cy="40" r="9" fill="#b5162b" filter="url(#f)"/></svg>'
)


@pytest.fixture(autouse=True)
def store(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Store:
    return user_store(tmp_path_factory.mktemp("above"), monkeypatch)


def built(root: Path, copies: int = 1, deviation: str = "1", *, remembers: bool) -> bytes:
    """The sheets of a card with a filter."""
    write_tiny(root, game=GAME.replace("COPIES", str(copies)), style=STYLE)
    (root / "layouts/tiny/card.svg").write_text(CARD.replace("DEVIATION", deviation))
    pipeline.build(
        Project(root, remembers=remembers),
        "tiny",
        RunChoice(),
        options=PrintOptions(output=root / "output"),
        findings=(findings := Findings()),
        progress=lambda what, done, total: None,
    )
    assert not findings.failed
    return (root / "output/tiny/box/cards-a4.pdf").read_bytes()


def test_after_an_edit_a_filter_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = built(tmp_path, copies=2, remembers=False)
    blurred = built(tmp_path, copies=2, deviation="2", remembers=False)
    assert built(tmp_path, copies=1, remembers=True) != cold != blurred
    drawn: list[str] = []
    draw = resvg_py.svg_to_bytes
    monkeypatch.setattr(
        resvg_py, "svg_to_bytes", lambda svg_string, **given: drawn.append("") or draw(svg_string, **given)
    )
    assert built(tmp_path, copies=2, remembers=True) == cold
    assert drawn == []
    assert built(tmp_path, copies=2, deviation="2", remembers=True) == blurred
    assert drawn == [""]


@pytest.mark.parametrize("how", DAMAGES)
def test_damaged_pixels_are_drawn_again(
    tmp_path: Path, store: Store, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cold = built(tmp_path, remembers=False)
    assert built(tmp_path, remembers=True) == cold
    damage(store, how, monkeypatch)
    assert built(tmp_path, remembers=True) == cold
