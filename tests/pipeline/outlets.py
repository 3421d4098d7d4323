"""Runs commands whose output can't go anywhere: `python outlets.py PROJECT KEPT WAYS COMMANDS`, the words of
each command in JSON.

KEPT is where a copy of the project is kept, WAYS names some of the functions below, with commas. Prints a
line of JSON for each command and each way: its name, the way, its exit code, and what it complained of.
"""

import gc
import importlib
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
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


FILLER = Path("..", "filler")


def crowded(room: int = 0) -> None:
    """The disk that the project is on is full."""
    page = bytes(4096)
    with suppress(OSError), FILLER.open("wb", buffering=0) as filler:
        while True:
            filler.write(page)
    os.truncate(FILLER, FILLER.stat().st_size - room)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def narrow() -> None:
    """It has room for one or two small files."""
    crowded(8192)


WAYS: tuple[Callable[[], None], ...] = (gone, full, closed, short, crowded, narrow)


def files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


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
    from nineup.cli import COMMANDS, command_module, main

    for name in COMMANDS:
        importlib.import_module(command_module(name))
    root, kept = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.copytree(root, kept)
    for name, words in json.loads(sys.argv[4]).items():
        for way in (way for way in WAYS if way.__name__ in sys.argv[3].split(",")):
            code, said = run(root, words, way)
            print(json.dumps([name, way.__name__, code, said]), flush=True)
            unfinished = [path.name for path in root.rglob("*.part")]
            assert not unfinished, (name, way.__name__, unfinished)
            if way in (crowded, narrow):
                (root / FILLER).unlink()
            if way in (crowded, narrow) and code:
                changed = [path for path in files(root) if files(root)[path] != files(kept).get(path)]
                assert not changed, (name, changed)
            shutil.rmtree(root)
            shutil.copytree(kept, root)
