"""ZIP archives whose bytes depend only on their files: no timestamps, system or permissions."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

_FIXED = (1980, 1, 1, 0, 0, 0)


class ArchivedFile(NamedTuple):
    """A file of an archive; pictures are stored uncompressed, because they are already compressed."""

    name: str
    data: bytes
    compressed: bool = True


class _Portions(io.RawIOBase):
    """What was written and hasn't been taken yet."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._written += data
        return len(data)

    def take(self) -> bytes:
        taken = bytes(self._written)
        self._written.clear()
        return taken


def archive_in_portions(files: Iterable[ArchivedFile]) -> Iterator[bytes]:
    """The bytes of a ZIP archive of files, in order; of a file only a copy is held at a time."""
    out = _Portions()
    with zipfile.ZipFile(out, "w") as zip_file:
        for file in files:
            _add(zip_file, file)
            yield out.take()
    yield out.take()


def archive(files: Iterable[ArchivedFile]) -> bytes:
    """A ZIP archive of files, in order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as bundle:
        for file in files:
            _add(bundle, file)
    return out.getvalue()


def _add(zip_file: zipfile.ZipFile, file: ArchivedFile) -> None:
    entry = zipfile.ZipInfo(file.name, _FIXED)
    entry.compress_type = zipfile.ZIP_DEFLATED if file.compressed else zipfile.ZIP_STORED
    entry.create_system = 0
    zip_file.writestr(entry, file.data)
