"""What is wrong with a whole file is reported in that file: its name, line and column."""

from pathlib import Path

import pytest
from command import run_command as nineup
from tiny import write_tiny

RULES = "cards/tiny/rules.md"
PO = "cards/tiny/translations/de.po"
TEXTS = {
    "cards/tiny/game.yaml": ("check",),
    "cards/tiny/cards.yaml": ("check",),
    "layouts/tiny/style.yaml": ("check",),
    "layouts/tiny/card.svg": ("check",),
    "layouts/tiny/gem.svg": ("check",),
    "layouts/sheets/mine.yaml": ("build", "--sheet", "mine"),
    "nineup.yaml": ("check",),
    "layouts/tiny/appendix/cards.md": ("appendix",),
    RULES: ("appendix", "--from", RULES),
    PO: ("translate",),
    "cards/tiny/prints/v1.yaml": ("diff",),
}
"""Text files, each with a command that reads it."""


@pytest.mark.parametrize("name", TEXTS)
def test_a_byte_that_is_no_text_is_reported_at_its_place(name: str, tmp_path: Path) -> None:
    path = write_tiny(tmp_path) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    first = path.read_bytes().splitlines()[0] if path.exists() else b"#"
    path.write_bytes(first + b"\n  \xe9\n")
    done = nineup(tmp_path, *TEXTS[name])
    assert done.returncode in (1, 2)
    assert f"{name}:2:3: error: byte 0xe9 is not UTF-8 text [not-utf8]" in done.stderr


@pytest.mark.parametrize("name", [name for name in TEXTS if name != RULES])
def test_a_link_out_of_the_project_is_reported_at_its_place_or_where_it_is_named(
    name: str, tmp_path: Path
) -> None:
    path = write_tiny(tmp_path / "project") / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    (tmp_path / "outside").write_text("#\n")
    try:
        path.symlink_to(tmp_path / "outside")
    except OSError:
        pytest.skip("this system lets only administrators make links")
    done = nineup(tmp_path / "project", *TEXTS[name])
    assert done.returncode in (1, 2)
    (line,) = (line for line in done.stderr.splitlines() if "leads out of the project" in line)
    place, _, _ = line.partition(": error: ")
    file, row, column = place.rsplit(":", 2)
    assert file in (name, "cards/tiny/game.yaml")
    assert int(row) >= 1
    assert int(column) >= 1


def test_a_catalogue_that_is_no_text_is_not_written_over(tmp_path: Path) -> None:
    path = write_tiny(tmp_path) / PO
    path.parent.mkdir(parents=True)
    path.write_bytes(b'msgid ""\nmsgstr ""\n\n# \xe9\n')
    before = path.read_bytes()
    assert nineup(tmp_path, "translate").returncode == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize("words", [("diff",), ("build", "--changed")])
def test_a_record_of_another_game_is_reported_at_its_key(words: tuple[str, ...], tmp_path: Path) -> None:
    write_tiny(tmp_path)
    assert nineup(tmp_path, "build").returncode == 0
    assert nineup(tmp_path, "print-done", "--as", "v1").returncode == 0
    path = tmp_path / "cards/tiny/prints/v1.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("game: tiny", "game: other"), encoding="utf-8")
    done = nineup(tmp_path, *words)
    assert done.returncode == 1
    first = "cards/tiny/prints/v1.yaml:4:7: error: the record is of the game `other`, and not of `tiny`"
    assert first in done.stderr
