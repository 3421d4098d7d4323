"""Reads files that others may have made: only regular ones, up to a size. Nothing else in the package opens a
file to read.

A device never ends, a pipe waits for a writer, a link leads anywhere, and folders may be nested deeper than
the call stack: a stranger's project can contain all of them.
"""

import errno
import os
import re
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from nineup.base.file_limits import most_bytes

LEVELS = 50
"""The number of levels of folders that are searched."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # so that opening a pipe doesn't wait for its other end
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_latest = threading.local()
"""The path of the last file that each thread has opened."""


class UnfitFileError(OSError):
    """A file that isn't regular, is behind a link that isn't followed, or is too large."""


_RESERVED = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\..*)?", re.IGNORECASE | re.DOTALL
)


def is_reserved(name: str) -> bool:
    """Whether Windows takes the name of a file or a folder for a device, with any suffix."""
    return _RESERVED.fullmatch(name) is not None


def unportable(name: str) -> str:
    """Why Windows can't have a file or a folder with this name, in words; empty if it can."""
    if is_reserved(name):
        return "Windows reserves the name"
    if name.endswith((" ", ".")):
        return "Windows drops the last character of the name"
    wrong = next((letter for letter in name if letter in '<>:"|?*\\' or letter < " "), "")
    return f"Windows allows no {wrong!r} in a name" if wrong else ""


def read_file(path: Path, most: int | None = None, *, follow: bool = True) -> bytes:
    """A file's bytes, at most as many as its format may have; without `follow`, it must not be a link.

    Raises UnfitFileError and other OSErrors.
    """
    _latest.path = path
    most = most_bytes(path) if most is None else most
    try:
        handle = os.open(path, _FLAGS if follow else _FLAGS | _NO_LINK)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):  # a link, or a socket
            raise UnfitFileError(
                error.errno,
                "behind a link" if error.errno == errno.ELOOP else "not a regular file",
                str(path),
            ) from None
        raise
    try:
        _refuse_unfit(os.fstat(handle), path, most)
        with open(handle, "rb", buffering=0, closefd=False) as file:
            data = file.read()
    finally:
        os.close(handle)
    if len(data) > most:  # It has grown since.
        raise _too_large(path, most)
    return data


@contextmanager
def reading_parts(path: Path) -> Iterator[Callable[[int, int], bytes]]:
    """A function that reads parts of a regular file of any size: at most so many bytes from a place on.

    Raises UnfitFileError and other OSErrors.
    """
    handle = os.open(path, _FLAGS)
    try:
        _refuse_unfit(os.fstat(handle), path, sys.maxsize)
        with open(handle, "rb", closefd=False) as file:

            def read(at: int, length: int) -> bytes:
                file.seek(at)
                return file.read(length)

            yield read
    finally:
        os.close(handle)


def walk(folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """As `os.walk`, top down, with names in order and a limited depth.

    What isn't a folder, or can't be read, is skipped.
    """
    left = [(os.fspath(folder), 1)]
    while left:
        top, level = left.pop()
        folders: list[str] = []
        files: list[str] = []
        try:
            with os.scandir(top) as entries:
                for entry in entries:
                    (folders if _is_folder(entry) else files).append(entry.name)
        except OSError:
            continue
        folders.sort()
        files.sort()
        yield top, folders, files
        inner = [os.path.join(top, name) for name in folders] if level < LEVELS else []
        left += [(path, level + 1) for path in reversed(inner) if not os.path.islink(path)]


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # such as a link to itself
        return False


def last_read() -> Path | None:
    """The last file that this thread has read or tried to, for messages about what it was doing."""
    return getattr(_latest, "path", None)


def _refuse_unfit(status: os.stat_result, path: Path, most: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise UnfitFileError(errno.EISDIR, "a folder", str(path))
    if not stat.S_ISREG(status.st_mode):
        raise UnfitFileError(errno.EINVAL, "not a regular file", str(path))
    if status.st_size > most:
        raise _too_large(path, most)


def _too_large(path: Path, most: int) -> UnfitFileError:
    return UnfitFileError(errno.EFBIG, f"larger than {most // 1024 // 1024 or 1} MiB", str(path))
