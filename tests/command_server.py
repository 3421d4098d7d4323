"""Runs the command for tests in processes forked from this one, which has imported all of it: a start takes a
tenth of the time.

Reads requests as JSON lines; answers each with the number of the forked process, then with its exit code.
"""

import gc
import importlib
import json
import os
import pkgutil
import sys
from contextlib import suppress

import nineup
import nineup_export
from nineup.start import program


def import_all() -> None:
    for package in (nineup, nineup_export):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "__main__" not in module.name:
                with suppress(ImportError):  # of extras that are not installed
                    importlib.import_module(module.name)


def become(request: dict[str, str]) -> None:
    """Make this process what `python -m nineup` would be with the words, folder, environment and streams of a
    request.
    """
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    for number, path in enumerate((os.devnull, request["out"], request["err"])):
        os.dup2(os.open(path, os.O_RDWR), number)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
    for number in map(int, request.get("closed", "")):
        os.close(number)  # as Python finds it, if the caller has closed it
        setattr(sys, ("stdin", "stdout", "stderr")[number], None)
    sys.argv = ["nineup", *request["words"]]


def answered() -> bool:
    """Answer requests; True in each forked process, False when there are no more."""
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            become(json.loads(line))
            return True
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
    return False


if __name__ == "__main__":
    import_all()
    gc.freeze()  # What all processes have in common is not collected in each.
    if answered():
        program()
