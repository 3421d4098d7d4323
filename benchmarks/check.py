"""Time the proof of each game: its rules over every configuration, and the whole of `nineup check` with its faces.

    python benchmarks/check.py [GAME…]

Each figure is the best of three. Checks run as in the command: in as many processes as there are cores.
"""

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path

from nineup import pipeline
from nineup.diagnostics import Findings
from nineup.processes import available_cores
from nineup.project import Project
from nineup.rules import Proved, check_game

ROUNDS = 3


def best(work: Callable[[], Proved | None]) -> tuple[float, Proved | None]:
    """The shortest time of several rounds, in seconds, and the result of the last one."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        proved = work()
        times.append(time.perf_counter() - begun)
    return min(times), proved


def check_all(project: Project, games: tuple[str, ...]) -> None:
    """Everything that `nineup check` does but printing."""
    list(pipeline.check_games(project, games, pipeline.Narrowing(), available_cores()))


def main() -> None:
    project = Project(Path(__file__).parents[1])
    gc.disable()
    print(f"{'game':<12} {'configurations':>14} {'rules':>6} {'proof':>8} {'check':>8}")
    games = tuple(sys.argv[1:]) or project.games()
    for id in games:
        game = pipeline.load(project, id, Findings())
        if game is None:
            sys.exit(f"{id} can't be loaded; run `nineup check {id}`")
        proof, proved = best(lambda game=game: check_game(game, Findings()))  # type: ignore[misc]
        check, _ = best(lambda id=id: check_all(project, (id,)))  # type: ignore[misc]
        assert proved is not None
        figures = f"{len(proved.rows):>6} {proof:>6.2f} s {check:>6.2f} s"
        print(f"{id:<12} {proved.configurations:>14} {figures}")
    together, _ = best(lambda: check_all(project, games))
    print(f"{'all at once':<12} {'':>14} {'':>6} {'':>8} {'':>2} {together:>6.2f} s")


if __name__ == "__main__":
    main()
