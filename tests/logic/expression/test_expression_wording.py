"""Texts read as players read them: symbols, numbers, words; and sums weighted by copies."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.logic.expression import NUMBER_WORDS, ExpressionError, ExpressionValueError, expression
from nineup.logic.expression.words.numerals import ordinal
from nineup.model.game import Item, Rich


def value(source: str, **names: Any) -> Any:
    return expression(source)(names)


@pytest.mark.parametrize(
    ("text", "symbols", "numbers", "words"),
    [
        (r"Take 2 {white} or \{red\}", ("white",), (2,), ("Take", "2", "or", "red")),
        ("**AND** *then* Steal 1 Gem", (), (1,), ("AND", "then", "Steal", "1", "Gem")),
        ("−5/−2/5 each for 1/2/3+", (), (-5, -2, 5, 1, 2, 3), ("5", "2", "5", "each", "for", "1", "2", "3")),
        ("1{red}2", ("red",), (1, 2), ("1", "2")),
        (r"[sub]{Take {red} 3} \[a\]{red} [b]", ("red", "red"), (3,), ("Take", "3", "a", "b")),
        ("Two or twenty-one 1-point tokens, 2–4", (), (2, 21, 1, 2, 4), None),
        ("1,000 or 2.5; don’t", (), (1000, 2.5), ("1", "000", "or", "2", "5", "don’t")),
        ("someone, often; toned", (), (), ("someone", "often", "toned")),
    ],
)
def test_a_text_is_read_as_it_is_printed(
    text: str, symbols: tuple[str, ...], numbers: tuple[float, ...], words: tuple[str, ...] | None
) -> None:
    assert value("symbols_in(t)", t=Rich(text)) == symbols
    assert value("numbers_in(t)", t=Rich(text)) == numbers
    if words is not None:
        assert value("words_in(t)", t=Rich(text)) == words


def test_plain_text_has_no_symbols() -> None:
    assert value("symbols_in(t)", t="{white}") == ()
    assert value("words_in(t)", t="{white}") == ("white",)


def test_a_cost_gives_each_symbol_as_often_as_it_counts() -> None:
    assert value("symbols_in(c)", c={Item("red"): 2, Item("blue"): 1}) == ("red", "red", "blue")
    assert value("symbols_in(c)", c=[Item("red"), Rich("{blue}")]) == ("red", "blue")


@given(st.integers(0, 99))
def test_a_number_is_spelled_and_read_back(number: int) -> None:
    assert value("numbers_in(n|spelled)", n=number) == (number,)
    assert (value("n|spelled", n=number) in NUMBER_WORDS) is True


@pytest.mark.parametrize(
    ("place", "word"),
    [(1, "first"), (3, "third"), (12, "twelfth"), (13, "13th"), (21, "21st"), (22, "22nd"), (111, "111th")],
)
def test_a_place_as_an_ordinal(place: int, word: str) -> None:
    assert value("n|ordinal", n=place) == word


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en-GB", "four first thirty-one 21st"),
        ("de", "vier 1. 31 21."),
        ("fr-CA", "quatre 1er 31 21e"),
        ("es", "cuatro 1.º 31 21.º"),
        ("ja", "4 1 31 21"),
    ],
)
def test_numbers_in_the_language_of_the_game(language: str, said: str) -> None:
    source = "[4|spelled, 1|ordinal, 31|spelled, 21|ordinal]|join(' ')"
    assert value(source, game={"language": language}) == said


@pytest.mark.parametrize("place", [0, -1, 1.5])
def test_what_is_no_place(place: float) -> None:
    with pytest.raises(ExpressionValueError, match="not a place from 1 on"):
        ordinal(place)


@given(st.lists(st.tuples(st.integers(0, 5), st.lists(st.integers(0, 9), max_size=3)), max_size=5))
def test_a_total_counts_a_card_as_often_as_it_has_copies(cards: list[tuple[int, list[int]]]) -> None:
    deck = tuple({"copies": copies, "doors": [{"points": p} for p in points]} for copies, points in cards)
    spread = [points for copies, points in cards for _ in range(copies)]
    assert value("total(c)", c=deck) == len(spread)
    assert value("total(c, 'doors.points')", c=deck) == sum(map(sum, spread))


def test_a_total_of_what_is_not_there_is_an_error() -> None:
    with pytest.raises(Exception, match="there is no `worth` here"):
        value("total(c, 'worth')", c=({"copies": 1},))


def test_lists_are_equal_when_their_elements_are() -> None:
    for left, right in product(["[1, 2]", "(1, 2)", "a", "b"], repeat=2):
        assert value(f"{left} == {right}", a=[1, 2], b=(1, 2)) is True
        assert value(f"{left} != {right}", a=[1, 2], b=(1, 2)) is False


@pytest.mark.parametrize(
    ("language", "amounts", "said"),
    [
        ("en", (0, 1, 2, 1.5), ["cards", "card", "cards", "cards"]),
        ("fr", (0, 1, 2), ["card", "card", "cards"]),
    ],
)
def test_a_noun_has_the_form_of_its_number(
    language: str, amounts: tuple[float, ...], said: list[str]
) -> None:
    game = {"language": language}
    assert [value("n|plural('card', 'cards')", n=n, game=game) for n in amounts] == said


def test_as_many_forms_as_the_language_has() -> None:
    game = {"language": "ru", "source-language": "en"}
    said = [value("n|plural('карта', 'карты', 'карт')", n=n, game=game) for n in (1, 2, 5, 21)]
    assert said == ["карта", "карты", "карт", "карта"]
    assert value("1|plural('card', 'cards')", game=game) == "card"  # a text without a translation
    with pytest.raises(ExpressionError, match="`plural` has 4 forms, but `ru` has 3"):
        value("1|plural('a', 'b', 'c', 'd')", game=game)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "12,500.5 “stop”"),
        ("de", "12.500,5 „stop“"),
        ("de-CH", "12’500.5 «stop»"),
        ("fr", "12\u202f500,5 «\u202fstop\u202f»"),
        ("ja", "12,500.5 「stop」"),
        ("tlh", "12,500.5 “stop”"),
    ],
)
def test_figures_and_quotation_marks_of_a_language(language: str, said: str) -> None:
    assert value("[12500.5|figures, 'stop'|quoted]|join(' ')", game={"language": language}) == said
