"""Exact probabilities: every different set of hands once, weighted by the number of ways to draw it.

A draw without replacement follows the multivariate hypergeometric distribution, one with replacement the
multinomial one. All weights are whole numbers or fractions; nothing is rounded before the result.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from math import comb, factorial, prod
from typing import Any

from nineup.chance.pools import Card, Draw, Hand, Pool, Question

MOST = 20_000
"""The largest number of different sets of hands that one question is asked about."""


class TooManyError(ValueError):
    """There are more different sets of hands than `MOST`."""


class _Kinds:
    """The cards of a pile, those that a question can't distinguish counted as one kind."""

    def __init__(self, pool: Pool, kind: Callable[[Card], Hashable]) -> None:
        self.cards: list[Card] = []
        self.stacks: list[tuple[int, list[int], int]] = []
        """For each stack: its first kind, the copies of each of its kinds, and how many cards lie in the pile."""
        whole = all(stack.size == stack.total for stack in pool.stacks)
        parts = [[card for stack in pool.stacks for card in stack.cards]] if whole else None
        sizes = [pool.size] if whole else [stack.size for stack in pool.stacks]
        for cards, size in zip(parts or [list(stack.cards) for stack in pool.stacks], sizes, strict=True):
            numbers: dict[Any, int] = {}
            first = len(self.cards)
            copies: list[int] = []
            for card, number in cards:
                key = kind(card)
                if key not in numbers:
                    numbers[key] = len(copies)
                    copies.append(0)
                    self.cards.append(card)
                copies[numbers[key]] += number
            self.stacks.append((first, copies, size))

    def hand(self, counts: Sequence[int]) -> Hand:
        return tuple([card for card, number in zip(self.cards, counts, strict=True) for _ in range(number)])


def outcomes(draws: Sequence[Draw], question: Question) -> list[tuple[Any, Fraction]]:
    """Each answer that the question gets and its probability, in the order in which the answers are met.

    Hands of draws from the same pile are drawn one after another; different piles don't depend on each other.
    Raises TooManyError, and ValueError for a hand larger than its pile.
    """
    kinds = [_Kinds(draw.pool, question.kind) for draw in draws]
    _check_effort(draws, kinds)
    found: dict[Any, list[Any]] = {}
    total = Fraction(0)
    for hands, share in _deals(draws, kinds):
        answer = question.ask(hands)
        entry = found.setdefault((type(answer), answer), [answer, Fraction(0)])
        entry[1] += share
        total += share
    assert total == 1, total
    return [(answer, share) for answer, share in found.values()]


def _check_effort(draws: Sequence[Draw], kinds: Sequence[_Kinds]) -> None:
    effort = 1
    for draw, kind in zip(draws, kinds, strict=True):
        largest = max(size for size, _ in draw.sizes)
        if not draw.replace and largest * draw.hands > draw.pool.size:
            raise ValueError(
                f"`{draw.pool.name}` has {draw.pool.size} cards, {largest * draw.hands} can't be drawn from it"
            )
        for _ in range(draw.hands):
            effort *= sum(_count_hands(kind, size, draw.replace) for size, _ in draw.sizes)
    if effort > MOST:
        raise TooManyError(f"there are {effort:,} different hands, more than {MOST:,}")


def _count_hands(kinds: _Kinds, size: int, replace: bool) -> int:
    """The number of multisets of a given size: the coefficient of a product of polynomials."""
    ways = [1] + [0] * size
    for _, copies, _ in kinds.stacks:
        for number in copies:
            most = size if replace else min(number, size)
            ways = [sum(ways[max(0, at - most) : at + 1]) for at in range(size + 1)]
    return ways[size]


def _deals(draws: Sequence[Draw], kinds: Sequence[_Kinds]) -> Iterator[tuple[tuple[Hand, ...], Fraction]]:
    """Every way to deal all hands, with its probability. A pile that two draws name is drawn from twice."""

    def go(number: int, left: list[list[list[int]]]) -> Iterator[tuple[tuple[Hand, ...], Fraction]]:
        if number == len(steps):
            yield (), Fraction(1)
            return
        at, draw, kind = steps[number]
        for counts, share, after in _hands(draw, kind, left[at]):
            rest = [*left[:at], after, *left[at + 1 :]]
            for hands, further in go(number + 1, rest):
                yield (kind.hand(counts), *hands), share * further

    piles: dict[str, int] = {}
    steps: list[tuple[int, Draw, _Kinds]] = []
    start: list[list[list[int]]] = []
    for draw, kind in zip(draws, kinds, strict=True):
        if draw.pool.name not in piles:
            piles[draw.pool.name] = len(start)
            start.append([[*copies, size] for _, copies, size in kind.stacks])
        steps += [(piles[draw.pool.name], draw, kind)] * draw.hands
    return go(0, start)


def _hands(
    draw: Draw, kinds: _Kinds, left: list[list[int]]
) -> Iterator[tuple[list[int], Fraction, list[list[int]]]]:
    """Every hand as the number of cards of each kind, its probability, and what is left of each stack.

    What is left of a stack is the number of cards of each kind that may still lie in it, then how many cards do.
    """
    weight = sum(weight for _, weight in draw.sizes)
    for size, chosen in draw.sizes:
        total = sum(stack[-1] for stack in left)
        if not draw.replace and size > total:
            raise ValueError(f"`{draw.pool.name}` has only {total} cards left, {size} can't be drawn")
        if draw.replace:
            copies = [number for stack in left for number in stack[:-1]]
            whole = sum(copies)
            for counts in _splits([size] * len(copies), size):
                ways = factorial(size) // prod(map(factorial, counts))
                ways *= prod(number**count for number, count in zip(copies, counts, strict=True))
                yield counts, Fraction(ways * chosen, whole**size * weight), left
            continue
        for shares in _splits([stack[-1] for stack in left], size):
            among = prod(comb(stack[-1], share) for stack, share in zip(left, shares, strict=True))
            for counts, ways, after in _within(left, shares):
                of = prod(comb(sum(stack[:-1]), share) for stack, share in zip(left, shares, strict=True))
                yield counts, Fraction(among * ways * chosen, comb(total, size) * of * weight), after


def _within(left: list[list[int]], shares: Sequence[int]) -> Iterator[tuple[list[int], int, list[list[int]]]]:
    """Every way to take a number of cards from each stack: counts by kind, the number of ways, and what is left."""
    if not shares:
        yield [], 1, []
        return
    stack, share = left[0], shares[0]
    for counts in _splits(stack[:-1], share):
        ways = prod(comb(number, count) for number, count in zip(stack, counts, strict=False))
        after = [*[n - c for n, c in zip(stack, counts, strict=False)], stack[-1] - share]
        for further, more, rest in _within(left[1:], shares[1:]):
            yield [*counts, *further], ways * more, [after, *rest]


def _splits(limits: Sequence[int], total: int) -> Iterator[list[int]]:
    """Every way to write `total` as a sum of numbers from 0 to each limit, in order."""
    if not limits:
        if total == 0:
            yield []
        return
    room = sum(limits[1:])
    for number in range(max(0, total - room), min(limits[0], total) + 1):
        for rest in _splits(limits[1:], total - number):
            yield [number, *rest]
