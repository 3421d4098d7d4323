"""The sheet files that come with Nineup: they are read, and do what their comments say."""

from pathlib import Path

import pytest
from imposing import laid, pieces
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.sheet_spec import read_sheet
from nineup.model.paper import SheetSpec

PROJECT = Project(Path(__file__).parent)
NAMES = sorted(path.removeprefix("layouts/sheets/") for path in PROJECT.list("layouts/sheets", "*.yaml"))


def spec(file: str) -> SheetSpec:
    findings = Findings()
    built = read_sheet(PROJECT, file.removesuffix(".yaml"), findings)
    assert built is not None
    assert not findings
    return built


def test_there_are_some() -> None:
    assert NAMES == ["bleed.yaml", "gutterfold.yaml", "poker.yaml", "tokens.yaml"]


@pytest.mark.parametrize(
    ("file", "count"), [("poker.yaml", 9), ("bleed.yaml", 8), ("tokens.yaml", 9), ("gutterfold.yaml", 8)]
)
def test_poker_cards_on_each(file: str, count: int) -> None:
    first, _ = laid(pieces(10 if count > 5 else 5), spec(file))[:2]
    assert len(first.front.placements) == count
