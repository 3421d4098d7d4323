"""Compressed drawings (`.svgz`), unpacked up to a size, whatever they declare."""

import zlib

MOST = 64_000_000
"""The largest number of bytes of an unpacked drawing."""

_GZIP = 16 + zlib.MAX_WBITS


class PackedError(Exception):
    """A file that can't be unpacked; the message continues its name."""


def unpacked(data: bytes) -> bytes:
    """The bytes in a gzip file; other data as it is. Raises PackedError."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    unpacker = zlib.decompressobj(_GZIP)
    try:
        found = unpacker.decompress(data, MOST + 1)
    except zlib.error as error:
        raise PackedError("is a damaged gzip file") from error
    if len(found) > MOST:
        raise PackedError(f"unpacks to more than {MOST // 1_000_000} MB")
    if not unpacker.eof:
        raise PackedError("is a truncated gzip file")
    return found


def is_drawing(data: bytes) -> bool:
    """Whether the data of a picture are a drawing, compressed or not."""
    return data.startswith(b"\x1f\x8b") or data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<"
