"""Word-by-word differences of two texts."""

from hypothesis import given
from hypothesis import strategies as st
from nineup.diff.word_diff import Stretch, near, word_by_word

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


def test_what_only_went_or_came_begins_as_an_entry_of_a_list_does() -> None:
    old = "raw-hope: 1, soulstone: 1, star-tear: 1"
    assert told(old, "raw-hope: 1, star-tear: 1") == "raw-hope: 1, [soulstone: 1, ]star-tear: 1"
    assert told("a, b, d", "a, b, c, d") == "a, b, <c, >d"
    assert told("Take 1. Take 2.", "Take 1. Take 3. Take 2.") == "Take 1. <Take 3. >Take 2."
    assert told("Take 1 {red}.", "Take 1 {red} now.") == "Take 1 {red}< now>."


def test_far_from_changes_words_are_left_out() -> None:
    parts = word_by_word("a b c d e f x g h i j k l y m n o", "a b c d e f X g h i j k l Y m n o")
    short = "".join(text for kind, text in near(parts, 2) if kind != "gone")
    assert short == "… e f X g h … k l Y m n o"
    assert near(parts, 6) == parts
    assert near((Stretch("new", "a b c d e f g h i j k l m n"),), 2)[0].text.endswith("l m n")
