"""Missing fonts in the studio: what it draws is set in the fonts that builds and drafts use for them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from nineup.base import EditedProject, Findings
from nineup.base.project import Project
from nineup.pipeline import load
from nineup_studio.live.preview import PreviewStages
from nineup_studio.live.workspace import Workspace
from nineup_studio.security import Access
from nineup_studio.server import make_app
from starlette.testclient import TestClient
from tiny import write_tiny
from tinyfont import tiny_font

OWN = "http://127.0.0.1:8000"
CARD = "deck/first/sun"
LETTERS = "".join(map(chr, range(32, 127)))
BOX = "M0 0L0 -500L500 -500L500 0L0 0Z"
"""Each letter of a tiny font."""
STYLE = """\
palette: {ink: "#222222"}
styles:
  rules: {font: Arial, size: 10pt, min-size: 7.5pt}
  title: {extends: rules, size: 13pt, min-size: 9pt}
"""
SUBSTITUTE = "fonts: {substitute: {Arial: Boxes}}\n"


class Desk:
    """A game in Arial, which its project lacks, in a studio."""

    def __init__(self, root: Path, family: str, settings: str, style: str = STYLE) -> None:
        write_tiny(root, style=style)
        (root / "fonts").mkdir()
        font = tiny_font(LETTERS, names={"familyName": family, "styleName": "Regular"})
        (root / "fonts" / "one.ttf").write_bytes(font)
        (root / "nineup.yaml").write_text(settings, encoding="utf-8")
        self.root = root
        self.work = Workspace(Project(root))
        access = Access(8000)
        self.http = TestClient(make_app(self.work, access), f"{OWN}{access.root}", headers={"origin": OWN})

    def letters(self, digest: str) -> set[str]:
        """The outlines of the letters of a face."""
        return letters(self.http.get(f"/face/{digest}.svg").text)

    def preview(self, file: str, *changes: dict[str, Any]) -> dict[str, Any]:
        """The card's front with changes that aren't written."""
        body = {"file": file, "base": self.work.history.version(file).digest, "changes": changes}
        return self.http.post(f"/tiny/preview/{CARD}", json=body).json()  # type: ignore[no-any-return]


def letters(drawing: str) -> set[str]:
    return set(re.findall(r'<path id="g\w+" d="([^"]*)"', drawing))


@pytest.fixture(params=[("Boxes", SUBSTITUTE), ("Liberation Sans", "")], ids=["asked", "as wide"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return Desk(tmp_path, *request.param)


def test_faces_are_set_in_what_takes_the_place_of_a_font(desk: Desk) -> None:
    gallery = desk.http.get("/tiny/").text
    faces = [desk.letters(digest) for digest in set(re.findall(r"/face/(\w+)\.svg", gallery))]
    assert [each for each in faces if each] == [{BOX}] * len([each for each in faces if each])
    assert any(faces)


def test_a_canvas_draws_with_it(desk: Desk) -> None:
    scene = desk.http.get("/tiny/canvas/card.svg", params={"card": CARD}).json()
    assert [each["values"] for each in scene["elements"] if each["tag"] == "text"] == [{"n:text": ["Sun"]}]
    body = json.dumps({"base": scene["base"]})
    face = desk.http.post("/tiny/canvas-trial/card.svg", params={"card": CARD}, content=body).json()["face"]
    assert desk.letters(face) == {BOX}


def test_a_sample_of_a_font_shows_it(desk: Desk) -> None:
    asked = {"family": "Arial", "text": "ab"}
    assert letters(desk.http.get("/tiny/font-sample", params=asked).text) == {BOX}


@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("cards/tiny/cards.yaml", ["cards", 0, "name"]),
        ("layouts/tiny/style.yaml", ["styles", "title", "size"]),
    ],
    ids=["a text", "a style"],
)
def test_an_unsaved_edit_is_drawn_with_it(desk: Desk, file: str, path: list[str]) -> None:
    value = "12pt" if "size" in path else "One"
    found = desk.preview(file, {"type": "set", "path": path, "value": value})
    assert desk.letters(found["front"]) == {BOX}


def test_another_substitute_is_seen_at_once(desk: Desk) -> None:
    front = desk.preview("cards/tiny/cards.yaml")["front"]
    assert desk.letters(front) == {BOX}
    (desk.root / "nineup.yaml").write_text("fonts: {substitute: {Arial: Young Serif}}\n", encoding="utf-8")
    other = desk.letters(desk.preview("cards/tiny/cards.yaml")["front"])
    assert other
    assert BOX not in other


def test_a_style_that_can_be_read_only_as_edited_is_drawn_with_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "Boxes", SUBSTITUTE, style="styles: [")
    edited = EditedProject(desk.work.project, {"layouts/tiny/style.yaml": STYLE.encode()})
    game = load(edited, "tiny", Findings())
    assert game
    with desk.work.cache.stages(desk.work.project, "tiny") as stages:
        engine = PreviewStages(stages).engine(edited, game, Findings())
        assert stages.engine(desk.work.project, game, Findings()) is None
    assert engine
    assert engine.fonts.replaced("Arial") == ("Boxes", True)
    assert list(engine.sheet.styles) == ["rules", "title"]
