"""Atomic writing of files: the last step of every command that writes.

A file is written beside its name, flushed to disk, then renamed over the old one, which is one step to every
other program: a viewer sees the old file or the new one, never half of one. After a crash as well, because
the contents are on disk before the name is. Several files can't be renamed in one step; they come as close as
possible, after everything that can fail has been done.
"""

import errno
import os
import re
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from nineup.base.reading import UnfitFileError, is_reserved, read_file
from nineup.write.owners import OWNER, has_ended, owner

_SUFFIX = ".part"

_PART = re.compile(rf"\..+\.{OWNER}\.part", re.DOTALL)
"""The name of an unfinished file: that of the complete one, and the process that writes it."""

_ABANDONED_AFTER = 3600.0
"""Seconds after which an unfinished file of another machine must be left over from a killed build."""

_RETRY_DELAYS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
"""Seconds between attempts while Windows refuses to replace a file that a viewer or virus scanner holds
open.
"""


_MANY = 8
"""The number of files from which several are flushed to disk at once."""

_SYNCED_TOGETHER = 16
"""The number flushed at once: a file system flushes them with one write of its journal, which takes about 5
ms.
"""


Contents = bytes | Iterable[bytes]
"""A file's contents: whole, or in portions that may be made as they are written."""

Known = bytes | None | Callable[[bytes | None], bool]
"""A file's content as it is known (None: no file), or whether a content is that one."""


class ChangedError(OSError):
    """Another program has changed a file since it was read: it stays as it is now."""


def replace(path: Path, data: bytes) -> None:
    """Writes one file like `replace_all`."""
    replace_all({path: data})


def replace_all(files: Mapping[Path, Contents], based_on: Mapping[Path, Known] = {}) -> None:
    """Writes several files like `replace`: all are on disk before the first one is replaced.

    If a file differs from the content that this is `based_on` (None: no file), raises ChangedError and
    replaces none.
    """
    replace_each(files.items(), based_on)


def replace_each(files: Iterable[tuple[Path, Contents]], based_on: Mapping[Path, Known] = {}) -> None:
    """Like `replace_all`, for files that are produced one at a time. No path may occur twice."""
    unfinished: dict[Path, Path] = {}
    leftovers: dict[Path, list[Path]] = {}
    try:
        for path, data in files:
            with _errors_name(path):
                unfinished[path] = _part_path(path, leftovers)
                _fill(unfinished[path], data)
        # All of them before the first name changes: a full disk shows here at the latest.
        _sync_all(unfinished)
        for path, part in unfinished.items():
            with _errors_name(path):
                _copy_mode(path, part)
        with _alone(based_on):
            for path, before in based_on.items():
                _refuse_changed(path, before)
            for path, part in unfinished.items():
                with _errors_name(path):
                    _move(part, path)
    except BaseException:
        for part in unfinished.values():
            with suppress(OSError):
                part.unlink()
        raise
    # A new name is an entry of its folder, which has to be on disk, too.
    for folder in {path.parent for path in unfinished}:
        _sync_folder(folder)


@contextmanager
def _alone(paths: Iterable[Path]) -> Iterator[None]:
    """Prevents other processes of ours from replacing files in these folders meanwhile, if the system has
    locks.

    Raises ChangedError if one doesn't finish.
    """
    with ExitStack() as stack:
        # In the same order in every process, so that two of them can't each hold what the other waits for.
        for folder in sorted({path.parent for path in paths}):
            try:
                import fcntl

                handle = os.open(folder, os.O_RDONLY)
            except (ImportError, OSError):  # on Windows; there is no such folder yet
                continue
            stack.callback(os.close, handle)
            for wait in (*_RETRY_DELAYS, None):
                try:
                    # Without waiting in the system, where a process that hangs would keep this one forever.
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    if wait is None:
                        raise _changed(folder, "another command is writing here") from None
                    time.sleep(wait)
                except OSError:  # a file system without locks
                    break
                else:
                    break
        yield


def _changed(path: Path, why: str) -> ChangedError:
    return ChangedError(errno.EBUSY, f"{why}, so nothing was written; run the command again", str(path))


def _refuse_changed(path: Path, before: Known) -> None:
    now: bytes | None = None
    with suppress(FileNotFoundError, UnfitFileError):
        now = read_file(path)
    if not before(now) if callable(before) else now != before:
        raise _changed(path, "it was changed in the meantime")


def sweep(folder: Path) -> None:
    """Removes what killed commands left unfinished in a folder."""
    for left in folder.glob(f".*{_SUFFIX}"):
        with suppress(OSError):
            if _is_abandoned(left):
                left.unlink()


def is_unfinished(path: Path) -> bool:
    """Whether a file was left by a killed command; the next one that writes there removes it."""
    return path.name.startswith(".") and path.name.endswith(_SUFFIX)


@contextmanager
def _errors_name(path: Path) -> Iterator[None]:
    """Let errors name the file itself instead of its temporary file."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _refuse_reserved(path: Path) -> None:
    """Raises OSError if a file or folder would be made that no Windows can hold."""
    for each in (path, *path.parents):
        if os.path.lexists(each):
            return
        if is_reserved(each.name):
            raise OSError(errno.EINVAL, f"Windows reserves the name `{each.name}`; choose another", str(path))


def _part_path(path: Path, leftovers: dict[Path, list[Path]]) -> Path:
    """The temporary file for a file, next to it; creates the folder if necessary.

    `leftovers` remembers old ones by folder.
    """
    _refuse_reserved(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():  # which only the last step would detect
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.parent not in leftovers:
        leftovers[path.parent] = list(path.parent.glob(f".*{_SUFFIX}"))
    _sweep(path, leftovers[path.parent])
    return path.with_name(f".{path.name}.{owner()}{_SUFFIX}")


def _fill(path: Path, contents: Contents) -> None:
    # `x`: a file or a link that somebody has put there is an error, and isn't written through.
    with open(path, "xb") as file:
        file.writelines([contents] if isinstance(contents, bytes) else contents)


def _sync_all(parts: Mapping[Path, Path]) -> None:
    """Flushes several temporary files to disk."""
    if len(parts) >= _MANY:
        from concurrent.futures import ThreadPoolExecutor

        # RuntimeError: the system has no room for another thread.
        with suppress(RuntimeError), ThreadPoolExecutor(_SYNCED_TOGETHER) as threads:
            for _ in threads.map(_sync, parts.keys(), parts.values()):
                pass
            return
    for path, part in parts.items():
        _sync(path, part)


def _sync(path: Path, part: Path) -> None:
    with _errors_name(path), open(part, "r+b") as file:
        os.fsync(file.fileno())


def _copy_mode(path: Path, unfinished: Path) -> None:
    """Gives the new file the permissions of the old one."""
    with suppress(FileNotFoundError):
        unfinished.chmod(stat.S_IMODE(path.stat().st_mode))


def _move(unfinished: Path, path: Path) -> None:
    for wait in _RETRY_DELAYS:
        try:
            os.replace(unfinished, path)
        except PermissionError as error:
            if getattr(error, "winerror", None) is None:
                raise
            time.sleep(wait)
        else:
            return
    os.replace(unfinished, path)


def _sync_folder(folder: Path) -> None:
    """Flush the folder's new entries to disk, on systems that can open a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sweep(path: Path, leftovers: list[Path]) -> None:
    """Removes temporary files of killed builds, but none that another build may be writing."""
    for left in leftovers:
        with suppress(OSError):
            is_ours = left.name.startswith(f".{path.name}.")
            if _is_abandoned(left) or (is_ours and time.time() - left.stat().st_mtime > _ABANDONED_AFTER):
                left.unlink()


def _is_abandoned(unfinished: Path) -> bool:
    """Whether the process that wrote an unfinished file has ended; False if that is unknown."""
    match = _PART.fullmatch(unfinished.name)
    return match is not None and has_ended(match)
