"""Every built-in span shows wherever texts are shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from nineup.base.markup import SPANS, BuiltInSpan
from nineup.base.project import STARTER, Project
from nineup.book.writers import BookletTypesetter, PageAssets, html, markdown
from nineup.model.booklet import Booklet, Chapter, Paragraph, PlainText
from nineup.typography.fonts import Fonts
from nineup.typography.text import Setting, Style, StyleSheet

DOCS = Path(__file__).parents[2] / "docs"
STYLE = Style("Source Sans 3")
FONTS = Fonts(Project(STARTER))
ASSETS = PageAssets("#000000", "#000000", (), {}, {}, FONTS.by_key)


def forgotten(name: str) -> Iterator[str]:
    """The places that show words in a span like any others."""
    sheet = StyleSheet({"text": STYLE}, {})
    plain, spanned = (PlainText("words"),), (PlainText("words", spans=(name,)),)
    typesetter = BookletTypesetter(FONTS, sheet, Setting(FONTS, sheet, {}), {})
    if typesetter.copy(plain, STYLE, 200).ops == typesetter.copy(spanned, STYLE, 200).ops:
        yield "look"
    one, other = (
        Booklet("A", "", "", "", (Chapter("part", (PlainText("Part"),), (Paragraph(content),)),))
        for content in (plain, spanned)
    )
    if html(one, ASSETS) == html(other, ASSETS):
        yield "HTML"
    is_kept = " " not in SPANS[name].begins  # Renderers of Markdown keep no style of a tag.
    if is_kept and markdown(one) == markdown(other):
        yield "Markdown"
    if f"[{name}]{{" not in (DOCS / "text.md").read_text(encoding="utf-8"):
        yield "docs/text.md"
    samples = (DOCS / "samples").glob("*/game.yaml")
    if not any(f"[{name}]{{" in path.read_text(encoding="utf-8") for path in samples):
        yield "docs/samples"


@pytest.mark.parametrize("name", SPANS)
def test_a_span_shows_everywhere(name: str) -> None:
    assert list(forgotten(name)) == []


def test_a_forgotten_place_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SPANS, "loud", BuiltInSpan(lambda look, font: {}, "", ""))
    assert list(forgotten("loud")) == ["look", "HTML", "Markdown", "docs/text.md", "docs/samples"]
