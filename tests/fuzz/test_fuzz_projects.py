"""Whole projects, mutated: every command ends with 0, 1 or 2 and a sentence, within 10 seconds and 1 GiB."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("the limits need Linux", allow_module_level=True)

from nineup.cli import COMMANDS
from projects import COMMANDS as TRIED
from projects import Ended, wrong_with

PARTS = 4
FUZZ = bool(os.environ.get("NINEUP_FUZZ"))
PROJECTS = 2_000 if FUZZ else 100
SCRIPT = Path(__file__).with_name("projects.py")


def test_every_command_that_ends_is_tried() -> None:
    assert TRIED.keys() == COMMANDS.keys() - {"watch", "studio", "serve", "fetch"}


@pytest.mark.hypothesis  # twenty times as many, other ones in each run, under `make fuzz`
@pytest.mark.parametrize("part", range(PARTS))
def test_a_mutated_project_is_built_or_refused_in_a_sentence(part: int) -> None:
    """The seed, the number and the changes of a project are printed with what failed."""
    seed, number = random.SystemRandom().randrange(10**6) if FUZZ else 0, PROJECTS // PARTS
    words = ["--seed", str(seed), "--first", str(part * number), "--projects", str(number)]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words], capture_output=True, encoding="utf-8", timeout=7200
    )
    assert done.returncode == 0, done.stderr[-5000:]
    figures = json.loads(done.stdout)
    assert figures["commands"] == 3 * number
    assert min(figures["codes"][code] for code in "012") > number / 10, "too many projects are like others"
    assert not figures["failures"], "\n".join(figures["failures"])


@pytest.mark.parametrize(
    ("ended", "says"),
    [
        (Ended("check", 0, "no errors", 1.0, 1), ""),
        (Ended("check", 3, "nineup: output/a: Is a directory\n", 1.0, 1), "ended with 3"),
        (Ended("check", -9, "", 1.0, 1), "ended with -9"),
        (Ended("check", 1, "", 1.0, 1), "no word"),
        (Ended("check", 0, "no errors", 10.5, 1), "took 10.5 seconds"),
        (Ended("check", 0, "no errors", 1.0, 2 << 30), "took 2048 MiB"),
        (Ended("check", 1, "Traceback (most recent call last):", 1.0, 1), "Traceback"),
    ],
)
def test_failures_are_noticed(ended: Ended, says: str) -> None:
    wrong = wrong_with(ended, is_obstructed=False)
    assert says in wrong
    assert bool(wrong) == bool(says)
