"""Variable fonts, collections, compressed and coloured fonts."""

import math
from collections.abc import Collection
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.cffLib import CFFFontSet
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from nineup.base.project import Project
from nineup.typography.fonts import FontError, Fonts
from nineup.typography.fonts.formats import sheared
from tinyfont import tiny_font

FOUR_CORNERS = [(0, 0), (0, 0), (100, 0), (100, 0), (0, 0), (100, 0), (0, 0), (0, 0)]
"""How far the corners of a square, and its left, right, top and bottom edges, move at the end of an axis."""


def saved(font: TTFont | TTCollection) -> bytes:
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def variable_font(*tags: str) -> bytes:
    """A square of 500 that each axis, from 100 to 400 to 900 for `wght`, makes wider by up to 100."""
    places = {"wght": (100, 400, 900), "wdth": (50, 100, 150), "slnt": (-10, 0, 0), "opsz": (8, 14, 144)}
    builder = FontBuilder(font=TTFont(BytesIO(tiny_font("ab "))))
    builder.setupFvar([(tag, *places[tag], tag) for tag in tags], [])
    ends = {tag: (-1, -1, 0) if tag == "slnt" else (0, 1, 1) for tag in tags}
    deltas = {
        name: [TupleVariation({tag: end}, list(FOUR_CORNERS)) for tag, end in ends.items()]
        for name in ("u0061", "u0062")
    }
    builder.setupGvar({name: deltas.get(name, []) for name in builder.font.getGlyphOrder()})
    return saved(builder.font)


def fonts(root: Path, **files: bytes) -> Fonts:
    (root / "fonts").mkdir(parents=True)
    for name, data in files.items():
        (root / "fonts" / name).write_bytes(data)
    return Fonts(Project(root))


def wide(found: Fonts, family: str, weight: int = 400, italic: bool = False) -> float:
    """The advance of an `a`, whose outline reaches to 500 by default and as far beyond as its advance."""
    font = found.font(family, weight, italic)
    assert b"fvar" not in font.subset([1])
    return font.advance(font.shape("a").glyphs[0])


@pytest.mark.parametrize(
    "name", ["Vary[wght].ttf", "Vary-VariableFont_wght.ttf", "Vary-Regular[wdth,wght].woff2"]
)
def test_a_variable_font_has_a_style_for_each_of_its_weights(tmp_path: Path, name: str) -> None:
    data = variable_font("wght")
    if name.endswith("woff2"):
        font = TTFont(BytesIO(data))
        font.flavor = "woff2"
        data = saved(font)
    found = fonts(tmp_path, **{name: data})
    assert [cut.weight for cut in found.cuts("Vary")] == [*range(100, 1000, 100)]
    assert wide(found, "Vary", 400) == 500
    assert wide(found, "Vary", 900) == 600
    assert wide(found, "vary", 650 // 50 * 50 - 50) == 540
    assert found.bold("Vary").weight == 700
    assert found.font("Vary", 900).key != found.font("Vary", 400).key


def test_a_slant_axis_is_the_italic(tmp_path: Path) -> None:
    found = fonts(tmp_path, **{"Vary[slnt].ttf": variable_font("slnt", "opsz")})
    assert (wide(found, "Vary"), wide(found, "Vary", italic=True)) == (500, 600)


def test_a_file_of_italics_and_static_files_go_before_axes(tmp_path: Path) -> None:
    files = {"Vary[slnt,wght].ttf": variable_font("slnt", "wght"), "Vary-Bold.ttf": tiny_font("a", width=777)}
    found = fonts(tmp_path, **files, **{"Vary-Italic[wght].ttf": variable_font("wght")})
    assert wide(found, "Vary", 700) == 777
    assert wide(found, "Vary", 900) == 600


def test_a_width_is_a_place_on_its_axis(tmp_path: Path) -> None:
    found = fonts(tmp_path, **{"Vary[wdth].ttf": variable_font("wdth"), "Tiny-Regular.ttf": tiny_font("a")})
    assert wide(found, "Vary (width 125)") == 550
    for family, message in {
        "Vary (width 151)": "the font `Vary` has no width 151",
        "Tiny (width 90)": "the font `Tiny` has only one width",
        "Nope (width 90)": "there is no font `Nope` in `fonts/`",
    }.items():
        with pytest.raises(FontError) as caught:
            found.font(family)
        assert caught.value.message == message


def test_a_further_family_has_the_same_width_and_slant_if_it_can(tmp_path: Path) -> None:
    files = {"Vary[wdth].ttf": variable_font("wdth"), "Tiny-Regular.ttf": tiny_font("a")}
    found = fonts(tmp_path, **files)
    own = found.font("Tiny")
    assert found.fallback("Vary", own, 125, 10).advance(1) == 550
    assert found.fallback("Vary", own).advance(1) == 500
    leaning = found.font("Tiny (slant 10)", italic=True)
    assert [found.fallback(name, leaning, 125, 10).italic for name in ("Vary", "Tiny")] == [True, True]
    assert not found.fallback("Vary", leaning).italic


def test_a_variable_font_by_the_name_of_a_style_has_that_weight(tmp_path: Path) -> None:
    assert wide(fonts(tmp_path, **{"Vary-Black.ttf": variable_font("wght")}), "Vary", 900) == 600


def test_fonts_of_a_collection_go_by_name_or_by_number(tmp_path: Path) -> None:
    collection = TTCollection()
    kinds = {"One": 510, "Two": 520}
    collection.fonts = [
        TTFont(BytesIO(tiny_font("a", width=width, names={"familyName": name})))
        for name, width in kinds.items()
    ]
    found = fonts(tmp_path, **{"Both.ttc": saved(collection)})
    assert (wide(found, "One"), wide(found, "two")) == (510, 520)
    assert (wide(found, "Both.ttc#0"), wide(found, "Both.ttc#1")) == (510, 520)
    for family, italic in {"Both.ttc#2": False, "Three": False, "Both.ttc#1": True}.items():
        with pytest.raises(FontError):
            found.font(family, 400, italic)


def test_the_styles_of_a_family_may_be_in_several_collections(tmp_path: Path) -> None:
    def collection(weight: int, *widths: int) -> bytes:
        made = TTCollection()
        for width in widths:
            font = TTFont(BytesIO(tiny_font("a", width=width, names={"familyName": f"Han {width % 100}"})))
            font["OS/2"].usWeightClass = weight
            made.fonts.append(font)
        return saved(made)

    files = {"Han-Bold.ttc": collection(700, 711, 712), "Han-Regular.ttc": collection(400, 411, 412)}
    found = fonts(tmp_path, **files)
    assert [found.font("Han 12", weight).advance(1) for weight in (400, 700)] == [412, 712]
    assert found.bold("Han 12").name == "Han12-Bold"


@pytest.mark.parametrize("name", ["Bad[wght].ttf", "Bad-Regular.woff2", "Bad-Regular.ttf", "Bad.ttc"])
def test_a_damaged_file_is_refused(tmp_path: Path, name: str) -> None:
    for number, head in enumerate((b"", b"wOF2", b"wOFF", b"ttcf", b"\0\1\0\0")):
        found = fonts(tmp_path / str(number), **{name: head + b"fvar" * 20})
        with pytest.raises(FontError):
            found.font("Bad.ttc#0" if "ttc" in name else "Bad")


def test_letters_with_colours_are_named() -> None:
    from nineup.typography.fonts.font import Font

    font = TTFont(BytesIO(tiny_font("ab")))
    font["COLR"] = buildCOLR({"u0062": [("u0061", 0)]}, version=0)
    font["CPAL"] = buildCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    made = Font("fonts/Tiny-Regular.ttf", saved(font), 400, False)
    assert (made.coloured("aab"), made.coloured("a")) == ("b", "")


@pytest.mark.parametrize("cff", [False, True])
def test_a_slant_makes_italics_for_a_family_without_its_own(tmp_path: Path, cff: bool) -> None:
    files = {"Tiny-Regular.ttf": tiny_font("a", cff=cff), "Tiny-Bold.ttf": tiny_font("a", cff=cff)}
    found = fonts(tmp_path, **files, **{"Tiny-BoldItalic.ttf": tiny_font("a", cff=cff, width=999)})
    family = "Tiny (slant 45)"
    leaning, upright = found.font(family, 400, italic=True), found.font(family)
    glyph = upright.shape("a").glyphs[0]
    assert upright is found.font("Tiny") or upright.key == found.font("Tiny").key
    assert leaning.advance(glyph) == upright.advance(glyph)
    corners = {part[1:] for part in upright.outline(glyph) if len(part) == 3}
    assert {part[1:] for part in leaning.outline(glyph) if len(part) == 3} == {(x - y, y) for x, y in corners}
    assert leaning.italic_angle == -45
    assert wide(found, family, 700, italic=True) == 999


@pytest.mark.parametrize("cff", [False, True])
def test_what_is_embedded_leans_and_only_that(
    tmp_path: Path, cff: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Collection[int]] = []

    def noted(data: bytes, path: str, degrees: float, glyphs: Collection[int]) -> bytes:
        made.append(glyphs)
        return sheared(data, path, degrees, glyphs)

    monkeypatch.setattr("nineup.typography.fonts.slanted.sheared", noted)
    found = fonts(tmp_path, **{"Tiny-Regular.ttf": tiny_font("abcdefgh", cff=cff)})
    leaning, upright = found.font("Tiny (slant 45)", 400, italic=True), found.font("Tiny")
    assert leaning.key != upright.key
    program = leaning.subset([2])
    assert made == [{0}, {0, 2}]
    if cff:
        embedded = CFFFontSet()
        embedded.decompile(BytesIO(program), None)
        charstrings = embedded[0].CharStrings
        pen = RecordingPen()
        charstrings[embedded[0].charset[2]].draw(pen)
    else:
        font, pen = TTFont(BytesIO(program)), RecordingPen()
        font.getGlyphSet()[font.getGlyphOrder()[2]].draw(pen)
    assert {point for _, points in pen.value for point in points} == {
        (0, 0),
        (500, 0),
        (1000, 500),
        (500, 500),
    }


def test_an_absent_italic_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(FontError) as caught:
        Fonts(Project(tmp_path)).font("Young Serif", 400, italic=True)
    assert (
        caught.value.hint == "its styles: Regular; `slant: 10` in the style makes italics of upright letters"
    )


def test_compounds_lean_once(tmp_path: Path) -> None:
    found = Fonts(Project(tmp_path))
    leaning, upright = (found.font("Young Serif (slant 20)", 400, italic) for italic in (True, False))
    lean = math.tan(math.radians(20))
    for letter in "éÅñg":
        glyph = upright.shape(letter).glyphs[0]
        # An outline may begin at another of its points.
        ends = [part[-2:] for part in upright.outline(glyph) if len(part) > 1]
        moved = [part[-2:] for part in leaning.outline(glyph) if len(part) > 1]
        assert ends
        for x, y in ends:
            assert min(math.dist((x - y * lean, y), point) for point in moved) < 1.5
