"""All edits of a project since the process started: writes files whole, and undoes and redoes."""

import zlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from threading import RLock
from typing import NamedTuple

from nineup.base.diagnostics import Diagnostic
from nineup.base.project import Project, ProjectError
from nineup.files.edit.changes import Change
from nineup.files.edit.files import edit
from nineup.write import ChangedError, replace_all

EDITABLE = {"cards": (".yaml", ".csv", ".tsv"), "layouts": (".yaml",)}
"""The files that edits may change, by the project's folders."""

CREATABLE = {"cards": (".yaml", ".csv", ".md"), "layouts": (".yaml", ".svg")}
"""The files that may be created; an existing drawing belongs to the drawing program."""

_MOST_VERSIONS = 64
"""The number of file versions kept that no edit made."""

ABSENT = ""
"""The digest of a file that doesn't exist."""


class FileVersion(NamedTuple):
    """A file's bytes at some time, None if it doesn't exist, and their digest."""

    digest: str
    data: bytes | None


class Conflict(NamedTuple):
    """An edit of a file that has since changed on disk. Nothing is written."""

    file: str
    mine: bytes | None
    """What the edit would have made of its base version; None if it would have removed the file."""
    theirs: bytes | None
    """The content on disk; None if the file is gone."""
    digest: str
    """The digest of the content on disk: an edit based on it may be written."""


class EditStep(NamedTuple):
    """An edit: the digest of each file before and after it, and its description."""

    says: str
    files: dict[str, tuple[str, str]]


EditOutcome = EditStep | Conflict | Diagnostic
"""The outcome of an edit."""


def file_digest(data: bytes | None) -> str:
    return ABSENT if data is None else blake2b(data, digest_size=16).hexdigest()


class EditHistory:
    """The edits of a project's files, oldest first, each of which can be undone and redone."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._done: list[EditStep] = []
        self._undone: list[EditStep] = []
        self._kept: dict[str, bytes] = {}
        self._seen: OrderedDict[str, bytes] = OrderedDict()
        self._admitted: set[str] = set()
        """Further files that may be changed: those of a restored version, and drawings whose bindings were
        renamed. Undoing that changes them, too.
        """
        self._lock = RLock()

    @property
    def done(self) -> tuple[EditStep, ...]:
        """The edits that can be undone, latest last."""
        return tuple(self._done)

    @property
    def undone(self) -> tuple[EditStep, ...]:
        """The edits that can be redone, next one last."""
        return tuple(self._undone)

    def version(self, path: str) -> FileVersion:
        """The current version of a file, remembered as a possible base of edits. Raises ProjectError."""
        with self._lock:
            data = self._read(path)
            version = FileVersion(file_digest(data), data)
            if data is not None and version.digest not in self._kept:
                self._seen[version.digest] = zlib.compress(data, 1)
                self._seen.move_to_end(version.digest)
                if len(self._seen) > _MOST_VERSIONS:
                    self._seen.popitem(last=False)
            return version

    def edit(self, path: str, base: str, changes: Sequence[Change], says: str) -> EditOutcome:
        """Makes changes to a file if its digest is still `base`; a record of a print states what is on the
        table, and is not edited. Raises OSError.
        """
        if _is_record(path):
            return _outside(ProjectError(f"`{path}` is a record of a print, which is not edited"))
        return self.write({path: (base, partial(edit, path, changes=changes))}, says)

    def write(
        self,
        files: Mapping[str, tuple[str, Callable[[bytes], bytes | Diagnostic]]],
        says: str,
        drawings: Collection[str] = (),
    ) -> EditOutcome:
        """Writes new versions of several files: all of them, or none if one has changed. Raises OSError.

        Each has the digest of its base version (`ABSENT` for a new file) and a function that makes its new
        bytes from that version. Existing drawings belong to the drawing program: only those in `drawings` are
        changed.
        """
        with self._lock:
            self._admitted.update(drawings)
            made: dict[str, bytes] = {}
            before: dict[str, FileVersion] = {}
            for path, (base, make) in files.items():
                try:
                    self._place(path)  # first, so that a conflict touches no other file
                    before[path] = self.version(path)
                except ProjectError as error:
                    return _outside(error)
                result = self._made(path, before[path], base, make=make)
                if isinstance(result, (Conflict, Diagnostic)):
                    return result
                made[path] = result
            return self._commit(before, made, says)

    def replace(self, files: Mapping[str, bytes | None], says: str) -> EditOutcome:
        """Gives files of any kind other contents, or removes them, as one step: to restore a version.

        Raises OSError.
        """
        with self._lock:
            self._admitted |= files.keys()
            try:
                before = {path: self.version(path) for path in files}
            except ProjectError as error:
                return _outside(error)
            return self._commit(before, files, says)

    def undo(self) -> EditOutcome | None:
        """Undoes the latest edit; returns None if there is none. Raises OSError."""
        with self._lock:
            return self._go(self._done, self._undone, back=True)

    def redo(self) -> EditOutcome | None:
        """Redoes the latest undone edit; returns None if there is none. Raises OSError."""
        with self._lock:
            return self._go(self._undone, self._done, back=False)

    def _go(self, source: list[EditStep], target: list[EditStep], back: bool) -> EditOutcome | None:
        if not source:
            return None
        step = source[-1]
        wanted = {path: self._bytes(pair[not back]) for path, pair in step.files.items()}
        for path, pair in step.files.items():
            theirs = self._now(path)
            if isinstance(theirs, Diagnostic):
                return theirs
            if theirs.digest != pair[back]:
                return Conflict(path, wanted[path], theirs.data, digest=theirs.digest)
        refusal = self._put(wanted, {path: self._bytes(pair[back]) for path, pair in step.files.items()})
        if refusal is not None:
            return refusal
        target.append(source.pop())
        return step

    def _made(
        self, path: str, now: FileVersion, base: str, make: Callable[[bytes], bytes | Diagnostic]
    ) -> bytes | Conflict | Diagnostic:
        if now.digest == base:
            return make(now.data or b"")
        before = b"" if base == ABSENT else self._bytes(base)
        mine = make(before) if before is not None else None
        return Conflict(path, mine if isinstance(mine, bytes) else None, now.data, digest=now.digest)

    def _commit(
        self, before: Mapping[str, FileVersion], made: Mapping[str, bytes | None], says: str
    ) -> EditStep | Conflict | Diagnostic:
        refusal = self._put(made, {path: version.data for path, version in before.items()})
        if refusal is not None:
            return refusal
        for data in (*(version.data for version in before.values()), *made.values()):
            if data is not None:
                self._kept.setdefault(file_digest(data), zlib.compress(data, 1))
        step = EditStep(says, {path: (before[path].digest, file_digest(data)) for path, data in made.items()})
        if any(old != new for old, new in step.files.values()):
            self._done.append(step)
            self._undone.clear()
        return step

    def _put(
        self, files: Mapping[str, bytes | None], before: Mapping[str, bytes | None]
    ) -> Conflict | Diagnostic | None:
        """Writes or removes files, which must still be as they were `before`. Raises OSError."""
        try:
            places = {path: self._place(path) for path in files}
        except ProjectError as error:
            return _outside(error)
        try:
            replace_all(
                {places[path]: data for path, data in files.items() if data is not None},
                {places[path]: data for path, data in before.items()},
            )
        except ChangedError:
            return self._conflict(files, before)
        for path, data in files.items():
            if data is None:
                self._remove(places[path])
        return None

    def _conflict(
        self, files: Mapping[str, bytes | None], before: Mapping[str, bytes | None]
    ) -> Conflict | Diagnostic:
        """The version that another program has saved in the meantime."""
        first, *others = ((path, self._now(path)) for path in files)
        for path, now in (*others, first):
            if isinstance(now, Diagnostic):
                return now
            if now.data != before[path]:
                break
        assert isinstance(now, FileVersion)
        return Conflict(path, files[path], now.data, digest=now.digest)

    def _place(self, path: str) -> Path:
        """The path for writing a file. Raises ProjectError for files that the editor must not change."""
        file = self.project.writable(path)
        folder = path.partition("/")[0]
        known = EDITABLE if file.exists() else CREATABLE
        is_own = path in self._admitted or path in self._created()
        if not path.endswith(known.get(folder, ())) and not is_own:
            raise ProjectError(f"`{path}` is not a file that is edited here")
        return file

    def _created(self) -> set[str]:
        """The files that edits created."""
        return {path for step in self._done for path, (old, _) in step.files.items() if old == ABSENT}

    def _remove(self, file: Path) -> None:
        """Removes a file that an edit created, and the folders left empty."""
        file.unlink(missing_ok=True)
        for folder in file.parents:
            if folder.parent == self.project.root or folder == self.project.root:
                break
            with suppress(OSError):
                folder.rmdir()

    def _read(self, path: str) -> bytes | None:
        """A file of the project itself, None if there is none. Raises ProjectError."""
        return self.project.read(path) if self.project.writable(path).is_file() else None

    def _now(self, path: str) -> FileVersion | Diagnostic:
        try:
            return self.version(path)
        except ProjectError as error:
            return _outside(error)

    def _bytes(self, digest: str) -> bytes | None:
        packed = self._kept.get(digest) or self._seen.get(digest)
        return None if packed is None else zlib.decompress(packed)


def _is_record(path: str) -> bool:
    """Whether a path is inside a game's `prints/`, however it is written."""
    parts = PurePosixPath(path.casefold()).parts
    return len(parts) > 3 and (parts[0], parts[2]) == ("cards", "prints")


def _outside(error: ProjectError) -> Diagnostic:
    return Diagnostic("edit-outside", "error", str(error), about="request")
