"""Gemotion printed and read back: every card's text is where the manifest says, on both papers."""

import json
import re
from collections import Counter
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.model.game import Run

ROOT = Path(__file__).parents[2]
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


@pytest.fixture(scope="module")
def run() -> Run:
    findings = Findings()
    game = pipeline.load(Project(ROOT), "gemotion", findings)
    assert game is not None
    chosen = pipeline.choose_run(
        game, pipeline.RunChoice(players=3, options={"colors": "red,yellow,black"}), findings
    )
    assert chosen is not None
    return chosen


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("output")
    findings = Findings()
    choice = pipeline.RunChoice(players=3, options={"colors": "red,yellow,black"})
    printing = pipeline.PrintOptions(papers=("a4", "letter"), output=output)
    outcome = pipeline.build(Project(ROOT), "gemotion", choice, printing, findings, lambda *_: None)
    assert outcome.status is Status.DONE, findings
    return output / "gemotion" / "3p-red-yellow-black"


@pytest.fixture(scope="module")
def manifest(folder: Path) -> dict:
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


def written(rich: str, run: Run) -> str:
    """A rich text as the PDF's text should read it, without spaces: symbols by their names, no marks."""
    text = re.sub(r"\{([\w-]+)\}", lambda symbol: run.game.symbols[symbol.group(1)].name, rich)
    return "".join(text.replace("**", "").replace("*", "").split())


@pytest.mark.parametrize("paper", PAPERS)
def test_every_cards_words_are_where_the_manifest_says(
    folder: Path, manifest: dict, run: Run, paper: str
) -> None:
    cards = {(part.component.id, part.card.id): part.card for part in run.parts}
    document = pypdfium2.PdfDocument(folder / f"cards-{paper}.pdf")
    pages = {number: page.get_textpage() for number, page in enumerate(document, 1)}
    height = PAPERS[paper][1]
    checked = 0
    for piece in manifest["pieces"]:
        card = cards[piece["component"], piece["card"]]
        if piece["file"] != f"cards-{paper}.pdf" or piece["side"] != "front" or "text" not in card.values:
            continue
        x, y, width, tall = (side * MM for side in piece["box"])
        top = height * MM - y
        found = pages[piece["page"]].get_text_bounded(x, top - tall, x + width, top)
        words = "".join(found.replace("\x02", "-").split())  # pdfium's sign for a hyphen that ends a line
        assert written(card.values["name"], run) in words
        assert written(card.values["text"], run) in words
        checked += 1
    assert checked == 3 * (17 + 9) + 2 * (4 + 6)


def test_every_copy_is_placed_once_with_front_and_back(manifest: dict, run: Run) -> None:
    for paper in PAPERS:
        fronts = Counter(
            (piece["component"], piece["card"], piece["owner"])
            for piece in manifest["pieces"]
            if piece["side"] == "front" and f"-{paper}." in piece["file"]
        )
        asked = Counter({(p.component.id, p.card.id, p.owner or ""): p.copies for p in run.parts if p.copies})
        assert fronts == asked
        copies = Counter(
            (piece["component"], piece["card"], piece["owner"], piece["copy"], piece["side"])
            for piece in manifest["pieces"]
            if f"-{paper}." in piece["file"]
        )
        assert set(copies.values()) == {1}


def test_pages_have_the_papers_boxes_embedded_fonts_and_a_name(folder: Path, manifest: dict) -> None:
    for file in manifest["files"]:
        with pikepdf.open(folder / file["file"]) as pdf:
            assert len(pdf.pages) == len(file["pages"])
            assert str(pdf.docinfo["/Title"]).startswith("Gemotion: ")
            assert str(pdf.docinfo["/Author"]) == "George Jaros"
            for page, reported in zip(pdf.pages, file["pages"], strict=True):
                sides = sorted(float(side) / MM for side in page.mediabox[2:])
                assert sides == pytest.approx(sorted(reported["paper"]), abs=0.01)
                assert page.trimbox == page.mediabox
            for font in (
                thing
                for thing in pdf.objects
                if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
            ):
                if font.get("/Subtype") == "/Type0":
                    descriptor = font.DescendantFonts[0].FontDescriptor
                    assert "/FontFile2" in descriptor or "/FontFile3" in descriptor
                    assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont))
                else:
                    assert font.get("/Subtype") in ("/CIDFontType2", "/CIDFontType0")


def test_poker_cards_are_exactly_poker_cards_nine_on_a_sheet(manifest: dict) -> None:
    on_pages = Counter(
        (piece["file"], piece["page"])
        for piece in manifest["pieces"]
        if piece["component"] in ("player-deck", "power") and piece["side"] == "front"
    )
    boxes = {
        tuple(piece["box"][2:])
        for piece in manifest["pieces"]
        if piece["component"] in ("player-deck", "power")
    }
    assert boxes == {(63.5, 88.9)}
    assert set(on_pages.values()) == {9, (3 * 26 + 2 * 10) % 9}
