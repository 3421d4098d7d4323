"""Versions in the studio: kept, compared, restored as one step, removed."""

from pathlib import Path

import pytest
from nineup_studio import Studio
from playwright.sync_api import expect
from programs import from_npm
from starlette.testclient import TestClient
from studio_window import Open, saved
from test_studio_grid_requests import Grid
from test_studio_views import SERIOUS
from tiny import CARD, CARDS, write_tiny

LIST = "cards/tiny/cards.yaml"


@pytest.fixture
def http(tmp_path: Path) -> TestClient:
    return Grid(write_tiny(tmp_path)).http


def test_a_version_is_restored_as_one_step(http: TestClient, tmp_path: Path) -> None:
    assert http.post("/tiny/versions", json={"keep": "first"}).json() == {"done": "kept first"}
    (tmp_path / LIST).write_text(CARDS.replace("First Light", "Dawn"))
    (next((tmp_path / "layouts").rglob("card.svg"))).write_text(
        CARD.replace("13pt", "14pt") + "<!-- more -->\n"
    )
    (tmp_path / "layouts/extra.svg").write_text("<svg/>")
    edited = {path: path.read_bytes() for path in sorted((tmp_path / "layouts").rglob("*.svg"))}
    assert http.post("/tiny/versions", json={"restore": "first"}).json()["done"] == "restore first"
    assert (tmp_path / LIST).read_text() == CARDS
    assert (next((tmp_path / "layouts").rglob("card.svg"))).read_text() == CARD
    assert not (tmp_path / "layouts/extra.svg").exists()
    assert "before-first" in http.get("/tiny/versions").text
    assert http.post("/tiny/undo").json()["done"] == "restore first"
    assert {path: path.read_bytes() for path in edited} == edited
    assert "Dawn" in (tmp_path / LIST).read_text()


def test_a_card_alone_is_restored(http: TestClient, tmp_path: Path) -> None:
    http.post("/tiny/versions", json={"keep": "first"})
    text = CARDS.replace("First Light", "Dawn").replace("Second Wind", "Breeze")
    (tmp_path / LIST).write_text(text)
    done = http.post("/tiny/versions", json={"restore": "first", "card": "deck/first"}).json()
    assert done["done"] == "restore deck/first of first"
    assert (tmp_path / LIST).read_text() == CARDS.replace("Second Wind", "Breeze")
    refused = http.post("/tiny/versions", json={"restore": "first", "card": "deck/none"}).json()
    assert refused["refused"] == "there is no card `deck/none` in `first`"


def test_versions_are_compared(http: TestClient, tmp_path: Path) -> None:
    http.post("/tiny/versions", json={"keep": "first"})
    (tmp_path / LIST).write_text(CARDS.replace("First Light", "Dawn"))
    answer = http.get("/tiny/versions/first")
    assert "<del>First Light</del><ins>Dawn</ins>" in answer.text
    assert "</bdi>: first → now</h1>" in answer.text
    assert answer.text.count("<img") >= 2
    assert "script" not in answer.headers["content-security-policy"]
    assert http.get("/tiny/versions/none").status_code == 404


def test_a_name_that_is_given_again_shows_the_newer_version(http: TestClient, tmp_path: Path) -> None:
    address = "/tiny/earlier/version:first/front/deck/first/sun"
    http.post("/tiny/versions", json={"keep": "first"})
    before = http.get(address).text
    assert http.get(address).text == before
    http.post("/tiny/versions", json={"remove": "first"})
    (tmp_path / LIST).write_text(CARDS.replace("First Light", "Dawn"))
    http.post("/tiny/versions", json={"keep": "first"})
    assert http.get(address).text != before


@pytest.mark.parametrize("name", ["../x", "a/b", "con", "<b>", ""])
def test_names_are_file_names(http: TestClient, tmp_path: Path, name: str) -> None:
    for action in ("keep", "restore", "remove"):
        answer = http.post("/tiny/versions", json={action: name})
        assert "refused" in answer.json()
    assert not (tmp_path / ".nineup").exists()


def test_versions_in_a_browser(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/versions")
    page.fill("[name=keep]", "first")
    page.keyboard.press("Enter")
    row = page.locator("tr[data-version=first]")
    expect(row).to_be_visible()
    row.get_by_role("button", name="Card … of first").click()
    state = page.locator("body").get_attribute("data-state")
    (project / LIST).write_text(CARDS.replace("First Light", "Dawn"))
    expect(page.locator("body")).not_to_have_attribute("data-state", state or "")
    page.fill("dialog [name=card]", "deck/first")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_have_text("Restored deck/first of first")
    saved(page, project / LIST, CARDS)
    (project / LIST).write_text(CARDS.replace("First Light", "Dusk"))
    row.get_by_role("button", name="Restore all of first").click()
    expect(page.locator("tr[data-version=before-first]")).to_be_visible()
    expect(page.locator("#toast")).to_contain_text("Restored first")  # What was there is kept before that.
    saved(page, project / LIST, CARDS)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#toast")).to_contain_text("restore first")
    saved(page, project / LIST, CARDS.replace("First Light", "Dusk"))


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_serious(studio: Studio, open_page: Open, width: int, scheme: str) -> None:
    page = open_page(studio, "/tiny/versions", width, scheme, bypass_csp=True)
    page.fill("[name=keep]", "first")
    page.keyboard.press("Enter")
    expect(page.locator("tr[data-version=first]")).to_be_visible()
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
