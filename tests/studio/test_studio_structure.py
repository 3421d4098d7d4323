"""The structure of a layout: elements are locked, hidden, and put elsewhere without a change on paper."""

from pathlib import Path
from typing import Any

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.model import Digests
from nineup.pipeline import DrawnRun, PrintOptions, RunChoice, draw
from nineup_studio import Studio
from playwright.sync_api import APIResponse, Locator, Page, Route, expect
from studio_window import Open, becomes
from test_studio_canvas import DRAWN, FILE, Canvas, sent
from test_studio_grid_requests import Grid
from tiny import CARD, write_tiny

GROUPS = CARD.replace(
    "</svg>\n",
    """\
  <g transform="translate(10 50)" fill="#aa2200">
    <rect x="0" y="0" width="8" height="8"/>
    <g transform="rotate(30) scale(2)">
      <rect x="1" y="1" width="3" height="2" stroke="#000000"/>
    </g>
  </g>
  <g n:each="n in [1, 2]" n:column="1mm">
    <text x="40" y="60" class="rules" n:text="{{ n }}">1</text>
    <rect x="50" y="57" width="2" height="2"/>
  </g>
</svg>
""",
)


def faces(root: Path) -> list[str]:
    """The digests of all faces."""
    ready = draw(
        Project(root), "tiny", RunChoice(), PrintOptions(allow_errors=True), Findings(), lambda *_: None
    )
    assert isinstance(ready, DrawnRun)
    digests = Digests()
    return [digests[each.front] for each in ready.drawn]


def mark(*path: int, **what: bool) -> dict[str, Any]:
    return {"type": "mark", "targets": [{"path": path}], **what}


def elements(grid: Grid) -> dict[tuple[int, ...], dict[str, Any]]:
    scene = grid.http.get("/tiny/canvas/card.svg").json()
    return {tuple(each["path"]): each for each in scene["elements"]}


def text(root: Path) -> str:
    return (root / FILE).read_text(encoding="utf-8")


def test_a_lock_is_inkscape_s_and_refuses_every_other_change(tmp_path: Path) -> None:
    grid = Grid(write_tiny(tmp_path, card=GROUPS))
    before = faces(tmp_path)
    assert "done" in sent(grid, mark(4, lock=True))
    space = 'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
    assert text(tmp_path) == GROUPS.replace('xmlns:n="nineup"', f'xmlns:n="nineup" {space}').replace(
        '50)" fill="#aa2200">', '50)" fill="#aa2200" sodipodi:insensitive="true">'
    )
    assert faces(tmp_path) == before
    found = elements(grid)
    assert (found[4,]["locks"], found[4, 0]["locks"], found[4, 0]["is_locked"]) == (True, False, True)
    for gesture in (
        {"type": "move", "targets": [{"path": [4]}], "by": [[1, 1]]},
        {"type": "remove", "targets": [{"path": [4, 0]}]},
        {"type": "place", "targets": [{"path": [4, 0]}], "into": [], "at": 0},
    ):
        assert sent(grid, gesture)["refused"] == "it is locked: unlock it in the structure first"
    sent(grid, mark(4, lock=False))
    assert text(tmp_path) == GROUPS.replace('xmlns:n="nineup"', f'xmlns:n="nineup" {space}')


@pytest.mark.parametrize("path", [(1,), (3,), (4,), (4, 1, 0)])
def test_what_is_hidden_is_printed_all_the_same(tmp_path: Path, path: tuple[int, ...]) -> None:
    grid = Grid(write_tiny(tmp_path, card=GROUPS))
    before, printed = text(tmp_path), faces(tmp_path)
    assert grid.http.get("/tiny/canvas/card.svg").json()["face"] == ""
    assert "done" in sent(grid, mark(*path, hide=True))
    assert 'display="none" n:display="inline"' in text(tmp_path)
    assert text(tmp_path).replace(' display="none" n:display="inline"', "") == before
    assert faces(tmp_path) == printed
    assert elements(grid)[path]["hidden"] == "here"
    shown = grid.http.get("/tiny/canvas/card.svg").json()["face"]
    assert shown
    assert shown not in printed
    assert "done" in sent(grid, mark(*path, hide=False))
    assert text(tmp_path) == before


def test_what_is_not_printed_says_so_and_is_printed_when_shown(tmp_path: Path) -> None:
    card = CARD.replace('class="title"', 'class="title" style="opacity: 1; display:none"')
    grid = Grid(write_tiny(tmp_path, card=card))
    assert elements(grid)[1,]["hidden"] == "printed"
    sent(grid, mark(1, hide=False))
    assert text(tmp_path) == card.replace("; display:none", "")
    sent(grid, mark(1, hide=True))
    assert (
        "`n:display`"
        in sent(
            Grid(write_tiny(tmp_path, card=CARD.replace('class="title"', 'n:display="{{ card.name }}"'))),
            mark(1, hide=True),
        )["refused"]
    )


def test_what_is_shown_as_a_symbol_is_not_hidden_by_a_binding(tmp_path: Path) -> None:
    grid = Grid(write_tiny(tmp_path, card=GROUPS))
    before = (tmp_path / "layouts/tiny/gem.svg").read_bytes()
    answer = sent(grid, mark(0, hide=True), layout="gem.svg")
    assert "no picture or symbol has: it is used in cards/tiny/game.yaml" in answer["refused"]
    assert (tmp_path / "layouts/tiny/gem.svg").read_bytes() == before


@pytest.mark.parametrize(
    ("path", "into", "at"),
    [((4, 0), (), 0), ((4, 1, 0), (), -1), ((4, 1, 0), (4,), 0), ((1,), (4,), -1), ((0,), (4, 1), -1)],
)
def test_an_element_that_is_put_elsewhere_stays_where_it_is(
    tmp_path: Path, path: tuple[int, ...], into: tuple[int, ...], at: int
) -> None:
    grid = Grid(write_tiny(tmp_path, card=GROUPS))
    before = text(tmp_path)
    spot = elements(grid)[path]["spots"][0]
    (chosen,) = sent(grid, {"type": "place", "targets": [{"path": path}], "into": into, "at": at})["chosen"]
    after = elements(grid)[tuple(chosen)]
    assert after["spots"][0]["reach"] == pytest.approx(spot["reach"], abs=0.02)
    if path == (4, 0):
        assert after["attributes"]["fill"] == "#aa2200"
    assert "done" in grid.http.post("/tiny/undo", content="{}").json()
    assert text(tmp_path) == before


def test_several_go_together_and_stay_in_order(tmp_path: Path) -> None:
    grid = Grid(write_tiny(tmp_path, card=GROUPS))
    targets = [{"path": [0]}, {"path": [4, 0]}, {"path": [2]}]
    found = sent(grid, {"type": "place", "targets": targets, "into": [5], "at": 1})
    assert found["chosen"] == [[3, 1], [3, 2], [3, 3]]
    names = [elements(grid)[tuple(path)]["name"] for path in found["chosen"]]
    assert names == ["Rectangle", "Text", "Rectangle"]


@pytest.mark.parametrize(
    ("path", "into", "why"),
    [
        ((5, 0), (), "it shows `n` of the group's `n:each`"),
        ((4,), (4, 1), "a group can't be put into itself"),
        ((0,), (1,), "only a group can hold it"),
        ((0,), (9,), "only a group can hold it"),
    ],
)
def test_a_place_that_would_change_the_card_is_refused(
    tmp_path: Path, path: tuple[int, ...], into: tuple[int, ...], why: str
) -> None:
    grid = Grid(write_tiny(tmp_path, card=GROUPS))
    answer = sent(grid, {"type": "place", "targets": [{"path": path}], "into": into, "at": 0})
    assert answer["refused"] == why
    assert text(tmp_path) == GROUPS


def test_rows_are_dragged_locked_and_hidden_and_the_keyboard_does_it_too(
    tmp_path: Path, open_page: Open
) -> None:
    from serving import serving

    root = write_tiny(tmp_path / "project", card=DRAWN)
    with serving(root) as studio:
        _work_in_the_structure(studio, root, open_page)


def _news_before_the_answer(page: Page, names: Locator) -> None:
    """The page hears of an edit before the edit is answered: the focus and the choice go with the element."""
    answers: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            answers.append((route, route.fetch()))
        else:
            route.fallback()

    scenes: list[str] = []
    page.on("response", lambda each: scenes.append(each.url) if each.request.method == "GET" else None)
    page.route("**/canvas/card.svg*", hold)
    names.nth(4).focus()
    page.keyboard.press("Alt+ArrowUp")
    becomes(page, lambda: len(answers), 1)
    becomes(page, lambda: any("/canvas/card.svg" in url for url in scenes), True)
    page.wait_for_timeout(100)  # in which the scene would be shown
    assert page.locator("#structure .name:focus").text_content() == "Name"
    for route, response in answers:
        route.fulfill(response=response)
    page.unroute("**/canvas/card.svg*")
    expect(names).to_have_text(["Group", "Rectangle", "Owner name", "Name", "Text", "Rectangle"])
    expect(names.nth(3)).to_be_focused()
    expect(page.locator("#chosenname")).to_have_text("Name")


def _work_in_the_structure(studio: Studio, root: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/layouts/card.svg", 1280)
    canvas = Canvas(page, root / FILE)
    names = page.locator("#structure .name")
    row = page.locator("#structure [data-row='1']")  # the name
    row.hover()
    row.locator("[data-control=lock]").click()
    expect(row).to_have_class("locked")
    canvas.click(20, 26)
    expect(page.locator("#chosenname")).to_have_text("Nothing is chosen")
    row.locator("[data-control=lock]").click()
    expect(row).to_have_class("")
    row.locator("[data-control=eye]").click()
    expect(row).to_have_class("hiding")
    canvas.click(20, 26)
    expect(page.locator("#chosenname")).to_have_text("Nothing is chosen")
    for _ in range(3):
        page.locator("[data-step=undo]").click()
        expect(page.locator("#toast")).to_contain_text("Undone")
        page.locator("#toast").evaluate("line => line.textContent = ''")
    canvas.is_now(DRAWN)
    boxes = names.evaluate_all("all => [all[4], all[0]].map(each => each.getBoundingClientRect().toJSON())")
    page.mouse.move(boxes[0]["x"] + 60, boxes[0]["y"] + 10)  # the name; then the group in front
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + 60, boxes[1]["y"] + 40)
    page.mouse.move(boxes[1]["x"] + 60, boxes[1]["y"] + boxes[1]["height"] * 0.7)
    page.mouse.up()
    expect(names).to_have_text(["Group", "Name", "Rectangle", "Owner name", "Text", "Rectangle"])
    assert 'transform="matrix(2 0 0 2 -100 -156)"' in canvas.text
    page.locator("[data-step=undo]").click()
    canvas.is_now(DRAWN)
    expect(names).to_have_text(["Group", "Rectangle", "Owner name", "Text", "Name", "Rectangle"])
    _news_before_the_answer(page, names)
    page.locator("[data-step=undo]").click()
    canvas.is_now(DRAWN)
    expect(names).to_have_text(["Group", "Rectangle", "Owner name", "Text", "Name", "Rectangle"])
    names.nth(4).focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(names).to_have_text(["Group", "Rectangle", "Owner name", "Name", "Text", "Rectangle"])
    page.keyboard.press("ArrowDown")
    expect(names.nth(4)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    expect(names.nth(2)).to_have_text("Name")
    page.keyboard.press("Alt+ArrowRight")
    expect(names.nth(1)).to_have_text("Name")
    expect(names.nth(1)).to_be_focused()
    page.keyboard.press("Alt+ArrowLeft")
    expect(names.nth(0)).to_have_text("Name")
