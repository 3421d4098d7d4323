"""Plausible edits to the four games: nearly all of them are reported, each by the rule that should.

`mutations/<game>.yaml` lists them: a file, the text that is changed where it first stands, the new text, and the code
that must report it (`any` for whichever does).
"""

from pathlib import Path
from typing import Any

import pytest
import yaml
from nineup.diagnostics import Diagnostic, Findings
from nineup.load import load_game
from nineup.project import Project
from nineup.rules import RULES, check_game, rule_settings

ROOT = Path(__file__).parents[2]
MUTATIONS = Path(__file__).parent / "mutations"
GAMES = ("gem-rush", "gem-thief", "gemotion", "raghba")

SILENT = {
    ("gem-thief", "pile: comunity"): "a pile may have one component; its three others are one pile still",
}
"""The edits that no rule reports, and why."""


class Edited(Project):
    """The project with one file changed on its way in."""

    def __init__(self, path: str, old: str, new: str) -> None:
        super().__init__(ROOT)
        self._edit = path, old.encode(), new.encode()

    def read(self, path: str) -> bytes:
        data = super().read(path)
        changed, old, new = self._edit
        if path != changed:
            return data
        assert old in data, f"{path} has no `{old.decode()}`"
        return data.replace(old, new, 1)


def findings(game: str, edit: dict[str, str]) -> list[Diagnostic]:
    found = Findings()
    project = Edited(f"cards/{game}/{edit['file']}", edit["old"], edit["new"])
    loaded = load_game(project, game, found, rule_settings())
    if loaded is not None and not found.failed:
        only = (edit["by"],) if any(rule.code == edit["by"] for rule in RULES) else ()
        check_game(loaded, found, only=only)
    return list(found)


def edits(game: str) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = yaml.safe_load((MUTATIONS / f"{game}.yaml").read_text(encoding="utf-8"))
    return listed


def is_heard(edit: dict[str, str], found: list[Diagnostic], before: set[Any]) -> bool:
    new = [each for each in found if (each.code, each.message) not in before]
    return any(edit["by"] in ("any", each.code) for each in new)


@pytest.mark.parametrize("game", GAMES)
def test_edits_that_a_designer_should_hear_of_are_reported(game: str) -> None:
    unchanged = {"file": "game.yaml", "old": "game:", "new": "game:", "by": "any"}
    before = {(each.code, each.message) for each in findings(game, unchanged)}
    missed = {(game, edit["new"]) for edit in edits(game) if not is_heard(edit, findings(game, edit), before)}
    assert missed <= set(SILENT)


def test_there_are_enough_edits_and_nearly_all_are_heard() -> None:
    number = sum(len(edits(game)) for game in GAMES)
    assert number >= 140
    assert number - len(SILENT) >= number * 130 / 140
