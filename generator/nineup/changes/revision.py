"""Extracts an earlier state of a project from git into a temporary folder.

A repository can make git run programs: by filters, hooks, a file system monitor, a pager, a remote that
serves missing objects. A stranger's project must not. So git reads the repository's objects through a folder
of our own that has a copy of its branches and tags, and none of its configuration; and it is asked only for
objects, never for a checkout or an archive.
"""

import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from nineup.base.project import Project
from nineup.base.reading import LEVELS, read_file
from nineup.files.settings import FILE
from nineup.write import temporary_folder

PARTS = ("cards", "layouts", "fonts", "dictionaries", FILE)
"""The parts of a project that games are built from."""

MAX_BYTES = 500_000_000
"""The largest total size of a revision's files."""

MAX_LISTED = 16 * 1024 * 1024
"""The largest size of a listing of files or commits: a small repository can name one tree so often that it
has billions of files.
"""

MAX_SECONDS = 120
"""The time limit of one git command: in a stranger's repository, an object may be a pipe that nobody writes
to.
"""

_REFS = ("HEAD", "packed-refs", "refs", "shallow", "logs")
"""The files with the names of commits."""

_LONGEST_NAME = 64 * 1024
"""The largest size in bytes of a file that names a folder."""

_SHA256 = re.compile(rb"(?im)^[ \t]*+objectformat[ \t]*+=[ \t]*+\"?sha256")

_CONFIG = {
    False: b"[core]\n\trepositoryformatversion = 0\n",
    True: b"[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n",
}
"""The only configuration that git reads of a repository; the key is whether its objects are named by
SHA-256.
"""

_LONGEST_CONFIG = 1024 * 1024

_LFS = b"version https://git-lfs.github.com/spec/"


class RevisionError(Exception):
    """An earlier state of a project that isn't available or can't be kept; the message is for the user."""


@contextmanager
def project_at(project: Project, revision: str) -> Iterator[Project]:
    """The project at a git revision (any name that git understands). Raises RevisionError."""
    with ExitStack() as stack:
        repository = stack.enter_context(_opened(project))
        # `--end-of-options`, because the revision is a user's word and may begin with a dash.
        tree = repository.git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{tree}}")
        blobs = list(_blobs(repository, tree.decode().strip()))
        if not {"cards", "layouts"} <= {Path(blob.path).parts[0] for blob in blobs}:
            raise RevisionError(f"`{revision}` has no project here: cards/ or layouts/ is missing")
        folder = stack.enter_context(temporary_folder())
        for blob, data in _contents(repository, blobs):
            if data.startswith(_LFS):
                raise RevisionError(f"`{blob.path}` is stored with Git LFS, which nineup doesn't fetch")
            path = folder / blob.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        yield Project(folder)


def commits(
    project: Project, files: Sequence[str], among: str = "HEAD", without: Sequence[str] = ()
) -> tuple[str, ...]:
    """The commits that touched any of these files except those `without`, latest first; `among` is a revision
    or range.

    Files and folders are relative to the project's folder. Raises RevisionError.
    """
    with _opened(project) as repository:
        specs = repository.specs(files, without)
        return tuple(repository.git("rev-list", "--end-of-options", among, "--", *specs).decode().split())


class Commit(NamedTuple):
    """A commit: its short hash, the day it was made (`2026-11-22`), and the first line of its message."""

    hash: str
    date: str
    subject: str


def history(project: Project, files: Sequence[str], most: int) -> tuple[Commit, ...]:
    """The latest commits that touched any of these files, latest first. Raises RevisionError."""
    with _opened(project) as repository:
        words = (f"--max-count={most}", "--format=%h%x00%cs%x00%s", "--end-of-options", "HEAD", "--")
        lines = repository.git("log", *words, *repository.specs(files)).decode(errors="replace").split("\n")
    return tuple(Commit(*line.split("\0", 2)) for line in lines if line)


class _Repository(NamedTuple):
    """A folder of our own that shares the objects and names of a project's repository."""

    folder: Path
    objects: Path
    below: str
    """The path of the project in the repository; it ends in `/` unless it is empty."""

    def specs(self, files: Sequence[str], without: Sequence[str] = ()) -> list[str]:
        """The pathspecs for files and folders of the project, excluding those `without`."""
        below = self.below
        # Names of files may contain `*` and `[`.
        wanted = [f":(literal){below}{file}" for file in files]
        return wanted + [f":(exclude,literal){below}{file}" for file in without]

    def git(self, *words: str, given: bytes = b"", most: int | None = None) -> bytes:
        """The output of a git command. Raises RevisionError."""
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR") if name in os.environ}
        own = {
            "GIT_DIR": str(self.folder),
            "GIT_OBJECT_DIRECTORY": str(self.objects),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            # A repository with a promisor remote fetches missing objects, and a
            # remote may be a command (`ext::`).
            "GIT_ALLOW_PROTOCOL": "none",
            # `refs/replace` shows other contents under an object's name.
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "HOME": str(self.folder),
            "LC_ALL": "C",  # The messages are matched below.
        }
        # Files, not pipes: with three pipes, git waits for one that we don't read while we wait for another.
        with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as complaints:
            asked.write(given)
            asked.seek(0)
            try:
                process = subprocess.Popen(
                    ["git", "--no-pager", *words],
                    stdin=asked,
                    stdout=subprocess.PIPE,
                    stderr=complaints,
                    cwd=self.folder,
                    env={**kept, **own},
                )
            except FileNotFoundError:
                raise RevisionError("git is not installed; earlier versions are unavailable") from None
            except ValueError:  # a zero byte
                raise RevisionError(f"unknown revision {words[-1]!r}") from None
            answer = _answer(process, MAX_LISTED if most is None else most)
            if process.returncode == 0:
                return answer
            complaints.seek(0)
            said = complaints.read(MAX_LISTED).decode(errors="replace")
        if "bad revision 'HEAD'" in said:
            raise RevisionError("git has no commits yet")
        messages = said.strip().splitlines()
        revision = words[-1].removesuffix("^{tree}")
        raise RevisionError(messages[0] if messages else f"unknown revision `{revision}`")


def _answer(process: "subprocess.Popen[bytes]", most: int) -> bytes:
    """The output of a process, which is killed if it prints too much or takes too long. Raises
    RevisionError.
    """
    late = threading.Event()

    def stop() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(MAX_SECONDS, stop)
    timer.start()
    parts, size = [], 0
    with process:
        try:
            assert process.stdout is not None
            while part := os.read(process.stdout.fileno(), 1 << 20):
                parts.append(part)
                size += len(part)
                if size > most:
                    raise RevisionError(f"git's answer is longer than {most:,} bytes")
            process.wait()
        finally:
            timer.cancel()
            process.kill()  # after any failure, or at a limit; otherwise it has ended
    if late.is_set():
        raise RevisionError(f"git didn't answer within {MAX_SECONDS} seconds")
    return b"".join(parts)


@contextmanager
def _opened(project: Project) -> Iterator[_Repository]:
    """The repository of a project. Raises RevisionError."""
    root = project.root.resolve()
    top = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), None)
    if top is None:
        raise RevisionError("the project isn't in a git repository")
    try:
        own = _git_folder(top / ".git")
        shared = _named_in(own / "commondir", own) if (own / "commondir").is_file() else own
        with temporary_folder() as folder:
            (folder / "objects").mkdir()
            (folder / "refs").mkdir()
            for source in dict.fromkeys((shared, own)):  # A worktree has a HEAD and refs of its own.
                for ref in _REFS:
                    _copy(source / ref, folder / ref)
            _refuse_unfit(shared)
            (folder / "config").write_bytes(_CONFIG[_is_sha256(shared / "config")])
            below = root.relative_to(top).as_posix()
            yield _Repository(folder, shared / "objects", "" if below == "." else f"{below}/")
    except OSError as error:
        raise RevisionError(f"the git repository can't be read: {error.strerror}") from error


def _refuse_unfit(shared: Path) -> None:
    """Refuses a repository with files that git would block on or reject. Raises RevisionError, OSError."""
    if (shared / "reftable").is_dir():
        raise RevisionError("the repository keeps its branches in a reftable, which nineup doesn't read")
    objects = shared / "objects"
    folders = [objects, *(objects / name for name in os.listdir(objects))]
    for folder in folders:
        if not folder.is_dir():
            continue
        with os.scandir(folder) as entries:
            for entry in entries:
                if not (entry.is_dir() or entry.is_file() or entry.is_symlink()):
                    raise RevisionError(
                        f"the git repository can't be read: `{entry.name}` is not a regular file"
                    )


def _is_sha256(config: Path) -> bool:
    """Whether objects are named by SHA-256: the only setting of a repository that git needs for
    reading it.
    """
    if not config.is_file():
        return False
    return _SHA256.search(read_file(config, _LONGEST_CONFIG)) is not None


def _git_folder(path: Path) -> Path:
    """The folder that `.git` is, or that it names in a worktree or a submodule."""
    return path if path.is_dir() else _named_in(path, path.parent)


def _named_in(file: Path, start: Path) -> Path:
    name = os.fsdecode(read_file(file, _LONGEST_NAME)).removeprefix("gitdir:").strip()
    if "\0" in name:
        raise RevisionError(f"the git repository can't be read: `{file.name}` names no folder")
    return start / name


def _copy(source: Path, target: Path, level: int = 0) -> None:
    """Copies a file, or a folder of files; links and deeply nested files are skipped."""
    # A link may lead to any file of the user's.
    if source.is_symlink() or level > LEVELS:
        return
    if source.is_dir():
        target.mkdir(exist_ok=True)
        for inner in source.iterdir():
            _copy(inner, target / inner.name, level + 1)
    elif source.is_file():
        target.write_bytes(read_file(source, follow=False))


class _Blob(NamedTuple):
    """A file of a revision: its object, and its path in the project."""

    id: str
    path: str


def _blobs(repository: _Repository, tree: str) -> Iterator[_Blob]:
    """The plain files of a project in a tree; links and submodules are skipped."""
    below = repository.below
    listed = repository.git(
        "ls-tree", "-r", "-z", "--full-tree", tree, "--", *(below + part for part in PARTS)
    )
    for entry in listed.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        about, path = entry.split("\t", 1)
        mode, _, id = about.split(" ")
        steps = path.split("/")
        if len(steps) > LEVELS:
            raise RevisionError(f"a file of that revision is more than {LEVELS} folders deep")
        # 100644 and 100755 are files; 120000 is a link, 160000 a submodule.
        if mode.startswith("100") and ".." not in steps:
            yield _Blob(id, path.removeprefix(below))


def _contents(repository: _Repository, blobs: Sequence[_Blob]) -> Iterator[tuple[_Blob, bytes]]:
    """The bytes of files as stored in the repository, without conversions."""
    ids = "".join(f"{blob.id}\n" for blob in blobs).encode()
    # Sizes first: a small compressed object can be a gigabyte.
    sizes = repository.git("cat-file", "--batch-check=%(objectsize)", given=ids).split()
    if sum(int(size) for size in sizes if size.isdigit()) > MAX_BYTES:
        raise RevisionError(f"the project's files at that revision are larger than {MAX_BYTES:,} bytes")
    form = "--batch=%(objecttype) %(objectsize)"
    data = repository.git("cat-file", form, given=ids, most=MAX_BYTES + MAX_LISTED)
    at = 0
    for blob in blobs:
        end = data.index(b"\n", at)
        kind, _, size = data[at:end].partition(b" ")
        if kind != b"blob":
            raise RevisionError(f"git has lost the contents of `{blob.path}`")
        at = end + 1 + int(size) + 1
        yield blob, data[end + 1 : at - 1]
