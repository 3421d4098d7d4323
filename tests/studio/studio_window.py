"""Pages of a studio in a real browser."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from nineup_studio import Studio
from playwright.sync_api import Browser, Locator, Page, Route, expect
from programs import LONGEST_WAIT
from serving import address

GAMES = ("gem-rush", "gemotion")
"""Those of the repository's games that windows show: the one with most kinds of piece, and the one with most
cards and options.
"""


def becomes(page: Page, read: Callable[[], object], wanted: object) -> None:
    """Waits until what is read, such as the contents of a folder, is as wanted; the page goes on meanwhile."""
    limit = time.monotonic() + LONGEST_WAIT
    while (found := read()) != wanted and time.monotonic() < limit:
        page.wait_for_timeout(20)
    assert found == wanted


def saved(page: Page, file: Path, wanted: str) -> None:
    """Waits until a file has a text."""
    becomes(page, lambda: file.read_bytes().decode(), wanted)


def until(page: Page, question: str | Callable[[], object]) -> None:
    """Waits until a function or an expression of JavaScript is true; Playwright's own way for that is what our
    pages forbid scripts to do.
    """
    ask = (lambda: page.evaluate(question)) if isinstance(question, str) else question
    becomes(page, lambda: question if ask() else "not yet", question)


IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].filter((image) => {
  const { top, bottom, width } = image.getBoundingClientRect();
  return width && top < innerHeight && bottom > 0;
})"""


def pictured(page: Page, selector: str) -> int:
    """Waits until all images in sight are loaded, of which there must be one; gives how many there are."""
    until(page, f"(all => all.length && all.every(image => image.naturalWidth))(({IN_SIGHT})({selector!r}))")
    return int(page.evaluate(f"({IN_SIGHT})({selector!r}).length"))


def box_of(target: Locator) -> dict[str, float]:
    """Where an element is in the window, in pixels; looked up and measured in one step, for scripts may put another
    one in its place.
    """
    expect(target.first).to_be_visible()
    boxes = target.evaluate_all("all => all.map(each => each.getBoundingClientRect().toJSON())")
    return dict(boxes[0])


def live(page: Page) -> None:
    """Waits until a page that was opened hears of changes, and shows its canvas or its table; its scripts have run
    then. Some pages have none.
    """
    expect(page.locator("#status.live, :root:not(:has(#status))")).to_be_attached()
    expect(page.locator(":root:not(:has(:is(#canvas, #tabletop):not([data-ready])))")).to_be_attached()


def arrived(page: Page, url: str | re.Pattern[str]) -> None:
    """Waits until a page that something leads to is there, and hears what is done in it."""
    page.wait_for_url(url)
    live(page)


@contextmanager
def held(page: Page, path: str) -> Iterator[list[Route]]:
    """Keeps what the page posts to an address from the server until the block ends; gives what it has kept."""
    kept: list[Route] = []
    is_over = False

    def hold(route: Route) -> None:
        if is_over or route.request.method != "POST":
            route.fallback()
        else:
            kept.append(route)

    page.route(path, hold)
    yield kept
    is_over = True
    for route in kept:
        route.fallback()


class Open:
    """Opens pages of studios, each in a browser of its own; gathers what their consoles complain of."""

    def __init__(self, chromium: Browser, stack: ExitStack) -> None:
        self.complaints: list[str] = []
        self._chromium = chromium
        self._stack = stack

    def __call__(
        self, studio: Studio, path: str = "/", width: int = 1280, scheme: Any = "light", **more: Any
    ) -> Page:
        """A page below the printed address, in a browser of its own."""
        context = self._chromium.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, **more
        )
        self._stack.callback(context.close)
        context.set_default_timeout(1000 * LONGEST_WAIT)
        page = context.new_page()
        page.on("console", lambda said: self._hear(said.type, f"{said.text} {said.location['url']}"))
        page.on("pageerror", lambda error: self._hear("error", str(error)))
        page.goto(address(studio, path))
        live(page)
        return page

    def _hear(self, kind: str, text: str) -> None:
        ended = ("net::ERR_CONNECTION_", "net::ERR_EMPTY_RESPONSE")  # a server that has ended
        if kind in ("error", "warning") and not any(words in text for words in ended):
            self.complaints.append(text)
