"""ZIP archives whose bytes depend only on their files: no timestamps, system or permissions."""

import io
import zipfile
from collections.abc import Iterable
from typing import NamedTuple

_FIXED = (1980, 1, 1, 0, 0, 0)


class ArchivedFile(NamedTuple):
    """A file of an archive; pictures are stored uncompressed, because they are already compressed."""

    name: str
    data: bytes
    compressed: bool = True


def archive(files: Iterable[ArchivedFile]) -> bytes:
    """A ZIP archive of files, in order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data, compressed in files:
            entry = zipfile.ZipInfo(name, _FIXED)
            entry.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
            entry.create_system = 0
            made.writestr(entry, data)
    return out.getvalue()
