"""What is started from the browser: a game, and a card list with its layout; in the folders of games only."""

import json
from pathlib import Path
from typing import Any

import pytest
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.pipeline import TEMPLATES, Template, check
from nineup.svg.xml import parse_svg
from nineup_studio import Studio
from nineup_studio.live.projects import MAX_RECENT
from playwright.sync_api import expect
from programs import from_npm
from serving import address, serving
from starlette.testclient import TestClient
from studio_window import Open, arrived, live, until
from test_studio_grid_requests import Grid
from test_studio_views import LOOKS, SERIOUS
from tiny import CARDS, GAME, STYLE, write_tiny


@pytest.fixture
def http(tmp_path: Path) -> TestClient:
    return Grid(write_tiny(tmp_path)).http


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def errors(root: Path, game: str) -> list[str]:
    """What the whole proof finds."""
    findings = Findings()
    assert load_game(Project(root), game, findings) is not None, findings
    check(Project(root), game, findings)
    return [found.message for found in findings if found.severity == "error"]


def test_a_new_game_is_that_of_the_command(http: TestClient, tmp_path: Path) -> None:
    before = files(tmp_path)
    answer = http.post("/new", json={"title": "Dragon's Hoard: II"}).json()
    assert answer["done"] == "new game dragon-s-hoard-ii"
    made = {path: data for path, data in files(tmp_path).items() if path not in before}
    assert all(path.startswith(("cards/dragon-s-hoard-ii/", "layouts/dragon-s-hoard-ii/")) for path in made)
    assert b'game: "Dragon\'s Hoard: II"' in made["cards/dragon-s-hoard-ii/game.yaml"]
    assert errors(tmp_path, "dragon-s-hoard-ii") == []
    assert http.get("/dragon-s-hoard-ii/").status_code == 200
    assert http.post("/tiny/undo").json()["done"]
    assert files(tmp_path) == before
    assert not (tmp_path / "cards/dragon-s-hoard-ii").exists()


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)
def test_a_game_starts_from_any_template(http: TestClient, tmp_path: Path, template: Template) -> None:
    assert f'value="{template.id}"' in http.get("/new").text
    picture = http.get(f"/template/{template.id}.svg")
    if template.id == "empty":
        assert picture.status_code == 404
    else:
        assert picture.headers["content-type"] == "image/svg+xml"
        assert parse_svg("picture", picture.text, Findings()) is not None
    answer = http.post("/new", json={"title": "Dragon Hoard", "template": template.id}).json()
    assert answer["done"] == "new game dragon-hoard"
    assert errors(tmp_path, "dragon-hoard") == []
    assert http.get("/dragon-hoard/").status_code == 200


def test_an_empty_game_gets_its_first_list(http: TestClient, tmp_path: Path) -> None:
    assert http.post("/new", json={"title": "Hoard", "template": "empty"}).json()["done"]
    assert "“+ List” starts one" in http.get("/hoard/cards").text
    assert http.post("/hoard/new-list", json={"name": "Maps", "kind": "card"}).json()["done"]
    assert (
        (tmp_path / "cards/hoard/game.yaml")
        .read_text()
        .endswith(
            "components:\n  maps: {name: Maps, shape: card, size: poker, cards: maps.yaml, layout: maps.svg}\n"
        )
    )
    assert errors(tmp_path, "hoard") == []


def test_what_is_no_template_is_refused(http: TestClient, tmp_path: Path) -> None:
    before = files(tmp_path)
    answer = http.post("/new", json={"title": "Hoard", "template": "square-tilt"}).json()
    assert answer["refused"] == "there is no template `square-tilt`; did you mean `square-tile`?"
    assert http.get("/template/square-tilt.svg").status_code == 404
    assert files(tmp_path) == before


@pytest.mark.parametrize("title", ["", "   ", "???", "x" * 81, "a\u0000b", "a\nb\x07", "Tiny", "Con", "NUL"])
def test_a_title_that_can_not_be_is_refused(http: TestClient, tmp_path: Path, title: str) -> None:
    before = files(tmp_path)
    assert "refused" in http.post("/new", json={"title": title}).json()
    assert files(tmp_path) == before


def test_a_link_is_not_followed(
    http: TestClient, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (tmp_path / "layouts/hoard").symlink_to(outside)
    assert "refused" in http.post("/new", json={"title": "Hoard"}).json()
    assert list(outside.iterdir()) == []
    assert not (tmp_path / "cards/hoard").exists()


@pytest.mark.parametrize("kind", ["card", "tile"])
def test_a_new_list_has_its_layout(http: TestClient, tmp_path: Path, kind: str) -> None:
    before = files(tmp_path)
    assert (
        http.post("/tiny/new-list", json={"name": "Old Maps", "kind": kind}).json()["done"]
        == "new card list old-maps"
    )
    made = files(tmp_path)
    assert set(made) - set(before) == {"cards/tiny/old-maps.yaml", "layouts/tiny/old-maps.svg"}
    assert made["layouts/tiny/style.yaml"] == STYLE.encode()
    assert made["cards/tiny/game.yaml"].decode().startswith(GAME[: GAME.index("rules:")])
    assert errors(tmp_path, "tiny") == []
    assert "A first card" in http.get("/tiny/cards/old-maps/old-maps.yaml").text
    assert http.post("/tiny/undo").json()["done"]
    assert files(tmp_path) == before


def test_missing_text_styles_come_with_it(http: TestClient, tmp_path: Path) -> None:
    style = STYLE.replace("title:", "heading:")
    (tmp_path / "layouts/tiny/style.yaml").write_text(style)
    (tmp_path / "layouts/tiny/card.svg").write_text(
        (tmp_path / "layouts/tiny/card.svg").read_text().replace('class="title"', 'class="heading"')
    )
    assert http.post("/tiny/new-list", json={"name": "Maps", "kind": "card"}).json()["done"]
    assert (tmp_path / "layouts/tiny/style.yaml").read_text().startswith(style)
    assert errors(tmp_path, "tiny") == []


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("Deck", "card", "component `deck`"), ("Cards", "card", "cards/tiny/cards.yaml"), ("Chip", "card", "layouts/tiny/chip.svg"),
        ("!!", "card", "no letter"), ("Maps", "board", "no kind"), ("", "card", "printable"),
    ],
)  # fmt: skip
def test_a_list_that_can_not_be_is_refused(
    http: TestClient, tmp_path: Path, name: str, kind: str, why: str
) -> None:
    before = files(tmp_path)
    assert why in http.post("/tiny/new-list", json={"name": name, "kind": kind}).json()["refused"]
    assert files(tmp_path) == before
    assert http.post("/none/new-list", json={"name": "Maps", "kind": "card"}).status_code == 404


FIELDS = {
    "Name": "text",
    "Rules text": "rich",
    "Cost": {"counts-of": "symbol"},
    "Suit": {"one-of": "suit"},
    "Worth": "number",
    "Last": "yes-no",
    "Sign": {"optional": "symbol"},
    "Art": {"optional": "picture"},
    "Power": {"record": {"by": "text", "worth": {"optional": "number"}}},
}


def new_fields(fields: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": name, "kind": kind} for name, kind in fields.items()]


def test_a_new_list_starts_with_its_own_fields(http: TestClient, tmp_path: Path) -> None:
    body = {"name": "Old Maps", "kind": "card", "fields": new_fields(FIELDS)}
    assert http.post("/tiny/new-list", json=body).json()["done"]
    assert (
        (tmp_path / "cards/tiny/old-maps.yaml").read_text()
        == """\
# Old Maps. `fields` declares what each card has; any other key is an error.

fields:
  name: text
  rules-text: rich
  cost: {counts-of: symbol}
  suit: {one-of: suit}
  worth: number
  last: yes-no
  sign: {optional: symbol}
  art: {optional: picture}
  power: {record: {by: text, worth: {optional: number}}}

cards:
  - id: old-maps-1
    name: A first card
    rules-text: ""
    cost: {}
    suit: ruby
    worth: 0
    last: no
    power: {by: ""}
"""
    )
    drawn = (tmp_path / "layouts/tiny/old-maps.svg").read_text()
    for shown in (
        "{{ card.rules_text }}",
        "{{ card.suit.name }}",
        "{{ card.suit.tone }}",
        "{{ card.worth }}",
    ):
        assert shown in drawn
    assert errors(tmp_path, "tiny") == []
    full = (tmp_path / "cards/tiny/old-maps.yaml").read_text()
    full = full.replace("cost: {}", "cost: {gem: 3}").replace("    power", "    sign: gem\n    power")
    (tmp_path / "cards/tiny/old-maps.yaml").write_text(full.replace('""', "Some words."))
    assert errors(tmp_path, "tiny") == []


def test_a_new_tile_shows_each_type_of_field(http: TestClient, tmp_path: Path) -> None:
    for name, kind in FIELDS.items():
        fields = new_fields({"Name": "text"} | {name: kind})
        assert http.post(
            "/tiny/new-list", json={"name": f"Of {name}", "kind": "tile", "fields": fields}
        ).json()["done"]
    assert errors(tmp_path, "tiny") == []


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ([("Name", "text"), ("name", "rich")], "two fields are called `name`"),
        ([("???", "text")], "no letter"),
        ([("3d", "text")], "can't be a field"),
        ([("Copies", "number")], "every card has a key `copies` already"),
        ([("Suit", {"one-of": "suits"})], "there is no list `suits`"),
        ([("Suit", "txt")], "`txt` is not a type of field"),
    ],
)
def test_fields_that_can_t_be_are_refused(
    http: TestClient, tmp_path: Path, fields: list[tuple[str, Any]], why: str
) -> None:
    before = files(tmp_path)
    wanted = [{"name": name, "kind": kind} for name, kind in fields]
    body = {"name": "Maps", "kind": "card", "fields": wanted}
    assert why in http.post("/tiny/new-list", json=body).json()["refused"]
    assert files(tmp_path) == before


@pytest.mark.parametrize("path", ["/new", "/tiny/new-list", "/tiny/cards/deck/cards.yaml"])
def test_they_are_asked_for_by_our_own_pages_only(http: TestClient, tmp_path: Path, path: str) -> None:
    before = files(tmp_path)
    for origin in ("http://evil.example", "null", "http://127.0.0.1:3000"):
        assert (
            http.post(
                path, json={"title": "X", "name": "X", "kind": "card"}, headers={"origin": origin}
            ).status_code
            == 403
        )
    for body in (b"", b"[]", b"{", b"null", b'{"title": 1}', b'{"base": "", "request": {"type": "evil"}}'):
        assert http.post(path, content=body).status_code == 400
    assert http.post(path, content=b" " * (5 * 1024 * 1024)).status_code == 413
    assert http.post(f"http://127.0.0.1:8000{path}", json={"title": "X"}).status_code == 403
    assert files(tmp_path) == before


def test_a_game_and_a_list_are_started_in_the_browser(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/new")
    page.get_by_label("Title").fill("Tiny")
    page.keyboard.press("Enter")
    expect(page.locator("#newgame .refused")).to_contain_text("the folder `cards/tiny` already exists")
    page.get_by_label("Title").fill("Moon Base")
    page.keyboard.press("Enter")
    arrived(page, "**/moon-base/")
    expect(page.locator(".group h2").first).to_be_visible()
    page.get_by_role("link", name="Cards", exact=True).click()
    arrived(page, "**/cards")
    expect(page.locator("#active-cell")).to_be_visible()
    page.locator("#startlist").click()
    page.get_by_label("Name", exact=True).fill("Old Maps")
    page.keyboard.press("Enter")
    expect(page.locator('#grid .r[data-key="old-maps-1"]')).to_be_visible()
    expect(page.locator("#beside img")).to_be_visible()
    assert errors(project, "moon-base") == []


def test_a_template_is_chosen_by_its_picture(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/new", bypass_csp=True)
    for picture in page.locator(".templates img").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("each => each.naturalWidth") > 0
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    page.get_by_label("Title").fill("Quays")
    page.get_by_role("radio", name="Tea time").focus()
    for _ in range([template.id for template in TEMPLATES].index("square-tile")):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Square tile")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".menu strong")).to_have_text("Quays")
    expect(page.locator(".piece").first).to_be_visible()
    assert (project / "layouts/quays/tile.svg").is_file()


def test_a_list_is_started_with_columns(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/cards")
    expect(page.locator("#active-cell")).to_be_visible()
    page.locator("#startlist").click()
    page.get_by_label("Name", exact=True).fill("Old Maps")
    page.get_by_label("Remove this column").last.click()
    page.locator("#newfields button", has_text="+ Column").click()
    page.get_by_label("Name of a column").last.fill("Suit")
    page.locator("#newfields [name=holds]").last.select_option("one")
    page.locator("#newfields button", has_text="+ Column").click()
    page.get_by_label("Name of a column").last.fill("Attack power")
    page.locator("#newfields [name=holds]").last.select_option("number")
    page.locator("#newfields [name=optional]").last.check()
    page.get_by_role("button", name="Start it").click()
    expect(page.locator('#grid .r[data-key="old-maps-1"]')).to_be_visible()
    expect(page.locator("#grid .head [data-field]")).to_contain_text(["name", "suit", "attack-power"])
    fields = "fields:\n  name: text\n  suit: {one-of: suit}\n  attack-power: {optional: number}\n\n"
    until(page, lambda: fields in (project / "cards/tiny/old-maps.yaml").read_text())
    assert errors(project, "tiny") == []


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_dialog_of_a_list_is_accessible_and_fits(
    studio: Studio, open_page: Open, width: int, scheme: str
) -> None:
    page = open_page(studio, "/tiny/cards", width, scheme, bypass_csp=True)
    page.add_script_tag(path=from_npm("axe.min.js"))
    page.locator("#startlist").click()
    page.locator("#newfields [name=holds]").last.select_option("record")
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_undone_list_leaves_no_grid_behind(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/cards")
    page.locator("#startlist").click()
    page.get_by_label("Name", exact=True).fill("Old Maps")
    page.keyboard.press("Enter")
    arrived(page, "**/cards/old-maps/old-maps.yaml")
    page.locator("#undo").click()
    expect(page.locator("main .nothing")).to_have_text("There is no card list `old-maps/old-maps.yaml` now.")
    expect(page.locator("#grid")).to_have_count(0)
    expect(page.locator(".lists a")).to_have_text(["cards"])
    page.locator("#redo").click()
    expect(page.locator('#grid .r[data-key="old-maps-1"]')).to_be_visible()
    page.locator("#undo").click()
    page.locator(".lists a", has_text="cards").click()
    expect(page.locator('#grid .r[data-key="first"]')).to_be_visible()


def test_a_project_without_a_game_starts_with_one(open_page: Open, tmp_path: Path) -> None:
    for folder in ("cards", "layouts"):
        (tmp_path / folder).mkdir()
    with serving(tmp_path) as studio:
        page = open_page(studio, "/", 390, "dark", bypass_csp=True)
        page.add_script_tag(path=from_npm("axe.min.js"))
        assert page.evaluate(SERIOUS)["serious"] == []
        page.get_by_label("Title").fill("First")
        page.get_by_role("button", name="Start it").click()
        expect(page.locator(".piece").first).to_be_visible()
        page.context.close()


@pytest.fixture
def user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "user"
    monkeypatch.setenv("NINEUP_CONFIG", str(folder))
    return folder


def test_the_page_of_games_shows_what_each_is(tmp_path: Path, user_folder: Path, open_page: Open) -> None:
    root = write_tiny(tmp_path / "games")
    write_tiny(root / "other", cards=CARDS.replace("suit: jade", "suit: jadde"))
    for folder in ("cards", "layouts"):
        (root / "other" / folder / "tiny").rename(root / folder / "broken")
    with serving(root) as studio:
        page = open_page(studio, "/new", bypass_csp=True)
        good, bad = (page.locator(f"a[href$='/{id}/'] .overview") for id in ("tiny", "broken"))
        expect(good).to_contain_text("2–6 players · 12 cards, 12 tokens")
        expect(good).to_contain_text("nothing wrong")
        expect(good.locator("img")).to_have_count(2)
        until(page, lambda: good.locator("img").evaluate_all("all => all.every(each => each.naturalWidth)"))
        expect(bad).to_contain_text("1 error")
        page.add_script_tag(path=from_npm("axe.min.js"))
        assert page.evaluate(SERIOUS)["serious"] == []
        page.locator("a[href$='/tiny/']").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".piece").first).to_be_visible()


def test_another_folder_is_opened_with_a_secret_of_its_own(
    tmp_path: Path, user_folder: Path, open_page: Open
) -> None:
    root, other, empty = (tmp_path / name for name in ("one", "two", "three"))
    write_tiny(root)
    write_tiny(other, game=GAME.replace("game: Tiny", "game: Second"))
    empty.mkdir()
    with serving(root) as studio:
        page = open_page(studio, "/new")
        page.get_by_label("Folder").fill(str(other))
        page.keyboard.press("Enter")
        expect(page.locator(".menu strong")).to_have_text("Second")
        assert studio.access.root not in page.url
        page.goto(address(studio, "/new"))
        page.locator(".recent button", has_text="two").click()
        expect(page.locator(".menu strong")).to_have_text("Second")
        page.goto(address(studio, "/new"))
        page.get_by_label("Folder").fill(str(empty))
        page.keyboard.press("Enter")
        expect(page.get_by_text("There is no game here yet")).to_be_visible()
        page.wait_for_load_state()
        live(page)
        page.get_by_label("Title").fill("Third")
        page.keyboard.press("Enter")
        expect(page.locator(".menu strong")).to_have_text("Third")
        assert (empty / "cards/third/game.yaml").is_file()
        assert not (root / "cards/third").exists()
    recent = json.loads((user_folder / "projects.json").read_text(encoding="utf-8"))
    assert recent == [str(empty), str(other)]


def test_what_is_no_project_is_not_opened(
    http: TestClient, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, user_folder: Path
) -> None:
    full = tmp_path_factory.mktemp("full")
    (full / "thesis.txt").write_text("mine", encoding="utf-8")
    before = files(tmp_path)
    for folder, why in (
        ("", "whole path"),
        ("games", "whole path"),
        ("../..", "whole path"),
        (str(tmp_path / "none"), "no such file"),
        (str(full / "thesis.txt"), "is a file"),
        (str(tmp_path / "cards"), "part of the project"),
        (str(full), "has other files"),
        ("/", "has other files"),
        ("/a\0b", "can't be opened"),
        ("~nobody-of-this-name/x", "can't be opened"),
        ("/" + "x" * 5000, "can't be opened"),
    ):
        answer = http.post("/open", json={"folder": folder}).json()
        assert why in answer["refused"], folder
    assert files(tmp_path) == before
    assert not user_folder.exists()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:3000"])
def test_only_our_own_page_opens_a_folder(
    http: TestClient, tmp_path_factory: pytest.TempPathFactory, origin: str
) -> None:
    empty = tmp_path_factory.mktemp("empty")
    answer = http.post("/open", json={"folder": str(empty)}, headers={"origin": origin})
    assert answer.status_code == 403
    assert list(empty.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b'{"a": 1}', b"\xff", b'["relative"]', b"[" * 99_999])
def test_a_damaged_list_of_projects_is_no_list(http: TestClient, user_folder: Path, data: bytes) -> None:
    user_folder.mkdir()
    (user_folder / "projects.json").write_bytes(data)
    page = http.get("/new")
    assert page.status_code == 200
    assert "Opened lately" not in page.text


def test_projects_that_are_gone_are_said(http: TestClient, user_folder: Path, tmp_path: Path) -> None:
    there = write_tiny(tmp_path / "there")
    paths = [str(there), "/none", "/" + "x" * 5000, "/a\0b", *(f"/gone-{number}" for number in range(20))]
    user_folder.mkdir()
    (user_folder / "projects.json").write_text(json.dumps(paths), encoding="utf-8")
    page = http.get("/new").text
    assert f'data-folder="{there}"><strong>' in page
    assert 'data-folder="/none" disabled>' in page
    assert page.count("there is no project now") == MAX_RECENT - 1


def test_the_bar_of_the_run_is_where_a_run_matters(http: TestClient) -> None:
    for view, has_run in (
        ("", True),
        ("cards", True),
        ("sheets", True),
        ("game", False),
        ("versions", False),
    ):
        assert ('id="run"' in http.get(f"/tiny/{view}").text) == has_run, view
