"""The process of the command: what a Ctrl-C does while it starts, and streams that its caller has closed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import TIMEOUT
from tiny import write_tiny

GENERATOR = Path(__file__).parents[2] / "generator"

INTERRUPTED = """\
import os, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), 2)
sys.argv = ["nineup", "games"]
from nineup.start import program
sys.meta_path.insert(0, Interrupting())
program()
"""


def run(script: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(GENERATOR)},
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
    )


@pytest.mark.parametrize(
    "name",
    ["nineup.cli", "click", "nineup.base.diagnostics", "nineup.cli.exit_codes", "nineup.cli.commands.games"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_ctrl_c_while_the_command_starts_is_no_traceback(name: str, tmp_path: Path) -> None:
    done = run(INTERRUPTED.format(name=name), write_tiny(tmp_path))
    assert "Traceback" not in done.stderr
    if name == "nineup.cli.commands.games":  # in the command itself, which has begun
        assert (done.returncode, done.stderr.strip()) == (3, "stopped; no file was left incomplete")
    else:
        assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


def test_the_package_itself_imports_nothing(tmp_path: Path) -> None:
    """Not `typing`, nor anything else that the current folder may have, or that a Ctrl-C may meet."""
    script = "import sys; before = set(sys.modules); import nineup; print(*sorted(set(sys.modules) - before))"
    assert run(script, tmp_path).stdout.split() == ["nineup"]
    assert (
        run("from nineup import Findings, pipeline; print(Findings.__name__)", tmp_path).stdout
        == "Findings\n"
    )


@pytest.mark.parametrize(
    ("words", "closed"),
    [
        *(("build", closed) for closed in ("<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-")),
        *(
            (words, "<&- >&- 2>&-")
            for words in (
                "build",
                "check",
                "count",
                "pictures",
                "export --to xlsx",
                "appendix",
                "diff",
                "games",
            )
        ),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")
def test_streams_that_are_closed_change_nothing(words: str, closed: str, tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    done = subprocess.run(
        ["sh", "-c", f"exec '{sys.executable}' -P -m nineup {words} {closed}"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(GENERATOR)},
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode == (2 if words == "diff" else 0)
    for pdf in root.glob("output/**/*.pdf"):
        assert pdf.read_bytes().startswith(b"%PDF"), "a message in a file that took the place of a stream"
