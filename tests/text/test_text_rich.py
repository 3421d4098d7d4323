"""The markup of rich text, word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.text.rich import BOLD, ITALIC, WordSpan, read_word, unclosed


@pytest.mark.parametrize(
    ("word", "bits", "after"),
    [
        ("Bank", [WordSpan("Bank", 0, 0)], 0),
        ("**OR**", [WordSpan("OR", BOLD, 2)], 0),
        ("**Bank", [WordSpan("Bank", BOLD, 2)], BOLD),
        ("*so*", [WordSpan("so", ITALIC, 1)], 0),
        ("***both***", [WordSpan("both", BOLD + ITALIC, 3)], 0),
        (
            "a**b*c",
            [WordSpan("a", 0, 0), WordSpan("b", BOLD, 3), WordSpan("c", BOLD + ITALIC, 5)],
            BOLD + ITALIC,
        ),
        ("{white}.", [WordSpan("white", 0, 0, True), WordSpan(".", 0, 7)], 0),
        ("2{white}", [WordSpan("2", 0, 0), WordSpan("white", 0, 1, True)], 0),
        (r"\*a\*", [WordSpan("*a*", 0, 0)], 0),
        (r"\{a\}\\", [WordSpan("{a}\\", 0, 0)], 0),
        (r"a\b", [WordSpan(r"a\b", 0, 0)], 0),
        ("a}b", [WordSpan("a}b", 0, 0)], 0),
        ("*", [WordSpan("*", 0, 0)], 0),
        ("", [], 0),
        ("&<{{", [WordSpan("&<{{", 0, 0)], 0),
    ],
)
def test_words(word: str, bits: list[WordSpan], after: int) -> None:
    markup = read_word(word, 0)
    assert list(markup.bits) == bits
    assert markup.after == after


def test_a_word_begins_in_the_state_before_it() -> None:
    assert read_word("Wind**", BOLD) == ((WordSpan("Wind", BOLD, 0),), 0, ())


def test_a_brace_that_is_never_closed_is_reported_and_printed() -> None:
    markup = read_word("a{b", 0)
    assert markup.bits == (WordSpan("a{b", 0, 0),)
    assert markup.mistakes == ((1, "`{` is never closed", r"write `\{` to print a brace"),)


def test_asterisks_that_mark_nothing_are_reported() -> None:
    assert read_word("**", 0).mistakes[0][:2] == (0, "`**` marks no text")
    assert read_word("**", 0).after == 0


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


@given(st.text(st.sampled_from("ab{}*\\.2"), max_size=12), st.integers(0, 3))
def test_nothing_but_marks_is_lost(word: str, state: int) -> None:
    shown = "".join(
        "{" + bit.text + "}" if bit.is_symbol else bit.text for bit in read_word(word, state).bits
    )
    assert [c for c in shown if c in "ab.2"] == [c for c in word if c in "ab.2"]
