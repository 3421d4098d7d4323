"""Levels of text of both directions, and the order in which it is drawn (UAX 9)."""

import bidi
import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st
from nineup.typography.text.bidi import is_from_right, levels, visual_order


@pytest.mark.parametrize(
    ("pieces", "from_right", "expected"),
    [
        (["אב", " ", "ג"], True, [2, 1, 0]),
        (["Take", " ", "אב", " ", "גד", "."], False, [0, 1, 4, 3, 2, 5]),
        (["אב", " ", "2", " ", "Bank", "."], True, [5, 4, 3, 2, 1, 0]),
        (["א", " ", "12", "."], True, [3, 2, 1, 0]),
        # A joiner inside a Persian word has no level of its own.
        (["می\u200cتوان", " ", "«", "Tower", "»", " ", "را"], True, [6, 5, 4, 3, 2, 1, 0]),
        (["Take", " ", "می\u200cتوان", " ", "2"], False, [0, 1, 4, 3, 2]),
        # Both brackets of a pair take the direction of what is beside them, whatever follows.
        (["Take", " ", "אב", " ", "(", "גד", ")", " ", "now"], False, [0, 1, 6, 5, 4, 3, 2, 7, 8]),
        (["אב", " ", "(", "Bank", ")", " ", "2"], True, [6, 5, 4, 3, 2, 1, 0]),
        (["אב", " ", "[", "Bank", "]"], True, [4, 3, 2, 1, 0]),
        # A direction mark decides on which side a sign is placed.
        (["Take", " ", "אב", "!", "\u200f", " ", "now"], False, [0, 1, 4, 3, 2, 5, 6]),
        (["אב", " ", "\u2066", "2", "-", "Bank", "\u2069"], True, [6, 3, 4, 5, 2, 1, 0]),
    ],
)
def test_pieces_are_drawn_in_visual_order(pieces: list[str], from_right: bool, expected: list[int]) -> None:
    found = levels(pieces, from_right)
    assert visual_order(found) == expected


ALL_KINDS = "abאבجد12٣٤.,+-/%$() []<>\u0301\u05b0'\"*\u200e\u200f\u061c"
INVISIBLE = "\u202a\u202b\u202c\u202d\u202e\u200d"
ISOLATES = "\u2066\u2067\u2068\u2069"


@given(st.text(ALL_KINDS + INVISIBLE + ISOLATES, max_size=16), st.booleans())
def test_a_line_is_ordered_as_another_library_orders_it(text: str, from_right: bool) -> None:
    # What ends a line is drawn at its end (L1); lines end without spaces.
    text = text.strip(" " + INVISIBLE + ISOLATES)
    order = visual_order(levels(list(text), from_right))
    expected = bidi.get_display(text, base_dir="R" if from_right else "L")
    hidden = dict.fromkeys(map(ord, INVISIBLE))
    assert "".join(text[at] for at in order).translate(hidden) == expected.translate(hidden)


@given(st.lists(st.integers(0, 4), max_size=12))
def test_a_visual_order_is_a_permutation_that_keeps_even_runs(numbers: list[int]) -> None:
    order = visual_order(numbers)
    assert sorted(order) == list(range(len(numbers)))
    if all(number % 2 == 0 for number in numbers) and len(set(numbers)) < 2:
        assert order == list(range(len(numbers)))
    if numbers and set(numbers) == {1}:
        assert order == list(range(len(numbers)))[::-1]


def test_a_paragraph_runs_as_its_first_letter_does() -> None:
    assert is_from_right("12 אב Take")
    assert not is_from_right("12 Take אב")


@pytest.mark.parametrize(
    "part", ["\u2068a", "\u2068", "(א)", "א(ב)", "\u2067a\u2069", "a\u202bא\u202c", "א\u00ad"]
)
def test_levels_are_found_in_linear_time(part: str) -> None:
    assert growth(lambda times: levels([part * times], from_right=False), 4_000) < LINEAR
