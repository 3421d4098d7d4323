"""Work in several processes: a `map` that gives its results in order, whatever their number."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Map(Protocol):
    """The built-in `map` over one iterable."""

    def __call__(self, work: Callable[[Any], Any], items: Iterable[Any], /) -> Iterator[Any]: ...


def available_cores() -> int:
    """How many processor cores this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


@contextmanager
def mapping(processes: int) -> Iterator[Map]:
    """A `map` whose calls run in that many processes; with one, in this process, each when its result is asked for.

    The function and its items and results are pickled, so the function must be one of a module. Don't use more than
    one process where other threads run: a forked process may inherit their locks.
    """
    if processes < 2:
        yield map
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(processes, initializer=_end_on_interrupt)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


def _end_on_interrupt() -> None:
    """Ctrl-C reaches all processes of a terminal; only the first one reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
