"""Runs commands whose output can't go anywhere: `python outlets.py PROJECT COMMANDS`, the words of each command in JSON.

Prints a line of JSON for each command and each way: its name, the way, its exit code, and what it complained of.
"""

import gc
import importlib
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path


def gone() -> None:
    """The reader of what is printed has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    os.dup2(writing, 1)


def full() -> None:
    """What is printed goes to a full disk."""
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


def closed() -> None:
    """Nothing takes what is printed."""
    os.close(1)


def short() -> None:
    """No file may have more than 100 bytes."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


WAYS: tuple[Callable[[], None], ...] = (gone, full, closed, short)


def run(root: Path, words: list[str], way: Callable[[], None]) -> tuple[int, str]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.chdir(root)
        os.dup2(writing, 2)
        os.close(reading)
        way()
        sys.argv = ["nineup", *words]
        try:
            main()
        except SystemExit as end:
            sys.stderr.flush()
            os._exit(end.code if isinstance(end.code, int) else 1)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8", errors="replace") as complaints:
        said = complaints.read()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said


if __name__ == "__main__":
    gc.disable()
    from nineup.cli import COMMANDS, main

    for name in COMMANDS:
        importlib.import_module(f"nineup.cli.{name.replace('-', '_')}")
    root, kept = Path(sys.argv[1]), Path(sys.argv[1]).with_name("kept")
    shutil.copytree(root, kept)
    for name, words in json.loads(sys.argv[2]).items():
        for way in WAYS:
            print(json.dumps([name, way.__name__, *run(root, words, way)]), flush=True)
            unfinished = [path.name for path in root.rglob("*.part")]
            assert not unfinished, (name, way.__name__, unfinished)
            shutil.rmtree(root)
            shutil.copytree(kept, root)
