"""Runs a command again and again and kills it at each step that changes a file, or lets that step fail: `python faults.py PROJECT HOW WORDS…`.

Prints `N steps` if after each of them every file is whole, as it was before the command or as it is after it, and the same
command then does what it always does. It forks from one process, so a hundred runs take seconds.
"""

import builtins
import errno
import gc
import importlib
import os
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

STEPS = ("fsync", "replace", "unlink", "mkdir", "chmod")
Contents = dict[str, bytes]


def contents(root: Path) -> Contents:
    """The files that are not unfinished ones, which the next command sweeps."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not path.name.endswith(".part")
    }


def at_step(number: int, happen: Callable[[], None]) -> None:
    """Lets something happen before the step with that number (from 0) that changes a file."""
    left = [number]

    def counted(step: Callable[..., Any]) -> Callable[..., Any]:
        def run(*words: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                happen()
            return step(*words, **more)

        return run

    for name in STEPS:
        setattr(os, name, counted(getattr(os, name)))
    opened = builtins.open
    counted_open = counted(opened)
    builtins.open = lambda file, mode="r", *words, **more: (  # type: ignore[assignment]
        (counted_open if set(mode) & set("wxa+") else opened)(file, mode, *words, **more)
    )


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def interrupted() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


STRIDE = (
    {}
    if os.environ.get("NINEUP_FUZZ")
    else {"build": 2, "pictures": 11, "appendix": 11, "export": 5, "new": 31, "translate": 2}
)
"""Commands that write many files alike: only some steps of theirs are tried, all of them under `make fuzz`."""

HOW: dict[str, Callable[[], None]] = {"killed": killed, "interrupted": interrupted, "full": full}


def run(root: Path, words: list[str], number: int | None = None, happen: Callable[[], None] = killed) -> int:
    """The command in a process of its own; its exit code, negative if it was killed."""
    pid = os.fork()
    if pid == 0:
        os.chdir(root)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.stderr.flush()
        os.dup2(os.open(root.parent / "errors", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        if number is not None:
            at_step(number, happen)
        sys.argv = ["nineup", *words]
        try:
            edit_in_studio(root) if words == ["edit"] else main()
        except SystemExit as end:
            sys.stderr.flush()
            os._exit(end.code if isinstance(end.code, int) else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def edit_in_studio(root: Path) -> None:
    """What the studio does with an edit of a card: it is on the disk before the browser hears that it is saved."""
    history = EditHistory(Project(root))
    file = "cards/tiny/cards.yaml"
    try:
        history.edit(file, history.version(file).digest, [Set(("cards", 0, "name"), "Sunrise")], "an edit")
    except OSError:
        sys.exit(3)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


def check(root: Path, how: str, words: list[str]) -> str:
    kept = root.parent / "kept"
    shutil.copytree(root, kept)
    old = contents(root)
    assert run(root, words) == 0, (root.parent / "errors").read_text()
    new = contents(root)
    assert new != old, "the command changes something"
    for number in range(0, 1000, STRIDE.get(words[0], 1)):
        shutil.rmtree(root)
        shutil.copytree(kept, root)
        code = run(root, words, number, HOW[how])
        left = contents(root)
        if code == 0 and left == new:
            return f"{number} steps"
        errors = (root.parent / "errors").read_text()
        assert code != 0 or how == "full", f"step {number}: {how}, but it says that all is well"
        assert "Traceback" not in errors, errors
        for name, data in left.items():
            assert data in (old.get(name), new.get(name)), f"step {number}: `{name}` is neither old nor new"
        assert left.keys() >= old.keys() & new.keys(), f"step {number}: {old.keys() - left.keys()} are gone"
        if number % 3 == 0 and (
            words[0] != "print-done" or left == old
        ):  # which refuse to write over what there is
            assert run(root, words) == 0, f"after step {number}: {(root.parent / 'errors').read_text()}"
            assert contents(root) == new, f"after step {number} the next run gives something else"
    return "no end"


if __name__ == "__main__":
    gc.disable()
    from nineup.cli import main
    from nineup.edit import EditHistory, Set
    from nineup.project import Project

    with suppress(ModuleNotFoundError):  # once, and not in each process
        importlib.import_module(f"nineup.cli.{sys.argv[3].replace('-', '_')}")
    importlib.import_module("nineup.pipeline.stages")
    print(check(Path(sys.argv[1]), sys.argv[2], sys.argv[3:]))
