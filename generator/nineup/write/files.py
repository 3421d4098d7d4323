"""Files that appear whole or not at all: the last step of writing."""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

_SUFFIX = ".part"

_ABANDONED_AFTER = 3600.0
"""Seconds after which an unfinished file is no other build's, but a killed one's."""

_RETRY_DELAYS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
"""Seconds between tries where Windows refuses to replace a file that a viewer or a virus scanner holds open."""


def replace(path: Path, data: bytes) -> None:
    """Write a file, making its folder if need be: whoever looks sees the old one or the new one, never a part.

    The data is on the disk before it takes the old file's place; that one stays as it was when anything fails.
    Raises OSError, which names the file.
    """
    replace_all({path: data})


def replace_all(files: Mapping[Path, bytes]) -> None:
    """Write several files as `replace` does: all of them are on the disk before the first takes its place."""
    replace_each(files.items())


def replace_each(files: Iterable[tuple[Path, bytes]]) -> None:
    """The same for files that are made one after the other, of which none is kept in memory; each path comes once."""
    unfinished: dict[Path, Path] = {}
    try:
        for path, data in files:
            unfinished[path] = _part_path(path)
            with _errors_name(path):
                _fill(unfinished[path], data)
        for path, part in unfinished.items():
            with _errors_name(path):
                _move(part, path)
    except BaseException:
        for part in unfinished.values():
            with suppress(OSError):
                part.unlink()
        raise
    for folder in {path.parent for path in unfinished}:
        _sync_folder(folder)


@contextmanager
def _errors_name(path: Path) -> Iterator[None]:
    """Errors name the file that was to be written, not the one that it is written to first."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _part_path(path: Path) -> Path:
    """Where a file is written to until it is whole, in its folder, which is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path)
    return path.with_name(f".{path.name}.{os.urandom(8).hex()}{_SUFFIX}")


def _fill(path: Path, data: bytes) -> None:
    with open(path, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


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
    """Bring the folder's new entry to the disk, where the system lets one open a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sweep(path: Path) -> None:
    """Remove what killed builds left of the same file, but nothing that another build may be writing."""
    for left in path.parent.glob(f".{_literal(path.name)}.*{_SUFFIX}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_AFTER:
                left.unlink()


def _literal(name: str) -> str:
    """A name as a glob pattern that matches just it."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)
