"""The notation of templates: what is structure, and that printed values never are."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nineup.book.appendix.blocks import Blocks
from nineup.book.appendix.inline import Inlines, InlineVocabulary
from nineup.book.appendix.notation import mark_structure, rich
from nineup.logic.expression import ExpressionError, program
from nineup.model.booklet import (
    BarChart,
    Block,
    Heading,
    Link,
    Listing,
    Paragraph,
    PictureEntry,
    PlainText,
    SymbolMention,
    Table,
    plain_text,
)
from nineup.model.game import Rich

WORDS = InlineVocabulary(
    {"gem": "Gem", "axe": "Axe"},
    {"Bank": "term-bank", "Banked": "term-bank", "Special Move": "term-special-move"},
)


def blocks(template: str, **values: object) -> tuple[Block, ...]:
    reader = Blocks(Inlines(WORDS), {"gem": "#ff0000"}.get, {"deck/first": "The first card"})
    chapter = reader.chapter("part", program(mark_structure(template))(values))
    assert not reader.mistakes
    return chapter.blocks if chapter else ()


def one(template: str, **values: object) -> Block:
    (block,) = blocks(template, **values)
    return block


def test_headings_have_levels_and_anchors() -> None:
    assert blocks("## Two [[#here]]\n### Three & more\n") == (
        Heading(2, (PlainText("Two"),), "here"),
        Heading(3, (PlainText("Three & more"),), "three-more"),
    )


def test_the_first_level_is_the_chapters_title() -> None:
    reader = Blocks(Inlines(WORDS), {}.get, {})
    chapter = reader.chapter("part", program(mark_structure("# The {gem}\n\nText.\n"))({}))
    assert chapter is not None
    assert chapter.title == (PlainText("The "), SymbolMention("gem", "Gem"))


def test_lines_make_paragraphs_and_notes() -> None:
    assert blocks("one\ntwo\n\n> quiet\n") == (
        Paragraph((PlainText("one two"),)),
        Paragraph((PlainText("quiet"),), note=True),
    )


def test_spans_are_kept_with_what_is_in_them() -> None:
    assert one("A [underline]{very **big** {gem}} \\[x].\n") == Paragraph(
        (
            PlainText("A "),
            PlainText("very ", spans=("underline",)),
            PlainText("big", strong=True, spans=("underline",)),
            PlainText(" ", spans=("underline",)),
            SymbolMention("gem", "Gem"),
            PlainText(" [x]."),
        )
    )


def test_a_value_is_no_span() -> None:
    assert one("{{ a }}{gem}\n", a="[sub]") == Paragraph((PlainText("[sub]"), SymbolMention("gem", "Gem")))


def test_lists() -> None:
    assert one("- a\n- b\n") == Listing(((PlainText("a"),), (PlainText("b"),)))
    assert one("1. a\n1. b\n") == Listing(((PlainText("a"),), (PlainText("b"),)), "steps")
    assert one("@index\n- [[x|a]]\n") == Listing(((Link("x", (PlainText("a"),)),),), "index")


def test_items_with_blank_lines_between_them_are_one_list() -> None:
    assert one("- a\n\n- b\n \n\n- c\n\n") == Listing(
        ((PlainText("a"),), (PlainText("b"),), (PlainText("c"),))
    )
    assert [type(block) for block in blocks("- a\n\n1. b\n\ntext\n\n1. c\n")] == [
        Listing,
        Listing,
        Paragraph,
        Listing,
    ]


def test_tables_have_heads_alignments_and_captions() -> None:
    table = one("@table What it holds\n| A | B | C |\n|---|--:|:-:|\n| a\\|b | [[x|y]] | {axe} |\n| d |\n")
    assert isinstance(table, Table)
    assert table.aligns == ("left", "right", "center")
    assert plain_text(table.caption) == "What it holds"
    assert [[plain_text(cell.content) for cell in row] for row in (table.head, *table.rows)] == [
        ["A", "B", "C"],
        ["a|b", "y", "Axe"],
        ["d", "", ""],
    ]


def test_a_loop_over_rows_leaves_no_blank_lines_and_one_over_columns_is_in_the_rule_too() -> None:
    source = (
        "| Name |{% for n in range(2) %} {{ n }} |{% endfor %}\n"
        "|---|{% for n in range(2) %}--:|{% endfor %}\n"
        "{% for name in names %}\n"
        "| {{ name }} |{% for n in range(2) %} {{ n * 2 }} |{% endfor %}\n"
        "{% endfor %}\n"
    )
    table = one(source, names=("a", "b"))
    assert isinstance(table, Table)
    assert [[plain_text(cell.content) for cell in row] for row in (table.head, *table.rows)] == [
        ["Name", "0", "1"],
        ["a", "0", "2"],
        ["b", "0", "2"],
    ]


def test_a_chart_is_a_table_with_bars_in_its_symbols_colours() -> None:
    bars = one("@bars How many\n| What | Count |\n|---|--:|\n| {gem} | 3 |\n| {axe} | 1.5 |\n")
    assert isinstance(bars, BarChart)
    assert [values for _, values in bars.rows] == [(3.0,), (1.5,)]
    assert bars.tones == ("#ff0000", "#5d5d5d")
    assert bars.largest == 3


def test_a_chart_needs_no_head() -> None:
    bars = one("@bars How many\n| {gem} | 3 |\n| {axe} | 1.5 | 2 |\n")
    assert isinstance(bars, BarChart)
    assert [values for _, values in bars.rows] == [(3.0, 0.0), (1.5, 2.0)]
    assert (bars.heading, bars.series) == ((), ((), ()))
    assert len(bars.tones) == 2


def test_rows_may_be_longer_than_the_head_of_their_table() -> None:
    table = one("| a | b |\n|---|---|\n| c | d | e |\n| f |\n")
    assert isinstance(table, Table)
    assert [[plain_text(cell.content) for cell in row] for row in (table.head, *table.rows)] == [
        ["a", "b", ""],
        ["c", "d", "e"],
        ["f", "", ""],
    ]


def test_a_table_has_no_more_columns_than_a_page_has_room_for() -> None:
    reader = Blocks(Inlines(WORDS), {}.get, {})
    text = mark_structure(f"{'| a ' * 41}|\n\n{'| a ' * 40}|\n")
    chapter = reader.chapter("part", text)
    assert chapter is not None
    (table,) = chapter.blocks
    assert isinstance(table, Table)
    assert len(table.rows[0]) == 40
    (mistake,) = reader.mistakes
    assert mistake.message == "a table has 41 columns; a page has room for 40"


def test_an_entry_is_a_picture_with_what_follows() -> None:
    entry = one("@card deck/first 20mm\n### First\n\nText.\n@end\n")
    assert isinstance(entry, PictureEntry)
    assert (entry.picture.key, entry.picture.alt) == ("deck/first", "The first card")
    assert entry.picture.width == pytest.approx(56.69, abs=0.01)
    assert [type(block) for block in entry.blocks] == [Heading, Paragraph]


def test_emphasis_symbols_and_escapes() -> None:
    paragraph = one(r"**bold** *slant* {gem} \{gem} 2 * 3 \*" + "\n")
    assert isinstance(paragraph, Paragraph)
    assert paragraph.content == (
        PlainText("bold", strong=True),
        PlainText(" "),
        PlainText("slant", slant=True),
        PlainText(" "),
        SymbolMention("gem", "Gem"),
        PlainText(" {gem} 2 * 3 *"),
    )


def test_terms_are_found_in_the_games_texts_only_and_the_longest_first() -> None:
    paragraph = one("Bank {{ text }}\n", text=Rich(rich("Banked, a Special Move of Bankers")))
    assert isinstance(paragraph, Paragraph)
    assert paragraph.content == (
        PlainText("Bank "),
        Link("term-bank", (PlainText("Banked"),), is_term=True),
        PlainText(", a "),
        Link("term-special-move", (PlainText("Special Move"),), is_term=True),
        PlainText(" of Bankers"),
    )


def test_what_tags_trim_is_gone() -> None:
    assert one("a\n{%- if true -%}\n  b\n{%- endif %}\n") == Paragraph((PlainText("ab"),))


def test_an_anchor_may_be_in_a_paragraph_and_a_cell() -> None:
    assert one("**Name**[[#here]] more\n") == Paragraph(
        (PlainText("Name", strong=True), PlainText(" more")), anchor="here"
    )
    table = one("| {axe} [[#there]] | b |\n")
    assert isinstance(table, Table)
    assert table.rows[0][0].anchor == "there"


def test_web_links() -> None:
    paragraph = one("[[https://example.org/a_b|the page]] [[javascript:alert(1)|x]]\n")
    assert isinstance(paragraph, Paragraph)
    first, _, second = paragraph.content
    assert isinstance(first, Link)
    assert isinstance(second, Link)
    assert first.is_web
    assert not second.is_web


def test_an_empty_chapter_is_none() -> None:
    assert blocks("{# nothing #}\n{% if false %}\n# Title\n{% endif %}\n") == ()


@given(st.text(alphabet="#-|>@1. ab\n[]{}*\\`<&", max_size=40))
def test_no_value_is_ever_structure(value: str) -> None:
    """Whatever is printed stays words in the one cell, item and heading that print it."""
    found = blocks("## A{{ v }}\n\n- x{{ v }}\n\n| y{{ v }} |\n", v=value)
    assert [type(block) for block in found] == [Heading, Listing, Table]
    heading, listing, table = found
    assert isinstance(heading, Heading)
    assert isinstance(listing, Listing)
    assert isinstance(table, Table)
    read = " ".join(value.split())
    assert [
        " ".join(plain_text(content).split())
        for content in (heading.content, *listing.items, table.rows[0][0].content)
    ] == [f"{letter}{read if value[:1].strip() else ' ' * bool(value) + read}".strip() for letter in "Axy"]


@given(st.text(alphabet="#-|>@1. ab\n[]{}%\\*", max_size=60))
def test_marks_keep_every_place(source: str) -> None:
    assert len(mark_structure(source)) == len(source)


@given(st.text(alphabet="#-|>@1. ab\n[]{}%\\*", max_size=60))
def test_reading_never_fails_but_for_jinja(source: str) -> None:
    try:
        filled = program(mark_structure(source))({})
    except ExpressionError:
        return
    Blocks(Inlines(WORDS), {}.get, {}).chapter("part", filled)


def test_templates_are_found_next_to_the_layouts(tmp_path: Path) -> None:
    from nineup.base.diagnostics import Findings
    from nineup.base.project import Project
    from nineup.book.appendix import templates

    for path in (
        "layouts/tiny/appendix/30-play.md",
        "layouts/tiny/appendix/99-cards.md",
        "layouts/appendix/05-first.md",
    ):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("# X\n", encoding="utf-8")
    (tmp_path / "cards").mkdir()
    found = {template.id: template.path for template in templates(Project(tmp_path), "tiny", Findings())}
    assert list(found)[:4] == ["first", "inventory", "setup", "play"]
    assert list(found)[-1] == "cards"
    assert found["cards"] == "layouts/tiny/appendix/99-cards.md"
    assert found["glossary"] == "layouts/appendix/60-glossary.md"
