"""Studios of a small project and of all games, and windows that show them."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from nineup_studio import Studio
from playwright.sync_api import Browser
from serving import serving
from studio_window import Open
from tiny import write_tiny

ROOT = Path(__file__).parents[2]


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
def all_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio for the repository's games, in a copy."""
    root = tmp_path_factory.mktemp("games")
    for name in ("cards", "layouts", "fonts"):
        shutil.copytree(ROOT / name, root / name)
    with serving(root) as found:
        yield found
