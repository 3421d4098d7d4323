"""A game that is proposed for a table: it is read, checked and built as it is."""

import datetime
import json
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from command import run_command as nineup
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.model.game import Component
from nineup.pipeline.proposed_game import game_from_table

ROWS: list[list[object]] = [
    ["#", "Name", "Kind", "Cost", "Power", "Rules text", "Qty", "Tags", "Source", "#todo"],
    [1, "Cutter", "Ship & Crew", 2, 3.5, "Move two spaces, draw a card & pay <1> coin of yours.", 2, "fast; light", "book", "x"],
    [2, "Squall", "Storm", 1, None, "All players lose one oil, or skip their next turn entirely.", 3, "wild", "", None],
    [3, "Gale", "Storm", 2, None, "Every ship moves one space to the leeward side of the board.", 2, "wild; fast", "web", None],
    [4, "Ketch", "Ship & Crew", 2, 1, "You may carry one more cargo than the number of your masts.", 1, "light", "book", None],
]  # fmt: skip


def as_csv(separator: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        lines = [
            separator.join("" if cell is None else f'"{cell}"' if isinstance(cell, str) else str(cell) for cell in row)
            for row in ROWS
        ]  # fmt: skip
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    return write


def as_json(path: Path) -> None:
    path.write_text(json.dumps([dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]))  # type: ignore[arg-type]


def as_xlsx(path: Path) -> None:
    book = openpyxl.Workbook()
    for row in ROWS:
        book.active.append(row)  # type: ignore[union-attr]
    book.save(path)


def deck(root: Path, game: str) -> Component:
    findings = Findings()
    made = load_game(Project(root), game, findings, {})
    assert made is not None, findings
    return made.components["deck"]


@pytest.mark.parametrize(
    ("file", "write"),
    [
        ("sea.csv", as_csv(",")),
        ("sea.tsv", as_csv("\t")),
        ("sea.json", as_json),
        ("sea.xlsx", as_xlsx),
    ],
)
def test_a_table_becomes_a_game_that_is_right(
    tmp_path: Path, file: str, write: Callable[[Path], None]
) -> None:
    write(tmp_path / file)
    made = nineup(tmp_path, "new", "sea", "--from", file)
    assert made.returncode == 0, made.stderr
    root = tmp_path / "sea"
    component = deck(root, "sea")
    assert component.fields == {
        "name": "text",
        "kind": {"one-of": "kind"},
        "cost": "number",
        "power": {"optional": "number"},
        "rules-text": "text",
        "tags": {"some-of": "tags"},
        "card-source": {"optional": "text"},
    }
    assert [(card.id, card.copies) for card in component.cards] == [
        ("cutter", 2),
        ("squall", 3),
        ("gale", 2),
        ("ketch", 1),
    ]
    assert component.cards[0].values["kind"] == "ship-crew"
    assert component.cards[0].values["tags"] == ("fast", "light")
    checked = nineup(root, "check")
    assert (checked.returncode, "no findings" in checked.stdout) == (0, True), checked.stderr
    assert "8 pieces" in nineup(root, "build").stdout


def test_dates_stay_as_they_show_and_long_texts_are_rich(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Karte", "Am", "Text", "Long"])
    for number in range(1, 5):
        day = datetime.date(2024, 3, number)
        sheet.append(
            [f"Karte {number}", day, "**Do** this, and do that. " * 8, "Then rest for a while. " * 40]
        )
        sheet.cell(number + 1, 2).number_format = "dd.mm.yyyy"
    book.save(tmp_path / "a.xlsx")
    assert nineup(tmp_path, "new", "game", "--from", "a.xlsx", "--name", "Große Reise").returncode == 0
    component = deck(tmp_path / "game", "grosse-reise")
    assert component.fields == {"name": "text", "am": "text", "text": "rich", "long": "rich"}
    assert component.columns == {"Karte": "name"}
    assert component.cards[0].values["am"] == "01.03.2024"
    layout = (tmp_path / "game/layouts/grosse-reise/card.svg").read_text()
    assert "<!-- not shown yet: long -->" in layout
    checked = nineup(tmp_path / "game", "check")
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("a.csv", "Name,Text,Name\na,b,c\n", "a.csv:1:11: error: the column `Name` appears twice"),
        ("a.csv", "Name,Text\n", "`a.csv` has no cards: expected titles, and a row for each card"),
        ("a.csv", "Name,,Text\na,b,c\n", "a.csv:2:3: error: `b` is in a column without a title"),
        ("a.csv", 'Name,Text\na,"b\n', "a.csv:2:3: error: the quotes are not closed"),
        ("a.json", "[{]", "a.json:1:3: error: not JSON"),
        ("a.xlsx", "no", "can't read the workbook `a.xlsx`: it is not a workbook"),
        ("a.numbers", "no", "can't read `a.numbers`; save it as XLSX, ODS, CSV, TSV or JSON"),
    ],
)
def test_a_table_that_is_wrong_is_reported_in_its_own_file_and_nothing_is_written(
    tmp_path: Path, file: str, text: str, says: str
) -> None:
    (tmp_path / file).write_text(text)
    made = nineup(tmp_path, "new", "game", "--from", file)
    assert made.returncode in (1, 2)
    assert says in made.stderr
    assert not (tmp_path / "game").exists()


def test_pictures_texts_and_pasted_html_have_their_place() -> None:
    rows = b'Name,Text,Picture\nFox,"<b>Draw</b> 1.",fox.png\nOwl,Look.,owl.PNG\n'
    id, files = game_from_table("Woods", "deck.csv", rows, findings := Findings())
    assert not findings
    game, layout = files[f"cards/{id}/game.yaml"].decode(), files[f"layouts/{id}/card.svg"].decode()
    assert "      text: rich\n      picture: picture\n" in game
    assert files[f"cards/{id}/deck.csv"] == rows.replace(b"<b>Draw</b>", b"**Draw**")
    assert 'n:image="{{ card.picture }}"' in layout
    assert 'n:text="{{ card.text }}"' in layout
    assert "**Text**" not in layout
