"""All ways to take a number of cards, numbered from 0."""

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
            self._ways.append([up_to[t + 1] - up_to[max(0, t - most)] for t in range(take + 1)])
        self.count = self._ways[-1][take]

    def way(self, number: int) -> Sequence[tuple[int, int]]:
        """The way with a number: the taken kinds in order, each with its count."""
        taken, left = [], self._take
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
