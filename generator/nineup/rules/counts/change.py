"""Whether players can pay any sums at the same time with the tokens on the table. Exact: counting, then a
search.

For coins whose values divide each other (1, 5, 10), greedy change is right, and only too few small coins
can be a problem: it suffices to compare, below each value, what the smaller coins are worth with what all
players may need of them. For others (3 and 4), a token spent on one sum may be missing for another that
has no other way. Then all ways to pay the players' sums are kept at once; ways that need more of every
token than another are dropped.

With tokens of 1, 3 and 4, a sum of 6 is a 4 and two 1s, or two 3s; with four, two and two of them, two
players can pay any two sums up to 6. Of the sums, only 6, 2 and 3 need to be tried: each of the others can be
paid with whatever pays one of these.

The number of ways can grow with each player, so steps are counted (`Steps`), and
what takes too many isn't proved.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from nineup.rules.engine.steps import Steps, TooManyError

MOST_EACH = 10_000
"""The largest sum up to which single sums are tried if the values don't divide each other."""

Sums = tuple[int, ...]
"""A sum for each of some players."""


def unpayable(
    values: Sequence[int], there: Sequence[int], most: int, players: int, steps: Steps
) -> Sums | None:
    """Sums of the players, each from 0 to `most`, that can't all be paid at the same time; None if there are
    none.

    `there` has the number of tokens of each of the `values`. Raises TooManyError.
    """
    pairs = sorted(zip(values, there, strict=True))
    values = [value for value, _ in pairs]
    # More tokens than all players together could ever use change nothing.
    counts = [min(count, players * (most // value)) for value, count in pairs]
    if (sums := _too_little(values, counts, most, players)) is not None:
        return sums
    if all(larger % smaller == 0 for smaller, larger in pairwise(values)):
        return None
    if most > MOST_EACH:
        raise TooManyError
    # What all tokens together can't make, one player can't pay, whatever the others do.
    payable = _payable(values, counts)
    if (single := next((total for total in range(most + 1) if not payable >> total & 1), None)) is not None:
        return (single,)
    # If an equal share of the tokens pays every sum, no player needs another's.
    if _makes_all(_payable(values, [count // players for count in counts]), range(most + 1)):
        return None
    return _ChangeSearch(values, counts, most, players, steps=steps).unpayable()


def _too_little(values: Sequence[int], there: Sequence[int], most: int, players: int) -> Sums | None:
    """A sum below the value of some token that the smaller tokens can't provide for all players.

    If each value divides the next, there are no other unpayable sums: a larger token can always be exchanged
    for smaller unused ones.
    """
    worth = 0
    for place in range(len(values) + 1):
        sum_ = min(most, values[place] - 1) if place < len(values) else most
        if players * sum_ > worth:
            return (sum_,) * players
        if place < len(values):
            worth += values[place] * there[place]
    return None


def _payable(values: Sequence[int], there: Sequence[int]) -> int:
    """The sums that some tokens can make, as bits."""
    payable = 1
    for value, left in zip(values, there, strict=True):
        some = 1
        while left > 0:
            # In ones, twos, fours and so on: n tokens are added in about log2 n steps instead of n.
            some = min(some, left)
            payable |= payable << some * value
            left -= some
            some *= 2
    return payable


def _makes_all(payable: int, sums: Iterable[int]) -> bool:
    return all(payable >> total & 1 for total in sums)


class _ChangeSearch:
    """Adds the sums of the players one by one, keeping every way to have paid so far.

    A way to pay is the number of tokens of each value that may run out, packed into one integer: a bit field
    for each value, whose highest bit stays 0, so that all fields of two ways are compared at once.
    """

    def __init__(
        self, values: Sequence[int], there: Sequence[int], most: int, players: int, steps: Steps
    ) -> None:
        self.values = values
        self.there = there
        self.most = most
        self.players = players
        self.steps = steps
        self.scarce = [i for i, value in enumerate(values) if there[i] < players * (most // value)]
        # Two ways are added, which may take a bit more than one, and the highest bit guards the field.
        self.bits = max(there).bit_length() + 2
        self.high = self._packed([1 << self.bits - 1 for _ in self.scarce])
        self.all = self._packed([there[i] for i in self.scarce])
        self.ways = self._ways()
        self.hard = self._hardest()
        self.known: set[tuple[int, int, tuple[int, ...]]] = set()
        """States from which any further sums can be paid: the first remaining sum, the players left, and the
        tokens paid.
        """

    def unpayable(self) -> Sums | None:
        """Unpayable sums, equal for all players if possible."""
        for total in self.hard:
            used = [0]
            for left in reversed(range(self.players)):
                used = self._after(used, total, left)
                if not used:
                    return (total,) * (self.players - left)
                if left and any(self._is_enough(way, left, [total]) for way in used):
                    break
        return self._further(0, [0], ())

    def _further(self, first: int, used: list[int], sums: Sums) -> Sums | None:
        """Unpayable sums that begin with these, with the next ones from `first` on in the list of
        hard sums.
        """
        left = self.players - len(sums)
        if not left or any(self._is_enough(way, left, self.hard[first:]) for way in used):
            return None
        place = first, left, tuple(sorted(used))
        if place in self.known:
            return None
        # The order of the players doesn't matter, so sums are tried in one order only.
        for number, total in enumerate(self.hard[first:], first):
            after = self._after(used, total, left - 1)
            if not after:
                return (*sums, total)
            if unpaid := self._further(number, after, (*sums, total)):
                return unpaid
        self.known.add(place)
        return None

    def _packed(self, counts: Iterable[int]) -> int:
        return sum(count << self.bits * place for place, count in enumerate(counts))

    def _unpacked(self, way: int) -> list[int]:
        mask = (1 << self.bits) - 1
        return [way >> self.bits * place & mask for place in range(len(self.scarce))]

    def _within(self, small: int, large: int) -> bool:
        """Whether one way needs no more of any token than another."""
        # The bit set above each field is borrowed exactly where `small` has more than `large`. So if all
        # are still set, no field has more.
        return ((large | self.high) - small) & self.high == self.high

    def _ways(self) -> list[list[int]]:
        """The ways to pay each sum; tokens that never run out cost nothing."""
        paid = [total == 0 for total in range(self.most + 1)]
        for value in (value for i, value in enumerate(self.values) if i not in self.scarce):
            for total in range(value, self.most + 1):
                paid[total] = paid[total] or paid[total - value]
        ways = [[0] if is_paid else [] for is_paid in paid]
        for place, i in enumerate(self.scarce):
            value, more = self.values[i], [set(each) for each in ways]
            for total in range(value, self.most + 1):
                for number in range(1, min(self.there[i], total // value) + 1):
                    before = ways[total - number * value]
                    self.steps.spend(len(before))
                    more[total].update([way + (number << self.bits * place) for way in before])
            ways = [self._least(each) for each in more]
        return ways

    def _least(self, ways: Iterable[int]) -> list[int]:
        """Only the ways that aren't dominated by another."""
        kept: list[int] = []
        high = self.high
        for way in sorted(ways, key=lambda way: (sum(self._unpacked(way)), way)):
            self.steps.spend(len(kept) // 4 + 1)
            above = way | high
            if not any((above - other) & high == high for other in kept):
                kept.append(way)
        return kept

    def _hardest(self) -> list[int]:
        """The sums in descending order of tokens needed, without those that are payable whenever
        another is.
        """
        fewest = [min(sum(self._unpacked(way)) for way in ways) for ways in self.ways]
        hard: list[int] = []
        for total in sorted(range(self.most + 1), key=lambda total: (-fewest[total], -total)):
            if not any(self._is_easier(total, other) for other in hard):
                hard.append(total)
        return hard

    def _is_easier(self, total: int, other: int) -> bool:
        """Whether any tokens that pay the other sum also pay this one."""
        self.steps.spend(len(self.ways[total]) + len(self.ways[other]))
        return all(any(self._within(small, way) for small in self.ways[total]) for way in self.ways[other])

    def _after(self, used: Sequence[int], total: int, left: int) -> list[int]:
        """The ways to have paid one more sum, for the remaining players."""
        self.steps.spend(len(used) * len(self.ways[total]) // 2)
        above, high = self.all | self.high, self.high
        paid = {way + more for way in used for more in self.ways[total]}
        return self._least({self._as_far(way, left) for way in paid if (above - way) & high == high})

    def _as_far(self, way: int, left: int) -> int:
        """A way reduced to what matters: not below what the remaining players can't exhaust."""
        fields = zip(self.scarce, self._unpacked(way), strict=True)
        # What the remaining players can't exhaust together needn't be distinguished, so many ways become one.
        return self._packed(
            max(count, self.there[i] - left * (self.most // self.values[i])) for i, count in fields
        )

    def _is_enough(self, way: int, left: int, sums: Iterable[int]) -> bool:
        """Whether an equal share of the remaining tokens pays any of the sums for each player."""
        share = self._packed(count // left for count in self._unpacked(self.all - way))
        for total in sums:
            self.steps.spend(1)
            if not any(self._within(each, share) for each in self.ways[total]):
                return False
        return True
