"""One font: metrics, shaping, missing characters, and the embedded subset."""

from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.cffLib import CFFFontSet
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.project import STARTER, Project
from nineup.typography.fonts import Font, FontError, Fonts
from tinyfont import tiny_font

REGULAR = STARTER / "fonts" / "source-sans-3" / "SourceSans3-Regular.ttf"
SANS = Fonts(Project(Path(__file__).parent)).font("Source Sans 3")

MARKS = """
markClass u0301 <anchor 100 500> @above;
feature mark { pos base u0078 <anchor 250 {height}> mark @above; } mark;
"""


def font(data: bytes, path: str = "fonts/Tiny-Regular.ttf") -> Font:
    return Font(path, data, 400, False)


def test_metrics_are_thousandths_of_an_em() -> None:
    assert (SANS.ascent, SANS.descent, SANS.cap_height, SANS.x_height, SANS.depth) == (
        1024,
        -400,
        660,
        486,
        205,
    )
    assert (SANS.postscript_name, SANS.outlines, SANS.italic_angle) == ("SourceSans3-Regular", "truetype", 0)
    tiny = font(tiny_font("ap", upem=2048))
    assert (tiny.ascent, tiny.descent, tiny.cap_height, tiny.x_height) == (800, -200, 700, 500)
    assert tiny.bbox == (0, 0, 500, 500)


def test_credits_come_from_the_name_table() -> None:
    names = {
        "copyright": "Copyright 2024 Jo",
        "designer": "Jo",
        "manufacturer": "Jo & Co",
        "licenseDescription": "Free for all.",
        "licenseInfoURL": "https://example.org",
    }
    assert font(tiny_font("a", names=names)).credits == ("Jo", "Copyright 2024 Jo", "Free for all.")
    fallback = {"manufacturer": "Jo & Co", "licenseInfoURL": "https://example.org"}
    assert font(tiny_font("a", names=fallback)).credits == ("Jo & Co", "", "https://example.org")
    assert font(tiny_font("a")).credits == ("", "", "")


def test_an_italic_knows_its_angle() -> None:
    italic = Fonts(Project(Path(__file__).parent)).font("Source Sans 3", italic=True)
    assert italic.italic_angle == -11


def test_kerning_is_what_a_glyph_is_moved_on_beyond_its_width() -> None:
    shaped = SANS.shape("AV")
    first, second = shaped.glyphs
    assert shaped.adjust[0] < -10
    assert shaped.adjust[1] == 0
    assert shaped.width == SANS.advance(first) + SANS.advance(second) + shaped.adjust[0]


def test_a_ligature_represents_all_its_letters() -> None:
    shaped = SANS.shape("office")
    assert shaped.clusters == ("o", "ff", "i", "c", "e")
    assert len(shaped.glyphs) == 5


def test_a_combining_mark_belongs_to_its_letters_cluster() -> None:
    shaped = SANS.shape("ax̂b")
    assert shaped.clusters == ("a", "x̂", "", "b")
    assert shaped.width == SANS.shape("axb").width
    assert not SANS.unplaced("ax̂b")


def test_a_mark_that_is_set_off_sideways_is_moved_by_the_glyph_before() -> None:
    tiny = font(tiny_font("x\u0301", features=MARKS.replace("{height}", "500")))
    shaped = tiny.shape("x\u0301")
    assert shaped.adjust == (-350, -150)
    assert shaped.width == 500
    assert not tiny.unplaced("x\u0301")


def test_a_mark_may_be_moved_up() -> None:
    raised = font(tiny_font("x\u0301", features=MARKS.replace("{height}", "600")))
    shaped = raised.shape("x\u0301")
    assert shaped.rises == (0, 100)
    assert shaped.adjust == (-350, -150)
    assert raised.reach("x\u0301") == (600, 0)


def test_from_right_to_left_the_last_letter_is_first_and_marks_follow_their_letters() -> None:
    features = MARKS.replace("{height}", "600")
    hebrew = font(tiny_font("אבx\u0301", features=features))
    assert hebrew.shape("אב", from_right=True).clusters == ("ב", "א")
    assert hebrew.shape("אב").clusters == ("א", "ב")
    marked = hebrew.shape("אx\u0301", from_right=True)
    assert marked.clusters == ("x\u0301", "", "א")
    assert [bool(rise) for rise in marked.rises] == [False, True, False]
    assert sum(marked.adjust) + 1500 == marked.width == 1000


LOCAL = """
languagesystem DFLT dflt;
languagesystem latn dflt;
languagesystem latn SRB;
feature locl { script latn; language SRB; sub u0061 by extra; } locl;
"""


def test_letters_have_the_forms_of_their_language_and_none_of_the_systems(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "sr_RS.UTF-8")
    data = tiny_font("aé", features=LOCAL)
    forms = {
        language: Font("fonts/Tiny-Regular.ttf", data, 400, False, language=language).shape("aé").glyphs
        for language in ("en", "sr", "sr-Latn")
    }
    assert forms == {"en": (1, 2), "sr": (3, 2), "sr-Latn": (3, 2)}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "işığı straße", "IŞIĞI STRASSE"),
        ("tr", "işığı gemi", "İŞIĞI GEMİ"),
        ("az-Latn", "iki", "İKİ"),
        ("el", "Άλφα, ναύτης προϊόν μάιος ρολόι", "ΑΛΦΑ, ΝΑΥΤΗΣ ΠΡΟΪΟΝ ΜΑΪΟΣ ΡΟΛΟΪ"),
        ("el", "Storm ΐ", "STORM Ϊ"),
    ],
)
def test_capitals_are_those_of_the_language(language: str, text: str, expected: str) -> None:
    data = tiny_font("a")
    assert Font("fonts/Tiny-Regular.ttf", data, 400, False, language=language).upper(text) == expected


def test_a_first_letter_with_a_mark_runs_from_right_to_left() -> None:
    features = MARKS.replace("{height}", "600").replace("u0078", "u05DD").replace("u0301", "u05C1")
    features = "languagesystem hebr dflt;" + features.replace("anchor 250", "anchor 400")
    hebrew = font(tiny_font("ם\u05c1א", features=features))
    assert hebrew.shape("ם\u05c1א", from_right=True).clusters == ("א", "ם\u05c1", "")
    assert not hebrew.unplaced("ם\u05c1א", from_right=True)
    assert hebrew.unplaced("ם\u05c1א")  # from left to right, the mark would come before its letter


def test_letters_beyond_the_first_plane_are_one_cluster_each() -> None:
    tiny = font(tiny_font("a\U0001f600"))
    shaped = tiny.shape("a\U0001f600a")
    assert shaped.clusters == ("a", "\U0001f600", "a")
    assert tiny.missing("a\U0001f600") == ""


def test_missing_characters_are_named_once_each_in_order() -> None:
    assert SANS.missing("Bank é ﬁ") == ""
    assert SANS.missing("a😀שb😀") == "😀ש"


def test_what_is_never_seen_is_not_missing() -> None:
    assert SANS.missing("a\u00a0b\u00adc\u200bd\u2060e\u202ff\u2011g") == ""


def test_a_word_is_shaped_once() -> None:
    assert SANS.shape("Stash") is SANS.shape("Stash")


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12))
def test_clusters_say_the_word_and_widths_agree(word: str) -> None:
    shaped = SANS.shape(word)
    if not SANS.unplaced(word):
        assert "".join(shaped.clusters) == word
    assert shaped.width == sum(map(SANS.advance, shaped.glyphs)) + sum(shaped.adjust)
    assert len(shaped.glyphs) == len(shaped.adjust) == len(shaped.clusters)


def test_a_subset_keeps_glyph_ids_and_drops_what_a_pdf_does_not_read() -> None:
    wanted = SANS.shape("Bank").glyphs
    data = SANS.subset(wanted)
    cut = TTFont(BytesIO(data))
    whole = TTFont(REGULAR)
    assert set(cut.keys()) <= {"GlyphOrder", "head", "hhea", "hmtx", "maxp", "loca", "glyf"}
    for glyph in wanted:
        kept = cut["glyf"][cut.getGlyphName(glyph)]
        assert kept.getCoordinates(cut["glyf"])[0] == _coordinates(whole, glyph)
    assert cut["glyf"][cut.getGlyphName(0)].numberOfContours > 0
    assert len(data) < 4000


def _coordinates(font: TTFont, glyph: int) -> object:
    return font["glyf"][font.getGlyphName(glyph)].getCoordinates(font["glyf"])[0]


def test_the_same_glyphs_give_the_same_bytes() -> None:
    assert SANS.subset([30, 20, 30]) == SANS.subset([20, 30])


def test_a_font_with_postscript_outlines_is_cut_to_its_outlines() -> None:
    tiny = font(tiny_font("abc", cff=True), "fonts/Tiny-Regular.otf")
    assert tiny.outlines == "cff"
    table = CFFFontSet()
    table.decompile(BytesIO(tiny.subset(tiny.shape("b").glyphs)), None)
    assert len(table[0].CharStrings) == 3


@pytest.mark.parametrize("length", [0, 11, 12, 300, 5_000, 100_000, 300_000])
def test_a_truncated_file_is_reported(length: int) -> None:
    with pytest.raises(FontError) as caught:
        font(REGULAR.read_bytes()[:length])
    assert caught.value.message == "`fonts/Tiny-Regular.ttf` is not a font file, or is damaged"


def test_a_font_that_may_not_be_embedded_is_refused() -> None:
    with pytest.raises(FontError) as caught:
        font(tiny_font("a", embedding=2))
    assert caught.value.message == "`fonts/Tiny-Regular.ttf` doesn't allow embedding"


def test_a_variable_font_is_refused() -> None:
    variable = TTFont(BytesIO(tiny_font("a")))
    from fontTools.ttLib import newTable

    table = newTable("fvar")
    table.axes, table.instances = [], []
    variable["fvar"] = table
    file = BytesIO()
    variable.save(file)
    with pytest.raises(FontError) as caught:
        font(file.getvalue())
    assert caught.value.message == "`fonts/Tiny-Regular.ttf` is a variable font"


def test_a_font_without_outlines_is_refused() -> None:
    bitmap = TTFont(BytesIO(tiny_font("a")))
    del bitmap["glyf"]
    del bitmap["loca"]
    file = BytesIO()
    bitmap.save(file)
    with pytest.raises(FontError) as caught:
        font(file.getvalue())
    assert caught.value.message == "`fonts/Tiny-Regular.ttf` has no printable outlines"


BYTES = {cff: tiny_font("abp V", cff=cff) for cff in (False, True)}


@given(st.booleans(), st.lists(st.tuples(st.integers(0, 800), st.integers(0, 255)), min_size=1, max_size=8))
def test_a_damaged_font_works_or_is_reported(cff: bool, changes: list[tuple[int, int]]) -> None:
    data = bytearray(BYTES[cff])
    for place, byte in changes:
        data[place % len(data)] = byte
    with suppress(FontError):
        damaged = font(bytes(data))
        assert damaged.subset(damaged.shape("ab V").glyphs)


@pytest.mark.parametrize("cff", [False, True])
def test_an_outline_runs_down_from_the_baseline_in_thousandths_of_an_em(cff: bool) -> None:
    tiny = font(tiny_font(" a", cff=cff, upem=2000))
    space, letter = (tiny.shape(text).glyphs[0] for text in " a")
    square = tiny.outline(letter)
    assert (square[0][0], square[-1]) == ("M", ("Z",))
    assert {segment[1:] for segment in square[:-1]} == {(0, 0), (0, -500), (500, -500), (500, 0)}
    assert tiny.outline(tiny.shape("\U0001f600").glyphs[0]) == tiny.outline(0)
    assert space != letter


def test_a_curve_is_a_cubic_and_ends_where_the_font_has_it() -> None:
    """Source Sans's o has quadratic curves: two closed rings, which its box is around."""
    ring = SANS.outline(SANS.shape("o").glyphs[0])
    assert [segment[0] for segment in ring if segment[0] in "MZ"] == ["M", "Z", "M", "Z"]
    assert {len(segment) for segment in ring if segment[0] == "C"} == {7}
    across = [segment[-2] for segment in ring if len(segment) > 2]
    down = [segment[-1] for segment in ring if len(segment) > 2]
    assert (min(across), max(across)) == pytest.approx((46, 497), abs=2)
    assert (min(down), max(down)) == pytest.approx((-498, 12), abs=2)
    assert SANS.outline(SANS.shape(" ").glyphs[0]) == ()
