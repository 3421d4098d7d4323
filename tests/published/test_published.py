"""Set-ups of published games: each is stated in a few lines and proved for every player count, and a mistake
in it is found.

What they hold are counts; the comment at the top of each says where these can be looked up.
"""

import os
import re
import subprocess
import sys
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
def test_its_counts_can_be_looked_up(name: str) -> None:
    comment = (HERE / f"{name}.yaml").read_text(encoding="utf-8").partition("\ngame: ")[0]
    assert re.search(r"\bSources:\s(?:\S+ )*?[\w.-]+\.[a-z]{2,}/\w", comment.replace("\n# ", " "))


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


def test_two_proofs_agree_whatever_the_cores_and_the_order_of_files(tmp_path: Path) -> None:
    """Two machines: one core or all, other hashes, files that were written in another order."""
    names = ("azul", "codenames", "dominion", "legendary", "splendor")
    reports = []
    for number, (order, cores) in enumerate(((names, 1), (names[::-1], 99))):
        root = tmp_path / str(number)
        for name in order:
            text = (
                (HERE / f"{name}.yaml")
                .read_text(encoding="utf-8")
                .replace("exactly: {2: 2", "exactly: {2: 3")
            )
            face = FACE.format(width="60mm", height="90mm")
            texts = {f"layouts/{name}/{each}": face for each in set(re.findall(r"[\w-]+\.svg", text))}
            texts[f"cards/{name}/game.yaml"] = text.replace("2: 8, 3-4: 12", "2: 8, 3-4: 14")
            for path in sorted(texts, reverse=cores == 1):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(texts[path], encoding="utf-8")
        (root / "nineup.yaml").write_text("", encoding="utf-8")
        reports.append(_report(root, cores))
    assert '"severity": "error"' in reports[0]
    assert reports[0] == reports[1]


def _report(root: Path, cores: int) -> str:
    """What `check` says of a project as JSON, but for times."""
    limited = "import os, sys; from nineup.cli import main; "
    if hasattr(os, "sched_setaffinity"):
        limited += f"os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:{cores}]); "
    done = subprocess.run(
        [sys.executable, "-c", f"{limited}main()", "check", "--format", "json", "--no-cache", "--no-server"],
        cwd=root,
        env={**os.environ, "PYTHONHASHSEED": str(cores)},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 1, done.stderr
    return re.sub(r'"seconds": [\d.e-]+', "", done.stdout)
