"""The process of the command: what a Ctrl-C does while it starts, and streams that its caller has closed."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from command import TIMEOUT
from command import run_command as nineup
from nineup.cli import COMMANDS
from tiny import GAME, write_tiny

GENERATOR = Path(__file__).parents[2] / "generator"
UNIQUE = GAME.replace(
    "rules:",
    "  hand: {shape: card, size: poker, cards: cards.yaml, layout: back.svg}\n"
    "unique: {pools: {all: {from: hand, take: 1, of-each: 1}}}\nrules:",
)

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
    [
        "nineup.client",
        "nineup.cli",
        "click",
        "nineup.base.diagnostics",
        "nineup.cli.exit_codes",
        "nineup.cli.commands.games",
    ],
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
    """Not `typing`, nor anything else that the current folder may have, or that a Ctrl-C may meet before the
    command's first line.
    """
    script = "import sys; before = set(sys.modules); import {}; print(*sorted(set(sys.modules) - before))"
    assert run(script.format("nineup"), tmp_path).stdout.split() == ["nineup"]
    assert run(script.format("nineup.start"), tmp_path).stdout.split() == ["nineup", "nineup.start"]
    assert (
        run("from nineup import Findings, pipeline; print(Findings.__name__)", tmp_path).stdout
        == "Findings\n"
    )


SOUGHT = """\
import os, sys
class Seeking:
    def find_spec(self, name, path=None, target=None):
        print(name, flush=True)
        if name == "nineup.client":
            os._exit(0)
sys.argv = ["nineup", "build"]
from nineup.start import program
sys.meta_path.insert(0, Seeking())
program()
"""


def test_a_server_is_asked_before_anything_is_imported(tmp_path: Path) -> None:
    assert run(SOUGHT, tmp_path).stdout.split() == ["nineup.client"]


COLLECTING = """\
import atexit, gc, sys
collected = []
sys.argv = ["nineup", "games"]
from nineup.start import program
gc.collect()
gc.callbacks.append(lambda phase, info: collected.append(info))
atexit.register(lambda: print(len(collected), "collected"))
program()
"""


def test_no_garbage_is_collected_while_the_command_starts(tmp_path: Path) -> None:
    assert run(COLLECTING, write_tiny(tmp_path)).stdout.splitlines()[-1] == "0 collected"


ALONE = {
    "games": "games",
    "check": "check",
    "rules": "rules",
    "count": "count tiny",
    "build": "build --png",
    "pictures": "pictures --dpi 20",
    "export": "export --to xlsx",
    "unique": "unique tiny --count 1 --seed a",
    "draw": "draw tiny --pile deck --hand 2 --seed 1 --picture a.png",
    "print-done": "print-done tiny --as first",
    "versions": "versions keep first",
    "diff": "diff tiny",
    "appendix": "appendix",
    "translate": "translate tiny de",
    "fetch": "fetch",
    "fonts": "fonts",
    "convert": "convert",
    "import": "import deck.csv --new more",
    "watch": "watch tiny",
    "studio": "studio tiny --no-open --port {port}",
    "serve": "serve --status",
    "new": "new fresh",
    "cache": "cache",
    "schema": "schema -o schema",
    "calibrate": "calibrate",
}
"""A use of every command that succeeds in the small project, once it was built and has a record."""

ENDLESS = ("watch", "studio")


def test_every_command_is_tried() -> None:
    assert ALONE.keys() == COMMANDS.keys()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_tiny(tmp_path_factory.mktemp("built") / "project", game=UNIQUE)
    (root / "deck.csv").write_text("name\nCup\n")
    for words in ("build", "print-done --as before"):
        assert nineup(root, *words.split()).returncode == 0
    return root


@pytest.mark.parametrize("name", [name for name in ALONE if name not in ENDLESS])
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that are forked")
def test_streams_that_are_closed_change_nothing(name: str, built: Path, tmp_path: Path) -> None:
    """Each alone, and all of them: the same exit code, the same files, and no message in a file that took the
    place of a stream.
    """
    ends = {}
    for closed in ("", "0", "1", "2", "012"):
        root = shutil.copytree(built, tmp_path / f"closed {closed}" / "project")
        done = nineup(root, *ALONE[name].split(), closed=closed)
        assert "Traceback" not in done.stdout + done.stderr
        assert done.returncode == (2 if name == "fetch" else 0), done.stderr
        ends[closed] = files(root)
    assert all(left == ends[""] for left in ends.values())


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")
def test_streams_that_are_closed_end_nothing(name: str, closed: str, tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ALONE[name].format(port=port)
    process = subprocess.Popen(
        ["sh", "-c", f"exec '{sys.executable}' -P -m nineup {words} {closed}"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(GENERATOR)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    while process.poll() is None and not has_begun(root, name, port):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said, complained = process.communicate(timeout=60)
    assert "Traceback" not in said + complained
    assert process.returncode == 0, complained


def has_begun(root: Path, name: str, port: int) -> bool:
    """Whether a command that doesn't end has done its first work."""
    if name == "watch":
        return (root / "output/tiny/box/manifest.json").exists()
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30)
    except urllib.error.HTTPError:  # It serves nobody who doesn't know its secret.
        return True
    except OSError:
        return False
    raise AssertionError("anybody may see the game")
