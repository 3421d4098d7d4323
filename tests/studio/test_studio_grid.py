"""The grid of a card list in a real browser: the keyboard, the clipboard, whole cards, conflicts, CSV."""

import re
from pathlib import Path

import pytest
from nineup.files.edit.parts import parts
from nineup_studio import Studio
from nineup_studio.live import proving
from playwright.sync_api import Page, expect
from programs import from_npm
from serving import serving
from studio_window import Open, becomes, held, saved, until
from test_studio_grid_requests import CARDS, CSV, CSV_GAME
from test_studio_views import LOOKS, SERIOUS
from tiny import write_tiny

FILE = "cards/tiny/cards.yaml"
GRID = "/tiny/cards/deck/cards.yaml"
PASTE = """([rows, text]) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""
COPY = """kind => {
  const data = new DataTransfer();
  document.activeElement.dispatchEvent(new ClipboardEvent(kind, { clipboardData: data, bubbles: true, cancelable: true }));
  return data.getData("text/plain");
}"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_tiny(tmp_path / "project", cards=CARDS)


def on_disk(root: Path, file: str = FILE) -> str:
    return (root / file).read_bytes().decode()


def entries(root: Path) -> list[dict[str, object]]:
    made = parts(on_disk(root))
    assert made is not None
    return made.data["cards"]  # type: ignore[no-any-return]


def names(root: Path) -> list[object]:
    return [entry["name"] for entry in entries(root)]


def at(page: Page, row: str, column: int) -> Page:
    """The page with a cell chosen; columns count from 1, the id."""
    page.locator(f'#grid .r[data-key="{row}"] > span').nth(column).click()
    return page


def ids(page: Page) -> list[str]:
    return page.locator("#grid .r:not(.head)").evaluate_all("all => all.map(row => row.dataset.key)")


def paste(page: Page, text: str) -> None:
    page.evaluate(PASTE, [0, text])


def test_typing_into_a_cell_lands_in_the_file(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "first", 3)
    page.keyboard.type("Dawn")
    page.keyboard.press("Enter")
    saved(page, project / FILE, CARDS.replace("First Light", "Dawn"))
    expect(page.locator("#active-cell")).to_have_text("Second, Wind")
    page.keyboard.press("F2")
    page.keyboard.press("End")
    page.keyboard.type("!")
    page.keyboard.press("Tab")
    saved(page, project / FILE, CARDS.replace("First Light", "Dawn").replace("Second, Wind", "Second, Wind!"))
    expect(page.locator("#active-cell")).to_have_text("It's 12")
    page.keyboard.press("Enter")
    page.keyboard.type(" and more")
    page.keyboard.press("Escape")
    expect(page.locator("#celleditor")).to_be_hidden()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)


def test_an_undo_takes_back_an_edit_that_is_on_its_way(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = at(open_page(studio, GRID), "first", 3)
    undone: list[str] = []
    page.on("request", lambda request: undone.append(request.url) if "/undo" in request.url else None)
    dawn = CARDS.replace("First Light", "Dawn")
    for press, before in ((["D", "a", "w", "n", "Enter"], CARDS), (["Control+d"], dawn)):
        with held(page, "**/cards/deck/cards.yaml") as posts:
            for key in press:
                page.keyboard.press(key)
            becomes(page, lambda: len(posts), 1)
            page.keyboard.press("Control+z")
        expect(page.locator("#redo")).to_be_enabled()
        saved(page, project / FILE, before)
        if before == CARDS:
            page.keyboard.press("Control+Shift+z")
            saved(page, project / FILE, dawn)
            expect(page.locator("#redo")).to_be_disabled()
    assert len(undone) == 2


def test_a_page_that_comes_before_the_answer_takes_nothing_back(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = at(open_page(studio, GRID), "first", 3)
    state = page.locator("body").get_attribute("data-state") or ""
    with held(page, "**/cards/deck/cards.yaml") as posts:
        for text in ("Dawn", "Noon"):  # The second one waits for its turn.
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        becomes(page, lambda: len(posts), 1)
        game = project / "cards" / "tiny" / "game.yaml"
        game.write_text(game.read_text().replace("game: Tiny", "game: Small"))
        expect(page.locator("h1")).to_contain_text("Small")
        expect(page.locator("body")).not_to_have_attribute("data-state", state)
        shown = page.locator("#grid .r:not(.head) > span:nth-child(4)")
        assert shown.all_text_contents()[:2] == ["Dawn", "Noon"]
    wanted = CARDS.replace("First Light", "Dawn").replace("Second Wind", "Noon")
    saved(page, project / FILE, wanted)


def test_keys_after_a_new_card_are_for_the_new_card(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "first", 3)
    page.keyboard.press("Control+Enter")
    page.keyboard.type("Dawn!")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+d")
    paste(page, "Dusk")
    becomes(page, lambda: names(project)[:4], ["First Light", "Dawn!", "Second, Wind", "Dusk"])
    expect(page.locator("#active-cell")).to_have_text("Dusk")


def test_a_new_card_begins_with_what_it_needs(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "second", 5)
    number = len(entries(project))
    page.locator("#gridtools [data-do=add]").click()
    expect(page.locator("#grid .r:not(.head)")).to_have_count(number + 1)
    expect(page.locator("#grid")).to_be_focused()
    page.keyboard.type("Noon")
    page.keyboard.press("Enter")
    becomes(page, lambda: names(project)[:4], ["First Light", "Second, Wind", "Noon", "3"])


def test_a_paste_stays_where_it_begins(studio: Studio, project: Path, open_page: Open) -> None:
    cards = "".join(f"  - {{id: c{n}, suit: ruby, name: Card {n}, text: Take it.}}\n" for n in range(200))
    (project / FILE).write_text(CARDS.partition("cards:")[0] + "cards:\n" + cards, encoding="utf-8")
    page = at(open_page(studio, GRID), "c3", 3)
    where = "[scrollX, scrollY, document.getElementById('gridbox').scrollTop]"
    before = page.evaluate(where)
    paste(page, "\n".join(f"New {n}" for n in range(150)))
    expect(page.locator('.r[data-key="c152"] span').nth(3)).to_have_text("New 149")
    until(page, "document.getElementById('undo').disabled === false")
    assert page.evaluate(where) == before
    expect(page.locator("#grid [role=gridcell].chosen")).to_have_count(150)


def test_what_was_found_in_earlier_files_is_not_shown(
    studio: Studio, project: Path, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = CARDS.replace('name: "3"', 'name: "3"\n    when: players > 9')
    (project / FILE).write_text(never, encoding="utf-8")
    page = open_page(studio, GRID)
    marks = page.locator("#grid .r:not(.head) [data-found][title*=never]")
    marked = "all => all.map(each => each.parentElement.dataset.key)"
    expect(page.locator(".findings li", has_text="never")).to_be_visible()
    expect(page.locator(".checking")).to_have_count(0)
    becomes(page, lambda: marks.evaluate_all(marked), ["third"])
    monkeypatch.setattr(proving, "QUIET_TIME", 600)
    at(page, "first", 3)
    paste(page, "\n".join(["Dawn", "Noon", "Dusk", "Night", "Midnight"]))
    expect(page.locator("#grid .r:not(.head)")).to_have_count(5)
    expect(page.locator(".checking")).to_be_visible()
    expect(marks).to_have_count(0)
    expect(page.locator(".findings li", has_text="never")).to_have_count(0)
    monkeypatch.setattr(proving, "QUIET_TIME", 0)
    page.keyboard.press("Control+z")
    becomes(page, lambda: marks.evaluate_all(marked), ["third"])
    expect(page.locator(".checking")).to_have_count(0)


BROKEN = "cards: [\n"


def test_a_grid_works_again_once_its_list_is_right_again(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = at(open_page(studio, GRID), "first", 3)
    for text in ("Dawn", "Dusk"):
        before = on_disk(project)
        (project / FILE).write_text(BROKEN, encoding="utf-8")
        expect(page.locator("#grid")).to_have_count(0)
        (project / FILE).write_text(before, encoding="utf-8")
        expect(page.locator("#grid")).to_be_focused()
        expect(page.locator("#beside img")).to_be_visible()
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        saved(page, project / FILE, CARDS.replace("First Light", text))
        at(page, "first", 3)
    number = len(entries(project))
    page.locator("#gridtools [data-do=copy]").click()
    expect(page.locator("#grid .r:not(.head)")).to_have_count(number + 1)
    page.locator(".r[data-key=first] span").nth(3).dblclick()
    expect(page.locator("#celleditor textarea")).to_be_focused()


def test_a_grid_that_opens_with_a_wrong_list_works_later(
    studio: Studio, project: Path, open_page: Open
) -> None:
    (project / FILE).write_text(BROKEN, encoding="utf-8")
    page = open_page(studio, GRID)
    expect(page.locator("main .nothing")).to_contain_text("can't be edited as a grid")
    (project / FILE).write_text(CARDS, encoding="utf-8")
    at(page, "first", 3)
    page.keyboard.type("Dawn")
    page.keyboard.press("Enter")
    saved(page, project / FILE, CARDS.replace("First Light", "Dawn"))


def test_what_is_typed_outlasts_a_wrong_list(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "first", 3)
    page.keyboard.type("Dawn")
    (project / FILE).write_text(BROKEN, encoding="utf-8")
    expect(page.locator("#grid")).to_have_count(0)
    (project / FILE).write_text(CARDS, encoding="utf-8")
    expect(page.locator("#celleditor textarea")).to_have_value("Dawn")
    page.keyboard.press("Enter")
    saved(page, project / FILE, CARDS.replace("First Light", "Dawn"))


def test_the_keyboard_alone_reaches_everything(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    page.locator("#gridtools button").last.focus()
    page.keyboard.press("Tab")
    expect(page.locator("#grid")).to_be_focused()
    for key, text in (("ArrowDown", "second"), ("ArrowRight", "jade"), ("ArrowUp", "ruby"), ("Tab", "First Light"),
                      ("Shift+Tab", "ruby"), ("Home", "first"), ("Control+ArrowDown", "{{ suit }}-card"), ("Control+Home", "first")):  # fmt: skip
        page.keyboard.press(key)
        expect(page.locator("#active-cell")).to_have_text(text)
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator('#grid [aria-selected="true"]')).to_have_count(4)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("j")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    saved(page, project / FILE, CARDS.replace("suit: ruby", "suit: jade"))
    page.keyboard.press("Escape")
    expect(page.locator('#gridtools [data-do="add"]')).to_be_focused()


def test_each_type_has_its_control(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "first", 5)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="One Ruby more").click()
    page.keyboard.press("Control+Enter")
    wanted = CARDS.replace("ruby: 2", "ruby: 3")
    saved(page, project / FILE, wanted)
    at(page, "second", 6).keyboard.press("Enter")
    page.get_by_role("button", name="Remove jade").click()
    at(page, "third", 7)
    wanted = wanted.replace("[jade, ruby]", "[ruby]")
    saved(page, project / FILE, wanted)
    at(page, "third", 10).keyboard.press("Space")
    wanted = wanted.replace("last: yes", "last: no")
    saved(page, project / FILE, wanted)
    at(page, "third", 9).keyboard.press("7")
    page.keyboard.press("Enter")
    wanted = wanted.replace("worth: 4", "worth: 7")
    saved(page, project / FILE, wanted)
    at(page, "first", 11).keyboard.type("3")
    page.keyboard.press("Enter")
    saved(page, project / FILE, wanted.replace("jade: 1}\n", "jade: 1}\n    copies: 3\n"))


def test_a_block_is_pasted_as_one_step(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "first", 3)
    paste(page, 'Dawn\tTake 2.\r\n"Second\tWind"\t"Two\nlines ""here"""\r\n')
    until(page, "document.getElementById('undo').title.includes('4 cells')")
    expect(page.locator('#grid .r[data-key="second"] > span').nth(3)).to_have_text("Second\tWind")
    assert page.evaluate(COPY, "copy") == 'Dawn\tTake 2.\n"Second\tWind"\t"Two\nlines ""here"""'
    becomes(
        page,
        lambda: [(entry["name"], entry["text"]) for entry in entries(project)[:2]],
        [("Dawn", "Take 2."), ("Second\tWind", 'Two\nlines "here"')],
    )
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)


def test_a_block_that_does_not_fit_changes_nothing(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "first", 15)  # the last one
    paste(page, "1\t2")
    expect(page.locator("#toast")).to_contain_text("nothing is pasted")
    assert on_disk(project) == CARDS


def test_pasting_below_the_end_adds_cards(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "{{ suit }}-card", 1)
    paste(page, "{{ suit }}-card\nfifth\nsixth")
    expect(page.locator('#grid .r[data-key="sixth"]')).to_be_visible()
    becomes(page, lambda: ids(page), ["first", "second", "third", "{{ suit }}-card", "fifth", "sixth"])
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)


def test_cut_and_clear(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "second", 4)
    assert page.evaluate(COPY, "cut") == "It's 12"
    saved(page, project / FILE, CARDS.replace("'It''s 12'", "''"))
    at(page, "second", 11).keyboard.press("Delete")
    saved(page, project / FILE, CARDS.replace("'It''s 12'", "''").replace(", copies: 2", ""))


def test_cards_are_added_duplicated_moved_and_removed(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "first", 3)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#grid .r:not(.head)")).to_have_count(5)
    becomes(page, lambda: ids(page)[:3], ["first", "new-card", "second"])
    expect(page.locator('#grid .r[data-key="new-card"] #active-cell')).to_be_visible()
    page.keyboard.type("Fresh")
    page.keyboard.press("Enter")
    expect(page.locator('#grid .r[data-key="fresh"] > span').nth(3)).to_have_text("Fresh")
    at(page, "third", 3).keyboard.press("Control+d")
    expect(page.locator('#grid .r[data-key="third-2"] #active-cell')).to_be_visible()
    page.keyboard.press("Alt+ArrowUp")
    until(
        page,
        "[...document.querySelectorAll('#grid .r')].map(row => row.dataset.key).join().includes('third-2,third')",
    )
    page.keyboard.press("Control+Delete")
    expect(page.locator('#grid .r[data-key="third-2"]')).to_have_count(0)
    for _ in range(5):
        page.locator("#undo").click()
    saved(page, project / FILE, CARDS)
    expect(page.locator("#undo")).to_be_disabled()  # the page knows it, too
    page.locator('[data-do="copy"]').click()
    expect(page.locator("#grid .r:not(.head)")).to_have_count(5)


def test_a_row_is_dragged_by_its_number(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, GRID)
    page.locator('#grid .r[data-key="first"] > .n').hover(position={"x": 10, "y": 8})
    page.mouse.down()
    target = page.locator('#grid .r[data-key="third"] > .n')
    target.hover(position={"x": 10, "y": 8})
    target.hover(position={"x": 10, "y": target.evaluate("each => each.offsetHeight") - 4})
    page.mouse.up()
    until(
        page,
        "[...document.querySelectorAll('#grid .r')].map(row => row.dataset.key).join().includes('second,third,first')",
    )
    page.keyboard.press("Control+z")
    saved(page, project / FILE, CARDS)


def test_a_conflict_shows_both_versions(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "second", 3)
    page.keyboard.type("Mine")
    other = CARDS.replace("Second, Wind", "Theirs").replace(
        "cards:\n", "cards:\n  - {id: zero, suit: ruby, name: Z, text: z}\n"
    )
    (project / FILE).write_text(other, encoding="utf-8")
    expect(page.locator('#grid .r[data-key="zero"]')).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#conflict h2")).to_have_text(f"{FILE} has changed on disk")
    expect(page.locator("#conflict .changed").last).to_contain_text(re.compile("Theirs.*Mine"))
    assert on_disk(project) == other
    page.locator("#conflict button", has_text="Make my change").click()
    saved(page, project / FILE, other.replace("Theirs", "Mine"))


def test_a_change_elsewhere_is_no_conflict(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "second", 3)
    page.keyboard.type("Mine")
    other = CARDS.replace("First Light", "Dawn").replace(
        "cards:\n", "cards:\n  - {id: zero, suit: ruby, name: Z, text: z}\n"
    )
    (project / FILE).write_text(other, encoding="utf-8")
    expect(page.locator('#grid .r[data-key="zero"]')).to_be_visible()
    page.keyboard.press("Enter")
    saved(page, project / FILE, other.replace("Second, Wind", "Mine"))


def test_a_family_is_shown_as_what_it_is(studio: Studio, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "{{ suit }}-card", 3)
    expect(page.locator("#beside .notice")).to_have_text(
        "The template of 2 cards, which all follow: ruby-card, jade-card."
    )
    expect(page.locator("#beside .piece")).to_have_count(2)
    page.set_viewport_size({"width": 390, "height": 800})
    expect(page.locator("#gridhint")).to_contain_text("which all follow: ruby-card, jade-card.")


def test_findings_are_on_their_cells(studio: Studio, project: Path, open_page: Open) -> None:
    page = at(open_page(studio, GRID), "first", 2)
    paste(page, "onyx")
    mark = page.locator('#grid .r[data-key="first"] > span').nth(2)
    expect(mark).to_have_attribute("data-found", "error")
    expect(page.locator("#beside .said")).to_contain_text("`onyx` is not in the list `suit`")
    expect(page.locator("#stale")).to_be_visible()
    page.keyboard.press("ArrowDown")  # the grid goes on below the banner
    expect(page.locator(".active")).to_have_text("jade")
    page.keyboard.press("Control+z")
    expect(mark).not_to_have_attribute("data-found", "error")


def test_a_csv_list_is_edited_in_place(open_page: Open, tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "csv", game=CSV_GAME)
    file = root / "cards/tiny/cards.csv"
    file.write_bytes(b"\xef\xbb\xbf" + CSV.encode())
    with serving(root) as studio:
        page = at(open_page(studio, "/tiny/cards/deck/cards.csv"), "first", 4)
        page.keyboard.type('Say "Hello", then wait')
        page.keyboard.press("Enter")
        wanted = CSV.replace("Take 1, then wait", 'Say ""Hello"", then wait')
        until(page, "document.getElementById('undo').title.includes('text')")
        saved(page, file, "\ufeff" + wanted)
        at(page, "second", 5).keyboard.press("Enter")
        page.get_by_role("button", name="One Jade more").click()
        page.keyboard.press("Control+Enter")
        until(page, "document.getElementById('undo').title.includes('cost')")
        saved(page, file, "\ufeff" + wanted.replace(",Two,,2", ",Two,1 jade,2"))
        page.context.close()


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_serious_in_a_grid(
    studio: Studio, scheme: str, width: int, open_page: Open
) -> None:
    page = at(open_page(studio, GRID, width, scheme, bypass_csp=True), "first", 1)
    paste(page, "third")
    expect(page.locator("#grid [data-found]").first).to_be_visible()
    page.keyboard.press("Enter")
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_server_that_comes_back_takes_edits(project: Path, open_page: Open) -> None:
    with serving(project) as first:
        port = first.access.port
        page = at(open_page(first, GRID), "first", 3)
        page.keyboard.type("Dawn")
        page.keyboard.press("Enter")
        saved(page, project / FILE, CARDS.replace("First Light", "Dawn"))
    expect(page.locator("#status")).to_have_class("status away")
    with serving(project, port) as second:
        other = page.context.new_page()
        other.goto(second.access.address_of())
        page.bring_to_front()
        expect(page.locator("#status")).to_have_class("status live")
        at(page, "first", 3).keyboard.type("Noon")
        page.keyboard.press("Enter")
        saved(page, project / FILE, CARDS.replace("First Light", "Noon"))
        page.context.close()
    assert all("403" in complaint for complaint in open_page.complaints)
    open_page.complaints.clear()
