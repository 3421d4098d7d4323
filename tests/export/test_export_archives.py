"""Each export ends in a folder, an archive of it, and two lines that say where to put them."""

import zipfile
from pathlib import Path

import pytest
from command import run_command as nineup
from nineup_export import EXPORTS, ExportTarget
from tiny import write_tiny


@pytest.mark.parametrize("target", EXPORTS, ids=lambda target: target.name)
def test_each_target_says_where_its_files_go_in_two_lines(target: ExportTarget) -> None:
    assert len(target.next_steps) == 2
    assert all(step.endswith(".") and "\n" not in step and len(step) < 180 for step in target.next_steps)


@pytest.mark.parametrize("name", ["tabletop-simulator", "playingcards-io", "pictures", "xlsx"])
def test_the_archive_has_the_files_of_the_folder(tmp_path: Path, name: str) -> None:
    root = write_tiny(tmp_path)
    words = ("export", "tiny", "--to", name, *(() if name == "xlsx" else ("--players", "2")))
    done = nineup(root, *words)
    assert (done.returncode, done.stderr) == (0, "")
    (archive,) = (root / "output").rglob("*.zip")
    folder = archive.with_suffix("")
    with zipfile.ZipFile(archive) as packed:
        assert packed.testzip() is None
        inside = {each: packed.read(each) for each in packed.namelist()}
        assert {each.date_time for each in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    there = {path for path in folder.rglob("*") if path.is_file() and path.name != "export.json"}
    assert inside == {
        f"tiny-{name}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in there
    }
    target = next(each for each in EXPORTS if each.name == name)
    assert done.stdout.splitlines()[1] == f"{archive.relative_to(root)}: the same, in one file"
    assert tuple(done.stdout.splitlines()[-2:]) == target.next_steps
    before = archive.read_bytes()
    nineup(root, *words)
    assert archive.read_bytes() == before


def test_an_export_that_fails_leaves_the_earlier_archive_whole(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    words = ("export", "tiny", "--to", "pictures", "--dpi", "20")
    nineup(root, *words)
    (archive,) = (root / "output").rglob("*.zip")
    before = archive.read_bytes()
    picture = next(path for path in archive.with_suffix("").rglob("*.png"))
    picture.unlink()
    picture.mkdir()
    assert nineup(root, *words).returncode != 0
    assert archive.read_bytes() == before
