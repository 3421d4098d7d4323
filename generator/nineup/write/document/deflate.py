"""Compresses the streams of a PDF: most of the time spent on writing, and a pure function."""

import zlib
from collections.abc import Callable
from threading import Lock, Thread

from nineup.base.processes import available_cores

LEVEL = 6
"""zlib's level. Higher levels take longer and save almost nothing."""

LARGE = 500_000
"""The size in bytes from which a stream is compressed at a faster level: in a third of the time, and a
fiftieth larger.
"""

FASTER = 4
"""The level of such streams."""

DeflateEach = Callable[[Callable[[int], bytes], int], list[bytes]]
"""Compresses streams like `deflate_each`, perhaps with a cache."""


def deflate(data: bytes) -> bytes:
    """Compress a stream for FlateDecode."""
    return zlib.compress(data, LEVEL if len(data) < LARGE else FASTER)


def deflate_each(
    make: Callable[[int], bytes], count: int, deflate: Callable[[bytes], bytes] = deflate
) -> list[bytes]:
    """The streams `make(0)` up to `make(count - 1)`, compressed. They are made in order, one at a time.

    All cores take part: while one thread makes a stream, the others compress theirs, since zlib releases
    Python's lock.
    """
    compressed: dict[int, bytes] = {}
    numbers = iter(range(count))
    making = Lock()
    failures: list[BaseException] = []

    def work() -> None:
        try:
            while not failures:
                with making:
                    number = next(numbers, None)
                    if number is None:
                        return
                    stream = make(number)
                compressed[number] = deflate(stream)
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=work) for _ in range(min(available_cores(), count) - 1)]
    for thread in threads:
        thread.start()
    work()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return [compressed[number] for number in range(count)]
