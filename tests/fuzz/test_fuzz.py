"""A second of fuzzing for each reader of a stranger's bytes, and everything that fuzzing has ever found."""

import os
from pathlib import Path

import pytest
from run import CORPUS, failure, fuzz, mutated
from targets import TARGETS, Target

SECONDS = float(os.environ.get("NINEUP_FUZZ", "0")) or 1.0
INPUTS = 2000


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_comes_back_from_any_input(name: str) -> None:
    done, failures = fuzz(name, SECONDS, INPUTS, seed=0)
    assert done
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_what_was_found_once_is_read(path: Path) -> None:
    assert not failure(TARGETS[path.parent.name], path.read_bytes())


def test_failures_are_noticed_and_mutations_differ() -> None:
    def read(data: bytes) -> None:
        raise ValueError("no")

    assert "ValueError: no" in failure(Target(read, list), b"")
    import random

    chance = random.Random(1)
    assert len({mutated(b"some text", [b"other"], ("word",), chance) for _ in range(50)}) > 40
