"""Line breaking, in thousandths of an em."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.typography.text.words.word import Word
from nineup.typography.text.wrap import Flow, avoid_single_word, balance, fill


def flow(*widths: int) -> Flow:
    """Words of these widths, 10 apart; a negative one is a part of a word, followed without a space."""
    words = [Word((), (), abs(w), abs(w) + (10 if w > 0 else 0), w > 0, None) for w in widths]
    return Flow(words)


def test_each_line_takes_as_many_words_as_fit() -> None:
    assert fill(flow(100, 100, 100, 100), 210) == [2, 4]
    assert fill(flow(100, 100, 100, 100), 209) == [1, 2, 3, 4]


def test_a_word_that_is_too_wide_has_its_own_line() -> None:
    assert fill(flow(50, 500, 50, 50), 110) == [1, 2, 4]


def test_parts_of_a_word_follow_without_a_space() -> None:
    assert fill(flow(-100, 100), 200) == [2]


def test_a_line_includes_its_hyphen() -> None:
    parted = flow(50, -40, 60)
    parted.ends[1] += 20
    assert fill(parted, 120) == [2, 3]
    assert fill(parted, 119) == [1, 3]


@pytest.mark.parametrize(
    ("hanging", "lines"), [(0, [2, 4, 6]), (1, [2, 3, 5, 6]), (2, [2, 3, 4, 6]), (9, [2, 3, 4, 5, 6])]
)
def test_so_many_lines_after_the_first_are_narrower(hanging: int, lines: list[int]) -> None:
    assert fill(flow(100, 100, 100, 100, 100, 100), 210, 100, hanging) == lines


def test_a_single_last_word_is_joined_by_the_one_before() -> None:
    assert avoid_single_word(flow(50, 50, 50, 50), [3, 4], 170) == [2, 4]


def test_no_word_is_moved_to_a_line_that_is_too_short_for_it() -> None:
    assert avoid_single_word(flow(20, 50, 150, 150), [3, 4], 240) == [3, 4]


def test_no_single_word_is_left_on_the_line_above() -> None:
    assert avoid_single_word(flow(60, 60, 60, 130, 20, 80), [3, 5, 6], 200) == [3, 5, 6]


def test_if_the_line_above_gets_too_short_all_lines_are_balanced() -> None:
    assert avoid_single_word(flow(60, 60, 60, 90, 90, 60), [3, 5, 6], 210) == [2, 4, 6]
    assert avoid_single_word(flow(90, 90, 50), [2, 3], 200) == [1, 3]
    assert avoid_single_word(flow(50, 150, 120), [2, 3], 210) == [2, 3]


def test_the_line_above_must_still_fill_three_fifths_of_the_measure() -> None:
    assert avoid_single_word(flow(110, 30, 20, 70), [3, 4], 250) == [2, 4]  # 150 of 250 left
    assert avoid_single_word(flow(70, 60, 20, 40, 80), [4, 5], 300) == [2, 5]  # 170 of 300: balanced instead
    assert avoid_single_word(flow(90, 100, 40, 40, 40, 80), [2, 5, 6], 200) == [
        1,
        3,
        6,
    ]  # 90 of the middle line


def test_a_justified_line_gives_a_word_away_only_if_its_gaps_stay_small() -> None:
    assert avoid_single_word(flow(110, 80, 20, 20), [3, 4], 240, is_justified=True) == [
        3,
        4,
    ]  # 200 of 240 left
    assert avoid_single_word(flow(110, 100, 20, 20), [3, 4], 240, is_justified=True) == [2, 4]  # 220 of 240
    assert avoid_single_word(flow(90, 90, 50), [2, 3], 200, is_justified=True) == [
        2,
        3,
    ]  # nor are lines balanced


def test_parts_of_one_word_count_as_a_single_word() -> None:
    assert avoid_single_word(flow(50, 50, 50, -50, 50), [4, 5], 300) == [2, 5]


def test_balanced_lines_are_no_more_and_as_even_as_they_get() -> None:
    assert balance(flow(50, 50, 50, 50, 50, 50), [5, 6]) == [3, 6]
    assert balance(flow(50), [1]) == [1]


def test_a_word_is_moved_if_both_lines_fit_exactly() -> None:
    assert avoid_single_word(flow(110, 30, 90, 150), [3, 4], 250) == [2, 4]  # 90 + 10 + 150 = 250
    assert avoid_single_word(flow(110, 30, 91, 150), [3, 4], 250) == [3, 4]
    assert avoid_single_word(flow(150, 20, 30, 80), [3, 4], 300) == [2, 4]  # 150 + 10 + 20 = 0.6 × 300
    assert avoid_single_word(flow(149, 20, 30, 80), [3, 4], 300) == [1, 4]


def test_a_single_line_stays_as_it_is() -> None:
    assert avoid_single_word(flow(50, 80, 20), [3], 250) == [3]


def test_two_lines_are_balanced_to_within_a_fiftieth_of_an_em() -> None:
    assert balance(flow(-80, 80, 50), [2, 3]) == [1, 3]
    assert balance(flow(100, 30, 20, 60), [3, 4]) == [1, 4]
    assert balance(flow(120, 80, -50, 20, 30), [4, 5]) == [2, 5]


WIDTHS = st.lists(st.integers(20, 300), min_size=1, max_size=40)


@given(WIDTHS, st.integers(300, 900))
def test_better_breaks_cost_no_line_and_lose_no_word(widths: list[int], measure: int) -> None:
    words = flow(*widths)
    lines = fill(words, measure)
    for better in (avoid_single_word(words, list(lines), measure), balance(words, list(lines))):
        assert len(better) == len(lines)
        assert better[-1] == len(widths)
        assert better == sorted(set(better))
        assert all(words.width(first, end) <= measure for first, end in pairwise([0, *better]))


@given(WIDTHS, st.integers(300, 900))
def test_no_line_could_have_taken_the_next_word(widths: list[int], measure: int) -> None:
    words = flow(*widths)
    lines = fill(words, measure)
    assert all(
        words.width(first, end + 1) > measure for first, end in pairwise([0, *lines]) if end < len(widths)
    )
