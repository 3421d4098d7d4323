"""The words that fonts and styles keep shaped: bounded, and what is set doesn't depend on what is
forgotten.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from nineup.base.geometry import Box
from nineup.base.project import Project
from nineup.typography.fonts import Fonts
from nineup.typography.text import Setting, StyleSheet, set_frame
from textkit import SIGNS, STYLE, TERMS

BOX = Box(10, 20, 130, 70)
FEW = 2_000
STYLES = (
    STYLE,
    msgspec.structs.replace(STYLE, align="justify", tracking=0.5),
    msgspec.structs.replace(STYLE, case="small-caps", hyphenate="en"),
)


def texts() -> Iterator[str]:
    """Texts of ever new words: with markup, in both directions, and with a mark that can't be printed."""
    generator = random.Random(1)
    for _ in range(120):
        words = ["".join(generator.choices("abdeiknorstuwy", k=generator.randint(2, 9))) for _ in range(8)]
        yield f"Take 2 {{white}}, **{words[0]} *{words[1]}*** {' '.join(words[2:])}. שלום (עולם) {words[0]}"


def drawn() -> tuple[list[str], Setting]:
    setting = Setting(Fonts(Project(Path(__file__).parent)), StyleSheet({}, {}), SIGNS, TERMS)
    found = [set_frame(text, BOX, style, setting) for text in texts() for style in STYLES]
    return [repr((each.ops, each.problems)) for each in found], setting


def kept(setting: Setting) -> list[int]:
    """The number of words that each table of a font and of a style has."""
    fonts = [setting.fonts.font("Source Sans 3"), setting.fonts.font("Source Sans 3", 700)]
    shaping = [setting.shaping(style) for style in STYLES]
    in_fonts = [len(font._shaped) + len(font._apart) + len(font._small_caps) for font in fonts]
    in_styles = [sum(map(len, each._tables.values())) + len(each._stretched) for each in shaping]
    return [*in_fonts, *in_styles]


def test_many_words_are_forgotten_and_set_again_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    expected, setting = drawn()
    assert max(kept(setting)) > 700
    for module in ("fonts.font", "text.words.shaping"):
        monkeypatch.setattr(f"nineup.typography.{module}.MOST_LETTERS", FEW)
    found, setting = drawn()
    assert found == expected
    assert 0 < max(kept(setting)) < FEW / 8
