"""The markup of rich text, word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.typography.text.rich import (
    BOLD,
    ITALIC,
    PLAIN,
    MarkupState,
    OpenSpan,
    WordSpan,
    read_word,
    unclosed,
)


@pytest.mark.parametrize(
    ("word", "bits", "after"),
    [
        ("Bank", [WordSpan("Bank", PLAIN, 0)], PLAIN),
        ("**OR**", [WordSpan("OR", MarkupState(BOLD), 2)], PLAIN),
        ("**Bank", [WordSpan("Bank", MarkupState(BOLD), 2)], MarkupState(BOLD)),
        ("*so*", [WordSpan("so", MarkupState(ITALIC), 1)], PLAIN),
        ("***both***", [WordSpan("both", MarkupState(BOLD + ITALIC), 3)], PLAIN),
        (
            "a**b*c",
            [
                WordSpan("a", PLAIN, 0),
                WordSpan("b", MarkupState(BOLD), 3),
                WordSpan("c", MarkupState(BOLD + ITALIC), 5),
            ],
            MarkupState(BOLD + ITALIC),
        ),
        ("{white}.", [WordSpan("white", PLAIN, 0, True), WordSpan(".", PLAIN, 7)], PLAIN),
        ("2{white}", [WordSpan("2", PLAIN, 0), WordSpan("white", PLAIN, 1, True)], PLAIN),
        (r"\*a\*", [WordSpan("*a*", PLAIN, 0)], PLAIN),
        (r"\{a\}\\", [WordSpan("{a}\\", PLAIN, 0)], PLAIN),
        (r"a\b", [WordSpan(r"a\b", PLAIN, 0)], PLAIN),
        ("a}b", [WordSpan("a}b", PLAIN, 0)], PLAIN),
        ("*", [WordSpan("*", PLAIN, 0)], PLAIN),
        ("", [], PLAIN),
        ("&<{{", [WordSpan("&<{{", PLAIN, 0)], PLAIN),
    ],
)
def test_words(word: str, bits: list[WordSpan], after: MarkupState) -> None:
    markup = read_word(word)
    assert list(markup.bits) == bits
    assert markup.after == after


def test_a_word_begins_in_the_state_before_it() -> None:
    markup = read_word("Wind**", MarkupState(BOLD))
    assert (markup.bits, markup.after) == ((WordSpan("Wind", MarkupState(BOLD), 0),), PLAIN)


def test_a_brace_that_is_never_closed_is_reported_and_printed() -> None:
    markup = read_word("a{b")
    assert markup.bits == (WordSpan("a{b", PLAIN, 0),)
    assert markup.mistakes == ((1, "`{` is never closed", r"write `\{` to print a brace"),)
    ((at, message, hint),) = read_word("a{").mistakes
    assert (at, message) == (1, "no name follows this `{`")
    assert hint.startswith("write `{symbol}` without space, `{{ card.field }}` in a layout")


def test_asterisks_that_mark_nothing_are_reported() -> None:
    assert read_word("**").mistakes[0][:2] == (0, "`**` marks no text")
    assert read_word("**").after == PLAIN


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a **b c** d", []),
        ("a **b c", [(2, "**")]),
        ("a *b **c", [(2, "*"), (5, "**")]),
        (r"a \** b", [(4, "*")]),
        ("2 * 3", []),
        ("2 * **a", [(4, "**")]),
        ("**a** **b", [(6, "**")]),
    ],
)
def test_unclosed_marks(text: str, found: list[tuple[int, str]]) -> None:
    assert unclosed(text) == found


def test_a_span_ends_at_its_own_brace() -> None:
    inside = MarkupState(0, (OpenSpan("super", 0),))
    markup = read_word("x[super]{2{white}a}b")
    assert list(markup.bits) == [
        WordSpan("x", PLAIN, 0),
        WordSpan("2", inside, 9),
        WordSpan("white", inside, 10, True),
        WordSpan("a", inside, 17),
        WordSpan("b", PLAIN, 19),
    ]
    assert (markup.after, markup.opened) == (PLAIN, ((1, "super"),))


def test_the_end_of_a_span_ends_the_emphasis_in_it() -> None:
    assert read_word("**[sub]{*a}").after == MarkupState(BOLD)
    assert unclosed("**x [sub]{*a} b**") == [(10, "*")]
    assert unclosed("[sub]{a *b* {white}") == [(0, "[sub]{")]


@pytest.mark.parametrize("word", [r"\[a]\{b\}", "[a]b", "[]{b", "[a]", "[[a]]"])
def test_brackets_without_a_brace_are_printed(word: str) -> None:
    assert read_word(word).opened == ()


def test_spans_have_a_greatest_depth() -> None:
    markup = read_word("[sub]{" * 20000)
    assert len(markup.after.spans) == 8
    assert {message for _, message, _ in markup.mistakes} == {"more than 8 spans are open here"}


@given(st.text(st.sampled_from("ab{}*\\.2"), max_size=12), st.integers(0, 3))
def test_nothing_but_marks_is_lost(word: str, emphasis: int) -> None:
    shown = "".join(
        "{" + bit.text + "}" if bit.is_symbol else bit.text
        for bit in read_word(word, MarkupState(emphasis)).bits
    )
    assert [c for c in shown if c in "ab.2"] == [c for c in word if c in "ab.2"]
