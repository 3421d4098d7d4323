"""Whether a cost can be paid: from a heap of pieces with open kinds, or with a few cards of a hand. Pure search."""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple


class Open(NamedTuple):
    """What a sign in a cost that names no one kind may be paid with: any kind but some.

    `alike`: all of it with one kind. `each`: so many of every kind.
    """

    but: tuple[str, ...] = ()
    alike: bool = False
    each: bool = False


class Hand(NamedTuple):
    """A kind of card that pays: what it shows, each of them once, or as a wild card any one."""

    shows: frozenset[str]
    wild: bool
    copies: int


MOST_STATES = 200_000
"""Costs that are still to be paid which one search keeps, and ways to choose kinds for signs that are alike."""


class TooManyError(Exception):
    """There are more ways to pay than can be tried."""


def from_supply(cost: Mapping[str, int], supply: Mapping[str, int], open: Mapping[str, Open]) -> bool:
    """Whether the pieces of a supply cover a cost; signs in `open` may be paid with several kinds.

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
    alike = [need for need in rest if need[0].alike]
    free = [need for need in rest if not need[0].alike]
    if len(left) ** len(alike) > MOST_STATES:
        raise TooManyError
    for kinds in product(left, repeat=len(alike)):
        after = Counter(left)
        for kind, (allowed, count) in zip(kinds, alike, strict=True):
            after[kind] -= count if kind not in allowed.but else left.total() + 1
        if all(count >= 0 for count in after.values()) and _flows(free, after):
            return True
    return False


def _flows(needs: Sequence[tuple[Open, int]], left: Mapping[str, int]) -> bool:
    """Whether each need finds its pieces among those of its kinds, all at once: a flow, grown piece path by path."""
    paid: list[Counter[str]] = [Counter() for _ in needs]
    spare = Counter(left)
    for number, (_, count) in enumerate(needs):
        while paid[number].total() < count:
            path = _path(needs, paid, spare, number)
            if path is None:
                return False
            for owner, kind, giver in path:
                paid[owner][kind] += 1
                if giver is None:
                    spare[kind] -= 1
                else:
                    paid[giver][kind] -= 1
    return True


def _path(
    needs: Sequence[tuple[Open, int]], paid: Sequence[Counter[str]], spare: Mapping[str, int], start: int
) -> list[tuple[int, str, int | None]] | None:
    """How a need gets one more piece: of a kind that is spare, or from a need that takes another kind instead."""
    came: dict[int, tuple[int, str] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        owner = waiting.popleft()
        for kind in spare:
            if kind in needs[owner][0].but:
                continue
            if spare[kind] > 0:
                steps: list[tuple[int, str, int | None]] = [(owner, kind, None)]
                while (before := came[owner]) is not None:
                    steps.append((before[0], before[1], owner))
                    owner = before[0]
                return steps
            for giver in range(len(needs)):
                if giver not in came and paid[giver][kind] > 0:
                    came[giver] = owner, kind
                    waiting.append(giver)
    return None


def from_hand(cost: Mapping[str, int], cards: Sequence[Hand], most: int, wild: str) -> bool:
    """Whether at most `most` cards cover a cost. A `wild` sign in it takes a wild card. Raises TooManyError."""
    need = {id: count for id, count in cost.items() if count > 0 and id != wild}
    wilds = sum(card.copies for card in cards if card.wild)
    asked = cost.get(wild, 0) if wild else 0
    if asked > min(most, wilds):
        return False
    if prod(count + 1 for count in need.values()) > MOST_STATES:
        raise TooManyError
    ids = tuple(need)
    fewest = {tuple(need.values()): 0}
    """What is still to be paid, with the fewest cards that lead there."""
    kinds: Counter[tuple[int, ...]] = Counter()
    for card in cards:
        if not card.wild and not card.shows.isdisjoint(ids):
            kinds[tuple(int(id in card.shows) for id in ids)] += card.copies
    for pays, copies in kinds.items():
        for left, used in list(fewest.items()):
            for more in range(1, min(copies, most - used) + 1):
                after = tuple(max(0, n - p * more) for n, p in zip(left, pays, strict=True))
                if used + more < fewest.get(after, most + 1):
                    fewest[after] = used + more
    return any(
        used + sum(left) + asked <= most and sum(left) + asked <= wilds for left, used in fewest.items()
    )
