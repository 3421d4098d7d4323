"""Two texts word by word."""

from hypothesis import given
from hypothesis import strategies as st

from generator.diff.wording import word_by_word

WORDS = st.lists(
    st.sampled_from(["Take", "1", " ", "\n\n", "{red}", "**OR**", ",", "Bank", "it’s", "."]), max_size=14
).map("".join)


def told(old: str, new: str) -> str:
    marks = {"same": "{}", "gone": "[{}]", "new": "<{}>"}
    return "".join(marks[kind].format(text) for kind, text in word_by_word(old, new))


@given(WORDS, WORDS)
def test_both_texts_can_be_read_off(old: str, new: str) -> None:
    parts = word_by_word(old, new)
    assert "".join(text for kind, text in parts if kind != "new") == old
    assert "".join(text for kind, text in parts if kind != "gone") == new
    assert all(text for _, text in parts)


@given(WORDS)
def test_the_same_text_has_no_change(text: str) -> None:
    assert {kind for kind, _ in word_by_word(text, text)} <= {"same"}


def test_words_are_changed_as_wholes() -> None:
    assert told("Play 1 card.", "Play 10 cards.") == "Play [1 card]<10 cards>."
    assert told("Take 1 {red}", "Take 1 {green}") == "Take 1 [{red}]<{green}>"
    assert told("", "new") == "<new>"


def test_neighbouring_words_are_one_change() -> None:
    assert told("a b c d", "a x y d") == "a [b c]<x y> d"
