"""Plausible edits to the four games: nearly all of them are reported, each by the rule that should.

`mutations/<game>.yaml` lists them: a file, the text whose first occurrence is changed, the new text, and the
code that must report it (`any` for any rule). A run tries every fortieth of them, one with NINEUP_FUZZ (`make
fuzz`) all.
"""

import os
from pathlib import Path

import pytest
import yaml
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.rules import RULES, ProofScope, check_game, rule_settings

from benchmarks.mutations import PLACES, WAYS, caught

FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))
ROOT = Path(__file__).parents[2]
MUTATIONS = Path(__file__).parent / "mutations"
GAMES = ("gem-rush", "gem-thief", "gemotion", "raghba")

WORD, FACE, SENSE = (
    "it is another word",
    "`check` finds it on the drawn faces",
    "only the document says otherwise",
)
SILENT: dict[tuple[str, str], str] = {
    ("gem-rush", 'tone: "#3564cf"}'): "nothing says what the art paints",
    ("gem-rush", "Turn this rom a quarter"): WORD,
    ("gem-thief", "auction-house: {name: Action House}"): WORD,
    ("gemotion", "that you have already Plaid"): WORD,
    ("gemotion", "Bank all Stashes (excluding your own)"): SENSE,
    ("gemotion", "one or more triple one other {non-white}"): SENSE,
    ("raghba", 'middle: "#005c3d", strong: "#4ea17b"'): FACE,
    ("raghba", 'line: "#651f22"}\n      ink: "#2b2838"'): FACE,
    ("raghba", "size: 420mm x 297mm"): FACE,
    ("raghba", "size: 28mm x 65mm"): FACE,
    ("raghba", "setup"): FACE,
    ("raghba", 'mild: "#ad86c5", middle: "#f2e0fe"'): "legible all the same",
    ("raghba", "The Sole moves one"): WORD,
    ("raghba", "all Souls have been out"): SENSE,
}
"""The edits that no rule over the game's data reports, and why."""


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
    """What is reported of an edited game, in one large configuration or in all; only by the rule that should,
    where one is named.
    """
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
    tried = edits(game)[:: 1 if FUZZ else 40]
    missed = {(game, edit["new"]) for edit in tried if not is_heard(game, edit, before)}
    assert missed <= set(SILENT)


def test_there_are_enough_edits_and_nearly_all_are_heard() -> None:
    number = sum(len(edits(game)) for game in GAMES)
    assert number >= 770
    assert number - len(SILENT) >= number * 130 / 140


def test_mistakes_made_by_kind_are_caught_with_the_games_own_rules_and_without() -> None:
    counts = caught("plein-air", 2)
    assert counts.keys() == PLACES.keys()
    together = {way: sum(each[way] for each in counts.values()) for way in (*WAYS, "of")}
    assert 0 < together["no notes"] <= together["no says"] <= together["all"] <= together["of"] <= 12
