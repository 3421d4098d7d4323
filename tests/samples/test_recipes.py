"""What docs/recipes.md shows: the way from a spreadsheet to sheets, and tables of other programs."""

import re
from pathlib import Path

import openpyxl
import pytest
from command import run_command
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game

RECIPES = (Path(__file__).parents[2] / "docs/recipes.md").read_text(encoding="utf-8")

GAME = """\
game: Sea
players: 2-4
lists: {kind: [ship, storm]}
components:
  deck:
    shape: card
    size: poker
    layout: a.svg
"""


def block(title: str, language: str) -> str:
    """The first block in a language below a title."""
    chapter = RECIPES.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    found = re.search(rf"```{language}\n(.*?)```", chapter, re.DOTALL)
    assert found is not None, (title, language)
    return found[1]


@pytest.mark.parametrize("program", ["Squib", "nanDECK", "Component Studio"])
def test_a_table_of_another_program_is_read_as_it_is(tmp_path: Path, program: str) -> None:
    table, keys = (block(f"I come from {program}", language) for language in ("csv", "yaml"))
    folder = tmp_path / "cards/sea"
    folder.mkdir(parents=True)
    (folder / "deck.csv").write_text(table, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME + re.sub("^", "    ", keys, flags=re.MULTILINE), encoding="utf-8")
    findings = Findings()
    game = load_game(Project(tmp_path), "sea", findings, {})
    assert findings == []
    assert game is not None
    cards = game.components["deck"].cards
    assert [(card.id, card.copies) for card in cards] == [("cutter", 3), ("squall", 2)]
    if program == "nanDECK":
        assert [card.values["cost"] for card in cards] == [2.5, 1]


def test_from_a_spreadsheet_to_sheets(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["Name", "Qty", "Cost"], ["Cutter", 3, 2], ["Squall", 2, 1]):
        book.active.append(row)  # type: ignore[union-attr]
    book.save(tmp_path / "deck.xlsx")
    folder = tmp_path
    for line in block("I have a spreadsheet", "sh").splitlines():
        words = line.partition("#")[0].replace('"My Game"', "My_Game").split()
        if words[0] == "cd":
            folder /= words[1]
        elif words[1] != "studio":
            done = run_command(folder, *(word.replace("_", " ") for word in words[1:]))
            assert done.returncode == 0, done.stderr
    assert (folder / "output/my-game/box/cards-a4.pdf").is_file()
    assert (folder / "cards/my-game/deck.xlsx").is_file()
