"""The HTML page: it needs no other file, and screen readers find it in order."""

import base64
import io
import re
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path as File

import pypdfium2
import pytest
from made import ROOT, WRITTEN, tiny_source, written
from nineup.base.geometry import Box, Size
from nineup.base.project import Project
from nineup.book.writers import PageAssets, html
from nineup.model.booklet import (
    BarChart,
    Block,
    Booklet,
    Chapter,
    Inline,
    Link,
    Paragraph,
    PlainText,
    SymbolMention,
    Table,
    TableCell,
    Words,
)
from nineup.model.drawing import Form, Path, rectangle
from nineup.pipeline import appendix_formats
from nineup.typography.fonts import Fonts
from pages import page_of
from PIL import Image as Pixels
from tiny import CARDS, STYLE, write_tiny
from tinyfont import tiny_font

VOID = {"meta", "link", "img", "br", "image", "use"}


class Page(HTMLParser):
    """The elements of a page, and what is wrong with their nesting."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag in tags]


@pytest.mark.parametrize("game", WRITTEN)
def test_every_page_is_complete_and_self_contained(game: str) -> None:
    text = page_of(game)
    page = Page(text)
    assert (page.wrong, page.open) == ([], [])
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    anchors = {
        attributes["href"][1:] for attributes in page.all("a", "use") if attributes["href"].startswith("#")
    }
    assert anchors <= set(ids)
    outside = [a for a in page.all("a") if not a["href"].startswith("#")]
    assert all(a["href"].startswith(("http://", "https://")) for a in outside)
    for attributes in page.all("img", "image", "link"):
        assert (attributes.get("src") or attributes["href"]).startswith("data:")
    assert page.all("script", "iframe", "object") == []
    assert set(re.findall(r"url\((?!data:)#?(.*?)\)", text)) <= set(ids)


@pytest.mark.parametrize("game", WRITTEN)
def test_every_page_can_be_read_aloud(game: str) -> None:
    page = Page(page_of(game))
    assert page.all("html")[0]["lang"] == "en"
    assert all(picture["alt"] for picture in page.all("img"))
    assert all(sign["aria-label"] for sign in page.all("svg") if sign.get("role") == "img")
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert [len(page.all(landmark)) for landmark in ("header", "nav", "main", "footer")] == [1, 1, 1, 1]
    assert all(region["aria-label"] for _, region in page.elements if region.get("role") == "region")


SQUARE = Form("red", Size(10, 10), (Path(rectangle(Box(0, 0, 10, 10)), fill=(1.0, 0.0, 0.0)),))
ASSETS = PageAssets("#000000", "#803300", (), {}, {"red": SQUARE}, Fonts(Project(ROOT)).by_key)


def page_with(block: Block) -> str:
    chapter = Chapter("part", (PlainText("Part"),), (block,))
    return html(Booklet("A <b>", "", "&", '"x"', (chapter,)), ASSETS).decode()


def body(*content: Inline) -> str:
    page = page_with(Paragraph(tuple(content)))
    return page.split('<h2 id="part">Part</h2>\n')[1].split("\n</section>")[0]


def test_a_page_ends_with_whose_the_game_is() -> None:
    rights = {"licence": "None stated", "permission": "Ask <first>", "edition": "Ours"}
    footer = (
        html(Booklet("A", "", "B", "None stated", (), rights=rights), ASSETS).decode().split("<footer>")[1]
    )
    said = re.sub(r"</?(bdi|p)>", "", footer.split("</p>")[0])
    assert said == "A. Designer: B. Licence: None stated. Ask &lt;first&gt;. Ours."


def test_what_a_card_says_is_never_markup() -> None:
    text = body(PlainText('<script>alert(1)</script> & "x"\n**'))
    assert text == "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;x&#34;<br>**</p>"


def test_a_symbol_stays_with_its_number_and_with_what_closes_or_names_it() -> None:
    """A browser would break beside a picture, even at a no-break space."""
    red = SymbolMention("red", "Red")
    said = re.sub(
        r"<svg.*?</svg>",
        "@",
        body(PlainText("Take 2 "), red, PlainText(". Or ("), red, red, PlainText("\u00a0Rage, 1")),
    )
    assert said == (
        '<p>Take <span class="kept">2 @.</span> Or <span class="kept">(@</span>'
        '<span class="kept">@\u00a0Rage,</span> 1</p>'
    )
    linked = body(Link("x", (PlainText("a "), red)), PlainText(", b"))
    assert re.sub(r"<svg.*?</svg>", "@", linked) == '<p><a href="#x">a @</a>, b</p>'


def test_a_picture_has_its_paper_and_nothing_beyond_its_cut() -> None:
    """What a card leaves blank is white on a dark page too, and its round corners are clear."""
    data = re.findall(r'<img src="data:image/webp;base64,([^"]*)"', page_of("raghba"))[0]
    picture = Pixels.open(io.BytesIO(base64.b64decode(data))).convert("RGBA")
    assert picture.width == 400
    assert picture.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert picture.getpixel((200, 3)) == (255, 255, 255, 255)


def test_many_pictures_are_beside_the_page_and_go_with_it(
    tmp_path: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, _ = tiny_source(tmp_path)
    monkeypatch.setattr(appendix_formats, "MOST_INSIDE", 1)
    folder = written(project, "tiny", tmp_path / "out", formats=("html",))
    images = list(Page((folder / "appendix.html").read_text(encoding="utf-8")).all("img"))
    shown = [image["src"] for image in images]
    assert shown == ["appendix-pictures/deck.first.jpg", "appendix-pictures/deck.second.jpg"]
    picture = Pixels.open(folder / shown[0])
    assert (picture.size[0], picture.mode) == (300, "RGB")
    assert images[0]["style"] == "border-radius:4.72%/3.37%"  # 3 mm of a poker card
    monkeypatch.setattr(appendix_formats, "MOST_INSIDE", 2)
    written(project, "tiny", tmp_path / "out", formats=("html",))
    assert not list((folder / "appendix-pictures").iterdir())


def test_very_many_pictures_give_each_component_a_page_and_links_lead_to_it(
    tmp_path: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, _ = tiny_source(tmp_path)
    monkeypatch.setattr(sys.modules["nineup.book.writers.html"], "MOST_ON_PAGE", 1)
    folder = written(project, "tiny", tmp_path / "out", formats=("html",))
    files = sorted(path.name for path in folder.glob("*.html"))
    assert files == ["appendix-1-deck-deck.html", "appendix.html"]
    pages = {file: Page((folder / file).read_text(encoding="utf-8")) for file in files}
    ids = {file: [a["id"] for _, a in page.elements if "id" in a] for file, page in pages.items()}
    for file, page in pages.items():
        assert (page.wrong, page.open) == ([], [])
        assert len(set(ids[file])) == len(ids[file])
        for link in page.all("a"):
            target, _, anchor = link["href"].partition("#")
            if not target.startswith("http"):
                assert anchor in ids[target or file], link
    assert len(pages["appendix-1-deck-deck.html"].all("img")) == 2
    assert not pages["appendix.html"].all("img")
    assert any(a["href"] == "appendix-1-deck-deck.html#deck-deck" for a in pages["appendix.html"].all("a"))
    # A shorter appendix has one page, and so has one of another part alone.
    monkeypatch.undo()
    written(project, "tiny", tmp_path / "out", formats=("md",))
    assert len(list(folder.glob("*.html"))) == 2
    written(project, "tiny", tmp_path / "out", formats=("html",))
    assert [path.name for path in folder.glob("*.html")] == ["appendix.html"]


def test_a_part_alone_with_a_page_for_each_component_leads_back(
    tmp_path: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, _ = tiny_source(tmp_path)
    monkeypatch.setattr(sys.modules["nineup.book.writers.html"], "MOST_ON_PAGE", 1)
    folder = written(project, "tiny", tmp_path / "out", formats=("html",), parts=("cards",))
    further = Page((folder / "appendix-cards-1-deck-deck.html").read_text(encoding="utf-8"))
    assert "appendix-cards.html#cards" in [a["href"] for a in further.all("a")]


def test_a_symbol_is_drawn_once_and_used_by_its_id() -> None:
    red = SymbolMention("red", "Red & round")
    chapter = Chapter("part", (PlainText("Part"),), (Paragraph((red, PlainText(" or "), red)),))
    page = html(Booklet("A", "", "", "", (chapter,)), ASSETS).decode()
    lines = '<path d="M0 0L10 0L10 10L0 10Z" fill="#ff0000"/>'
    assert page.count(f'<symbol id="the-red" viewBox="0 0 10 10">{lines}</symbol>') == 1
    used = (
        '<svg class="sign" role="img" aria-label="Red &amp; round" style="width:1.3em" viewBox="0 0 10 10">'
        '<use href="#the-red"/></svg>'
    )
    assert f"<p>{used} or {used}</p>" in page


def test_a_symbol_without_a_drawing_reads_as_its_name() -> None:
    assert body(PlainText("1 "), SymbolMention("blue", "Blue")) == '<p><span class="kept">1 Blue</span></p>'


def test_a_table_without_a_caption_is_named_by_its_first_words() -> None:
    rows = ((TableCell((PlainText("Piles"),)), TableCell((PlainText("3"),))),)
    table = Table((TableCell(()), TableCell((PlainText("2 players"),))), rows, ("left", "right"))
    assert 'role="region" tabindex="0" aria-label="2 players"' in page_with(table)


def test_a_stacked_chart_has_a_key_and_series_of_one_tone_differ() -> None:
    series = tuple((PlainText(name),) for name in ("One", "Two", "Three"))
    rows = (((PlainText("Row"),), (1.0, 2.0, 1.0)),)
    chart = BarChart((), (), series, rows, ("#111111", "#222222", "#111111"))
    text = page_with(chart)
    bars = re.findall(r"""<i( class="[^"]*")? style="width:([^;]*);background-color:([^"]*)""", text)
    key = [("", "1.6em", "#111111"), ("", "1.6em", "#222222"), (' class="hatch-1"', "1.6em", "#111111")]
    assert bars[:3] == key
    assert [(hatch, tone) for hatch, _, tone in bars[3:]] == [(hatch, tone) for hatch, _, tone in key]
    assert [width for _, width, _ in bars[3:]] == ["25.00%", "50.00%", "25.00%"]


def test_a_script_is_no_link() -> None:
    text = body(Link('javascript:alert("1")', (PlainText("x"),)))
    assert text == '<p><a href="#javascript:alert(&#34;1&#34;)">x</a></p>'


def test_the_title_is_text_too() -> None:
    page = html(Booklet("A <b>", "", "&", '"x"', ()), ASSETS).decode()
    assert "<b>" not in page


@pytest.mark.parametrize(
    ("language", "tag"), [("ar", '<html lang="ar" dir="rtl">'), ("de", '<html lang="de">')]
)
def test_a_page_runs_as_its_language_does(language: str, tag: str) -> None:
    page = html(Booklet("A", "", "", "", (), words=Words(language)), ASSETS).decode()
    assert tag in page


def test_letters_that_the_appendix_lacks_are_in_the_families_of_the_cards(tmp_path: File) -> None:
    root = write_tiny(
        tmp_path / "game", style=STYLE.replace("font: Source Sans 3", "font: [Source Sans 3, Tiny]"),
        cards=CARDS.replace("First Light", "אב גד"),
    )  # fmt: skip
    (root / "fonts").mkdir(exist_ok=True)
    for style in ("Regular", "Bold"):
        (root / "fonts" / f"Tiny-{style}.ttf").write_bytes(tiny_font("אבגד "))
    folder = written(Project(root), "tiny", root / "out", formats=("pdf",))
    assert "אב גד" in _text(folder / "appendix.pdf")


def _text(path: File) -> str:
    pages = pypdfium2.PdfDocument(path.read_bytes())
    return "".join(page.get_textpage().get_text_range() for page in pages)


def test_the_same_page_twice(tmp_path: File) -> None:
    project, _ = tiny_source(tmp_path)
    one = (written(project, "tiny", tmp_path / "1") / "appendix.html").read_bytes()
    other = (written(Project(tmp_path), "tiny", tmp_path / "2") / "appendix.html").read_bytes()
    assert one == other
