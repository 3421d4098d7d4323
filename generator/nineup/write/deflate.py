"""How the streams of a PDF are compressed: most of the time spent on writing, and a pure function."""

import zlib
from collections.abc import Callable

LEVEL = 6
"""zlib's level. Higher levels take longer and save almost nothing."""

LARGE = 8_000_000
"""The bytes from which on a stream is compressed in a quarter of the time, and is a twentieth larger for it."""

FASTER = 4
"""The level of such streams."""

Deflate = Callable[[bytes], bytes]
"""Compresses a stream as `deflate` does, perhaps with a cache."""


def deflate(data: bytes) -> bytes:
    """Compress a stream for FlateDecode."""
    return zlib.compress(data, LEVEL if len(data) < LARGE else FASTER)
