"""The user's cache on disk: what was put is got back whole, or there is none. Nothing in it makes a command fail."""

import os
import sys
import time
from pathlib import Path

import pytest
from nineup.base import store as store_module
from nineup.base.store import MAX_DAYS, Store, cache_folder

KEY, OTHER = "a" * 64, "b" * 64
DAY = 24 * 60 * 60


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("NINEUP_CACHE", str(tmp_path / "above" / "cache"))
    found = Store.of_user()
    assert found is not None
    return found


def test_what_was_put_is_got(store: Store) -> None:
    assert store.get(KEY) is None
    store.put(KEY, b"first")
    store.put(KEY, b"second")
    assert store.get(KEY) == b"second"
    assert store.get(OTHER) is None
    assert store.folder.stat().st_mode & 0o777 == 0o700
    assert (store.folder / KEY).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", ["truncated", "empty", "changed", "of another key", "a link", "a folder"])
def test_a_damaged_entry_is_none(store: Store, damage: str, tmp_path: Path) -> None:
    store.put(KEY, b"words" * 100)
    path = store.folder / KEY
    data = path.read_bytes()
    path.unlink()
    match damage:
        case "truncated":
            path.write_bytes(data[:-1])
        case "empty":
            path.touch()
        case "changed":
            path.write_bytes(data.replace(b"words", b"sword", 1))
        case "of another key":
            store.put(OTHER, b"words" * 100)
            (store.folder / OTHER).rename(path)
        case "a link":
            (tmp_path / "elsewhere").write_bytes(data)
            path.symlink_to(tmp_path / "elsewhere")
        case _:
            path.mkdir()
    assert store.get(KEY) is None
    store.put(KEY, b"again")
    assert store.get(KEY) == (None if damage == "a folder" else b"again")
    assert not list(store.folder.glob("*.part"))


def test_a_full_disk_keeps_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    store.put(KEY, b"words")
    assert list(store.folder.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a profile on Windows is its user's")
@pytest.mark.parametrize("other", ["open to others", "a link", "a file", "in the project", "relative", "off"])
def test_a_folder_that_is_not_the_users_alone_is_not_used(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, project = tmp_path / "cache", tmp_path / "project"
    project.mkdir()
    match other:
        case "open to others":
            folder.mkdir()
            folder.chmod(0o750)
        case "a link":
            (tmp_path / "real").mkdir(mode=0o700)
            folder.symlink_to(tmp_path / "real")
        case "a file":
            folder.touch()
        case "in the project":
            (project / "real").mkdir(mode=0o700)
            folder = project / "real" / "cache"
        case "relative":
            monkeypatch.chdir(tmp_path)
            folder = Path("cache")
        case _:
            folder = Path("off")
    monkeypatch.setenv("NINEUP_CACHE", str(folder))
    assert Store.of_user(project) is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_somebody_elses_folder_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("NINEUP_CACHE", str(folder))
    assert Store.of_user() is not None
    os.chown(folder, 12345, 12345)
    assert Store.of_user() is None


def test_a_folder_that_cannot_be_made_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NINEUP_CACHE", str(tmp_path / "file" / "cache"))
    assert Store.of_user() is None


def test_what_was_not_used_for_long_goes_first(store: Store) -> None:
    now = time.time()
    for number in range(4):
        key = f"{number}" * 64
        store.put(key, b"x")
        os.utime(store.folder / key, (now - number * DAY, now - number * DAY))
    (store.folder / f"{KEY}.0123456789abcdef.part").touch()
    os.utime(store.folder / f"{KEY}.0123456789abcdef.part", (now - 2 * DAY, now - 2 * DAY))
    (store.folder / "notes.txt").write_text("not ours")
    assert store.get("2" * 64)  # and so it was used today
    store.shrink(3 * store_module._BLOCK)
    assert sorted(path.name[:1] for path in store.folder.iterdir()) == ["0", "1", "2", "n"]
    os.utime(store.folder / ("0" * 64), (now - (MAX_DAYS + 1) * DAY,) * 2)
    store.shrink()
    assert sorted(path.name[:1] for path in store.folder.iterdir()) == ["1", "2", "n"]
    store.clear()
    assert [path.name for path in store.folder.iterdir()] == ["notes.txt"]


def test_a_process_that_adds_much_keeps_to_the_limit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store.shrink, "__defaults__", (10 * store_module._BLOCK,))
    monkeypatch.setattr(store_module, "_UNSEEN", 100 * store_module._BLOCK)
    for number in range(201):
        store.put(f"{number:064x}", b"x" * 68)
    assert len(store.sizes()) == 10
    store.put(KEY, b"x" * 20 * store_module._BLOCK)
    store.put(KEY, b"x" * 80 * store_module._BLOCK)
    assert store.sizes() == []


def test_each_system_has_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    assert cache_folder({}, "linux") == Path("/home/ada/.cache/nineup")
    assert cache_folder({"XDG_CACHE_HOME": "/fast"}, "linux") == Path("/fast/nineup")
    assert cache_folder({}, "darwin") == Path("/home/ada/Library/Caches/nineup")
    assert cache_folder({}, "win32") == Path("/home/ada/AppData/Local/nineup")
    assert cache_folder({"NINEUP_CACHE": "/mine"}, "linux") == Path("/mine")
    assert cache_folder({"NINEUP_CACHE": "off"}, "linux") is None
