"""Scripts other than Latin: where lines break without spaces, which way text runs, and which font has its
letters.
"""

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.geometry import Box
from nineup.base.project import Project
from nineup.model.drawing import Gap, Shaped, Text, Use
from nineup.typography.fonts import Fonts
from nineup.typography.text import Setting, Style, StyleSheet, set_frame, set_line
from nineup.typography.text.scripts import line_breaks, may_break, sample_of, scripts_of
from textkit import SIGNS, lines
from tinyfont import tiny_font

KANA = "カードを引き手札に加える「白」と、赤。いうえおきくけこっゃ123"
HEBREW = "אבגדהוזחט()"


def place(folder: Path, **fonts: str) -> Setting:
    """A setting with tiny fonts, each by its family with its letters."""
    (folder / "fonts").mkdir()
    for family, letters in fonts.items():
        for style in ("Regular", "Bold"):
            name = f"{family}-{style}.ttf"
            (folder / "fonts" / name).write_bytes(tiny_font("".join(dict.fromkeys(letters + " -"))))
    return Setting(Fonts(Project(folder)), StyleSheet({}, {}), SIGNS, ("手札", "gem"))


def parts(text: str) -> list[str]:
    ends = [0, *line_breaks(text), len(text)]
    return [text[begin:end] for begin, end in pairwise(ends)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("引き、「白い」石。", "引|き、|「白|い」|石。"),
        ("カードを1枚引く", "カー|ド|を|1枚|引|く"),
        ("抽2张牌，然后“很好”。", "抽|2张|牌，|然|后|“很|好”。"),
        ("ผู้เล่นจั่วการ์ดสองใบ", "ผู้|เล่น|จั่ว|การ์ด|สอง|ใบ"),
        ("អ្នកលេងទាញ", "អ្នកលេង|ទាញ"),
        ("카드를", "카드를"),
        ("ཤོག་བྱང་འཐེན།", "ཤོག་|བྱང་|འཐེན།"),
        ("two-handed", "two-handed"),
        ("𠮷野家𠮷", "𠮷|野|家|𠮷"),
        ("カードGemを", "カー|ド|Gem|を"),
    ],
)
def test_lines_break_where_the_script_allows_it(text: str, expected: str) -> None:
    assert "|".join(parts(text)) == expected


@given(st.text("カードを引き「」（）、。！？っゃー々1a石", min_size=1, max_size=20))
def test_no_line_begins_with_what_closes_or_ends_with_what_opens(text: str) -> None:
    pieces = parts(text)
    assert "".join(pieces) == text
    assert not any(re.match("[」）、。！？っゃー々]", piece) for piece in pieces[1:])
    assert not any(re.search("[「（]$", piece) for piece in pieces[:-1])


def test_a_symbol_is_like_an_ideograph() -> None:
    symbol = "\ufffc"
    assert may_break("ド", symbol)
    assert may_break(symbol, "を")
    assert not may_break(symbol, "。")
    assert not may_break("「", symbol)
    assert not may_break("2", symbol)
    assert not may_break("a", symbol)


def test_japanese_wraps_without_spaces_and_keeps_its_rules(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny=KANA)
    style = Style("Tiny", size=10, min_size=10)
    found = set_frame("カードを引き、**手札**に加える。", Box(0, 0, 30, 100), style, setting)
    assert found.problems == ()
    assert lines(found.ops) == ["カードを引", "き、手札に加", "える。"]


def test_japanese_is_justified_between_letters_by_less_than_a_space(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny=KANA)
    style = Style("Tiny", size=10, min_size=10, align="justify")
    found = set_frame("カードを引き、手札に加える。", Box(0, 0, 26, 100), style, setting)
    first, second, last = (op for op in found.ops if isinstance(op, Text))
    assert _width(first) == pytest.approx(26, abs=0.02)
    assert _width(second) == pytest.approx(26, abs=0.02)
    assert _width(last) < 26
    narrow = set_frame("カードを引き、手札に加える。", Box(0, 0, 34, 100), style, setting)
    line = next(op for op in narrow.ops if isinstance(op, Text))
    assert max(adjust for piece in _pieces(line) for adjust in piece.adjust) <= 90


def test_spaces_take_what_letters_without_a_space_leave(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny=KANA + "ofgicd")
    style = Style("Tiny", size=10, min_size=10, align="justify")
    found = set_frame("of カード gi cd ccccccccc", Box(0, 0, 54, 100), style, setting)
    first, *_ = (op for op in found.ops if isinstance(op, Text))
    assert _width(first) == pytest.approx(54, abs=0.02)
    assert all(max(piece.adjust) <= 90 for piece in _pieces(first) if " " not in piece.text)
    far = set_frame("of カード ccccccccc", Box(0, 0, 54, 100), style, setting)
    assert _width(next(op for op in far.ops if isinstance(op, Text))) < 40


def test_thai_is_justified_between_words(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny="ผู้เล่นจั่วการ์ดสองใบ")
    style = Style("Tiny", size=10, min_size=10, align="justify")
    found = set_frame("ผู้เล่นจั่วการ์ดสองใบ", Box(0, 0, 52, 100), style, setting)
    first, *_ = (op for op in found.ops if isinstance(op, Text))
    assert _width(first) == pytest.approx(52, abs=0.02)


def test_a_symbol_and_a_term_stand_in_a_sentence_without_spaces(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny=KANA)
    style = Style("Tiny", size=10, min_size=10)
    found = set_frame("手札に{white}を加える2{white}と。", Box(0, 0, 30, 100), style, setting)
    assert found.problems == ()
    assert lines(found.ops) == ["手札に[White Joy gem]", "を加える", "2[White Joy gem]と。"]
    assert setting.terms is not None
    assert setting.terms.findall("この手札をgemで") == ["手札"]


def test_letters_that_a_font_lacks_come_from_the_next(tmp_path: Path) -> None:
    setting = place(tmp_path, First="ab", Second="abc", Third="d")
    style = Style("First", ("Second", "Third"), size=10)
    found = set_frame("abcd a **d**", Box(0, 0, 100, 30), style, setting)
    assert [(problem.code, problem.severity, problem.offset) for problem in found.problems] == [
        ("fallback-font", "note", 2),
        ("fallback-font", "note", 3),
        ("fallback-font", "note", 9),
    ]
    (line,) = found.ops
    assert isinstance(line, Text)
    fonts = [
        (run.font.split("-")[0], "".join(piece.text for piece in run.pieces if isinstance(piece, Shaped)))
        for run in line.runs
    ]
    assert fonts == [("First", "ab"), ("Second", "c"), ("Third", "d"), ("First", " a "), ("Third", "d")]


def test_further_families_are_opened_when_a_letter_needs_them(tmp_path: Path) -> None:
    setting = place(tmp_path, First="ab", Second="c", Third="d")
    (tmp_path / "fonts" / "Second-Regular.ttf").write_bytes(b"damaged")
    style = Style("First", ("Second", "Third"))
    assert set_frame("ab", Box(0, 0, 100, 30), style, setting).problems == ()
    assert [family for family, _, _ in setting.fonts.opened] == ["First"]
    (note,) = set_frame("d", Box(0, 0, 100, 30), style, setting).problems
    assert note.message == "letters that a style's first font lacks are set in `Third`"


def test_a_note_says_what_style_a_further_family_lacks(tmp_path: Path) -> None:
    setting = place(tmp_path, First="ab", Second="c")
    (tmp_path / "fonts" / "Second-Bold.ttf").unlink()
    setting = Setting(Fonts(Project(tmp_path)), StyleSheet({}, {}), SIGNS)
    found = set_frame("c **c**", Box(0, 0, 100, 30), Style("First", ("Second",)), setting)
    assert [problem.message for problem in found.problems] == [
        "letters that a style's first font lacks are set in `Second`",
        "letters that a style's first font lacks are set in `Second`, which has no Bold",
    ]


def test_letters_with_colours_are_refused_in_plain_words_too(tmp_path: Path) -> None:
    font = TTFont(BytesIO(tiny_font("ab ")))
    font["COLR"] = buildCOLR({"u0062": [("u0061", 0)]}, version=0)
    font["CPAL"] = buildCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    place(tmp_path, First="a")
    font.save(tmp_path / "fonts" / "Bright-Regular.ttf")
    setting = Setting(Fonts(Project(tmp_path)), StyleSheet({}, {}), SIGNS)
    (problem,) = set_frame("aa aba", Box(0, 0, 100, 30), Style("Bright"), setting).problems
    assert (problem.code, problem.offset) == ("text-unsupported", 4)


def test_a_letter_that_no_font_has_is_an_error(tmp_path: Path) -> None:
    setting = place(tmp_path, First="ab", Second="c")
    (problem,) = set_frame("ab☃", Box(0, 0, 100, 30), Style("First", ("Second",)), setting).problems
    assert (problem.code, problem.offset) == ("missing-glyph", 2)
    assert problem.message == "none of the fonts `First`, `Second` has `☃` (U+2603 SNOWMAN)"


def test_marks_stay_with_their_letter(tmp_path: Path) -> None:
    setting = place(tmp_path, First="x", Second="x\u0301")
    found = set_frame("xx\u0301x", Box(0, 0, 100, 30), Style("First", ("Second",)), setting)
    (line,) = found.ops
    assert isinstance(line, Text)
    assert [run.font.split("-")[0] for run in line.runs] == ["First", "Second", "First"]


def test_hebrew_runs_from_the_right_and_brackets_are_mirrored(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny=HEBREW + "2ab")
    style = Style("Tiny", size=10, min_size=10)
    box = Box(0, 0, 80, 100)
    found = set_frame("אב 2 {white} (גד)", box, style, setting)
    assert found.problems == ()
    line, symbol = found.ops
    assert isinstance(line, Text)
    assert isinstance(symbol, Use)
    assert line.x + _width(line) == pytest.approx(box.right, abs=0.01)
    drawn = [
        "[gem]" if isinstance(piece, Gap) else "".join(piece.clusters)
        for run in line.runs
        for piece in run.pieces
    ]
    assert drawn == [")", "דג", "(", " ", "[gem]", " ", "2", " ", "בא"]
    font = setting.fonts.font("Tiny")
    opening = next(piece for run in line.runs for piece in run.pieces if isinstance(piece, Shaped))
    assert opening.glyphs == font.shape("(").glyphs
    assert symbol.matrix.e == pytest.approx(line.x + 25.5, abs=0.01)


def test_a_pair_of_brackets_is_mirrored_together(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny=HEBREW + "abc.")
    line = set_frame("ab אב (גד). c", Box(0, 0, 200, 100), Style("Tiny", size=10), setting).ops[0]
    assert isinstance(line, Text)
    font = setting.fonts.font("Tiny")
    drawn = [glyph for piece in _pieces(line) for glyph in piece.glyphs]
    assert drawn == [*font.shape("ab (").glyphs, *font.shape("דג) בא. c").glyphs]


JOINED = """
    feature init { sub u0643 by extra; } init;
    feature fina { sub u062A by extra; } fina;
"""


def test_arabic_letters_join_across_bold_and_across_fonts(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    for style in ("Regular", "Bold"):
        (tmp_path / "fonts" / f"Tiny-{style}.ttf").write_bytes(tiny_font("كت ", features=JOINED))
    setting = Setting(Fonts(Project(tmp_path)), StyleSheet({}, {}), {}, ())
    alone = setting.fonts.font("Tiny").shape("ك", from_right=True).glyphs

    def drawn(text: str) -> list[tuple[int, ...]]:
        line = set_frame(text, Box(0, 0, 90, 20), Style("Tiny", size=10), setting).ops[0]
        assert isinstance(line, Text)
        return [piece.glyphs for piece in _pieces(line)]

    (together,) = drawn("كت")
    assert together == (4, 4)
    assert drawn("ك**ت**") == [(4,), (4,)]
    assert drawn("ك **ت**")[-1] == alone


def test_letters_that_join_are_not_tracked(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    for style in ("Regular", "Bold"):
        (tmp_path / "fonts" / f"Tiny-{style}.ttf").write_bytes(tiny_font("كتבa "))
    setting = Setting(Fonts(Project(tmp_path)), StyleSheet({}, {}), {}, ())
    style = Style("Tiny", size=10, tracking=2)
    widths = {}
    for text in ("كتك", "ك**تك**", "בבב", "aaa", "كتك كتك", "aaa aaa"):
        (line,) = set_frame(text, Box(0, 0, 200, 20), style, setting).ops
        assert isinstance(line, Text)
        glyphs = sum(len(piece.glyphs) for piece in _pieces(line))
        drawn = sum(500 + adjust for piece in _pieces(line) for adjust in piece.adjust) / 100 + 2 * glyphs
        assert line.x + drawn - 2 == pytest.approx(200 if line.x else drawn - 2, abs=0.02)
        widths[text] = round(drawn - 2, 2)
    assert widths == {"كتك": 15, "ك**تك**": 15, "בבב": 19, "aaa": 19, "كتك كتك": 39, "aaa aaa": 47}


def test_tracking_leaves_marks_at_their_letters(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    features = (
        "markClass u0301 <anchor 100 500> @m; feature mark { pos base u0061 <anchor 250 600> mark @m; } mark;"
    )
    (tmp_path / "fonts" / "Tiny-Regular.ttf").write_bytes(tiny_font("a\u0301 ", features=features))
    setting = Setting(Fonts(Project(tmp_path)), StyleSheet({}, {}), {}, ())

    def places(tracking: float) -> list[float]:
        (line,) = set_frame(
            "a\u0301a", Box(0, 0, 200, 20), Style("Tiny", tracking=tracking, size=10), setting
        ).ops
        assert isinstance(line, Text)
        found, x = [], line.x
        for piece in _pieces(line):
            for adjust in piece.adjust:
                found.append(round(x, 3))
                x += (500 + adjust) / 100 + line.tracking
        return found

    letter, mark, other = places(0)
    assert places(2) == [letter, mark, other + 2]


def test_alignment_and_direction_may_be_given(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny=HEBREW + "ab")
    box = Box(0, 0, 60, 100)

    def left(text: str, **keys: object) -> float:
        style = Style("Tiny", size=10, **keys)  # type: ignore[arg-type]
        line = set_frame(text, box, style, setting).ops[0]
        assert isinstance(line, Text)
        return line.x

    assert left("ab") == 0
    assert left("אב") == 50
    assert left("אב", align="left") == 0
    assert left("אב", align="end") == 0
    assert left("ab", align="end") == 50
    assert left("ab", direction="right-to-left") == 50
    assert left("אב", direction="left-to-right") == 0


@pytest.mark.parametrize(
    ("language", "text", "is_right"),
    [
        ("en", "ab אב", False),
        ("he", "ab אב", True),
        ("he", "ab", False),
        ("en", "אב ab", True),
        ("he", "אב", True),
    ],
)
def test_in_a_language_from_right_to_left_any_letter_from_there_decides(
    tmp_path: Path, language: str, text: str, is_right: bool
) -> None:
    place(tmp_path, Tiny=HEBREW + "ab")
    setting = Setting(Fonts(Project(tmp_path), language), StyleSheet({}, {}), SIGNS, ())
    line = set_frame(text, Box(0, 0, 100, 100), Style("Tiny", size=10), setting).ops[0]
    assert isinstance(line, Text)
    assert (line.x > 0) is is_right


@pytest.mark.parametrize("text", ["2 {white} אב", "- 2 {white} אב", "[underline]{אב} ab"])
def test_the_names_of_symbols_and_spans_give_a_paragraph_no_direction(tmp_path: Path, text: str) -> None:
    setting = place(tmp_path, Tiny=HEBREW + "2ab•")
    line = set_frame(text, Box(0, 0, 100, 100), Style("Tiny", size=10), setting).ops[0]
    assert isinstance(line, Text)
    assert line.x + _width(line) == pytest.approx(100, abs=0.01)


def test_a_line_on_a_baseline_is_in_visual_order_too(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny=HEBREW + "ab")
    line = set_line("אב ab", 0, 10, Style("Tiny"), setting).ops[0]
    assert isinstance(line, Text)
    assert ["".join(piece.clusters) for piece in _pieces(line)] == ["ab", " ", "בא"]


def test_tall_scripts_do_not_rise_above_their_frame(tmp_path: Path) -> None:
    setting = place(tmp_path, Tiny="ab", Tall="国永あア")
    style = Style("Tiny", ("Tall",), size=10)
    assert scripts_of("ab国") == {"Han"}
    shaping = setting.shaping(style)
    assert shaping.reach(()) == (700, 0)
    assert shaping.reach(("Han",)) == (700, 0)
    latin, han = (set_frame(text, Box(0, 0, 60, 30), style, setting).ops[0] for text in ("ab", "国ab"))
    assert isinstance(latin, Text)
    assert isinstance(han, Text)
    assert latin.y == han.y == 7.0


@pytest.mark.parametrize("letters", ["कीं", "ཀི"])
def test_a_tall_scripts_first_line_is_placed_by_its_own_letters(letters: str) -> None:
    (script,) = scripts_of(letters)
    assert scripts_of(sample_of(script)) == {script}
    assert line_breaks(sample_of(script)) == [] or script == "Tibetan"


def _pieces(line: Text) -> list[Shaped]:
    return [piece for run in line.runs for piece in run.pieces if isinstance(piece, Shaped)]


def _width(line: Text) -> float:
    return sum(piece.width for run in line.runs for piece in run.pieces) * line.size / 1000
