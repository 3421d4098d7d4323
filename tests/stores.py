"""The cache of a user, and what can happen to what is in it."""

from pathlib import Path

import pytest
from nineup.base import remembering
from nineup.base.store import Store

DAMAGES = ("gone", "cut", "empty", "garbage", "of another kind", "of another version")


def user_store(folder: Path, patch: pytest.MonkeyPatch) -> Store:
    """The store of a user whose cache is in a folder."""
    patch.setenv("NINEUP_CACHE", str(folder / "cache"))
    store = Store.of_user()
    assert store is not None
    return store


def damage(store: Store, how: str, patch: pytest.MonkeyPatch) -> None:
    """Damages all entries of a store, which has some."""
    entries = [*store.folder.iterdir()]
    assert entries
    if how == "of another version":
        patch.setattr(remembering, "surroundings", lambda: ("0.0.1",))
    for path in entries:
        match how:
            case "gone":
                path.unlink()
            case "cut":
                path.write_bytes(path.read_bytes()[:-5])
            case "empty":
                path.write_bytes(b"")
            case "garbage":
                path.write_bytes(b"garbage" * 30)
            case "of another kind":
                store.put(path.name, remembering.pack(["something", 2]))
