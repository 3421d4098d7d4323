"""Work in several processes gives what one process gives."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command import TIMEOUT
from nineup import pipeline
from nineup.base.processes import available_cores
from nineup.base.project import Project
from nineup.pipeline.proof import checking
from tiny import CARDS, GAME, write_tiny

MISTAKES = {
    "sound": {},
    "unreadable": {"game": GAME.replace("layout: chip.svg", "layuot: chip.svg")},
    "overflow": {
        "cards": CARDS.replace("First Light", "First Light of the Longest Winter Morning in the North")
    },
    "unused acceptance": {
        "game": GAME.replace("setup: 3 * players", "setup: 3 * players\n    accept: {deal: none}")
    },
    "failing rule": {"game": GAME.replace("== 3 * players", "== 3 * players - (players == 5)|int")},
}


def checked(
    root: Path, processes: int, narrowing: pipeline.Narrowing, *games: str
) -> list[tuple[object, ...]]:
    found = pipeline.check_games(Project(root), games, narrowing, processes)
    return [(each.game, each.proved, list(each.findings)) for each in found]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_check_in_processes_finds_the_same(mistake: str, tmp_path: Path) -> None:
    root = write_tiny(tmp_path, **MISTAKES[mistake])
    for folder in ("cards", "layouts"):
        (root / folder / "twin").symlink_to(root / folder / "tiny")
    for narrowing, games in (
        (pipeline.Narrowing(), ("tiny",)),
        (pipeline.Narrowing((2, 9)), ("tiny", "twin")),
        (pipeline.Narrowing(rules=("contrast",)), ("tiny",)),
    ):
        assert checked(root, 1, narrowing, *games) == checked(root, 3, narrowing, *games)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")
def test_a_game_alone_is_read_once_and_proved_in_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project(write_tiny(tmp_path))
    begun = tmp_path / "begun"

    def spy(name: str) -> None:
        real = getattr(checking, name)

        def noted(*given: object, **named: object) -> object:
            with begun.open("a") as file:
                file.write(f"{name} {os.getpid()}\n")
            return real(*given, **named)

        monkeypatch.setattr(checking, name, noted)

    for name in ("load", "check_game", "prove_faces"):
        spy(name)
    (found,) = pipeline.check_games(project, ("tiny",), pipeline.Narrowing(), 2)
    assert found.proved
    assert found.seconds > 0
    calls = [line.split() for line in begun.read_text().splitlines()]
    assert sorted(name for name, _ in calls) == ["check_game", "load", "prove_faces"]
    assert calls[0] == ["load", str(os.getpid())]


def test_there_is_a_core() -> None:
    assert 1 <= available_cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_an_interrupt_ends_all_processes_without_a_traceback(tmp_path: Path) -> None:
    script = tmp_path / "slow.py"
    script.write_text(
        "import time\nfrom nineup.base.processes import mapping\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        "        with mapping(2) as in_processes:\n"
        "            results = in_processes(time.sleep, [60, 60])\n"
        "            print('begun', flush=True)\n"
        "            next(results)\n"
        "    except KeyboardInterrupt:\n"
        "        print('interrupted', flush=True)\n"
    )
    source = str(Path(__file__).parents[2] / "generator")
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": source},
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
    assert (out, err) == ("interrupted\n", "")


WORKING = """
import os, sys, time
from pathlib import Path
from nineup.base.processes import divided, mapping

def work(number):
    Path(sys.argv[2], str(os.getpid())).touch()
    time.sleep(0.2)

if __name__ == "__main__":
    if sys.argv[1] == "mapping":
        with mapping(2) as in_processes:
            list(in_processes(work, range(1000)))
    else:
        divided(work, 1000, 2)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows kills no process by a signal")
@pytest.mark.parametrize("way", ["mapping", "divided"])
def test_processes_end_with_the_one_that_started_them_when_it_is_killed(tmp_path: Path, way: str) -> None:
    script, seen = tmp_path / "slow.py", tmp_path / "seen"
    script.write_text(WORKING)
    seen.mkdir()
    source = str(Path(__file__).parents[2] / "generator")
    with subprocess.Popen(
        [sys.executable, str(script), way, str(seen)], env={**os.environ, "PYTHONPATH": source}
    ) as process:
        wait_until(lambda: {int(path.name) for path in seen.iterdir()} - {process.pid})
        process.kill()
    workers = {int(path.name) for path in seen.iterdir()} - {process.pid}
    wait_until(lambda: not any(is_running(pid) for pid in workers))


def is_running(pid: int) -> bool:
    """Whether a process exists and isn't just waiting to be collected."""
    stat = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(stat.strip()) and not stat.startswith("Z")


def wait_until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)
