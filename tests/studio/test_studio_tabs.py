"""Many tabs of one browser: they share a stream of events, since a browser has six connections to a
server.
"""

from pathlib import Path

import pytest
from nineup_studio import Studio
from playwright.sync_api import Page, expect
from serving import address
from studio_window import Open, becomes, live
from tiny import CARDS

TABS = 7
NAME = '[data-key="deck/first/sun"] .name'
STREAMS = """
  window.streams = new Set();
  const Original = window.EventSource;
  window.EventSource = class extends Original {
    constructor(...words) { super(...words); window.streams.add(this); }
    close() { super.close(); window.streams.delete(this); }
  };
"""
"""Counts the streams that a tab has."""


def edit(root: Path, name: str) -> None:
    text = CARDS.replace("First Light", name)
    (root / "cards/tiny/cards.yaml").write_text(text, encoding="utf-8")


def open_tabs(studio: Studio, open_page: Open, without: str = "") -> list[Page]:
    """Tabs of one browser, each on another run of the game."""
    first = open_page(studio, "/static/icon.svg")
    context = first.context
    context.add_init_script(STREAMS + without)
    tabs = [first, *(context.new_page() for _ in range(TABS - 1))]
    for number, tab in enumerate(tabs):
        tab.goto(address(studio, f"/tiny/?players={2 + number % 3}&option.expansion=yes"))
        live(tab)
    return tabs


def streams(tabs: list[Page]) -> list[int]:
    return [tab.evaluate("streams.size") for tab in tabs]


def test_many_tabs_load_follow_and_hand_the_stream_over(
    studio: Studio, project: Path, open_page: Open
) -> None:
    tabs = open_tabs(studio, open_page)
    for tab in tabs:
        expect(tab.locator(NAME)).to_have_text("First Light")
    becomes(tabs[0], lambda: sorted(streams(tabs)), [0] * (TABS - 1) + [1])
    for name in ("Last Light", "Noon"):
        edit(project, name)
        for tab in tabs:
            expect(tab.locator(NAME)).to_have_text(name)
        becomes(tabs[0], lambda: sum(streams(tabs)), 1)
        leader = tabs.pop(streams(tabs).index(1))
        leader.close()
    edit(project, "Dusk")
    for tab in tabs:
        expect(tab.locator(NAME)).to_have_text("Dusk")
    becomes(tabs[0], lambda: sum(streams(tabs)), 1)
    for tab in tabs:
        tab.close()


def hide(tab: Page, is_hidden: bool) -> None:
    """Tells a tab that it is hidden or shown; in a browser without windows all are shown."""
    tab.evaluate(
        """is => {
          Object.defineProperty(document, "hidden", { value: is, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_a_hidden_tab_hands_the_stream_over_and_catches_up(
    studio: Studio, project: Path, open_page: Open
) -> None:
    tabs = open_tabs(studio, open_page)[:]
    becomes(tabs[0], lambda: sum(streams(tabs)), 1)
    leader = tabs.pop(streams(tabs).index(1))
    hide(leader, True)
    edit(project, "Last Light")
    for tab in tabs:
        expect(tab.locator(NAME)).to_have_text("Last Light")
    assert streams([leader]) == [0]
    assert leader.locator(NAME).inner_text() == "First Light"
    hide(leader, False)
    expect(leader.locator(NAME)).to_have_text("Last Light")
    assert streams([leader]) == [0]
    leader.context.close()


@pytest.mark.parametrize(
    "without",
    ["delete window.BroadcastChannel;", "Object.defineProperty(navigator, 'locks', { value: undefined });"],
)
def test_without_locks_each_tab_has_its_stream(
    studio: Studio, project: Path, open_page: Open, without: str
) -> None:
    one = open_page(studio, "/static/icon.svg")
    one.context.add_init_script(STREAMS + without)
    tabs = [one, one.context.new_page()]
    for tab in tabs:
        tab.goto(address(studio, "/tiny/"))
        expect(tab.locator("#status")).to_have_class("status live")
    becomes(tabs[0], lambda: streams(tabs), [1, 1])
    edit(project, "Last Light")
    for tab in tabs:
        expect(tab.locator(NAME)).to_have_text("Last Light")
    one.context.close()


def test_exports_need_no_stream_of_their_own(studio: Studio, open_page: Open) -> None:
    page = open_page(studio, "/static/icon.svg")
    page.context.add_init_script(STREAMS)
    page.goto(address(studio, "/tiny/export"))
    page.get_by_role("button", name="Build", exact=True).click()
    expect(page.locator(".jobs a").first).to_be_visible()
    becomes(page, lambda: streams([page]), [1])
    page.close()
