"""Set-ups of published games: each is stated in a few lines and proved for every player count, and a mistake
in it is found.

What they hold are counts, which the first line of each takes from the game's rules.
"""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.files.load import load_game
from nineup.rules import check_game, rule_settings

HERE = Path(__file__).parent
MISTAKES: list[dict[str, str]] = yaml.safe_load((HERE / "mistakes.yaml").read_text(encoding="utf-8"))
GAMES = sorted(path.stem for path in HERE.glob("*.yaml") if path.stem != "mistakes")
FACE = '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>'


def proved(root: Path, name: str, text: str) -> tuple[list[str], bool]:
    """The codes of the errors and warnings that are found, and whether every rule was decided."""
    for folder in ("cards", "layouts"):
        (root / folder / name).mkdir(parents=True)
    (root / "cards" / name / "game.yaml").write_text(text, encoding="utf-8")
    for layout in set(re.findall(r"[\w-]+\.svg", text)):
        (root / "layouts" / name / layout).write_text(FACE, encoding="utf-8")
    findings = Findings()
    game = load_game(Project(root), name, findings, rule_settings())
    assert game is not None, list(findings)
    done = check_game(game, findings)
    codes = [found.code for found in findings if found.severity != "note"]
    return codes, not any(row.tried for row in done.rows)


def test_there_is_a_mistake_in_each() -> None:
    assert {mistake["game"] for mistake in MISTAKES} == set(GAMES)
    assert len(GAMES) >= 19


@pytest.mark.parametrize("name", GAMES)
def test_it_is_right_for_every_player_count(name: str, tmp_path: Path) -> None:
    text = (HERE / f"{name}.yaml").read_text(encoding="utf-8")
    assert proved(tmp_path, name, text) == ([], True)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: f"{each['game']}-{each['by']}")
def test_a_mistake_is_found(mistake: dict[str, Any], tmp_path: Path) -> None:
    text = (HERE / f"{mistake['game']}.yaml").read_text(encoding="utf-8")
    assert mistake["old"] in text
    codes, _ = proved(tmp_path, mistake["game"], text.replace(mistake["old"], mistake["new"], 1))
    assert mistake["by"] in codes
