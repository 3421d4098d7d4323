"""Plausible edits to the four games: nearly all of them are reported, each by the rule that should.

`mutations/<game>.yaml` lists them: a file, the text that is changed where it first stands, the new text, and the code
that must report it (`any` for whichever does).
"""

from pathlib import Path

import pytest
import yaml
from nineup.diagnostics import Findings
from nineup.load import load_game
from nineup.project import Project
from nineup.rules import RULES, ProofScope, check_game, rule_settings

ROOT = Path(__file__).parents[2]
MUTATIONS = Path(__file__).parent / "mutations"
GAMES = ("gem-rush", "gem-thief", "gemotion", "raghba")

SILENT: dict[tuple[str, str], str] = {}
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


def findings(game: str, edit: dict[str, str], whole: bool) -> set[tuple[str, str]]:
    """What is reported of an edited game, in one large configuration or in all; only by the rule that should, where one is named."""
    found = Findings()
    project = Edited(f"cards/{game}/{edit['file']}", edit["old"], edit["new"])
    loaded = load_game(project, game, found, rule_settings())
    if loaded is not None and not found.failed:
        only = (edit["by"],) if any(rule.code == edit["by"] for rule in RULES) else ()
        colors = {id: option.values for id, option in loaded.options.items() if option.kind == "some"}
        check_game(loaded, found, ProofScope() if whole else ProofScope((4,), colors), only)
    return {(each.code, each.message) for each in found}


def edits(game: str) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = yaml.safe_load((MUTATIONS / f"{game}.yaml").read_text(encoding="utf-8"))
    return listed


def is_heard(game: str, edit: dict[str, str], before: dict[bool, set[tuple[str, str]]]) -> bool:
    """Whether an edit is reported: in all configurations if the one that is quick to check says nothing."""
    return any(
        edit["by"] in ("any", code)
        for whole in (False, True)
        for code, _ in findings(game, edit, whole) - before[whole]
    )


@pytest.mark.parametrize("game", GAMES)
def test_edits_that_a_designer_should_hear_of_are_reported(game: str) -> None:
    unchanged = {"file": "game.yaml", "old": "game:", "new": "game:", "by": "any"}
    before = {whole: findings(game, unchanged, whole) for whole in (False, True)}
    missed = {(game, edit["new"]) for edit in edits(game) if not is_heard(game, edit, before)}
    assert missed <= set(SILENT)


def test_there_are_enough_edits_and_nearly_all_are_heard() -> None:
    number = sum(len(edits(game)) for game in GAMES)
    assert number >= 370
    assert number - len(SILENT) >= number * 130 / 140
