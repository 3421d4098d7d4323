"""A wrong flag and a wrong name are refused before the pipeline and its libraries are imported."""

import subprocess
import sys
from pathlib import Path

import pytest
from nineup.cli import COMMANDS
from tiny import write_tiny

LOADED = """\
import sys
from nineup.cli import main
for line in sys.stdin.read().splitlines():
    sys.argv = ["nineup", *line.split()]
    try:
        main()
    except SystemExit as ended:
        print(ended.code, *[name for name in ("jinja2", "uharfbuzz", "yaml", "nineup.pipeline") if name in sys.modules])
"""


def loaded_by(folder: Path, *commands: str) -> subprocess.CompletedProcess[str]:
    """Commands one after the other in one process: after each, its exit code and the libraries that were imported."""
    return subprocess.run(
        [sys.executable, "-c", LOADED],
        cwd=folder,
        env={"PYTHONPATH": str(Path(__file__).parents[2] / "generator")},
        input="\n".join(commands),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        ("build --wrong", "No such option '--wrong'"),
        ("biuld", "unknown command `biuld`; did you mean `build`?"),
        ("build nosuch", "unknown game `nosuch`"),
        ("check tiny nosuch", "unknown game `nosuch`"),
    ],
)
def test_a_wrong_word_is_refused_without_the_pipeline(tmp_path: Path, words: str, mistake: str) -> None:
    write_tiny(tmp_path)
    done = loaded_by(tmp_path, words)
    assert (done.stdout, done.returncode) == ("2\n", 0)
    assert mistake in done.stderr


FLAGS_OF_TARGETS = {"export", "pictures"}
"""Commands whose flags are the settings of the targets of exports, which are in the same modules as what makes the files."""


def test_a_wrong_flag_of_any_command_is_refused_without_the_pipeline(tmp_path: Path) -> None:
    commands = [name for name in COMMANDS if name not in FLAGS_OF_TARGETS]
    done = loaded_by(tmp_path, *[f"{name} --wrong" for name in commands])
    assert done.stdout.splitlines() == ["2"] * len(commands)
    assert done.stderr.count("No such option '--wrong'") == len(commands)


def test_games_are_listed_without_what_draws_and_prints(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    done = loaded_by(tmp_path, "games")
    assert done.stdout.splitlines()[-1] == "0 jinja2 yaml"
