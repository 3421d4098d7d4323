"""Each view of each game in a real browser: nothing to complain of, wide and narrow, light and dark."""

import pytest
from nineup_studio import Studio
from playwright.sync_api import expect
from programs import from_npm
from serving import address
from studio_window import GAMES, Open, live, pictured, until

VIEWS = ("", "cards", "game", "style", "layouts", "sheets", "proof", "table", "export")
LOOKS = ((390, "dark"), (1440, "light"))
"""Each width and each colour scheme once."""


SERIOUS = """
axe.run(document, {resultTypes: ["violations"]}).then(found => ({
  passes: found.passes.length,
  serious: found.violations.filter(each => ["serious", "critical"].includes(each.impact))
    .map(each => each.id + ": " + each.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(" | ")),
}))
"""


@pytest.mark.parametrize("game", GAMES)
def test_every_face_in_sight_is_shown(all_games: Studio, game: str, open_page: Open) -> None:
    page = open_page(all_games, f"/{game}/")
    assert pictured(page, ".piece .front img") > 2
    assert page.locator(".piece .front img").count() > 20


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_serious(all_games: Studio, scheme: str, width: int, open_page: Open) -> None:
    page = open_page(all_games, "/gemotion/", width, scheme, bypass_csp=True)
    for view in VIEWS:
        page.goto(address(all_games, f"/gemotion/{view}"))
        live(page)
        page.add_script_tag(path=from_npm("axe.min.js"))
        found = page.evaluate(SERIOUS)
        assert found["serious"] == [], view
        assert found["passes"] > 15
        assert page.evaluate("document.documentElement.scrollWidth") == width, view


CLIPPED = """
[...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0']")].filter(each => {
  if (!each.checkVisibility()) return false;
  each.focus();
  const ring = getComputedStyle(each), box = each.getBoundingClientRect();
  if (document.activeElement !== each || ring.outlineStyle === "none") return false;
  const out = parseFloat(ring.outlineOffset) + parseFloat(ring.outlineWidth);
  for (let outer = each.parentElement; outer !== document.body; outer = outer.parentElement) {
    const { overflowX, contentVisibility, overflowClipMargin } = getComputedStyle(outer);
    const isContained = contentVisibility === "auto";
    if (overflowX === "visible" && !isContained) continue;
    const frame = outer.getBoundingClientRect(), room = isContained ? parseFloat(overflowClipMargin) : 0;
    if (box.top - out < frame.top - room - 0.5 || box.bottom + out > frame.bottom + room + 0.5) return true;
  }
  return false;
}).map(each => each.outerHTML.slice(0, 120))
"""
"""Elements whose focus ring is clipped by what is around them."""


def test_every_focus_ring_shows(all_games: Studio, open_page: Open) -> None:
    page = open_page(all_games, "/gem-rush/")
    for view in (*VIEWS, "versions", CARDS["gem-rush"]):
        page.goto(address(all_games, f"/gem-rush/{view}"))
        live(page)
        page.keyboard.press("Tab")  # From then on the focus is shown.
        assert page.evaluate(CLIPPED) == [], view


def test_nothing_is_wider_than_a_phone(all_games: Studio, open_page: Open) -> None:
    page = open_page(all_games, "/gem-rush/", 390)
    for view in VIEWS:
        page.goto(address(all_games, f"/gem-rush/{view}"))
        live(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, view


CARDS = {
    "gem-rush": "card/room/fire-ruby-vein",
    "gemotion": "card/player-deck/rage-1/sun",
}


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize("game", GAMES)
def test_a_card_has_its_page(all_games: Studio, game: str, width: int, scheme: str, open_page: Open) -> None:
    page = open_page(all_games, f"/{game}/{CARDS[game]}", width, scheme, bypass_csp=True)
    expect(page.locator("#name")).to_be_visible()
    until(page, "[...document.querySelectorAll('.large img')].every(image => image.naturalWidth)")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.add_script_tag(path=from_npm("axe.min.js"))
    assert page.evaluate(SERIOUS)["serious"] == []
