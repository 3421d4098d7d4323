"""What files, folders and records say can't control the terminal, whichever command prints it."""

import ast
import re
import sys
from pathlib import Path

import pytest
from command import run_command as nineup
from tiny import GAME, write_tiny

GENERATOR = Path(__file__).parents[2] / "generator"
HOSTILE = "a\u202eb\x1b[31mc\x9bd\u2066e"
CONTROLLING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A project in a folder with such a name, whose record of a print has such a name, too."""
    root = write_tiny(tmp_path / HOSTILE, game=GAME)
    assert nineup(root, "build").returncode == 0
    assert nineup(root, "print-done", "--as", "v1").returncode == 0
    record = root / "cards/tiny/prints/v1.yaml"
    text = record.read_text(encoding="utf-8")
    assert "\nprint: v1\n" in f"\n{text}"
    record.write_text(text.replace("print: v1\n", 'print: "x\\u202ey\\u2066z"\n'), encoding="utf-8")
    return root


@pytest.mark.skipif(sys.platform == "win32", reason="no such names")
@pytest.mark.parametrize(
    "words",
    [
        ("build", "--output", "{root}/out"),
        ("export", "--to", "xlsx", "--output", "{root}/out"),
        ("pictures", "--output", "{root}/out"),
        ("appendix", "--output", "{root}/out"),
        ("diff",),
        ("diff", "--since", HOSTILE),
        ("build", "--changed"),
        ("check", HOSTILE),
        ("new", HOSTILE),
        ("draw", "2", HOSTILE),
        ("--project", "{root}/none", "check"),
        (HOSTILE,),
    ],
)
def test_nothing_controls_the_terminal(hostile: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    here = tmp_path / "here"
    here.mkdir()
    where = () if words[0] == "--project" else ("--project", str(hostile))
    done = nineup(here, *where, *(word.replace("{root}", str(hostile)) for word in words))
    printed = done.stdout + done.stderr
    assert printed
    assert "Traceback" not in printed
    assert not CONTROLLING.search(printed), ascii(printed)


def test_only_one_place_prints_texts() -> None:
    """All else that is printed is data for programs, in bytes."""
    folders = ("nineup/cli", "nineup_export/commands", "nineup_studio")
    for path in (path for folder in folders for path in (GENERATOR / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "click.echo",
                "click.secho",
                "print",
            ):
                is_data = bool(node.args) and ast.unparse(node.args[0]).endswith(".encode()")
                assert is_data or path.name == "printing.py", f"{path}:{node.lineno}"
