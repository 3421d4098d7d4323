"""Simulated draws: the same for the same seed, however they are divided, and near the exact probabilities."""

from typing import Any

from nineup.logic.chance import CHUNK, Draw, Estimate, Pool, Question, Stack, outcomes, simulate, whole

POOL = Pool("pile", (Stack("a", tuple([({"id": id}, n) for id, n in (("x", 2), ("y", 3), ("z", 5))]), 10),))


def first_x(deck: list[Any]) -> int:
    return next(number for number, card in enumerate(deck, 1) if card["id"] == "x")


def test_a_seed_gives_one_result_however_the_chunks_are_divided() -> None:
    whole = simulate(POOL, first_x, seed=7, times=2 * CHUNK + 10)
    parts = simulate(POOL, first_x, 7, CHUNK) + simulate(POOL, first_x, 7, CHUNK + 10, first_chunk=1)
    assert whole == parts
    assert whole != simulate(POOL, first_x, seed=8, times=2 * CHUNK + 10)


def test_an_estimate_is_within_four_standard_errors_of_the_exact_probability() -> None:
    times = 5 * CHUNK
    found = Estimate(simulate(POOL, lambda deck: sum(c["id"] == "y" for c in deck[:4]), 1, times), times)
    exact = dict(
        outcomes([Draw(POOL, ((4, 1),))], Question(lambda h: sum(c["id"] == "y" for c in h[0]), whole))
    )
    for answer, share in exact.items():
        assert abs(found.share(answer) - share) <= 4 * found.error(answer) + 1e-9
    assert found.mean is not None
    assert abs(found.mean - 1.2) <= 4 * found.mean_error


def test_only_so_many_cards_of_a_stack_lie_in_the_pile() -> None:
    pool = Pool("pile", (POOL.stacks[0]._replace(size=3),))
    assert set(simulate(pool, len, 1, 50)) == {3}


def test_kinds_lie_there_with_all_their_copies() -> None:
    pool = Pool("pile", (POOL.stacks[0]._replace(kinds=1),))
    found = simulate(pool, lambda deck: "".join(card["id"] for card in deck), 1, 200)
    assert set(found) == {"xx", "yyy", "zzzzz"}


def test_the_first_cards_alone_are_as_likely() -> None:
    times = 5 * CHUNK
    found = Estimate(simulate(POOL, lambda deck: deck[0]["id"], 3, times, first_cards=1), times)
    assert abs(found.share("z") - 0.5) <= 4 * found.error("z")
