"""Editing a card where it is seen, in a real browser: what lands in the file, previews, conflicts, undo."""

import re
from pathlib import Path

import pytest
from nineup_studio import Studio
from playwright.sync_api import Page, expect
from programs import from_npm
from serving import serving
from studio_window import Open, saved, until
from test_studio_views import LOOKS, SERIOUS
from tiny import CARDS, GAME, write_tiny

FILE = "cards/tiny/cards.yaml"
CARD = "/tiny/card/deck/second/sun"
FAMILY = CARDS.replace(
    "  - id: first\n    suit: ruby\n    name: First Light\n    when: \"'ruby' in suits\"\n",
    '  - for: {suit: suit}\n    id: "{{ suit }}"\n    suit: "{{ suit }}"\n    name: "Light of {{ suit.name }}"\n',
)


def on_disk(root: Path, file: str = FILE) -> str:
    return (root / file).read_text(encoding="utf-8")


def opened(page: Page, text: str) -> Page:
    """The page with a text of the card open in the editor."""
    page.locator(f'.spot[aria-label^="Edit “{text}"]').click()
    page.locator("#editor textarea").wait_for()
    return page


def src(page: Page) -> str:
    return page.locator(".large .front img").get_attribute("src") or ""


def test_a_text_is_set_as_it_is_typed_and_saved_where_it_is(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = opened(open_page(studio, CARD), "Second Wind")
    before = src(page)
    page.locator("#editor textarea").fill('Third: "Wind" #3')
    expect(page.locator(".large .front img")).not_to_have_attribute("src", before)
    assert on_disk(project) == CARDS, "nothing is written before it is saved"
    page.keyboard.press("Control+Enter")
    expect(page.locator("#editor")).to_be_hidden()
    expect(page.locator("#name")).to_have_text('Third: "Wind" #3')
    saved(page, project / FILE, CARDS.replace("Second Wind", "'Third: \"Wind\" #3'"))


def test_escape_leaves_the_card_as_it_was(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, CARD), "Second Wind")
    before = src(page)
    page.locator("#editor textarea").fill("Other")
    expect(page.locator(".large .front img")).not_to_have_attribute("src", before)
    page.keyboard.press("Escape")
    expect(page.locator(".large .front img")).to_have_attribute("src", before)
    assert on_disk(project) == CARDS


def test_symbols_and_terms_are_completed(project: Path, open_page: Open, tmp_path: Path) -> None:
    root = write_tiny(
        tmp_path / "terms",
        game=GAME.replace("components:", "terms:\n  Waffle: {means: A cake.}\ncomponents:"),
    )
    with serving(root) as studio:
        page = opened(open_page(studio, CARD), "**Give** 2")
        page.keyboard.press("End")
        page.keyboard.type(" {g")
        expect(page.locator(".completions li")).to_have_text(["{gem}gem"])
        expect(page.locator(".completions img")).to_be_visible()
        page.keyboard.press("Enter")
        page.keyboard.type(" waf")
        expect(page.locator(".completions li")).to_have_text(["Waffle"])
        page.keyboard.press("Tab")
        expect(page.locator("#editor textarea")).to_have_value(
            re.compile(r"official, efficient waffle\. \{gem\} Waffle$")
        )
        page.keyboard.press("Control+Enter")
        expect(page.locator("#editor")).to_be_hidden()
        until(page, lambda: 'waffle. {gem} Waffle"\n' in on_disk(root))
        page.context.close()


def test_what_is_wrong_is_said_while_typing(studio: Studio, open_page: Open) -> None:
    page = opened(open_page(studio, CARD), "Second Wind")
    page.locator("#editor textarea").fill(
        "A name that is much too long for the frame that it has on this small card"
    )
    expect(page.locator("#editor .said")).to_contain_text("too")


def test_undo_and_redo_by_buttons_and_keys(studio: Studio, project: Path, open_page: Open) -> None:
    page = opened(open_page(studio, CARD), "Second Wind")
    expect(page.locator("#undo")).to_be_disabled()
    page.locator("#editor textarea").fill("Third")
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_be_enabled()
    expect(page.locator("#undo")).to_have_attribute("title", "Undo: name of second (Ctrl+Z)")
    page.keyboard.press("Control+z")
    expect(page.locator("#name")).to_have_text("Second Wind")
    saved(page, project / FILE, CARDS)
    page.locator("#redo").click()
    expect(page.locator("#name")).to_have_text("Third")
    page.locator("#undo").click()
    expect(page.locator("#name")).to_have_text("Second Wind")
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator("#name")).to_have_text("Third")


def test_a_conflict_shows_both_versions_and_loses_neither(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = opened(open_page(studio, CARD), "Second Wind")
    page.locator("#editor textarea").fill("Mine")
    other = CARDS.replace("Second Wind", "Theirs").replace(
        "- id: first", "# above\n  - id: zero\n    suit: ruby\n    name: Z\n    text: z\n  - id: first"
    )
    (project / FILE).write_text(other, encoding="utf-8")
    expect(page.locator("#name")).to_have_text("Theirs")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#conflict h2")).to_have_text(f"{FILE} has changed on disk")
    changed = page.locator("#conflict tr.changed")
    expect(changed.filter(has_text="Theirs")).to_contain_text("name: Mine")
    assert on_disk(project) == other
    page.locator("#conflict button", has_text="Make my change").click()
    expect(page.locator("#name")).to_have_text("Mine")
    saved(page, project / FILE, other.replace("Theirs", "Mine"))


def test_a_change_elsewhere_in_the_file_is_no_conflict_while_the_text_is_open(
    studio: Studio, project: Path, open_page: Open
) -> None:
    page = opened(open_page(studio, CARD), "Second Wind")
    page.locator("#editor textarea").fill("Mine")
    other = CARDS.replace("First Light", "Dawn").replace("cards:\n", "# a comment\ncards:\n")
    with page.expect_response(lambda response: "/editing/" in response.url):
        (project / FILE).write_text(other, encoding="utf-8")
    expect(page.locator("#editor textarea")).to_have_value("Mine")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#name")).to_have_text("Mine")
    saved(page, project / FILE, other.replace("Second Wind", "Mine"))


def test_a_family_says_that_its_template_is_edited(open_page: Open, tmp_path: Path) -> None:
    root = write_tiny(tmp_path / "family", cards=FAMILY)
    with serving(root) as studio:
        page = opened(open_page(studio, "/tiny/card/deck/jade/sun"), "Light of Jade")
        expect(page.locator("#editor .notice")).to_contain_text(
            "the template of 2 cards, which all follow: ruby, jade."
        )
        expect(page.locator("#editor textarea")).to_have_value("Light of {{ suit.name }}")
        page.locator("#editor textarea").fill("Shade of {{ suit.name }}")
        page.keyboard.press("Control+Enter")
        expect(page.locator("#name")).to_have_text("Shade of Jade")
        saved(page, root / FILE, FAMILY.replace("Light of", "Shade of"))
        page.context.close()


def test_fields_have_controls_of_their_type(studio: Studio, project: Path, open_page: Open) -> None:
    page = open_page(studio, CARD)
    page.locator('[data-field="suit"]').click()
    page.locator("#editor select").select_option("ruby")
    page.locator("#editor button", has_text="Save").click()
    expect(page.locator("#editor")).to_be_hidden()
    page.locator('[data-field="copies"]').click()
    page.locator("#editor input").fill("3")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#editor")).to_be_hidden()
    saved(page, project / FILE, CARDS.replace("suit: jade", "suit: ruby").replace("copies: 2", "copies: 3"))
    page.locator('[data-field="copies"]').click()
    page.locator("#editor input").fill("")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#editor")).to_be_hidden()
    until(page, lambda: "copies" not in on_disk(project))


def test_what_the_layout_says_itself_is_refused_with_the_reason(open_page: Open, tmp_path: Path) -> None:
    from tiny import CARD as LAYOUT

    root = write_tiny(
        tmp_path / "layout", card=LAYOUT.replace("{{ owner.name }}", "{{ 2 * players }} points")
    )
    with serving(root) as studio:
        page = open_page(studio, CARD)
        page.locator(".spot.fixed").click()
        expect(page.locator("#toast")).to_contain_text(
            "the layout computes this itself, in layouts/tiny/card.svg, line 5"
        )
        page.context.close()


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_serious_in_the_editor(
    all_games: Studio, scheme: str, width: int, open_page: Open
) -> None:
    page = open_page(all_games, "/gem-rush/card/room/diamond-vein", width, scheme, bypass_csp=True)
    page.locator('[data-field="doors"]').click()
    page.locator("#editor summary").first.click()
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
