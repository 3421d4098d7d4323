"""Tables from outside into card lists: an import is shown before it is written. And workbooks to text files.

A request has its words as a line of JSON, and then the table's bytes: nothing is kept between requests.
"""

from typing import Any, Literal

import msgspec
from nineup.base import Findings, ProjectError
from nineup.files.edit import EditOutcome, ImportRefusedError, ImportWish, ListError, refuse
from nineup.pipeline import ImportPlan, Stages, draw_import, plan_import, text_list
from nineup.report import for_people
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.looking import session_of, workspace_of
from nineup_studio.live.preview import PreviewStages
from nineup_studio.live.working import in_thread
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.posting import answer, json_response, read_body
from nineup_studio.pages.view import View
from nineup_studio.security import MAX_UPLOAD

SHOWN = 200
"""The number of changes, and of values that don't fit, that are listed."""

FACES = 3
"""The number of cards that are shown as drawn."""

SAID = 8
"""The number of findings about drawn cards that are listed."""


class ImportRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's name and where it goes; without the digests of the files that it was shown for, it is only
    shown.
    """

    name: str
    into: str = ""
    new: str = ""
    wish: ImportWish = ImportWish()
    bases: dict[str, str] | None = None


class ConvertRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A workbook list that becomes a text file."""

    list: str
    to: Literal[".yaml", ".csv"]


async def change(request: Request) -> Response:
    """Shows what an import does, or writes it if the files are still those it was shown for."""
    wanted, data = await _read(request)
    try:
        plan, shown = await in_thread(_planned, request, wanted, data)
    except (ImportRefusedError, ProjectError) as error:
        return json_response({"refused": str(error)})
    except RecursionError:
        return json_response({"refused": "a value is nested too deeply"})
    if wanted.bases is None:
        return json_response(shown)
    if plan.misfits or not plan.files:
        return json_response(
            {"refused": "there are values that don't fit" if plan.misfits else "nothing changes"}
        )
    if wanted.bases != plan.bases:
        return json_response({"refused": "the files have changed since; look at it again"})
    files = {path: (plan.bases[path], _bytes(data)) for path, data in plan.files.items()}
    return await answer(request, lambda work: work.history.write(files, plan.says))


def _bytes(data: bytes) -> Any:
    return lambda _: data


async def _read(request: Request) -> tuple[ImportRequest, bytes]:
    """The words of a request, and its table. Raises HTTPException."""
    parts, size = [], 0
    try:
        async for part in request.stream():
            parts.append(part)
            size += len(part)
            if size > MAX_UPLOAD:
                raise HTTPException(413, f"A table may have {MAX_UPLOAD:,} bytes.")
    except ClientDisconnect:
        raise HTTPException(400, "The request ended early.") from None
    words, _, data = b"".join(parts).partition(b"\n")
    try:
        return msgspec.json.decode(words, type=ImportRequest), data
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, f"Unexpected request: {error}") from None


def _planned(request: Request, wanted: ImportRequest, data: bytes) -> tuple[ImportPlan, dict[str, Any]]:
    """The plan for a request and, if it is only shown, what a page shows of it."""
    workspace, game = workspace_of(request), session_of(request).game_id
    plan = plan_import(
        workspace.project, game, wanted.name, data=data, wish=wanted.wish, into=wanted.into, new=wanted.new
    )
    return plan, {} if wanted.bases is not None else _shown(workspace, game, plan)


def _shown(workspace: Workspace, game: str, plan: ImportPlan) -> dict[str, Any]:
    findings = Findings(plan.notes)
    faces = [] if plan.misfits else _faces(workspace, game, plan, findings=findings)
    said = [each.message for each in for_people(findings)]
    return {
        "table": plan.table,
        "file": plan.list.file,
        "columns": plan.columns,
        "fields": plan.fields,
        "added": len(plan.added),
        "updated": len(plan.updated),
        "same": plan.same,
        "staying": plan.staying,
        "cells": plan.cells[:SHOWN],
        "more_cells": max(0, len(plan.cells) - SHOWN),
        "misfits": plan.misfits[:SHOWN],
        "more_misfits": max(0, len(plan.misfits) - SHOWN),
        "left_out": plan.left_out,
        "converted": plan.converted,
        "tags": plan.tags,
        "styles": plan.styles,
        "faces": faces,
        "findings": said[:SAID],
        "more_findings": max(0, len(said) - SAID),
        "bases": None if plan.misfits or not plan.files else plan.bases,
    }


def _faces(workspace: Workspace, game: str, plan: ImportPlan, findings: Findings) -> list[tuple[str, str]]:
    """The first cards as they would be drawn: their ids, and the digests of their faces."""
    shown: dict[str, str] = {}
    with workspace.cache.stages(workspace.project, game) as cached:
        # The engine of the cache reads the layouts that are on disk.
        stages = Stages() if plan.is_new else PreviewStages(cached)
        drawn = draw_import(workspace.project, game, plan, findings=findings, stages=stages)
        if drawn is None:
            return []
        for each in drawn.drawn:
            if each.part.card.id not in shown and len(shown) < FACES:
                shown[each.part.card.id] = workspace.previews.keep(each.front, drawn.engine)
    return list(shown.items())


async def convert(request: Request) -> Response:
    """Turns a workbook list into a text file, if every card and face stays what it is."""
    wanted, session = await read_body(request, ConvertRequest), await in_thread(session_of, request)

    def run(work: Workspace) -> EditOutcome:
        project, game = work.project, session.game_id
        try:
            with work.cache.stages(project, game) as stages:
                converted = text_list(
                    project, game, wanted.list, suffix=wanted.to, stages=PreviewStages(stages)
                )
            versions = {path: work.history.version(path) for path in converted.files}
        except (ImportRefusedError, ListError, ProjectError) as error:
            return refuse(str(error))
        files = {path: (versions[path].digest, _bytes(data)) for path, data in converted.files.items()}
        return work.history.write(files, f"{converted.before} as {converted.after.rpartition('/')[2]}")

    return await answer(request, run)


VIEW = View(
    "importing",
    "",
    "",
    routes=(
        Route("/{game}/import", change, methods=["POST"]),
        Route("/{game}/convert", convert, methods=["POST"]),
    ),
)
