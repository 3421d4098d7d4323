"""Importing in the browser: what a table does is shown before it is written; and attacks on the requests."""

import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from nineup_studio import Studio
from nineup_studio.security import MAX_UPLOAD
from openpyxl import Workbook
from playwright.sync_api import Page, expect
from programs import from_npm
from serving import serving
from studio_window import Open, arrived, saved, until
from test_studio_grid import FILE, GRID, on_disk
from test_studio_grid_requests import Grid
from test_studio_views import LOOKS, SERIOUS
from tiny import CARDS, GAME, write_tiny

IMPORT = "/tiny/import"
TABLE = b"id,Headline,suit\nfirst,Dawn,jade\nsecond,Second Wind,jade\n"
DAWN = CARDS.replace("suit: ruby", "suit: jade").replace("First Light", "Dawn")
WISH = {"columns": {"Headline": "name"}}


@pytest.fixture
def grid(tmp_path: Path) -> Grid:
    return Grid(write_tiny(tmp_path))


def sent(grid: Grid, data: bytes = TABLE, path: str = IMPORT, **words: Any) -> Any:
    body = {"name": "deck.csv", "into": "deck/cards.yaml", **words}
    return grid.http.post(path, content=json.dumps(body).encode() + b"\n" + data)


def sheet(*rows: list[object]) -> bytes:
    book = Workbook()
    book.active.title = "deck"
    for row in rows:
        book.active.append(row)
    book.save(data := io.BytesIO())
    return data.getvalue()


def test_an_import_is_shown_then_written_then_undone_in_one_step(grid: Grid) -> None:
    root = grid.work.project.root
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    shown = sent(grid, wish=WISH).json()
    assert (shown["added"], shown["updated"], shown["same"], shown["misfits"]) == (0, 1, 1, [])
    assert [(each["field"], each["after"]) for each in shown["cells"]] == [("name", "Dawn"), ("suit", "jade")]
    assert [card for card, _ in shown["faces"]] == ["first"]
    assert grid.http.get(f"/face/{shown['faces'][0][1]}.svg").text.startswith("<svg")
    assert on_disk(root) == CARDS
    done = sent(grid, wish=WISH, bases=shown["bases"]).json()
    assert done["done"] == "import deck.csv into deck/cards.yaml: 1 updated"
    assert on_disk(root) == DAWN
    assert grid.http.post("/tiny/undo").json()["done"]
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_a_new_list_is_several_files_and_one_step(grid: Grid) -> None:
    root = grid.work.project.root
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    table = b"Name,Effect\nCup,Drink <b>it</b> slowly while the others wait for the evening.\nPot,Pour.\n"
    shown = sent(grid, table, into="", new="Tea things").json()
    assert [card for card, _ in shown["faces"]] == ["cup", "pot"]
    assert (shown["converted"], shown["findings"]) == (1, [])
    done = sent(grid, table, into="", new="Tea things", bases=shown["bases"]).json()
    assert sorted(done["files"]) == [
        "cards/tiny/game.yaml",
        "cards/tiny/tea-things.yaml",
        "layouts/tiny/tea-things.svg",
    ]
    assert grid.http.post("/tiny/undo").json()["done"]
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_what_has_changed_since_it_was_shown_is_not_written(grid: Grid) -> None:
    bases = sent(grid, wish=WISH).json()["bases"]
    (grid.work.project.root / FILE).write_text(CARDS + "# later\n")
    assert "have changed since" in sent(grid, wish=WISH, bases=bases).json()["refused"]
    assert "have changed since" in sent(grid, wish=WISH, bases={}).json()["refused"]
    assert on_disk(grid.work.project.root) == CARDS + "# later\n"


def test_nothing_is_written_while_a_value_does_not_fit(grid: Grid) -> None:
    table = sheet(["id", "suit"], ["first", "rubin"])
    shown = sent(grid, table, name="deck.xlsx").json()
    assert [(each["place"], each["value"]) for each in shown["misfits"]] == [("deck!B2", "rubin")]
    assert (shown["bases"], shown["faces"]) == (None, [])
    bases = sent(grid).json()["bases"]
    assert (
        sent(grid, table, name="deck.xlsx", bases=bases).json()["refused"]
        == "there are values that don't fit"
    )
    assert on_disk(grid.work.project.root) == CARDS


def bomb() -> bytes:
    """A small archive with the parts of a workbook, one of which unpacks to 100 MiB."""
    with zipfile.ZipFile(made := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (100 * 1024 * 1024))
    return made.getvalue()


ENTITIES = b'<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook>&a;</workbook>'


def entities() -> bytes:
    with zipfile.ZipFile(made := io.BytesIO(), "w") as archive:
        archive.writestr("xl/workbook.xml", ENTITIES)
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (bomb(), "unpacks to more than 64 MiB"),
        (entities(), "declares entities"),
        (b"PK\x03\x04", "not a table of cards"),
        (base64.b64decode("R0lGODlhAQABAAAAACw="), "not a table of cards"),
        (b"", "has no cards"),
        (b"a," * 9_000_000, "larger than 16 MiB"),
        (b"id,name\n" + b"[" * 100_000, "no column"),
        (b"[" * 100_000, "not a table"),
    ],
    ids=["bomb", "entities", "half", "gif", "empty", "large", "brackets", "deep"],
)
def test_files_that_attack_are_refused(grid: Grid, data: bytes, why: str) -> None:
    answer = sent(grid, data, name="deck.csv" if why == "no column" else "deck.xlsx")
    assert answer.status_code == 200
    found = answer.json()
    said = found.get("refused", "") + " ".join(each["why"] for each in found.get("misfits", ()))
    assert said
    assert "bases" not in found or found["bases"] is None
    assert on_disk(grid.work.project.root) == CARDS


@pytest.mark.parametrize(
    "words",
    [
        {"into": "../../etc/passwd"},
        {"into": "", "new": "../evil"},
        {"into": "", "new": "a/b\\c:d"},
        {"into": "", "new": "con"},
        {"into": "", "new": "deck"},
        {"into": "", "new": "x" * 1000},
        {"into": "", "new": "\u202e"},
        {"wish": {"add": {"Headline": "../x"}}},
        {"wish": {"columns": {"Headline": "{{ 7 * 7 }}"}}},
        {"wish": {"leave_out": ["deck!C6"]}},
    ],
)
def test_names_stay_inside_the_project(grid: Grid, words: dict[str, Any]) -> None:
    root = grid.work.project.root
    before = sorted(root.parent.rglob("*"))
    found = sent(grid, **words).json()
    assert "refused" in found or all(
        file.startswith(("cards/tiny/", "layouts/tiny/")) and ".." not in file for file in found["bases"]
    )
    assert sorted(root.parent.rglob("*")) == before


def test_the_name_of_a_file_is_only_shown(grid: Grid) -> None:
    name = '..\\../<img src=x onerror=alert(1)>\u202e"\x00.csv'
    shown = sent(grid, wish=WISH, name=name).json()
    assert (shown["file"], "/" in shown["table"], "\x00" in shown["table"]) == (FILE, False, False)
    done = sent(grid, wish=WISH, name=name, bases=shown["bases"]).json()
    assert list(done["files"]) == [FILE]


@pytest.mark.parametrize("path", [IMPORT, "/tiny/convert"])
def test_other_pages_and_other_words_are_refused(grid: Grid, path: str) -> None:
    body = json.dumps({"name": "deck.csv", "into": "deck/cards.yaml"}).encode() + b"\n" + TABLE
    evil = grid.http.post(path, content=body, headers={"origin": "http://evil.example"})
    assert evil.status_code == 403
    assert grid.http.get(path).status_code in (404, 405)
    assert grid.http.post(path.replace("tiny", "none"), content=body).status_code in (400, 404)
    for words in (b"", b"{}", b"[]", b"\xff", b'{"name": 1}', b'{"name": "a", "more": 1}', b"[" * 100_000):
        assert grid.http.post(path, content=words + b"\nx").status_code == 400, words[:20]


def test_a_table_has_a_largest_size(grid: Grid) -> None:
    headers = {"content-length": str(MAX_UPLOAD + 1)}
    assert grid.http.post(IMPORT, content=b"x", headers=headers).status_code == 413
    portion = b"x" * (1024 * 1024)
    parts = (portion for _ in range(MAX_UPLOAD // len(portion) + 1))
    assert grid.http.post(IMPORT, content=parts).status_code == 413


# In the browser


def opened(page: Page, data: bytes = TABLE, name: str = "deck.csv") -> Page:
    page.locator("#importlist").click()
    page.locator("#importdialog [name=file]").set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": data}
    )
    expect(page.locator("#importdialog table").first).to_be_visible()
    return page


def test_a_table_is_imported_into_the_list_that_is_open(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = opened(open_page(studio, GRID))
    expect(page.locator("#importdialog [name=into]")).to_have_value("deck/cards.yaml")
    expect(page.get_by_label("What Headline is for")).to_have_value(" ignored")
    page.get_by_label("What Headline is for").select_option("name")
    expect(page.locator("#importdialog .changes tbody tr")).to_have_count(2)
    expect(page.locator("#importdialog .counts")).to_have_text("0 cards added, 1 updated, 1 the same.")
    expect(page.locator("#importdialog .firstcards img")).to_have_count(1)
    assert on_disk(project) == CARDS
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#importdialog")).to_be_hidden()
    expect(page.locator('#grid .r[data-key="first"]')).to_contain_text("Dawn")
    saved(page, project / FILE, DAWN)
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)


def test_values_that_do_not_fit_are_left_out_by_a_button(
    studio: Studio, project: Path, open_page: Open
) -> None:
    table = sheet(
        ["id", "suit", "name", "copies"], ["first", "rubin", "Dawn", "many"], ["second", "ruby", "B", 3]
    )
    page = opened(open_page(studio, GRID), table, "deck.xlsx")
    expect(page.locator("#importdialog .misfits tbody tr")).to_have_count(2)
    expect(page.locator("#importdialog .misfits")).to_contain_text("rubin is not in the list suit")
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Leave out deck!B2").click()
    expect(page.locator("#importdialog .misfits tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Leave out deck!D2").click()
    expect(page.locator("#importdialog .misfits")).to_have_count(0)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#importdialog")).to_be_hidden()
    wanted = (
        CARDS.replace("First Light", "Dawn").replace("Second Wind", "B").replace("copies: 2", "copies: 3")
    )
    saved(page, project / FILE, wanted.replace("suit: jade", "suit: ruby"))


def test_a_new_list_is_opened_once_it_is_imported(studio: Studio, project: Path, open_page: Open) -> None:
    table = b"Name,Effect,Worth\nCup,<b>Drink</b> it slowly while the others wait for the evening.,2\nPot,Pour.,1\n"
    page = opened(open_page(studio, GRID), table, "tea-things.csv")
    page.locator("#importdialog [name=into]").select_option(" new")
    expect(page.locator("#importdialog [name=new]")).to_have_value("Tea things")
    expect(page.locator("#importdialog .firstcards img")).to_have_count(2)
    html = page.get_by_label("Convert HTML, such as <b>, in 1 text")
    html.click()  # The dialog is drawn anew then, with another box.
    expect(page.get_by_label("Convert HTML")).not_to_be_checked()
    expect(page.get_by_role("row", name="Effect")).to_contain_text("<b>Drink</b>")
    page.get_by_label("Convert HTML").click()
    expect(page.get_by_role("row", name="Effect")).to_contain_text("**Drink**")
    page.get_by_label("What Worth is for").select_option(" ignored")
    expect(page.get_by_label("What Worth is for")).to_have_value(" ignored")
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_enabled()
    page.get_by_role("button", name="Import", exact=True).click()
    arrived(page, "**/tiny/cards/tea-things/tea-things.yaml")
    expect(page.locator('#grid .r[data-key="cup"]')).to_contain_text("Drink")
    assert on_disk(project, "cards/tiny/tea-things.yaml") == (
        "# Tea things. `fields` declares what each card has; any other key is an error.\n\n"
        "fields:\n  name: text\n  effect: rich\n\ncards:\n  - id: cup\n    name: Cup\n"
        '    effect: "**Drink** it slowly while the others wait for the evening."\n\n'
        "  - id: pot\n    name: Pot\n    effect: Pour.\n"
    )
    expect(page.locator("#findings .error")).to_have_count(0)


DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "deck.csv"));
  const event = (kind) => new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
  const grid = document.getElementById("grid");
  return ["dragover", "drop"].map((kind) => grid.dispatchEvent(event(kind)));
}"""


def test_a_table_that_is_dropped_on_the_cards_is_imported(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, GRID)
    assert page.evaluate(DROP, TABLE.decode()) == [False, False]
    expect(page.locator("#importdialog .counts")).to_have_text("0 cards added, 1 updated, 1 the same.")
    page.keyboard.press("Escape")
    expect(page.locator("#importdialog")).to_be_hidden()


def test_a_refusal_is_said_in_the_dialog(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    page.locator("#importlist").click()
    page.locator("#importdialog [name=file]").set_input_files(
        {"name": "deck.xlsx", "mimeType": "x", "buffer": b"PK\x03\x04"}
    )
    expect(page.locator("#importdialog [role=alert]")).to_have_text(
        "Nothing is written: `deck.xlsx` is not a table of cards; save it as XLSX, ODS, CSV, TSV or JSON."
    )
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_disabled()
    assert on_disk(project) == CARDS


def test_a_workbook_becomes_a_text_file_by_one_click(tmp_path: Path, open_page: Open) -> None:
    fields = "cards: deck.xlsx\n    fields: {suit: {one-of: suit}, name: text, text: rich}"
    root = write_tiny(tmp_path, game=GAME.replace("cards: cards.yaml", fields))
    (root / "cards/tiny/deck.xlsx").write_bytes(
        sheet(["id", "suit", "name", "text"], ["a", "ruby", "A", "Go."])
    )
    game = on_disk(root, "cards/tiny/game.yaml")
    with serving(root) as studio:
        page = open_page(studio, "/tiny/cards/deck/deck.xlsx")
        page.get_by_role("button", name="make YAML of it").click()
        arrived(page, "**/tiny/cards/deck/deck.yaml")
        expect(page.locator('#grid .r[data-key="a"]')).to_contain_text("Go.")
        entry = "cards:\n  - id: a\n    suit: ruby\n    name: A\n    text: Go.\n"
        saved(page, root / "cards/tiny/deck.yaml", entry)
        saved(page, root / "cards/tiny/game.yaml", game.replace("deck.xlsx", "deck.yaml"))
        page.locator("#undo").click()
        expect(page.locator("#toast")).to_contain_text("Undone")
        saved(page, root / "cards/tiny/game.yaml", game)
        until(page, lambda: not (root / "cards/tiny/deck.yaml").exists())


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_dialog_is_accessible_and_fits(studio: Studio, open_page: Open, width: int, scheme: str) -> None:
    table = sheet(
        ["id", "suit", "text", "Notes"],
        ["first", "rubin", "<b>A</b> and {gem}", "x"],
        ["second", "ruby", "B", "y"],
    )
    page = opened(open_page(studio, GRID, width, scheme, bypass_csp=True), table, "deck.xlsx")
    expect(page.locator("#importdialog .misfits")).to_be_visible()
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Leave out deck!B2").click()
    expect(page.locator("#importdialog .firstcards img")).to_have_count(2)
    expect(page.locator("#importdialog.asking")).to_have_count(0)
    assert page.evaluate(SERIOUS)["serious"] == []
