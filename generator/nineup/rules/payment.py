"""Whether a cost can be paid: from a heap of pieces with open kinds, or with a few cards of a hand. Pure search."""

from collections import Counter
from collections.abc import Mapping, Sequence
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


def from_supply(cost: Mapping[str, int], supply: Mapping[str, int], open: Mapping[str, Open]) -> bool:
    """Whether the pieces of a supply cover a cost; signs in `open` may be paid with several kinds."""
    left = Counter(supply)
    for sign, count in cost.items():
        if sign not in open:
            left[sign] -= count
        elif open[sign].each:
            left.subtract({kind: count for kind in supply if kind not in open[sign].but})
    if any(count < 0 for count in left.values()):
        return False
    rest = [(open[sign], count) for sign, count in cost.items() if sign in open and not open[sign].each]
    return _spread(sorted(rest, key=lambda need: (not need[0].alike, -len(need[0].but))), left)


def _spread(needs: Sequence[tuple[Open, int]], left: Counter[str]) -> bool:
    """Whether what is left covers the open signs: those of one kind first, then one piece at a time."""
    if not needs:
        return True
    (kind, count), rest = needs[0], needs[1:]
    if not count:
        return _spread(rest, left)
    step = count if kind.alike else 1
    later = rest if kind.alike else ((kind, count - 1), *rest)
    fitting = [id for id, there in left.items() if there >= step and id not in kind.but]
    # The fullest first: whatever else is asked for later finds most there.
    for id in sorted(fitting, key=lambda id: -left[id]):
        if _spread(later, left - Counter({id: step})):
            return True
        if not kind.alike and not any(other.but or other.alike for other, _ in later):
            return False
    return False


def from_hand(cost: Mapping[str, int], cards: Sequence[Hand], most: int, wild: str) -> bool:
    """Whether at most `most` cards cover a cost. A `wild` sign in it takes a wild card."""
    need = {id: count for id, count in cost.items() if count > 0}
    return _cover(need, list(cards), most, wild)


def _cover(need: dict[str, int], cards: list[Hand], most: int, wild: str) -> bool:
    if not need:
        return True
    if max(need.values()) > most:
        return False
    hardest = max(need, key=lambda id: (id == wild, need[id]))
    covered = set()
    for number, card in sorted(enumerate(cards), key=lambda pair: -len(pair[1].shows.intersection(need))):
        pays = frozenset({hardest}) if card.wild else card.shows.intersection(need)
        if (hardest == wild and not card.wild) or hardest not in pays or not card.copies or pays in covered:
            continue
        covered.add(pays)
        rest = {id: need[id] - (id in pays) for id in need if need[id] > (id in pays)}
        cards[number] = card._replace(copies=card.copies - 1)
        paid = _cover(rest, cards, most - 1, wild)
        cards[number] = card
        if paid:
            return True
    return False
