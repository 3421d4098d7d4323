"""Programs that tests run but the project doesn't need: without one, its tests are skipped, though not in CI."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright


def program(*names: str) -> str:
    """The path of the first of these programs that is installed."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        assert not os.environ.get("CI"), f"there is no {names[0]} here, and no test is skipped in CI"
        pytest.skip(f"there is no {names[0]} here")
    return found


CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The browsers that do, best first: the one without a window takes half of the time."""


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
        assert not os.environ.get("CI"), (
            "Ghostscript has no default_cmyk.icc here, and no test is skipped in CI"
        )
        pytest.skip("Ghostscript has no default_cmyk.icc here")
    return found
