"""The fence round a run of unique decks: each deck has the whole of the time, and one that takes more ends
the run in a sentence.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from clans import write_clans
from command import TIMEOUT

pytest.importorskip("resource")
RUN = """
import sys, time
import nineup.base.fence
nineup.base.fence.SECONDS = 2
from nineup.pipeline.unique.decks import DeckMaker
deck = DeckMaker.deck
def slow(maker, number):
    end = time.process_time() + {seconds}
    while time.process_time() < end:
        pass
    return deck(maker, number)
DeckMaker.deck = slow
sys.argv = ["nineup", "unique", "clans", "--count", "4", "--seed", "a", "--shard", "{size}", "-o", "out"]
from nineup.cli import main
main()
"""


def unique(tmp_path: Path, seconds: float, size: int) -> "subprocess.CompletedProcess[str]":
    root = write_clans(tmp_path).root
    return subprocess.run(
        [sys.executable, "-c", RUN.format(seconds=seconds, size=size)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "generator")},
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
    )


def test_each_deck_has_the_whole_time(tmp_path: Path) -> None:
    done = unique(tmp_path, 0.7, 4)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out/clans/unique-a/decks.csv").read_text("utf-8").count("\n") == 5


def test_a_deck_that_takes_more_ends_the_run_in_a_sentence(tmp_path: Path) -> None:
    done = unique(tmp_path, 1000, 1)
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith(
        "nineup: stopped after 2 seconds of processor time; the last file that was read is "
    )
    assert not list(tmp_path.rglob("shard.json"))
