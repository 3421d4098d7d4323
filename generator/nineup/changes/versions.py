"""Keeps versions of a project without git: what games are built from, by content, below the project.

`.nineup/versions/NAME.json` lists a version's files with their digests, `.nineup/objects/` holds each content
once, compressed, under its digest. So a version costs what has changed since the others, and deleting
`.nineup/` loses versions and nothing else. Records of prints aren't part of a version: they say what is on
the table, and restoring must not change that.

Restoring first keeps the present state, then notes which version is being restored, replaces the files, and
removes the note. After a kill at any moment, the note tells the next command to go on: in the end the files
are all old or all new.
"""

import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from hashlib import blake2b
from pathlib import Path, PurePosixPath

import msgspec

from nineup.base.project import Project
from nineup.base.reading import is_reserved, read_file, walk
from nineup.base.units import file_size
from nineup.changes.revision import PARTS, RevisionError
from nineup.faces.record import NAME
from nineup.write import ChangedError, replace, replace_all, temporary_folder
from nineup.write.files import replace_each

STORE = ".nineup"
"""The folder of a project's versions."""

MAX_STORED = 2_000_000_000
"""The most bytes that all versions together may take."""

_MAX_FILE = 500_000_000
"""The largest size in bytes of a file of a version."""

_RESTORING = "restoring"
"""The note in the store, with the name of the version that is being restored."""


class Version(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kept state of a project: the digest of each file by path, and why it was kept."""

    name: str
    files: dict[str, str]
    print: str = ""
    """The recorded print that it belongs to, such as `gem-thief/v0.3`; otherwise empty."""
    before: str = ""
    """The version that was restored over it; otherwise empty."""
    kept_at: float = 0.0
    """The time of its file, in seconds since 1970; not written in it."""

    @property
    def day(self) -> str:
        """When it was kept, in the local time: `2024-05-31 18:05`."""
        return datetime.fromtimestamp(self.kept_at).strftime("%Y-%m-%d %H:%M")

    @property
    def why(self) -> str:
        """Why it was kept, in words; empty if a user wanted it."""
        if self.print:
            return f"printed as {self.print}"
        return f"before {self.before} was restored" if self.before else ""


class StoreSize(msgspec.Struct, frozen=True):
    """The number of versions, and the bytes that they take on disk together."""

    versions: int
    bytes: int


def kept_versions(project: Project) -> tuple[Version, ...]:
    """The versions that are kept, oldest first. Those that can't be read are left out."""
    known = filter(None, map(_read, _names(project)))
    return tuple(sorted(known, key=lambda version: (version.kept_at, version.name)))


def find_version(project: Project, name: str) -> Version:
    """The version with a name. Raises RevisionError."""
    version = _read(_folder(project) / f"{name}.json") if _is_name(name) else None
    if version is None:
        known = ", ".join(f"`{each.name}`" for each in kept_versions(project)[-8:])
        raise RevisionError(
            f"there is no version `{name}`; {f'the latest are {known}' if known else 'none is kept'}"
        )
    return version


def kept_for(project: Project, game: str, name: str) -> Version | None:
    """The version that was kept with a recorded print of a game."""
    return next((each for each in kept_versions(project) if each.print == f"{game}/{name}"), None)


def keep_version(project: Project, name: str, *, of_print: str = "", before: str = "") -> Version:
    """Keeps the project's present files as a version. With `of_print` or `before`, a name that is taken gets
    a number.

    Raises RevisionError, ProjectError for a file that can't be read, OSError.
    """
    if not _is_name(name):
        raise RevisionError(f"`{name}` isn't a valid name; use letters, digits, `.`, `-`, `_` and `+`")
    path = _free_name(_folder(project) / f"{name}.json", numbered=bool(of_print or before))
    contents = _present(project)
    version = Version(
        path.stem, {file: _digest(data) for file, data in contents.items()}, of_print, before=before
    )
    packed = {_object(project, digest): digest for digest in version.files.values()}
    by_digest = {version.files[file]: data for file, data in contents.items()}
    new = {place: digest for place, digest in packed.items() if not place.exists()}
    _refuse_large(project, by_digest, new)
    _make_store(project)
    replace_each((place, zlib.compress(by_digest[digest])) for place, digest in new.items())
    replace(path, msgspec.json.format(msgspec.json.encode(version)) + b"\n")
    return version


def keep_before(project: Project, name: str) -> Version:
    """Keeps the present state before a version is restored. Raises as `keep_version`."""
    return keep_version(project, f"before-{name}"[:60], before=name)


def remove_version(project: Project, name: str) -> None:
    """Removes a version, and the contents that no other one has. Raises RevisionError, OSError."""
    find_version(project, name)
    (_folder(project) / f"{name}.json").unlink()
    used = {digest for each in kept_versions(project) for digest in each.files.values()}
    for folder, _, files in walk(project.root / STORE / "objects"):
        for file in files:
            if Path(folder).name + file not in used:
                Path(folder, file).unlink(missing_ok=True)


def stored(project: Project) -> StoreSize:
    """How many versions there are, and how much room they take."""
    sizes = (
        Path(folder, file).stat().st_size for folder, _, files in walk(project.root / STORE) for file in files
    )
    return StoreSize(len(list(_names(project))), sum(sizes))


def contents_of(project: Project, version: Version) -> Iterator[tuple[str, bytes]]:
    """The files of a version with their contents. Raises RevisionError, OSError."""
    for file, digest in version.files.items():
        yield file, _content(project, file, digest)


@contextmanager
def project_at_version(project: Project, name: str) -> Iterator[Project]:
    """The project as it was, in a temporary folder. Raises RevisionError, OSError."""
    with temporary_folder() as folder:
        for file, data in contents_of(project, find_version(project, name)):
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        yield Project(folder)


def restore_version(project: Project, name: str) -> Version:
    """Gives the project the files of a version, and returns the version in which its present state is kept.

    Raises RevisionError, ProjectError for a file behind a link, ChangedError if a file changes meanwhile,
    OSError.
    """
    with restoring(project, name) as begun:
        places = {file: project.writable(file) for file in begun.files}
        based_on = {places[file]: begun.present.get(file) for file in places}
        _put({places[file]: data for file, data in begun.files.items()}, based_on)
    return begun.kept


class Restoration(msgspec.Struct, frozen=True):
    """What restoring a version does: each file that differs, with its content, None for one to remove."""

    files: dict[str, bytes | None]
    present: dict[str, bytes]
    kept: Version
    """The version in which the present state is kept."""


@contextmanager
def restoring(project: Project, name: str) -> Iterator[Restoration]:
    """Keeps the present state and notes that a version is being restored, until the block ends.

    After a kill the note stays, and after an error of the system, which may have come between two files.
    Raises RevisionError, ProjectError, OSError.
    """
    contents, present = dict(contents_of(project, find_version(project, name))), _present(project)
    wanted = {file: contents.get(file) for file in contents | present}
    files = {file: data for file, data in wanted.items() if data != present.get(file)}
    for file in files:
        project.writable(file)  # refuses a link before anything is noted
    kept = keep_before(project, name)
    note = project.root / STORE / _RESTORING
    replace(note, name.encode())
    try:
        yield Restoration(files, present, kept)
    except ChangedError:
        note.unlink()  # Nothing was written.
        raise
    note.unlink()


def finish_restoring(project: Project) -> str:
    """Goes on with a restoration that was interrupted; the name of its version, empty if there was none.

    Raises RevisionError, ProjectError, OSError.
    """
    note = project.root / STORE / _RESTORING
    if not note.is_file():
        return ""
    name = read_file(note, 100, follow=False).decode(errors="replace")
    contents = dict(contents_of(project, find_version(project, name)))
    files = contents | dict.fromkeys(_files(project))
    _put({project.writable(file): contents.get(file) for file in files})
    note.unlink()
    return name


def _put(files: Mapping[Path, bytes | None], based_on: Mapping[Path, bytes | None] = {}) -> None:
    """Writes files, then removes those without content."""
    replace_all({path: data for path, data in files.items() if data is not None}, based_on)
    for path, data in files.items():
        if data is None:
            path.unlink(missing_ok=True)


def _present(project: Project) -> dict[str, bytes]:
    """The contents of the project's own files, by path. Raises ProjectError."""
    return {file: project.read(file) for file in _files(project)}


def _files(project: Project) -> Iterator[str]:
    """The files of the project that a version holds, in order; links that lead out of it are left to it."""
    for part in PARTS:
        top = project.root / part
        if top.is_file():
            yield part
        for folder, _, names in walk(top):
            for name in names:
                path = Path(folder, name)
                file = path.relative_to(project.root).as_posix()
                if path.is_file() and not path.is_symlink() and not is_record(file) and not _is_part(name):
                    yield file


def is_record(file: str) -> bool:
    """Whether a file is a record of a print."""
    steps = PurePosixPath(file).parts
    return len(steps) > 3 and steps[0] == "cards" and steps[2] == "prints"


def _is_part(name: str) -> bool:
    """Whether a file is hidden: an editor's copy, a system's index, a file that is being written."""
    return name.startswith(".")


def _refuse_large(project: Project, contents: Mapping[str, bytes], new: Mapping[Path, str]) -> None:
    more = sum(len(contents[digest]) for digest in new.values())
    if stored(project).bytes + more > MAX_STORED:
        raise RevisionError(
            f"versions take more than {file_size(MAX_STORED)}; remove some with `nineup versions remove NAME`"
        )


def _make_store(project: Project) -> None:
    """Makes the store, which git ignores."""
    ignored = project.root / STORE / ".gitignore"
    if not ignored.exists():
        ignored.parent.mkdir(exist_ok=True)
        replace(ignored, b"*\n")


def _free_name(path: Path, numbered: bool) -> Path:
    number = 2
    free = path
    while free.exists():
        if not numbered:
            raise RevisionError(f"the version `{path.stem}` already exists; choose another name")
        free = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return free


def _is_name(name: str) -> bool:
    return NAME.fullmatch(name) is not None and not is_reserved(name)


def _folder(project: Project) -> Path:
    return project.root / STORE / "versions"


def _names(project: Project) -> list[Path]:
    return sorted(path for path in _folder(project).glob("*.json") if _is_name(path.stem))


def _read(path: Path) -> Version | None:
    try:
        version = msgspec.json.decode(read_file(path, follow=False), type=Version)
        version = msgspec.structs.replace(version, kept_at=path.stat().st_mtime)
    except (OSError, msgspec.DecodeError):
        return None
    safe = all(_is_inside(file) and _is_digest(digest) for file, digest in version.files.items())
    return version if safe and version.name == path.stem else None


def _is_inside(file: str) -> bool:
    """Whether a file is one that a version may hold: the store may come from a stranger."""
    steps = PurePosixPath(file).parts
    return (
        bool(steps)
        and steps[0] in PARTS
        and ".." not in steps
        and file == "/".join(steps)
        and "\\" not in file
    )


def _is_digest(text: str) -> bool:
    return len(text) == 32 and set(text) <= set("0123456789abcdef")


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _object(project: Project, digest: str) -> Path:
    return project.root / STORE / "objects" / digest[:2] / digest[2:]


def _content(project: Project, file: str, digest: str) -> bytes:
    try:
        packed = read_file(_object(project, digest), _MAX_FILE, follow=False)
        data = zlib.decompressobj().decompress(packed, _MAX_FILE)
    except (OSError, zlib.error):
        data = b""
    if _digest(data) != digest:
        raise RevisionError(f"the store has lost `{file}` of this version")
    return data
