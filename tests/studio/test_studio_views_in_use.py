"""Views in the middle of their use, as axe-core sees them: a failed proof, a sheet large, a failed export, a
table.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from nineup_studio import Studio
from playwright.sync_api import Page, expect
from programs import from_npm
from studio_window import Open
from test_studio_views import LOOKS, SERIOUS
from tiny import CARDS, GAME


def failed_proof(page: Page) -> None:
    expect(page.locator("tbody.failed .evidence").first).to_be_visible()


def large_sheet(page: Page) -> None:
    page.locator("button.sheet").first.click()
    expect(page.locator("#stage .front")).to_be_visible()


def failed_export(page: Page) -> None:
    page.get_by_role("button", name="Build", exact=True).click()
    expect(page.locator(".jobs li.failed").first).to_be_visible()


def table_in_play(page: Page) -> None:
    page.locator('[data-stack="pile:deck:1"]').click()
    page.keyboard.press("d")
    expect(page.get_by_role("toolbar")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "use"),
    [
        ("proof", failed_proof),
        ("sheets", large_sheet),
        ("export", failed_export),
        ("table?players=2", table_in_play),
    ],
)
def test_axe_finds_nothing_serious(
    studio: Studio, project: Path, path: str, use: Callable[[Page], None], open_page: Open
) -> None:
    if use in (failed_proof, failed_export):
        files = project / "cards" / "tiny"
        files.joinpath("game.yaml").write_text(
            GAME.replace("check: count('chip') == 3 * players", "check: count('chip') < 12"), encoding="utf-8"
        )
        files.joinpath("cards.yaml").write_text(CARDS.replace("First Light", "Lightlight " * 40), "utf-8")
    for width, scheme in LOOKS:
        page = open_page(studio, f"/tiny/{path}", width, scheme, bypass_csp=True)
        use(page)
        page.add_script_tag(path=from_npm("axe.min.js"))
        found = page.evaluate(SERIOUS)
        assert found["serious"] == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
