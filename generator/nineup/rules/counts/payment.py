"""Whether a cost can be paid: from a heap of pieces with open kinds, or with a few cards of a hand. Pure search."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from nineup.rules.counts.covering import can_cover
from nineup.rules.engine.steps import Steps


class OpenCost(NamedTuple):
    """The kinds that pay for a symbol in a cost that stands for several kinds: any kind except some.

    `alike`: all of it with one kind. `each`: as many of every kind.
    """

    but: tuple[str, ...] = ()
    alike: bool = False
    each: bool = False


class PayingKind(NamedTuple):
    """A kind of card that pays: everything it shows once each, or for a wild card, any one thing."""

    shows: frozenset[str]
    wild: bool
    copies: int


def from_supply(
    cost: Mapping[str, int], supply: Mapping[str, int], open: Mapping[str, OpenCost], steps: Steps
) -> bool:
    """Whether the pieces of a supply cover a cost; symbols in `open` may be paid with several kinds.

    Raises TooManyError.
    """
    left = Counter(supply)
    for sign, count in cost.items():
        if sign not in open:
            left[sign] -= count
        elif open[sign].each:
            left.subtract({kind: count for kind in supply if kind not in open[sign].but})
    if any(count < 0 for count in left.values()):
        return False
    rest = [(open[sign], n) for sign, n in cost.items() if sign in open and not open[sign].each and n > 0]
    alike = sorted([need for need in rest if need[0].alike], key=lambda need: -need[1])
    return _pays_alike(alike, [need for need in rest if not need[0].alike], left, steps)


OpenNeed = tuple[OpenCost, int]
"""The kinds that may pay, and the number of pieces."""


def _pays_alike(
    alike: Sequence[OpenNeed], free: Sequence[OpenNeed], left: Mapping[str, int], steps: Steps
) -> bool:
    """Whether some choice of a kind for each need that is paid with one kind leaves enough for the free ones."""
    steps.spend(len(left))
    if sum(count for _, count in (*alike, *free)) > sum(left.values()):
        return False
    if not alike:
        return _pays_free(free, left, steps)
    (allowed, count), *others = alike
    tried = set()
    for kind in sorted(left, key=lambda kind: left[kind]):
        # Kinds with equal numbers that are allowed for the same needs are interchangeable.
        role = left[kind], *(kind in need.but for need, _ in (*others, *free))
        if left[kind] < count or kind in allowed.but or role in tried:
            continue
        tried.add(role)
        if _pays_alike(others, free, {**left, kind: left[kind] - count}, steps):
            return True
    return False


def _pays_free(needs: Sequence[OpenNeed], left: Mapping[str, int], steps: Steps) -> bool:
    """Whether every need can be paid with pieces of its kinds, all at once.

    By Hall's theorem that fails only if some of the needs together ask for more than there is of all their kinds.
    """
    asked: Counter[tuple[str, ...]] = Counter()
    for need, count in needs:
        asked[tuple(sorted(set(need.but)))] += count
    for size in range(1, len(asked) + 1):
        for some in combinations(asked, size):
            steps.spend(len(left))
            never = set(some[0]).intersection(*some[1:])
            if sum(asked[but] for but in some) > sum(n for kind, n in left.items() if kind not in never):
                return False
    return True


def from_hand(
    cost: Mapping[str, int], cards: Sequence[PayingKind], most: int, wild: str, steps: Steps
) -> bool:
    """Whether at most `most` cards cover a cost. A `wild` symbol in it takes a wild card. Raises TooManyError."""
    need = {id: count for id, count in cost.items() if count > 0 and id != wild}
    asked = cost.get(wild, 0) if wild else 0
    wilds = sum(card.copies for card in cards if card.wild)
    if asked > min(most, wilds):
        return False
    kinds: Counter[int] = Counter()
    for card in cards:
        if not card.wild:
            kinds[sum(1 << place for place, id in enumerate(need) if id in card.shows)] += card.copies
    return can_cover(tuple(need.values()), kinds, most - asked, wilds - asked, steps)
