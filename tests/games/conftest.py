"""The games of this project, loaded once."""

from pathlib import Path

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.model.game import Game
from nineup.rules import rule_settings


@pytest.fixture(scope="session")
def gemotion() -> Game:
    findings = Findings()
    game = load_game(Project(Path(__file__).parents[2]), "gemotion", findings, rule_settings())
    assert game is not None, findings
    assert not findings
    return game
