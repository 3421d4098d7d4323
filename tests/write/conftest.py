"""Fonts and drawings for the tests of writing."""

from pathlib import Path

import pytest
from nineup.base.project import Project
from nineup.typography.fonts import Fonts
from tinyfont import tiny_font


@pytest.fixture(scope="session")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Fonts:
    """The package's own fonts and three small ones:

    Tiny, Curve (CFF outlines) and Sly (one glyph, two letters).
    """
    folder = tmp_path_factory.mktemp("project") / "fonts"
    folder.mkdir()
    made = {
        "Tiny": tiny_font(" abc()\\\r\U0001f600"),
        "Curve": tiny_font(" abc", cff=True),
        "Sly": tiny_font(
            " abk", features="feature ccmp { sub u006B by u0061; sub u0062 by u0062 extra; } ccmp;"
        ),
    }
    for name, data in made.items():
        (folder / f"{name}-Regular.ttf").write_bytes(data)
    return Fonts(Project(Path(folder.parent)))
