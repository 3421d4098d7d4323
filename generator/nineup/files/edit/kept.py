"""Contents of files that undo may need, by their digests: texts packed in memory, pictures in a temporary
folder, so that a hundred of them take no memory.
"""

import weakref
import zlib
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path

from nineup.base.reading import read_file
from nineup.write import Contents, temporary_folder

ABSENT = ""
"""The digest of a file that doesn't exist."""

LARGE = 256 * 1024
"""The number of bytes from which contents are kept in a file."""

_PORTION = 1024 * 1024


def file_digest(data: bytes | None) -> str:
    return ABSENT if data is None else _digest((data,))


def digest_of(file: Path) -> str:
    """The digest of a file's content, read in portions. Raises OSError."""
    return _digest(_Portions(file))


def _digest(portions: Contents) -> str:
    digest = blake2b(digest_size=16)
    for portion in portions if not isinstance(portions, bytes) else (portions,):
        digest.update(portion)
    return digest.hexdigest()


class _Portions:
    """A file's content, read whenever it is iterated."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __iter__(self) -> Iterator[bytes]:
        with open(self._file, "rb") as file:
            while portion := file.read(_PORTION):
                yield portion


class KeptContents:
    """Contents by digest. Its folder is removed with it, or when the process ends."""

    def __init__(self) -> None:
        self._packed: dict[str, bytes] = {}
        self._large: dict[str, Path] = {}
        self._folder: Path | None = None

    def __contains__(self, digest: str) -> bool:
        return digest in self._packed or digest in self._large

    def keep(self, data: bytes | None) -> str:
        """Keeps a content; returns its digest. Raises OSError."""
        digest = file_digest(data)
        if data is not None and digest not in self:
            if len(data) < LARGE:
                self._packed[digest] = zlib.compress(data, 1)
            else:
                self._write(digest, (data,))
        return digest

    def keep_file(self, file: Path) -> str:
        """Keeps the content of a file; returns its digest. Raises OSError."""
        digest = digest_of(file)
        if digest not in self:
            self._write(digest, _Portions(file))
        return digest

    def _write(self, digest: str, portions: Contents) -> None:
        if self._folder is None:
            stack = ExitStack()
            self._folder = stack.enter_context(temporary_folder())
            weakref.finalize(self, stack.close)
        kept = self._folder / digest
        with open(kept, "wb") as file:
            file.writelines(portions if not isinstance(portions, bytes) else (portions,))
        self._large[digest] = kept

    def data(self, digest: str) -> bytes | None:
        """A content; None if it isn't kept, or for a file that doesn't exist."""
        if digest in self._packed:
            return zlib.decompress(self._packed[digest])
        return read_file(self._large[digest]) if digest in self._large else None

    def contents(self, digest: str) -> Contents:
        """A content for writing, whole or in portions."""
        return _Portions(self._large[digest]) if digest in self._large else self.data(digest) or b""

    def drop_all_but(self, digests: Collection[str]) -> None:
        """Forgets what nothing needs any more."""
        for digest in [each for each in (*self._packed, *self._large) if each not in digests]:
            self._packed.pop(digest, None)
            if digest in self._large:
                self._large.pop(digest).unlink(missing_ok=True)
