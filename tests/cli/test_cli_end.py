"""The process of a command ends at once, and nothing that was asked for is lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import TIMEOUT

PROGRAM = """\
import atexit, cProfile, sys, threading
sys.argv = ["nineup", *sys.argv[1:]]
is_left = threading.Event()
{before}
from nineup.cli import program
try:
    program()
finally:
    print("taken apart")
    is_left.set()
"""

WAITING = """\
def wait():
    is_left.wait(60)
    print("waited")
threading.Thread(target=wait).start()"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", []),
        ("atexit.register(print, 'tidied')", ["tidied"]),
        (WAITING, ["taken apart", "waited"]),
        ("profile = cProfile.Profile(); profile.enable()", ["taken apart"]),
    ],
)
def test_the_process_ends_at_once_if_nothing_is_left_to_do(before: str, after: list[str]) -> None:
    done = ended(before, "--version")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1:] == after


def test_the_exit_code_and_what_was_printed_are_whole() -> None:
    done = ended("", "--wrong")
    assert done.returncode == 2
    assert "No such option" in done.stderr
    assert "taken apart" not in done.stdout


def ended(before: str, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", PROGRAM.format(before=before), *words],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")},
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
    )
