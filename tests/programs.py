"""What tests use but the project doesn't need: programs, and files from npm.

Where one is missing, its tests are skipped, but they fail in CI. With NINEUP_BARE set, all are missing.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

BARE = bool(os.environ.get("NINEUP_BARE"))


def missing(what: str) -> None:
    """Skips a test that needs what isn't on this machine; in CI, fails it."""
    assert not os.environ.get("CI"), f"there is no {what} here, and no test is skipped in CI"
    pytest.skip(f"there is no {what} here")


def program(*names: str) -> str:
    """The path of the first of these programs that is installed."""
    found = None if BARE else next(filter(None, map(shutil.which, names)), None)
    if found is None:
        missing(names[0])
    assert found is not None
    return found


def from_npm(name: str) -> Path:
    """A file that `.ci/run` takes from npm."""
    path = Path(__file__).parents[1] / ".venv" / name
    if BARE or not path.exists():
        missing(name)
    return path


CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The browsers that do, best first: the one without a window takes half of the time."""


LONGEST_WAIT = 180
"""Seconds that a test waits for what a browser shows, on the busiest machine: a test that is right never waits so
long on one that is idle.
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, driven by Playwright."""
    path = program(*CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def press_profile() -> Path:
    """The ICC profile of a press that comes with Ghostscript (SWOP)."""
    program("gs")
    found = next(Path("/usr/share").glob("**/ghostscript/**/default_cmyk.icc"), None)
    if found is None:
        missing("default_cmyk.icc of Ghostscript")
    assert found is not None
    return found
