"""How the streams of a PDF are packed: most of the time that writing one takes, and the same for the same stream."""

import zlib
from collections.abc import Callable

LEVEL = 6
"""zlib's; higher ones take longer and gain next to nothing."""

Deflate = Callable[[bytes], bytes]
"""Packs a stream as `deflate` does; who writes the same pages again and again may remember."""


def deflate(data: bytes) -> bytes:
    """A stream as FlateDecode unpacks it."""
    return zlib.compress(data, LEVEL)
