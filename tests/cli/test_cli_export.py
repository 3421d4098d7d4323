"""`nineup export` as a user meets it."""

from pathlib import Path

import pytest
from command import run_command as nineup
from nineup_export import EXPORTS
from tiny import write_tiny


def test_the_list_shows_each_target_with_its_flags(tmp_path: Path) -> None:
    done = nineup(write_tiny(tmp_path), "export", "--list")
    assert done.returncode == 0
    for target in EXPORTS:
        assert f"{target.name}\n    {target.title}: " in done.stdout
        for setting in target.settings:
            assert f"    --{setting.name}: " in done.stdout
    assert "    --bleed: Ink beyond the cut, such as 3mm. [3mm]\n" in done.stdout


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        ((), "name a target with `--to`: pictures"),
        (("--to", "picture"), "unknown target `picture`; did you mean `pictures`?"),
        (("--to", "pictures", "--dpi", "much"), "--dpi: `much` is not a number from 20 to 2400"),
        (("--to", "pictures", "--format", "gif"), "`gif` is not one of png, webp, jpeg, svg"),
        (("--to", "pictures", "--bleed", "3"), "`3` has no unit; write 3mm, 3pt or 3in"),
        (("--to", "pictures", "--bleed", "-3mm"), "`-3mm` is negative"),
        (("--to", "pictures", "--paper", "a4"), "--paper: `pictures` is not made from sheets"),
        (("--to", "pictures", "--players", "9"), "[impossible-players]"),
        (("--to", "pictures", "--decks", "--format", "svg"), "decks are grids of pixels, not SVG"),
    ],
)
def test_wrong_words_are_refused(tmp_path: Path, words: tuple[str, ...], reported: str) -> None:
    done = nineup(write_tiny(tmp_path), "export", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert reported in done.stderr
    assert not (tmp_path / "output").exists()


def test_an_export_of_pictures_is_what_the_command_for_pictures_writes(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    words = ("--players", "2", "--component", "chip", "--dpi", "40")
    for out, command in (("a", ("pictures",)), ("b", ("export", "--to", "pictures"))):
        assert nineup(root, *command, *words, "-o", str(tmp_path / out)).returncode == 0
    one, two = (
        {p.relative_to(tmp_path / o): p.read_bytes() for p in (tmp_path / o).rglob("*") if p.is_file()}
        for o in "ab"
    )
    assert one == two
    assert len(one) == 6
