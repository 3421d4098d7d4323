"""Runs a command again and again and kills it at each step that changes a file, or lets that step fail:
`python faults.py PROJECT HOW WORDS…`.

`python faults.py PROJECT beside WORDS… -- OTHER WORDS…` runs another command at each of these steps, while
the first one waits.

`python faults.py PROJECT failing WORDS…`, with the library of `failing_calls.c` loaded before all others, lets calls of
the system fail instead, those of other libraries included.

Prints `N steps` or `N of M calls` if after each of them every file is whole, as it was before the command or as it is after it,
and the same command then does what it always does. It forks from one process, so a hundred runs take seconds.
"""

import builtins
import ctypes
import errno
import gc
import importlib
import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

STEPS = ("fsync", "replace", "unlink", "mkdir", "rmdir", "chmod")
NEEDING_ROOM = ("fsync", "replace", "mkdir")
"""The steps that fail where a disk is full; opening and writing a file may, too."""

Contents = dict[str, bytes]


def contents(root: Path) -> Contents:
    """The files that are not unfinished ones, which the next command sweeps."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not path.name.endswith(".part")
    }


def at_step(number: int, happen: Callable[[], None], steps: tuple[str, ...]) -> None:
    """Lets something happen before the step with that number (from 0) that changes a file."""
    left = [number]

    def counted(step: Callable[..., Any]) -> Callable[..., Any]:
        def run(*words: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                happen()
            return step(*words, **more)

        return run

    for name in steps:
        setattr(os, name, counted(getattr(os, name)))
    opened = builtins.open

    def open_counted(file: Any, mode: str = "r", *words: Any, **more: Any) -> Any:
        if not set(mode) & set("wxa+"):
            return opened(file, mode, *words, **more)
        made = counted(opened)(file, mode, *words, **more)
        made.write = counted(made.write)
        return made

    builtins.open = open_counted


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def interrupted() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


FULL = re.compile(r"nineup: [^\n]+: No space left on device\n")
"""What a command says that has no room: which file, and why."""

STRIDE = (
    {}
    if os.environ.get("NINEUP_FUZZ")
    else {
        "build": 13,
        "pictures": 53,
        "appendix": 53,
        "print-done": 3,
        "export": 17,
        "new": 97,
        "translate": 5,
        "unique": 17,
        "schema": 17,
        "draw": 3,
        "undo": 3,
    }
)
"""Commands of many steps: only some of these are tried, all of them under `make fuzz`."""

ONCE = ("print-done", "undo")
"""What refuses to write over what there is, or goes on from there."""

HOW: dict[str, Callable[[], None]] = {"killed": killed, "interrupted": interrupted, "full": full}


def run(root: Path, words: list[str], prepare: Callable[[], object] = lambda: None) -> int:
    """The command in a process of its own; its exit code, negative if it was killed. Its workers have ended,
    too.
    """
    pid = started(root, words, prepare)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-pid, 0)
    return code


def adopt_orphans() -> None:
    """Makes this process the parent of the workers of killed processes, so that it can wait for them. Linux
    only.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


PR_SET_CHILD_SUBREAPER = 36


def started(
    root: Path, words: list[str], prepare: Callable[[], object] = lambda: None, errors: str = "errors"
) -> int:
    """The process of a command, prepared for what is to happen in it."""
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.chdir(root)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.stderr.flush()
        os.dup2(os.open(root.parent / errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        prepare()
        sys.argv = ["nineup", *words]
        try:
            OWN.get(words[0], main)()
        except SystemExit as end:
            sys.stderr.flush()
            os._exit(end.code if isinstance(end.code, int) else 1)
    return pid


def in_studio(change: Callable[[Any], Any]) -> Callable[[], None]:
    """What the studio does with a change: it is on the disk before the browser hears that it is saved."""

    def run() -> None:
        try:
            outcome = change(EditHistory(Project(Path.cwd())))
        except (OSError, ProjectError):
            sys.exit(3)
        except KeyboardInterrupt:
            sys.exit(130)
        sys.exit(0 if isinstance(outcome, EditStep) else 3)

    return run


CARDS = "cards/tiny/cards.yaml"


def edit_card(history: Any) -> Any:
    return history.edit(
        CARDS, history.version(CARDS).digest, [Set(("cards", 0, "name"), "Sunrise")], "an edit"
    )


def edit_and_undo(history: Any) -> Any:
    """An edit that is taken back, and another one."""
    first = history.edit(
        CARDS, history.version(CARDS).digest, [Set(("cards", 1, "name"), "Sunset")], "an edit"
    )
    for step in (lambda: first, history.undo, lambda: edit_card(history)):
        outcome = step()
        if not isinstance(outcome, EditStep):
            break
    return outcome


def fetch() -> None:
    """`nineup fetch` with an answer that is there already."""
    from nineup.files import fetching

    fetching.download = lambda address: b"id,name\na,b\n"
    main()


OWN: dict[str, Callable[[], None]] = {
    "edit": in_studio(edit_card),
    "undo": in_studio(edit_and_undo),
    "fetch": fetch,
}
"""What is no command, or needs an answer."""


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
        steps = NEEDING_ROOM if how == "full" else STEPS
        code = run(root, words, partial(at_step, number, HOW[how], steps))
        left = contents(root)
        if code == 0 and left == new:
            return f"{number} steps"
        errors = (root.parent / "errors").read_text()
        assert code != 0 or how == "full", f"step {number}: {how}, but it says that all is well"
        assert "Traceback" not in errors, errors
        if how == "full" and code:
            assert not errors or FULL.fullmatch(errors), errors
            assert not list(root.rglob("*.part")), f"step {number}: what was unfinished is still there"
        check_whole(f"step {number}", left, old, new)
        if number % 3 == 0 and (words[0] not in ONCE or left == old):
            assert run(root, words) == 0, f"after step {number}: {(root.parent / 'errors').read_text()}"
            assert contents(root) == new, f"after step {number} the next run gives something else"
            unfinished = [path.name for path in root.rglob("*.part")]
            assert not unfinished, f"after step {number} the next run leaves {unfinished}"
    return "no end"


def check_whole(when: str, left: Contents, old: Contents, new: Contents) -> None:
    """Asserts that each file is as it was, or as it becomes."""
    for name, data in left.items():
        between = old.get(name, b"").replace(b"Second Wind", b"Sunset")
        assert data in (old.get(name), new.get(name), between), f"{when}: `{name}` isn't whole"
    assert left.keys() >= old.keys() & new.keys(), f"{when}: {old.keys() - left.keys()} are gone"


CALLS = ("open", "read", "write", "fsync", "rename", "mkdir")
"""The calls of the system that `failing_calls.c` lets fail, in its order."""

TRIED = 52 if os.environ.get("NINEUP_FUZZ") else 3
"""How many calls of each kind are tried: the first, the last, and some between."""


def failing(root: Path, words: list[str]) -> str:
    """A command with each of some calls of the system failing, one at a time."""
    kept, shim = root.parent / "kept", ctypes.CDLL(None)
    tempfile.tempdir = os.environ["TMPDIR"] = str(root.parent / "temporary")
    os.mkdir(tempfile.tempdir)
    for folder in (root, root.parent / "temporary", STARTER):
        shim.watch_folder(os.fsencode(f"{folder}/"))
    shutil.copytree(root, kept)
    old = contents(root)
    code = run(root, words, lambda: shim.fail_call(-1, 0, 0))
    numbers = [shim.calls_of(kind) for kind in range(len(CALLS))]
    assert code == 0, (root.parent / "errors").read_text()
    new = contents(root)
    tried = 0
    for kind, number in enumerate(numbers):
        for each in sorted(
            {1 + round((number - 1) * part / (TRIED - 1)) for part in range(TRIED)} if number else ()
        ):
            when = f"{CALLS[kind]} {each} of {number}"
            shutil.rmtree(root)
            shutil.copytree(kept, root)
            code = run(root, words, partial(shim.fail_call, kind, each, errno.EIO))
            errors, left = (root.parent / "errors").read_text(), contents(root)
            assert "Traceback" not in errors, f"{when}: {errors}"
            assert "a bug" not in errors, f"{when}: {errors}"
            if code == 0:
                other = [name for name in {*left, *new} if left.get(name) != new.get(name)]
                assert not other, f"{when}: the command says that all is well, but not of {other}"
            else:
                assert code in (1, 2, 3), f"{when}: exit code {code}: {errors}"
                assert words[0] in OWN or os.strerror(errno.EIO) in errors, f"{when}: says {errors!r}"
            check_whole(when, left, old, new)
            for place in (root, root.parent / "temporary"):
                assert not list(place.rglob("*.part")), f"{when}: what was unfinished is still there"
            if tried % 3 == 0 and (words[0] not in ONCE or left == old) and code:
                assert run(root, words) == 0, f"after {when}: {(root.parent / 'errors').read_text()}"
                assert contents(root) == new, f"after {when} the next run gives something else"
            tried += 1
    return f"{tried} of {sum(numbers)} calls"


def beside(root: Path, words: list[str], other: list[str]) -> str:
    """Another command at each step of a command: all files are as one of the two orders makes them."""
    kept = root.parent / "kept"
    shutil.copytree(root, kept)

    def again() -> None:
        shutil.rmtree(root)
        shutil.copytree(kept, root)

    ends, alone = [], []
    for pair in ((words, other), (other, words)):
        assert run(root, pair[0]) == 0, (root.parent / "errors").read_text()
        alone.append(contents(root))
        after = run(root, pair[1])
        ends.append(contents(root))
        again()
    for number in range(0, 1000, STRIDE.get(words[0], 1)):
        pid = started(root, words, partial(at_step, number, once(stopped), STEPS), errors="first")
        _, status = os.waitpid(pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            return f"{number} steps"
        second = run(root, other)
        os.kill(pid, signal.SIGCONT)
        first = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        said = [(root.parent / name).read_text() for name in ("first", "errors")]
        for code, errors in zip((first, second), said, strict=True):
            assert code in (0, after, 3), f"step {number}: {code} {errors}"
            assert "Traceback" not in errors, errors
            assert code != 3 or CHANGED.fullmatch(errors), errors
        assert 0 in (first, second), f"step {number}: both were refused"
        left = contents(root)
        for name, data in left.items():
            known = [end.get(name) for end in (ends if first == second == 0 else ends + alone)]
            assert data in known, f"step {number}: `{name}` is what neither order makes"
        if first == second == 0:
            assert left.keys() == ends[0].keys() | ends[1].keys(), f"step {number}: files are missing"
        assert not list(root.rglob("*.part")), f"step {number}: something unfinished is left"
        again()
    return "no end"


CHANGED = re.compile(
    r"(nineup: [^\n]+: (it was changed in the meantime|another command is writing here), [^\n]+\n)?"
)
"""What a command says that would have replaced what the other one has written; the studio shows it in the
browser.
"""


def stopped() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def once(happen: Callable[[], None]) -> Callable[[], None]:
    left = [happen]
    return lambda: left.pop()() if left else None


if __name__ == "__main__":
    gc.disable()
    adopt_orphans()
    from nineup.base.project import STARTER, Project, ProjectError
    from nineup.cli import command_module, main
    from nineup.files.edit import EditHistory, EditStep, Set

    with suppress(ModuleNotFoundError):  # once, and not in each process
        importlib.import_module(command_module(sys.argv[3]))
    importlib.import_module("nineup.pipeline.stages")
    root, how, *words = Path(sys.argv[1]), *sys.argv[2:]
    if how == "beside":
        at = words.index("--")
        print(beside(root, words[:at], words[at + 1 :]))
    elif how == "failing":
        print(failing(root, words))
    else:
        print(check(root, how, words))
