"""The PDF, read back: its pages, outline, links, fonts and words."""

import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from made import WRITTEN, folder_of, tiny_source, written

A4 = (595.28, 841.89)


def file_of(game: str) -> bytes:
    return (folder_of(game) / "appendix.pdf").read_bytes()


@cache
def words_of(game: str) -> tuple[str, ...]:
    document = pypdfium2.PdfDocument(file_of(game))
    return tuple(" ".join(page.get_textpage().get_text_range().split()) for page in document)


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def outline(items: Any, depth: int = 0) -> Iterator[tuple[int, str, Any]]:
    for item in items:
        yield depth, item.title, item.destination
        yield from outline(item.children, depth + 1)


@pytest.mark.parametrize("game", WRITTEN)
def test_it_is_sound(game: str) -> None:
    with opened(file_of(game)) as pdf:
        assert pdf.check_pdf_syntax() == []
        for page in pdf.pages:
            assert [float(edge) for edge in page.mediabox[2:]] == pytest.approx(A4, abs=0.02)
        assert str(pdf.Root.Lang) == "en"
        assert "appendix" in str(pdf.docinfo["/Title"])


@pytest.mark.parametrize("game", WRITTEN)
def test_its_fonts_are_embedded_and_none_is_helvetica(game: str) -> None:
    with opened(file_of(game)) as pdf:
        fonts = {
            str(o.BaseFont)
            for o in pdf.objects
            if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
        }
        files = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/FontName" in o]
    assert fonts
    assert all(re.match(r"/[A-Z]{6}\+", name) for name in fonts)
    assert all("/FontFile2" in each or "/FontFile3" in each for each in files)


@pytest.mark.parametrize("game", WRITTEN)
def test_the_outline_leads_to_the_pages_that_the_contents_name(game: str) -> None:
    with opened(file_of(game)) as pdf, pdf.open_outline() as tree:
        numbers = {page.objgen: number for number, page in enumerate(pdf.pages, start=1)}
        chapters = [
            (title, numbers[destination[0].objgen])
            for depth, title, destination in outline(tree.root)
            if depth == 0
        ]
    assert len(chapters) >= 8
    for title, number in chapters:
        assert f"{title} {number}" in words_of(game)[0]
        assert title.lower() in words_of(game)[number - 1].lower()


@pytest.mark.parametrize("game", WRITTEN)
def test_every_link_leads_to_a_page(game: str) -> None:
    count = 0
    with opened(file_of(game)) as pdf:
        pages = {page.objgen for page in pdf.pages}
        for page in pdf.pages:
            for link in page.get("/Annots", []):
                left, bottom, right, top = (float(edge) for edge in link.Rect)
                assert 0 < left < right < A4[0]
                assert 0 < bottom < top < A4[1]
                count += 1
                if "/Dest" in link:
                    assert link.Dest[0].objgen in pages
                else:
                    assert str(link.A.URI).startswith("http")
    assert count > 50


def test_a_term_leads_to_its_entry_and_a_card_to_its_page() -> None:
    """The link over “Stash” on a card's entry goes to the glossary; that over a card's name in it, to the
    card.
    """
    document = pypdfium2.PdfDocument(file_of("gemotion"))
    glossary = next(
        i for i, text in enumerate(words_of("gemotion")[1:], 1) if "The gems before a player that" in text
    )
    card = next(
        i for i, text in enumerate(words_of("gemotion")[1:], 1) if "Safe in Memory Bank your Stash" in text
    )
    with opened(file_of("gemotion")) as pdf:
        numbers = {page.objgen: number for number, page in enumerate(pdf.pages)}
        found = set()
        for start, words in [(card, "Stash"), (glossary, "Safe in Memory")]:
            text = document[start].get_textpage()
            for link in pdf.pages[start].get("/Annots", []):
                said = text.get_text_bounded(*(float(edge) for edge in link.Rect)).split("\n")[0].strip()
                if said.strip(" ,.") == words:
                    found.add((words, numbers[link.Dest[0].objgen]))
    assert found == {("Stash", glossary), ("Safe in Memory", card)}


@pytest.mark.parametrize("game", WRITTEN)
def test_a_table_that_goes_on_repeats_its_head(game: str) -> None:
    decided = [text for text in words_of(game)[1:] if "Decisions Subject Detail Reason" in text]
    assert decided
    if game == "gem-rush":
        assert len(decided) >= 2


def test_running_heads_name_game_and_chapter() -> None:
    for text in words_of("gemotion")[1:]:
        assert text.startswith("Gemotion ") or " Gemotion " in text


def test_the_same_bytes_twice(tmp_path: Path) -> None:
    project, _ = tiny_source(tmp_path)
    one = (written(project, "tiny", tmp_path / "1", formats=("pdf",)) / "appendix.pdf").read_bytes()
    other = (written(project, "tiny", tmp_path / "2", formats=("pdf",)) / "appendix.pdf").read_bytes()
    assert one == other


def test_a_text_longer_than_a_page_goes_on(tmp_path: Path) -> None:
    project, _ = tiny_source(tmp_path)
    part = tmp_path / "layouts/tiny/appendix/50-part.md"
    part.parent.mkdir()
    part.write_text("# Long\n\n" + "Many words stand here. " * 900 + "\n", encoding="utf-8")
    data = (
        written(project, "tiny", tmp_path / "o", formats=("pdf",), parts=("part",)) / "appendix-part.pdf"
    ).read_bytes()
    document = pypdfium2.PdfDocument(data)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    assert len(document) > 2
    assert text.count("Many") == 900


def test_an_entry_longer_than_a_page_goes_on(tmp_path: Path) -> None:
    project, _ = tiny_source(tmp_path)
    part = tmp_path / "layouts/tiny/appendix/50-part.md"
    part.parent.mkdir()
    words = "Many words stand here. " * 30
    part.write_text("# Long\n\n@card deck/first\n" + f"{words}\n\n" * 20 + "@end\n", encoding="utf-8")
    data = (
        written(project, "tiny", tmp_path / "o", formats=("pdf",), parts=("part",)) / "appendix-part.pdf"
    ).read_bytes()
    text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    assert text.count("Many") == 600


def part_of(tmp_path: Path, text: str) -> list[str]:
    """The texts of the pages of a part."""
    project, _ = tiny_source(tmp_path)
    part = tmp_path / "layouts/tiny/appendix/50-part.md"
    part.parent.mkdir()
    part.write_text(text, encoding="utf-8")
    folder = written(project, "tiny", tmp_path / "o", formats=("pdf",), parts=("part",))
    document = pypdfium2.PdfDocument((folder / "appendix-part.pdf").read_bytes())
    return [page.get_textpage().get_text_range() for page in document]


def test_a_heading_is_on_the_page_of_its_first_entry(tmp_path: Path) -> None:
    entries = "".join(
        f"### Head{n}.\n\n@card deck/first\nBody{n}.\n@end\n\n" + "Between.\n\n" * (n % 4) for n in range(30)
    )
    pages = part_of(tmp_path, f"# Many\n\n{entries}")
    assert len(pages) > 3
    for page in pages:
        assert re.findall(r"Head(\d+)", page) == re.findall(r"Body(\d+)", page)


def test_heads_of_columns_break_before_cells_do(tmp_path: Path) -> None:
    heads = "".join(f" Of {n} players |" for n in range(10, 20))
    rows = f"| What |{heads}\n|---|{'--:|' * 10}\n| A name of some length |{' 8 |' * 10}\n"
    (page,) = part_of(tmp_path, f"# Table\n\n{rows}")
    lines = [line.strip() for line in page.splitlines()]
    assert any(line.startswith("A name of some length") for line in lines)
    assert not any("Of 10 players Of 11 players" in line for line in lines)


def test_a_chart_of_several_series_has_a_dash_for_nothing(tmp_path: Path) -> None:
    chart = "@bars Moves\n| Verb | One | Two |\n|---|--:|--:|\n| Take | 3 | 0 |\n"
    single = "@bars Uses\n| Verb | Times |\n|---|--:|\n| Take | 0 |\n"
    (page,) = part_of(tmp_path, f"# Charts\n\n{chart}\nBetween.\n\n{single}")
    several, alone = page.split("Between")
    assert "3 –" in " ".join(several.split())
    assert alone.split()[-1] != "–"


def test_a_caption_wider_than_its_table_stays_on_one_line(tmp_path: Path) -> None:
    caption = "A caption that says much more than the table below"
    (page,) = part_of(tmp_path, f"# Table\n\n@table {caption}\n| A | B |\n|---|---|\n| 1 | 2 |\n")
    assert caption in [line.strip() for line in page.splitlines()]
