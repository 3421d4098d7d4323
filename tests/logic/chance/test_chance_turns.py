"""Turns against brute force over every order of a small deck, and of what is shuffled again."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from nineup.logic.chance import Estimate, Pool, Stack, TurnSteps, play_turns, simulate

CARDS = tuple({"id": id, "cost": cost} for id, cost in (("a", 1), ("b", 2), ("c", 3), ("d", 1)))
POOL = Pool("deck", (Stack("deck", tuple((card, 1) for card in CARDS), len(CARDS)),))
OPENING = 2


def worth(hand: Sequence[Any]) -> int:
    return sum(card["cost"] for card in hand)


Held = tuple[Any, ...]


def brute(
    number: int, draw: int, fill: int, keep: Callable[[Any], bool], discard: int, again: bool
) -> Counter[int]:
    """How likely each worth of the last hand is, going through every shuffle one by one."""
    found: Counter[int] = Counter()

    def turn(left: int, hand: Held, deck: Held, heap: Held, share: Fraction) -> None:
        if not left:
            found[worth(hand)] += share  # type: ignore[assignment]  # a fraction counts as well
            return
        take(max(draw, fill - len(hand)), left, hand, deck, heap, share)

    def take(more: int, left: int, hand: Held, deck: Held, heap: Held, share: Fraction) -> None:
        if more and deck:
            take(more - 1, left, (*hand, deck[0]), deck[1:], heap, share)
        elif more and heap and again:
            orders = list(permutations(heap))
            for order in orders:
                take(more, left, hand, order, (), share / len(orders))
        else:
            stay = tuple(card for card in hand if keep(card))
            gone = (*(card for card in hand if not keep(card)), *stay[:discard])
            turn(left - 1, stay[discard:], deck, (*heap, *gone), share)

    orders = list(permutations(CARDS))
    for order in orders:
        turn(number, order[:OPENING], order[OPENING:], (), Fraction(1, len(orders)))
    return found


def cheap(card: Any) -> bool:
    return bool(card["cost"] < 3)


def whatever(card: Any) -> bool:
    return True


@pytest.mark.parametrize(
    ("number", "draw", "fill", "keep", "discard", "again"),
    [
        (0, 1, 0, whatever, 0, True),
        (1, 1, 0, whatever, 0, True),
        (3, 1, 0, whatever, 0, True),
        (2, 0, 3, cheap, 0, True),
        (3, 0, 2, whatever, 1, True),
        (4, 1, 0, cheap, 1, True),
        (4, 1, 0, cheap, 1, False),
        (3, 2, 3, whatever, 2, True),
    ],
)
def test_turns_are_as_likely_as_brute_force_says(
    number: int, draw: int, fill: int, keep: Callable[[Any], bool], discard: int, again: bool
) -> None:
    steps = TurnSteps(draw, fill, keep, discard, again)
    generator = random.Random(5)

    def trial(deck: list[Any]) -> int:
        turns = play_turns(deck[:OPENING], deck[OPENING:], number, steps, generator)
        for turn in turns:
            assert len(turn.hand) + len(turn.deck) + len(turn.discards) == len(CARDS)
        return worth(turns[-1].hand if turns else deck[:OPENING])

    times = 6_000
    found = Estimate(simulate(POOL, trial, 11, times), times)
    exact = brute(number, draw, fill, keep, discard, again)
    assert set(found.counts) <= set(exact)
    for answer, share in exact.items():
        assert abs(found.share(answer) - share) <= 5 * found.error(answer) + 5 / times


def test_a_turn_says_what_it_did() -> None:
    a, b, c, d = CARDS
    steps = TurnSteps(draw=1, keep=cheap, discard=1)
    first, second = play_turns((a, b), (c, d), 2, steps, random.Random(1))
    assert first == ((b,), (c,), (c, a), (d,), (a, c))
    assert second == ((d,), (d,), (b,), (), (b, a, c))


def test_discards_are_shuffled_only_when_a_card_is_to_be_drawn() -> None:
    a, b, *_ = CARDS
    (turn,) = play_turns((a,), (b,), 1, TurnSteps(draw=1, discard=1), random.Random(1))
    assert (turn.deck, turn.discards) == ((), (a,))
    *_, last = play_turns((a,), (b,), 2, TurnSteps(draw=1, discard=1), random.Random(1))
    assert last.drawn == (a,)
    *_, last = play_turns((a,), (b,), 2, TurnSteps(draw=1, discard=1, reshuffle=False), random.Random(1))
    assert last.drawn == ()
