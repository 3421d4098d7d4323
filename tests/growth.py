"""How much more time work takes when there is more of it."""

import time
from collections.abc import Callable

TIMES = 8
TRIES = 5
LEAST = 0.005
"""The shortest time that counts, in seconds; clocks are too coarse for less."""


def growth(work: Callable[[int], object], number: int) -> float:
    """How many times longer eight times as much work takes: 8 where time is in proportion, 64 where it grows
    with the square.

    A busy machine can only add time, to one run four times as much: the least of several counts.
    """
    little = min(_seconds(work, number) for _ in range(4))
    much = _seconds(work, number * TIMES)
    for _ in range(TRIES):
        if much < LINEAR * max(little, LEAST):
            break
        much = min(much, _seconds(work, number * TIMES))
        little = min(little, _seconds(work, number))
    return much / max(little, LEAST)


def _seconds(work: Callable[[int], object], number: int) -> float:
    begun = time.process_time()
    work(number)
    return time.process_time() - begun


LINEAR = 3 * TIMES
"""What a linear one stays below, also on a busy machine."""
