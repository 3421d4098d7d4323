"""Extracts an earlier state of a project from git into a temporary folder.

A repository can make git run programs: by filters, hooks, a file system monitor, a pager, a remote that serves missing
objects. A stranger's project must not. So git reads the repository's objects through a folder of our own that has a
copy of its branches and tags, and none of its configuration; and it is asked only for objects, never for a checkout
or an archive.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from nineup.project import Project
from nineup.reading import read_file
from nineup.settings import FILE

PARTS = ("cards", "layouts", "fonts", FILE)
"""The parts of a project that games are built from."""

MAX_BYTES = 500_000_000
"""All files of a revision together."""

MAX_SECONDS = 120
"""How long git may take for one answer: in a stranger's repository, an object may be a pipe that nobody writes to."""

_REFS = ("HEAD", "packed-refs", "refs", "shallow", "logs")
"""What says which commits there are, and what they are called."""

_LONGEST_NAME = 64 * 1024
"""The most bytes of a file that names a folder."""

_LFS = b"version https://git-lfs.github.com/spec/"


class RevisionError(Exception):
    """A revision that isn't available; the message is for the user."""


@contextmanager
def project_at(project: Project, revision: str) -> Iterator[Project]:
    """The project at a git revision (any name that git understands). Raises RevisionError."""
    with ExitStack() as stack:
        repository = stack.enter_context(_opened(project))
        tree = repository.git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{tree}}")
        blobs = list(_blobs(repository, tree.decode().strip()))
        if not {"cards", "layouts"} <= {Path(blob.path).parts[0] for blob in blobs}:
            raise RevisionError(f"`{revision}` has no project here: cards/ or layouts/ is missing")
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="nineup-")))
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
    """The commits that touched any of these files but those `without`, latest first; `among` is a revision or range.

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
        lines = repository.git("log", *words, *repository.specs(files)).decode(errors="replace").splitlines()
    return tuple(Commit(*line.split("\0", 2)) for line in lines)


class _Repository(NamedTuple):
    """A folder of our own that shares the objects and names of a project's repository."""

    folder: Path
    objects: Path
    below: str
    """The path of the project in the repository; it ends in `/` unless it is empty."""

    def specs(self, files: Sequence[str], without: Sequence[str] = ()) -> list[str]:
        """What git takes for files and folders of the project, but those `without`."""
        below = self.below
        wanted = [f":(literal){below}{file}" for file in files]
        return wanted + [f":(exclude,literal){below}{file}" for file in without]

    def git(self, *words: str, given: bytes = b"") -> bytes:
        """What a git command prints. Raises RevisionError."""
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR") if name in os.environ}
        own = {
            "GIT_DIR": str(self.folder),
            "GIT_OBJECT_DIRECTORY": str(self.objects),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_ALLOW_PROTOCOL": "none",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "HOME": str(self.folder),
            "LC_ALL": "C",  # The messages are matched below.
        }
        try:
            done = subprocess.run(
                ["git", "--no-pager", *words],
                input=given,
                capture_output=True,
                check=False,
                cwd=self.folder,
                env={**kept, **own},
                timeout=MAX_SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise RevisionError(f"git didn't answer within {MAX_SECONDS} seconds") from None
        except FileNotFoundError:
            raise RevisionError("git is not installed; earlier versions are unavailable") from None
        if done.returncode == 0:
            return done.stdout
        if b"bad revision 'HEAD'" in done.stderr:
            raise RevisionError("git has no commits yet")
        messages = done.stderr.decode(errors="replace").strip().splitlines()
        revision = words[-1].removesuffix("^{tree}")
        raise RevisionError(messages[0] if messages else f"unknown revision `{revision}`")


@contextmanager
def _opened(project: Project) -> Iterator[_Repository]:
    """The repository that a project is in. Raises RevisionError."""
    root = project.root.resolve()
    top = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), None)
    if top is None:
        raise RevisionError("the project isn't in a git repository")
    try:
        own = _git_folder(top / ".git")
        shared = _named_in(own / "commondir", own) if (own / "commondir").is_file() else own
        with tempfile.TemporaryDirectory(prefix="nineup-git-") as name:
            folder = Path(name)
            (folder / "objects").mkdir()
            (folder / "refs").mkdir()
            for source in dict.fromkeys((shared, own)):  # A worktree has a HEAD and refs of its own.
                for ref in _REFS:
                    _copy(source / ref, folder / ref)
            below = root.relative_to(top).as_posix()
            yield _Repository(folder, shared / "objects", "" if below == "." else f"{below}/")
    except OSError as error:
        raise RevisionError(f"the git repository can't be read: {error.strerror}") from error


def _git_folder(path: Path) -> Path:
    """The folder that `.git` is, or that it names in a worktree or a submodule."""
    return path if path.is_dir() else _named_in(path, path.parent)


def _named_in(file: Path, start: Path) -> Path:
    return start / read_file(file, _LONGEST_NAME).decode().removeprefix("gitdir:").strip()


def _copy(source: Path, target: Path) -> None:
    """Copy a file, or a folder of files; links are left out."""
    if source.is_symlink():
        return
    if source.is_dir():
        target.mkdir(exist_ok=True)
        for inner in source.iterdir():
            _copy(inner, target / inner.name)
    elif source.is_file():
        target.write_bytes(read_file(source, follow=False))


class _Blob(NamedTuple):
    """A file of a revision: its object, and its path in the project."""

    id: str
    path: str


def _blobs(repository: _Repository, tree: str) -> Iterator[_Blob]:
    """The plain files of a project in a tree; links and submodules are left out."""
    below = repository.below
    listed = repository.git(
        "ls-tree", "-r", "-z", "--full-tree", tree, "--", *(below + part for part in PARTS)
    )
    for entry in listed.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        about, path = entry.split("\t", 1)
        mode, _, id = about.split(" ")
        if mode.startswith("100") and ".." not in path.split("/"):
            yield _Blob(id, path.removeprefix(below))


def _contents(repository: _Repository, blobs: Sequence[_Blob]) -> Iterator[tuple[_Blob, bytes]]:
    """The bytes of files, as they are in the repository: nothing converts them."""
    ids = "".join(f"{blob.id}\n" for blob in blobs).encode()
    sizes = repository.git("cat-file", "--batch-check=%(objectsize)", given=ids).split()
    if sum(int(size) for size in sizes if size.isdigit()) > MAX_BYTES:
        raise RevisionError(f"the project's files at that revision are larger than {MAX_BYTES:,} bytes")
    data = repository.git("cat-file", "--batch=%(objecttype) %(objectsize)", given=ids)
    at = 0
    for blob in blobs:
        end = data.index(b"\n", at)
        kind, _, size = data[at:end].partition(b" ")
        if kind != b"blob":
            raise RevisionError(f"git has lost the contents of `{blob.path}`")
        at = end + 1 + int(size) + 1
        yield blob, data[end + 1 : at - 1]
