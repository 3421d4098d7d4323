"""The fence: a command that takes too much processor time or memory ends in one sentence, and nothing is
half-written.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import TIMEOUT
from tiny import CARDS, write_tiny

pytest.importorskip("resource")
ROOT = Path(__file__).parents[2]
ENDLESS = """
def endless(*_, **named):
    while True:
        pass
"""
HUNGRY = """
def endless(*_, **named):
    bytes(10 << 30)
"""
RUN = """
import sys
sys.argv = ["nineup", *sys.argv[1:]]
import nineup.base.fence
nineup.base.fence.SECONDS = 2
nineup.base.fence.half_of_memory = lambda: 1 << 30
{define}
{where}
from nineup.cli import main
main()
"""
WRITING = "import os; os.fsync = endless"
CHECKING = "import nineup.pipeline.proof.checking as checking; checking.load = endless"


def nineup(root: Path, define: str, where: str, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", RUN.format(define=define, where=where), *words],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
    )


def contents(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in (root / "output").rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("define", "what"), [(ENDLESS, "stopped after 2 seconds of processor time"), (HUNGRY, "out of memory")]
)
def test_a_command_at_the_fence_ends_in_a_sentence(tmp_path: Path, define: str, what: str) -> None:
    root = write_tiny(tmp_path)
    assert nineup(root, "", "", "build").returncode == 0
    before = contents(root)
    write_tiny(root, cards=CARDS.replace("First", "Last"))
    done = nineup(root, define, WRITING, "build")
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"nineup: {what}; the last file that was read is ")
    assert line.endswith("manifest.json (--no-limits lifts the limits)")
    assert contents(root) == before


def test_a_process_of_the_proof_is_fenced_too(tmp_path: Path) -> None:
    done = nineup(write_tiny(tmp_path), ENDLESS, CHECKING, "check")
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith("nineup: stopped after 2 seconds of processor time")


def test_limits_can_be_lifted(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    limits = "import resource; endless = lambda *_: print(resource.getrlimit(resource.RLIMIT_CPU)[0])"
    within = nineup(root, limits, WRITING, "build").stdout
    without = nineup(root, limits, WRITING, "--no-limits", "build").stdout
    import resource

    assert within.splitlines()[0] in ("2", "3")
    assert without.splitlines()[0] == str(resource.getrlimit(resource.RLIMIT_CPU)[0])


WATCHED = """
import nineup.cli.commands.watch, nineup.pipeline.incremental, nineup.pipeline
nineup.base.fence.WORK_SECONDS = 0.2
nineup.pipeline.incremental.edits = lambda *_: iter([(), ("cards/tiny/cards.yaml",)])
build = nineup.pipeline.build
def stuck(project, *_, **named):
    nineup.pipeline.build = build
    nineup.base.fence.WORK_SECONDS = 60
    project.text("cards/tiny/game.yaml")
    endless()
nineup.pipeline.build = stuck
"""


def test_a_watch_goes_on_after_a_build_that_takes_too_long(tmp_path: Path) -> None:
    done = nineup(write_tiny(tmp_path), ENDLESS, WATCHED, "watch", "tiny")
    assert done.stderr.splitlines()[0].startswith(
        "tiny: nothing written: stopped after 0.2 seconds of processor time; the last file that was read is "
    )
    assert " pages in " in done.stdout
    assert done.returncode == 0, done.stderr


def test_the_copies_of_a_divided_build_are_fenced(tmp_path: Path) -> None:
    dividing = "import nineup.base.processes as processes; processes.divided(endless, 8, 2)"
    where = f"import nineup.base.fence; nineup.base.fence.raise_fence(); {dividing}"
    done = nineup(write_tiny(tmp_path), ENDLESS, where, "build")
    assert "LimitError: stopped after 2 seconds of processor time" in done.stderr
