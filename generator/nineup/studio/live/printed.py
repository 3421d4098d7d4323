"""Records prints from the browser, like `nineup print-done`."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.changes import reprint
from nineup.files.edit import ABSENT
from nineup.studio.lists.new_files import Made
from nineup.studio.live.exporting import Exports, Job
from nineup.write import MANIFEST


class PrintError(Exception):
    """Why a print can't be recorded; the message is for the user."""


def build_folder(job: Job) -> str:
    """The folder of the sheets that an export wrote, in the game's output; empty for any other export."""
    if job.state != "done" or job.outcome is None or job.request.kind not in ("sheets", "changed"):
        return ""
    folders = (PurePosixPath(file.path) for file in job.outcome.files)
    return next((path.parent.name for path in folders if path.name == MANIFEST), "")


def recordable(jobs: Iterable[Job]) -> frozenset[int]:
    """Those exports, given latest first, whose sheets are still in the output and haven't been rebuilt."""
    latest: dict[str, int] = {}
    for job in jobs:
        if folder := build_folder(job):
            latest.setdefault(folder, job.id)
    return frozenset(latest.values())


def recorded(exports: Exports, project: Project) -> dict[int, str]:
    """The names of the prints recorded from exports, by the exports' ids, except those whose record was deleted."""
    there = {id: path for id, path in exports.printed.items() if (project.root / path).is_file()}
    return {id: PurePosixPath(path).stem for id, path in there.items()}


def record(project: Project, job: Job) -> tuple[str, dict[str, Made]]:
    """The name of a print, and its record as a new file. Raises PrintError, OSError."""
    findings, asked = Findings(), job.request
    made = reprint.print_done(
        project, asked.game, build_folder(job), None, "", None, findings, asked.printing.allow_errors
    )
    if made is None:
        raise PrintError(findings[0].message)
    path, data = made
    return path.stem, {path.relative_to(project.root).as_posix(): (ABSENT, lambda _: data)}
