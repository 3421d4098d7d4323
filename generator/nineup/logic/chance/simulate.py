"""Simulated draws, for questions that can't be counted exactly, such as sequences of draws. The same seed
gives the same result.

Trials are made in chunks of a fixed size, each with a generator seeded by the seed and the chunk's number, so
the result doesn't depend on the number of processes.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from nineup.logic.chance.pools import CardFields, Pool

CHUNK = 2_000
"""The number of trials that share one random generator."""


class Estimate(NamedTuple):
    """The answers of a simulation: how often each occurred in `times` trials."""

    counts: Mapping[Any, int]
    times: int

    def share(self, answer: Any) -> float:
        """The estimated probability of an answer."""
        return self.counts.get(answer, 0) / self.times

    def error(self, answer: Any) -> float:
        """The standard error of that share: √(p (1 − p) / n)."""
        share = self.share(answer)
        return float((share * (1 - share) / self.times) ** 0.5)

    @property
    def mean(self) -> float | None:
        """The mean of the answers; None unless all are numbers."""
        if not all(isinstance(answer, (int, float)) for answer in self.counts):
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


class Shuffler:
    """Shuffles a pile repeatedly; only its first cards if no others are used."""

    def __init__(self, pool: Pool, first: int | None = None) -> None:
        self._pool = pool
        self._whole = all(stack.size == stack.total and not stack.kinds for stack in pool.stacks)
        self._copies = [_copies(stack.cards) for stack in pool.stacks]
        self._all = [card for copies in self._copies for card in copies]
        self._first = first

    def __call__(self, generator: random.Random) -> list[CardFields]:
        """The cards of the shuffled pile, from the top down."""
        cards = self._all if self._whole else self._lying(generator)
        return generator.sample(cards, len(cards) if self._first is None else min(self._first, len(cards)))

    def _lying(self, generator: random.Random) -> list[CardFields]:
        cards: list[CardFields] = []
        for stack, copies in zip(self._pool.stacks, self._copies, strict=True):
            if stack.kinds:
                cards += _copies(generator.sample(stack.cards, min(stack.kinds, len(stack.cards))))
            else:
                cards += generator.sample(copies, stack.size)
        return cards


def _copies(cards: Iterable[tuple[CardFields, int]]) -> list[CardFields]:
    return [card for card, number in cards for _ in range(number)]


def simulate(
    pool: Pool,
    trial: Callable[[list[CardFields]], Any],
    seed: int,
    times: int,
    *,
    first_chunk: int = 0,
    first_cards: int | None = None,
) -> Counter[Any]:
    """How often each answer occurs when `trial` is called with a shuffled pile, `times` times.

    `trial` gets the cards from the top of the pile down and can look at any sequence of draws: `deck[:5]` is
    an opening hand, `deck[:7]` the same hand two turns later. With `first_cards` it gets only that many,
    which is faster. Parts of one simulation can run in separate processes, each from its `first_chunk` on:
    their counts add up to those of a single process.
    """
    shuffle = Shuffler(pool, first_cards)
    answers: Counter[Any] = Counter()
    for chunk, done in enumerate(range(0, times, CHUNK), first_chunk):
        generator = random.Random(f"{seed}:{chunk}")
        answers.update([trial(shuffle(generator)) for _ in range(min(CHUNK, times - done))])
    return answers
