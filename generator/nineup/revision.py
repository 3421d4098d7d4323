"""An earlier state of a project out of its git repository, in a folder of its own for as long as it is needed."""

import io
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from nineup.project import Project
from nineup.settings import FILE

PARTS = ("cards", "layouts", "fonts", FILE)
"""What of a project its games are made from."""


class RevisionError(Exception):
    """A revision that can't be had, in words for the user."""


@contextmanager
def project_at(project: Project, revision: str) -> Iterator[Project]:
    """The project as it was at a revision, as git names them. Raises RevisionError."""
    root = Path(_git(project.root, "rev-parse", "--show-toplevel").decode().strip())
    below = _git(project.root, "rev-parse", "--show-prefix").decode().strip()
    tree = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{tree}}")
    where = f"{tree.decode().strip()}:{below}"
    there = _git(root, "ls-tree", "--name-only", where).decode().splitlines()
    parts = [name for name in PARTS if name in there]
    if "cards" not in parts or "layouts" not in parts:
        raise RevisionError(f"at `{revision}` there was no project here: no cards/ and layouts/")
    with tempfile.TemporaryDirectory(prefix="nineup-") as folder:
        data = _git(root, "archive", "--format=tar", where, *parts)
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            _unpack(archive, Path(folder))
        yield Project(Path(folder))


def commits(project: Project, files: Sequence[str], among: str = "HEAD") -> tuple[str, ...]:
    """The commits that touched any of these files, the latest first; `among` is a revision or a range of them.

    Files are pathspecs as git has them, below the project's folder. Raises RevisionError.
    """
    said = _git(project.root, "rev-list", "--end-of-options", among, "--", *files)
    return tuple(said.decode().split())


def _unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Plain files only, so that nothing leads out of the folder."""
    for member in archive.getmembers():
        data = archive.extractfile(member) if member.isfile() else None
        if data is not None and ".." not in PurePosixPath(member.name).parts:
            path = folder / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.read())


def _git(folder: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words],
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},  # What git says is said apart below.
        )
    except FileNotFoundError:
        raise RevisionError("git is not installed, so that earlier states can't be had") from None
    if done.returncode == 0:
        return done.stdout
    if b"not a git repository" in done.stderr:
        raise RevisionError("the project is in no git repository")
    if b"bad revision 'HEAD'" in done.stderr:
        raise RevisionError("git has no commit yet")
    said = done.stderr.decode(errors="replace").strip().splitlines()
    revision = words[-1].removesuffix("^{tree}")
    raise RevisionError(said[0] if said else f"git knows no revision `{revision}`")
