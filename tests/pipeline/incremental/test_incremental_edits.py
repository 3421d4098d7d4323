"""The watch of a project whose folders go and come back."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from nineup.base.project import Project
from nineup.pipeline.incremental import edits
from tiny import write_tiny


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Path, Iterator[tuple[str, ...]]]]:
    """A project and the edits of its game, once the watch has begun."""
    root = write_tiny(tmp_path / "project")
    found = edits(Project(root), "cards/tiny")
    assert next(found) == ()
    yield root, found
    found.close()  # type: ignore[attr-defined]


def test_a_folder_that_goes_and_comes_back_is_watched_again(
    watched: tuple[Path, Iterator[tuple[str, ...]]],
) -> None:
    root, found = watched
    (root / "cards").rename(root / "away")
    assert "cards" in next(found)
    (root / "away").rename(root / "cards")
    assert "cards" in next(found)
    (root / "cards" / "tiny" / "notes.txt").write_text("later", encoding="utf-8")
    assert "cards/tiny/notes.txt" in next(found)


def test_the_watch_of_a_removed_project_ends(watched: tuple[Path, Iterator[tuple[str, ...]]]) -> None:
    root, found = watched
    shutil.rmtree(root)
    with pytest.raises(FileNotFoundError) as raised:
        list(found)
    assert raised.value.filename == str(root)
