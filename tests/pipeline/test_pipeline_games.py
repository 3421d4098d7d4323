"""The other three games printed whole and read back: every card's words are where the manifest says."""

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from nineup.base.units import MM
from nineup.model.game import Run

ROOT = Path(__file__).parents[2]

TEXTS = {
    "gem-rush": {"room": ("name", "text")},
    "gem-thief": {
        "story": ("name", "text"),
        "conflict": ("name", "text"),
        "treasure": ("text",),
        "resolution": ("name", "text"),
        "destination": ("text",),
    },
    "raghba": {"emotion": ("text",), "engagement": ("text",), "story": ("text",)},
}
"""By game and component, the fields that its cards print."""


def plain(text: str, run: Run) -> str:
    """A rich text as the PDF's text should read it: symbols by their names, in one case, without spaces and
    marks.
    """
    text = re.sub(r"(?<!\\)\{([\w-]+)\}", lambda symbol: run.game.symbols[symbol.group(1)].name, text)
    return "".join(re.sub(r"[*\\]", "", text).split()).casefold()


@pytest.mark.parametrize("game", TEXTS)
def test_every_cards_words_are_on_its_sheet(game: str, tmp_path: Path) -> None:
    findings = Findings()
    project = Project(ROOT)
    outcome = pipeline.build(
        project,
        game,
        pipeline.RunChoice(),
        pipeline.PrintOptions(papers=("a4",), output=tmp_path),
        findings,
        lambda *_: None,
    )
    assert outcome.status is Status.DONE, findings
    loaded = pipeline.load(project, game, findings)
    assert loaded is not None
    run = pipeline.choose_run(loaded, pipeline.RunChoice(), findings)
    assert run is not None
    folder = tmp_path / game / "box"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    sizes = {file["file"]: [page["paper"][1] * MM for page in file["pages"]] for file in manifest["files"]}
    pages = {file: [page.get_textpage() for page in pypdfium2.PdfDocument(folder / file)] for file in sizes}
    cards = {(part.component.id, part.card.id): part.card for part in run.parts}
    seen = set()
    for piece in manifest["pieces"]:
        fields = TEXTS[game].get(piece["component"], ())
        if piece["side"] != "front" or not fields:
            continue
        x, y, width, tall = (side * MM for side in piece["box"])
        top = sizes[piece["file"]][piece["page"] - 1] - y
        page = pages[piece["file"]][piece["page"] - 1]
        words = "".join(
            page.get_text_bounded(x, top - tall, x + width, top).replace("\x02", "-").split()
        ).casefold()
        card = cards[piece["component"], piece["card"]]
        for field in fields:
            assert plain(card.values[field], run) in words, (piece["card"], field)
        seen.add((piece["component"], piece["card"]))
    assert seen == {key for key in cards if key[0] in TEXTS[game]}
