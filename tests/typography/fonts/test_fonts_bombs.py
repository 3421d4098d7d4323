"""Font files that are small to send and large to read: each ends soon, in a font or in a FontError."""

import struct
import time
import zlib
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import brotli
import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from nineup.base.project import Project
from nineup.typography.fonts import FontError, Fonts
from tinyfont import tiny_font

SECONDS = 20
"""Of processor time. Each takes less than half of one."""


def web_font(table: bytes, kind: str) -> bytes:
    """A font whose only table unpacks to much more than it states."""
    if kind == "woff":
        packed = zlib.compress(table)
        head = b"wOFF\0\1\0\0" + struct.pack(">LHHL", 64 + len(packed), 1, 0, 100) + bytes(24)
        return head + struct.pack(">4s4L", b"head", 64, len(packed), len(packed) + 1, 0) + packed
    packed = brotli.compress(table, quality=1)
    head = b"wOF2\0\1\0\0" + struct.pack(">LHHLL", 51 + len(packed), 1, 0, 100, len(packed)) + bytes(24)
    return head + b"\x01" + b"\x83\x7f" + packed


def collection(count: int) -> bytes:
    return b"ttcf" + struct.pack(">2L", 0x10000, count) + struct.pack(">L", 12) * count


def composite(levels: int, each: int) -> bytes:
    """A font whose last glyph has parts that have parts: as many as `each` to the power of the levels."""
    font = TTFont(BytesIO(tiny_font("abcdefghijkl")))
    names = [f"u{ord(letter):04X}" for letter in "abcdefghijkl"]
    for before, name in pairwise(names[: levels + 1]):
        font["glyf"][name] = parts(*[before] * each)
    return saved(font)


def circle() -> bytes:
    """A font with two glyphs that have each other as parts."""
    font = TTFont(BytesIO(tiny_font("ab")))
    font["glyf"]["u0061"], font["glyf"]["u0062"] = parts("u0062"), parts("u0061")
    return saved(font)


def parts(*names: str) -> Glyph:
    glyph = Glyph()
    glyph.numberOfContours, glyph.components = -1, []
    glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
    for name in names:
        component = GlyphComponent()
        component.glyphName, component.x, component.y, component.flags = name, 0, 0, 0
        glyph.components.append(component)
    return glyph


def saved(font: TTFont) -> bytes:
    font["maxp"].recalc = lambda *_: None
    font["glyf"].recalcBBoxes = font.recalcBBoxes = False
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def damaged() -> bytes:
    """A font of an `a` that is a part of the `b`, in which the points of the `a` need more bytes than
    it has.
    """
    font = TTFont(BytesIO(tiny_font("ab")))
    font["glyf"]["u0062"] = parts("u0061")
    data = saved(font)
    font = TTFont(BytesIO(data))
    flags = font.reader.tables["glyf"].offset + font["loca"][font.getGlyphID("u0061")] + 14
    return data[:flags] + bytes(4) + data[flags + 4 :]


BOMBS: dict[str, Callable[[], bytes]] = {
    "Odd-Regular.woff": lambda: web_font(bytes(20_000_000), "woff"),
    "Odd-Regular.woff2": lambda: web_font(bytes(20_000_000), "woff2"),
    "Odd.ttc": lambda: collection(1_000_000),
    "Odd-Regular.ttf": lambda: composite(10, 10),
    "Odd-Regular.TTF": circle,
}


@pytest.mark.parametrize("letters", ["a", "b", "ab"])
def test_letters_that_are_damaged_are_left_out_where_they_lean(tmp_path: Path, letters: str) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Odd-Regular.ttf").write_bytes(damaged())
    font = Fonts(Project(tmp_path)).nearest("Odd (slant 10)", italic=True)
    made = TTFont(BytesIO(font.subset(font.shape(letters).glyphs)))
    assert {made["glyf"][name].numberOfContours for name in made.getGlyphOrder()[1:]} == {0}


def test_a_letter_that_is_too_large_to_lean_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    font = TTFont(BytesIO(tiny_font("ab")))
    glyph = font["glyf"]["u0061"]
    glyph.coordinates[0] = (32_000, 32_000)
    (tmp_path / "fonts" / "Odd-Regular.ttf").write_bytes(saved(font))
    leaning = Fonts(Project(tmp_path)).nearest("Odd (slant 10)", italic=True)
    made = TTFont(BytesIO(leaning.subset(leaning.shape("ab").glyphs)))
    contours = [made["glyf"][name].numberOfContours for name in made.getGlyphOrder()]
    assert contours[-2:] == [0, 1]


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.parametrize("leaning", [False, True])
def test_a_small_file_takes_no_long_time(tmp_path: Path, name: str, leaning: bool) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / name).write_bytes(BOMBS[name]())
    begun = time.process_time()
    family = "Odd.ttc#0" if name.endswith("ttc") else "Odd"
    try:
        font = Fonts(Project(tmp_path)).nearest(f"{family} (slant 10)" if leaning else family, italic=leaning)
        glyphs = font.shape("ak").glyphs
        for glyph in glyphs:
            assert len(font.outline(glyph)) < 1_000_000
        font.subset(glyphs)
        is_read = True
    except FontError as error:
        is_read = name not in str(error)
    assert is_read is name.lower().endswith("ttf")
    assert time.process_time() - begun < SECONDS
