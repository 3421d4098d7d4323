"""A budget of processor time and memory for a command: the last defence against files that cost more than
they seem to.

Limits on sizes stop known large inputs. Whatever they miss, also in the libraries below, is stopped here.

Three fences: the system's limit on the processor time of a process, with a signal first and a kill a minute
later; its limit on memory; and a thread that watches the time of each piece of work in a process that lives
on. Time is that of the processor where the system knows it, so a slow or busy machine stops nothing earlier.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from nineup.base.reading import last_read

SECONDS = 600
"""The processor time of a process, in seconds: a hundred times what the largest games need."""

_GRACE = 60
"""Seconds after the end of the budget at which a process that is stuck in a library is killed."""

WORK_SECONDS = 120
"""The processor time of one piece of work in a long-lived process: a build under `watch`, a page of the
studio.
"""

_LEAST_MEMORY, _MOST_MEMORY = 2 << 30, 16 << 30


class LimitError(BaseException):
    """The budget is spent. Not an Exception, so that no handler keeps the process running."""


def raise_fence(*, for_pieces: bool = False) -> None:
    """Limits this process and each that it starts to `SECONDS` and half of the memory, where the system
    supports it.

    LimitError is raised when the time is over, MemoryError when memory is. With `for_pieces`, `renew_fence`
    restores the time.
    """
    try:
        import resource
        import signal
    except ImportError:  # on Windows
        return
    # The system sends this at the soft limit, and kills the process at the hard one: the
    # seconds between are for cleaning up.
    signal.signal(signal.SIGXCPU, _stop)
    # The limit counts from the start of the process, not from now.
    budget = round(time.process_time()) + SECONDS
    _lower(resource.RLIMIT_CPU, budget, None if for_pieces else budget + _GRACE)
    raise_memory_fence()


def renew_fence() -> None:
    """Restores the time of this process for the next of many pieces of work; does nothing if there is no
    fence.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource
        import signal

        if signal.getsignal(signal.SIGXCPU) is _stop:
            _, hard = resource.getrlimit(resource.RLIMIT_CPU)
            budget = round(time.process_time()) + SECONDS
            resource.setrlimit(
                resource.RLIMIT_CPU, (budget if hard == resource.RLIM_INFINITY else min(budget, hard), hard)
            )


def raise_memory_fence() -> None:
    """Limits this process and those it starts to half of the memory, where the system supports it;
    MemoryError is raised beyond it.
    """
    with suppress(ImportError):
        import resource

        _lower(resource.RLIMIT_AS, half_of_memory(), None)


def _lower(limit: int, soft: int, hard: int | None) -> None:
    """Lowers a limit unless it is already lower."""
    import resource

    _, highest = resource.getrlimit(limit)
    known = [each for each in (hard, highest) if each is not None and each != resource.RLIM_INFINITY]
    highest = min(known, default=highest)
    try:
        resource.setrlimit(
            limit, (soft if highest == resource.RLIM_INFINITY else min(soft, highest), highest)
        )
    except (ValueError, OSError):  # such as memory on macOS
        return


def half_of_memory() -> int:
    """Half of the machine's memory in bytes, within bounds."""
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min(max(physical // 2, _LEAST_MEMORY), _MOST_MEMORY)


def _stop(number: int, frame: object) -> None:
    import signal

    signal.signal(number, signal.SIG_IGN)  # The signal would come each second.
    raise LimitError(f"stopped after {SECONDS:,} seconds of processor time{at_work()}")


def limit_in_words(error: LimitError | MemoryError) -> str:
    """The exceeded limit in a sentence that names the file being processed."""
    return str(error) if isinstance(error, LimitError) else f"out of memory{at_work()}"


@contextmanager
def work_fence() -> Iterator[None]:
    """Stops this thread's work inside with LimitError after `WORK_SECONDS` of its processor time.

    A library that holds Python's lock can't be interrupted; the process ends a minute of processor time
    later. Nested fences add nothing.
    """
    me, seconds = threading.get_ident(), WORK_SECONDS
    if not _watchdog.begin(me):
        yield
        return
    try:
        yield
    except LimitError as error:
        where = f"stopped after {seconds:,} seconds of processor time{at_work()}"
        raise LimitError(str(error) or where) from None
    finally:
        _watchdog.end(me)


class _Watchdog:
    """A thread that checks the work of others twice a second, as long as there is any."""

    _INTERVAL = 0.5

    def __init__(self) -> None:
        self.is_lifted = False
        self._changed = threading.Condition()
        self._works: dict[int, tuple[Callable[[], float], float]] = {}
        """By thread: a clock of its processor time, and its deadline."""
        self._stopped: set[int] = set()
        """The threads in which a LimitError is raised."""
        self._thread: threading.Thread | None = None

    def begin(self, thread: int) -> bool:
        """Starts to watch a thread; False if it already does, or may not."""
        with self._changed:
            if self.is_lifted or thread in self._works:
                return False
            clock = _clock_of(thread)
            self._works[thread] = clock, clock() + WORK_SECONDS
            _give_way(True)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._watch, name="nineup-fence", daemon=True)
                self._thread.start()
            self._changed.notify()
            return True

    def end(self, thread: int) -> None:
        """Stops watching a thread, in which a LimitError may be raised a moment later."""
        with self._changed:
            del self._works[thread]
            # Only then: in Python 3.11, a debugger or profiler hangs if no exception is pending.
            if thread in self._stopped:
                self._stopped.remove(thread)
                _raise_in(thread, None)

    def _watch(self) -> None:
        with self._changed:
            while True:
                _give_way(bool(self._works))
                self._changed.wait(self._INTERVAL if self._works else None)
                for thread, (clock, over) in self._works.items():
                    if clock() > over:
                        self._stopped.add(thread)
                        _raise_in(thread, LimitError)


_watchdog = _Watchdog()


def lift_work_fence() -> None:
    """Removes the time limit of work in this process."""
    _watchdog.is_lifted = True


def _clock_of(thread: int) -> Callable[[], float]:
    """A clock of a thread's processor time; of wall time where threads have none."""
    if not hasattr(time, "pthread_getcpuclockid"):  # macOS, Windows
        return time.monotonic
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raises an exception in another thread once it runs Python again; None cancels it."""
    import ctypes  # Few processes need it.

    what = None if error is None else ctypes.py_object(error)
    # It is raised between two instructions of Python, so not while a library computes.
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


def _give_way(has_work: bool) -> None:
    """Postpones the end of this process by a minute of processor time, as long as Python can run at all."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        soon = round(time.process_time()) + _GRACE if has_work else hard
        resource.setrlimit(
            resource.RLIMIT_CPU, (soon if hard == resource.RLIM_INFINITY else min(soon, hard), hard)
        )


def at_work() -> str:
    """What was being processed, for a message about a limit: the last file that was read."""
    file = last_read()
    return f"; the last file that was read is {file}" if file else ""
