"""How the streams of a PDF are compressed: most of the time spent on writing, and a pure function."""

import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from nineup.processes import available_cores

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


def deflate_all(streams: Sequence[bytes], deflate: Deflate = deflate) -> list[bytes]:
    """Each stream compressed. All cores take part: zlib lets other threads run meanwhile."""
    made: list[bytes | None] = [None] * len(streams)
    numbers = iter(range(len(streams)))

    def work() -> None:
        for number in numbers:
            made[number] = deflate(streams[number])

    def help_out() -> None:
        with suppress(Exception):  # which the stream that it was at raises once more, below
            work()

    threads = [Thread(target=help_out) for _ in range(min(available_cores(), len(streams)) - 1)]
    for thread in threads:
        thread.start()
    try:
        work()
    finally:
        for thread in threads:
            thread.join()
    return [
        deflate(stream) if packed is None else packed for stream, packed in zip(streams, made, strict=True)
    ]
