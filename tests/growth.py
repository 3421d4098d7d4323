"""How much more time work takes when there is more of it."""

import time
from collections.abc import Callable

TIMES = 8


def growth(work: Callable[[int], object], number: int) -> float:
    """How many times longer eight times as much work takes: 8 where time is in proportion, 64 where it grows with the square."""
    return min(_seconds(work, number * TIMES) for _ in range(2)) / max(
        min(_seconds(work, number) for _ in range(4)), 0.005
    )


def _seconds(work: Callable[[int], object], number: int) -> float:
    begun = time.process_time()
    work(number)
    return time.process_time() - begun


LINEAR = 3 * TIMES
"""What a linear one stays below, also on a busy machine."""
