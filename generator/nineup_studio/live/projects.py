"""Other projects: which folders may be opened, those that were opened lately, and their own servers.

Each folder has a server of its own in this process, with a secret of its own, so that no page of one project
can reach the files of another.
"""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec
from nineup.base import Project, read_file
from nineup.files import user_file
from nineup.write import replace_all

MAX_RECENT = 12
"""The number of projects that are remembered."""

MAX_OPEN = 8
"""The number of other folders that are open at a time."""

_MAX_BYTES = 256 * 1024


class FolderError(Exception):
    """A folder that isn't opened; the message is for the user."""


def folder_to_open(text: str) -> Path:
    """The folder that a user means: a project, or an empty folder, which becomes one. Raises FolderError."""
    text = text.strip()
    try:
        path = Path(text).expanduser()
        if not text or not path.is_absolute():
            raise FolderError("write the whole path of a folder, such as ~/games/tea")
        path = path.resolve(strict=True)
        if not path.is_dir():
            raise FolderError(f"`{path}` is a file, not a folder")
        if _is_project(path):
            return path
        if any(path.iterdir()):
            raise FolderError(_why_not(path))
        for name in ("cards", "layouts"):
            (path / name).mkdir()
    except (OSError, RuntimeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise FolderError(f"`{text}` can't be opened: {(why or 'there is no such folder').lower()}") from None
    return path


def _is_project(path: Path) -> bool:
    # Unlike those of `Path`, these raise nothing where a folder above can't be looked into.
    return os.path.isdir(path / "cards") and os.path.isdir(path / "layouts")


def _why_not(path: Path) -> str:
    above = Project.find(path)
    if above is not None:
        return f"`{path}` is a part of the project `{above.root}`: open that"
    return (
        f"`{path}` has other files in it: a project has the folders cards and layouts, or is empty at first"
    )


class RecentProject(NamedTuple):
    """A project that was opened lately; its folder may be gone, or on a disk that isn't here today."""

    path: Path
    is_there: bool


def recent_projects(besides: Path) -> tuple[RecentProject, ...]:
    """The projects that were opened lately, latest first, but for one."""
    return tuple(RecentProject(path, _is_project(path)) for path in _remembered() if path != besides)


def remember_project(root: Path) -> None:
    """Puts a project first among those that were opened lately; does nothing if that can't be written."""
    others = [path for path in _remembered() if path != root]
    paths = [str(path) for path in (root, *others)][:MAX_RECENT]
    file = user_file("projects.json")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_all({file: msgspec.json.format(msgspec.json.encode(paths), indent=2) + b"\n"})
    except (OSError, UnicodeEncodeError):
        pass  # A convenience: the project is opened anyway.


def _remembered() -> tuple[Path, ...]:
    """None if the file is absent or damaged."""
    try:
        data = read_file(user_file("projects.json"), _MAX_BYTES)
        paths = tuple(map(Path, msgspec.json.decode(data, type=list[str])))
        return tuple(path for path in paths if path.is_absolute())[:MAX_RECENT]
    except (OSError, ValueError, RuntimeError, RecursionError):
        return ()


class Server(Protocol):
    """A server for a project: `run` serves until `stop`."""

    @property
    def address(self) -> str: ...

    def run(self, ready: Callable[[], None]) -> None: ...

    def stop(self) -> None: ...


class OpenProjects:
    """The servers of other folders, started when they are opened; `end` ends the whole studio. Threads may
    share it.
    """

    def __init__(self, start: Callable[[Project], Server], end: Callable[[], None]) -> None:
        self.end = end
        self._start = start
        self._lock = threading.Lock()
        self._open: dict[Path, tuple[Server, threading.Thread]] = {}

    def address_of(self, root: Path) -> str:
        """The address of a folder's pages, whose server is started if need be. Raises FolderError."""
        with self._lock:
            self._open = {path: each for path, each in self._open.items() if each[1].is_alive()}
            if root not in self._open and len(self._open) >= MAX_OPEN:
                raise FolderError(f"{MAX_OPEN} other folders are open: end the studio and start it again")
            if root not in self._open:
                self._open[root] = self._served(root)
            remember_project(root)
            return self._open[root][0].address

    def _served(self, root: Path) -> tuple[Server, threading.Thread]:
        try:
            server = self._start(Project(root))
        except OSError as error:
            raise FolderError(f"`{root}` can't be opened: {error.strerror}") from error
        ready = threading.Event()

        def serve() -> None:
            try:
                server.run(ready.set)
            finally:
                ready.set()

        thread = threading.Thread(target=serve, name=f"nineup-studio-{os.path.basename(root)}", daemon=True)
        thread.start()
        ready.wait()
        return server, thread

    def close(self) -> None:
        """Stops all of them, and waits until they have ended."""
        with self._lock:
            for server, _ in self._open.values():
                server.stop()
            for _, thread in self._open.values():
                thread.join()
            self._open.clear()
