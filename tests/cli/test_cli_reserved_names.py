"""No command makes a file or a folder with a name that Windows takes for a device."""

from pathlib import Path

import pytest
from command import run_command as nineup
from tiny import CARDS, write_tiny


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("new", "aux"), 2),
        (("new", "hoard", "--name", "Con"), 2),
        (("print-done", "--as", "nul"), 2),
        (("print-done", "--as", "COM1.x"), 2),
        (("build", "--output", "aux"), 3),
        (("export", "--to", "xlsx", "--output", "lpt1.d"), 3),
        (("pictures", "--output", "out"), 3),
    ],
)
def test_a_reserved_name_is_refused_in_a_sentence(tmp_path: Path, words: tuple[str, ...], code: int) -> None:
    write_tiny(tmp_path, cards=CARDS.replace("id: first", "id: aux"))
    assert nineup(tmp_path, "build").returncode == 0
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    done = nineup(tmp_path, *words)
    assert done.returncode == code
    assert "Windows reserves the name" in done.stderr
    assert "Traceback" not in done.stderr
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == before
