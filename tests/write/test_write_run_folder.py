"""What a build puts into a run's folder, and what it removes from an earlier build."""

import json
import os
from pathlib import Path

import pytest
from nineup.write import MANIFEST, PICTURES, publish, publish_pictures, run_folder


def named(*names: str) -> bytes:
    return json.dumps({"files": [{"file": name} for name in names]}).encode()


def contents(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_the_earlier_build_named_is_taken_away_with_its_pictures(tmp_path: Path) -> None:
    publish(tmp_path / "box", {"cards-a4.pdf": b"1", "cards-a4-1.png": b"2"}, named("cards-a4.pdf"))
    for mine in ("cards-a4-notes.png", "cards-a4-x1.png", "mine.pdf"):
        (tmp_path / "box" / mine).write_bytes(b"mine")
    publish(tmp_path / "box", {"cards-letter.pdf": b"3"}, named("cards-letter.pdf"))
    kept = {"cards-a4-notes.png", "cards-a4-x1.png", "mine.pdf"}
    assert contents(tmp_path / "box") == {"cards-letter.pdf", MANIFEST, *kept}


@pytest.mark.parametrize(
    "name", ["../secret.pdf", "..\\secret.pdf", "/secret.pdf", ".pdf", "*.pdf", "", "..", "a\0.pdf"]
)
def test_a_strangers_manifest_takes_nothing_away(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.pdf").write_bytes(b"")
    box = tmp_path / "box"
    box.mkdir()
    (box / "mine-1.png").write_bytes(b"")
    (box / MANIFEST).write_bytes(named(name))
    publish(box, {"cards-a4.pdf": b"1"}, named("cards-a4.pdf"))
    assert contents(box) == {"mine-1.png", "cards-a4.pdf", MANIFEST}
    assert (tmp_path / "secret.pdf").exists()


@pytest.mark.parametrize("manifest", [b"", b"\xff\xfe", b"[]", b'{"files": 1}', b'{"files": []}'])
def test_a_manifest_that_cannot_be_read_is_replaced(tmp_path: Path, manifest: bytes) -> None:
    (tmp_path / MANIFEST).write_bytes(manifest)
    publish(tmp_path, {"cards-a4.pdf": b"1"}, named("cards-a4.pdf"))
    assert contents(tmp_path) == {"cards-a4.pdf", MANIFEST}


def test_what_another_build_writes_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(tmp_path, {"cards-a4.pdf": b"old"}, named("cards-a4.pdf"))
    real = run_folder.replace_all

    def meanwhile(files: dict[Path, bytes]) -> None:
        real({tmp_path / "cards-a4.pdf": b"the other build's"})
        os.utime(tmp_path / "cards-a4.pdf", (1, 1))
        real(files)

    monkeypatch.setattr(run_folder, "replace_all", meanwhile)
    publish(tmp_path, {"cards-letter.pdf": b"new"}, named("cards-letter.pdf"))
    assert contents(tmp_path) == {"cards-a4.pdf", "cards-letter.pdf", MANIFEST}


@pytest.mark.parametrize(
    "name", ["../secret.png", "/secret.png", "a/../../secret.png", "A.png", "*.png", "mine"]
)
def test_a_strangers_index_takes_no_picture_away(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for path in (tmp_path / "secret.png", folder / "A.png", folder / "mine"):
        path.write_bytes(b"")
    index = json.dumps({"pictures": [{"file": name}], "decks": []}).encode()
    (folder / PICTURES).write_bytes(index)
    publish_pictures(folder, [("deck/a.png", b"1"), (PICTURES, b"{}")])
    assert contents(folder) == {"A.png", "mine", "deck", PICTURES}
    assert (tmp_path / "secret.png").exists()
