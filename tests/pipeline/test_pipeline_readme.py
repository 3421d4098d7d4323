"""The README is true: its commands run on Gemotion, and its message is what the command prints."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def nineup(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "nineup", *words],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    "line", re.findall(r"^nineup (?:games|count gemotion.*|build gemotion.*)$", README, re.M)
)
def test_its_commands_run(line: str, tmp_path: Path) -> None:
    words = line.split()[1:]
    done = nineup(*words, *(["-o", str(tmp_path)] if words[0] == "build" else []))
    assert (done.returncode, done.stderr) == (0, "")


def test_its_mistake_is_reported_as_it_shows(tmp_path: Path) -> None:
    shown = README.split("nineup check gemotion\n```\n\n```\n")[1].split("```")[0]
    place = re.match(r"([^:]+):(\d+):", shown)
    assert place is not None
    for folder in ("cards/gemotion", "layouts/gemotion", "fonts"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    file, number = tmp_path / place[1], int(place[2]) - 1
    lines = file.read_text(encoding="utf-8").splitlines()
    assert "{white}" in lines[number]
    lines[number] = lines[number].replace("{white}", "{whyte}", 1)
    file.write_text("\n".join(lines), encoding="utf-8")
    done = nineup("--project", str(tmp_path), "check", "gemotion")
    assert done.returncode == 1
    assert shown in done.stderr
