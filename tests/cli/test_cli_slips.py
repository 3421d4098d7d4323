"""Slips of a first game: one finding each, that names the cause, and nothing that only follows from it."""

import json
import shutil
from pathlib import Path

import pytest
from command import run_command

GAME, CUPS, STYLE, CUP = (
    "cards/tea/game.yaml",
    "cards/tea/cups.yaml",
    "layouts/tea/style.yaml",
    "layouts/tea/cup.svg",
)
HEADER = "id,name,suit,strength,text\n"
ROW = "a,A,leaf,1,Take 1 {sugar}.\n"
FIELDS = "cards: cups.csv\n    fields: {name: text, suit: {one-of: suit}, strength: number, text: rich}"


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("starter")
    assert run_command(folder, "new", "tea", "--name", "Tea").returncode == 0
    return folder / "tea"


@pytest.fixture
def project(starter: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(starter, tmp_path / "tea"))


def found(project: Path) -> list[tuple[str, str, str]]:
    """What `check` reports of errors: code, message and hint."""
    run = run_command(project, "check", "--format", "json")
    findings = json.loads(run.stdout)["findings"]
    return [
        (each["code"], each["message"], each["hint"] or "")
        for each in findings
        if each["severity"] == "error"
    ]


def edit(project: Path, file: str, old: str, new: str) -> None:
    text = (project / file).read_text()
    assert old in text
    (project / file).write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "message", "hint"),
    [
        (
            *(GAME, "layout: sugar.svg", "layout: layouts/tea/sugar.svg"),
            "layout-missing",
            "`layouts/tea/sugar.svg` doesn't exist in `layouts/tea/`",
            "write `sugar.svg`: its path is relative to that folder",
        ),
        (
            *(GAME, "art: signs/leaf.svg", "art: signs\\leaf.svg"),
            "bad-path",
            "`signs\\leaf.svg` has a backslash",
            "write it with `/`, below the game's folder",
        ),
        (
            *(GAME, "setup: 10 * players", "setup: =10*players"),
            "bad-expression",
            "unexpected `=`",
            "an expression has no `=` in front; to compare, write `==`",
        ),
        (
            *(CUPS, "strength: 2\n", "strength: 2\n    when: players > 2 && players < 4\n"),
            "bad-expression",
            "`&` means nothing in an expression",
            "write `and`",
        ),
        (
            *(CUPS, "strength: 2\n", "strength: 2\n    when: players == 2 || players == 4\n"),
            "bad-expression",
            "expected a name, found `|`",
            "write `or`",
        ),
        (
            *(STYLE, "  title:\n", "  title:\n    extends: strength\n"),
            "style-value",
            "the style `title` extends itself",
            "",
        ),
        (
            *(STYLE, "size: 16pt", "size: 16"),
            "style-value",
            "`16` has no unit; write 16mm, 16pt or 16in",
            "",
        ),
        (
            *(CUP, 'n:text="{{ card.name }}"', 'n:txt="{{ card.name }}"'),
            "binding-misplaced",
            "`n:txt` is neither a binding nor an attribute of `text`",
            "did you mean `n:text`?",
        ),
    ],
)
def test_a_slip_is_one_error(
    file: str, old: str, new: str, code: str, message: str, hint: str, project: Path
) -> None:
    edit(project, file, old, new)
    assert found(project) == [(code, message, hint)]


def test_a_file_of_almost_that_name_is_suggested(project: Path) -> None:
    (project / CUPS).rename(project / "cards/tea/Cups.yaml")
    assert found(project) == [
        ("no-file", "there is no file `cards/tea/cups.yaml`", "did you mean `Cups.yaml`?")
    ]
    (project / "cards/tea/Cups.yaml").rename(project / "cards/tea/turn.yaml")
    assert found(project) == [("no-file", "there is no file `cards/tea/cups.yaml`", "")]
    edit(project, GAME, "cards: cups.yaml", "cards: cups.xlsx")
    (project / "cards/tea/Cups.xlsx").write_text("")
    assert [hint for _, _, hint in found(project)] == ["did you mean `Cups.xlsx`?"]


def test_styles_in_a_file_of_another_name_are_not_just_unknown(project: Path) -> None:
    (project / STYLE).rename(project / "layouts/tea/style.yml")
    hint = "there is no `layouts/tea/style.yaml`; did you mean `style.yml`?"
    errors = found(project)
    assert ("unknown-style", "unknown text style `strength`", hint) in errors
    # Colors of its palette are as unknown as its styles.
    assert {code for code, *_ in errors} == {"unknown-style", "binding-failed"}


def test_an_empty_drawing_is_called_empty(project: Path) -> None:
    (project / CUP).write_text("\n")
    assert found(project) == [("svg-syntax", "the drawing is empty", "")]


@pytest.mark.parametrize(
    ("table", "reported"),
    [
        (
            ROW,
            [
                (
                    "the first row names no column of the cards",
                    "begin with a row such as id, name, suit, strength, text",
                )
            ],
        ),
        (
            HEADER.replace("name", "nme") + ROW,
            [("unknown column `nme`", "did you mean `name`? If it is not for the cards, name it `#nme`")],
        ),
        (
            HEADER.replace("text", "text,notes") + ROW,
            [
                (
                    "unknown column `notes`",
                    "did you mean `needs`? If it is not for the cards, name it `#notes`",
                )
            ],
        ),
        (
            HEADER.replace(",strength", ",copies") + ROW,
            [("the column `strength` is missing", "")],
        ),
        (
            HEADER + ROW.replace("sugar}.", "sugar}, or 2."),
            [
                (
                    "` or 2.` is in a column without a title",
                    "put a cell with a comma in quotes; name a column, with `#` if it is not for the cards",
                )
            ],
        ),
    ],
)
def test_a_slip_in_a_table_is_one_error(table: str, reported: list[tuple[str, str]], project: Path) -> None:
    edit(project, GAME, "cards: cups.yaml", FIELDS)
    (project / "cards/tea/cups.csv").write_text(table)
    assert [(message, hint) for _, message, hint in found(project)] == reported


def test_an_unknown_command_is_told_its_neighbour(tmp_path: Path) -> None:
    run = run_command(tmp_path, "biuld")
    assert run.returncode == 2
    assert run.stderr.endswith("Error: unknown command `biuld`; did you mean `build`?\n")
    assert "see nineup --help" in run_command(tmp_path, "quux").stderr
