"""Whether a cost can be paid: from a heap of pieces with open kinds, or with a few cards of a hand. Pure
search.

Covering a cost with cards that pay for several things at once is set multicover, for which no fast way is
known. The search takes the need that the fewest kinds of card pay, and tries each of these kinds; a lower
bound ends most branches at once, and needs that were found impossible are remembered.

Three red and three blue, from two cards that show both and one of each color: half a card for each need makes
3 cards, one card pays no two reds, which makes 3; but the six needs minus one for each of the two double
cards make 4. So three cards are refused without a search, and four are found.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from nineup.rules.engine.steps import Steps

Supply = Mapping[int, int]
"""The number of cards of each kind; a kind is the set of needs that it pays, as bits."""


class _Remaining(NamedTuple):
    """The remaining means of payment: cards in all, and wild ones among them, each for one need."""

    cards: int
    wild: int


def can_cover(need: Sequence[int], kinds: Supply, most: int, wild: int, steps: Steps) -> bool:
    """Whether at most `most` cards pay `need`, up to `wild` of them wild cards that pay one of anything each.

    Bit `i` of a kind means that its cards pay one of `need[i]`. Raises TooManyError.
    """
    return _CoverSearch(steps).covers(tuple(need), dict(kinds), _Remaining(most, wild))


class _CoverSearch:
    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.failed: set[tuple[object, ...]] = set()
        """Needs known not to be covered."""

    def covers(self, need: tuple[int, ...], kinds: dict[int, int], hand: _Remaining) -> bool:
        wanted = sum(1 << place for place, count in enumerate(need) if count)
        if not wanted:
            return True
        # Kinds that differ only in what isn't wanted any more are the same, so more states are equal.
        kinds = _useful(need, kinds, wanted)
        self.steps.spend(len(kinds) + len(need))
        if _fewest(need, kinds, wanted) > hand.cards or _lacking(need, kinds) > hand.wild:
            return False
        # Only failures are kept: a success ends the whole search.
        state = need, frozenset(kinds.items()), hand
        if state in self.failed:
            return False
        if any(self.covers(*way) for way in _ways(need, kinds, hand)):
            return True
        self.failed.add(state)
        return False


def _useful(need: Sequence[int], kinds: Supply, wanted: int) -> dict[int, int]:
    """The kinds restricted to wanted needs, no more of each than can be used."""
    useful: dict[int, int] = {}
    for kind, copies in kinds.items():
        if copies and kind & wanted:
            useful[kind & wanted] = useful.get(kind & wanted, 0) + copies
    return {kind: min(copies, max(need[place] for place in _places(kind))) for kind, copies in useful.items()}


def _places(kind: int) -> Iterator[int]:
    while kind:
        yield (kind & -kind).bit_length() - 1
        kind &= kind - 1


def _lacking(need: Sequence[int], kinds: Supply) -> int:
    """The needs that no kind can pay, so that wild cards must."""
    there = [0] * len(need)
    for kind, copies in kinds.items():
        for place in _places(kind):
            there[place] += copies
    return sum(max(0, count - most) for count, most in zip(need, there, strict=True))


def _fewest(need: Sequence[int], kinds: Supply, wanted: int) -> int:
    """A lower bound of the number of cards that cover the need: the best of three bounds for each group of
    related needs.

    By linear programming, prices of needs bound the number of cards if no card is worth more than 1. A need's
    price is here 1 / the most needs on a card that pays it, or 1 for needs of which no card pays two; with
    prices of 1 throughout, the excess of cards over 1 is subtracted for each of them.
    """
    total = 0
    for group in _groups(kinds, wanted):
        mine = [kind for kind in kinds if kind & group]
        largest = dict.fromkeys(_places(group), 1)
        beside = dict.fromkeys(largest, 0)
        for kind in mine:
            size = kind.bit_count()
            for place in _places(kind):
                largest[place] = max(largest[place], size)
                beside[place] |= kind
        shares = sum(need[place] * _WHOLE // size for place, size in largest.items())
        alone, taken = 0, 0
        for place in sorted(largest, key=lambda place: (beside[place].bit_count(), -need[place])):
            if not taken >> place & 1:
                alone += need[place]
                taken |= beside[place]
        every = sum(need[place] for place in largest)
        spare = sum(kinds[kind] * (kind.bit_count() - 1) for kind in mine)
        total += max(-(-shares // _WHOLE), alone, every - spare)
    return total


_WHOLE = 720_720
"""The unit of prices: divisible by every number of needs on a card up to 16."""


def _groups(kinds: Supply, wanted: int) -> Iterator[int]:
    """The wanted needs in groups: two on one card are in the same."""
    groups = [1 << place for place in _places(wanted)]
    for kind in kinds:
        met = [group for group in groups if group & kind]
        if len(met) > 1:
            groups = [group for group in groups if not group & kind] + [sum(met)]
    yield from groups


def _ways(
    need: tuple[int, ...], kinds: dict[int, int], hand: _Remaining
) -> Iterator[tuple[tuple[int, ...], dict[int, int], _Remaining]]:
    """Every way to pay one of the need that fewest kinds pay, best cards first.

    A kind that was tried isn't used again; a card that pays less than another needn't be tried before it.
    """
    place, payers = _hardest(need, kinds)
    left = dict(kinds)
    for kind in payers:
        after = dict(left)
        after[kind] -= 1
        paid = tuple([count - (count > 0 and kind >> at & 1) for at, count in enumerate(need)])
        yield paid, after, _Remaining(hand.cards - 1, hand.wild)
        # All ways with this kind were tried, so what follows are the ways without it: no
        # combination comes in two orders.
        del left[kind]
    count = need[place]
    # Last, the rest of this need in wild cards, which are the most useful elsewhere.
    if count <= min(hand.wild, hand.cards):
        none = tuple([0 if at == place else each for at, each in enumerate(need)])
        yield none, left, _Remaining(hand.cards - count, hand.wild - count)


def _hardest(need: Sequence[int], kinds: Supply) -> tuple[int, list[int]]:
    """The need that fewest kinds pay, and these kinds, the best first."""
    by_place: dict[int, list[int]] = {place: [] for place, count in enumerate(need) if count}
    for kind in kinds:
        for place in _places(kind):
            by_place[place].append(kind)
    place = min(by_place, key=lambda place: (len(by_place[place]), -need[place]))
    payers = by_place[place]
    return place, sorted(
        payers, key=lambda kind: (-kind.bit_count(), -sum([need[at] for at in _places(kind)]), kind)
    )


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
    rest = [
        OpenNeed(open[sign], n) for sign, n in cost.items() if sign in open and not open[sign].each and n > 0
    ]
    alike = sorted([need for need in rest if need.payers.alike], key=lambda need: -need.number)
    return _pays_alike(alike, [need for need in rest if not need.payers.alike], left, steps=steps)


class OpenNeed(NamedTuple):
    """The kinds that may pay, and the number of pieces."""

    payers: OpenCost
    number: int


def _pays_alike(
    alike: Sequence[OpenNeed], free: Sequence[OpenNeed], left: Mapping[str, int], steps: Steps
) -> bool:
    """Whether some choice of a kind for each need that is paid with one kind leaves enough for the
    free ones.
    """
    steps.spend(len(left))
    # Each piece pays for one thing, so fewer pieces than needs can't do.
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
        if _pays_alike(others, free, {**left, kind: left[kind] - count}, steps=steps):
            return True
    return False


def _pays_free(needs: Sequence[OpenNeed], left: Mapping[str, int], steps: Steps) -> bool:
    """Whether every need can be paid with pieces of its kinds, all at once.

    By Hall's theorem that fails only if some of the needs together ask for more than there is of all their
    kinds.
    """
    asked: Counter[tuple[str, ...]] = Counter()
    for need, count in needs:
        asked[tuple(sorted(set(need.but)))] += count
    for size in range(1, len(asked) + 1):
        # Of a supply with two red and one blue, "two that aren't red" asks for more than there is; "any two,
        # and one that isn't red" doesn't, alone or together.
        for some in combinations(asked, size):
            steps.spend(len(left))
            never = set(some[0]).intersection(*some[1:])
            if sum(asked[but] for but in some) > sum(n for kind, n in left.items() if kind not in never):
                return False
    return True


def from_hand(
    cost: Mapping[str, int], cards: Sequence[PayingKind], most: int, wild: str, steps: Steps
) -> bool:
    """Whether at most `most` cards cover a cost. A `wild` symbol in it takes a wild card.

    Raises TooManyError.
    """
    need = {id: count for id, count in cost.items() if count > 0 and id != wild}
    asked = cost.get(wild, 0) if wild else 0
    wilds = sum(card.copies for card in cards if card.wild)
    if asked > min(most, wilds):
        return False
    kinds: Counter[int] = Counter()
    for card in cards:
        if not card.wild:
            kinds[sum(1 << place for place, id in enumerate(need) if id in card.shows)] += card.copies
    return can_cover(tuple(need.values()), kinds, most - asked, wilds - asked, steps=steps)
