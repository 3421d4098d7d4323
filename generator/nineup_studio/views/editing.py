"""Editing in place: the editable values of a card's page, previews, and edits."""

from collections.abc import Mapping
from typing import Any

import msgspec
from nineup.base import SPANS, Diagnostic, EditedProject, Findings, ProjectError, explanations
from nineup.files.edit import Change, EditOutcome, Insert, Set, edit, file_digest, in_order
from nineup.model import Face
from nineup.pipeline import PrintOptions, draw
from nineup.rules import stopping_rules
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.editing import editing, symbol_forms, terms
from nineup_studio.live.looking import SessionState, of_request, session_of, workspace_of
from nineup_studio.live.preview import PreviewStages, about, preview
from nineup_studio.live.snapshot import PieceView
from nineup_studio.live.tray import Upload, added
from nineup_studio.live.working import in_thread
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.posting import MAX_SAYS, answer, json_response, read_body
from nineup_studio.pages.view import View

MAX_CHANGES = 20_000
"""The number of changes in one edit."""


class EditRequest(msgspec.Struct, frozen=True):
    """Changes to a file that had the digest `base`, and their description."""

    file: str
    base: str
    changes: list[Change]
    says: str = ""
    is_draft: bool = False
    """Whether it adds something that is written only once it makes no new mistake."""
    uploads: tuple[Upload, ...] = ()
    """Pictures that are written with it."""


async def read_edit(request: Request) -> EditRequest:
    """The edit in a request. Raises HTTPException."""
    body = await read_body(request, EditRequest)
    if len(body.changes) > MAX_CHANGES:
        raise HTTPException(413, f"An edit may have {MAX_CHANGES:,} changes.")
    ordered = [
        msgspec.structs.replace(each, value=in_order(each.value)) if isinstance(each, (Set, Insert)) else each
        for each in body.changes
    ]
    return msgspec.structs.replace(body, changes=ordered)


def card_editing(request: Request) -> Response:
    """The texts and fields of a piece with their places."""
    looking = of_request(request)
    piece = _piece(looking, request)
    workspace, game = workspace_of(request), looking.snapshot.game
    if game is None:
        raise HTTPException(404, "The game can't be read now.")
    with workspace.cache.stages(workspace.project, looking.game_id):
        editable = editing(game, piece, looking.snapshot.drawn_run, history=workspace.history)
        editable = msgspec.structs.replace(editable, symbols=tuple(_symbols(request, looking)))
    return json_response(editable)


def words(request: Request) -> Response:
    """Completions while typing a text: the game's symbols with their pictures, its terms, and spans."""
    looking = of_request(request)
    with workspace_of(request).cache.stages(workspace_of(request).project, looking.game_id):
        symbols = tuple(_symbols(request, looking))
    drawn = looking.snapshot.drawn_run
    styles = drawn.engine.sheet.styles if drawn else ()
    spans = list(dict.fromkeys((*SPANS, *styles)))
    return json_response(
        {
            "symbols": symbols,
            "terms": terms(looking.snapshot.game),
            "spans": spans,
            "glossary": explanations(),
        }
    )


def _symbols(request: Request, looking: SessionState) -> Any:
    drawn = looking.snapshot.drawn_run
    if drawn is None:
        return
    workspace = workspace_of(request)
    for id, name, form in symbol_forms(drawn.engine):
        face = Face(name, form.size, 0.0, ops=form.ops)
        yield id, name, workspace.previews.keep(face, drawn.engine)


def _piece(looking: SessionState, request: Request) -> PieceView:
    piece = looking.snapshot.piece(request.path_params["key"])
    if piece is None:
        raise HTTPException(404, f"`{request.path_params['key']}` is not in this run.")
    return piece


async def card_preview(request: Request) -> Response:
    """A piece with unsaved changes: the digests of its faces, and their problems."""
    body = await read_edit(request)
    return json_response(await in_thread(_preview, request, body))


def _preview(request: Request, body: EditRequest) -> dict[str, Any]:
    looking, workspace = of_request(request), workspace_of(request)
    piece = _piece(looking, request)
    try:
        data = workspace.project.read(body.file)
    except ProjectError as error:
        return {"refused": str(error)}
    if file_digest(data) != body.base:
        return {"refused": "the file has since changed"}
    edited = edit(body.file, data, body.changes)
    if isinstance(edited, Diagnostic):
        return {"refused": edited.message}
    project = EditedProject(workspace.project, {body.file: edited})
    findings = Findings()
    with workspace.cache.stages(workspace.project, looking.game_id) as stages:
        drawn = preview(
            project,
            looking.game_id,
            piece,
            choice=session_of(request).choice,
            stages=stages,
            findings=findings,
        )
        digests = ["", ""]
        if drawn is not None:
            ready, faces = drawn
            sides = (faces.front, faces.back)
            digests = [workspace.previews.keep(face, ready.engine) if face else "" for face in sides]
    return {"front": digests[0], "back": digests[1], "findings": about(findings, piece, body.file)}


async def save(request: Request) -> Response:
    """Writes changes to a file, unless it has changed since."""
    body = await read_edit(request)
    if body.is_draft and (why := await in_thread(_new_mistake, request, body)):
        return json_response({"draft": why})
    says = body.says[:MAX_SAYS] or "edit"

    def write(work: Workspace) -> EditOutcome:
        pictures = added(work.project, request.path_params["game"], body.uploads, tray=work.tray)
        if isinstance(pictures, Diagnostic):
            return pictures
        return work.history.edit(body.file, body.base, body.changes, says=says, added=pictures)

    return await answer(request, write)


def _new_mistake(request: Request, body: EditRequest) -> str:
    """The first error that a game would have only with an edit; empty if there is none."""
    looking, workspace = of_request(request), workspace_of(request)
    project = workspace.project
    data = project.read(body.file) if project.exists(body.file) else b""
    changed = edit(body.file, data, body.changes)
    if isinstance(changed, Diagnostic):
        return ""  # which the edit itself says
    # A new rule may find mistakes: that is what it is for.
    own = stopping_rules(looking.snapshot.game) if looking.snapshot.game and _is_rule(body) else ()
    findings = new_mistakes(workspace, looking, {body.file: changed})
    return next((each.message for each in findings if each.code not in own), "")


def new_mistakes(
    workspace: Workspace, looking: SessionState, files: Mapping[str, bytes]
) -> tuple[Diagnostic, ...]:
    """The errors that a game would have only with other bytes in some files."""
    findings = Findings()
    options = PrintOptions(allow_errors=True)
    with workspace.cache.stages(workspace.project, looking.game_id) as stages:
        edited = EditedProject(workspace.project, files)
        draw(
            edited, looking.game_id, looking.choice, options, findings, lambda *_: None, PreviewStages(stages)
        )
    known = {(each.code, each.message) for each in looking.snapshot.findings}
    return tuple(
        each for each in findings if each.severity == "error" and (each.code, each.message) not in known
    )


def _is_rule(body: EditRequest) -> bool:
    return all(change.path[:1] == ("rules",) for change in body.changes)


async def undo(request: Request) -> Response:
    """Undoes the latest edit."""
    return await answer(request, lambda work: work.history.undo())


async def redo(request: Request) -> Response:
    """Redoes the latest undone edit."""
    return await answer(request, lambda work: work.history.redo())


VIEW = View(
    "editing",
    "",
    "",
    routes=(
        Route("/{game}/editing/{key:path}", card_editing),
        Route("/{game}/preview/{key:path}", card_preview, methods=["POST"]),
        Route("/{game}/words", words),
        Route("/{game}/edit", save, methods=["POST"]),
        Route("/{game}/undo", undo, methods=["POST"]),
        Route("/{game}/redo", redo, methods=["POST"]),
    ),
)
