"""What Nineup has made, kept on disk from one process to the next: bytes by key, in the user's cache folder.

Everything in it can be made again. So nothing here fails: where an entry can't be read, is damaged or isn't
the user's own, there is none; where one can't be written, it isn't kept.

An entry is a file named after its key. It begins with a digest of the key and of what follows, so that one
that was truncated, or copied from another key, is none.
"""

import os
import re
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from nineup.base.reading import read_file

MAX_BYTES = 512 * 1024 * 1024
"""The size of the cache: beyond it, the entries that were not used for longest are deleted."""

MAX_DAYS = 30
"""The age, since it was last used, at which an entry is deleted."""

MAX_ENTRY = MAX_BYTES // 8

_DAY = 24 * 60 * 60.0
_OFF = "off"
_UNSEEN = MAX_BYTES // 16
"""The bytes that a process adds before it looks at the size of the cache again."""

_BLOCK = 16 * 1024
"""What an entry counts at least: many small ones are slow to list."""

_ENTRY = re.compile(r"[0-9a-f]{64}")
_PART = re.compile(r"[0-9a-f]{64}\.[0-9a-f]+\.part")


def cache_folder(environment: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """Where the cache is on this system: NINEUP_CACHE names another folder; None if it is `off`."""
    if named := environment.get("NINEUP_CACHE"):
        return None if named == _OFF else Path(named)
    if platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "nineup"


class Store:
    """The entries of a folder. Several processes may use it at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._unseen = _UNSEEN

    @staticmethod
    def of_user(project: Path | None = None) -> "Store | None":
        """The user's own; None if it is switched off, belongs to somebody else, is open to others, or is
        inside the `project` that it is for, where what came with that would be taken for the user's.
        """
        with suppress(OSError, RuntimeError):  # There may be no home.
            folder = cache_folder(os.environ)
            if folder is None or not folder.is_absolute():
                return None
            folder.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                folder.mkdir(mode=0o700)
            if project and Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(project)):
                return None
            if _is_private(folder):
                return Store(folder)
        return None

    def get(self, key: str) -> bytes | None:
        """The bytes of a key; None if there are none that are whole."""
        path = self.folder / key
        try:
            whole = read_file(path, MAX_ENTRY + _SUM, follow=False)
            data = whole[_SUM:]
            if whole[:_SUM] != _checksum(key, data):
                return None
            if path.stat().st_mtime < time.time() - _DAY:
                os.utime(path)
        except OSError:
            return None
        return data

    def put(self, key: str, data: bytes) -> None:
        """Keeps bytes by a key, the digest of everything that they depend on."""
        if len(data) > MAX_ENTRY:
            return
        part = self.folder / f"{key}.{os.urandom(8).hex()}.part"
        try:
            try:
                with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(_checksum(key, data))
                    file.write(data)
                os.replace(part, self.folder / key)
            except OSError:
                part.unlink(missing_ok=True)
                return
            self._unseen += max(len(data), _BLOCK)
            if self._unseen >= _UNSEEN:
                self._unseen = 0
                self.shrink()
        except OSError:
            return

    def shrink(self, most: int = MAX_BYTES) -> None:
        """Deletes what wasn't used for long, and of the rest the oldest until at most so many bytes are left.
        Raises OSError.
        """
        now, size = time.time(), 0
        for path, state in sorted(self._entries(), key=lambda entry: -entry[1].st_mtime):
            age = now - state.st_mtime
            is_left = _PART.fullmatch(path.name) is not None  # by a process that was killed
            size += max(state.st_size, _BLOCK)
            if size > most or age > (1 if is_left else MAX_DAYS) * _DAY:
                path.unlink(missing_ok=True)

    def clear(self) -> None:
        """Deletes all entries, and nothing else. Raises OSError."""
        for path, _ in self._entries():
            path.unlink(missing_ok=True)

    def sizes(self) -> list[int]:
        """The size of each entry in bytes. Raises OSError."""
        return [state.st_size for _, state in self._entries()]

    def _entries(self) -> Iterator[tuple[Path, os.stat_result]]:
        with os.scandir(self.folder) as entries:
            for entry in entries:
                if _ENTRY.fullmatch(entry.name) or _PART.fullmatch(entry.name):
                    with suppress(FileNotFoundError):  # Another process deletes, too.
                        yield Path(entry.path), entry.stat(follow_symlinks=False)


_SUM = sha256().digest_size


def _checksum(key: str, data: bytes) -> bytes:
    checksum = sha256(key.encode())
    checksum.update(data)
    return checksum.digest()


def _is_private(folder: Path) -> bool:
    """Whether a folder is the user's own, and closed to others. On Windows, the user's profile is."""
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode):
        return False
    return os.name == "nt" or (status.st_uid == os.geteuid() and not status.st_mode & 0o077)
