"""`nineup fonts`: what a project has and misses, and copies of the machine's fonts."""

import struct
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from nineup.base.project import Project
from nineup.cli import nineup
from nineup.files.edit import system_fonts
from nineup.typography.fonts import Fonts
from tiny import write_tiny
from tinyfont import tiny_font

OPEN = {"licenseDescription": "This Font Software is licensed under the SIL Open Font License, Version 1.1."}


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this machine's fonts."""
    folder = tmp_path / "machine"
    folder.mkdir()
    monkeypatch.setattr(system_fonts, "system_folders", lambda: (folder, tmp_path / "none"))
    return folder


def run(root: Path, *words: str) -> Result:
    return CliRunner().invoke(nineup, ["--project", str(root), *words])


def font(family: str, embedding: int = 0, **names: str) -> bytes:
    return tiny_font("ab", embedding=embedding, names={"familyName": family, **names})


def test_fonts_of_the_project_and_the_texts_that_want_others(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    styles = root / "layouts/tiny/style.yaml"
    styles.write_text(styles.read_text("utf-8").replace("Source Sans 3", "Arial"), encoding="utf-8")
    listed = run(root, "fonts")
    assert listed.exit_code == 0
    assert "Young Serif: Regular (comes with Nineup)\n" in listed.output
    missing = "there is no font `Arial` in `fonts/`\n    layouts/tiny/style.yaml:3:17\n"
    assert missing + '  `nineup fonts add "Arial"` copies it, if this computer has it\n' in listed.output
    assert run(write_tiny(tmp_path / "other"), "fonts").output.endswith("no text wants another\n")


def test_families_are_listed_as_they_call_themselves_and_files_that_are_no_fonts_with_the_reason(
    tmp_path: Path,
) -> None:
    root = write_tiny(tmp_path)
    (root / "fonts").mkdir(exist_ok=True)
    for name, data in {
        "McFine-Bold.ttf": font("McFine"),
        "Cut-Bold.ttf": font("Cut")[:300],
        "Joke.ttf": b"no font",
        "old.pfb": b"old",
    }.items():
        (root / "fonts" / name).write_bytes(data)
    assert run(root, "fonts").output.splitlines() == [
        "Cut: `fonts/Cut-Bold.ttf` is not a font file, or is damaged",
        "McFine: Bold",
        "Source Sans 3: Regular, Italic, SemiBold, SemiBoldItalic, Bold, BoldItalic (comes with Nineup)",
        "Young Serif: Regular (comes with Nineup)",
        "fonts/old.pfb: no font, it is a .pfb file; put a .ttf or .otf there",
        "fonts/Joke.ttf: no font, it is damaged, or of another format",
        "no text wants another",
    ]


def test_an_open_font_is_copied_and_found(tmp_path: Path, machine: Path) -> None:
    (machine / "odd.ttf").write_bytes(font("Fine Sans", **OPEN))
    root = write_tiny(tmp_path / "project")
    added = run(root, "fonts", "add", "fine sans")
    assert added.output.splitlines() == [
        "fonts/fine-sans/FineSans-Regular.ttf",
        f"  licence: {OPEN['licenseDescription']}",
        "copied 1 file; styles and drawings find them as `fine sans`",
    ]
    assert not (root / "fonts/fine-sans/.gitignore").exists()
    assert Fonts(Project(root)).font("Fine Sans").path == "fonts/fine-sans/FineSans-Regular.ttf"
    again = run(root, "fonts", "add", "Fine Sans")
    assert again.exit_code == 2
    assert "is there already" in again.output


def test_a_font_that_is_not_open_stays_out_of_git(tmp_path: Path, machine: Path) -> None:
    (machine / "a.ttf").write_bytes(font("Shop Sans", embedding=0x0104, copyright="© A Foundry"))
    root = write_tiny(tmp_path / "project")
    added = run(root, "fonts", "add", "Shop Sans")
    assert added.exit_code == 0
    assert "  fsType: may only be embedded in documents that are read and printed\n" in added.output
    assert "  fsType: must not be embedded in part, as Nineup does\n" in added.output
    assert "  licence: © A Foundry\n" in added.output
    assert "fonts/shop-sans is kept out of git" in added.output
    assert (root / "fonts/shop-sans/.gitignore").read_text("utf-8").splitlines()[-1] == "*"


def test_a_font_that_must_not_be_embedded_is_refused(tmp_path: Path, machine: Path) -> None:
    (machine / "a.ttf").write_bytes(font("Shut Sans", embedding=2))
    root = write_tiny(tmp_path / "project")
    refused = run(root, "fonts", "add", "Shut Sans")
    assert refused.exit_code == 2
    assert "`a.ttf` doesn't allow embedding" in refused.output
    assert not (root / "fonts").exists()


def test_hostile_files_of_the_machine_are_passed_over(tmp_path: Path, machine: Path) -> None:
    plain = font("Fine Sans", **OPEN)
    (machine / "cut.ttf").write_bytes(plain[:300])
    (machine / "garbage.ttf").write_bytes(b"\0\1\0\0\xff\xff" + bytes(range(256)) * 20)
    (machine / "many.ttc").write_bytes(b"ttcf\0\1\0\0" + struct.pack(">I", 2**32 - 1) + b"\xff" * 4000)
    (machine / "loop.ttf").symlink_to(machine / "loop.ttf")
    (machine / "folder.ttf").mkdir()
    damaged = bytearray(plain)
    damaged[plain.index(b"glyf") + 8 : plain.index(b"glyf") + 12] = b"\x7f" * 4
    (machine / "damaged.ttf").write_bytes(damaged)
    root = write_tiny(tmp_path / "project")
    refused = run(root, "fonts", "add", "Fine Sans")
    assert refused.exit_code == 2
    assert "damaged.ttf: left out, `damaged.ttf` is not a font file, or is damaged" in refused.output
    assert run(root, "fonts", "add", "Nothing").output.endswith("this machine has no font `Nothing`\n")


def test_a_collection_is_copied_whole(tmp_path: Path, machine: Path) -> None:
    offset = 16
    one = bytearray(font("Inside Sans", **OPEN))
    for at in range(12, 12 + 16 * one[5], 16):
        place = int.from_bytes(one[at + 8 : at + 12], "big")
        one[at + 8 : at + 12] = (place + offset).to_bytes(4, "big")
    (machine / "all.ttc").write_bytes(b"ttcf\0\1\0\0" + struct.pack(">2I", 1, offset) + one)
    root = write_tiny(tmp_path / "project")
    assert run(root, "fonts", "add", "Inside Sans").exit_code == 0
    assert Fonts(Project(root)).font("Inside Sans").path == "fonts/inside-sans/all.ttc"
