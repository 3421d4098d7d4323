"""Fields in the grid: a column is added in the browser, and the files are as an expert would have written
them.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from nineup_studio import Studio
from playwright.sync_api import Page, expect
from programs import from_npm
from studio_window import Open, becomes, box_of, live, saved, until
from test_studio_grid import FILE, GRID, on_disk
from test_studio_grid_requests import CSV, CSV_GAME, Grid
from test_studio_views import LOOKS, SERIOUS
from tiny import CARDS, GAME, write_tiny

FIELDS = "/tiny/fields/deck/cards.yaml"


@pytest.fixture
def grid(tmp_path: Path) -> Grid:
    return Grid(write_tiny(tmp_path))


def wanted(grid: Grid, request: dict[str, Any], path: str = FIELDS) -> dict[str, Any]:
    """The answer to a request that is written as it was shown."""
    shown = grid.http.post(path, json={"request": request}).json()
    if "refused" in shown:
        return shown  # type: ignore[no-any-return]
    answer = grid.http.post(path, json={"request": request, "bases": shown["bases"]}).json()
    return {"shown": shown["files"], **answer}


def adding(name: str, kind: Any, value: Any = None) -> dict[str, Any]:
    return {"type": "add", "name": name, "kind": kind, "value": value}


def test_a_request_is_shown_before_it_is_written_and_undone_in_one_step(grid: Grid) -> None:
    root = grid.work.project.root
    request = adding("Attack power", "number", 3)
    shown = grid.http.post(FIELDS, json={"request": request}).json()
    assert on_disk(root) == CARDS
    (file,) = shown["files"]
    assert file == {
        "file": FILE,
        "lines": [["", "  attack-power: number"], *[["", "    attack-power: 3"]] * 2],
        "more": 0,
    }
    answer = grid.http.post(FIELDS, json={"request": request, "bases": shown["bases"]}).json()
    assert answer["done"] == "add the field attack-power in deck/cards.yaml"
    declared = CARDS.replace("  text: rich\n", "  text: rich\n  attack-power: number\n")
    first = declared.replace("evening.\n", "evening.\n    attack-power: 3\n")
    assert on_disk(root) == first.replace('waffle."\n', 'waffle."\n    attack-power: 3\n')
    assert grid.http.post("/tiny/undo").json()["done"]
    assert on_disk(root) == CARDS


def test_lines_beyond_those_that_are_shown_are_counted(tmp_path: Path) -> None:
    cards = "".join(f"  - {{id: c{number}, name: '{number}'}}\n" for number in range(500))
    grid = Grid(write_tiny(tmp_path, cards=f"fields: {{name: text}}\ncards:\n{cards}"))
    request = {"type": "retype", "field": "name", "kind": "number"}
    (file,) = grid.http.post(FIELDS, json={"request": request}).json()["files"]
    assert (len(file["lines"]), file["more"]) == (400, 101)


def test_what_has_changed_since_it_was_shown_is_a_conflict(grid: Grid) -> None:
    request = adding("worth", "number", 3)
    bases = grid.http.post(FIELDS, json={"request": request}).json()["bases"]
    (grid.work.project.root / FILE).write_text(CARDS + "# later\n")
    assert (
        grid.http.post(FIELDS, json={"request": request, "bases": bases}).json()["conflict"]["file"] == FILE
    )
    assert "refused" in grid.http.post(FIELDS, json={"request": request, "bases": {}}).json()
    assert on_disk(grid.work.project.root) == CARDS + "# later\n"


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (adding("Name", "text", ""), "the cards of `deck` have a field `name` already"),
        (adding("???", "text", ""), "`???` has no letter (a-z) to make a name from"),
        (adding("x", {"one-of": "nothing"}), "there is no list `nothing`"),
        (adding("x", "number", "many"), "`many` is not a number"),
        ({"type": "delete", "field": "none"}, "no `fields` declare `none`"),
        (
            {"type": "rename", "field": "name", "to": "text"},
            "the cards of `deck` have a field `text` already",
        ),
    ],
)
def test_what_can_t_be_done_is_refused(grid: Grid, request_: dict[str, Any], why: str) -> None:
    assert wanted(grid, request_)["refused"].startswith(why)
    assert on_disk(grid.work.project.root) == CARDS


def test_a_declaration_that_is_nested_deeply_is_refused(grid: Grid) -> None:
    kind: Any = "text"
    for _ in range(400):
        kind = {"list-of": kind}
    assert "refused" in wanted(grid, adding("x", kind, []))
    assert on_disk(grid.work.project.root) == CARDS


@pytest.mark.parametrize(
    "path", ["/tiny/fields/deck/none.yaml", "/tiny/fields/..%2fx", "/none/fields/deck/cards.yaml"]
)
def test_other_lists_are_not_found(grid: Grid, path: str) -> None:
    assert grid.http.post(path, json={"request": adding("x", "text")}).status_code == 404


def test_a_column_of_a_csv_file_is_two_files_in_one_step(tmp_path: Path) -> None:
    grid = Grid(write_tiny(tmp_path, game=CSV_GAME))
    (grid.work.project.root / "cards/tiny/cards.csv").write_bytes(CSV.encode())
    before = {
        file: on_disk(grid.work.project.root, file)
        for file in ("cards/tiny/game.yaml", "cards/tiny/cards.csv")
    }
    answer = wanted(grid, adding("worth", "number", 0), "/tiny/fields/deck/cards.csv")
    assert answer["files"].keys() == before.keys()
    assert all(on_disk(grid.work.project.root, file) != text for file, text in before.items())
    assert grid.http.post("/tiny/undo").json()["done"]
    assert {file: on_disk(grid.work.project.root, file) for file in before} == before


def opened(page: Page) -> Page:
    page.locator("#addfield").click()
    expect(page.locator("#fielddialog")).to_be_visible()
    return page


def test_a_column_is_added_by_its_button(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, GRID))
    page.locator("#fielddialog [name=name]").fill("Attack power")
    page.locator("#fielddialog [name=holds]").select_option("number")
    page.get_by_label("The value on the cards there are").fill("3")
    page.get_by_role("button", name="Add it").click()
    expect(page.locator("#fielddialog")).to_be_hidden()
    expect(page.locator("#grid .head")).to_contain_text("attack-power")
    expect(page.locator('#grid .r[data-key="second"]')).to_contain_text("3")
    becomes(page, lambda: on_disk(project).count("    attack-power: 3\n"), 2)
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)


def test_each_kind_of_column_can_be_added(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    for kind in ("text", "rich", "number", "yes-no", "one", "some", "counts", "picture", "record"):
        opened(page)
        page.locator("#fielddialog [name=name]").fill(f"new {kind}")
        page.locator("#fielddialog [name=holds]").select_option(kind)
        if kind == "record":
            page.get_by_label("Name of a part").first.fill("by")
        page.get_by_role("button", name="Add it").click()
        expect(page.locator("#fielddialog")).to_be_hidden()
    fields = CARDS.partition("cards:")[0] + (
        "  new-text: text\n  new-rich: rich\n  new-number: number\n  new-yes-no: yes-no\n"
        "  new-one: {one-of: suit}\n  new-some: {some-of: suit}\n  new-counts: {counts-of: suit}\n"
        "  new-picture: {optional: picture}\n  new-record: {record: {by: text}}\n"
    )
    becomes(page, lambda: on_disk(project).partition("cards:")[0], fields)
    expect(page.locator("#findings .error")).to_have_count(0)


def test_a_refusal_is_said_in_the_dialog(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, GRID))
    page.locator("#fielddialog [name=name]").fill("Text")
    page.get_by_role("button", name="Add it").click()
    expect(page.locator("#fielddialog [role=alert]")).to_have_text(
        "Nothing is written: the cards of `deck` have a field `text` already."
    )
    page.keyboard.press("Escape")
    expect(page.locator("#fielddialog")).to_be_hidden()
    assert on_disk(project) == CARDS


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_dialog_is_accessible_and_fits(studio: Studio, open_page: Open, width: int, scheme: str) -> None:
    page = opened(open_page(studio, GRID, width, scheme, bypass_csp=True))
    page.locator("#fielddialog [name=holds]").select_option("record")
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def chosen(page: Page, field: str, entry: str) -> None:
    """Chooses an entry of a column's menu."""
    page.locator(f"#grid .head [data-field={field}] .fieldmenu").click()
    page.get_by_role("menuitem", name=entry).click()


def test_a_rename_shows_every_line_and_layouts_follow(studio: Studio, project: Path, open_page: Open) -> None:
    page, layout = open_page(studio, GRID), on_disk(project, "layouts/tiny/card.svg")
    chosen(page, "text", "Rename …")
    page.locator("#fielddialog [name=to]").fill("What it says")
    page.locator("#fielddialog button", has_text="Rename").click()
    changed = page.locator("#fielddialog .changed td:last-child")
    expect(changed).to_have_count(4)
    expect(changed.last).to_contain_text("{{ card.what_it_says }}")
    assert on_disk(project) == CARDS
    page.get_by_role("button", name="Rename it").click()
    expect(page.locator("#fielddialog")).to_be_hidden()
    expect(page.locator("#grid .head")).to_contain_text("what-it-says")
    saved(page, project / FILE, CARDS.replace("  text:", "  what-it-says:"))
    saved(page, project / "layouts/tiny/card.svg", layout.replace("card.text", "card.what_it_says"))
    page.keyboard.press("Control+z")
    expect(page.locator("#grid .head")).not_to_contain_text("what-it-says")
    saved(page, project / FILE, CARDS)
    saved(page, project / "layouts/tiny/card.svg", layout)


def test_a_field_that_components_share_is_renamed_in_all(
    studio: Studio, project: Path, open_page: Open
) -> None:
    twin = "  twin:\n    shape: card\n    size: poker\n    cards: twins.yaml\n    layout: chip.svg\n"
    game = on_disk(project, "cards/tiny/game.yaml").replace("  chip:\n", f"{twin}  chip:\n")
    (project / "cards/tiny/twins.yaml").write_text("fields: {name: text}\ncards:\n  - {id: a, name: One}\n")
    rule = "rules:\n  - distinct: {each: [deck, twin], by: name}\n"
    (project / "cards/tiny/game.yaml").write_text(game.replace("rules:\n", rule))
    page = open_page(studio, GRID)
    expect(page.locator(".lists a")).to_have_text(["cards", "twins"])
    chosen(page, "name", "Rename …")
    page.locator("#fielddialog [name=to]").fill("Title")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Rename it in deck, twin …").click()
    page.get_by_role("button", name="Rename it", exact=True).click()
    expect(page.locator("#fielddialog")).to_be_hidden()
    until(page, lambda: "{id: a, title: One}" in on_disk(project, "cards/tiny/twins.yaml"))
    until(page, lambda: "by: title}" in on_disk(project, "cards/tiny/game.yaml"))
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)
    until(page, lambda: "by: name}" in on_disk(project, "cards/tiny/game.yaml"))


def test_a_deletion_says_what_still_uses_the_field(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    chosen(page, "text", "Delete …")
    expect(page.locator("#fielddialog .stilluses")).to_have_text(
        "Still used, and a mistake until you change it: layouts/tiny/card.svg:4"
    )
    page.get_by_role("button", name="Delete it").click()
    expect(page.locator("#fielddialog")).to_be_hidden()
    until(page, lambda: "text:" not in on_disk(project))
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)


def test_a_name_that_is_taken_is_refused_in_the_dialog(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, GRID)
    chosen(page, "text", "Rename …")
    page.locator("#fielddialog [name=to]").fill("Name")
    page.keyboard.press("Enter")
    expect(page.locator("#fielddialog [role=alert]")).to_contain_text("have a field `name` already")
    assert on_disk(project) == CARDS


def heads(page: Page) -> list[str]:
    names = "all => all.map(head => JSON.parse(head.dataset.column).name)"
    return page.locator("#grid .head [data-column]").evaluate_all(names)  # type: ignore[no-any-return]


def test_another_type_asks_for_what_doesn_t_fit(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    chosen(page, "text", "What it holds …")
    expect(page.locator("#fielddialog [name=holds]")).to_have_value("rich")
    page.locator("#fielddialog [name=holds]").select_option("number")
    page.get_by_role("button", name="Change it …").click()
    expect(page.locator(".misfits tbody tr")).to_have_count(2)
    expect(page.locator(".misfits tbody tr").first).to_contain_text("is not a number")
    page.get_by_label("The value of first").fill("3")
    page.get_by_role("button", name="Check again …").click()
    expect(page.locator(".misfits tbody tr")).to_have_count(1)
    assert on_disk(project) == CARDS
    page.get_by_label("The value of second").fill("4")
    page.get_by_role("button", name="Check again …").click()
    expect(page.locator("#fielddialog .changed td:last-child").first).to_have_text("text: number")
    page.get_by_role("button", name="Change it", exact=True).click()
    expect(page.locator("#fielddialog")).to_be_hidden()
    for line in ("  text: number\n", "    text: 3\n", "    text: 4\n"):
        until(page, lambda line=line: line in on_disk(project))
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)


def test_another_type_says_what_breaks(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    chosen(page, "suit", "What it holds …")
    page.locator("#fielddialog [name=holds]").select_option("text")
    page.get_by_role("button", name="Change it …").click()
    expect(page.locator("#fielddialog .stilluses li")).to_contain_text(["layouts/tiny/card.svg:2"])
    assert on_disk(project) == CARDS
    page.get_by_role("button", name="Cancel").click()
    chosen(page, "suit", "What it holds …")
    page.locator("#fielddialog [name=optional]").check()
    page.get_by_role("button", name="Change it …").click()
    expect(page.locator("#fielddialog .changed td:last-child")).to_have_text(
        "suit: {optional: {one-of: suit}}"
    )
    expect(page.locator("#fielddialog .stilluses")).to_have_count(0)


def test_one_value_for_all_that_don_t_fit(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    chosen(page, "name", "What it holds …")
    page.locator("#fielddialog [name=holds]").select_option("record")
    page.get_by_label("Name of a part").first.fill("by")
    page.get_by_label("Name of a part").last.fill("worth")
    page.get_by_label("What the part holds").last.select_option("number")
    page.get_by_role("button", name="Change it …").click()
    page.get_by_label("name.by of first").fill("me")
    page.get_by_label("name.worth of first").fill("2")
    page.get_by_role("button", name="All like the first …").click()
    page.get_by_role("button", name="Change it", exact=True).click()
    expect(page.locator("#fielddialog")).to_be_hidden()
    becomes(page, lambda: on_disk(project).count("    name: {by: me, worth: 2}\n"), 2)


def test_a_column_moves_by_its_menu_and_by_dragging(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    chosen(page, "text", "Move left")
    expect(page.locator("#grid .head [data-field]").nth(1)).to_contain_text("text")
    becomes(page, lambda: heads(page)[:4], ["id", "suit", "text", "name"])
    saved(page, project / FILE, CARDS.replace("  name: text\n  text: rich\n", "  text: rich\n  name: text\n"))
    head, target = (
        page.locator("#grid .head [data-field=name]"),
        page.locator("#grid .head [data-field=suit]"),
    )
    box = box_of(target)
    head.hover(position={"x": 20, "y": 10})
    page.mouse.down()
    page.mouse.move(box["x"] + 8, box["y"] + 10, steps=6)
    page.mouse.up()
    expect(page.locator("#grid .head [data-field]").first).to_contain_text("name")
    fields = "  suit: {one-of: suit}\n  name: text\n  text: rich\n"
    moved = CARDS.replace(fields, "  name: text\n  suit: {one-of: suit}\n  text: rich\n")
    saved(page, project / FILE, moved)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)


def test_the_menu_is_used_with_the_keyboard(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, GRID)
    page.locator("#grid .head [data-field=name] .fieldmenu").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#columnmenu button").first).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("menuitem", name="Delete …")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#columnmenu button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#columnmenu")).to_be_hidden()
    expect(page.locator("#grid .head [data-field=name] .fieldmenu")).to_be_focused()


def shown(page: Page) -> list[str]:
    """The ids of the cards from top to bottom."""
    rows = "all => all.sort((a, b) => a.offsetTop - b.offsetTop).map(row => row.dataset.key)"
    return page.locator("#grid .r:not(.head)").evaluate_all(rows)  # type: ignore[no-any-return]


def test_a_sorted_view_says_so_and_leaves_the_file_alone(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, GRID)
    chosen(page, "name", "Sort Z to A")
    expect(page.locator("#sorted")).to_contain_text("Sorted by name, Z to A. The file keeps its order.")
    becomes(page, lambda: shown(page), ["second", "first"])
    expect(page.locator("#grid .head [data-field=name]")).to_have_attribute("aria-sort", "descending")
    assert on_disk(project) == CARDS
    page.locator("#gridtools [data-do=down]").click()
    expect(page.locator("#toast")).to_contain_text("so cards can’t be moved")
    page.locator('#grid .r[data-key="first"] > span').nth(3).click()
    page.keyboard.press("ArrowUp")
    page.keyboard.type("Aardvark")
    page.keyboard.press("Enter")
    saved(page, project / FILE, CARDS.replace("Second Wind", "Aardvark"))
    assert shown(page) == ["second", "first"]
    page.keyboard.press("Control+Enter")
    expect(page.locator("#grid .r:not(.head)")).to_have_count(3)
    becomes(page, lambda: shown(page), ["second", "first", "new-card"])
    ids = ["first", "new-card", "second"]
    becomes(page, lambda: re.findall(r"\bid: (first|second|new-card)\b", on_disk(project)), ids)
    page.get_by_role("button", name="Order of the file").click()
    expect(page.locator("#sorted")).to_be_hidden()
    becomes(page, lambda: shown(page), ["first", "new-card", "second"])


def test_numbers_are_sorted_by_their_value(studio: Studio, project: Path, open_page: Open) -> None:
    numbers = ["2.5", "-3", "2.15", "10"]
    cards = "".join(
        f"  - {{id: c{at}, suit: ruby, name: A, text: B, worth: {number}}}\n"
        for at, number in enumerate(numbers)
    )
    fields = CARDS.partition("cards:")[0]
    (project / FILE).write_text(
        f"{fields}  worth: {{optional: number}}\ncards:\n{cards}  - {{id: none, suit: jade, name: A, text: B}}\n"
    )
    page = open_page(studio, GRID)
    chosen(page, "worth", "Sort small to large")
    becomes(page, lambda: shown(page), ["c1", "c2", "c0", "c3", "none"])
    chosen(page, "worth", "Sort large to small")
    becomes(page, lambda: shown(page), ["c3", "c0", "c2", "c1", "none"])


def test_widths_are_remembered_in_the_browser(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    head = page.locator("#grid .head [data-field=name]")
    width = "head => head.getBoundingClientRect().width"
    before = head.evaluate(width)
    head.locator(".fieldmenu").click()
    page.get_by_role("menuitem", name="Wider").click()
    page.get_by_role("menuitem", name="Wider").click()
    becomes(page, lambda: head.evaluate(width), before + 48)
    page.keyboard.press("Escape")
    expect(page.locator("#columnmenu")).to_be_hidden()
    box = box_of(head)
    page.mouse.move(box["x"] + box["width"] - 3, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 63, box["y"] + 10, steps=3)
    page.mouse.up()
    becomes(page, lambda: head.evaluate(width), before - 12)
    page.reload()
    live(page)
    becomes(page, lambda: head.evaluate(width), before - 12)
    chosen(page, "name", "Usual width")
    becomes(page, lambda: head.evaluate(width), before)
    assert on_disk(project) == CARDS


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_menu_and_what_doesn_t_fit_are_accessible(
    studio: Studio, open_page: Open, width: int, scheme: str
) -> None:
    page = open_page(studio, GRID, width, scheme, bypass_csp=True)
    page.add_script_tag(path=from_npm("axe.min.js"))
    page.locator("#grid .head [data-field=text] .fieldmenu").click()
    assert page.evaluate(SERIOUS)["serious"] == []
    page.get_by_role("menuitem", name="What it holds …").click()
    page.locator("#fielddialog [name=holds]").select_option("number")
    page.get_by_role("button", name="Change it …").click()
    expect(page.locator(".misfits")).to_be_visible()
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_mistakes_of_another_type_are_shown_in_all_runs(tmp_path: Path) -> None:
    rule = "  - {says: worth it, when: players == 5, each: deck, check: card.worth * 1.5 > 0}\n"
    cards = CARDS.replace("  name: text\n", "  name: text\n  worth: number\n").replace(
        "    text:", "    worth: 2\n    text:"
    )
    grid = Grid(write_tiny(tmp_path, game=f"{GAME}{rule}", cards=cards))
    request = {"type": "retype", "field": "worth", "kind": "text"}
    shown = grid.http.post(FIELDS, json={"request": request}).json()
    assert shown["misfits"] == []
    assert any("(5 players" in each for each in shown["mistakes"]), shown["mistakes"]
