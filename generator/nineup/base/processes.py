"""Runs work in several processes, with results in order regardless of their number: `mapping` and
`divided`.
"""

import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile
from typing import Any, NoReturn, Protocol, TypeVar

Result = TypeVar("Result")


LATEST = -1
"""The newest pickle protocol."""


class EndedError(Exception):
    """The system has killed a process; the message is for the user."""


class Map(Protocol):
    """The built-in `map` over one iterable."""

    def __call__(self, work: Callable[[Any], Any], items: Iterable[Any], /) -> Iterator[Any]: ...


def available_cores() -> int:
    """How many processor cores this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def leave(code: int = 0) -> NoReturn:
    """Ends this process and its threads without destroying its objects, which saves a twentieth of a small
    build. Raises what `flush` raises.
    """
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


@contextmanager
def mapping(processes: int) -> Iterator[Map]:
    """A `map` whose calls run in that many processes; with one, in this process, each when its result is
    requested.

    The function and its items and results are pickled, so the function must be at module level. Don't use
    more than one process while other threads run: a forked process may inherit their locks. Raises
    EndedError.
    """
    if processes < 2:
        yield map
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(processes, initializer=_end_with_parent)
    try:
        yield pool.map
    except BrokenProcessPool:
        raise EndedError("the system killed one of the processes, out of time or memory") from None
    finally:
        pool.shutdown(cancel_futures=True)


def divided(
    work: Callable[[int], Result], count: int, processes: int, meanwhile: Callable[[], object] = lambda: None
) -> list[Result]:
    """The results of `work(0)` up to `work(count - 1)`, computed in several processes: this one and copies of
    it.

    This one calls `meanwhile` before it takes part, once the copies are running.

    Each takes the next number when it is free, or the next few of thousands. A copy knows everything that
    this process knows, and only its results are pickled; work that a copy fails to do is done here. Where
    processes can't be copied safely, all work is done in this one.
    """
    numbers = _Numbers(count)
    copies = [_Copy(work, numbers) for _ in range(min(processes, count) - 1 if _can_copy() else 0)]
    try:
        meanwhile()
        # This process works, too. A copy writes only when no number is left, so
        # none waits for this one to read.
        results = {number: work(number) for number in numbers}
        for copy in copies:
            results |= copy.results()
    finally:
        for copy in copies:
            copy.end()
        numbers.close()
    return [results[number] if number in results else work(number) for number in range(count)]


def _can_copy() -> bool:
    """Whether `os.fork` is safe: on Linux, and while no other thread may hold a lock."""
    return sys.platform == "linux" and threading.active_count() == 1


class _Numbers:
    """The numbers of work items, in runs of neighbors, each run taken once by whichever process is free.

    Runs have one number each, unless there are more than MOST.
    """

    MOST = 2048
    """The number of runs: in two bytes each, they fit a page of memory, the least that a pipe holds."""

    SIZE = 2

    def __init__(self, count: int) -> None:
        self._all = range(count)
        self._run = -(-count // self.MOST) or 1
        self._source, sink = os.pipe()
        runs = range(len(self._all[:: self._run]))
        os.write(sink, b"".join(number.to_bytes(self.SIZE, "little") for number in runs))
        os.close(sink)

    def __iter__(self) -> Iterator[int]:
        # A read takes its bytes at once, so no two processes get parts of one number. All runs are in the
        # pipe before anybody reads, and no end for writing is open: when it is empty, it has ended.
        while taken := os.read(self._source, self.SIZE):
            first = int.from_bytes(taken, "little") * self._run
            yield from self._all[first : first + self._run]

    def close(self) -> None:
        os.close(self._source)


class _Copy:
    """A copy of this process that works on numbers until none is left, and sends its results through
    a pipe.
    """

    def __init__(self, work: Callable[[int], Any], numbers: _Numbers) -> None:
        source, sink = os.pipe()
        parent = os.getpid()
        self._process = os.fork()
        if self._process == 0:
            # A copy whose parent was killed finishes its piece, and takes no other.
            self._work(work, takewhile(lambda _: os.getppid() == parent, numbers), sink)
        os.close(sink)
        self._source = os.fdopen(source, "rb")

    def results(self) -> dict[int, Any]:
        """The results by number; those that the copy failed to send are missing."""
        import pickle  # which commands that copy no process needn't import

        results: dict[int, Any] = {}
        try:
            while self._source.peek(1):
                number, result = pickle.load(self._source)
                results[number] = result
        except (EOFError, pickle.UnpicklingError):  # The copy was killed while it sent them.
            pass
        return results

    def end(self) -> None:
        """Kills the copy if it is still running."""
        self._source.close()
        with suppress(ProcessLookupError):
            # After results are read it has nothing more to do; after an error, nobody wants the rest.
            os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)

    def _work(self, work: Callable[[int], Any], numbers: Iterable[int], sink: int) -> NoReturn:
        try:
            _end_on_interrupt()
            import pickle

            # One by one, so that neither process has all results both as objects and as bytes.
            messages = [pickle.dumps((number, work(number)), LATEST) for number in numbers]
            with os.fdopen(sink, "wb") as file:
                file.writelines(messages)
        finally:
            os._exit(0)  # Nothing of the copied process may continue: no handlers, no file buffers.


def _end_with_parent() -> None:
    """Ends this worker when the process that started it ends, even killed: it would wait for work forever."""
    from multiprocessing import parent_process

    _end_on_interrupt()
    parent = parent_process()
    assert parent is not None, "called in a worker"

    def wait() -> NoReturn:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _end_on_interrupt() -> None:
    """Ctrl-C reaches all processes of a terminal; only the first one reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
