"""A real browser, driven by Playwright. Skipped where there is none, but not where `CI` is set."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from nineup.studio import Studio
from playwright.sync_api import Browser, expect, sync_playwright
from serving import serving
from studio_window import Open
from tiny import write_tiny

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        assert not os.environ.get("CI"), "there is no Chromium here, and these tests are not skipped in CI"
        pytest.skip("there is no Chromium here: the studio is not tested in a browser")
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Open]:
    """Opens pages; a complaint in a console fails the test."""
    with ExitStack() as stack:
        found = Open(chromium, stack)
        yield found
    assert found.complaints == []


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_tiny(tmp_path / "project")


@pytest.fixture
def studio(project: Path) -> Iterator[Studio]:
    with serving(project) as found:
        yield found


@pytest.fixture(scope="session")
def four_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio for the repository's games, in a copy."""
    root = tmp_path_factory.mktemp("games")
    for name in ("cards", "layouts", "fonts"):
        shutil.copytree(ROOT / name, root / name)
    with serving(root) as found:
        yield found
