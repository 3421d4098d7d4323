"""The public API, used as docs/api.md says: by programs that import nothing but `nineup`."""

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import nineup
import pytest
from nineup import (
    Findings,
    PrintOptions,
    Project,
    RunChoice,
    build_game,
    check_game,
    draw_faces,
    impose_sheets,
    load_game,
    make_record,
    record_text,
)
from tiny import CARDS, GAME, write_tiny

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
FUNCTIONS = [load_game, check_game, draw_faces, impose_sheets, make_record, build_game]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "my-games").mkdir()
    return Project(write_tiny(tmp_path / "my-games"))


def test_every_name_exists_and_none_hides_a_module() -> None:
    folder = Path(nineup.__file__).parent
    modules = {path.stem for path in folder.iterdir()} - {"__init__", "__main__"}
    assert [name for name in nineup.__all__ if getattr(nineup, name, None) is None] == []
    assert modules.isdisjoint(nineup.__all__)
    assert {function.__name__ for function in FUNCTIONS} <= set(nineup.__all__)


def test_the_page_lists_each_function_with_its_parameters() -> None:
    for function in FUNCTIONS:
        names = [name for name in function.__annotations__ if name not in ("return", "progress")]
        assert f"| `{function.__name__}({', '.join(names)})` |" in PAGE


def test_the_names_on_the_page_are_offered() -> None:
    lists = re.findall(r"from nineup import (?:\((.*?)\)|(.*?)$)", PAGE, re.S | re.M)
    named = {name for several in lists for name in re.findall(r"\w+", "".join(several))}
    assert {"build_game", "Rule", "find_project"} & named == {"Rule", "find_project"}
    assert named <= set(nineup.__all__)


def test_the_example_of_the_page_runs(project: Project) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.split("## Write a plug-in")[0], re.S)
    done = subprocess.run(
        [sys.executable, "-c", example],
        cwd=project.root.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == "Tiny: cards on a4: 1\nTiny: tokens on a4: 1\n"


def test_a_game_is_loaded_or_its_mistakes_are_reported(project: Project) -> None:
    game = load_game(project, "tiny", findings := Findings())
    assert game is not None
    assert (game.title, findings) == ("Tiny", [])
    write_tiny(project.root, game=GAME.replace("shape: card", "shape: crad"))
    assert load_game(project, "tiny", findings) is None
    assert [(found.code, found.span and found.span.line) for found in findings] == [("unknown-word", 14)]


def test_a_game_is_checked(project: Project) -> None:
    write_tiny(project.root, game=GAME.replace("== 3 * players", "== 4 * players"))
    proved = check_game(project, "tiny", findings := Findings(), players=(2, 3))
    assert proved is not None
    assert proved.counts == (2, 3)
    assert [found.code for found in findings] == ["rule"]


def test_faces_are_drawn_imposed_and_recorded_without_writing(project: Project) -> None:
    drawn = draw_faces(
        project, "tiny", findings := Findings(), RunChoice(players=2), PrintOptions(("letter",))
    )
    assert drawn is not None
    assert [each.front.name for each in drawn.drawn][:1] == ["deck/first, front"]
    sheets = impose_sheets(drawn, findings)
    assert [(each.group, each.paper, len(each.sheets)) for each in sheets] == [
        ("cards", "letter", 1),
        ("tokens", "letter", 1),
    ]
    record = make_record(drawn)
    assert record_text(record) == record_text(make_record(drawn))
    write_tiny(project.root, cards=CARDS.replace("First Light", "Last Light"))
    changed = draw_faces(project, "tiny", findings, RunChoice(players=2))
    assert changed is not None
    assert make_record(changed).components["deck"] != record.components["deck"]
    assert make_record(changed).components["chip"] == record.components["chip"]
    assert not (project.root / "output").exists()


def test_an_impossible_run_has_no_faces(project: Project) -> None:
    assert draw_faces(project, "tiny", findings := Findings(), RunChoice(players=9)) is None
    assert [found.code for found in findings] == ["impossible-players"]


def test_a_game_is_built_as_the_command_builds_it(project: Project) -> None:
    result = build_game(project, "tiny", findings := Findings(), RunChoice(players=3))
    assert findings == []
    assert [file.path.name for file in result.written] == ["cards-a4.pdf", "tokens-a4.pdf", "manifest.json"]
    assert all(file.path.read_bytes().startswith(b"%PDF-") for file in result.written[:2])


def test_data_are_frozen(project: Project) -> None:
    for name in nineup.__all__:
        kind = getattr(nineup, name)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            assert kind.__struct_config__.frozen, name
