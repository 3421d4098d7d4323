"""Versions of the project's files: kept by name, compared with the present, restored whole or by card."""

import msgspec
from nineup.base import Findings, ProjectError, file_size
from nineup.changes import (
    CardName,
    RevisionError,
    card_changes,
    keep_version,
    kept_versions,
    project_at_version,
    remove_version,
    reprint,
    restoring,
    stored,
)
from nineup.changes.diff import changes_html
from nineup.files.edit import EditOutcome, refuse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.looking import of_request, session_of, workspace_of
from nineup_studio.live.working import in_thread
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.page import page
from nineup_studio.pages.posting import answer, json_response, read_body
from nineup_studio.pages.view import View

COMPARISON = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
"""What the page of a comparison may load: its own styles and pictures, no script."""


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """What a page asks for: a version to keep, to restore, or to remove; of a card, `DECK/ID`, only that."""

    keep: str = ""
    restore: str = ""
    remove: str = ""
    card: str = ""


def versions(request: Request) -> Response:
    """The list of versions, latest first, and how much room they take."""
    looking, project = of_request(request), workspace_of(request).project
    known = kept_versions(project)[::-1]
    size = stored(project)
    cards = sorted({f"{each.part.component.id}/{each.part.card.id}" for each in looking.snapshot.pieces})
    return page(
        request,
        looking,
        "versions.html",
        view="versions",
        versions=known,
        size=file_size(size.bytes),
        cards=cards,
    )


def compare(request: Request) -> Response:
    """What changed since a version, as `nineup diff --format html` writes it."""
    looking, project = of_request(request), workspace_of(request).project
    name = request.path_params["name"]
    try:
        with project_at_version(project, name) as earlier:
            before = reprint.EarlierProject(earlier, name)
            choice, findings = looking.snapshot.choice, Findings()
            difference = reprint.changes_since_state(
                project, looking.game_id, before, choice=choice, findings=findings, with_pictures=True
            )
    except RevisionError as error:
        raise HTTPException(404, str(error)) from error
    if not isinstance(difference, reprint.Difference):
        raise HTTPException(409, "The game has errors now; they are listed on every page.")
    text = changes_html(difference.changes, difference.illustrations)
    return Response(text, headers={"content-security-policy": COMPARISON}, media_type="text/html")


async def change(request: Request) -> Response:
    """Keeps, restores or removes a version."""
    wanted, session = await read_body(request, Wanted), await in_thread(session_of, request)
    if wanted.restore:
        return await answer(request, lambda work: _restored(work, session.game_id, wanted))
    project = workspace_of(request).project

    def run() -> dict[str, str]:
        try:
            if wanted.keep:
                keep_version(project, wanted.keep)
            else:
                remove_version(project, wanted.remove)
        except (RevisionError, ProjectError, OSError) as error:
            return {"refused": str(error)}
        return {"done": f"kept {wanted.keep}" if wanted.keep else f"removed {wanted.remove}"}

    return json_response(await in_thread(run))


def _restored(workspace: Workspace, game: str, wanted: Wanted) -> EditOutcome:
    """Restores a version, or a card of it, as one step that can be undone. Raises OSError."""
    project, history = workspace.project, workspace.history
    try:
        if wanted.card:
            component, _, card = wanted.card.partition("/")
            file, changes = card_changes(project, wanted.restore, CardName(game, component, card))
            says = f"restore {wanted.card} of {wanted.restore}"
            return history.edit(file, history.version(file).digest, changes, says=says)
        with restoring(project, wanted.restore) as begun:
            return history.replace(begun.files, f"restore {wanted.restore}")
    except (RevisionError, ProjectError) as error:
        return refuse(str(error))


VIEW = View(
    "versions",
    "Versions",
    "versions",
    routes=(
        Route("/{game}/versions", versions),
        Route("/{game}/versions", change, methods=["POST"]),
        Route("/{game}/versions/{name}", compare),
    ),
    shows_run=False,
)
