"""The searches behind the rules against brute force: payments, change, and mines that close."""

from collections import Counter
from itertools import combinations, permutations, product
from math import isclose, perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nineup.rules.counts.change import unpayable
from nineup.rules.counts.closing import closing, closing_orders, upright
from nineup.rules.counts.payment import OpenCost, PayingKind, from_hand, from_supply
from nineup.rules.engine.steps import Steps, TooManyError

KINDS = ("white", "red", "blue")
OPEN = {
    "any": OpenCost(),
    "coloured": OpenCost(("white",)),
    "same": OpenCost(("white",), alike=True),
    "each": OpenCost(("blue",), each=True),
}
counts = st.integers(0, 4)


def plenty() -> Steps:
    return Steps(1_000_000)


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
    assert from_supply(cost, supply, OPEN, plenty()) == paid_in_some_way(cost, supply)


cards = st.builds(
    lambda shows, copies: PayingKind(frozenset(shows), shows == ("wild",), copies),
    st.sampled_from([("a",), ("a", "b"), ("b", "c"), ("a", "c"), ("wild",)]),
    st.integers(0, 2),
)


def covered_in_some_way(cost: dict[str, int], hand: list[PayingKind], most: int) -> bool:
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
    cost: dict[str, int], hand: list[PayingKind], most: int, wild: int
) -> None:
    cost = {**cost, "wild": wild} if wild else cost
    assert from_hand(cost, hand, most, "wild", plenty()) == covered_in_some_way(cost, hand, most)


COLOURS = [f"colour-{number}" for number in range(16)]
SEVENTEEN = dict.fromkeys(COLOURS, 1) | {"colour-0": 2}


def hands(of: int, copies: int, every: int = 1) -> list[PayingKind]:
    """A kind of card for each of some sets of colours, and three wild cards."""
    shown = list(combinations(COLOURS, of))[::every]
    return [PayingKind(frozenset(each), False, copies) for each in shown] + [
        PayingKind(frozenset({"wild"}), True, 3)
    ]


@pytest.mark.parametrize(
    ("cost", "of", "fewest"),
    [
        (SEVENTEEN, hands(1, 2), 17),
        (SEVENTEEN, hands(4, 1, every=17), 5),
        (dict.fromkeys(COLOURS[:8], 5), hands(3, 6), 14),
        ({"colour-0": 17}, hands(2, 2), 17),
    ],
)
def test_costs_of_many_colours_are_paid_with_the_fewest_cards_in_few_steps(
    cost: dict[str, int], of: list[PayingKind], fewest: int
) -> None:
    steps = Steps(20_000)
    assert from_hand(cost, of, fewest, "wild", steps)
    assert not from_hand(cost, of, fewest - 1, "wild", steps)


def test_many_signs_of_one_kind_each_are_paid_in_few_steps() -> None:
    signs = {f"same-{number}": OpenCost((f"kind-{number}",), alike=True) for number in range(8)}
    open_ = {**signs, "any": OpenCost()}
    cost = {**{sign: 3 + number for number, sign in enumerate(signs)}, "any": 40}
    supply = {f"kind-{number}": number % 5 for number in range(30)}
    assert not from_supply(cost, supply, open_, Steps(20_000)), "there are 60 pieces for 92"
    enough = dict.fromkeys(supply, 12)
    assert from_supply(cost, enough, open_, Steps(20_000))
    assert not from_supply({**cost, "any": 309}, enough, open_, Steps(20_000)), "52 + 309 of 360"


def laid_out(sums: tuple[int, ...], values: tuple[int, ...], there: tuple[int, ...]) -> bool:
    if not sums:
        return True
    for ways in product(*[range(n + 1) for n in there]):
        if sum(n * value for n, value in zip(ways, values, strict=True)) == sums[0]:
            left = tuple(a - b for a, b in zip(there, ways, strict=True))
            if laid_out(sums[1:], values, left):
                return True
    return False


@settings(max_examples=150)
@given(
    st.dictionaries(st.sampled_from((1, 2, 3, 4, 5, 7)), st.integers(0, 5), min_size=1, max_size=3),
    st.integers(0, 7),
    st.integers(1, 3),
)
def test_change_is_made_for_all_sums_or_for_none_of_these(
    tokens: dict[int, int], most: int, players: int
) -> None:
    values, there = tuple(tokens), tuple(tokens.values())
    found = unpayable(values, there, most, players, plenty())
    every = [sums for sums in product(range(most + 1), repeat=players) if not laid_out(sums, values, there)]
    assert (found is None) == (not every)
    if found is not None:
        assert not laid_out(found, values, there)


COINS = (1, 2, 5, 10, 20)


@pytest.mark.parametrize("there", [(12, 12, 12, 12, 8), (9, 16, 8, 8, 8)])
def test_change_of_five_coins_for_eight_players_takes_few_steps(there: tuple[int, ...]) -> None:
    assert unpayable(COINS, there, 40, 8, plenty()) is None


@pytest.mark.parametrize(
    ("there", "sums"),
    [
        ((7, 20, 20, 20, 20), (1,) * 8),
        ((12, 12, 12, 12, 5), (40,) * 8),
    ],
)
def test_too_few_coins_are_noticed(there: tuple[int, ...], sums: tuple[int, ...]) -> None:
    assert unpayable(COINS, there, 40, 8, plenty()) == sums


def test_a_search_gives_up_when_its_steps_are_spent_and_leaves_none_to_others() -> None:
    steps = Steps(1_000)
    with pytest.raises(TooManyError):
        unpayable((*COINS, 50), (16, 12, 8, 8, 8, 8), 99, 6, steps)
    with pytest.raises(TooManyError):
        steps.spend(1)


Cell = tuple[int, int]
AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a cell to the one above, right, below and left of it."""


def chances(tiles: Counter[frozenset[int]], most: int) -> list[float]:
    kinds = tuple(sorted({upright(tile) for tile in tiles}, key=sorted))
    return closing(tiles, closing_orders(kinds, most))


def beyond_doors(board: dict[Cell, frozenset[int]]) -> list[tuple[Cell, int]]:
    """The empty cells that doors lead to, with the door's side, column by column."""
    found = []
    for (x, y), tile in sorted(board.items()):
        for side in sorted(tile):
            cell = (x + AROUND[side][0], y + AROUND[side][1])
            if cell not in board:
                found.append((cell, side))
    return found


def is_closed(tiles: tuple[frozenset[int], ...]) -> bool:
    """Lay tiles in this order by the rule; whether the board closes before or with the last of them."""
    board: dict[Cell, frozenset[int]] = {}
    for tile in tiles:
        turns = [frozenset((side + turn) % 4 for side in tile) for turn in range(4)]
        if not board:
            board = {(0, 0): min(turns, key=sorted)}
        else:
            ways = [
                {**board, cell: turned}
                for cell, side in beyond_doors(board)
                for turned in (min(turns, key=sorted), *turns)
                if (side + 2) % 4 in turned
            ]
            board = max(ways, key=lambda laid: len(beyond_doors(laid)), default=board)
        if not beyond_doors(board):
            return True
    return False


@settings(max_examples=20)
@given(st.lists(st.frozensets(st.integers(0, 3), max_size=3), min_size=1, max_size=6))
def test_boards_close_as_often_as_in_all_orders_of_the_tiles(tiles: list[frozenset[int]]) -> None:
    tiles = [min((frozenset((s + t) % 4 for s in tile) for t in range(4)), key=sorted) for tile in tiles]
    found = chances(Counter(tiles), len(tiles))
    for number in range(1, len(tiles) + 1):
        orders = list(permutations(tiles, number))
        assert isclose(found[number - 1], sum(map(is_closed, orders)) / len(orders), abs_tol=1e-12)


def test_a_mine_of_two_dead_ends_is_closed() -> None:
    top = frozenset({0})
    found = chances(Counter({top: 2, frozenset({1, 3}): 2}), 4)
    assert isclose(found[1], 2 * 1 / perm(4, 2))
    assert found[0] == 0
    assert isclose(found[3], 1), "two corridors and two dead ends close in the end"


def test_a_room_without_doors_closes_at_once() -> None:
    assert chances(Counter({frozenset(): 1, frozenset({0, 1}): 1}), 2)[0] == 0.5


def test_four_corners_are_kept_from_closing_a_ring() -> None:
    """The greedy choice leads on, though four corners could meet."""
    assert set(chances(Counter({frozenset({0, 1}): 6}), 6)) == {0.0}


KINDS = tuple(map(frozenset, ((), (0,), (0, 1), (0, 2), (0, 1, 2), (0, 1, 2, 3))))


def test_layouts_of_nine_tiles_of_all_kinds_are_counted_and_of_thousands_as_far_as_it_goes() -> None:
    nine, all_that_go = closing_orders(KINDS, 9).closed, closing_orders(KINDS, 3000).closed
    assert len(nine) == 9
    assert 6 <= len(all_that_go) < 3000
    assert all_that_go == nine[: len(all_that_go)]
