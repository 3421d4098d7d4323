"""Runs an export: loads or draws the game, checks the target's limits, makes its files, and publishes all of
them or none.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from nineup import write
from nineup.base import Findings, Project, Status, read_file
from nineup.pipeline import (
    BuildResult,
    PrintOptions,
    Progress,
    RunChoice,
    draft_notice,
    draw,
    in_language,
    left_out,
    load,
    make_plan,
    run_folder_name,
)

from nineup_export.archives import ArchivedFile, archive_in_portions
from nineup_export.piles import report_back_leaks
from nineup_export.target import ExportedFile, ExportJob, ExportTarget, rights_of


class ExportRequest(msgspec.Struct, frozen=True):
    """A target with the values of its settings, the run, and how its sheets are laid out."""

    target: ExportTarget
    values: Mapping[str, Any]
    choice: RunChoice = RunChoice()
    printing: PrintOptions = PrintOptions()


class ExportResult(msgspec.Struct, frozen=True):
    """The folder of an export, its files by their paths below it, remarks about some, and how it ended; and
    the archive of all files, beside the folder.
    """

    folder: Path = Path()
    files: tuple[str, ...] = ()
    remarks: Mapping[str, str] = {}
    status: Status = Status.DONE
    archive: Path = Path()


def export(
    project: Project, game_id: str, request: ExportRequest, findings: Findings, progress: Progress
) -> ExportResult:
    """Writes a game's files for a target to a folder of their own: all of them, or none; and then an archive
    of them beside the folder. Raises OSError.

    With errors, which the request may allow, they are a draft, and a warning names the pieces that it lacks.
    What the target can't take is refused in any case.
    """
    target = request.target
    job = _prepared(project, game_id, request, findings=findings, progress=progress)
    if job is None:
        return ExportResult(status=findings.status)
    target.draws_more(job, findings)
    if job.drawn is not None:
        if findings.failed and not job.drawn.plan.allow_errors:
            return ExportResult(status=findings.status)
        job = msgspec.structs.replace(job, draft=draft_notice(findings))
    refused = Findings()
    target.limits(job, refused)
    if job.drawn is not None:
        report_back_leaks(job.drawn, refused)
    findings.extend(refused)
    if refused.failed:
        return ExportResult(status=findings.status)
    findings.extend(left_out(job.drawn) if job.drawn else ())
    names: list[str] = []
    remarks: dict[str, str] = {}

    def named_bytes() -> Iterator[tuple[str, bytes]]:
        for file in export_files(job, target):
            names.append(file.name)
            if file.remark:
                remarks[file.name] = file.remark
            yield file.name, file.data

    about = {"game": game_id, "to": target.name, "folder": job.folder.parent.name}
    about |= {"draft": job.draft} if job.draft else {}
    archive = job.folder.with_name(f"{job.folder.name}.zip")
    write.publish_export(job.folder, named_bytes(), about)
    write.replace_all(
        {archive: archive_in_portions(_archived(job.folder, names, f"{game_id}-{target.name}"))}
    )
    lacks_pieces = any(each.code == "left-out" for each in findings)
    status = Status.GAME_ERROR if lacks_pieces else Status.DONE
    return ExportResult(job.folder, tuple(names), remarks, status=status, archive=archive)


def _archived(folder: Path, names: Iterable[str], top: str) -> Iterator[ArchivedFile]:
    """The files of an export, below a folder `top` in the archive."""
    for name in names:
        is_plain = name.endswith((".json", ".csv", ".html", ".svg", ".txt", ".yaml", ".dxf", ".xml"))
        yield ArchivedFile(f"{top}/{name}", read_file(folder / name), compressed=is_plain)


def export_files(job: ExportJob, target: ExportTarget) -> Iterator[ExportedFile]:
    """A target's files, and whose the game is; ensures that no two have the same name."""
    seen: set[str] = set()
    for file in target.files(job):
        assert file.name not in seen, f"`{target.name}` makes {file.name} twice"
        seen.add(file.name)
        yield file
    if rights := rights_of(job.game):
        yield ExportedFile("credits.txt", "\n".join((job.game.title, *rights, "")).encode())


def _prepared(
    project: Project, game_id: str, request: ExportRequest, findings: Findings, progress: Progress
) -> ExportJob | None:
    """The input of the target; None after an error."""
    target, values = request.target, request.values
    if target.takes == "lists":
        plan = make_plan(project, request.printing, findings)
        game = load(project, game_id, findings)
        if plan is None or game is None:
            return None
        localised = in_language(
            project, game, request.choice, findings=findings, strict=request.printing.strict
        )
        if localised is None:
            return None
        folder = plan.output / game_id / localised.choice.language / target.name
        return ExportJob(project, localised.game, values, progress=progress, folder=folder)
    printing = msgspec.structs.replace(request.printing, final=request.printing.final or target.is_final)
    drawn = draw(project, game_id, request.choice, printing, findings, progress)
    if isinstance(drawn, BuildResult):
        return None
    if findings.failed and not drawn.drawn:
        return None
    if not any(each.part.copies for each in drawn.drawn):
        findings.request_error("export-nothing", "nothing is printed in this run", drawn.run.game.span)
        return None
    folder = drawn.plan.output / game_id / run_folder_name(drawn.run, drawn.choice) / target.name
    return ExportJob(
        project,
        drawn.run.game,
        values,
        progress=progress,
        folder=folder,
        drawn=drawn,
        draft=draft_notice(findings),
    )
