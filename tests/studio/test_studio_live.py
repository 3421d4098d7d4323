"""The studio in a real browser: an edit on disk shows, a mistake keeps what was there, and a lost server is
met again.
"""

import re
from pathlib import Path

from nineup_studio import Studio
from playwright.sync_api import Page, expect
from serving import address, client, serving
from studio_window import Open, until
from tiny import CARDS, GAME, write_tiny

FIRST = '[data-key="deck/first/sun"]'


def image(page: Page, piece: str = FIRST) -> str:
    return page.locator(f"{piece} .front img").get_attribute("src") or ""


def edit(root: Path, text: str, name: str = "cards.yaml") -> None:
    (root / "cards" / "tiny" / name).write_text(text, encoding="utf-8")


def expect_another(page: Page, before: str, piece: str = FIRST) -> None:
    expect(page.locator(f"{piece} .front img")).not_to_have_attribute("src", before)


def test_an_edit_shows_and_only_there(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/")
    page.evaluate("window.here = true")
    first, second = image(page), image(page, '[data-key="deck/second/sun"]')
    edit(project, CARDS.replace("First Light", "Last Light"))
    expect_another(page, first)
    expect(page.locator(f"{FIRST} .name")).to_have_text("Last Light")
    assert image(page, '[data-key="deck/second/sun"]') == second
    assert page.evaluate("window.here"), "the page was not loaded again"


ASK_TWICE = """async (address) => {
  const { oneAtATime } = await import(address);
  let text = "old", end;
  const read = oneAtATime(async () => {
    const seen = text;
    await new Promise((done) => { end = done; });
    return seen;
  });
  const first = read();
  text = "new";
  const later = read();
  end();
  const before = await first;
  await Promise.resolve();
  end();
  return [before, await later];
}"""


def test_who_asks_during_an_update_waits_for_the_next(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/")
    assert page.evaluate(ASK_TWICE, address(studio, "/static/stream.js")) == ["old", "new"]


def test_two_browsers_and_two_runs(studio: Studio, project: Path, open_page: Open) -> None:
    one, other = open_page(studio, "/tiny/"), open_page(studio, "/tiny/?players=2&owners=moon")
    moon = '[data-key="deck/first/moon"]'
    before = image(one), image(other, moon)
    assert other.locator(FIRST).count() == 0
    edit(project, CARDS.replace("First Light", "Last Light"))
    expect_another(one, before[0])
    expect_another(other, before[1], moon)


def test_search_scroll_and_size_outlast_an_edit(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/")
    page.set_viewport_size({"width": 1280, "height": 400})
    page.locator("#search").fill("wind")
    page.locator("#size").fill("100")
    page.mouse.wheel(0, 200)
    expect(page.locator(FIRST)).to_be_hidden()
    until(page, "scrollY > 50")
    before, second = page.evaluate("scrollY"), '[data-key="deck/second/sun"]'
    shown = image(page, second)
    edit(project, CARDS.replace("waffle", "wafer"))
    expect_another(page, shown, second)
    assert page.evaluate("scrollY") == before
    expect(page.locator("#search")).to_have_value("wind")
    expect(page.locator("#size")).to_have_value("100")
    expect(page.locator(FIRST)).to_be_hidden()


def test_cards_come_and_go(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/")
    third = CARDS + "  - id: third\n    suit: jade\n    name: Third Time\n    text: Lucky.\n"
    edit(project, third)
    expect(page.locator('[data-key="deck/third/sun"] .name')).to_have_text("Third Time")
    order = page.locator('.piece[data-key$="/sun"]').evaluate_all("all => all.map(each => each.dataset.key)")
    assert order == [f"deck/{id}/sun" for id in ("first", "second", "third")]
    edit(project, CARDS)
    expect(page.locator('[data-key="deck/third/sun"]')).to_have_count(0)


def test_the_page_of_a_card_says_that_it_is_gone(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/card/deck/second/sun")
    edit(project, CARDS[: CARDS.index("  - id: second")])
    expect(page.locator("#stale")).to_have_text("`deck/second/sun` is not in this run.")
    expect(page.locator("#name")).to_have_text("Second Wind")
    edit(project, CARDS)
    expect(page.locator("#stale")).to_have_count(0)


def test_a_broken_file_keeps_the_last_good_faces(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/")
    before = image(page)
    page.evaluate("document.getElementById('tools').isTheSame = true")
    edit(project, CARDS.replace("suit: ruby", "suit: rubi"))
    expect(page.locator("#stale")).to_contain_text("Some faces")
    expect(page.locator('[data-key="chip/chip"].stale')).to_have_count(0)
    finding = page.locator(".findings li.error").first
    expect(finding).to_contain_text("rubi")
    expect(finding).to_contain_text("cards/tiny/cards.yaml:7:11")
    assert image(page) == before
    expect(page.locator(f"{FIRST}.stale")).to_be_visible()
    edit(project, CARDS)
    expect(page.locator("#stale")).to_have_count(0)
    expect(page.locator(".findings li.error")).to_have_count(0)
    expect(page.locator(f"{FIRST}.stale")).to_have_count(0)
    assert page.evaluate("document.getElementById('tools').isTheSame")  # what scripts listen to stays


def test_a_broken_layout_keeps_just_its_faces(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/")
    before = image(page)
    card = project / "layouts" / "tiny" / "card.svg"
    card.write_text(card.read_text(encoding="utf-8").replace("</svg>", ""), encoding="utf-8")
    expect(page.locator("#stale")).to_contain_text("Some faces")
    expect(page.locator(f"{FIRST}.stale")).to_be_visible()
    expect(page.locator('[data-key="chip/chip"].stale')).to_have_count(0)
    assert image(page) == before


def test_a_game_that_was_never_right_says_why(project: Path, open_page: Open) -> None:
    edit(project, GAME.replace("game: Tiny", "game: [Tiny"), "game.yaml")
    with serving(project) as studio:
        page = open_page(studio, "/tiny/")
        expect(page.locator("#stale")).to_contain_text("nothing to show")
        expect(page.locator(".findings li.error")).not_to_have_count(0)
        edit(project, GAME, "game.yaml")
        expect(page.locator(FIRST)).to_be_visible()
        page.close()  # A server that stops may not answer what is under way.


def test_a_server_that_comes_back_is_met_again(project: Path, open_page: Open) -> None:
    with serving(project) as studio:
        port = studio.access.port
        page = open_page(studio, "/tiny/")
        expect(page.locator("#status")).to_have_class("status live")
        before = image(page).rpartition("/")[2]
    expect(page.locator("#status")).to_have_class("status away")
    edit(project, CARDS.replace("First Light", "Last Light"))
    with serving(project, port) as studio:
        expect(page.locator("#status")).to_contain_text("open the new address")
        page.context.new_page().goto(studio.access.address_of())  # as its start opens it
        expect(page.locator("#status")).to_have_class("status live")
        expect(page.locator(f"{FIRST} .name")).to_have_text("Last Light")
        edit(project, CARDS)
        expect(page.locator(f"{FIRST} .front img")).to_have_attribute("src", re.compile(f"/face/{before}$"))
    strangers = [said for said in open_page.complaints if "403" in said]  # until it had the new address
    open_page.complaints = [said for said in open_page.complaints if said not in strangers]


def test_a_browser_without_the_new_address_asks_no_more(project: Path, open_page: Open) -> None:
    with serving(project) as studio:
        port = studio.access.port
        page = open_page(studio, "/tiny/")
        other = page.context.new_page()
        other.goto(page.url)
        for each in (page, other):
            expect(each.locator("#status")).to_have_class("status live")
    with serving(project, port):
        for each in (page, other):
            each.bring_to_front()
            expect(each.locator("#status")).to_contain_text("open the new address")
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url))
        page.wait_for_timeout(4000)  # The longest wait between two tries is three seconds.
        other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        other.wait_for_timeout(500)
        assert asked == []
    with serving(project, port) as studio:
        page.context.new_page().goto(studio.access.address_of())
        for each in (page, other):
            each.bring_to_front()
            expect(each.locator("#status")).to_have_class("status live")
    open_page.complaints = [said for said in open_page.complaints if "403" not in said]


def test_the_whole_proof_follows(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, "/tiny/")
    expect(page.locator(".checking")).to_have_count(0)
    edit(project, GAME.replace("== 3 * players", "== 4 * players"), "game.yaml")
    expect(page.locator(".findings li.error")).to_contain_text("every player has three chips")


def test_a_choice_leads_to_its_run_without_leaving_the_page(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/")
    page.evaluate("window.here = true")
    suits = page.get_by_role("group", name="Suits")
    suits.get_by_text("Ruby").click()
    expect(page.locator(FIRST)).to_have_count(0)
    expect(page).to_have_url(re.compile("[?]option.suits=jade$"))
    suits.get_by_text("Jade").press("Enter")
    expect(page.locator("#because")).to_contain_text("0 of at least 1")
    page.go_back()
    expect(page.locator(FIRST)).to_have_count(1)
    assert page.evaluate("window.here")


def test_a_choice_that_needs_another_makes_it(studio: Studio, project: Path, open_page: Open) -> None:
    more = "  storm: {default: no}\nlegal:\n  - {if: storm, requires: suits=jade, excludes: suits=ruby}\n"
    edit(project, GAME.replace("symbols:\n", f"{more}symbols:\n"), "game.yaml")
    page = open_page(studio, "/tiny/")
    suits = page.get_by_role("group", name="Suits")
    page.get_by_text("Storm").click()
    expect(suits.locator("[aria-pressed=true]")).to_have_text("Jade")
    suits.get_by_text("Ruby").click()
    expect(suits.locator("[aria-current=true]")).to_have_text(["Ruby", "Jade"])
    expect(page.get_by_role("group", name="Storm").locator("[aria-current]")).to_have_count(0)


def test_a_full_set_gives_an_item_up_for_another(studio: Studio, project: Path, open_page: Open) -> None:
    edit(
        project,
        GAME.replace("suits: {choose: suit, at-least: 1}", "suits: {choose: suit, exactly: 1}"),
        "game.yaml",
    )
    page = open_page(studio, "/tiny/")
    suits = page.get_by_role("group", name="Suits")
    expect(suits.locator("[aria-pressed=true]")).to_have_text("Ruby")
    suits.get_by_text("Jade").click()
    expect(suits.locator("[aria-pressed=true]")).to_have_text("Jade")
    suits.get_by_text("Jade").press("Enter")
    expect(page.locator("#because")).to_contain_text("0 of exactly 1")


def test_how_many_are_chosen_goes_by_players(tmp_path: Path) -> None:
    """What more players may not choose is left out of the addresses of their runs."""
    game = GAME.replace("at-least: 1", "exactly: {2: 1, 3-6: 2}")
    with serving(write_tiny(tmp_path, game=game)) as studio, client(studio) as asked:
        page = asked.get("tiny/?players=2&option.suits=jade").text
        assert "`suits=` is not possible: 0 of exactly 1 for 2 players" in page
        addresses = [each.replace("&amp;", "&") for each in re.findall(r'href="[^"]*/tiny/\?([^"]*)"', page)]
        assert "players=3" in addresses
        assert "players=3&option.suits=jade" not in addresses
        of_three = asked.get("tiny/?players=3").text
        assert "`suits=jade` is not possible: 1 of exactly 2 for 3-6 players" in of_three
