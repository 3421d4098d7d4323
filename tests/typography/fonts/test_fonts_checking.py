"""Fonts that somebody brings: what prints is named as fonts are found, what doesn't is refused."""

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTCollection, TTFont
from nineup.base.project import STARTER, Project
from nineup.typography.fonts import FontError, Fonts
from nineup.typography.fonts.checking import checked_font
from tinyfont import tiny_font

ROOT = Path(__file__).parents[3]
FILES = sorted(
    file
    for folder in (ROOT / "fonts", STARTER / "fonts", ROOT / "docs/samples")
    for file in folder.rglob("*.[to]tf")
)


def in_flavor(data: bytes, flavor: str) -> bytes:
    font = TTFont(BytesIO(data))
    font.flavor = flavor
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def collection(*fonts: bytes) -> bytes:
    whole = TTCollection()
    whole.fonts = [TTFont(BytesIO(each)) for each in fonts]
    out = BytesIO()
    whole.save(out)
    return out.getvalue()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_font_gets_the_name_that_it_has(file: Path) -> None:
    name = checked_font("download (3).bin", file.read_bytes()).name
    assert sorted(name) == sorted(file.name)  # the axes of a variable font in any order


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (tiny_font("abc"), "Tiny-Regular.ttf"),
        (tiny_font("abc", cff=True), "Tiny-Regular.otf"),
        (in_flavor(tiny_font("abc"), "woff"), "Tiny-Regular.woff"),
        (in_flavor(tiny_font("abc"), "woff2"), "Tiny-Regular.woff2"),
        (collection(tiny_font("abc"), tiny_font("xyz")), "mine.ttc"),
        (tiny_font("abc", names={"typographicFamily": "Émile & Söhne 2"}), "ÉmileSöhne2-Regular.ttf"),
        (tiny_font("abc", names={"typographicSubfamily": "Condensed Bold"}), "TinyCondensed-Regular.ttf"),
        (tiny_font("abc", names={"typographicFamily": "../../etc/passwd"}), "etcpasswd-Regular.ttf"),
    ],
)
def test_a_checked_font_is_found_by_its_family(data: bytes, name: str, tmp_path: Path) -> None:
    font = checked_font("mine.ttf", data)
    assert font.name == name
    folder = tmp_path / "fonts/some"
    folder.mkdir(parents=True)
    (folder / font.name).write_bytes(data)
    for each in ("cards", "layouts"):
        (tmp_path / each).mkdir()
    opened = Fonts(Project(tmp_path)).font(font.family)
    assert opened.path == f"fonts/some/{name}"


REFUSED = {
    "empty": (b"", "is not a TrueType"),
    "a program": (b"MZ\x90\0" * 99, "is not a TrueType"),
    "a page": (b"<html><script>1</script></html>", "is not a TrueType"),
    "a picture": (b"\x89PNG\r\n\x1a\n" * 9, "is not a TrueType"),
    "only its head": (b"\0\1\0\0" + b"\0" * 300, "is not a font file, or is damaged"),
    "truncated": (tiny_font("abc")[:-400], "is not a font file, or is damaged"),
    "a truncated web font": (in_flavor(tiny_font("abc"), "woff2")[:-60], "is not a font file, or is damaged"),
    "a collection of too many": (b"ttcf\0\1\0\0\0\0\xff\xff" + b"\0" * 400, "has more than 200 fonts"),
    "a collection of none": (b"ttcf\0\1\0\0\0\0\0\0" + b"\0" * 400, "is not a font file, or is damaged"),
    "one that forbids embedding": (tiny_font("abc", embedding=2), "doesn't allow embedding"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_can_t_be_printed_is_refused(case: str) -> None:
    data, why = REFUSED[case]
    with pytest.raises(FontError) as refused:
        checked_font("mine.ttf", data)
    assert refused.value.message.startswith("`mine.ttf`")
    assert why in refused.value.message
