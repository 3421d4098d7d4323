"""An option of which more players choose more: runs, messages, the whole box, proofs and the solver obey it."""

from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Diagnostic, Findings
from nineup.base.project import Project
from nineup.logic.select import possible_options, select
from nineup.model.game import Game
from nineup.rules.engine import questions
from tiny import GAME, write_tiny

LIMITS = "exactly: {2: 1, 3-6: 2}"
TWO = "suits: {choose: suit, at-least: 1}"


def written(root: Path, rule: str = "", limits: str = LIMITS, legal: str = "") -> Project:
    game = GAME.replace(TWO, f"suits: {{choose: suit, {limits}}}\n  night: {{default: no}}")
    game += f'  - {{says: so many are chosen, check: "{rule}"}}\n' if rule else ""
    return Project(write_tiny(root, game=game.replace("symbols:\n", f"{legal}symbols:\n", 1)))


def loaded(project: Project) -> Game:
    game = pipeline.load(project, "tiny", findings := Findings())
    assert game is not None, list(findings)
    return game


def chosen(game: Game, players: int | None, options: dict[str, str] = {}) -> list[str] | str:  # noqa: B006
    run = select(game, findings := Findings(), players, options)
    return findings[0].message if run is None else list(map(str, run.options["suits"]))


def test_each_player_count_chooses_its_number(tmp_path: Path) -> None:
    game = loaded(written(tmp_path))
    assert [chosen(game, players) for players in (2, 3, None)] == [
        ["ruby"],
        ["ruby", "jade"],
        ["ruby", "jade"],
    ]
    assert chosen(game, 2, {"suits": "jade"}) == ["jade"]
    assert (
        chosen(game, 3, {"suits": "jade"}) == "`suits=jade` is not possible: 1 of exactly 2 for 3-6 players"
    )
    assert chosen(game, None, {"suits": "jade"}) == chosen(game, 3, {"suits": "jade"})
    kept = {"suits": "jade", "night": "yes"}
    assert (possible_options(game, 2, kept), possible_options(game, 4, kept)) == (kept, {"night": "yes"})
    assert game.options["suits"].amount == "exactly 1 for 2 players, exactly 2 for 3-6 players"


def test_runs_inside_a_box_have_its_choice(tmp_path: Path) -> None:
    """The box for four chooses both suits, which two players may not."""
    game = loaded(written(tmp_path, legal="", limits=LIMITS))
    run = select(game, Findings(), None)
    assert run is not None
    assert {part.card.id for part in run.parts if part.component.id == "deck"} == {"first", "second"}


@pytest.mark.parametrize("by_solver", [False, True])
@pytest.mark.parametrize(
    ("rule", "counterexample"),
    [
        ("suits|length == (1 if players == 2 else 2)", ""),
        ("suits|length == 2", "2 players, ruby"),
        ("suits|length == 1", "3 players, ruby, jade"),
        ("'jade' in suits or players == 2 and not night", "2 players, ruby, night"),
        ("not night or 'ruby' in suits", "2 players, jade, night"),
    ],
)
def test_a_rule_is_proved_for_what_each_may_choose(
    rule: str, counterexample: str, by_solver: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if by_solver:
        pytest.importorskip("ortools")
        monkeypatch.setattr(questions, "MOST_WITHOUT_SOLVER", 0)
    assert counterexamples(written(tmp_path, rule)) == ([counterexample] if counterexample else [])


def test_relations_hold_with_these_numbers(tmp_path: Path) -> None:
    """With the night, ruby goes with one player count only, where it is not needed."""
    legal = "legal:\n  - {if: night, excludes: suits=ruby}\n"
    project = written(tmp_path, "not night or players == 2", legal=legal)
    assert counterexamples(project) == []
    project = written(tmp_path / "two", "not night", legal=legal)
    assert counterexamples(project) == ["2 players, jade, night"]


def counterexamples(project: Project) -> list[str]:
    pipeline.check(project, "tiny", findings := Findings(), rules=("rule",))
    return [each.configuration for each in _errors(findings)]


def _errors(findings: Findings) -> list[Diagnostic]:
    return [each for each in findings if each.severity == "error"]
