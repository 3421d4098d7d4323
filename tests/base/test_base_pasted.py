"""Notation of other programs in texts: found, explained, and converted."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.pasted import converted, pasted_marks
from nineup.typography.text.rich import unclosed


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("<b>Draw 2</b> cards.", "**Draw 2** cards."),
        ("<strong>Draw</strong> <em>two</em>.", "**Draw** *two*."),
        ("<b> Draw 2 </b>cards.", " **Draw 2** cards."),
        ("<b><i>Both</b></i> none", "***Both*** none"),
        ("<i>a</i><i>b</i>", "*ab*"),
        ("<b>a<br>b</b>", "**a\nb**"),
        ("<b>a<br><br>b</b> c", "**a**\n\n**b** c"),
        ("One.<br/>Two.<br />Three.", "One.\nTwo.\nThree."),
        ("One.<br> Two.<br>  - Three", "One.\nTwo.\n- Three"),
        ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
        ("Choose:<ul><li>A</li><li><b>B</b></li></ul>", "Choose:\n- A\n- **B**"),
        ("H<sub>2</sub>O, 3<sup>rd</sup>, <u>must</u>", "H[sub]{2}O, 3[super]{rd}, [underline]{must}"),
        ("<trace>Trace 3</trace> – end", "[trace]{Trace 3} – end"),
        ("Tom &amp; Jerry&nbsp;3 &lt;b&gt; &#42;", "Tom & Jerry\u00a03 \\<b> \\*"),
        (r"One.\nTwo.", "One.\nTwo."),
        ("<span>plain</span>", "plain"),
        ("能力<b>発動</b>。<br>終了", "能力**発動**。\n終了"),
        ("a < b and c > d, 3<4", "a < b and c > d, 3<4"),
        (r"\<b> stays", r"\<b> stays"),
        ("**own** {gem} marks", "**own** {gem} marks"),
    ],
)
def test_what_is_pasted_is_written_in_our_notation(text: str, result: str) -> None:
    assert converted(text).text == result
    assert list(pasted_marks(result)) == []


def test_what_has_no_notation_here_is_left_and_listed() -> None:
    found = converted('<font color="red">Red</font> <trace> <b>x</b> <err>a</err>')
    assert found.text == '<font color="red">Red</font> <trace> **x** [err]{a}'
    assert found.left == ('<font color="red">', "</font>", "<trace>")
    assert found.styles == ("err",)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("<b>x</b>", [(0, "<b>", "write `**words**`"), (4, "</b>", "write `**words**`")]),
        ("a<br>", [(1, "<br>", "begin a new line in the text")]),
        (
            "<trace>",
            [
                (
                    0,
                    "<trace>",
                    "write `[trace]{words}` with a style `trace`, `{trace}` for a symbol, or `\\<` to print it",
                )
            ],
        ),
        ("&amp;", [(0, "&amp;", "write `&`")]),
        ("&nbsp;", [(0, "&nbsp;", "write the character itself")]),
        (r"a\nb", [(1, r"\n", "begin a new line in the text; `\\\\` prints a backslash")]),
        (r"\] \( \\n \<b>", []),
        ("1 < 2 & 3 > 2 <3 R&D;", []),
    ],
)
def test_what_prints_as_it_is(text: str, marks: list[tuple[int, str, str]]) -> None:
    assert list(pasted_marks(text)) == marks


@given(
    st.lists(
        st.sampled_from(["<b>", "</b>", "<i>", "</i>", "<u>", "</u>", "<br>", "<p>", " ", "a", "{gem}", "\n"])
    ).map("".join)
)
def test_words_stay_whatever_is_nested(text: str) -> None:
    result = converted(text).text
    assert result.count("a") == text.count("a")
    assert result.count("{gem}") == text.count("{gem}")
    assert "<" not in result
    assert all(unclosed(paragraph) == [] for paragraph in re.split(r"\n\n+", result))
