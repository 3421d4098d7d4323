"""Rules as sentences with blanks: chosen by what they are for, and written once the blanks are filled."""

from pathlib import Path

from nineup.rules import RULES
from nineup_studio import Studio
from playwright.sync_api import Locator, Page, expect
from programs import from_npm
from serving import serving
from studio_window import Open, becomes, saved, until
from test_studio_views import LOOKS, SERIOUS
from tiny import GAME, write_tiny

FILE = "cards/tiny/game.yaml"


def add(page: Page, summary: str) -> Locator:
    """A new rule of the kind that is for something."""
    page.locator(".kinds summary").click()
    page.get_by_role("button", name=summary).click()
    found = page.locator(".rule.draft")
    expect(found).to_contain_text("Not written yet")
    return found


def test_each_kind_is_offered_by_what_it_is_for_and_the_own_check_last(
    studio: Studio, open_page: Open
) -> None:
    page = open_page(studio, "/tiny/game/rules")
    page.locator(".kinds summary").click()
    offered = page.locator(".kinds li button").all_inner_texts()
    asked = [rule.summary for rule in RULES if rule.sentence]
    assert sorted(offered) == sorted(asked)
    assert offered[-1] == "the game's own rules hold"
    expect(page.locator(".kinds li", has_text="there is enough to deal")).to_contain_text(
        "deal: {player: {coin: 1}, table: {coin: 5}}"
    )
    expect(page.locator(".kinds")).to_contain_text("the box covers every setup")


def test_a_deal_is_a_sentence_that_is_written_once_it_is_full(project: Path, open_page: Open) -> None:
    file = project / FILE
    with serving(project) as studio:
        page = open_page(studio, "/tiny/game/rules")
        rule = add(page, "there is enough to deal")
        rule.get_by_label("How many, 1").fill("2")
        rule.get_by_label("How many, 1").press("Tab")
        assert file.read_text(encoding="utf-8") == GAME
        rule.get_by_label("Of what, 1").select_option("chip")
        expect(page.locator(".rule.draft")).to_have_count(0)
        expect(page.locator(".rule .sentence").last).to_contain_text("each player is dealt")
        saved(page, file, GAME + "\n  - deal: {player: {chip: 2}}\n")

        page.get_by_role("button", name="and the table gets").click()
        table = page.locator(".rule").last.locator(".amounts").last
        table.get_by_label("How many, 1").fill("5")
        table.get_by_label("Of what, 1").select_option("chip")
        expect(page.get_by_role("button", name="and the table gets")).to_have_count(0)
        expect(page.locator("#undo")).to_have_attribute("title", "Undo: deal › table (Ctrl+Z)")
        saved(page, file, GAME + "\n  - deal: {player: {chip: 2}, table: {chip: 5}}\n")

        page.locator("#undo").click()
        page.locator("#undo").click()
        expect(page.locator(".rule")).to_have_count(1)
        saved(page, file, GAME)


def test_fields_are_chosen_from_those_of_the_cards(project: Path, open_page: Open) -> None:
    with serving(project) as studio:
        page = open_page(studio, "/tiny/game/rules")
        rule = add(page, "no two cards share a name")
        rule.locator(".sentence").get_by_label("each").select_option("deck")
        by = page.locator(".rule.draft .sentence").get_by_label("by")
        expect(by.locator("option")).to_have_text(["choose …", "suit", "name", "text"])
        by.select_option("name")
        expect(page.locator(".rule.draft")).to_have_count(0)
        until(page, lambda: "- distinct: {each: deck, by: name}" in (project / FILE).read_text("utf-8"))


def test_the_first_rule_is_added_with_its_list(tmp_path: Path, open_page: Open) -> None:
    game = GAME[: GAME.index("rules:")]
    root = write_tiny(tmp_path, game=game)
    with serving(root) as studio:
        page = open_page(studio, "/tiny/game/rules")
        rule = add(page, "the game's own rules hold")
        rule.locator(".sentence").get_by_label("says").fill("there are chips")
        rule.locator(".sentence").get_by_label("says").press("Enter")
        rule.locator(".sentence").get_by_label("check").fill("count('chip') > 0")
        rule.locator(".sentence").get_by_label("check").press("Enter")
        expect(page.locator(".rule.draft")).to_have_count(0)
        rules = "rules: - {says: there are chips, check: count('chip') > 0}".split()
        becomes(page, lambda: (root / FILE).read_text("utf-8").removeprefix(game).split(), rules)


def test_what_is_wrong_with_a_rule_is_said_at_it(project: Path, open_page: Open) -> None:
    (project / FILE).write_text(GAME + "  - deal: {player: {chip: 30}}\n", encoding="utf-8")
    with serving(project) as studio:
        page = open_page(studio, "/tiny/game/rules")
        blank = page.get_by_label("How many, 1")
        expect(blank).to_have_value("30")
        expect(page.locator(".findings li.error")).to_have_count(1)
        blank.fill("2")
        blank.press("Tab")
        expect(page.locator(".findings li.error")).to_have_count(0)
        until(page, lambda: "- deal: {player: {chip: 2}}" in (project / FILE).read_text("utf-8"))


def test_the_sentences_are_accessible(all_games: Studio, open_page: Open) -> None:
    for width, scheme in LOOKS:
        page = open_page(all_games, "/gemotion/game/rules", width, scheme, bypass_csp=True)
        page.locator(".kinds summary").click()
        page.add_script_tag(path=from_npm("axe.min.js"))
        assert page.evaluate(SERIOUS)["serious"] == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
