"""Faults at every step of every command that writes: what remains is whole, old or new, and the next run works."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tiny import CARDS, write_tiny

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that are forked")
ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "generator"), "PYTHONIOENCODING": "utf-8"}
COMMANDS = {
    "build": ["build"],
    "pictures": ["pictures", "tiny", "--dpi", "30"],
    "appendix": ["appendix", "tiny"],
    "print-done": ["print-done", "tiny", "--as", "first"],
    "calibrate": ["calibrate"],
}


def nineup(root: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    code = "import sys; from nineup.cli import main; sys.argv[0] = 'nineup'; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=root,
        env=ENVIRONMENT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


@pytest.mark.hypothesis  # every command in every way, at every step, under `make fuzz`
@pytest.mark.parametrize(
    ("name", "how"),
    [
        (name, how)
        for name in COMMANDS
        for how in ("killed", "interrupted", "full")
        if os.environ.get("NINEUP_FUZZ") or name == "build" or how == "killed"
    ],
)
def test_a_fault_at_any_step_leaves_old_or_new(tmp_path: Path, name: str, how: str) -> None:
    root = write_tiny(tmp_path / "project")
    assert nineup(root, "build").returncode == 0
    for command in COMMANDS.values():
        if command[0] in ("pictures", "appendix"):
            assert nineup(root, *command).returncode == 0
    if name != "print-done":
        write_tiny(root, cards=CARDS.replace("First Light", "Last Light"))
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests/pipeline/faults.py"), str(root), how, *COMMANDS[name]],
        env=ENVIRONMENT,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    number, _, what = done.stdout.partition(" ")
    assert what == "steps\n", done.stdout
    assert int(number) >= 3


def test_output_that_may_not_be_written_is_a_sentence(tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "project")
    (root / "output").write_text("a file in its place", encoding="utf-8")
    done = nineup(root, "build")
    assert done.returncode == 3
    assert done.stderr.startswith("nineup: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "words", [["check"], ["build"], ["games"], ["count", "tiny"]], ids=lambda words: str(words[0])
)
def test_a_reader_that_has_gone_is_no_traceback(tmp_path: Path, words: list[str]) -> None:
    root = write_tiny(tmp_path / "project")
    code = "import sys; from nineup.cli import main; sys.argv[0] = 'nineup'; main()"
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(
        [sys.executable, "-c", code, *words],
        cwd=root,
        env=ENVIRONMENT,
        stdout=writing,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(writing)
        _, errors = process.communicate(timeout=60)
    assert process.returncode in (0, 1, 3)
    assert b"Traceback" not in errors
