"""Lists, quotes and dividing lines in frames."""

import msgspec
import pytest
from nineup.base.geometry import Box
from nineup.model.drawing import Group, Text, Use
from nineup.model.drawing import Path as Outline
from nineup.typography.text import Problem, Style, set_frame, set_line
from textkit import FONTS, STYLE, dump, lines, setting, width

SETTING = setting()
BOX = Box(10, 20, 130, 70)


def styled(**changes: object) -> Style:
    return msgspec.structs.replace(STYLE, **changes)


def reported(text: str) -> list[Problem]:
    return list(set_frame(text, BOX, STYLE, SETTING).problems)


NARROW = Box(0, 0, 60, 200)
HANG = FONTS.font("Source Sans 3").shape("• ").width / 100


def places(text: str, style: Style = STYLE, box: Box = NARROW) -> list[tuple[float, str]]:
    ops = set_frame(text, box, style, SETTING).ops
    return [(op.x, line) for op, line in zip(ops, lines(ops), strict=False) if isinstance(op, Text)]


def test_the_lines_of_an_item_hang_behind_its_bullet() -> None:
    assert places("- Draw two cards.\n- Stop.\nGo on.") == [
        (0, "• Draw"),
        (HANG, "two cards."),
        (0, "• Stop."),
        (0, "Go on."),
    ]


def test_items_are_numbered_nested_and_continued() -> None:
    assert [x for x, _ in places("1. a\n12) b\n  - c\n  d\n\n  e\n1.5 f\n-2 g\n-")] == [
        0,
        0,
        10,
        10 + HANG,
        0,
        0,
        0,
        0,
    ]


def test_a_symbol_may_be_the_bullet() -> None:
    found = set_frame("- End the whole run.", NARROW, styled(bullet="{red}"), SETTING)
    _, second, sign = found.ops
    assert lines(found.ops) == ["[Red Rage gem] End the", "whole run."]
    assert isinstance(sign, Use)
    space = FONTS.font("Source Sans 3").shape(" ").width / 100
    # A symbol has half a point on either side of its 5.
    assert isinstance(second, Text)
    assert second.x == pytest.approx(sign.matrix.e - 0.5 + 6 + space, abs=0.01)


def test_a_centred_text_has_its_lists_at_the_left() -> None:
    found = places("a\n- b", styled(align="center"))
    assert found[0][0] > 20
    assert found[1] == (0, "• b")


def test_a_quote_is_indented_on_both_sides() -> None:
    found = places("> word word word\n>\n> a")
    assert found == [(10, "word"), (10, "word"), (10, "word"), (10, "a")]


def test_a_rule_is_between_the_lines_around_it() -> None:
    above, below, rule = set_frame("pH\n\n---\n\nHp", NARROW, STYLE, SETTING).ops
    assert isinstance(above, Text)
    assert isinstance(below, Text)
    assert isinstance(rule, Outline)
    font = FONTS.font("Source Sans 3")
    (_, left, top), _, (_, right, bottom), *_ = rule.segments
    assert (left, right) == (0, 60)
    assert top - above.y - font.depth / 100 == pytest.approx(
        below.y - font.cap_height / 100 - bottom, abs=0.01
    )
    assert below.y - above.y == pytest.approx(12.5 * 1.8)


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("---\na", "there is no text above this dividing line", 0),
        ("a\n  ---\n", "there is no text below this dividing line", 4),
        ("a\n---\n---\nb", "there is no text above this dividing line", 6),
    ],
)
def test_a_rule_is_between_two_texts(text: str, message: str, offset: int) -> None:
    (problem,) = reported(text)
    assert (problem.message, problem.offset) == (message, offset)


def test_marks_are_found_where_they_are_behind_bullets_and_quotes() -> None:
    assert [p.offset for p in reported("> a {x}\n- b {y}\n  - {z}")] == [4, 12, 20]


@pytest.mark.parametrize("text", [r"\- a", r"\> a", r"\---", "a - b", "a > b", "--", ">5"])
def test_line_marks_are_printed_behind_a_backslash_and_inside_lines(text: str) -> None:
    found = set_frame(text, BOX, STYLE, SETTING)
    assert found.problems == ()
    assert lines(found.ops) == [text.replace("\\", "")]
    assert len(found.ops) == 1


def test_one_line_has_no_lists() -> None:
    assert lines(set_line("- a", 0, 0, STYLE, SETTING).ops) == ["- a"]


@pytest.mark.parametrize("text", ["- ", "- a\n", "---\n", "> ", "> a\n", "  ", "1. ", "  - a\n", "\\-"])
def test_twenty_thousand_line_marks_are_read_in_one_pass(text: str) -> None:
    assert len(set_frame(text * 20000, BOX, STYLE, SETTING).problems) <= 3


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("*a**b*", ["Italic(ab)"]),
        ("*First strike**Flying one*", ["Italic(First strikeFlying one)"]),
        ("*a **b** c*", ["Italic(a )", "BoldItalic(b)", "Italic( c)"]),
        ("*a**b**c*", ["Italic(a)", "BoldItalic(b)", "Italic(c)"]),
        ("*a **b* c**", ["Italic(a )", "BoldItalic(b)", "Bold( c)"]),
        ("**a** *b**c*", ["Bold(a)", "Regular( )", "Italic(bc)"]),
    ],
)
def test_italic_beside_italic_is_not_bold(text: str, runs: list[str]) -> None:
    found = set_frame(text, Box(0, 0, 400, 90), STYLE, SETTING)
    assert found.problems == ()
    assert dump(found.ops) == f"text 0,6.6 10pt: {' '.join(runs)}"


def test_unclosed_italics_are_named_as_they_are_written() -> None:
    assert [(p.message, p.offset) for p in reported("*a**b")] == [("`*` is never closed", 3)]


def test_the_first_letter_is_as_high_as_its_lines() -> None:
    style = styled(initial=2)
    first, *rest = set_frame("Hat on a *mat*. Sat.\n\nHat.", Box(0, 0, 50, 200), style, SETTING).ops
    assert isinstance(first, Group)
    assert first.says == "Hat"
    large, small = first.ops
    assert isinstance(large, Text)
    assert isinstance(small, Text)
    assert lines([large, small, *rest]) == ["H", "at", "on a", "mat. Sat.", "Hat."]
    cap = FONTS.font("Source Sans 3").cap_height / 1000
    assert large.y - large.size * cap == pytest.approx(small.y - small.size * cap, abs=0.01)
    places = [op for op in rest if isinstance(op, Text)]
    assert large.y == places[0].y
    assert (small.x, places[0].x) == pytest.approx((width(large), width(large)), abs=0.02)
    assert places[1].x == 0


def large_letter(text: str, wide: float = 200) -> tuple[Text, list[Text]]:
    """The large letter of a text of three lines' height, and the lines below its own."""
    first, *rest = set_frame(text, Box(0, 0, wide, 200), styled(initial=3), SETTING).ops
    assert isinstance(first, Group)
    large = first.ops[0]
    assert isinstance(large, Text)
    return large, [op for op in rest if isinstance(op, Text)]


def test_a_large_letter_with_an_accent_stays_inside_its_frame() -> None:
    plain, accented = large_letter("Epee")[0], large_letter("Épée")[0]
    font = FONTS.font("Source Sans 3")
    assert accented.y == plain.y
    assert accented.y - font.reach("É")[0] * accented.size / 1000 == pytest.approx(0, abs=0.1)
    assert large_letter("Oboe")[0].size == plain.size


def test_no_line_runs_into_the_tail_of_a_large_letter() -> None:
    words = " on and on and on and on and on and on"
    tail = [line.x > 0 for line in large_letter("Qat" + words, 80)[1]]
    none = [line.x > 0 for line in large_letter("Oat" + words, 80)[1]]
    assert (tail.count(True), none.count(True)) == (4, 3)


@pytest.mark.parametrize("text", ["{red} a", "- a", "> a", "… … a", "מ"])
def test_only_a_text_that_begins_with_a_letter_has_a_large_one(text: str) -> None:
    drawn = set_frame(text, BOX, styled(initial=3), SETTING).ops
    assert drawn == set_frame(text, BOX, STYLE, SETTING).ops


def test_a_large_letter_needs_the_height_of_its_lines() -> None:
    high, low = (set_frame("A b", BOX, styled(initial=count), SETTING).height for count in (3, 1))
    assert high == pytest.approx(low + 2 * 12.5)
    *_, second = set_frame("A b\nc", BOX, styled(initial=3), SETTING).ops
    first, *_ = set_frame("A b\nc", BOX, STYLE, SETTING).ops
    assert isinstance(first, Text)
    assert isinstance(second, Text)
    assert second.y == pytest.approx(first.y + 3 * 12.5)
