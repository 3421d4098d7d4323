"""Nineup's proofs against an oracle that shares no code with them: random games, brute force over everything.

Of each game every verdict is compared (which rule fails of what, and how severely), and every counterexample: in
each table that it stands for the oracle sees the failure, and in no smaller table.
"""

from pathlib import Path

import pytest

from oracle.brute import facts
from oracle.judged import shown_by, size, verdicts
from oracle.spec import Maker

GAMES = 150


@pytest.mark.parametrize("first", range(0, GAMES, 15))
def test_verdicts_and_counterexamples_are_those_of_brute_force(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 15):
        game = Maker(seed).game
        true, found = facts(game), verdicts(game, tmp_path / str(seed))
        assert set(found) == set(true), seed
        for fact, findings in found.items():
            failing = true[fact]
            for finding in findings:
                tables = shown_by(game, finding.configuration)
                assert tables, (seed, finding)
                assert all(env in failing for env in tables), (seed, finding)
            smallest = min(size(game, env)[0] for env in failing)
            best = min(size(game, env)[0] for f in findings for env in shown_by(game, f.configuration))
            assert best == smallest, (seed, fact)
