"""All edits of a project since the process started: writes files whole, and undoes and redoes."""

import zlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath
from threading import RLock
from typing import NamedTuple

from nineup.base.diagnostics import Diagnostic
from nineup.base.project import Project, ProjectError
from nineup.files.edit.changes import Change
from nineup.files.edit.files import edit, refuse
from nineup.files.edit.kept import ABSENT, KeptContents, digest_of, file_digest
from nineup.write import ChangedError, replace_all

EDITABLE = {"cards": (".yaml", ".csv", ".tsv", ".po"), "layouts": (".yaml", ".svg")}
"""The files that edits may change, by the project's folders."""

CREATABLE = {"cards": (".yaml", ".csv", ".md"), "layouts": (".yaml", ".svg")}
"""The files that may be created."""

_MOST_VERSIONS = 64
"""The number of file versions kept that no edit made."""

_TEXTS = (".yaml", ".csv", ".tsv", ".md", ".svg")
"""Files of which both versions are shown in a conflict."""


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


class AddedFile(NamedTuple):
    """A file whose content is that of another one, outside the project."""

    base: str
    """The digest of the file that it replaces; `ABSENT` for none."""
    source: Path


class EditHistory:
    """The edits of a project's files, oldest first, each of which can be undone and redone."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._done: list[EditStep] = []
        self._undone: list[EditStep] = []
        self._kept = KeptContents()
        self._seen: OrderedDict[str, bytes] = OrderedDict()
        self._admitted: set[str] = set()
        """Further files that may be changed: those of a restored version. Undoing that changes them, too."""
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
            if data is not None and path.endswith(_TEXTS):
                if version.digest not in self._seen:
                    self._seen[version.digest] = zlib.compress(data, 1)
                self._seen.move_to_end(version.digest)
                if len(self._seen) > _MOST_VERSIONS:
                    self._seen.popitem(last=False)
            return version

    def edit(
        self,
        path: str,
        base: str,
        changes: Sequence[Change],
        says: str,
        added: Mapping[str, AddedFile] = {},
    ) -> EditOutcome:
        """Makes changes to a file if its digest is still `base`; a record of a print states what is on the
        table, and is not edited. Files are `added` as by `write`. Raises OSError.
        """
        if _is_record(path):
            return _outside(ProjectError(f"`{path}` is a record of a print, which is not edited"))
        return self.write({path: (base, partial(edit, path, changes=changes))}, says, added=added)

    def write(
        self,
        files: Mapping[str, tuple[str, Callable[[bytes], bytes | Diagnostic | None]]],
        says: str,
        added: Mapping[str, AddedFile] = {},
    ) -> EditOutcome:
        """Writes new versions of several files: all of them, or none if one has changed. Raises OSError.

        Each has the digest of its base version (`ABSENT` for a new file) and a function that makes its new
        bytes from that version, or None to remove it. Files that are `added`, such as pictures, are written
        first: a card names none that isn't there.
        """
        with self._lock:
            before: dict[str, str] = {}
            after: dict[str, str] = {}
            for path, (base, source) in added.items():
                try:
                    file = self.project.writable(path)
                    before[path] = digest_of(file) if file.is_file() else ABSENT
                except ProjectError as error:
                    return _outside(error)
                if before[path] != base:
                    return refuse(f"`{path}` is there already, or has changed: it is not replaced")
                after[path] = self._kept.keep_file(source)
                if base != ABSENT:
                    self._kept.keep_file(file)
            for path, (base, make) in files.items():
                try:
                    self._place(path)  # first, so that a conflict touches no other file
                    now = self.version(path)
                except ProjectError as error:
                    return _outside(error)
                result = self._new_contents(path, now, base, make=make)
                if isinstance(result, (Conflict, Diagnostic)):
                    return result
                before[path], after[path] = self._kept.keep(now.data), self._kept.keep(result)
            return self._commit(before, after, says, added=added)

    def replace(self, files: Mapping[str, bytes | None], says: str) -> EditOutcome:
        """Gives files of any kind other contents, or removes them, as one step: to restore a version.

        Raises OSError.
        """
        with self._lock:
            self._admitted |= files.keys()
            try:
                before = {path: self._kept.keep(self.version(path).data) for path in files}
            except ProjectError as error:
                return _outside(error)
            return self._commit(before, {path: self._kept.keep(data) for path, data in files.items()}, says)

    def undo(self) -> EditOutcome | None:
        """Undoes the latest edit, and returns what that changed; None if there is none. Raises OSError."""
        with self._lock:
            return self._go(self._done, self._undone, back=True)

    def redo(self) -> EditOutcome | None:
        """Redoes the latest undone edit, and returns it; None if there is none. Raises OSError."""
        with self._lock:
            return self._go(self._undone, self._done, back=False)

    def _go(self, source: list[EditStep], target: list[EditStep], back: bool) -> EditOutcome | None:
        if not source:
            return None
        step = source[-1]
        wanted = {path: pair[not back] for path, pair in step.files.items()}
        for path, pair in step.files.items():
            theirs = self._now(path)
            if isinstance(theirs, Diagnostic):
                return theirs
            if theirs.digest != pair[back]:
                return self._clash(path, wanted[path], theirs)
        refusal = self._put(wanted, {path: pair[back] for path, pair in step.files.items()})
        if refusal is not None:
            return refusal
        target.append(source.pop())
        return step._replace(files={path: (pair[back], pair[not back]) for path, pair in step.files.items()})

    def _new_contents(
        self, path: str, now: FileVersion, base: str, make: Callable[[bytes], bytes | Diagnostic | None]
    ) -> bytes | Conflict | Diagnostic | None:
        if now.digest == base:
            return make(now.data or b"")
        before = b"" if base == ABSENT else self._bytes(base)
        mine = make(before) if before is not None else None
        return Conflict(path, mine if isinstance(mine, bytes) else None, now.data, digest=now.digest)

    def _commit(
        self,
        before: Mapping[str, str],
        after: Mapping[str, str],
        says: str,
        added: Collection[str] = (),
    ) -> EditStep | Conflict | Diagnostic:
        """Writes files whose contents are kept, by their digests before and after."""
        refusal = self._put(after, before, added)
        if refusal is not None:
            self._forget()
            return refusal
        self._admitted.update(added)
        step = EditStep(says, {path: (before[path], digest) for path, digest in after.items()})
        if any(old != new for old, new in step.files.values()):
            self._done.append(step)
            self._undone.clear()
        self._forget()
        return step

    def _forget(self) -> None:
        """Drops contents that no step needs."""
        steps = (*self._done, *self._undone)
        self._kept.drop_all_but({digest for step in steps for pair in step.files.values() for digest in pair})

    def _put(
        self, files: Mapping[str, str], before: Mapping[str, str], added: Collection[str] = ()
    ) -> Conflict | Diagnostic | None:
        """Writes or removes files, which must still be as they were `before`. Raises OSError."""
        try:
            places = {
                path: self.project.writable(path) if path in added else self._place(path) for path in files
            }
        except ProjectError as error:
            return _outside(error)
        try:
            replace_all(
                {
                    places[path]: self._kept.contents(digest)
                    for path, digest in files.items()
                    if digest != ABSENT
                },
                {places[path]: partial(_is_version, digest) for path, digest in before.items()},
            )
        except ChangedError:
            return self._conflict(files, before)
        for path, digest in files.items():
            if digest == ABSENT:
                self._remove(places[path])
        return None

    def _conflict(self, files: Mapping[str, str], before: Mapping[str, str]) -> Conflict | Diagnostic:
        """The version that another program has saved in the meantime."""
        first, *others = ((path, self._now(path)) for path in files)
        for path, now in (*others, first):
            if isinstance(now, Diagnostic):
                return now
            if now.digest != before[path]:
                break
        assert isinstance(now, FileVersion)
        return self._clash(path, files[path], now)

    def _clash(self, path: str, mine: str, theirs: FileVersion) -> Conflict | Diagnostic:
        """A file that another program has changed: both versions are for the user to see, if it is a text."""
        if not path.endswith(_TEXTS):
            return refuse(f"another program has changed `{path}` since: it stays as it is now")
        return Conflict(path, self._kept.data(mine), theirs.data, digest=theirs.digest)

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
        packed = self._seen.get(digest)
        return zlib.decompress(packed) if packed is not None else self._kept.data(digest)


def _is_version(digest: str, data: bytes | None) -> bool:
    return file_digest(data) == digest


def _is_record(path: str) -> bool:
    """Whether a path is inside a game's `prints/`, however it is written."""
    parts = PurePosixPath(path.casefold()).parts
    return len(parts) > 3 and (parts[0], parts[2]) == ("cards", "prints")


def _outside(error: ProjectError) -> Diagnostic:
    return Diagnostic("edit-outside", "error", str(error), about="request")
