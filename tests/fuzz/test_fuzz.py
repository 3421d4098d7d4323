"""A moment of fuzzing for each reader of a stranger's bytes, and everything that fuzzing has ever found."""

import os
import random
import signal
from pathlib import Path

import pytest
from mutate import anything
from run import CORPUS, apart, failure, fuzz, kind_of
from targets import TARGETS, Target

SECONDS = float(os.environ.get("NINEUP_FUZZ", "0")) or 0.2
INPUTS = 2000


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_comes_back_from_any_input(name: str) -> None:
    """Its seeds are read, their mutations differ, and whatever these are, it neither fails nor hangs."""
    target, chance = TARGETS[name], random.Random(1)
    seeds = target.seeds()
    target.read(seeds[0])
    made = {target.mutated(chance.choice(seeds), seeds, target.words, chance) for _ in range(30)}
    assert len(made) > 15
    found = fuzz(name, SECONDS, INPUTS, seed=0)
    assert found.inputs
    assert not found.failures, "\n".join(found.failures)


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_what_was_found_once_is_read(path: Path) -> None:
    wrong, _ = failure(TARGETS[path.parent.name], path.read_bytes())
    assert not wrong


def no(data: bytes) -> None:
    raise ValueError(f"no {len(data)}")


def test_failures_are_noticed() -> None:
    wrong, _ = failure(Target(no, list), b"")
    assert "ValueError: no 0" in wrong
    assert kind_of(wrong) == kind_of(failure(Target(no, list), b"some")[0])
    assert kind_of(wrong) != kind_of("took 3.5 seconds") == kind_of("took 2.1 seconds")


def test_a_process_that_dies_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("needs processes that are forked")
    monkeypatch.setattr("run.CORPUS", tmp_path)
    monkeypatch.setitem(
        TARGETS,
        "dies",
        Target(lambda _: os.kill(os.getpid(), signal.SIGKILL), lambda: [b"seed"], (), anything),
    )
    found = apart("dies", 0.2, 2, seed=0)
    assert found.failures[0] == "the process ended with status -9 at input 1"
    assert [len(path.read_bytes()) > 0 for path in (tmp_path / "dies").iterdir()]
