"""Nineup's proofs against an oracle that shares no code with them: random games, brute force over everything.

Of each game every verdict is compared (which rule fails of what, and how severely), and every counterexample:
in each table that it stands for the oracle sees the failure, and no table before it in the declared order
fails. Each game is proved twice: as it is, and in the way in which large games are, with every rule asked in
parts and by totals. Some are also proved by the solver, wherever it can say anything.

`make fuzz` tries other games in each run, ten times as many; a failure names the game's seed.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import randrange

import pytest
from nineup.base.diagnostics import Diagnostic
from nineup.rules.engine import proof, questions, tally

from oracle.brute import Fact, facts
from oracle.faces import add_faces
from oracle.judged import shown_by, size, verdicts, verdicts_on_faces
from oracle.maker import Maker
from oracle.spec import Env, Game

FUZZ = int(os.environ.get("NINEUP_FUZZ", "0"))
GAMES = 105 * max(1, FUZZ)
SOLVED = 45 * max(1, FUZZ)
FACES = 60 * max(1, FUZZ)
FIRST = randrange(1_000_000_000) if FUZZ else 0


@pytest.mark.parametrize("in_parts", [False, True])
@pytest.mark.parametrize("number", range(0, GAMES, 15))
def test_verdicts_and_counterexamples_are_those_of_brute_force(
    number: int, in_parts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if in_parts:
        monkeypatch.setattr(proof, "MOST_AT_ONCE", 0)
        monkeypatch.setattr(questions, "MOST_WITHOUT_TOTALS", 0)
        monkeypatch.setattr(questions, "effort", lambda space, part: -1)
        monkeypatch.setattr(proof, "effort", lambda space, part: -1)
    for seed in range(FIRST + number, FIRST + number + 15):
        game = Maker(seed).game
        true, found = facts(game), verdicts(game, tmp_path / str(seed))
        assert set(found) == set(true), seed
        _compare(game, true, found, seed)


@pytest.mark.parametrize("number", range(0, SOLVED, 15))
def test_verdicts_and_counterexamples_of_the_solver_are_those_of_brute_force(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ortools")
    monkeypatch.setattr(questions, "MOST_WITHOUT_SOLVER", 0)
    solved = []
    monkeypatch.setattr(tally.RuleTally, "solved_by", lambda *told: solved.append(told))
    for seed in range(FIRST + 1000 + number, FIRST + 1000 + number + 15):
        game = Maker(seed).game
        true, found = facts(game), verdicts(game, tmp_path / str(seed))
        assert set(found) == set(true), seed
        _compare(game, true, found, seed)
    assert solved


@pytest.mark.parametrize("number", range(0, FACES, 10))
def test_faces_are_compared_with_their_cards_as_by_brute_force(number: int, tmp_path: Path) -> None:
    for seed in range(FIRST + number, FIRST + number + 10):
        maker = Maker(seed)
        add_faces(maker)
        game = maker.game
        true = {fact: tables for fact, tables in facts(game).items() if fact.code == "printed"}
        found, held = verdicts_on_faces(game, tmp_path / str(seed))
        assert set(found) == set(true), seed
        _compare(game, true, found, seed)
        failing = {env.players for tables in true.values() for env in tables}
        assert {players for players, holds in held.items() if not holds} == failing, seed


def _compare(
    game: Game, true: Mapping[Fact, Sequence[Env]], found: Mapping[Fact, Sequence[Diagnostic]], seed: int
) -> None:
    """Each finding's tables fail, and the smallest table that fails is a finding's."""
    for fact, findings in found.items():
        failing = true[fact]
        for finding in findings:
            tables = shown_by(game, finding.configuration)
            assert tables, (seed, finding)
            # What a box holds for nothing is seen at its largest player count, which isn't said.
            holds = any if fact.needs_defaults else all
            assert holds(env in failing for env in tables), (seed, finding)
        if fact.needs_defaults:
            continue
        smallest = min(size(game, env) for env in failing)
        best = min(size(game, env) for f in findings for env in shown_by(game, f.configuration))
        assert best == smallest, (seed, fact)
