"""The ways to take some cards of a pool.

Choices are numbered without being listed: `Choices` knows how many ways begin with each first step, and so
which step a number is in. Of three kinds, each at most twice, two cards are taken in 6 ways; with the first
kind taken not at all there are 3 of them (0 to 2), once 2 (3 and 4), twice 1 (5). So number 3 takes the first
kind once and then the first of its two ways, the last kind once. The table costs kinds times cards taken, a
way costs a step for each kind.
"""

from collections.abc import Sequence
from itertools import accumulate


class Choices:
    """The ways to take `take` cards of some kinds, each kind at most `most` times."""

    def __init__(self, kinds: int, most: int, take: int) -> None:
        self._kinds, self._most, self._take = kinds, most, take
        self.count = 0
        """The number of ways."""
        if take > kinds * most:
            return
        # `_ways[n][t]`: the ways to take t cards of n kinds.
        self._ways: list[list[int]] = [[1, *[0] * take]]
        for _ in range(kinds):
            up_to = [0, *accumulate(self._ways[-1])]
            # Of t cards, this kind has 0 to `most`, the kinds before it have the rest: a sum
            # of neighbors, from running sums.
            self._ways.append([up_to[t + 1] - up_to[max(0, t - most)] for t in range(take + 1)])
        self.count = self._ways[-1][take]

    def count_of(self, take: int) -> int:
        """The number of ways to take fewer."""
        return self._ways[-1][take]

    def way(self, number: int, take: int | None = None) -> Sequence[tuple[int, int]]:
        """The way with a number to take all, or fewer: the taken kinds in order, each with its count."""
        taken, left = [], self._take if take is None else take
        for kind in range(self._kinds):
            if not left:
                break
            ways = self._ways[self._kinds - kind - 1]
            for times in range(min(self._most, left) + 1):
                if number < ways[left - times]:
                    break
                number -= ways[left - times]
            if times:
                taken.append((kind, times))
                left -= times
        return taken
