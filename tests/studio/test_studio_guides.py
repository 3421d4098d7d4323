"""Guides are kept as Inkscape keeps them and change nothing on paper; a grid is each browser's own."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from nineup.files.edit import edit, editor_marks, guide_change
from nineup_studio import Studio
from playwright.sync_api import expect
from studio_window import Open, live
from test_studio_canvas import DRAWN, FILE, Canvas, sent
from test_studio_grid_requests import Grid
from test_studio_structure import faces, text
from tiny import CARD, write_tiny

HEAD = 'xmlns:n="nineup"'
SPACE = ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'


def guide(axis: int, at: float | None = None, path: list[int] | None = None) -> dict[str, Any]:
    return {"type": "guide", "axis": axis, "at": at, "path": path}


def guides(grid: Grid) -> list[dict[str, Any]]:
    return list(grid.http.get("/tiny/canvas/card.svg").json()["guides"])


def test_guides_are_inkscape_s_and_the_faces_stay(tmp_path: Path) -> None:
    grid = Grid(write_tiny(tmp_path, card=CARD))
    before = faces(tmp_path)
    sent(grid, guide(0, 12))
    sent(grid, guide(1, 20.5))
    first, *others = CARD.replace(HEAD, HEAD + SPACE).splitlines()
    view = [
        "  <sodipodi:namedview>",
        '    <sodipodi:guide position="12,0" orientation="1,0"/>',
        '    <sodipodi:guide position="0,68.4" orientation="0,-1"/>',
        "  </sodipodi:namedview>",
    ]
    assert text(tmp_path).splitlines() == [first, *view, *others]
    assert guides(grid) == [
        {"path": [0, 0], "axis": 0, "at": 12},
        {"path": [0, 1], "axis": 1, "at": 20.5},
    ]
    assert faces(tmp_path) == before
    sent(grid, guide(1, 30, [0, 1]))
    assert 'position="0,58.9" orientation="0,-1"' in text(tmp_path)
    sent(grid, guide(0, None, [0, 0]))
    assert guides(grid) == [{"path": [0, 0], "axis": 1, "at": 30}]
    sent(grid, guide(1, None, [0, 0]))
    assert text(tmp_path).splitlines() == [first, *others]
    assert sent(grid, guide(1, 4, [0, 0]))["refused"] == "this guide isn't there any more"
    while "done" in grid.http.post("/tiny/undo", content="{}").json():
        pass
    assert text(tmp_path) == CARD


def test_inkscape_s_own_guides_are_read_and_its_view_stays() -> None:
    view = (
        '<sodipodi:namedview id="base" showguides="true">'
        '<sodipodi:guide position="100,0" orientation="1,0" id="a" inkscape:locked="false"/>'
        '<sodipodi:guide position="5,300" orientation="0,1"/>'
        '<sodipodi:guide position="5,300" orientation="0.7,0.7"/><sodipodi:guide position="x"/></sodipodi:namedview>'
    )
    spaces = SPACE + ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"{spaces} width="50mm" height="40mm" viewBox="0 0 500 400">{view}</svg>'
    marks = editor_marks(drawing, 40, 0.1)
    assert [(each.path, each.axis, each.at) for each in marks.guides] == [((0, 0), 0, 10), ((0, 1), 1, 10)]
    changes = guide_change(drawing, 0, None, 40, unit=0.1, path=(0, 0))
    after = edit("a.svg", drawing.encode(), changes)
    assert isinstance(after, bytes)
    assert b'<sodipodi:namedview id="base" showguides="true"><sodipodi:guide position="5,300"' in after
    (change,) = guide_change(drawing, 1, 12.5, 40, unit=0.1, path=(0, 1))
    assert (change.path, change.value) == ((0, 1, "position"), "5,275")  # type: ignore[union-attr]


@pytest.mark.skipif(shutil.which("inkscape") is None, reason="needs Inkscape")
def test_inkscape_reads_what_is_written_and_draws_the_same(tmp_path: Path) -> None:
    grid = Grid(write_tiny(tmp_path, card=DRAWN))
    plain = tmp_path / "plain.png"
    guided = tmp_path / "guided.png"

    def export(target: Path) -> bytes:
        command = ["inkscape", str(tmp_path / FILE), f"--export-filename={target}", "--export-dpi=50"]
        subprocess.run(command, check=True, capture_output=True, timeout=240)
        return target.read_bytes()

    before = export(plain)
    sent(grid, guide(0, 12))
    sent(grid, {"type": "mark", "targets": [{"path": [1]}], "lock": True})
    assert export(guided) == before


def test_guides_are_dragged_out_of_the_rulers_and_snapped_to(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, "/tiny/layouts/card.svg", 1280)
    canvas = Canvas(page, project / FILE)
    page.locator("#stage").focus()
    canvas.drag((30, -5), (30, 25.02), "Control")  # out of the ruler above
    grips = page.locator(".keptguides .grip")
    expect(grips).to_have_count(1)
    assert 'position="0,63.9"' in canvas.text
    page.mouse.move(*canvas.at(20, 27))
    page.mouse.down()
    page.mouse.move(*canvas.at(20, 29))
    page.mouse.move(*canvas.at(20, 30.2))
    expect(page.locator("#guides")).to_contain_text("guide at 25 mm")
    page.mouse.up()
    expect(page.locator("#toast")).not_to_contain_text("refused")
    expect(page.locator("#chosen-top")).to_have_value("25")
    canvas.drag((60, 25), (60, -6))  # back into it
    expect(grips).to_have_count(0)
    page.get_by_role("button", name="Guides").click()
    page.locator("#gridshown").check()
    page.locator("#gridstep").fill("10")
    page.keyboard.press("Tab")
    expect(page.locator("#overlay .grid line")).to_have_count(16)
    page.locator("[data-addguide='1']").press("Enter")
    field = page.locator("#guidelist input")
    expect(field).to_have_value("44.4")
    field.fill("40")
    field.press("Tab")
    expect(grips.first).to_have_attribute("y1", "40")
    page.reload()
    live(page)
    expect(page.locator("#overlay .grid line")).to_have_count(16)
    page.get_by_role("button", name="Guides").click()
    page.locator("#guidelist button").click()
    expect(grips).to_have_count(0)
