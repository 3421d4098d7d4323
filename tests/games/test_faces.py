"""Games are drawn without a finding: texts fit, glyphs exist, art is understood.

`make check` checks those of this project.
"""

from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import STARTER, Project

PLAIN = """
game: Plain
players: 2
components:
  deck:
    shape: card
    size: poker
    layout: plain-card.svg
    fields: {name: text, text: rich}
    cards: [{id: one, name: One, text: Draw a card.}]
  board:
    shape: tile
    size: 60mm
    layout: plain-tile.svg
    face: {name: Meadow, text: Rest here.}
  coin:
    shape: token
    size: 20mm
    layout: plain-token.svg
    back: plain-token.svg
    face: {label: "5"}
    setup: 10
  place:
    shape: mat
    size: 190mm x 130mm
    layout: plain-mat.svg
"""


def reported(project: Project, game: str) -> list[tuple[str, str]]:
    findings = Findings()
    pipeline.check(project, game, findings)
    return [(finding.severity, finding.code) for finding in findings]


def test_the_starter_game_has_no_finding() -> None:
    assert reported(Project(STARTER / "games"), "tea-time") == []


@pytest.fixture
def plain(tmp_path: Path) -> Project:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "cards" / "plain").mkdir(parents=True)
    (tmp_path / "cards" / "plain" / "game.yaml").write_text(PLAIN, encoding="utf-8")
    return Project(tmp_path)


def test_a_game_without_layouts_of_its_own_is_drawn_by_the_plain_ones(plain: Project) -> None:
    assert reported(plain, "plain") == []
