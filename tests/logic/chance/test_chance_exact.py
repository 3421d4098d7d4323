"""Exact probabilities against brute force: every order in which labelled cards can be drawn, one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.logic.chance import Draw, Pool, Question, Stack, TooManyHandsError, exact, outcomes, whole

COPIES = st.lists(st.integers(0, 3), min_size=1, max_size=3)


def cards(name: str, copies: list[int]) -> tuple[Any, ...]:
    return tuple([({"id": f"{name}{i}", "even": i % 2 == 0, "of": name}, n) for i, n in enumerate(copies)])


def labelled(stack: Stack) -> list[Any]:
    return [card for card, number in stack.cards for _ in range(number)]


def ids(hands: tuple[Any, ...]) -> str:
    return "|".join(" ".join(sorted(card["id"] for card in hand)) for hand in hands)


def brute(pool: Pool, sizes: list[int], ask: Any) -> dict[Any, Fraction]:
    """Every choice of the cards that lie in the pile, and every order of the first ones."""
    counts: Counter[Any] = Counter()
    lying = product(*(combinations(range(stack.total), stack.size) for stack in pool.stacks))
    for choice in lying:
        pile = [
            labelled(stack)[at] for stack, places in zip(pool.stacks, choice, strict=True) for at in places
        ]
        for order in permutations(range(len(pile)), sum(sizes)):
            drawn, hands = [pile[at] for at in order], []
            for size in sizes:
                hands.append(tuple(drawn[:size]))
                drawn = drawn[size:]
            counts[ask(tuple(hands))] += 1
    return {answer: Fraction(count, counts.total()) for answer, count in counts.items()}


@given(COPIES, COPIES, st.data())
def test_hands_from_stacks_that_lie_in_part_are_counted_exactly(
    first: list[int], second: list[int], data: st.DataObject
) -> None:
    stacks = []
    for name, copies in (("a", first), ("b", second)):
        size = data.draw(st.integers(0, min(3, sum(copies))))
        stacks.append(Stack(name, cards(name, copies), size))
    pool = Pool("pile", tuple(stacks))
    size = data.draw(st.integers(0, min(2, pool.size)))
    hands = data.draw(st.integers(1, 2)) if 2 * size <= pool.size else 1
    found = dict(outcomes([Draw(pool, ((size, 1),), hands)], Question(ids, whole)))
    assert found == brute(pool, [size] * hands, ids)


@given(
    st.integers(0, 6),
    st.lists(
        st.tuples(
            st.dictionaries(st.integers(0, 3), st.integers(1, 2), min_size=1, max_size=2),
            st.integers(1, 2),
            st.booleans(),
        ),
        min_size=1,
        max_size=2,
    ),
)
def test_draws_from_one_pile_add_up_or_are_refused(
    copies: int, asked: list[tuple[dict[int, int], int, bool]]
) -> None:
    """What the largest hands need together is what counts, in their order; a card put back must have been
    there.
    """
    pool = Pool("pile", (Stack("deck", cards("a", [copies, 1]), copies + 1),))
    question = Question(lambda hands: True, lambda card: 0)
    draws = [Draw(pool, tuple(sorted(sizes.items())), hands, replace) for sizes, hands, replace in asked]
    left, fits = pool.size, True
    for sizes, hands, replace in asked:
        most = hands * max(sizes)
        fits = fits and (left > 0 or not most if replace else left >= most)
        left -= 0 if replace else most
    if fits:
        assert sum(share for _, share in outcomes(draws, question)) == 1
    else:
        with pytest.raises(ValueError, match=r"`pile` has .*(can't be drawn from it|no card left)"):
            outcomes(draws, question)


@given(COPIES, st.integers(0, 3))
def test_cards_that_agree_in_the_fields_are_one_kind(copies: list[int], size: int) -> None:
    pool = Pool("pile", (Stack("a", cards("a", copies), sum(copies)),))
    size = min(size, pool.size)

    def evens(hands: tuple[Any, ...]) -> int:
        return sum(card["even"] for card in hands[0])

    found = dict(outcomes([Draw(pool, ((size, 1),))], Question(evens, whole)))
    assert found == dict(outcomes([Draw(pool, ((size, 1),))], Question(evens, lambda card: card["even"])))
    assert found == brute(pool, [size], evens)


def test_two_draws_from_one_pile_follow_each_other_and_two_piles_are_independent() -> None:
    one = Pool("one", (Stack("a", cards("a", [1, 1]), 2),))
    two = Pool("two", (Stack("b", cards("b", [1, 2]), 3),))

    def same(hands: tuple[Any, ...]) -> bool:
        return bool(hands[0][0]["id"][1] == hands[1][0]["id"][1])

    first = Draw(one, ((1, 1),))
    assert outcomes([first, first], Question(same, whole)) == [(False, Fraction(1))]
    assert dict(outcomes([first, Draw(two, ((1, 1),))], Question(same, whole)))[True] == Fraction(1, 2)


def test_with_replacement_the_pile_stays_whole() -> None:
    pool = Pool("pile", (Stack("a", cards("a", [1, 3]), 4),))
    draw = Draw(pool, ((5, 1),), replace=True)
    found = dict(outcomes([draw], Question(lambda hands: sum(card["even"] for card in hands[0]), whole)))
    assert found[5] == Fraction(1, 4) ** 5
    assert found[2] == 10 * Fraction(1, 4) ** 2 * Fraction(3, 4) ** 3


def test_hand_sizes_have_weights() -> None:
    pool = Pool("pile", (Stack("a", cards("a", [2, 2]), 4),))
    found = dict(outcomes([Draw(pool, ((1, 3), (2, 1)))], Question(lambda hands: len(hands[0]), whole)))
    assert found == {1: Fraction(3, 4), 2: Fraction(1, 4)}


def test_too_many_hands_are_refused_before_any_is_looked_at() -> None:
    pool = Pool("pile", (Stack("a", cards("a", [2] * 30), 60),))
    with pytest.raises(TooManyHandsError, match="different hands"):
        outcomes([Draw(pool, ((10, 1),))], Question(lambda hands: pytest.fail("asked"), whole))


def test_hands_are_not_counted_as_if_each_had_the_whole_pile() -> None:
    """Two hands of six share twelve cards in C(12, 6) = 924 ways; each alone has as many."""
    pool = Pool("pile", (Stack("a", cards("a", [1] * 12), 12),))
    has_first = Question(lambda hands: any(card["id"] == "a0" for card in hands[0]), whole)
    assert dict(outcomes([Draw(pool, ((6, 1),), 2)], has_first)) == {
        True: Fraction(1, 2),
        False: Fraction(1, 2),
    }


def test_hands_are_counted_by_what_lies_in_the_pile_of_each_stack() -> None:
    """One card of each of four stacks of ten: 10,000 hands; of any four of the forty cards there would be
    91,390.
    """
    stacks = tuple([Stack(name, cards(name, [1] * 10), 1) for name in "abcd"])
    of_each = Question(lambda hands: len({card["of"] for card in hands[0]}), whole)
    assert outcomes([Draw(Pool("pile", stacks), ((4, 1),))], of_each) == [(4, Fraction(1))]


@given(COPIES, COPIES, st.booleans(), st.data())
def test_as_many_hands_as_there_are_at_most_are_not_refused(
    first: list[int], second: list[int], often: bool, data: st.DataObject
) -> None:
    stacks = []
    for name, copies in (("a", first), ("b", second)):
        lying = data.draw(st.sampled_from([sum(copies), sum(copies), max(0, sum(copies) - 2)]))
        stacks.append(Stack(name, cards(name, copies), lying))
    pool = Pool("pile", tuple(stacks))
    whole_pile = all(stack.size == stack.total for stack in stacks)
    draws: list[Draw] = []
    left = pool.size
    while left and len(draws) < 2:
        sizes = data.draw(st.sets(st.integers(0, min(3, left)), min_size=1, max_size=2))
        draws.append(
            Draw(pool, tuple((size, 1) for size in sizes), replace=whole_pile and data.draw(st.booleans()))
        )
        left -= 0 if draws[-1].replace else max(sizes)
    seen: list[str] = []
    with patch.object(exact, "MOST_HANDS", 10**9):
        outcomes(draws, Question(lambda hands: seen.append(ids(hands)), whole, often=often))
    with patch.object(exact, "MOST_HANDS", len(seen)):
        outcomes(draws, Question(ids, whole, often=often))


def with_numbers(name: str, copies: list[int], numbers: list[int]) -> tuple[Any, ...]:
    made = zip(copies, numbers, strict=False)
    return tuple([({"id": f"{name}{i}", "cost": cost, "of": name}, n) for i, (n, cost) in enumerate(made)])


def costs(hands: tuple[Any, ...]) -> str:
    return " ".join(str(sum(card["cost"] for card in hand)) for hand in hands)


def origins(hands: tuple[Any, ...]) -> str:
    return " ".join("".join(sorted({card["of"] for card in hand})) for hand in hands)


SUMS = Question(costs, lambda card: (), lambda card: (card["cost"],))
ORIGINS = Question(origins, lambda card: card["of"], often=False)
BOTH = Question(lambda hands: costs(hands) + origins(hands), ORIGINS.kind, SUMS.adds, often=False)
NUMBERS = st.lists(st.integers(0, 3), min_size=3, max_size=3)


@given(COPIES, COPIES, NUMBERS, st.sampled_from([SUMS, ORIGINS, BOTH]), st.data())
def test_sums_and_kinds_are_counted_as_all_cards_are(
    first: list[int], second: list[int], numbers: list[int], question: Question, data: st.DataObject
) -> None:
    stacks = []
    for name, copies in (("a", first), ("b", second)):
        size = data.draw(st.sampled_from([sum(copies), max(0, sum(copies) - 1)]))
        stacks.append(Stack(name, with_numbers(name, copies, numbers), size))
    pool = Pool("pile", tuple(stacks))
    sizes = [data.draw(st.integers(0, min(2, pool.size // 2))) for _ in range(2)]
    draws = [Draw(pool, ((size, 1),)) for size in sizes]
    assert dict(outcomes(draws, question)) == brute(pool, sizes, question.ask)


@given(COPIES, NUMBERS, st.sampled_from([SUMS, ORIGINS, BOTH]), st.integers(0, 3), st.integers(0, 1))
def test_cards_that_are_put_back_are_counted_as_all_cards_are(
    copies: list[int], numbers: list[int], question: Question, size: int, before: int
) -> None:
    """One hand may be taken out before; the others are drawn from what is left."""
    pool = Pool("pile", (Stack("a", with_numbers("a", copies, numbers), sum(copies)),))
    if pool.size <= before:
        return
    pile = labelled(pool.stacks[0])
    counts: Counter[Any] = Counter()
    for taken in permutations(range(len(pile)), before):
        left = [card for at, card in enumerate(pile) if at not in taken]
        for drawn in product(left, repeat=size):
            counts[question.ask((tuple(pile[at] for at in taken), drawn))] += 1
    draws = [Draw(pool, ((before, 1),)), Draw(pool, ((size, 1),), replace=True)]
    found = dict(outcomes(draws, question))
    assert found == {answer: Fraction(count, counts.total()) for answer, count in counts.items()}


def test_a_hand_of_thirty_from_a_large_deck_is_counted_by_its_sum() -> None:
    pool = Pool("pile", (Stack("a", with_numbers("a", [10] * 12, list(range(12))), 120),))
    spent: list[int] = []
    found = dict(outcomes([Draw(pool, ((30, 1),))], SUMS, spent.append))
    assert sum(Fraction(cost) * share for cost, share in found.items()) == 30 * Fraction(11, 2)
    assert sum(spent) < 1_000_000
    kinds = Question(origins, lambda card: card["cost"] % 6, often=False)
    assert dict(outcomes([Draw(pool, ((30, 1),))], kinds)) == {"a": 1}


def test_what_lies_in_part_and_is_put_back_is_refused() -> None:
    pool = Pool("pile", (Stack("a", cards("a", [2, 2]), 3),))
    with pytest.raises(TooManyHandsError, match="only partly laid out"):
        outcomes([Draw(pool, ((2, 1),), replace=True)], Question(ids, whole))
