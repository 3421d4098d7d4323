"""Exact probabilities: every different set of hands once, weighted by the number of ways to draw it.

A draw without replacement follows the multivariate hypergeometric distribution, one with replacement the
multinomial one. All weights are whole numbers or fractions; nothing is rounded before the result.

Hands are built kind by kind. Hands that a question can't distinguish, such as those with the same sum, are
merged at once, so that a hand of thirty from a hundred cards takes only a few thousand of them.

Taking `n` of a kind's `c` cards can be done in C(c, n) ways, and kinds are independent of each other. So
the ways to make a hand multiply, and those to make equal hands add up: the coefficients of a product of
polynomials, one for each kind. Divided by the number of all hands, C(pile, hand), they are
probabilities. Merging hands as soon as they look the same to the question loses nothing, because what
comes later adds to both in the same way. A group of cards costs the number of hands so far, times the
ways in which the hands can share the group.

Two of two rubies (worth 1) and two jades (worth 3) are drawn, and their worth is asked for:

  rubies taken        0      1      2
  ways for rubies     1      2      1
  jades, ways         2, 1   1, 2   0, 1
  worth               6      4      2
  chance, of C(4, 2)  1/6    4/6    1/6

Drawn with replacement, hands are sequences: of 4² = 16, the same worths have 4, 8 and 4. The
worth of 30 cards from ten each of ten worths takes 211 hands and 74,470 steps, where
143,940,082 hands differ by their cards.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, product
from math import comb, perm, prod
from typing import Any, NamedTuple

from nineup.logic.chance.pools import CardFields, Draw, Hand, Pool, Question, Stack

MOST_HANDS = 20_000
"""The largest number of different sets of hands for which a question is evaluated."""

MOST_STEPS = 400_000
"""The largest number of times that cards are added to hands: about a second."""


_ASKED = 10
"""The cost of evaluating a question once, in steps."""


class TooManyHandsError(ValueError):
    """There are too many different sets of hands."""


class _AlikeCards(NamedTuple):
    """The cards of a stack that a question can't distinguish."""

    card: CardFields
    kind: int
    adds: tuple[Any, ...]
    copies: int
    later: int
    """The number of cards in later groups."""


class _Kinds(NamedTuple):
    """The copies of each kind in some stacks, and the most cards of all that can be drawn."""

    most: int
    copies: dict[int, int]


class _HandSummary(NamedTuple):
    """What a question can see of a hand: its size, the sums of its cards' numbers, and the kinds of its
    cards.

    For each kind, the number of cards in the hand, or 1 where that number doesn't matter.
    """

    size: int
    sums: tuple[Any, ...]
    kinds: tuple[tuple[int, int], ...]


_Hands = tuple[_HandSummary, ...]


class _Example(NamedTuple):
    """An example of such hands: the cards added last, and the example they were added to."""

    group: _AlikeCards
    counts: tuple[int, ...]
    before: "_Example | None"


_Ways = dict[_Hands, tuple[int | Fraction, _Example | None]]
"""The possible hands, each with the number of ways to draw it and an example."""


def outcomes(
    draws: Sequence[Draw], question: Question, spend: Callable[[int], None] = lambda steps: None
) -> list[tuple[Any, Fraction]]:
    """Each answer to the question with its probability, in the order in which answers first occur.

    Hands of draws from the same pile are drawn one after another; different piles are independent. `spend` is
    called with the number of steps taken. Raises TooManyHandsError, and ValueError for a hand larger than its
    pile.
    """
    owners = [draw for draw in draws for _ in range(draw.hands)]
    piles = list(dict.fromkeys(draw.pool.name for draw in draws))
    for pile in piles:
        _check_sizes([draw for draw in draws if draw.pool.name == pile])
    places = [[at for at, draw in enumerate(owners) if draw.pool.name == pile] for pile in piles]
    parts = [_Pile([owners[at] for at in each], question, spend).hands() for each in places]
    if (number := prod(map(len, parts))) > MOST_HANDS:
        raise TooManyHandsError(_too_many(number))
    spend(_ASKED * number)
    # The type is part of the key: 1, 1.0 and true are equal in Python, and would be one answer.
    by_answer: dict[Any, list[Any]] = {}
    total = Fraction(0)
    for some in product(*parts):
        hands: list[Hand] = [()] * len(owners)
        for each, (drawn, _) in zip(places, some, strict=True):
            for at, hand in zip(each, drawn, strict=True):
                hands[at] = hand
        answer, share = question.ask(tuple(hands)), prod((share for _, share in some), start=Fraction(1))
        entry = by_answer.setdefault((type(answer), answer), [answer, Fraction(0)])
        entry[1] += share
        total += share
    # Fractions are exact, so this needs no tolerance: any hand that was forgotten or counted twice shows.
    assert total == 1, total
    return [(answer, share) for answer, share in by_answer.values()]


def _check_sizes(draws: Sequence[Draw]) -> None:
    """Raises ValueError if the largest hands of some draws from one pile need more cards than it has left."""
    gone = 0
    for draw in draws:
        most = draw.hands * max(size for size, _ in draw.sizes)
        pool = draw.pool
        if gone + (min(most, 1) if draw.replace else most) > pool.size:
            message = f"`{pool.name}` has {pool.size} cards, so {gone + most} can't be drawn from it"
            if draw.replace:
                message = f"`{pool.name}` has no card left to draw and put back"
            raise ValueError(message)
        gone += 0 if draw.replace else most


def _too_many(number: int, about: str = "") -> str:
    return f"there are {about}{number:,} different hands, more than {MOST_HANDS:,}"


class _Pile:
    """The hands that are drawn from one pile, in their order."""

    def __init__(self, draws: Sequence[Draw], question: Question, spend: Callable[[int], None]) -> None:
        self.draws = draws
        self.spend = spend
        self.pool: Pool = draws[0].pool
        self.often = question.often
        self.largest = [max(size for size, _ in draw.sizes) for draw in draws]
        self.smallest = [min(size for size, _ in draw.sizes) for draw in draws]
        self.stacks = _grouped(self.pool, question)
        self.nothing = tuple([_HandSummary(0, _nothing(self.stacks), ()) for _ in draws])
        self.steps = 0
        # Of a component that lies in the pile only in part, it isn't known which cards lie there, and a card
        # that was seen once is more likely to be seen again: draws with replacement are not independent.
        if any(draw.replace for draw in draws) and not all(map(_is_whole, self.pool.stacks)):
            message = (
                f"`{self.pool.name}` is only partly laid out, so what is put back can't be counted exactly"
            )
            raise TooManyHandsError(message)
        self._check_number()

    def _check_number(self) -> None:
        """Raises TooManyHandsError at once if there must be too many hands of different kinds, whatever the
        sums of their cards.
        """
        kinds = sum(map(len, self.stacks))
        self.spend(sum([kinds * size for draw in self.draws for size, _ in draw.sizes]))
        number = 1
        gone = 0
        for draw, largest in zip(self.draws, self.largest, strict=True):
            number *= max(
                1, sum(self._least(size, draw.replace, gone) for size, weight in draw.sizes if weight)
            )
            gone += 0 if draw.replace else largest
        if number > MOST_HANDS:
            raise TooManyHandsError(_too_many(number, "at least "))

    def _least(self, size: int, replace: bool, gone: int) -> int:
        """The least number of hands of a size that a question distinguishes, whichever cards are gone."""
        most = size if self.often else 1
        kinds = _kinds(self.pool, self.stacks)
        if gone:
            # Each card that is gone was of one kind, so of all other kinds no card is gone.
            untouched = range(max(0, len(kinds[0].copies) - gone))
            kinds = [_Kinds(size, dict.fromkeys(untouched, 1))]
        return _count_hands(kinds, size, lambda copies: most if replace else min(most, copies))

    def hands(self) -> list[tuple[tuple[Hand, ...], Fraction]]:
        """An example of each set of hands that the question can distinguish, and its probability."""
        ways: _Ways = {self.nothing: (1, None)}
        for stack, groups in zip(self.pool.stacks, self.stacks, strict=True):
            ways = self._with_stack(ways, stack.size, stack.total, groups=groups)
        examples = []
        for hands, (number, example) in ways.items():
            if share := number * self._chance([held.size for held in hands]):
                examples.append((_examples(example, len(hands)), share))
        if len(examples) > MOST_HANDS:
            raise TooManyHandsError(_too_many(len(examples)))
        return examples

    def _with_stack(
        self,
        before: _Ways,
        size: int,
        total: int,
        groups: Sequence[_AlikeCards],
    ) -> _Ways:
        """The hands with cards of one more stack, of which `size` of all `total` cards lie in the pile."""
        if size == total:
            return self._with_groups(before, groups)
        weighted: _Ways = {}
        # How many cards come from this stack decides their weight, but afterwards only the sizes of the hands
        # are known. So hands are kept apart by what they had drawn before.
        alike: dict[int, _Ways] = {}
        for hands, way in before.items():
            alike.setdefault(_drawn(hands), {})[hands] = way
        for had, ways in alike.items():
            for hands, (number, example) in self._with_groups(ways, groups).items():
                # Each of `drawn` given cards must be among the `size` of `total` that lie in the pile:
                # size/total for the first, (size - 1)/(total - 1) for the second, and so on.
                drawn = _drawn(hands) - had
                if drawn <= size:
                    _add(
                        weighted,
                        hands,
                        number * Fraction(perm(size, drawn), perm(total, drawn)),
                        example=example,
                    )
        return weighted

    def _with_groups(self, ways: _Ways, groups: Sequence[_AlikeCards]) -> _Ways:
        for group in groups:
            ways = self._with_group(ways, group)
        return ways

    def _with_group(self, ways: _Ways, group: _AlikeCards) -> _Ways:
        extended: _Ways = {}
        before = self.steps
        # How a group can be shared depends only on the sizes of the hands, which many of them have in common.
        splits: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}
        for hands, (number, example) in ways.items():
            sizes = tuple([held.size for held in hands])
            if sizes not in splits:
                splits[sizes] = list(self._splits(sizes, group.copies, group.later, 0))
            for counts, times in splits[sizes]:
                self.steps += 1
                more = _Example(group, counts, example) if any(counts) else example
                _add(extended, self._after(hands, group, counts), number * times, example=more)
            if self.steps > MOST_STEPS:
                self.spend(self.steps - before)
                raise TooManyHandsError("there are too many different hands to count")
        self.spend(self.steps - before)
        return extended

    def _splits(
        self, sizes: tuple[int, ...], left: int, later: int, at: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """How many of the remaining cards of a group each hand from a position on takes, and in how many
        ways.

        No hand takes so few that the later cards can't fill it.
        """
        if at == len(sizes):
            yield (), 1
            return
        size, replaced = sizes[at], self.draws[at].replace
        room, lacks = self.largest[at] - size, self.smallest[at] - size
        if later:
            # With replacement, one later card can fill all of the remaining places.
            lacks -= lacks if replaced else later
        for count in range(max(0, lacks), (room if replaced else min(room, left)) + 1):
            # With replacement, the order counts: the new cards take any `count` of the
            # places, each one of `left` cards.
            ways = comb(size + count, count) * left**count if replaced else comb(left, count)
            if ways:
                for rest, more in self._splits(sizes, left if replaced else left - count, later, at + 1):
                    yield (count, *rest), ways * more

    def _after(self, hands: _Hands, group: _AlikeCards, counts: tuple[int, ...]) -> _Hands:
        return tuple(
            [
                held
                if not count
                else _HandSummary(
                    held.size + count,
                    tuple([a + count * b for a, b in zip(held.sums, group.adds, strict=True)]),
                    _noted(held.kinds, group.kind, count if self.often else 1, often=self.often),
                )
                for held, count in zip(hands, counts, strict=True)
            ]
        )

    def _chance(self, sizes: Sequence[int]) -> Fraction:
        """How likely hands of these sizes are, divided by the number of ways to draw any such hands."""
        left, share = self.pool.size, Fraction(1)
        for draw, size in zip(self.draws, sizes, strict=True):
            weights = dict(draw.sizes)
            if draw.replace:
                share *= Fraction(weights.get(size, 0), sum(weights.values()) * left**size)
                continue
            if size > left:
                raise ValueError(f"`{self.pool.name}` has only {left} cards left, so {size} can't be drawn")
            share *= Fraction(weights.get(size, 0), sum(weights.values()) * comb(left, size))
            left -= size
        return share


def _is_whole(stack: Stack) -> bool:
    return stack.size == stack.total


def _drawn(hands: _Hands) -> int:
    return sum([held.size for held in hands])


def _add(ways: _Ways, hands: _Hands, number: int | Fraction, example: _Example | None) -> None:
    known = ways.get(hands)
    ways[hands] = (number, example) if known is None else (known[0] + number, known[1])


def _grouped(pool: Pool, question: Question) -> list[list[_AlikeCards]]:
    """The cards of each stack in groups, with cards of one kind next to each other."""
    numbers: dict[Any, int] = {}
    stacks = []
    left = sum(stack.total for stack in pool.stacks)
    for stack in pool.stacks:
        cards = [
            (numbers.setdefault(question.kind(card), len(numbers)), question.adds(card), card, copies)
            for card, copies in stack.cards
            if copies
        ]
        cards.sort(key=lambda each: each[:2])
        groups = []
        for (kind, adds), alike in groupby(cards, lambda each: each[:2]):
            some = list(alike)
            copies = sum(number for *_, number in some)
            left -= copies
            groups.append(_AlikeCards(some[0][2], kind, adds, copies=copies, later=left))
        stacks.append(groups)
    return stacks


def _nothing(stacks: Sequence[Sequence[_AlikeCards]]) -> tuple[int, ...]:
    return next((tuple([0] * len(group.adds)) for groups in stacks for group in groups), ())


def _noted(
    kinds: tuple[tuple[int, int], ...], kind: int, count: int, often: bool
) -> tuple[tuple[int, int], ...]:
    """The kinds of a hand with some more cards of one."""
    # Groups come in the order of their kinds, so it goes to the end, unless an
    # earlier stack had a later kind.
    if not kinds or kinds[-1][0] < kind:
        return (*kinds, (kind, count))
    had = dict(kinds)
    had[kind] = had.get(kind, 0) + count if often else 1
    return tuple(sorted(had.items()))


def _examples(example: _Example | None, hands: int) -> tuple[Hand, ...]:
    """The hands of an example."""
    cards: list[list[CardFields]] = [[] for _ in range(hands)]
    while example is not None:
        for hand, count in zip(cards, example.counts, strict=True):
            hand += [example.group.card] * count
        example = example.before
    return tuple([tuple(reversed(hand)) for hand in cards])


def _kinds(pool: Pool, stacks: Sequence[Sequence[_AlikeCards]]) -> list[_Kinds]:
    """The kinds of all stacks that lie in a pile as a whole, then of each other stack those that none before
    it has.
    """
    kinds = [_Kinds(pool.size, {})]
    for stack, groups in sorted(
        zip(pool.stacks, stacks, strict=True), key=lambda each: not _is_whole(each[0])
    ):
        seen = {kind for each in kinds for kind in each.copies}
        if not _is_whole(stack):
            kinds.append(_Kinds(stack.size, {}))
        for group in groups:
            if _is_whole(stack) or group.kind not in seen:
                kinds[-1].copies[group.kind] = kinds[-1].copies.get(group.kind, 0) + group.copies
    return kinds


def _count_hands(stacks: Sequence[_Kinds], size: int, most: Callable[[int], int]) -> int:
    """The number of multisets of a given size: the coefficient of a product of polynomials.

    `most` gives the number of cards of a kind that a hand may have, by its copies.
    """
    ways = [1] + [0] * size
    for stack in stacks:
        own = [1] + [0] * size
        for copies in stack.copies.values():
            # Multiplied by 1 + x + … + x^most: there is one way to take each number of this kind.
            own = [sum(own[max(0, at - most(copies)) : at + 1]) for at in range(size + 1)]
        own = own[: stack.most + 1]
        ways = [
            sum(own[taken] * ways[at - taken] for taken in range(min(at + 1, len(own))))
            for at in range(size + 1)
        ]
    return ways[size]
