"""The game's files as forms: what they show comes from the schema, and what they change lands where it is
written.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from nineup.base.project import Project
from nineup.files.load import json_schema
from nineup.files.load.game_file import GAME as GAME_KEYS
from nineup.schema.records import Key, MapOf, Record
from nineup.schema.types import LENGTH, TEXT
from nineup_studio import Studio
from nineup_studio.lists.forms import sections
from playwright.sync_api import Page, expect
from programs import from_npm
from serving import address
from starlette.testclient import TestClient
from studio_window import Open, live, saved, until
from test_studio_grid_requests import Grid
from test_studio_views import LOOKS, SERIOUS
from tiny import CARDS, GAME, STYLE, write_tiny

FILE = "cards/tiny/game.yaml"


@pytest.fixture
def http(tmp_path: Path) -> TestClient:
    return Grid(write_tiny(tmp_path)).http


def form(http: TestClient, section: str) -> dict[str, Any]:
    return http.get(f"/tiny/form/{section}").json()  # type: ignore[no-any-return]


def test_sections_are_those_of_the_schema(http: TestClient, tmp_path: Path) -> None:
    found = {section.id: section for section in sections(Project(tmp_path), "tiny")}
    assert list(found) == [
        "facts",
        "lists",
        "options",
        "legal",
        "symbols",
        "terms",
        "components",
        "data",
        "rules",
        "fetch",
        "unique",
        "style",
    ]
    assert set(found["facts"].schema["properties"]) == set(GAME_KEYS.keys) - set(found)
    assert http.get("/tiny/game").text.count("data-section=") == 1
    assert http.get("/tiny/game/none").status_code == 404


def test_sentences_of_a_section_are_apart(http: TestClient) -> None:
    assert "in a text shows. Draw each" in http.get("/tiny/game/symbols").text


def test_a_new_key_needs_no_new_form(http: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    more = {"sleeves": Key(LENGTH, "The size of the sleeves."), "people": Key(MapOf(TEXT), "Who is who.")}
    keys = {**GAME_KEYS.keys, **more}
    monkeypatch.setattr(json_schema, "GAME", Record(keys))
    assert (
        form(http, "facts")["section"]["schema"]["properties"]["sleeves"]["description"]
        == "The size of the sleeves."
    )
    people = form(http, "people")
    assert people["section"]["path"] == ["people"]
    assert (people["value"], people["is_there"]) == (None, False)


def test_a_section_has_its_values_and_findings(tmp_path: Path) -> None:
    grid = Grid(write_tiny(tmp_path))
    http = grid.http
    lists = form(http, "lists")
    assert lists["value"]["suit"]["ruby"] == {"name": "Ruby", "tone": "#b5162b"}
    components = form(http, "components")["section"]["schema"]
    assert "owner" in json.dumps(components["additionalProperties"]["properties"]["for-each"])
    (tmp_path / FILE).write_text(GAME.replace("at-least: 1", "at-least: one"))
    grid.work.edited((FILE,))
    found = form(http, "options")["findings"]
    assert [(each["path"], each["severity"]) for each in found] == [
        (["options", "suits", "at-least"], "error")
    ]
    (tmp_path / FILE).write_text("game: [")
    assert "can't be edited as a form" in form(http, "options")["why"]


def test_a_style_sheet_that_is_not_there_is_started(http: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "layouts/tiny/style.yaml"
    file.unlink()
    style = form(http, "style")
    assert (style["value"], style["digest"]) == ({}, "")
    change = {
        "type": "set",
        "path": ["palette"],
        "value": {"ink": "#222222"},
        "order": style["section"]["order"],
    }
    body = {"file": style["section"]["file"], "base": "", "changes": [change], "says": "a palette"}
    assert http.post("/tiny/edit", json=body).json()["done"]
    assert file.read_text() == 'palette: {ink: "#222222"}\n'
    http.post("/tiny/undo")
    assert not file.exists()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"type": "set", "path": ["symbols", "star"], "value": {"name": "", "art": ""}}, "outside the game's folder"),
        ({"type": "insert", "path": ["rules"], "at": 1, "value": {"says": "", "check": ""}}, "expression is empty"),
        ({"type": "set", "path": ["components", "x"], "value": {"shape": "card"}}, "`size` is missing"),
        ({"type": "set", "path": ["components", "chip", "copies"], "value": ""}, "expression is empty"),
        ({"type": "set", "path": ["lists", "suit", "jade", "ink"], "value": "#123456"}, ""),
    ],
)  # fmt: skip
def test_a_draft_is_written_only_without_a_new_mistake(
    http: TestClient, tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    before = on_disk(tmp_path)
    base = form(http, "lists")["digest"]
    body = {"file": FILE, "base": base, "changes": [change], "is_draft": True}
    answer = http.post("/tiny/edit", json=body).json()
    assert why in answer.get("draft", "")
    assert ("done" in answer) == (on_disk(tmp_path) != before) == (not why)


def on_disk(root: Path, file: str = FILE) -> str:
    return (root / file).read_text(encoding="utf-8")


def opened(page: Page, *names: str) -> Page:
    """The page with parts of its form open, each in the one before it."""
    is_open = "each => each.parentElement.open"
    for name in names:
        summary = page.locator("#gameform summary", has=page.get_by_text(name, exact=True)).first
        until(page, lambda summary=summary: summary.evaluate(is_open) or summary.click())
    return page


def field(page: Page, *path: str | int) -> Any:
    name = json.dumps(list(path), separators=(",", ":")).replace('"', '\\"')
    return (
        page.locator(f'#gameform [data-path="{name}"]')
        .locator("xpath=descendant-or-self::*[self::textarea or self::input or self::select]")
        .first
    )


def test_a_form_edits_just_its_value(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, "/tiny/game/lists"), "suit", "ruby")
    field(page, "lists", "suit", "ruby", "name").fill("Garnet")
    page.keyboard.press("Enter")
    wanted = GAME.replace("name: Ruby", "name: Garnet")
    saved(page, project / FILE, wanted)
    opened(page, "jade")
    page.get_by_label("New name in jade").fill("ink")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('undo').title.includes('ink')")
    until(page, lambda: 'jade: {name: Jade, tone: "#0c7a4e", ink: ' in on_disk(project))
    for _ in range(2):
        before = page.locator("#undo").get_attribute("title")
        page.locator("#undo").click()
        expect(page.locator("#undo")).not_to_have_attribute("title", before or "")
    saved(page, project / FILE, GAME)
    expect(field(page, "lists", "suit", "ruby", "name")).to_have_value("Ruby")


def test_what_is_pressed_while_the_field_before_it_is_saved_is_clicked(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = opened(open_page(studio, "/tiny/game/lists"), "suit", "ruby")
    opened(page, "jade")
    field(page, "lists", "suit", "ruby", "name").fill("Garnet")
    page.get_by_role("button", name="Rename jade", exact=True).hover()
    with page.expect_response(lambda response: "/form/" in response.url):
        page.mouse.down()
    saved(page, project / FILE, GAME.replace("name: Ruby", "name: Garnet"))
    expect(page.locator("#undo")).to_be_enabled()
    page.mouse.up()
    expect(page.get_by_label("New name of jade", exact=True)).to_be_focused()


def test_components_terms_and_styles_have_forms(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, "/tiny/game/components"), "chip")
    field(page, "components", "chip", "setup").fill("4 * players")
    page.keyboard.press("Tab")
    wanted = GAME.replace("setup: 3 * players", "setup: 4 * players")
    saved(page, project / FILE, wanted)
    opened(page, "box")
    field(page, "components", "chip", "box", "4").fill("16")
    page.keyboard.press("Enter")
    wanted = wanted.replace("{4: 12, 6", "{4: 16, 6")
    saved(page, project / FILE, wanted)
    page = open_page(studio, "/tiny/game/terms")
    page.get_by_role("button", name="Add terms").click()
    page.get_by_label("New name in terms").fill("Waffle")
    page.keyboard.press("Enter")
    opened(page, "Waffle")
    field(page, "terms", "Waffle", "means").fill("A cake: with holes")
    page.keyboard.press("Enter")
    terms = 'terms:\n  Waffle: {means: "A cake: with holes"}\ncomponents:\n'
    saved(page, project / FILE, wanted.replace("components:\n", terms))
    page = opened(open_page(studio, "/tiny/game/style"), "styles", "title")
    field(page, "styles", "title", "size").fill("14pt")
    page.keyboard.press("Enter")
    saved(page, project / "layouts/tiny/style.yaml", STYLE.replace("size: 13pt", "size: 14pt"))


def renaming(page: Page, old: str) -> Any:
    page.get_by_role("button", name=f"Rename {old}", exact=True).click()
    return page.get_by_label(f"New name of {old}", exact=True)


def test_a_name_is_given_anew(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, "/tiny/game/lists"), "suit", "jade")
    renaming(page, "jade").fill("emerald")
    page.keyboard.press("Enter")
    wanted = GAME.replace("jade: {", "emerald: {")
    saved(page, project / FILE, wanted)
    expect(page.get_by_role("button", name="Rename emerald", exact=True)).to_be_visible()
    page.locator("#undo").click()
    saved(page, project / FILE, GAME)
    page = opened(open_page(studio, "/tiny/game/components"), "chip", "box")
    renaming(page, "6").fill("5")
    page.keyboard.press("Enter")
    saved(page, project / FILE, GAME.replace("{4: 12, 6: 18}", "{4: 12, 5: 18}"))


def test_a_name_stays_when_its_field_is_left_or_another_has_it(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = opened(open_page(studio, "/tiny/game/lists"), "suit", "jade")
    for leave in ("Escape", "Tab"):
        field = renaming(page, "jade")
        field.fill("emerald")
        page.keyboard.press(leave)
        expect(field).to_have_count(0)
    field = renaming(page, "jade")
    field.fill("ruby")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("There is a `ruby` already.")
    field.press_sequentially(" red")
    expect(field).to_have_value("ruby red")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Rename jade", exact=True)).to_be_focused()
    assert on_disk(project) == GAME


def test_what_is_added_is_written_once_it_makes_no_mistake(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, "/tiny/game/rules")
    page.locator(".kinds summary").click()
    page.get_by_role("button", name="the game's own rules hold").click()
    expect(page.locator("#gameform .found-here")).to_contain_text("Not written yet")
    field(page, "rules", 1, "says").fill("enough chips")
    page.keyboard.press("Enter")
    expect(field(page, "rules", 1, "says")).to_have_value("enough chips")
    assert on_disk(project) == GAME
    field(page, "rules", 1, "check").fill("count('chip') > players")
    page.keyboard.press("Enter")
    saved(page, project / FILE, GAME + "\n  - says: enough chips\n    check: count('chip') > players\n")
    expect(page.locator("#gameform .found-here")).to_have_count(0)
    page = open_page(studio, "/tiny/game/symbols")
    page.get_by_label("New name in symbols").fill("star")
    page.keyboard.press("Enter")
    expect(page.locator("#gameform .found-here")).to_contain_text("Not written yet")
    expect(page.locator("#stale")).to_have_count(0)
    assert "star" not in on_disk(project).partition("symbols:")[2]
    page.get_by_role("button", name="Remove star", exact=True).click()
    expect(page.get_by_role("button", name="Remove star", exact=True)).to_have_count(0)
    page.get_by_label("New name in symbols").fill("star")
    page.keyboard.press("Enter")
    expect(field(page, "symbols", "star", "art")).to_be_visible()
    field(page, "symbols", "star", "art").fill("gem.svg")
    page.keyboard.press("Enter")
    field(page, "symbols", "star", "name").fill("Star")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('undo').title.includes('star')")
    until(page, lambda: "  star: {" in on_disk(project))


def test_what_is_typed_while_a_draft_is_written_is_an_edit_of_it(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = open_page(studio, "/tiny/game/rules")
    page.locator(".kinds summary").click()
    page.get_by_role("button", name="the game's own rules hold").click()
    expect(page.locator("#gameform .found-here")).to_contain_text("Not written yet")
    field(page, "rules", 1, "says").fill("enough chips")
    page.keyboard.press("Enter")
    field(page, "rules", 1, "check").fill("count('chip') > players")
    page.keyboard.press("Enter")
    field(page, "rules", 1, "says").fill("enough for all")
    rule = "\n  - says: enough {}\n    check: count('chip') > players\n"
    saved(page, project / FILE, GAME + rule.format("chips"))
    until(page, "!document.getElementById('undo').disabled")
    page.keyboard.press("Enter")
    saved(page, project / FILE, GAME + rule.format("for all"))


def test_what_is_selected_in_a_form_stays_so_when_it_is_shown_anew(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = opened(open_page(studio, "/tiny/game/lists"), "suit", "ruby")
    name = field(page, "lists", "suit", "ruby", "name")
    name.select_text()
    name.evaluate("each => each.setAttribute('data-before', '')")
    other = GAME.replace("designer: Nobody", "designer: Somebody")
    (project / FILE).write_text(other, encoding="utf-8")
    expect(page.locator("[data-before]")).to_have_count(0)
    page.keyboard.type("Garnet")
    page.keyboard.press("Enter")
    saved(page, project / FILE, other.replace("name: Ruby", "name: Garnet"))


def test_a_conflict_in_a_form_shows_both_versions(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, "/tiny/game/lists"), "suit", "ruby")
    name = field(page, "lists", "suit", "ruby", "name")
    name.fill("Mine")
    other = GAME.replace("name: Ruby", "name: Theirs")
    with page.expect_response(lambda response: "/form/" in response.url):
        (project / FILE).write_text(other, encoding="utf-8")
    expect(name).to_have_value("Mine")
    page.keyboard.press("Enter")
    expect(page.locator("#conflict h2")).to_have_text(f"{FILE} has changed on disk")
    assert on_disk(project) == other
    page.locator("#conflict button", has_text="Keep what is on disk").click()
    expect(name).to_have_value("Theirs")


def test_findings_are_at_their_values(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, "/tiny/game/options"), "suits")
    field(page, "options", "suits", "at-least").fill("one")
    page.keyboard.press("Enter")
    expect(page.locator("#gameform .found-here.error")).to_contain_text("`one` is not a whole number")
    assert on_disk(project, "cards/tiny/cards.yaml") == CARDS


def test_a_part_is_edited_as_yaml(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/game/rules")
    page.locator("#gameform summary").first.click()
    page.get_by_role("button", name="Edit every player has three chips").click()
    field = page.locator("#gameform textarea.code")
    expect(field).to_have_value("says: every player has three chips\ncheck: count('chip') == 3 * players")
    field.fill("says: [")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#toast")).to_contain_text("not readable YAML")
    expect(field).to_have_value("says: [")
    field.fill("says: three chips each  # always\ncheck: count('chip') >= 3 * players")
    page.get_by_role("button", name="Save").click()
    wanted = GAME.replace("every player has three chips", "three chips each  # always").replace(
        "== 3", ">= 3"
    )
    saved(page, project / FILE, wanted)
    expect(page.locator("#gameform .sentence textarea").first).to_have_value("three chips each")
    page.locator("#undo").click()
    saved(page, project / FILE, GAME)


@pytest.mark.parametrize("path", ["", "x", "{}", '["rules", {}]', "[1.5]"])
def test_what_is_no_place_is_refused(http: TestClient, path: str) -> None:
    assert http.get("/tiny/source/rules", params={"path": path}).status_code == 400
    assert http.get("/tiny/source/rules", params={"path": '["rules", 7]'}).status_code == 404
    assert http.get("/tiny/source/none", params={"path": '["rules"]'}).status_code == 404


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_serious_in_a_form(
    all_games: Studio, scheme: str, width: int, open_page: Open
) -> None:
    page = open_page(all_games, "/gemotion/", width, scheme, bypass_csp=True)
    for section in ("facts", "lists", "components", "rules", "style"):
        page.goto(address(all_games, f"/gemotion/game/{section}"))
        live(page)
        page.locator("#gameform textarea, #gameform summary").first.wait_for()
        page.evaluate(
            "document.querySelectorAll('#gameform > * > details').forEach((each, at) => { each.open = at < 3; })"
        )
        page.add_script_tag(path=from_npm("axe.min.js"))
        assert page.evaluate(SERIOUS)["serious"] == [], section
        assert page.evaluate("document.documentElement.scrollWidth") == width
