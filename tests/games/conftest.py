"""The games of this project, loaded once."""

from pathlib import Path

import pytest

from generator.diagnostics import Findings
from generator.game import Game
from generator.load import load_game
from generator.project import Project


@pytest.fixture(scope="session")
def gemotion() -> Game:
    findings = Findings()
    game = load_game(Project(Path(__file__).parents[2]), "gemotion", findings)
    assert game is not None, findings
    assert not findings
    return game
