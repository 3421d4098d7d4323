"""An appendix takes time in proportion to its text, whatever that is, and one that nobody could read is
refused.
"""

import tracemalloc
from pathlib import Path

import pytest
from growth import LINEAR, growth
from made import tiny_booklet
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.geometry import Size
from nineup.base.project import Project
from nineup.book.appendix import AppendixInput, rulebook
from nineup.book.writers import BookletTypesetter, PageAssets, html, markdown, pdf
from nineup.logic.select import select
from nineup.typography.fonts import Fonts
from nineup.typography.text import Setting, read_styles

TEXTS = {
    "bold words that begin and never end": "**a ",
    "links that lead nowhere": "[[a b]] ",
    "links that aren't closed": "[[",
    "lines of everything": "**a\n[[\n| \n",
    "symbols": "{gem} ",
    "underlined words": "[underline]{a} ",
    "equal headings": "## a\n",
    "equal anchors": "[[#a]] x\n\n",
    "paragraphs": "a\n\n",
    "rows": "| a | b |\n",
    "emphasis": "*a ",
    "braces": "{a} ",
}
NUMBER = 400


@pytest.mark.parametrize("name", TEXTS)
def test_reading_and_writing_pages_grows_with_the_text(tmp_path: Path, name: str) -> None:
    def made(number: int) -> None:
        booklet, _ = tiny_booklet(tmp_path, "# A\n\n" + TEXTS[name] * number)
        markdown(booklet)
        html(booklet, PageAssets("#000000", "#000000", (), {}, {}, {}))

    assert growth(made, NUMBER) < LINEAR


@pytest.mark.parametrize("name", ["symbols", "underlined words", "emphasis", "links that lead nowhere"])
def test_setting_a_long_paragraph_grows_with_it(tmp_path: Path, name: str) -> None:
    def made(number: int) -> None:
        booklet, _ = tiny_booklet(tmp_path, "# A\n\n" + TEXTS[name] * number)
        fonts = Fonts(Project(tmp_path))
        sheet = read_styles(Project(tmp_path), "layouts/appendix/style.yaml", fonts, Findings())
        assert sheet is not None
        typesetter = BookletTypesetter(fonts, sheet, Setting(fonts, sheet, {}), {})
        pdf(booklet, typesetter, Size(420.0, 595.0))

    assert growth(made, 300) < LINEAR


RULES = {
    "equal headings": "## a\n\n",
    "symbols": "{gem} ",
    "brackets": "[",
    "rows": "|c|d|\n",
    "pictures": "![](chip)",
    "values": "{{ 1 }}\n\n",
    "statements": "{% if 1 %}\n{% endif %}\n",
}


@pytest.mark.parametrize("name", RULES)
def test_a_rulebook_grows_with_its_text(tmp_path: Path, name: str) -> None:
    tiny_booklet(tmp_path, "# A\n")
    game = pipeline.load(Project(tmp_path), "tiny", Findings())
    run = select(game, Findings(), None) if game else None
    assert run is not None
    source = AppendixInput(run, (), {"chip/chip": "chip"})

    def made(number: int) -> None:
        text = "# A\n\n" + ("|a|b|\n|-|-|\n" if name == "rows" else "") + RULES[name] * number
        (tmp_path / "rules.md").write_text(text, encoding="utf-8")
        rulebook(source, Project(tmp_path), "rules.md", Findings())

    assert growth(made, NUMBER) < LINEAR


def test_a_pdf_of_many_cards_takes_little_memory_for_each(tmp_path: Path) -> None:
    def peak(number: int) -> int:
        """The most memory in bytes while the pages of a booklet with so many entries are made and written."""
        entries = "".join(
            f"### Card {at % 10} [[#c{at}]]\n\n[[c{number - 1 - at}|First]] {'draw a card ' * 20}\n\n"
            for at in range(number)
        )
        booklet, _ = tiny_booklet(tmp_path, f"# Cards\n\n{entries}")
        fonts = Fonts(Project(tmp_path))
        sheet = read_styles(Project(tmp_path), "layouts/appendix/style.yaml", fonts, Findings())
        assert sheet is not None
        typesetter = BookletTypesetter(fonts, sheet, Setting(fonts, sheet, {}), {})
        tracemalloc.start()
        portions, problems = pdf(booklet, typesetter, Size(420.0, 595.0))
        assert sum(map(len, portions)) > 1000
        assert not problems
        _, highest = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return highest

    peak(10)  # imports
    assert peak(2400) - peak(1200) < 1200 * LINKED


LINKED = 5000
"""The most bytes for an entry: ReportLab keeps its link, its destination and its bookmark until the end. With its
text and its operators, an entry would take 10,000.
"""
