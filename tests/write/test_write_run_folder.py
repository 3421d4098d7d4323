"""What a build puts into a run's folder, and what it removes from an earlier build."""

import json
import os
from hashlib import blake2b
from pathlib import Path

import pytest
from nineup.write import EXPORT, MANIFEST, publish, publish_export, run_folder


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


def test_a_strangers_manifest_takes_nothing_away(tmp_path: Path) -> None:
    (tmp_path / "secret.pdf").write_bytes(b"")
    box = tmp_path / "box"
    box.mkdir()
    (box / "mine-1.png").write_bytes(b"")
    for name in ("../secret.pdf", "..\\secret.pdf", "/secret.pdf", ".pdf", "*.pdf", "", "..", "a\0.pdf"):
        (box / MANIFEST).write_bytes(named(name))
        publish(box, {"cards-a4.pdf": b"1"}, named("cards-a4.pdf"))
        assert contents(box) == {"mine-1.png", "cards-a4.pdf", MANIFEST}, name
        assert (tmp_path / "secret.pdf").exists(), name


def test_a_manifest_that_cannot_be_read_is_replaced(tmp_path: Path) -> None:
    for manifest in (b"", b"\xff\xfe", b"[]", b'{"files": 1}', b'{"files": []}', b'{"a":' * 100_000):
        (tmp_path / MANIFEST).write_bytes(manifest)
        publish(tmp_path, {"cards-a4.pdf": b"1"}, named("cards-a4.pdf"))
        assert contents(tmp_path) == {"cards-a4.pdf", MANIFEST}, manifest[:20]


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


ABOUT = {"game": "tiny", "to": "pictures"}


def listed(name: str, data: bytes) -> bytes:
    digest = blake2b(data, digest_size=16).hexdigest()
    return json.dumps({"files": [{"file": name, "digest": digest}]}).encode()


def test_a_strangers_list_takes_nothing_away(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for path in (tmp_path / "secret.png", folder / "mine.png"):
        path.write_bytes(b"")
    for name in ("../secret.png", "/secret.png", "a/../../secret.png", "*.png", "..", "a\\b", ""):
        (folder / EXPORT).write_bytes(listed(name, b""))
        publish_export(folder, [("deck/a.png", b"1")], ABOUT)
        assert contents(folder) == {"mine.png", "deck", EXPORT}, name
        assert (tmp_path / "secret.png").exists(), name


def test_an_export_takes_away_what_it_no_longer_makes_unless_it_was_edited(tmp_path: Path) -> None:
    publish_export(tmp_path, [("a/1.png", b"1"), ("a/2.png", b"2"), ("3.png", b"3")], ABOUT)
    (tmp_path / "3.png").write_bytes(b"edited")
    (tmp_path / "a" / "mine.png").write_bytes(b"mine")
    publish_export(tmp_path, [("a/1.png", b"new")], ABOUT)
    assert contents(tmp_path) == {"a", "3.png", EXPORT}
    assert contents(tmp_path / "a") == {"1.png", "mine.png"}
    index = json.loads((tmp_path / EXPORT).read_bytes())
    assert (index["to"], [each["file"] for each in index["files"]]) == ("pictures", ["a/1.png"])
