"""Files that Windows can't hold are noted when a game is read, each once."""

import sys
from pathlib import Path

import pytest
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from tiny import GAME, write_tiny

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no such names")

NAMES = {
    "cards/tiny/con.yaml": "Windows reserves the name",
    "layouts/tiny/aux.svg": "Windows reserves the name",
    "layouts/tiny/LPT1.tar.gz": "Windows reserves the name",
    "cards/tiny/notes.": "Windows drops the last character of the name",
    "cards/tiny/notes ": "Windows drops the last character of the name",
    "cards/tiny/what?.md": "Windows allows no '?' in a name",
    "layouts/tiny/a:b.svg": "Windows allows no ':' in a name",
    "layouts/tiny/nul/a.svg": "Windows reserves the name",
}


def notes(root: Path) -> list[tuple[str, str, int, int]]:
    findings = Findings()
    assert pipeline.load(Project(root), "tiny", findings) is not None
    assert {(each.code, each.severity) for each in findings} <= {("windows-name", "note")}
    places = ((each, each.span) for each in findings)
    return [(each.message, span.file, span.line, span.column) for each, span in places if span]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_windows_can_not_have_is_noted(tmp_path: Path, name: str) -> None:
    write_tiny(tmp_path)
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("cards: []\n", encoding="utf-8")
    noted = name if path.parent.name != "nul" else "layouts/tiny/nul"
    assert notes(tmp_path) == [(f"`{Path(noted).name}`: {NAMES[name]}", noted, 1, 1)]


def test_names_that_differ_only_in_case_are_noted(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    (tmp_path / "layouts/tiny/Card.svg").write_bytes((tmp_path / "layouts/tiny/card.svg").read_bytes())
    message = "`card.svg`: Windows and macOS take it for `Card.svg`"
    assert notes(tmp_path) == [(message, "layouts/tiny/card.svg", 1, 1)]


def test_a_list_of_such_a_name_is_read_all_the_same(tmp_path: Path) -> None:
    write_tiny(tmp_path, game=GAME.replace("cards.yaml", "con.yaml"))
    (tmp_path / "cards/tiny/cards.yaml").rename(tmp_path / "cards/tiny/con.yaml")
    assert [file for _, file, _, _ in notes(tmp_path)] == ["cards/tiny/con.yaml"]


def test_other_names_are_not_noted(tmp_path: Path) -> None:
    assert notes(write_tiny(tmp_path)) == []
