"""The searches behind the rules against brute force: payments, change, and mines that close."""

from collections import Counter
from itertools import combinations, product
from math import isclose, perm

from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.rules.change_making import unpayable
from nineup.rules.closing import STEPS, closing
from nineup.rules.payment import Hand, Open, from_hand, from_supply

KINDS = ("white", "red", "blue")
OPEN = {
    "any": Open(),
    "coloured": Open(("white",)),
    "same": Open(("white",), alike=True),
    "each": Open(("blue",), each=True),
}
counts = st.integers(0, 4)


def paid_in_some_way(cost: dict[str, int], supply: dict[str, int]) -> bool:
    """Try every piece that each sign may take."""
    choices: list[list[Counter[str]]] = []
    for sign, count in cost.items():
        kind = OPEN.get(sign)
        allowed = [
            k for k in supply if (kind is None and k == sign) or (kind is not None and k not in kind.but)
        ]
        if kind is not None and kind.each:
            choices.append([Counter(dict.fromkeys(allowed, count))])
        elif kind is not None and kind.alike:
            choices.append([Counter({k: count}) for k in allowed] if count else [Counter()])
        else:
            choices += [[Counter({k: 1}) for k in allowed]] * count
    for picks in product(*choices):
        total: Counter[str] = sum(picks, Counter())
        if all(n <= supply.get(k, 0) for k, n in total.items()):
            return True
    return False


@settings(max_examples=150)
@given(
    st.fixed_dictionaries(dict.fromkeys(KINDS, counts)),
    st.dictionaries(st.sampled_from((*KINDS, *OPEN)), st.integers(0, 3), max_size=4),
)
def test_a_supply_pays_what_some_choice_of_pieces_pays(supply: dict[str, int], cost: dict[str, int]) -> None:
    assert from_supply(cost, supply, OPEN) == paid_in_some_way(cost, supply)


cards = st.builds(
    lambda shows, copies: Hand(frozenset(shows), shows == ("wild",), copies),
    st.sampled_from([("a",), ("a", "b"), ("b", "c"), ("a", "c"), ("wild",)]),
    st.integers(0, 2),
)


def covered_in_some_way(cost: dict[str, int], hand: list[Hand], most: int) -> bool:
    """Try every set of cards, and for each wild one everything that it may replace."""
    each = [card for card in hand for _ in range(card.copies)]
    for number in range(most + 1):
        for chosen in combinations(each, number):
            for pays in product(
                *[[{k} for k in ("a", "b", "c", "wild")] if c.wild else [c.shows] for c in chosen]
            ):
                total = Counter(kind for shown in pays for kind in shown)
                if all(total[kind] >= count for kind, count in cost.items()):
                    return True
    return False


@settings(max_examples=150)
@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 3), min_size=1),
    st.lists(cards, max_size=3),
    st.integers(1, 4),
    st.integers(0, 1),
)
def test_a_hand_pays_what_some_cards_pay(
    cost: dict[str, int], hand: list[Hand], most: int, wild: int
) -> None:
    cost = {**cost, "wild": wild} if wild else cost
    assert from_hand(cost, hand, most, "wild") == covered_in_some_way(cost, hand, most)


def laid_out(sums: tuple[int, ...], values: tuple[int, ...], there: tuple[int, ...]) -> bool:
    if not sums:
        return True
    for ways in product(*[range(n + 1) for n in there]):
        if sum(n * value for n, value in zip(ways, values, strict=True)) == sums[0]:
            left = tuple(a - b for a, b in zip(there, ways, strict=True))
            if laid_out(sums[1:], values, left):
                return True
    return False


@settings(max_examples=60)
@given(st.tuples(st.integers(0, 6), st.integers(0, 3)), st.integers(1, 6), st.integers(1, 3))
def test_change_is_made_for_all_sums_or_for_none_of_these(
    there: tuple[int, int], most: int, players: int
) -> None:
    found = unpayable((1, 3), there, most, players)
    every = [sums for sums in product(range(most + 1), repeat=players) if not laid_out(sums, (1, 3), there)]
    assert (found is None) == (not every)
    if found is not None:
        assert not laid_out(found, (1, 3), there)


def test_a_mine_of_two_dead_ends_is_closed() -> None:
    top = frozenset({0})
    chances = closing(Counter({top: 2, frozenset({1, 3}): 2}), 4)
    assert isclose(chances[2], 2 * 1 / perm(4, 2))
    assert chances[1] == 0
    assert isclose(chances[4], 1), "two corridors and two dead ends close in the end"


def test_a_room_without_doors_closes_at_once() -> None:
    assert closing(Counter({frozenset(): 1, frozenset({0, 1}): 1}), 2)[1] == 0.5


def test_four_corners_are_kept_from_closing_a_ring() -> None:
    """The greedy choice leads on, though four corners could meet."""
    corners = closing(Counter({frozenset({0, 1}): 6}), 6)
    assert set(corners.values()) == {0.0}


def test_steps_lead_up_right_down_and_left() -> None:
    assert [(-x, -y) for x, y in STEPS] == [STEPS[(side + 2) % 4] for side in range(4)]
