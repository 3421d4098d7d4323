"""Finding fonts by their file names."""

import struct
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._f_v_a_r import NamedInstance
from hypothesis import given
from hypothesis import strategies as st
from nineup.base.project import Project
from nineup.typography.fonts import FontError, Fonts
from nineup.typography.fonts.catalogue import FontStyle, cut_named, spaced
from nineup.typography.fonts.names import names_of_bytes
from tinyfont import tiny_font

ROOT = Path(__file__).parents[3]


def project(root: Path, **files: bytes) -> Project:
    (root / "fonts" / "some").mkdir(parents=True)
    for name, data in files.items():
        (root / "fonts" / "some" / name.replace("__", "-").replace("_", ".")).write_bytes(data)
    return Project(root)


@pytest.fixture(scope="module")
def tiny() -> bytes:
    return tiny_font("ab ")


@pytest.mark.parametrize("family", ["Source Sans 3", "SourceSans3", "source sans 3"])
def test_the_packages_own_family_is_found_in_any_spelling(tmp_path: Path, family: str) -> None:
    font = Fonts(Project(tmp_path)).font(family, 600, italic=True)
    assert font.path == "fonts/source-sans-3/SourceSans3-SemiBoldItalic.ttf"
    assert (font.weight, font.italic) == (600, True)


def test_a_projects_file_precedes_the_packages(tmp_path: Path, tiny: bytes) -> None:
    fonts = Fonts(project(tmp_path, SourceSans3__Bold_ttf=tiny))
    assert fonts.font("Source Sans 3", 700).path == "fonts/some/SourceSans3-Bold.ttf"
    assert fonts.font("Source Sans 3", 400).path == "fonts/source-sans-3/SourceSans3-Regular.ttf"


def test_a_font_is_opened_once_and_known_by_its_key(tmp_path: Path) -> None:
    fonts = Fonts(Project(tmp_path))
    font = fonts.font("Source Sans 3")
    assert fonts.font("sourcesans3") is font
    assert fonts.by_key(font.key) is font
    assert font.key.startswith("SourceSans3-Regular-")
    assert len(font.key.rpartition("-")[2]) == 8


def test_the_key_changes_with_the_file(tmp_path: Path, tiny: bytes) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = Fonts(project(tmp_path / "one", Tiny__Regular_ttf=tiny)).font("Tiny")
    two = Fonts(project(tmp_path / "two", Tiny__Regular_ttf=tiny_font("abc "))).font("Tiny")
    assert one.name == two.name == "Tiny-Regular"
    assert one.key != two.key


def test_an_unknown_family_is_reported_with_the_most_similar(tmp_path: Path) -> None:
    with pytest.raises(FontError) as caught:
        Fonts(Project(tmp_path)).font("Sorce Sans 3")
    assert caught.value.message == "there is no font `Sorce Sans 3` in `fonts/`"
    assert caught.value.hint == "did you mean `Source Sans 3`?"


def test_a_missing_style_is_reported_with_the_existing_ones(tmp_path: Path) -> None:
    with pytest.raises(FontError) as caught:
        Fonts(Project(tmp_path)).font("Source Sans 3", 300)
    assert caught.value.message == "the font `Source Sans 3` has no style Light"
    assert caught.value.hint == "its styles: Regular, Italic, SemiBold, SemiBoldItalic, Bold, BoldItalic"


@pytest.mark.parametrize(
    ("file", "advice"),
    [
        ("Odd_ttf", "`fonts/some/Odd.ttf` calls itself `Tiny`"),
        ("Odd__Loud_otf", "`fonts/some/Odd-Loud.otf` calls itself `Tiny`"),
        ("Odd__Bold_eot", "`fonts/some/Odd-Bold.eot` is a .eot file; put a .ttf or .otf there"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, tiny: bytes, file: str, advice: str) -> None:
    with pytest.raises(FontError) as caught:
        Fonts(project(tmp_path, **{file: tiny})).font("Odd")
    assert caught.value.hint == advice


def test_bold_is_the_bold_style_or_else_the_next_heavier(tmp_path: Path, tiny: bytes) -> None:
    fonts = Fonts(
        project(tmp_path, A__Regular_ttf=tiny, A__SemiBold_ttf=tiny, A__Bold_ttf=tiny, A__Black_ttf=tiny)
    )
    assert fonts.bold("A", 400).weight == 700
    assert fonts.bold("A", 600).weight == 700
    assert fonts.bold("A", 700).weight == 900
    assert fonts.bold("A", 900).weight == 900


def test_bold_without_a_heavier_style_is_reported(tmp_path: Path, tiny: bytes) -> None:
    fonts = Fonts(project(tmp_path, A__Regular_ttf=tiny, B__Regular_ttf=tiny, B__Medium_ttf=tiny))
    assert fonts.bold("B", 400).weight == 500
    with pytest.raises(FontError) as caught:
        fonts.bold("A", 400)
    assert caught.value.message == "the font `A` has no style Bold"


@pytest.mark.parametrize(
    ("style", "cut"),
    [
        ("Regular", FontStyle(400, False)),
        ("Italic", FontStyle(400, True)),
        ("SemiBoldItalic", FontStyle(600, True)),
        ("DemiBoldOblique", FontStyle(600, True)),
        ("black", FontStyle(900, False)),
        ("Loud", None),
    ],
)
def test_styles_by_their_names(style: str, cut: FontStyle | None) -> None:
    assert cut_named(style) == cut
    assert cut is None or cut_named(cut.name) == cut


def test_families_are_spelled_for_readers() -> None:
    assert spaced("SourceSans3") == "Source Sans 3"
    assert spaced("EBGaramond") == "EBGaramond"


@pytest.mark.parametrize("link", ["fonts", "fonts/shared", "fonts/Tiny-Regular.ttf"])
def test_fonts_behind_a_link_are_asked_for_as_copies(tmp_path: Path, tiny: bytes, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "Tiny-Regular.ttf").write_bytes(tiny)
    root = tmp_path / "game"
    (root / link).parent.mkdir(parents=True)
    try:
        (root / link).symlink_to(outside / "Tiny-Regular.ttf" if link.endswith(".ttf") else outside)
    except OSError:
        pytest.skip("this system lets only administrators make links")
    with pytest.raises(FontError) as caught:
        Fonts(Project(root)).font("Tiny")
    advice = "copy the fonts into the project, so that it prints the same on every machine"
    if link.endswith(".ttf"):
        expected = f"`{link}` leads out of the project", advice
    else:
        what = f"the folder `{link}` is a link, and fonts behind it aren't read"
        expected = "there is no font `Tiny` in `fonts/`", f"{what}; {advice}"
    assert (caught.value.message, caught.value.hint) == expected


def named(family: str, style: str = "Regular", weight: int = 400, width: int = 5, **more: Any) -> bytes:
    """A font by its own names, of a weight and a class of width; `more` are further names by their fields."""
    font = TTFont(BytesIO(tiny_font("ab ", names={"familyName": family, "styleName": style, **more})))
    font["OS/2"].usWeightClass, font["OS/2"].usWidthClass = weight, width
    font["OS/2"].fsSelection = 1 if "Italic" in style else 64
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def test_a_family_is_found_by_what_its_files_say_of_themselves(tmp_path: Path) -> None:
    fonts = Fonts(
        project(
            tmp_path,
            serif_ttf=named("DejaVu Serif", "Book"),
            serifbd_ttf=named("DejaVu Serif", "Bold Italic", 700),
            Other__Bold_ttf=named("Real Name", "Bold", 700),
        )
    )
    assert fonts.font("DejaVu Serif").path == "fonts/some/serif.ttf"
    assert fonts.font("DejaVu Serif", 700, italic=True).path == "fonts/some/serifbd.ttf"
    assert fonts.font("real name", 700).path == "fonts/some/Other-Bold.ttf"
    assert fonts.font("Other", 700).path == "fonts/some/Other-Bold.ttf"
    assert fonts.others("Source Sans 3") == ("DejaVu Serif", "Other", "YoungSerif")


def test_a_family_has_names_in_other_languages(tmp_path: Path) -> None:
    names = {"familyName": {"en": "Ume Mincho", "ja": "梅明朝"}}
    fonts = Fonts(project(tmp_path, ume_ttf=named("", **names)))
    assert fonts.font("梅明朝") is fonts.font("Ume Mincho")


def test_a_width_may_be_a_file_of_its_own(tmp_path: Path) -> None:
    wide, narrow = named("Sans"), named("Sans Condensed", width=3, typographicFamily="Sans")
    fonts = Fonts(project(tmp_path, a_ttf=narrow, b_ttf=wide))
    assert fonts.font("Sans").path == "fonts/some/b.ttf"
    assert fonts.font("Sans (width 75)").path == fonts.font("Sans Condensed").path == "fonts/some/a.ttf"


def test_a_weight_may_be_in_the_name_of_the_family(tmp_path: Path) -> None:
    fonts = Fonts(project(tmp_path, a_ttf=named("Sans SemiBold", weight=600, typographicFamily="Sans")))
    assert fonts.font("Sans SemiBold") is not None
    with pytest.raises(FontError):
        fonts.font("Sans")


def test_the_named_styles_of_a_variable_font_are_families(tmp_path: Path) -> None:
    data = (ROOT / "docs/samples/style-width/fonts/RobotoFlex[wdth,wght].ttf").read_bytes()
    font = TTFont(BytesIO(data))
    font["name"].setName("Condensed Bold", 300, 3, 1, 0x409)
    axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    instance = NamedInstance()
    instance.subfamilyNameID, instance.coordinates = 300, {**axes, "wdth": 50.0, "wght": 700.0}
    font["fvar"].instances = [instance]
    file = BytesIO()
    font.save(file)
    fonts = Fonts(project(tmp_path, flex_ttf=file.getvalue()))
    narrow, plain = fonts.font("Roboto Flex Condensed", 700), fonts.font("Roboto Flex", 700)
    assert narrow.shape("a").width < plain.shape("a").width


@given(st.data())
def test_garbage_in_names_is_never_an_exception(data: st.DataObject) -> None:
    font = bytearray(named("Sans"))
    for _ in range(data.draw(st.integers(1, 30))):
        font[data.draw(st.integers(0, len(font) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(font[: data.draw(st.integers(0, len(font)))])
    count = data.draw(st.integers(0, 2**32 - 1))
    collection = b"ttcf\0\1\0\0" + struct.pack(">2I", count, data.draw(st.integers(0, 2**32 - 1))) + cut
    for each in (cut, collection):
        for names in names_of_bytes(each):
            assert all(family.isprintable() for family in names.families)
            assert 100 <= names.weight <= 900
