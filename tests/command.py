"""The command as tests run it: a process of its own with its exit code and what it prints."""

import json
import os
import select
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TIMEOUT = 300
"""The seconds after which a process hangs: many times what any needs, as many may share a core."""


def run_command(
    folder: Path, *words: str, encoding: str = "utf-8", closed: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run `nineup` in a folder: forked where that can be told from nothing else, else as a new process.

    `closed` has the numbers of streams that are closed; only for a forked process.
    """
    whole = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "generator"),
        "NINEUP_CONFIG": str(folder / "config"),
        **environment,
    }
    if (
        not hasattr(os, "fork")
        or encoding != "utf-8"
        or any(name.startswith("PYTHON") for name in environment)
    ):
        return subprocess.run(
            [sys.executable, "-m", "nineup", *words],
            cwd=folder,
            env=whole,
            capture_output=True,
            encoding=encoding,
            timeout=TIMEOUT,
            check=False,
        )
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
        request = {
            "folder": str(folder),
            "words": words,
            "environment": whole,
            "out": out.name,
            "err": err.name,
            "closed": closed,
        }
        code = _answer(json.dumps(request))
        printed, complained = out.read().decode(), err.read().decode()
    return subprocess.CompletedProcess(words, code, printed, complained)


def _answer(request: str) -> int:
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(request.encode() + b"\n")
    server.stdin.flush()
    pid = int(server.stdout.readline())
    if not select.select([server.stdout], [], [], TIMEOUT)[0]:
        os.kill(pid, 9)
        server.stdout.readline()
        raise TimeoutError(f"no end within {TIMEOUT} s: {request}")
    return int(server.stdout.readline())


@cache
def _server() -> "subprocess.Popen[bytes]":
    """The process that answers; it ends with this one, which closes its input."""
    return subprocess.Popen(
        [sys.executable, str(ROOT / "tests" / "command_server.py")],
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
