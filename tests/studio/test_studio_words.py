"""Words of the glossary are explained where they stand, by a small `?`."""

from pathlib import Path

from nineup.base import explanations
from nineup_studio import Studio
from playwright.sync_api import expect
from programs import from_npm
from serving import serving
from studio_window import Open, box_of
from test_studio_game import opened
from test_studio_views import LOOKS, SERIOUS
from tiny import CARDS, write_tiny


def test_the_run_is_explained_in_its_bar(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/tiny/", bypass_csp=True)
    button = page.get_by_role("button", name="What does “run” mean?")
    meaning = page.locator(".meaning", has_text=explanations()["run"])
    expect(meaning).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(meaning).to_be_visible()
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    expect(button).to_be_focused()


def test_components_and_their_setup_are_explained_in_the_form(studio: Studio, open_page: Open) -> None:
    for width, scheme in LOOKS:
        page = opened(open_page(studio, "/tiny/game/components", width, scheme), "chip")
        for word in ("component", "setup"):
            page.get_by_role("button", name=f"What does “{word}” mean?").click()
            meaning = page.locator(".meaning:popover-open")
            expect(meaning).to_contain_text(explanations()[word].replace("`", ""))
            box = box_of(meaning)
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            page.keyboard.press("Escape")


def test_needs_is_explained_on_the_page_of_a_card(tmp_path: Path, open_page: Open) -> None:
    root = write_tiny(tmp_path, cards=CARDS.replace("    copies: 2", "    needs: 3+\n    copies: 2"))
    with serving(root) as studio:
        page = open_page(studio, "/tiny/card/deck/second/sun")
        page.get_by_role("button", name="What does “needs” mean?").click()
        expect(page.locator(".meaning:popover-open")).to_contain_text(explanations()["needs"])
