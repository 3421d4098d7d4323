"""The Markdown: its pictures are files next to it, its links lead somewhere, and it reads well as plain
text.
"""

import io
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from made import WRITTEN, folder_of, tiny_source, written
from markdown_it import MarkdownIt
from nineup.base.project import Project
from nineup.book.writers import markdown
from nineup.model.booklet import (
    Booklet,
    BookletPicture,
    Chapter,
    Heading,
    Link,
    Paragraph,
    PictureEntry,
    PlainText,
    SymbolMention,
    Table,
    TableCell,
)
from nineup.write import publish_appendix
from PIL import Image

GEM, AXE = SymbolMention("gem", "Gem"), SymbolMention("axe", "Axe [old]")
SIGNS = {"gem": "p/symbol.gem.svg", "axe": "p/symbol.axe.svg"}


class Shown(HTMLParser):
    """The anchors, links and pictures of a page, as a reader of Markdown makes them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: dict[str, str] = {}
        self.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if "id" in said:
            self.ids.append(said["id"])
        if tag == "a" and "href" in said:
            self.links.append(unquote(said["href"]))
        if tag == "img":
            self.pictures[unquote(said["src"])] = said["alt"]


@pytest.mark.parametrize("game", WRITTEN)
def test_every_link_leads_to_an_anchor_and_every_picture_is_beside_the_file(game: str) -> None:
    folder = folder_of(game)
    page = Shown((folder / "appendix.md").read_text(encoding="utf-8"))
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if not link.startswith("http")} <= set(page.ids)
    assert all(page.pictures.values())
    beside = {f"appendix-pictures/{path.name}" for path in (folder / "appendix-pictures").iterdir()}
    assert set(page.pictures) == beside
    assert {path.rpartition(".")[2] for path in beside} == {"svg", "webp"}
    for path in beside:
        data = (folder / path).read_bytes()
        if path.endswith(".svg"):
            root = ElementTree.fromstring(data)
            assert root.get("height") == "20"
            assert root[0].text == page.pictures[path]
        else:
            assert Image.open(io.BytesIO(data)).width == 400


def text_of(*blocks: Heading | Paragraph | Table | PictureEntry, **files: dict[str, str]) -> str:
    chapter = Chapter("part", (PlainText("Part"),), blocks)
    return markdown(Booklet("A", "", "", "", (chapter,)), **files).decode().split("## Part\n\n")[1]


def test_symbols_are_pictures_with_their_names() -> None:
    said = (PlainText("2 "), GEM, PlainText(" Gem or "), AXE)
    assert text_of(Paragraph(said), signs=SIGNS) == (
        "2 ![Gem](p/symbol.gem.svg) Gem or ![Axe \\[old\\]](p/symbol.axe.svg)\n"
    )
    table = Table((TableCell((GEM,)),), ((TableCell((PlainText("x"),)),),), ("left",))
    assert text_of(table, signs=SIGNS) == "| ![Gem](p/symbol.gem.svg) |\n| --- |\n| x |\n"


def test_symbols_without_a_picture_are_named_once() -> None:
    said = (PlainText("2 "), GEM, PlainText(" Gem or "), AXE)
    assert text_of(Paragraph(said), signs={}) == "2 Gem or Axe \\[old\\]\n"
    assert text_of(Paragraph((PlainText("1 "), SymbolMention("joy", "J"))), signs=SIGNS) == "1 [J]\n"


def test_a_cards_picture_is_below_its_heading() -> None:
    picture = BookletPicture("deck/first", 'First "Light" & co, Deck', 90.0)
    reported = (
        Heading(3, (PlainText("First Light"),), "card-deck-first"),
        Paragraph((PlainText("Take 1."),)),
    )
    shown = '<img src="p/deck.first.webp" alt="First &quot;Light&quot; &amp; co, Deck" width="160">'
    pictures = {"deck/first": "p/deck.first.webp"}
    assert text_of(PictureEntry(picture, reported), pictures=pictures) == (
        f'<a id="card-deck-first"></a>\n\n#### First Light\n\n{shown}\n\nTake 1.\n'
    )
    assert text_of(PictureEntry(picture, reported[1:]), pictures=pictures) == f"{shown}\n\nTake 1.\n"
    assert "<img" not in text_of(PictureEntry(picture, reported), pictures={})


def test_an_anchor_with_a_space_or_a_quote_is_found() -> None:
    page = Shown(
        text_of(Heading(2, (PlainText("x"),), 'a "b'), Paragraph((Link('#a "b', (PlainText("y"),)),)))
    )
    assert page.links == ['#a-"b']
    assert page.ids == ['a-"b']


def test_a_part_has_just_the_pictures_that_it_shows(tmp_path: Path) -> None:
    project, _ = tiny_source(tmp_path)
    folder = written(project, "tiny", tmp_path / "out", formats=("md",), parts=("cards",))
    assert sorted(path.name for path in (folder / "appendix-cards-pictures").iterdir()) == [
        "deck.first.webp",
        "deck.second.webp",
        "symbol.gem.svg",
    ]
    folder = written(project, "tiny", tmp_path / "other", formats=("md",), parts=("inventory",))
    assert [path.name for path in folder.iterdir()] == ["appendix-inventory.md"]


def test_pictures_of_cards_that_are_gone_go_too_and_a_users_own_stay(tmp_path: Path) -> None:
    project, _ = tiny_source(tmp_path)
    folder = written(project, "tiny", tmp_path / "out", formats=("md",))
    beside = folder / "appendix-pictures"
    for name in ("mine.png", "deck.mine.webp"):
        (beside / name).write_bytes(b"mine")
    cards = tmp_path / "cards/tiny/cards.yaml"
    cards.write_text(re.sub(r"  - id: second.*", "", cards.read_text(encoding="utf-8"), flags=re.DOTALL))
    written(Project(tmp_path), "tiny", tmp_path / "out", formats=("md",))
    assert sorted(path.name for path in beside.iterdir()) == [
        "deck.first.webp",
        "deck.mine.webp",
        "mine.png",
        "symbol.gem.svg",
    ]
    written(Project(tmp_path), "tiny", tmp_path / "out", formats=("html",))
    assert (beside / "deck.first.webp").exists()


def test_all_of_it_is_written_or_nothing(tmp_path: Path) -> None:
    (tmp_path / "p").write_bytes(b"a file where the folder should be")
    with pytest.raises(OSError, match="p"):
        publish_appendix(tmp_path, {"a.md": b"new", "p/x.webp": b""}, "a")
    assert [path.name for path in tmp_path.iterdir()] == ["p"]
