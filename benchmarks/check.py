"""Time the proof of each game: its rules over every configuration, and the whole of `nineup check` with its
faces.

    python benchmarks/check.py [GAME…]

Each figure is the best of three. Checks run as in the command: in as many processes as there are cores.
Behind the games come generated ones of so many switches, with a card behind each and rules about each card,
pairs of cards, piles and sums.
"""

import gc
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.processes import available_cores
from nineup.base.project import Project
from nineup.rules import Proved, check_game, in_powers

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


RULES = """\
rules:
  - {says: few points, each: deck, check: card.points < 5}
  - {says: few copies, each: deck, check: card.copies < 5}
  - agrees: {each: deck}
  - distinct: {each: deck, by: name}
  - balance: {in: deck, field: item, by: item, within: 99}
  - deal: {table: {deck: 0}}
"""


def large_game(root: Path, switches: int) -> None:
    """Write a game of so many switches, each with a card behind it, whose rules all hold."""
    names = [f"o{number}" for number in range(switches)]
    cards = [
        f"{{id: c{n}, name: Card {n}, when: {name}, points: {n % 5}, item: {'abcd'[n % 4]}}}"
        for n, name in enumerate(names)
    ]
    options = "".join(f"  {name}: {{default: true}}\n" for name in names)
    listed = "".join(f"      - {card}\n" for card in cards)
    layout = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9"/>'
    )
    text = (
        "game: Large\ndesigner: Nobody\nlicence: CC0\nplayers: 2-4\nlists: "
        f"{{item: [a, b, c, d]}}\noptions:\n{options}"
        "components:\n  deck:\n    shape: card\n    size: poker\n    layout: card.svg\n"
        f"    fields: {{name: text, points: number, item: {{one-of: item}}}}\n    cards:\n{listed}{RULES}"
        f"  - {{says: sum, check: '[{', '.join(names)}]|select|list|length >= 0'}}\n"
    )
    for path, content in (("cards/large/game.yaml", text), ("layouts/large/card.svg", layout)):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, encoding="utf-8")


def main() -> None:
    gc.disable()
    print(f"{'game':<12} {'configurations':>14} {'rules':>6} {'proof':>8} {'check':>8}")
    project = Project(Path(__file__).parents[1])
    games = tuple(sys.argv[1:]) or project.games()
    check_each(project, games)
    together, _ = best(lambda: check_all(project, games))
    print(f"{'all at once':<12} {'':>14} {'':>6} {'':>8} {'':>2} {together:>6.2f} s")
    for switches in () if sys.argv[1:] else (16, 64, 300):
        with tempfile.TemporaryDirectory() as root:
            large_game(Path(root), switches)
            check_each(Project(Path(root)), ("large",))


def check_each(project: Project, games: tuple[str, ...]) -> None:
    for id in games:
        game = pipeline.load(project, id, Findings())
        if game is None:
            sys.exit(f"{id} can't be loaded; run `nineup check {id}`")
        proof, proved = best(lambda game=game: check_game(game, Findings()))  # type: ignore[misc]
        check, _ = best(lambda id=id: check_all(project, (id,)))  # type: ignore[misc]
        assert proved is not None
        figures = f"{len(proved.rows):>6} {proof:>6.2f} s {check:>6.2f} s"
        print(f"{id:<12} {in_powers(proved.configurations):>14} {figures}")


if __name__ == "__main__":
    main()
