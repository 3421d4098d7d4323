"""Text in frames and on lines: what is drawn where, and what is reported."""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.diagnostics import Overflow
from nineup.base.geometry import Box
from nineup.base.project import Project
from nineup.model.drawing import Path as Outline
from nineup.model.drawing import Shaped, Text, Use
from nineup.typography.fonts import Fonts
from nineup.typography.text import (
    Baseline,
    Emphasis,
    Problem,
    SetText,
    Setting,
    Style,
    StyleSheet,
    set_frame,
    set_frames,
    set_line,
    set_lines,
)
from textkit import FONTS, SIGNS, STYLE, TERMS, dump, lines, setting, width
from tinyfont import tiny_font

BOX = Box(10, 20, 130, 70)
SETTING = setting()
CARD = "Take 2 {white} and **Bank** another player's Stash.\n\n**OR** Banks a *Power card*, fl-office {red}."


def styled(**changes: object) -> Style:
    return msgspec.structs.replace(STYLE, **changes)


def reported(text: str, style: Style = STYLE, box: Box = BOX) -> list[Problem]:
    return list(set_frame(text, box, style, SETTING).problems)


def test_a_card_of_everything() -> None:
    style = styled(term=Emphasis(600, None, (1.0, 0.0, 0.0)))
    assert dump(set_frame(CARD, BOX, style, SETTING).ops) == GOLDEN


GOLDEN = """\
text 10,26.6 10pt: Regular(Take 2 [White Joy gem] and ) Bold(Bank) Regular( another)
text 10,39.1 10pt: Regular(player's ) SemiBold(Stash) Regular(.)
text 10,56.6 10pt: Bold(OR) Regular( ) SemiBold(Banks) Regular( a ) SemiBoldItalic(Power card) Regular(,)
text 10,69.1 10pt: Regular(fl-office [Red Rage gem].)
use white 38.87,18.3 10.00x10.00
use red 44.02,60.8 5.00x10.00"""


def test_a_term_has_its_own_colour_and_keeps_its_case() -> None:
    style = styled(term=Emphasis(colour=(1.0, 0.0, 0.0)))
    (line,) = set_frame("bank Bank's Banker Power cards", Box(0, 0, 900, 20), style, SETTING).ops
    assert isinstance(line, Text)
    red = ["".join(p.text for p in run.pieces) for run in line.runs if run.colour == (1.0, 0.0, 0.0)]
    assert red == ["Bank", "Power cards"]


def test_the_longest_term_wins_and_may_part_at_a_lines_end() -> None:
    style = styled(term=Emphasis(600))
    ops = set_frame("All Power cards", Box(0, 0, 60, 90), style, SETTING).ops
    assert dump(ops) == "text 0,6.6 10pt: Regular(All ) SemiBold(Power)\ntext 0,19.1 10pt: SemiBold(cards)"


def test_bold_reaches_over_a_line_break_but_not_over_a_blank_line() -> None:
    assert reported("**a\nb**") == []
    hint = r"repeat it after the last word, or write `\*` to print an asterisk"
    assert reported("x **a\n\nb** c") == [
        Problem("text-markup", "`**` is never closed", hint, 2),
        Problem("text-markup", "`**` is never closed", hint, 8),
    ]


def test_an_italic_word_in_an_italic_style_is_upright() -> None:
    ops = set_frame("see *this*", BOX, styled(italic=True), SETTING).ops
    assert dump(ops) == "text 10,26.6 10pt: Italic(see ) Regular(this)"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Take 2 {wite}", Problem("unknown-symbol", "there is no symbol `wite`", "did you mean `white`?", 7)),
        ("a\nb {c", Problem("text-markup", "`{` is never closed", r"write `\{` to print a brace", 4)),
        (
            "so 😀!",
            Problem(
                "missing-glyph",
                "the font `SourceSans3-Regular` has no `😀` (U+1F600 GRINNING FACE)",
                "use another character, or a font that has it",
                3,
            ),
        ),
        (
            "a  שב",
            Problem(
                "missing-glyph",
                "the font `SourceSans3-Regular` has no `ש` (U+05E9 HEBREW LETTER SHIN), `ב` (U+05D1 HEBREW LETTER BET)",
                "use another character, or a font that has it",
                3,
            ),
        ),
    ],
)
def test_problems_say_where_in_the_text(text: str, found: Problem) -> None:
    assert reported(text)[0] == found


def test_all_that_the_fonts_lack_is_one_problem() -> None:
    (found,) = set_frame("an 日 and 本本\nand 語 日", BOX, STYLE, SETTING).problems
    assert found.message.endswith(
        "has no `日` (U+65E5 CJK UNIFIED IDEOGRAPH-65E5); 3 more words have missing letters"
    )
    assert found.offset == 3


def test_a_text_too_tall_at_its_smallest_size_is_reported_with_the_excess() -> None:
    box = Box(0, 0, 100, 20)
    found = set_frame("word " * 40, box, STYLE, SETTING)
    assert found.size == 7.5
    assert found.problems == (
        Problem(
            "text-overflow",
            "18.38 mm too tall at 7.5 pt",
            "shorten the text, or enlarge its frame; it fits at 4 pt",
            overflow=Overflow(52.112, 7.5, 4.0),
        ),
    )
    assert found.height == pytest.approx(20 + 18.38 * 72 / 25.4, abs=0.02)
    assert lines(found.ops)
    assert set_frame("word " * 40, box, styled(min_size=4.0), SETTING).problems == ()
    assert not set_frame("word " * 200, box, STYLE, SETTING).problems[0].hint.endswith(" pt")


def test_what_nobody_can_see_is_no_overflow() -> None:
    needed = set_frame("word " * 40, Box(0, 0, 100, 900), styled(size=7.5), SETTING).height
    close, over = (
        set_frame("word " * 40, Box(0, 0, 100, needed - less), STYLE, SETTING) for less in (0.09, 0.11)
    )
    assert close.problems == ()
    assert [problem.code for problem in over.problems] == ["text-overflow"]


def test_a_word_wider_than_the_frame_is_reported_with_the_excess() -> None:
    found = set_frame("Unbelievable", Box(0, 0, 30, 30), STYLE, SETTING)
    (line,) = found.ops
    assert isinstance(line, Text)
    excess = (width(line) - 30) / 72 * 25.4
    assert found.problems[0].message == f"{excess:.2f} mm too wide at 7.5 pt"


def test_without_shrinking_the_styles_own_size_is_used() -> None:
    found = set_frame("word " * 30, Box(0, 0, 100, 40), STYLE, SETTING, fit="none")
    assert found.size == 10
    assert [problem.code for problem in found.problems] == ["text-overflow"]


def test_a_missing_font_is_reported() -> None:
    found = set_frame("a", BOX, Style("Nothing Sans"), SETTING)
    assert found.ops == ()
    assert [(p.code, p.message) for p in found.problems] == [
        ("unknown-font", "there is no font `Nothing Sans` in `fonts/`")
    ]


def test_a_missing_bold_style_is_reported(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Tiny-Regular.ttf").write_bytes(tiny_font("ab \U0001f600-"))
    place = Setting(Fonts(Project(tmp_path)), StyleSheet({}, {}), {})
    found = set_frame("a **b** \U0001f600", BOX, Style("Tiny"), place)
    assert found.problems == (
        Problem("unknown-font", "the font `Tiny` has no style Bold", "its styles: Regular", 4),
    )
    assert lines(found.ops) == ["a b \U0001f600"]


def test_a_text_is_shrunk_no_further_than_it_needs() -> None:
    text, box = "Take as many gems as there are players. " * 2, Box(0, 0, 100, 40)
    found = set_frame(text, box, STYLE, SETTING)
    assert found.problems == ()
    assert 7.5 < found.size < 10
    larger = styled(size=round(found.size + 0.1, 3))
    assert set_frame(text, box, larger, SETTING, fit="none").problems


def test_an_empty_text_draws_nothing() -> None:
    assert set_frame(" \n ", BOX, STYLE, SETTING).ops == ()
    assert set_frame("", BOX, STYLE, SETTING).height == 0


def test_a_symbol_stays_with_its_number_and_its_full_stop() -> None:
    ops = set_frame("Take now 2 {white} .", Box(0, 0, 56, 60), STYLE, SETTING).ops
    assert lines(ops) == ["Take now", "2 [White Joy gem] ."]


def test_a_symbol_is_centred_on_the_capitals_and_scaled_to_the_style() -> None:
    line, sign = set_frame("{red}", Box(0, 0, 50, 50), styled(symbol=1.2, size=10), SETTING).ops
    assert isinstance(line, Text)
    assert isinstance(sign, Use)
    assert sign.matrix.a * 24 == pytest.approx(12)
    assert sign.matrix.f + 6 == pytest.approx(line.y - 3.3, abs=0.001)
    assert sign.matrix.e == pytest.approx(0.5)
    assert width(line) == pytest.approx(6 + 2 * 0.5)


def test_symbols_keep_their_place_in_justified_and_tracked_lines() -> None:
    style = styled(align="justify", tracking=0.3)
    ops = set_frame("go on to {white} and {red} then stop it now", Box(0, 0, 120, 90), style, SETTING).ops
    line = next(op for op in ops if isinstance(op, Text))
    assert width(line) - line.tracking == pytest.approx(120, abs=0.02)
    for sign, start in zip([op for op in ops if isinstance(op, Use)], _gaps(line), strict=True):
        assert sign.matrix.e == pytest.approx(start + 0.5, abs=0.01)


def _gaps(line: Text) -> list[float]:
    """Where the line's gaps begin."""
    pieces = [(run, piece) for run in line.runs for piece in run.pieces]
    found = []
    for index, (_, piece) in enumerate(pieces):
        if hasattr(piece, "says"):
            before = msgspec.structs.replace(
                line, runs=tuple(msgspec.structs.replace(r, pieces=(p,)) for r, p in pieces[:index])
            )
            found.append(line.x + width(before))
    return found


@pytest.mark.parametrize(("align", "left"), [("left", 10), ("center", 10 + 65), ("right", 140)])
def test_horizontal_alignment(align: str, left: float) -> None:
    (line,) = set_frame("Stash", BOX, styled(align=align, tracking=0.5), SETTING).ops
    assert isinstance(line, Text)
    share = {"left": 0, "center": 0.5, "right": 1}[align]
    assert line.x + share * (width(line) - 0.5) == pytest.approx(left, abs=0.01)


@pytest.mark.parametrize(
    ("valign", "baselines"),
    [("top", [26.6, 39.1]), ("middle", [55 + 3.3 - 6.25, 55 + 3.3 + 6.25]), ("bottom", [75.45, 87.95])],
)
def test_vertical_alignment_is_by_capitals_and_baseline(valign: str, baselines: list[float]) -> None:
    ops = set_frame("one\ntwo", BOX, styled(valign=valign), SETTING).ops
    assert [op.y for op in ops if isinstance(op, Text)] == pytest.approx(baselines, abs=0.002)


def test_a_text_that_nearly_fills_its_frame_stays_inside_when_centred() -> None:
    found = set_frame("one\ntwo", Box(0, 0, 100, 21.2), styled(valign="middle"), SETTING)
    assert found.problems == ()
    assert found.ops[-1].y + 2.05 <= 21.21


def test_a_single_word_on_the_last_line_is_avoided() -> None:
    ops = set_frame("Bank your whole Stash and then draw again", Box(0, 0, 87, 90), STYLE, SETTING).ops
    assert lines(ops) == ["Bank your whole", "Stash and then", "draw again"]


def test_a_symbol_that_is_fetched_to_the_last_line_stays_in_the_frame() -> None:
    style = styled(symbol=1.4, leading=1.0)
    found = set_frame("Bank your whole {white} again", Box(0, 0, 82, 90), style, SETTING)
    assert lines(found.ops) == ["Bank your whole", "[White Joy gem] again"]
    sign = found.ops[-1]
    assert isinstance(sign, Use)
    assert sign.matrix.f + 14 == pytest.approx(found.height, abs=0.002)


def test_centred_lines_are_balanced() -> None:
    style = styled(align="center")
    ops = set_frame("The Second Wind of the eternal morning", Box(0, 0, 150, 90), style, SETTING).ops
    assert lines(ops) == ["The Second Wind of", "the eternal morning"]


def test_lines_may_end_after_hyphens_and_slashes_but_not_between_digits() -> None:
    assert lines(set_frame("well-known and/or 12-34", Box(0, 0, 34, 90), STYLE, SETTING).ops) == [
        "well-",
        "known",
        "and/or",
        "12-34",
    ]


def test_a_word_in_parts_is_drawn_with_its_kerning() -> None:
    (line,) = set_frame("Tor-Avant", BOX, STYLE, SETTING).ops
    assert isinstance(line, Text)
    whole = FONTS.font("Source Sans 3").shape("Tor-Avant")
    assert width(line) == pytest.approx(whole.width * 10 / 1000)
    assert [glyph for piece in line.runs[0].pieces for glyph in piece.glyphs] == list(whole.glyphs)


def test_a_space_that_does_not_break_holds_its_words_together() -> None:
    assert lines(set_frame("two\u00a0words here", Box(0, 0, 50, 90), STYLE, SETTING).ops) == [
        "two\u00a0words",
        "here",
    ]


def test_a_short_prefix_is_not_separated_from_its_word() -> None:
    for across in range(40, 140, 7):
        ops = set_frame("another non-White color, well-known", Box(0, 0, across, 90), styled(), SETTING).ops
        assert not any(line.endswith("non-") for line in lines(ops)), across


def test_company_for_the_last_word_leaves_no_short_line_above_it() -> None:
    ops = set_frame("AND Play 1 card that you have already Played.", Box(0, 0, 95, 90), styled(), SETTING).ops
    assert lines(ops) == ["AND Play 1 card", "that you have", "already Played."]


def test_the_first_baseline_is_the_same_with_and_without_a_symbol() -> None:
    first = [set_frame(text, BOX, styled(), SETTING).ops[0] for text in ("Take 1 {white}", "Take one")]
    assert all(isinstance(line, Text) for line in first)
    assert len({line.y for line in first if isinstance(line, Text)}) == 1


def test_hyphenation_is_only_where_a_style_allows_it() -> None:
    text, box = "some characteristically long words", Box(0, 0, 50, 90)
    assert lines(set_frame(text, box, styled(hyphenate="en_US"), SETTING).ops) == [
        "some char\u00ad",
        "acteristi\u00ad",
        "cally long",
        "words",
    ]
    assert [p.message for p in reported(text, STYLE, Box(0, 0, 40, 90))] == ["4.67 mm too wide at 7.5 pt"]


def test_a_soft_hyphen_is_seen_only_at_a_lines_end() -> None:
    assert lines(set_frame("extra\u00adordinary", Box(0, 0, 45, 90), STYLE, SETTING).ops) == [
        "extra\u00ad",
        "ordinary",
    ]


def test_capitals_where_a_style_asks_for_them() -> None:
    ops = set_frame("Straße {white}", BOX, styled(case="upper"), SETTING).ops
    assert lines(ops) == ["STRASSE [White Joy gem]"]


@pytest.mark.parametrize(("tracking", "ligatures"), [(0.0, ["ft", "ft"]), (0.5, [])])
def test_letters_that_are_spaced_out_form_no_ligatures(tracking: float, ligatures: list[str]) -> None:
    (line,) = set_frame("after **after**", BOX, styled(tracking=tracking), SETTING).ops
    assert isinstance(line, Text)
    pieces = [piece for run in line.runs for piece in run.pieces if isinstance(piece, Shaped)]
    said = [cluster for piece in pieces for cluster in piece.clusters]
    assert "".join(said) == "after after"
    assert [each for each in said if len(each) > 1] == ligatures


def test_tracking_shrinks_with_the_text() -> None:
    found = set_frame("word " * 16, Box(0, 0, 100, 48), styled(tracking=0.5), SETTING)
    assert 7.5 <= found.size < 10
    (tracking,) = {op.tracking for op in found.ops if isinstance(op, Text)}
    assert tracking == pytest.approx(0.5 * found.size / 10)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_a_line_is_anchored(anchor: str, share: float) -> None:
    (line,) = set_line("**Second**\nWind", 50, 20, STYLE, SETTING, anchor).ops
    assert isinstance(line, Text)
    assert lines([line]) == ["Second Wind"]
    assert line.x + share * width(line) == pytest.approx(50, abs=0.001)
    assert line.y == 20


def test_a_line_is_shrunk_to_its_width_and_then_reported() -> None:
    found = set_line("Second Wind", 0, 0, STYLE, SETTING, width=48)
    assert found.size == 8.8
    assert found.problems == ()
    found = set_line("Second Wind", 0, 0, STYLE, SETTING, width=30)
    assert (found.size, found.problems[0].message) == (7.5, "3.82 mm too wide at 7.5 pt")


WORDS = st.lists(
    st.sampled_from(
        [
            "Take",
            "2",
            "{white}",
            "{red}.",
            "**Bank**",
            "your",
            "Stash",
            "well-known",
            "office",
            "*AVATAR*",
            "a",
            "Power",
            "card",
        ]
    ),
    min_size=1,
    max_size=30,
)
ALIGN = st.sampled_from(["left", "center", "right", "justify"])


@given(WORDS, st.floats(45, 200), ALIGN, st.booleans())
def test_nothing_is_lost_and_no_line_is_too_wide(
    words: list[str], room: float, align: str, parted: bool
) -> None:
    style = styled(align=align, hyphenate="en_US" if parted else "")
    found = set_frame(" ".join(words), Box(0, 0, room, 400), style, SETTING)
    shown = "".join(lines(found.ops)).replace(" ", "").replace("\u00ad", "")
    said = "".join(words).replace("*", "")
    for id, sign in SIGNS.items():
        said = said.replace("{" + id + "}", f"[{sign.name}]")
    assert shown == said.replace(" ", "")
    assert found.problems == ()
    for line in found.ops:
        if isinstance(line, Text):
            assert line.x >= -0.01
            assert line.x + width(line) <= room + 0.02


@given(WORDS, st.floats(5, 120), st.floats(5, 60), ALIGN)
def test_what_does_not_fit_is_reported_and_nothing_is_below_the_smallest_size(
    words: list[str], room: float, height: float, align: str
) -> None:
    found = set_frame(" ".join(words), Box(0, 0, room, height), styled(align=align), SETTING)
    assert 7.5 <= found.size <= 10
    drawn = [op for op in found.ops if isinstance(op, Text)]
    wide = max(width(line) for line in drawn) > room + 0.02
    tall = found.height > height + 0.02
    assert (wide or tall) == bool(found.problems)
    if found.problems:
        assert found.size == 7.5
    else:
        assert drawn[-1].y + 2.05 * found.size / 10 <= height + 0.02


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=40), st.floats(-5, 300))
def test_setting_never_raises(text: str, room: float) -> None:
    set_frame(text, Box(0, 0, room, 30), styled(hyphenate="en_US", term=Emphasis(600)), setting(terms=TERMS))


BRACE = "write `}` after its last word, or `\\[` to print a bracket"
STYLES = StyleSheet({"flavour": Style("Source Sans 3", italic=True, size=8, colour=(0.0, 0.5, 0.5))}, {})


def spanned(text: str) -> SetText:
    return set_frame(text, Box(0, 0, 400, 90), STYLE, Setting(FONTS, STYLES, SIGNS, TERMS))


def test_spans_are_set_in_their_own_size_and_height() -> None:
    found = spanned("x[super]{2}, H[sub]{2}O [flavour]{a *b*}.")
    assert found.problems == ()
    assert dump(found.ops) == (
        "text 0,6.6 10pt: Regular(x)\n"
        "text 4.46,3.1 6pt: Regular(2)\n"
        "text 7.442,6.6 10pt: Regular(, H)\n"
        "text 18.452,7.35 6pt: Regular(2)\n"
        "text 21.434,6.6 10pt: Regular(O )\n"
        "text 30.074,6.6 8pt: Italic(a ) Regular(b)\n"
        "text 40.386,6.6 10pt: Regular(.)"
    )
    texts = [op for op in found.ops if isinstance(op, Text)]
    for text, after in pairwise(texts):
        assert after.x == pytest.approx(text.x + width(text), abs=0.002)


def test_an_underline_is_a_bar_by_the_fonts_metrics() -> None:
    line, *bars = spanned("a [underline]{bc **d**} e").ops
    assert isinstance(line, Text)
    (bar,) = bars
    assert isinstance(bar, Outline)
    left, top = bar.segments[0][1:]
    right, bottom = bar.segments[2][1:]
    letters = [width(msgspec.structs.replace(line, runs=line.runs[:count])) for count in (1, 3)]
    assert (left, right) == pytest.approx(letters, abs=0.01)
    below, thick = FONTS.font("Source Sans 3").underline
    assert (top, bottom) == pytest.approx((line.y + below / 100, line.y + (below + thick) / 100))


def test_small_capitals_are_the_fonts_own_or_smaller_capitals() -> None:
    found = spanned("[small-caps]{Storm at} *[small-caps]{Sea}*")
    assert dump(found.ops).startswith("text 0,6.6 10pt: Regular(Storm at ) Italic(S)\n")
    drawn = [piece for op in found.ops if isinstance(op, Text) for run in op.runs for piece in run.pieces]
    variants = {piece.text: piece.variant for piece in drawn if isinstance(piece, Shaped)}
    assert variants == {"Storm": "small-caps", "at": "small-caps", " ": "", "S": "", "ea": "capitals"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "a [flavor]{b}",
            Problem("text-markup", "there is no span or style `flavor`", "did you mean `flavour`?", 2),
        ),
        ("a\n[sub]{b", Problem("text-markup", "`[sub]{` is never closed", BRACE, 2)),
        ("[sub]{\nb\n\n}", Problem("text-markup", "`[sub]{` is never closed", BRACE, 0)),
    ],
)
def test_mistakes_in_spans_have_their_place(text: str, found: Problem) -> None:
    assert spanned(text).problems == (found,)


@pytest.mark.parametrize(
    "text", ["[sub]{\na\n}", "[sub]{ a }", "[sub]{a}\n\n[sub]{b}", r"\[sub]{white}", "[2]"]
)
def test_spans_may_begin_and_end_between_words(text: str) -> None:
    assert spanned(text).problems == ()


@pytest.mark.parametrize("text", ["[nope]{a} ", "[sub]{", "[sub]{a ", "**a ", "[sub]{**a}", "{x} "])
def test_thousands_of_mistakes_are_few_findings(text: str) -> None:
    assert len({problem.message for problem in spanned(text * 20000).problems}) <= 4


def test_letters_of_a_span_without_its_italic_are_not_missing_as_well(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Tiny-Regular.ttf").write_bytes(tiny_font("国 "))
    sheet = StyleSheet({"han": Style("Tiny")}, {})
    setting = Setting(Fonts(Project(tmp_path)), sheet, SIGNS)
    found = set_frame("a [han]{*国*}", BOX, STYLE, setting)
    assert [(p.code, p.offset) for p in found.problems] == [("unknown-font", 9)]


def test_a_span_in_a_family_without_its_italic_is_reported_at_the_words() -> None:
    sheet = StyleSheet({"loud": Style("Young Serif")}, {})
    found = set_frame("a [loud]{*b*}", BOX, STYLE, Setting(FONTS, sheet, SIGNS))
    assert [(p.code, p.offset) for p in found.problems] == [("unknown-font", 10)]


def test_several_texts_are_set_as_each_alone() -> None:
    texts = [CARD, "", "Take {none}.", "word " * 200, CARD]
    assert set_frames(texts, BOX, STYLE, SETTING) == [set_frame(text, BOX, STYLE, SETTING) for text in texts]
    assert set_frames([], BOX, STYLE, SETTING) == []
    narrow = Baseline(10, 20, "middle", 90.0)
    alone = [set_line(text, 10, 20, STYLE, SETTING, "middle", 90.0) for text in texts]
    assert set_lines(texts, narrow, STYLE, SETTING) == alone
    unknown = Style("Nothing Sans")
    for found in (
        set_frames(["a", "b"], BOX, unknown, SETTING),
        set_lines(["a", "b"], narrow, unknown, SETTING),
    ):
        assert [problem.code for each in found for problem in each.problems] == ["unknown-font"] * 2


def test_a_baseline_is_sunk_by_the_size_that_fits() -> None:
    for space, size in ((None, STYLE.size), (60.0, STYLE.min_size)):
        level, sunk = (
            set_lines(["word " * 9], Baseline(10, 20, "start", space, down), STYLE, SETTING)[0]
            for down in (0.0, 0.5)
        )
        assert level.size == sunk.size == size
        assert [op.y - 0.5 * size for op in sunk.ops] == pytest.approx([op.y for op in level.ops])


@pytest.mark.parametrize(
    ("text", "words"),
    [(r"\]", "]"), (r"\(1\)", "(1)"), (r"2\) x", "2) x"), (r"\<b\>", "<b>"), (r"a\_b\~", "a_b~")],
)
def test_a_backslash_prints_any_sign(text: str, words: str) -> None:
    found = set_frame(text, Box(0, 0, 200, 30), Style("Source Sans 3"), SETTING)
    assert found.problems == ()
    assert lines(found.ops) == [words]


def test_notation_of_other_programs_is_a_warning_for_each_kind() -> None:
    found = set_frame(
        r"<b>Draw</b> <b>2</b><br>or \n &lt;", Box(0, 0, 200, 60), Style("Source Sans 3"), SETTING
    )
    assert [(each.code, each.severity, each.message, each.offset) for each in found.problems] == [
        ("foreign-markup", "warning", "`<b>` and `</b>` print as they are, 2 times in this text", 0),
        ("foreign-markup", "warning", "`<br>` prints as it is", 20),
        ("foreign-markup", "warning", "`\\n` prints as it is", 27),
        ("foreign-markup", "warning", "`&lt;` prints as it is", 30),
    ]
