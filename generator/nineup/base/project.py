"""A project's files: finds and reads them, and refuses any outside the project.

A project is a folder with `cards/` and `layouts/`. What every game needs (plain layouts, sheets, fonts)
also ships with the package and is found after the project's own.
"""

import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from functools import cache, cached_property, lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from nineup.base.diagnostics import close
from nineup.base.reading import UnfitFileError, read_file, walk

if TYPE_CHECKING:
    from nineup.base.store import Store

STARTER = Path(__file__).parents[1] / "starter"
"""The package's own `layouts/` and `fonts/`, laid out like a project."""

LINE_BREAK = re.compile(r"\r\n|\r|\n")
"""The line breaks of a file; `str.splitlines` would also split at other characters."""


def line_starts(text: str) -> list[int]:
    """The start of each line."""
    return [0, *(match.end() for match in LINE_BREAK.finditer(text))]


class ProjectError(Exception):
    """A file that can't be read; the message is for the user."""


class Project:
    """A folder of games. Paths are text, relative to it, with `/` on every system."""

    def __init__(self, root: Path, *, remembers: bool = False) -> None:
        """With `remembers`, what is made of it is kept in the user's cache (`remembering`)."""
        self.root = root.resolve()
        self.remembers = remembers

    @cached_property
    def store(self) -> "Store | None":
        """The user's cache; None if nothing is to be kept."""
        if not self.remembers:
            return None
        from nineup.base.store import Store  # Most commands make nothing that is kept.

        return Store.of_user(self.root)

    @staticmethod
    def find(start: Path) -> "Project | None":
        """The nearest project at or above a folder."""
        start = start.resolve()
        folders = (start, *start.parents)
        roots = (each for each in folders if (each / "cards").is_dir() and (each / "layouts").is_dir())
        return next(map(Project, roots), None)

    def games(self) -> tuple[str, ...]:
        """The ids of the games: the folders of `cards/` with a `game.yaml`, sorted. Raises OSError."""
        return tuple(sorted(p.name for p in (self.root / "cards").iterdir() if (p / "game.yaml").exists()))

    def exists(self, path: str) -> bool:
        """Whether the file exists; `read` may still refuse it."""
        try:
            return self._find(path) is not None
        except ProjectError:
            return True

    def read(self, path: str) -> bytes:
        """The bytes of a file of the project, or else of the package.

        Raises ProjectError if it is missing, too large, or outside the project.
        """
        file = self._located(path)
        try:
            return read_file(file)
        except UnfitFileError as error:
            raise ProjectError(f"`{path}` is {error.strerror}") from error
        except OSError as error:
            raise ProjectError(f"`{path}` can't be read: {error.strerror}") from error

    def path(self, path: str) -> Path:
        """Where a file of the project, or else of the package, is, for a library that opens it itself.

        Raises ProjectError if it is missing or outside the project.
        """
        return self._located(path)

    def is_link(self, path: str) -> bool:
        """Whether the project's own file is a link."""
        return (self.root / path).is_symlink()

    def names(self, folder: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The names in a folder of the project and in each one below, sorted, each time with the folder's
        path.
        """
        return tuple(
            (Path(top).relative_to(self.root).as_posix(), tuple(sorted((*folders, *files))))
            for top, folders, files in walk(self.root / folder)
        )

    def text(self, path: str) -> str:
        """A file's UTF-8 text without a byte order mark.

        Raises ProjectError as `read` does, and if it isn't UTF-8.
        """
        data = self.read(path)
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8-sig")
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            raise ProjectError(f"`{path}` is not UTF-8 text (line {line}, column {column})") from error

    def alike(self, path: str) -> str:
        """A hint for a missing file: the file in its folder with the closest name; empty if none is close."""
        folder, _, name = path.rpartition("/")
        names = [each.rpartition("/")[2] for each in self.list(folder)]
        # Suffixes are compared separately.
        return close(
            name, [each for each in names if close(PurePosixPath(name).stem, [PurePosixPath(each).stem])]
        )

    def list(self, folder: str, pattern: str = "*") -> Iterator[str]:
        """The files of a folder that match a glob pattern, the project's before the package's, each name
        once.

        Empty for a folder that is a link out of the project.
        """
        seen = set()
        for root in (self.root, STARTER):
            # `isdir` is False for a name that no folder can have, for which Path raises.
            if not os.path.isdir(root / folder) or not is_inside(root / folder, root):
                continue
            for path in sorted(_matching(root / folder, pattern)):
                name = path.relative_to(root).as_posix()
                if path.is_file() and name not in seen:
                    seen.add(name)
                    yield name

    def unread_link(self, folder: str) -> str:
        """The first folder, this one or one below it, that `list` doesn't look into because it is a link;
        empty if none is.
        """
        if not is_inside(self.root / folder, self.root):
            return folder
        below = (Path(top, name) for top, names, _ in walk(self.root / folder) for name in names)
        return next((path.relative_to(self.root).as_posix() for path in below if path.is_symlink()), "")

    def writable(self, path: str) -> Path:
        """The path for writing a file of the project.

        Raises ProjectError if that is outside, or behind a link.
        """
        file = self.root
        for part in _parts(path):
            file = file / part
            if os.path.islink(file):
                raise ProjectError(
                    f"`{path}` is a link or leads through one; files behind links are never changed"
                )
        if os.path.exists(file) and not os.path.isfile(file):
            raise ProjectError(f"`{path}` is not a file")
        return file

    def _located(self, path: str) -> Path:
        place = self._find(path)
        if place is None:
            raise ProjectError(f"there is no file `{path}`")
        return place

    def _find(self, path: str) -> Path | None:
        parts = _parts(path)
        for root in (self.root, STARTER):
            candidate = root.joinpath(*parts)
            if os.path.isfile(candidate):  # False for a name that no file can have, for which Path raises
                if not is_inside(candidate, root):
                    raise ProjectError(f"`{path}` leads out of the project")
                return candidate
        return None


class EditedProject(Project):
    """Reads the given files, by path, and everything else as the project does."""

    def __init__(self, project: Project, files: Mapping[str, bytes]) -> None:
        super().__init__(project.root)
        self._files = files

    @property
    def edited(self) -> Collection[str]:
        """The paths of the given files."""
        return self._files.keys()

    def read(self, path: str) -> bytes:
        return self._files[path] if path in self._files else super().read(path)

    def exists(self, path: str) -> bool:
        return path in self._files or super().exists(path)


def _matching(folder: Path, pattern: str) -> Iterator[Path]:
    """What a glob pattern finds in a folder."""
    name = pattern.removeprefix("**/")
    if name == pattern:
        yield from folder.glob(pattern)
        return
    for top, _, files in walk(folder):
        yield from (Path(top, file) for file in files if fnmatch(file, name))


CSV_SUFFIXES = (".csv", ".tsv")
"""How names of tables in text files end."""


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path is below a folder when links are followed."""
    return Path(os.path.realpath(path)).is_relative_to(_real(root))


@lru_cache(64)
def _real(root: Path) -> str:
    return os.path.realpath(root)


def _parts(path: str) -> tuple[str, ...]:
    """The steps of a path. Raises ProjectError if they lead out of the project."""
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts or ":" in path or "\\" in path or "\0" in path:
        raise ProjectError(f"`{path}` is not a path inside the project")
    return parts


def source_lines(project: Project) -> Callable[[str], Sequence[str]]:
    """A function that returns the lines of a project file, reading each file once; none if it can't
    be read.
    """

    @cache
    def lines(path: str) -> Sequence[str]:
        if path.endswith((".xlsx", ".ods", ".svgz")):
            return ()  # Their places are rows and columns, or lines of the unpacked file.
        try:
            data = project.read(path)
            utf16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
            return LINE_BREAK.split(data.decode("utf-16" if utf16 else "utf-8-sig", "replace"))
        except ProjectError:
            return ()

    return lines
