"""Watches a project's files for edits, in long-running processes."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from nineup.base.project import Project
from nineup.base.reading import walk
from nineup.files.settings import FILE

if TYPE_CHECKING:
    from threading import Event

SETTLE_TIME = 5
"""The milliseconds without another edit after which edits count as finished."""

POLL_TIME = 100
"""The milliseconds after which the watch reports that nothing changed; the first build waits for the first
such report.
"""

MAX_WAIT = 400
"""The milliseconds after which a build starts although edits continue."""


def edits(project: Project, cards: str, stop: "Event | None" = None) -> Iterator[tuple[str, ...]]:
    """Yields the changed files in a folder of cards, the layouts, fonts, dictionaries or settings after each
    edit: paths in the project.

    The first item is an empty tuple, once the watch has begun, so that no edit is missed during the first
    build. Each folder is watched separately, so that files outside the project cost nothing; when folders
    appear or disappear, the watch restarts. Ends when `stop` is set. Raises FileNotFoundError if the
    project's folder is removed.
    """
    from watchfiles import Change, DefaultFilter, watch

    parts = [project.root / name for name in (cards, "layouts", "fonts", "dictionaries", FILE)]
    default_filter = DefaultFilter()

    def is_ours(change: Change, path: str) -> bool:
        return default_filter(change, path) and any(
            Path(path).is_relative_to(part) or part.is_relative_to(path) for part in parts
        )

    changed: set[str] = set()
    while stop is None or not stop.is_set():
        project.root.stat()
        folders = _folders(project, parts)
        has_begun = False
        with suppress(FileNotFoundError):  # A folder was removed while the watch began.
            for changes in watch(
                *folders,
                watch_filter=is_ours,
                # A recursive watch of the project's folder would follow everything in it.
                recursive=False,
                step=SETTLE_TIME,
                debounce=MAX_WAIT,
                rust_timeout=POLL_TIME,
                yield_on_timeout=True,
                stop_event=stop,
            ):
                passing = {path for kind, path in changes if kind == Change.added and not Path(path).exists()}
                touched = {path for _, path in changes} - passing  # without temporary files of editors
                changed |= touched
                # A new folder isn't watched yet; what is in it came before anyone
                # looked, so the watch begins again.
                if touched and (folders != _folders(project, parts) or not touched.isdisjoint(folders)):
                    break
                if touched or not has_begun:
                    has_begun = True
                    yield tuple(sorted(Path(path).relative_to(project.root).as_posix() for path in changed))
                    changed.clear()


def _folders(project: Project, parts: Iterable[Path]) -> set[str]:
    """The folders in some parts of a project, and those in which a part may still appear."""
    around = {str(folder) for folder in (project.root, project.root / "cards") if folder.is_dir()}
    return around.union(folder for part in parts for folder, _, _ in walk(part))
