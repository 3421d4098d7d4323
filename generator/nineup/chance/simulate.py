"""Simulated draws: for what can't be counted exactly, such as sequences of draws. Same seed, same result.

Trials are made in chunks of a fixed size, each with a generator seeded by the seed and the chunk's number, so the
result doesn't depend on the number of processes.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from nineup.chance.pools import Card, Pool

CHUNK = 2_000
"""Trials that share one random generator."""


class Estimate(NamedTuple):
    """The answers of a simulation: how often each was given, in `times` trials."""

    counts: Mapping[Any, int]
    times: int

    def share(self, answer: Any) -> float:
        """How likely an answer is, as estimated."""
        return self.counts.get(answer, 0) / self.times

    def error(self, answer: Any) -> float:
        """The standard error of that share: √(p (1 − p) / n)."""
        share = self.share(answer)
        return float((share * (1 - share) / self.times) ** 0.5)

    @property
    def mean(self) -> float | None:
        """The mean of the answers where all are numbers, else None."""
        if any(isinstance(answer, str) or answer is None for answer in self.counts):
            return None
        return float(sum(answer * count for answer, count in self.counts.items()) / self.times)

    @property
    def mean_error(self) -> float:
        """The standard error of the mean: s / √n, with the sample's standard deviation s."""
        mean = self.mean
        if mean is None or self.times < 2:
            return 0.0
        squares = sum((answer - mean) ** 2 * count for answer, count in self.counts.items())
        return float((squares / (self.times - 1) / self.times) ** 0.5)


def shuffled(pool: Pool, generator: random.Random) -> list[Card]:
    """The cards of a pile in a random order: of each stack, as many as lie in the pile."""
    cards = []
    for stack in pool.stacks:
        copies = [card for card, number in stack.cards for _ in range(number)]
        cards += copies if stack.size == len(copies) else generator.sample(copies, stack.size)
    generator.shuffle(cards)
    return cards


def decks(pool: Pool, seed: int, times: int, first: int = 0) -> Iterator[list[Card]]:
    """The shuffled pile of each trial, from chunk `first` on."""
    for chunk in range(first, first + -(-times // CHUNK)):
        generator = random.Random(f"{seed}:{chunk}")
        for _ in range(min(CHUNK, times - (chunk - first) * CHUNK)):
            yield shuffled(pool, generator)


def simulate(
    pool: Pool, trial: Callable[[list[Card]], Any], seed: int, times: int, first: int = 0
) -> Counter[Any]:
    """How often each answer is given when `trial` is asked about a shuffled pile, `times` times.

    `trial` gets the cards from the top of the pile down and can look at any sequence of draws: `deck[:5]` is an
    opening hand, `deck[:7]` the same hand two turns later. `first` is the number of the first chunk, so that parts of
    one simulation can run in processes of their own: their sums are what one process counts.
    """
    return Counter(trial(deck) for deck in decks(pool, seed, times, first))
