"""The games' HTML pages, each made once."""

import tempfile
from functools import cache
from pathlib import Path

from made import ROOT, written
from nineup.project import Project


@cache
def page_of(game: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = written(Project(ROOT), game, Path(folder), formats=("html",)) / "appendix.html"
        return path.read_text(encoding="utf-8")
