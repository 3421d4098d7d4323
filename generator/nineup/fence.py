"""A budget of processor time and memory for a command: the last defence against files that cost more than they seem.

Limits on sizes stop what is known to be large. Whatever they miss, also in the libraries below, ends at the fence.
"""

import os

from nineup.reading import last_read

SECONDS = 600
"""The processor time of a process, in seconds: a hundred times what the largest games need."""

_GRACE = 60
"""Seconds from the end of the budget to the end of a process that doesn't come back from a library."""

_LEAST_MEMORY, _MOST_MEMORY = 2 << 30, 16 << 30


class LimitError(BaseException):
    """The budget is spent. Not an Exception: nothing but the end of a process may handle it."""


def raise_fence() -> None:
    """Limits each of this process and those it starts to `SECONDS` and half of the memory, where the system can.

    LimitError is raised when the time is over, MemoryError when memory is.
    """
    try:
        import resource
        import signal
    except ImportError:  # on Windows
        return
    signal.signal(signal.SIGXCPU, _stop)
    used = resource.getrusage(resource.RUSAGE_SELF)
    budget = round(used.ru_utime + used.ru_stime) + SECONDS
    _lower(resource.RLIMIT_CPU, budget, budget + _GRACE)
    _lower(resource.RLIMIT_AS, half_of_memory(), None)


def _lower(limit: int, soft: int, hard: int | None) -> None:
    """Lowers a limit; one that is lower already stays."""
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

    signal.signal(number, signal.SIG_IGN)  # It would come each second.
    raise LimitError(f"stopped after {SECONDS:,} seconds of processor time{at_work()}")


def at_work() -> str:
    """What was at work, for a sentence about a limit: the last file that was read."""
    file = last_read()
    return f"; the last file that was read is {file}" if file else ""
