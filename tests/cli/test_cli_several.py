"""Commands over several games, with flags that name something only some of them have, or none."""

import shutil
from pathlib import Path

import pytest
from command import run_command as nineup
from test_cli import read_json
from tiny import GAME, write_tiny


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """The games `tiny` and `urban`, which has `coin` where tiny has `chip`, and no option."""
    write_tiny(tmp_path)
    for folder in ("cards", "layouts"):
        shutil.copytree(tmp_path / folder / "tiny", tmp_path / folder / "urban")
    urban = GAME.replace("chip:", "coin:").replace("count('chip')", "count('coin')")
    urban = urban.replace("options:\n  suits: {choose: suit, at-least: 1}\n", "")
    (tmp_path / "cards" / "urban" / "game.yaml").write_text(urban, encoding="utf-8")
    cards = tmp_path / "cards" / "urban" / "cards.yaml"
    cards.write_text(
        cards.read_text(encoding="utf-8").replace("    when: \"'ruby' in suits\"\n", ""), encoding="utf-8"
    )
    return tmp_path


@pytest.mark.parametrize(
    "words", [["--component", "chip"], ["--option", "suits=ruby"], ["--card", "chip/chip"]]
)
@pytest.mark.parametrize("command", ["build", "pictures"])
def test_games_that_nobody_named_are_passed_over_when_they_lack_what_was(
    two: Path, command: str, words: list[str]
) -> None:
    done = nineup(two, command, *words)
    assert (done.returncode, done.stderr) == (0, "skipped, nothing has that name: urban\n")
    assert [path.name for path in (two / "output").iterdir()] == ["tiny"]


def test_a_game_that_was_named_is_not_passed_over(two: Path) -> None:
    done = nineup(two, "build", "tiny", "urban", "--component", "chip")
    assert done.returncode == 2
    assert "there is no component `chip`" in done.stderr
    assert "skipped" not in done.stderr


def test_when_no_game_has_what_was_asked_for_each_says_so(two: Path) -> None:
    done = nineup(two, "build", "--component", "chipp")
    assert done.returncode == 2
    assert "did you mean `chip`?" in done.stderr
    assert done.stderr.count("[unknown-component]") == 2
    assert not (two / "output").exists()


def test_a_game_with_errors_is_not_passed_over(two: Path) -> None:
    (two / "cards" / "urban" / "cards.yaml").unlink()
    done = nineup(two, "build", "--component", "chip")
    assert done.returncode == 1
    assert "[no-file]" in done.stderr


@pytest.mark.parametrize("flag", ["--owners", "--component", "--card"])
@pytest.mark.parametrize("value", ["", " ", ","])
def test_a_flag_of_names_that_names_nothing_is_refused(two: Path, flag: str, value: str) -> None:
    for command in ("count", "build"):
        done = nineup(two, command, "tiny", flag, value)
        assert done.returncode == 2
        assert f"'{flag}': expected a name; omit the flag to mean all" in done.stderr


def test_what_was_written_is_listed_though_a_later_game_fails(two: Path) -> None:
    (two / "output").mkdir()
    (two / "output" / "urban").write_text("a file where a folder should be", encoding="utf-8")
    done = nineup(two, "build", "--paper", "face")
    assert done.returncode == 3
    assert "manifest.json" in done.stdout
    assert "urban" not in done.stdout
    assert "urban" in done.stderr
    written = read_json(nineup(two, "build", "--json").stdout)["written"]
    assert [Path(file["path"]).parts[-3] for file in written] == ["tiny"] * 3
