"""Copies as a table of cards and player counts: typed as numbers, written in their shortest form."""

from pathlib import Path
from typing import Any

import pytest
from nineup_studio import Studio
from playwright.sync_api import Page, expect
from programs import from_npm
from studio_window import Open, saved
from test_studio_grid import FILE, GRID, at, on_disk
from test_studio_grid_requests import CSV, CSV_GAME, Grid
from test_studio_views import LOOKS, SERIOUS
from tiny import CARDS, write_tiny

COPIES = "/tiny/copies/deck/cards.yaml"
MIXED = CARDS.replace("    copies: 2\n", "    copies: {2: 1, 3+: 2}   # as told\n").replace(
    "    when: \"'ruby' in suits\"\n", "    copies: {suits=ruby: 3}\n"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_tiny(tmp_path / "project", cards=MIXED)


def sent(grid: Grid, *cards: dict[str, Any]) -> dict[str, Any]:
    return grid.send({"type": "copies", "cards": list(cards)})


def test_the_table_has_numbers_for_players_and_words_for_options(project: Path) -> None:
    grid = Grid(project)
    answer = grid.http.get(COPIES).json()
    assert answer["players"] == [2, 3, 4, 5, 6]
    assert answer["choices"] == ["suits=ruby", "suits=jade", "expansion", "expansion=no"]
    assert answer["cards"] == [
        {"key": "first", "name": "First Light", "amounts": None, "text": "suits=ruby: 3"},
        {
            "key": "second",
            "name": "Second Wind",
            "amounts": {"2": 1, "3": 2, "4": 2, "5": 2, "6": 2},
            "text": "",
        },
    ]


def test_numbers_are_written_in_their_shortest_form(project: Path) -> None:
    grid = Grid(project)
    assert sent(grid, {"row": 1, "amounts": {"2": 0, "3": 2, "4": 2, "5": 4, "6": 4}})["done"] == (
        "copies in deck/cards.yaml"
    )
    assert grid.text == MIXED.replace("{2: 1, 3+: 2}", "{2: 0, 3-4: 2, 5-6: 4}")
    sent(grid, {"row": 1, "amounts": {str(count): 4 for count in range(2, 7)}})
    assert grid.text == MIXED.replace("{2: 1, 3+: 2}", "4")
    sent(grid, {"row": 0, "text": "expansion: 2, expansion=no: 1"})
    assert "    copies: {expansion: 2, expansion=no: 1}\n" in grid.text
    for _ in range(3):
        assert grid.http.post("/tiny/undo").json()["done"]
    assert grid.text == MIXED


def test_what_isn_t_a_number_of_copies_is_no_request(project: Path) -> None:
    grid = Grid(project)
    base = grid.work.history.version(FILE).digest
    for amounts in ({"2": -1}, {"2": "x"}, {"x": 1}, {"2": 10_000_000}):
        body = {"base": base, "request": {"type": "copies", "cards": [{"row": 1, "amounts": amounts}]}}
        assert grid.http.post(grid.path, json=body).status_code == 400
    assert "refused" in sent(grid, {"row": 7, "amounts": {"2": 1}})
    assert grid.text == MIXED


def test_a_csv_file_has_the_table_in_its_cell_or_a_column_for_each(tmp_path: Path) -> None:
    root = write_tiny(tmp_path, game=CSV_GAME)
    (root / "cards/tiny/cards.csv").write_bytes(CSV.encode())
    grid = Grid(root, "cards.csv")
    sent(grid, {"row": 1, "amounts": {"2": 1, "3": 2, "4": 2, "5": 2, "6": 2}})
    assert grid.text == CSV.replace("Two,,2\r", 'Two,,"2: 1, 3-6: 2"\r')
    grid.file.write_text("id,suit,name,text,copies.2,copies.3-6\na,ruby,A,B,1,2\n")
    assert (
        grid.http.get("/tiny/copies/deck/cards.csv")
        .json()["refused"]
        .endswith("has a column for each player count already")
    )


@pytest.mark.parametrize(
    "path", ["/tiny/copies/deck/none.yaml", "/tiny/copies/..%2fcards.yaml", "/none/copies/deck/cards.yaml"]
)
def test_other_lists_have_no_table(project: Path, path: str) -> None:
    assert Grid(project).http.get(path).status_code == 404


def opened(page: Page) -> Page:
    page.locator("#grid .head .k-copies .fieldmenu").click()
    page.get_by_role("menuitem", name="As a table …").click()
    expect(page.locator("#fielddialog .copiestable")).to_be_visible()
    return page


def test_copies_are_typed_as_numbers(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, GRID))
    expect(page.get_by_label("Copies of first by options")).to_have_value("suits=ruby: 3")
    expect(page.get_by_label("Copies of first for 2 players")).to_be_disabled()
    page.get_by_label("Copies of second for 2 players").fill("3")
    page.get_by_label("Copies of second for 6 players").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator("#fielddialog")).to_be_hidden()
    saved(page, project / FILE, MIXED.replace("{2: 1, 3+: 2}", "{2: 3, 3-5: 2, 6: 5}"))
    page.keyboard.press("Control+z")
    saved(page, project / FILE, MIXED)


def test_options_become_numbers_when_their_words_go(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, GRID))
    page.get_by_label("Copies of first by options").fill("")
    for count in range(2, 7):
        page.get_by_label(f"Copies of first for {count} players").fill("1" if count < 5 else "2")
    page.get_by_role("button", name="Save").click()
    saved(page, project / FILE, MIXED.replace("{suits=ruby: 3}", "{2-4: 1, 5-6: 2}"))


def test_a_table_that_is_typed_into_a_cell_is_understood(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = at(open_page(studio, GRID), "second", 5)
    page.keyboard.type("5-6: 2; 2-4: 1")
    page.keyboard.press("Enter")
    saved(page, project / FILE, MIXED.replace("{2: 1, 3+: 2}", "{2-4: 1, 5-6: 2}"))


def test_a_table_that_is_typed_into_a_form_is_understood(
    studio: Studio, project: Path, open_page: Open
) -> None:
    file = "cards/tiny/game.yaml"
    before = on_disk(project, file)
    page = open_page(studio, "/tiny/game/components")
    page.locator("#gameform summary", has_text="chip").first.click()
    field = page.get_by_label("setup", exact=True)
    field.fill("5–6: min(2, players), 2-4: 3 * players")
    field.press("Enter")
    wanted = before.replace("setup: 3 * players", 'setup: {2-4: 3 * players, 5-6: "min(2, players)"}')
    saved(page, project / file, wanted)


def test_a_table_that_is_typed_on_a_card_s_page_is_understood(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, "/tiny/card/deck/second/sun")
    page.locator('[data-field="copies"]').click()
    field = page.locator("#editor input")
    expect(field).to_have_value("2: 1, 3+: 2")
    field.fill("5-6: 2, 2-4: 1")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#editor")).to_be_hidden()
    saved(page, project / FILE, MIXED.replace("{2: 1, 3+: 2}", "{2-4: 1, 5-6: 2}"))


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_table_is_accessible_and_fits(studio: Studio, open_page: Open, width: int, scheme: str) -> None:
    page = opened(open_page(studio, GRID, width, scheme, bypass_csp=True))
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
