"""A small project that is loaded once for all inputs, and whose files are in memory: what readers put theirs
into.
"""

import atexit
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from zlib import crc32

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.project import EditedProject, Project
from nineup.model.game import Game, Run
from nineup.typography.fonts import Fonts
from tiny import write_tiny

Read = Callable[[bytes], object]

FILES: dict[str, bytes] = {}
"""The project's own files by path: readers change them and put them back."""


class _SmallProject(EditedProject):
    """Looks into a folder once: what is in it stays the same."""

    def list(self, folder: str, pattern: str = "*") -> Iterator[str]:
        return iter(self._listed(folder, pattern))

    @lru_cache(64)  # noqa: B019 - there is one project
    def _listed(self, folder: str, pattern: str) -> tuple[str, ...]:
        return tuple(super().list(folder, pattern))


@cache
def project() -> Project:
    root = write_tiny(Path(tempfile.mkdtemp(prefix="nineup-fuzz-")))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    for file in root.rglob("*.*"):
        FILES[file.relative_to(root).as_posix()] = file.read_bytes()
    return _SmallProject(Project(root), FILES)


def as_file(path: str, read: Callable[[Project, Findings], object]) -> Read:
    """A reader of bytes, which are a file of the project while it is read."""

    def put(data: bytes) -> None:
        run()  # So that nothing is read for later inputs while this one is there.
        small, before = project(), FILES.get(path)
        FILES[path] = data
        try:
            read(small, Findings())
        finally:
            del FILES[path]
            if before is not None:
                FILES[path] = before

    return put


def listed(path: str) -> None:
    """Makes a file of the project one that is found in its folder."""
    file = project().root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape").replace("\x00", "")


def one_in(number: int, data: bytes) -> bool:
    """True for one input of so many, always the same: for what takes longer than all else."""
    return crc32(data) % number == 0


@cache
def game() -> Game:
    found = pipeline.load(project(), "tiny", Findings())
    assert found is not None
    return found


@cache
def fonts() -> Fonts:
    return Fonts(project())


@cache
def run() -> Run:
    found = pipeline.choose_run(game(), pipeline.RunChoice(), Findings())
    assert found is not None
    return found
