"""Word-by-word differences of two texts."""

from hypothesis import given
from hypothesis import strategies as st
from nineup.changes.diff.word_diff import DiffSpan, diff_words, shorten_unchanged

WORDS = st.lists(
    st.sampled_from(["Take", "1", " ", "\n\n", "{red}", "**OR**", ",", "Bank", "it’s", "."]), max_size=14
).map("".join)


def marked(old: str, new: str) -> str:
    marks = {"same": "{}", "gone": "[{}]", "new": "<{}>"}
    return "".join(marks[kind].format(text) for kind, text in diff_words(old, new))


@given(WORDS, WORDS)
def test_spans_add_up_to_both_texts(old: str, new: str) -> None:
    parts = diff_words(old, new)
    assert "".join(text for kind, text in parts if kind != "new") == old
    assert "".join(text for kind, text in parts if kind != "gone") == new
    assert all(text for _, text in parts)


@given(WORDS)
def test_equal_texts_have_no_changes(text: str) -> None:
    assert {kind for kind, _ in diff_words(text, text)} <= {"same"}


def test_words_change_as_a_whole() -> None:
    assert marked("Play 1 card.", "Play 10 cards.") == "Play [1 card]<10 cards>."
    assert marked("Take 1 {red}", "Take 1 {green}") == "Take 1 [{red}]<{green}>"
    assert marked("", "new") == "<new>"


def test_neighbouring_words_are_one_change() -> None:
    assert marked("a b c d", "a x y d") == "a [b c]<x y> d"


def test_insertions_and_deletions_start_at_a_clause() -> None:
    old = "raw-hope: 1, soulstone: 1, star-tear: 1"
    assert marked(old, "raw-hope: 1, star-tear: 1") == "raw-hope: 1, [soulstone: 1, ]star-tear: 1"
    assert marked("a, b, d", "a, b, c, d") == "a, b, <c, >d"
    assert marked("Take 1. Take 2.", "Take 1. Take 3. Take 2.") == "Take 1. <Take 3. >Take 2."
    assert marked("Take 1 {red}.", "Take 1 {red} now.") == "Take 1 {red}< now>."


def test_unchanged_words_far_from_changes_are_left_out() -> None:
    parts = diff_words("a b c d e f x g h i j k l y m n o", "a b c d e f X g h i j k l Y m n o")
    short = "".join(text for kind, text in shorten_unchanged(parts, 2) if kind != "gone")
    assert short == "… e f X g h … k l Y m n o"
    assert shorten_unchanged(parts, 6) == parts
    assert shorten_unchanged((DiffSpan("new", "a b c d e f g h i j k l m n"),), 2)[0].text.endswith("l m n")
