"""Exports: started from a page, followed through events, and their files."""

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qsl, quote

import msgspec
from nineup.base import Findings, Project
from nineup.changes import reprint
from nineup.changes.reprint import records
from nineup.files.edit import ABSENT, EditOutcome, EditStep
from nineup.pipeline import APPENDIX_FORMATS, PrintOptions, RunChoice, make_plan
from nineup.write import MANIFEST
from nineup_export import EXPORTS, ExportTarget, target_named
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from nineup_studio.lists.new_files import NewContents
from nineup_studio.live import exporting
from nineup_studio.live.exporting import BusyError, Exports, Job
from nineup_studio.live.looking import of_request, session_of, workspace_of
from nineup_studio.live.working import in_thread
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.evidence import Evidence
from nineup_studio.pages.page import page
from nineup_studio.pages.posting import answer, json_response
from nineup_studio.pages.print_query import controls, options_of
from nineup_studio.pages.view import View


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
    """The names of the prints recorded from exports, by the exports' ids, except those whose record was
    deleted.
    """
    there = {id: path for id, path in exports.printed.items() if (project.root / path).is_file()}
    return {id: PurePosixPath(path).stem for id, path in there.items()}


def record(project: Project, job: Job) -> tuple[str, dict[str, NewContents]]:
    """The name of a print, and its record as a new file. Raises PrintError, OSError."""
    findings, asked = Findings(), job.request
    kept = reprint.print_done(
        project,
        asked.game,
        build_folder(job),
        name=None,
        date="",
        output=None,
        findings=findings,
        allow_errors=asked.printing.allow_errors,
    )
    if kept is None:
        raise PrintError(findings[0].message)
    path, data = kept
    return path.stem, {path.relative_to(project.root).as_posix(): (ABSENT, lambda _: data)}


KINDS = {"sheets": "Sheets", "changed": "Changed sheets", "appendix": "Appendix"}

INLINE = {".pdf": "application/pdf", ".png": "image/png"}
"""File types that a browser may show; any other file is downloaded."""


def export_page(request: Request) -> Response:
    """The available exports, and those made so far."""
    looking, workspace = of_request(request), workspace_of(request)
    project = workspace.project
    evidence = Evidence(project, looking)
    jobs = workspace.exports.jobs(looking.game_id)
    shown = [(job, evidence.of(job.outcome.findings if job.outcome else ())) for job in jobs]
    return page(
        request,
        looking,
        "export.html",
        view="export",
        jobs=shown,
        recordable=recordable(jobs),
        recorded=recorded(workspace.exports, project),
        latest=_latest(jobs),
        title_of=_title,
        steps_of=_steps,
        targets=sorted(EXPORTS, key=lambda target: target.verb == "Export"),  # *Publish* comes first.
        formats=APPENDIX_FORMATS,
        prints=[record.name for record in records(project, looking.game_id, Findings())],
        print_controls=_controls(project, request.query_params),
        file_address=lambda path: f"{looking.root}/output/{quote(path)}",
    )


async def start(request: Request) -> Response:
    """Starts the export described by a form."""
    form = dict(parse_qsl((await request.body()).decode("utf-8", "replace")))
    return await in_thread(_start, request, form)


def _start(request: Request, form: Mapping[str, str]) -> Response:
    session, exports = session_of(request), workspace_of(request).exports
    findings = Findings()
    asked = _request(session.game_id, request.query_params, form, findings=findings)
    if asked is None:
        raise HTTPException(400, "There is no such export.")
    asked = msgspec.structs.replace(asked, choice=session.choice)
    try:
        if findings.failed:
            exports.refuse(asked, findings)
        else:
            exports.start(asked)
    except BusyError:
        raise HTTPException(409, "An export is running; wait for it, or cancel it.") from None
    return Response(status_code=204)


async def cancel(request: Request) -> Response:
    """Cancels an export."""
    await in_thread(session_of, request)
    workspace_of(request).exports.cancel(request.path_params["id"])
    return Response(status_code=204)


def progress(request: Request) -> Response:
    """The progress of a game's exports."""
    session = session_of(request)
    return json_response([_said(job) for job in workspace_of(request).exports.jobs(session.game_id)])


async def printed(request: Request) -> Response:
    """Records that the sheets of an export were printed."""
    session, workspace = await in_thread(session_of, request), workspace_of(request)
    jobs = workspace.exports.jobs(session.game_id)
    job = next((each for each in jobs if each.id == request.path_params["id"]), None)
    if job is None or job.id not in recordable(jobs):
        raise HTTPException(404, "These sheets no longer exist; build them again.")
    try:
        name, files = await in_thread(record, workspace.project, job)
    except PrintError as error:
        return json_response({"refused": str(error)})
    workspace.exports.printed[job.id] = next(iter(files))
    return await answer(request, lambda work: _recorded(work, session.game_id, name, files=files))


def _recorded(workspace: Workspace, game: str, name: str, files: dict[str, NewContents]) -> EditOutcome:
    """Writes a record, and keeps the project's files as the version of that print."""
    outcome = workspace.history.write(files, f"record the print {name}")
    if isinstance(outcome, EditStep):
        reprint.keep_printed(workspace.project, game, Path(next(iter(files))), findings=Findings())
    return outcome


def output_file(request: Request) -> Response:
    """A file that an export of this studio wrote; no other."""
    workspace = workspace_of(request)
    path = request.path_params["path"]
    root = workspace.project.root.resolve()
    file = root / path
    if not workspace.exports.wrote(path) or file.resolve() != file or not file.is_file():
        raise HTTPException(404, "There is no such file; export it again.")
    kind = INLINE.get(file.suffix)
    headers = {"cache-control": "no-store"}
    return FileResponse(
        file,
        headers=headers,
        media_type=kind or "application/octet-stream",
        filename=file.name,
        content_disposition_type="inline"
        if kind and "download" not in request.query_params
        else "attachment",
    )


def _request(
    game: str, query: Mapping[str, str], form: Mapping[str, str], findings: Findings
) -> exporting.JobRequest | None:
    """The request of a form; None for an unknown kind. Mistakes in its values are findings."""
    kind = next((kind for kind in exporting.KINDS if kind == form.get("kind")), None)
    if kind is None:
        return None
    printing = options_of({**query, "draft": form.get("draft", "")}, findings) or PrintOptions()
    printing = msgspec.structs.replace(printing, png="png" in form, version=form.get("version", ""))
    target = target_named(form.get("to", ""))
    if kind == "export" and target is None:
        return None
    return exporting.JobRequest(
        game,
        kind,
        RunChoice(),
        printing=printing,
        since=form.get("since") or None,
        restyled="restyled" in form,
        to=target.name if target else "",
        given=_given(target, form, findings) if target else {},
        formats=tuple(name for name in APPENDIX_FORMATS if name in form),
    )


def _given(target: ExportTarget, form: Mapping[str, str], findings: Findings) -> dict[str, str]:
    """The settings in a form; a length without a unit is in millimetres."""
    given = {}
    for setting in target.settings:
        text = form.get(f"set-{setting.name}", "").strip()
        if text and setting.kind == "length" and text[-1].isdigit():
            text += "mm"
        if text and not (target.takes == "sheets" and setting.name == "bleed"):
            given[setting.name] = text
    try:
        target.values(given)
    except ValueError as error:
        findings.request_error("bad-request", str(error))
    return given


def _latest(jobs: tuple[Job, ...]) -> dict[str, Job]:
    """The last export by each form, by the form's key."""
    latest: dict[str, Job] = {}
    for job in jobs:
        latest.setdefault(f"to-{job.request.to}" if job.request.to else job.request.kind, job)
    return latest


def _title(job: Job) -> str:
    target = target_named(job.request.to)
    return target.title if target else KINDS[job.request.kind]


def _steps(job: Job) -> tuple[str, ...]:
    """Where to put the files of an export that has made some."""
    target = target_named(job.request.to)
    return target.next_steps if target and job.outcome and job.outcome.files else ()


def _controls(project: Project, query: Mapping[str, str]) -> tuple[Any, ...]:
    default = make_plan(project, PrintOptions(output=project.root), Findings())
    options = options_of(query, Findings()) or PrintOptions()
    plan = make_plan(project, msgspec.structs.replace(options, output=project.root), Findings())
    return controls(project, plan or default, default, query=query) if default else ()


def _said(job: Job) -> dict[str, Any]:
    """A job as data for the page's script."""
    what, done, total = job.progress
    return {"id": job.id, "state": job.state, "what": what, "done": done, "total": total}


VIEW = View(
    "export",
    "Export",
    "export",
    routes=(
        Route("/{game}/export", export_page),
        Route("/{game}/export", start, methods=["POST"]),
        Route("/{game}/export/progress", progress),
        Route("/{game}/export/{id:int}/cancel", cancel, methods=["POST"]),
        Route("/{game}/export/{id:int}/printed", printed, methods=["POST"]),
        Route("/output/{path:path}", output_file),
    ),
)
