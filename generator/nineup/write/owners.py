"""The owners of unfinished files and folders: their names state the process that makes them, so that those of
killed ones are removed.
"""

import os
import re
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from nineup.base.reading import read_file

OWNER = r"(?P<machine>[0-9a-f]{8})-(?P<process>[0-9]{1,10})-[0-9a-f]{16}"
"""A part of a name, as a regular expression: the process stated by `owner`."""

_FOLDER = "nineup-"
_FOLDER_NAME = re.compile(_FOLDER + OWNER)


def owner() -> str:
    """A part of a name that states the current process, different each time."""
    return f"{_machine()}-{os.getpid()}-{os.urandom(8).hex()}"


def has_ended(match: re.Match[str]) -> bool:
    """Whether the process stated in a name with `OWNER` has ended; False if that is unknown."""
    if match["machine"] != _machine() or os.name == "nt":
        return False
    process = int(match["process"])
    try:
        # Signal 0 only asks whether the process exists. On Windows, 0 is Ctrl-C.
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:  # It belongs to another user.
        return False
    with suppress(OSError):  # In a container, nobody may have collected the exit code of a killed process.
        return read_file(Path(f"/proc/{process}/stat")).rpartition(b") ")[2][:1] == b"Z"
    return False


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that exists until the block ends. Those left by killed processes of ours are removed first.

    Raises OSError.
    """
    import shutil
    import tempfile

    top = Path(tempfile.gettempdir())
    _sweep_folders(top)
    folder = top / f"{_FOLDER}{owner()}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _sweep_folders(top: Path) -> None:
    import shutil

    with suppress(OSError), os.scandir(top) as entries:
        for entry in entries:
            match = _FOLDER_NAME.fullmatch(entry.name)
            if match is not None and has_ended(match) and _is_our_folder(entry):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_our_folder(entry: os.DirEntry[str]) -> bool:
    """Whether we made a folder: in a shared folder, anybody may make one with that name."""
    status = entry.stat(follow_symlinks=False)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()


@cache
def _machine() -> str:
    """Identifies this machine, and this container."""
    uname = getattr(os, "uname", None)
    name = uname().nodename if uname else ""
    with suppress(OSError):
        # Two containers of one machine number their processes alike.
        name += f" {os.stat('/proc/self/ns/pid').st_ino}"
    return f"{zlib.crc32(name.encode(errors='replace')):08x}"
