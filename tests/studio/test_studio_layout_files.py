"""Layouts as whole files: new, renamed, resized and deleted in one step each; what uses them is named."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from nineup_studio import Studio
from playwright.sync_api import expect
from studio_window import Open, arrived
from test_studio_canvas import Canvas
from test_studio_grid_requests import Grid
from tiny import BACK, CARD, GAME, write_tiny

EDGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:n="nineup" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">\n'
    '  <rect id="edge" x="1" y="1" width="61.5" height="86.9" fill="none" stroke="#aa8844"/>\n'
    '  <text x="9" y="70" class="rules" n:text="{{ card.name }}">A name</text>\n</svg>\n'
)
FRAMED = CARD.replace("</svg>\n", '  <use href="parts/edge.svg#edge"/>\n</svg>\n')


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = write_tiny(tmp_path / "project", card=FRAMED)
    (root / "layouts/tiny/parts").mkdir()
    (root / "layouts/tiny/parts/edge.svg").write_text(EDGE, encoding="utf-8")
    return root


@pytest.fixture
def grid(project: Path) -> Grid:
    return Grid(project)


def files(root: Path) -> dict[str, str]:
    return {
        each.relative_to(root).as_posix(): each.read_text(encoding="utf-8")
        for folder in ("cards", "layouts")
        for each in (root / folder).rglob("*.*")
    }


def sent(grid: Grid, bases: dict[str, str] | None = None, **request: str) -> dict[str, Any]:
    body = json.dumps({"request": request, "bases": bases or {}})
    answer = grid.http.post("/tiny/layout-files", content=body)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def undo(grid: Grid) -> None:
    assert "done" in grid.http.post("/tiny/undo", content="{}").json()


def test_a_blank_layout_for_a_side_is_one_step(grid: Grid, project: Path) -> None:
    before = files(project)
    result = sent(grid, type="new", name="Chip Back", component="chip", side="back")
    assert result["layout"] == "chip-back.svg"
    after = files(project)
    assert {file for file in after if after[file] != before.get(file)} == {
        "cards/tiny/game.yaml",
        "layouts/tiny/chip-back.svg",
    }
    assert after["cards/tiny/game.yaml"] == GAME.replace("back: chip.svg", "back: chip-back.svg")
    assert after["layouts/tiny/chip-back.svg"].splitlines()[1:] == [
        '  <rect id="background" x="-3" y="-3" width="22" height="22" fill="#ffffff"/>',
        "</svg>",
    ]
    assert 'aria-current="true">chip-back<' in grid.http.get("/tiny/layouts/chip-back.svg").text
    scene = grid.http.get("/tiny/canvas/chip-back.svg").json()
    assert (scene["width"], scene["bleed"]) == pytest.approx((16, 3), abs=0.001)
    assert [each["name"] for each in scene["elements"]] == ["Background"]
    assert not scene["is_lone"]
    undo(grid)
    assert files(project) == before


def test_a_first_back_is_named_in_the_game_file(tmp_path: Path) -> None:
    grid = Grid(write_tiny(tmp_path, game=GAME.replace("    back: back.svg\n", "")))
    sent(grid, type="new", name="back-2", component="deck", side="back")
    text = (tmp_path / "cards/tiny/game.yaml").read_text(encoding="utf-8")
    assert "    layout: card.svg\n    back: back-2.svg\n" in text


def test_a_copy_takes_the_size_of_its_component(grid: Grid, project: Path) -> None:
    result = sent(
        grid, type="new", name="tokens/first", component="chip", side="front", like="layouts/tiny/card.svg"
    )
    assert result["layout"] == "tokens/first.svg"
    text = files(project)["layouts/tiny/tokens/first.svg"]
    wanted = FRAMED.replace(
        'width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9"',
        'width="16mm" height="16mm" viewBox="0 0 16 16"',
    )
    assert text == wanted.replace("parts/edge.svg", "../parts/edge.svg")
    sent(grid, type="new", name="plain", component="deck", side="front", like="layouts/plain-card.svg")
    assert files(project)["layouts/tiny/plain.svg"].startswith("<!-- A plain poker card")


def test_a_rename_is_one_step_and_refuses_a_name_that_is_taken(grid: Grid, project: Path) -> None:
    before = files(project)
    file = "layouts/tiny/parts/edge.svg"
    assert "already exists" in sent(grid, type="rename", file=file, name="card")["refused"]
    assert "already exists" in sent(grid, type="rename", file=file, name="plain-card")["refused"]
    assert "is no name" in sent(grid, type="rename", file=file, name="../!")["refused"]
    assert files(project) == before
    assert sent(grid, type="rename", file=file, name="Gold Edge")["layout"] == "gold-edge.svg"
    after = files(project)
    assert after["layouts/tiny/card.svg"] == FRAMED.replace("parts/edge.svg", "gold-edge.svg")
    assert after["layouts/tiny/gold-edge.svg"] == EDGE
    undo(grid)
    assert files(project) == before


def test_a_layout_that_has_changed_is_a_conflict(grid: Grid, project: Path) -> None:
    base = grid.http.get("/tiny/canvas/back.svg").json()["base"]
    theirs = BACK.replace("#334455", "#123456")
    (project / "layouts/tiny/back.svg").write_text(theirs, encoding="utf-8")
    file = "layouts/tiny/back.svg"
    conflict = sent(grid, {file: base}, type="rename", file=file, name="rear")["conflict"]
    assert not (project / "layouts/tiny/rear.svg").exists()
    sent(grid, {file: conflict["digest"]}, type="rename", file=file, name="rear")
    assert files(project)["layouts/tiny/rear.svg"] == theirs


def test_only_what_nothing_uses_is_deleted(grid: Grid, project: Path) -> None:
    refused = sent(grid, type="delete", file="layouts/tiny/parts/edge.svg")
    assert refused["refused"].startswith("`parts/edge.svg` is used in layouts/tiny/card.svg:6")
    (use,) = refused["uses"]
    assert use["place"] == "layouts/tiny/card.svg:6"
    assert (
        grid.http.get(use["address"].partition("/tiny")[1] + use["address"].partition("/tiny")[2]).status_code
        == 200
    )
    (project / "layouts/tiny/card.svg").write_text(CARD, encoding="utf-8")
    before = files(project)
    assert "done" in sent(grid, type="delete", file="layouts/tiny/parts/edge.svg")
    assert before.keys() - files(project).keys() == {"layouts/tiny/parts/edge.svg"}
    undo(grid)
    assert files(project) == before
    assert "is no layout" in sent(grid, type="delete", file="cards/tiny/cards.yaml")["refused"]
    assert "comes with Nineup" in sent(grid, type="delete", file="layouts/plain-card.svg")["refused"]


def test_a_layout_follows_the_size_of_its_component(grid: Grid, project: Path) -> None:
    path = project / "cards/tiny/game.yaml"
    path.write_text(GAME.replace("size: poker", "size: 70mm x 120mm"), encoding="utf-8")
    grid.work.edited(("cards/tiny/game.yaml",))
    misfit = grid.http.get("/tiny/canvas/card.svg").json()["misfit"]
    assert misfit == {"component": "deck", "name": "Deck", "width": 70, "height": 120}
    sent(grid, type="fit", file="layouts/tiny/card.svg", component="deck")
    assert 'width="70mm" height="120mm" viewBox="0 0 70 120"' in files(project)["layouts/tiny/card.svg"]


def test_an_element_that_another_drawing_shows_is_neither_deleted_nor_renamed(
    grid: Grid, project: Path
) -> None:
    scene = grid.http.get("/tiny/canvas/parts/edge.svg").json()
    assert scene["is_lone"]
    assert [each["name"] for each in scene["elements"]] == ["Edge", "Name"]
    before = files(project)
    for gesture in (
        {"type": "remove", "targets": [{"path": [0]}]},
        {"type": "values", "targets": [{"path": [0]}], "values": {"id": "rim"}},
        {"type": "values", "targets": [{"path": [0]}], "values": {"id": ""}},
    ):
        body = json.dumps({"base": scene["base"], "gesture": gesture, "says": "test"})
        result = grid.http.post("/tiny/canvas/parts/edge.svg", content=body).json()
        assert result["refused"].startswith("`#edge` of this drawing is used in layouts/tiny/card.svg:6")
        assert files(project) == before
    body = json.dumps({"base": scene["base"], "gesture": {"type": "remove", "targets": [{"path": [1]}]}})
    assert "done" in grid.http.post("/tiny/canvas/parts/edge.svg", content=body).json()


def test_layouts_are_made_renamed_opened_and_kept_in_a_browser(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, "/tiny/layouts/card.svg", 1280)
    canvas = Canvas(page, project / "layouts/tiny/card.svg")
    page.locator("#structure [data-path='4']").click()  # what it shows comes from another file
    expect(page.locator("#chosenhint")).to_contain_text("This comes from parts/edge.svg: open it")
    page.locator("#chosenhint a").click()
    arrived(page, re.compile("parts/edge.svg"))
    expect(page.locator("#layoutnote")).to_contain_text("No piece has this drawing as its layout")
    page.locator("#structure [data-path='0']").click()
    page.locator("#stage").focus()
    page.keyboard.press("Delete")
    expect(page.locator("#toast")).to_contain_text("`#edge` of this drawing is used")
    page.locator("#deletelayout").click()
    expect(page.locator("#layoutdialog li a")).to_have_text("layouts/tiny/card.svg:6")
    page.keyboard.press("Escape")
    page.locator("#renamelayout").click()
    page.keyboard.press("Control+a")
    page.keyboard.type("Rim")
    page.keyboard.press("Enter")
    arrived(page, re.compile("layouts/rim.svg"))
    assert canvas.text == FRAMED.replace("parts/edge.svg", "rim.svg")
    page.locator("#newlayout").click()
    page.keyboard.type("Hero")
    page.locator("#layoutdialog [name=like]").select_option(label="a copy of card.svg")
    page.locator("#layoutdialog .main").click()
    arrived(page, re.compile("layouts/hero.svg"))
    assert (project / "layouts/tiny/hero.svg").read_text(encoding="utf-8") == canvas.text
