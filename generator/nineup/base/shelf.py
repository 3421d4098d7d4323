"""A temporary file for what would take too much memory, such as the pages of a long document."""

from collections.abc import Iterator
from os import SEEK_END
from tempfile import TemporaryFile
from typing import IO

import msgspec


class Shelf:
    """Keeps data in a temporary file, which has no name and lasts as long as something of it is kept."""

    def __init__(self) -> None:
        # Open as long as there are data of it.
        self._file = TemporaryFile()  # noqa: SIM115

    def put(self, data: bytes) -> "Shelved":
        """Keeps data."""
        at = self._file.seek(0, SEEK_END)
        self._file.write(data)
        return Shelved(self._file, at, len(data))


class Shelved(msgspec.Struct, frozen=True):
    """Data on a shelf, which are read when they are needed; as a file's contents, they are one portion."""

    file: IO[bytes]
    at: int
    size: int

    def read(self) -> bytes:
        self.file.seek(self.at)
        return self.file.read(self.size)

    def __iter__(self) -> Iterator[bytes]:
        yield self.read()
