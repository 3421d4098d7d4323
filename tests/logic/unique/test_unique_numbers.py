"""Orders, choices and names: each number has its own, and the same one in every version of Python."""

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.logic.unique import deck_name
from nineup.logic.unique.making import Choices
from nineup.logic.unique.names import UNFIT
from nineup.logic.unique.permutation import key_from, shuffled


@pytest.mark.parametrize("size", [1, 16, 1000])
def test_an_order_has_each_number_once(size: int) -> None:
    places = [shuffled(number, size, key_from("a")) for number in range(size)]
    assert sorted(places) == list(range(size))
    if size > 16:
        assert places != list(range(size))
        assert places != [shuffled(number, size, key_from("b")) for number in range(size)]


def test_numbers_of_any_size_have_a_place() -> None:
    size = 3**1500
    assert len({shuffled(number, size, b"key") for number in range(20)}) == 20


def test_the_order_and_the_names_are_the_same_everywhere() -> None:
    """A change here changes the decks that were printed."""
    assert [shuffled(number, 10**9, key_from("nineup", "1")) for number in range(3)] == ORDER
    assert [deck_name("spring", number) for number in (1, 2, 1_000_000)] == NAMES


ORDER = [654068254, 841306446, 451006897]
NAMES = ["Mohus Setodos", "Gomil Rimatur", "Kore Desajel"]


def test_parts_of_a_key_are_kept_apart() -> None:
    assert key_from("ab", "c") != key_from("a", "bc") != key_from("abc")


@given(st.integers(0, 4), st.integers(1, 3), st.integers(0, 5))
def test_every_way_has_a_number(kinds: int, most: int, take: int) -> None:
    every = {way for way in product(range(most + 1), repeat=kinds) if sum(way) == take}
    choices = Choices(kinds, most, take)
    assert choices.count == len(every)
    found = set()
    for number in range(choices.count):
        times = dict(choices.way(number))
        found.add(tuple(times.get(kind, 0) for kind in range(kinds)))
    assert found == every


def test_names_differ_and_can_be_spoken() -> None:
    names = [deck_name("a", number) for number in range(1, 2001)]
    assert len(set(names)) == 2000
    spoken = re.compile(r"([bdfghjklmnprstvz][aeiou]){2}[lnrs]? ([bdfghjklmnprstvz][aeiou]){3}[lnrs]?")
    assert all(spoken.fullmatch(name.lower()) and name.istitle() for name in names)
    assert not any(word in name.lower() for name in names for word in UNFIT)
    assert deck_name("b", 1) != names[0]
