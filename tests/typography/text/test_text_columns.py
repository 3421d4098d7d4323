"""Text in columns, and punctuation that hangs beyond the edges of a frame."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Box
from nineup.model.drawing import Path, Text
from nineup.typography.text import set_frame
from textkit import FONTS, STYLE, lines, setting, width

SETTING = setting()
BOX = Box(10, 20, 150, 200)
TWO = msgspec.structs.replace(STYLE, columns=2, column_gap=10.0)
WORDS = "lamp oil rope salt north light harbour keeper island storm".split()


def columns(text: str, style=TWO, box: Box = BOX) -> dict[float, list[str]]:
    """The lines of each column, by the x of its first line, in reading order."""
    shown: dict[float, list[str]] = {}
    for op in set_frame(text, box, style, SETTING).ops:
        if isinstance(op, Text):
            shown.setdefault(op.x, []).append(lines([op])[0].strip())
    return shown


def test_columns_are_even_and_begin_side_by_side() -> None:
    text = "\n".join(WORDS[:5])
    assert columns(text) == {10: WORDS[:3], 90: WORDS[3:5]}
    assert columns(text, msgspec.structs.replace(TWO, columns=3)) == {
        10: WORDS[:2], 63.333: WORDS[2:4], 116.667: WORDS[4:5]
    }  # fmt: skip
    drawn = [op for op in set_frame(text, BOX, TWO, SETTING).ops if isinstance(op, Text)]
    assert drawn[0].y == drawn[3].y


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (" ".join(["harbour"] * 9), [3, 2]),
        ("word\n\n" + " ".join(["harbour"] * 5), [1, 3]),  # a paragraph of three lines stays whole
        (" ".join(["harbour"] * 5), [3]),
    ],
)
def test_two_lines_of_a_paragraph_stay_together(text: str, kept: list[int]) -> None:
    assert [len(each) for each in columns(text).values()] == kept


def test_a_paragraph_that_is_higher_than_the_frame_is_divided_anywhere() -> None:
    low = Box(10, 20, 150, 26)
    set_text = set_frame(" ".join(["harbour"] * 5), low, TWO, SETTING)
    assert not set_text.problems
    assert len([op for op in set_text.ops if isinstance(op, Text)]) == 3


def test_shrinking_and_overflow_are_those_of_a_column() -> None:
    assert not set_frame("harbour " * 24, Box(10, 20, 150, 75), TWO, SETTING).problems
    (tall,) = set_frame("harbour " * 40, Box(10, 20, 150, 60), TWO, SETTING).problems
    assert (tall.code, " too tall " in tall.message) == ("text-overflow", True)
    (wide,) = set_frame("lighthousekeepers", Box(10, 20, 90, 60), TWO, SETTING).problems
    assert " too wide " in wide.message


def test_a_text_from_right_to_left_begins_at_the_right() -> None:
    shown = [op for op in set_frame("שלום\nעולם", BOX, TWO, SETTING).ops if isinstance(op, Text)]
    assert shown[0].x > 85 > shown[1].x


def test_no_rule_is_at_the_top_of_a_column() -> None:
    def rules(text: str) -> list[Path]:
        return [op for op in set_frame(text, BOX, TWO, SETTING).ops if isinstance(op, Path)]

    assert rules("one\ntwo\n---\nthree\nfour") == []
    assert len(rules("one\n---\ntwo\n\nthree\nfour\nfive")) == 1


@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=30), min_size=1, max_size=6),
    st.integers(2, 5),
)
def test_no_word_is_lost_and_no_column_is_higher_than_all_text_in_one(
    paragraphs: list[list[str]], number: int
) -> None:
    text = "\n\n".join(map(" ".join, paragraphs))
    style = msgspec.structs.replace(STYLE, columns=number, column_gap=4.0, min_size=10.0)
    box = Box(0, 0, 50 * number + 4 * (number - 1), 10_000)
    shown = [op for op in set_frame(text, box, style, SETTING).ops if isinstance(op, Text)]
    assert " ".join(lines(shown)).split() == text.split()
    one = set_frame(text, Box(0, 0, 50, 10_000), msgspec.structs.replace(style, columns=1), SETTING)
    assert max(op.y for op in shown) <= max(op.y for op in one.ops if isinstance(op, Text))
    assert len({op.x for op in shown}) <= number


HANGING = msgspec.structs.replace(STYLE, hanging=True)


def _edges(text: str, align: str, wide: float = 60) -> list[tuple[float, float]]:
    style = msgspec.structs.replace(HANGING, align=align)
    drawn = set_frame(text, Box(0, 0, wide, 100), style, SETTING).ops
    return [(op.x, op.x + width(op)) for op in drawn if isinstance(op, Text)]


def test_marks_are_beyond_the_edges_they_are_at() -> None:
    quote, stop = (FONTS.font("Source Sans 3", 400, False).shape(mark).width / 100 for mark in "“.")
    assert _edges("“aa", "left")[0][0] == pytest.approx(-quote, abs=0.01)
    assert _edges("aa.", "right")[0][1] == pytest.approx(60 + stop, abs=0.01)
    assert _edges("(aa)", "left")[0][0] == 0
    assert _edges("aa!", "right")[0][1] == pytest.approx(60, abs=0.01)


def test_a_line_holds_what_fits_without_its_marks() -> None:
    wide = _edges("harbour", "left")[0][1]
    assert len(_edges("harbour,", "left", wide + 0.1)) == 1
    assert not set_frame("harbour,", Box(0, 0, wide, 20), HANGING, SETTING).problems
    without = msgspec.structs.replace(STYLE, min_size=STYLE.size)
    assert set_frame("harbour,", Box(0, 0, wide, 20), without, SETTING).problems


def test_a_symbol_after_a_hanging_mark_keeps_its_place() -> None:
    plain = set_frame("“a {red} b", Box(0, 0, 100, 20), STYLE, SETTING).ops
    hung = set_frame("“a {red} b", Box(0, 0, 100, 20), HANGING, SETTING).ops
    gaps = [ops[1].matrix.e - ops[0].x for ops in (plain, hung)]
    assert gaps[0] == pytest.approx(gaps[1], abs=0.01)


def test_from_right_to_left_marks_are_beyond_the_other_edges() -> None:
    edges = _edges("שלום,", "start")
    bare = _edges("שלום", "start")
    assert edges[0][1] == pytest.approx(bare[0][1], abs=0.01)
    assert edges[0][0] < bare[0][0]
