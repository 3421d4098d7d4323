"""Finding fonts by their file names."""

from pathlib import Path

import pytest
from nineup.base.project import Project
from nineup.typography.fonts import FontError, Fonts
from nineup.typography.fonts.catalogue import FontStyle, cut_named, spaced
from tinyfont import tiny_font


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
        ("Odd_ttf", "`fonts/some/Odd.ttf` is not named Family-Style, such as `SourceSans3-BoldItalic.ttf`"),
        (
            "Odd__Loud_otf",
            "`fonts/some/Odd-Loud.otf` is not named Family-Style, such as `SourceSans3-BoldItalic.ttf`",
        ),
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
