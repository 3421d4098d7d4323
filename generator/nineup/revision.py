"""Extracts an earlier state of a project from git into a temporary folder."""

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
"""The parts of a project that games are built from."""


class RevisionError(Exception):
    """A revision that isn't available; the message is for the user."""


@contextmanager
def project_at(project: Project, revision: str) -> Iterator[Project]:
    """The project at a git revision (any name that git understands). Raises RevisionError."""
    root = Path(_git(project.root, "rev-parse", "--show-toplevel").decode().strip())
    below = _git(project.root, "rev-parse", "--show-prefix").decode().strip()
    tree = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{tree}}")
    where = f"{tree.decode().strip()}:{below}"
    there = _git(root, "ls-tree", "--name-only", where).decode().splitlines()
    parts = [name for name in PARTS if name in there]
    if "cards" not in parts or "layouts" not in parts:
        raise RevisionError(f"`{revision}` has no project here: cards/ or layouts/ is missing")
    with tempfile.TemporaryDirectory(prefix="nineup-") as folder:
        data = _git(root, "archive", "--format=tar", where, *parts)
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            _unpack(archive, Path(folder))
        yield Project(Path(folder))


def commits(project: Project, files: Sequence[str], among: str = "HEAD") -> tuple[str, ...]:
    """The commits that touched any of these files, latest first; `among` is a revision or range.

    Files are git pathspecs relative to the project's folder. Raises RevisionError.
    """
    output = _git(project.root, "rev-list", "--end-of-options", among, "--", *files)
    return tuple(output.decode().split())


def _unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Extract plain files only, so that nothing is written outside the folder."""
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
            env={**os.environ, "LC_ALL": "C"},  # The messages are matched below.
        )
    except FileNotFoundError:
        raise RevisionError("git is not installed; earlier versions are unavailable") from None
    if done.returncode == 0:
        return done.stdout
    if b"not a git repository" in done.stderr:
        raise RevisionError("the project isn't in a git repository")
    if b"bad revision 'HEAD'" in done.stderr:
        raise RevisionError("git has no commits yet")
    messages = done.stderr.decode(errors="replace").strip().splitlines()
    revision = words[-1].removesuffix("^{tree}")
    raise RevisionError(messages[0] if messages else f"unknown revision `{revision}`")
