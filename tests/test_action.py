"""The action for teams: what its script, which the workflow runs, prints and leaves."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from command import TIMEOUT
from programs import program
from tiny import CARDS, write_tiny

ROOT = Path(__file__).parents[1]
ACTION = ROOT / ".github/actions/sheets"


def run(folder: Path, **inputs: str) -> "subprocess.CompletedProcess[str]":
    """The script in a repository, with `nineup` on its path."""
    binaries = folder.parent / "bin"
    binaries.mkdir(exist_ok=True)
    command = binaries / "nineup"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nineup "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{binaries}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "generator"),
    }
    words = [program("bash"), str(ACTION / "sheets.sh")]
    return subprocess.run(
        words,
        cwd=folder,
        env=environment | inputs,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )


def pdfs(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob("output/**/*.pdf"))


@pytest.mark.skipif(os.name == "nt", reason="the host runs it on Linux")
def test_findings_are_at_their_lines_and_sheets_are_kept(tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    game = write_tiny(repository / "games")
    done = run(repository, PROJECT="games")
    assert (done.returncode, done.stderr) == (0, "")
    assert "games/cards/" not in done.stdout
    sheets = pdfs(game)
    assert sheets

    wrong = CARDS.replace("First Light", "First Light " * 20)
    (game / "cards/tiny/cards.yaml").write_text(wrong, encoding="utf-8")
    line = wrong[: wrong.index("First Light")].count("\n") + 1
    for folder, project, file in (
        (repository, "./games/", "games/cards/tiny/cards.yaml"),
        (game, "", "cards/tiny/cards.yaml"),
    ):
        done = run(folder, PROJECT=project, GAMES="tiny", FLAGS="--players 2 -o drafts")
        assert done.returncode == 1
        assert re.search(rf"^::error file={file},line={line},col=\d+,title=", done.stdout, re.M), done.stdout
    assert list((game / "drafts").rglob("*.pdf"))
    assert pdfs(game) == sheets


@pytest.mark.skipif(os.name == "nt", reason="the host runs it on Linux")
def test_inputs_are_words_and_no_programs(tmp_path: Path) -> None:
    game = write_tiny(tmp_path / "game")
    done = run(game, GAMES="$(touch made); touch made `touch made` *")
    assert done.returncode == 2
    assert "unknown game `$(touch`" in done.stderr
    assert not list(tmp_path.rglob("made"))


def test_the_action_hands_its_inputs_to_the_script() -> None:
    action = yaml.safe_load((ACTION / "action.yml").read_text(encoding="utf-8"))
    (step,) = (each for each in action["runs"]["steps"] if "env" in each)
    assert step["run"].endswith('/sheets.sh"')
    named = set(re.findall(r"inputs\.(\w+)", str(step["env"])))
    assert named == set(action["inputs"])
    read = set(re.findall(r"\$\{(\w+):-", (ACTION / "sheets.sh").read_text(encoding="utf-8")))
    assert read == set(step["env"])
