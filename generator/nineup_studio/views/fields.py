"""Fields of a card list: what a request changes in the files, shown before it is written."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from nineup.base import Diagnostic, EditedProject, Findings, ProjectError
from nineup.files.edit import EditRefusedError, FieldError, ListError, ListId, Misfit, SharedFieldError
from nineup.pipeline import check
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.lists.columns import FieldColumn, brief, field_columns
from nineup_studio.lists.field_edits import FieldPlan, FieldRequest, RetypeField, field_plan, says
from nineup_studio.live.looking import of_request, workspace_of
from nineup_studio.live.working import in_thread
from nineup_studio.pages.posting import answer, changed_lines, json_response, outcome_json, read_body
from nineup_studio.pages.view import View
from nineup_studio.views.cards import game_of, lists_of

MAX_MISTAKES = 12
"""The number of mistakes that are shown of those that a change would make."""


class FieldEdit(msgspec.Struct, frozen=True):
    """A request; without the digests of the files that it was shown for, it is only shown."""

    request: FieldRequest
    bases: dict[str, str] | None = None


async def change(request: Request) -> Response:
    """Shows what a request changes, or writes it if the files are still those it was shown for."""
    body = await read_body(request, FieldEdit)
    try:
        id, plan = await in_thread(_plan, request, body.request)
    except SharedFieldError as error:
        return json_response({"refused": str(error), "together": error.components})
    except (FieldError, ListError, ProjectError) as error:
        return json_response({"refused": str(error)})
    except EditRefusedError as error:
        return json_response({"refused": error.message})
    except RecursionError:
        return json_response({"refused": "the field is nested too deeply"})
    bases, making = body.bases, plan.making
    if bases is None:
        return json_response(await in_thread(_shown, request, body.request, plan))
    if plan.misfits:
        return json_response({"refused": "some values don't fit now; look at it again"})
    if bases.keys() != making.keys():
        return json_response({"refused": "the files have changed since; look at it again"})
    files: dict[str, tuple[str, Callable[[bytes], bytes | Diagnostic]]] = {
        file: (bases[file], make) for file, (_, make) in making.items()
    }
    return await answer(request, lambda work: work.history.write(files, says(id, body.request)))


def _plan(request: Request, wanted: FieldRequest) -> tuple[ListId, FieldPlan]:
    """The list of a request, and what the request changes."""
    looking, workspace = of_request(request), workspace_of(request)
    game, name = game_of(looking, workspace.project), request.path_params["list"]
    id = next((each for each in lists_of(game, workspace.project) if each.name == name), None)
    if game is None or id is None:
        raise HTTPException(404, f"There is no card list `{name}`.")
    return id, field_plan(game, id, wanted, history=workspace.history)


def _shown(request: Request, wanted: FieldRequest, plan: FieldPlan) -> dict[str, Any]:
    """The lines of each file that change, before and after, the digests to write them for, the values that
    don't fit, and for a deleted field or another type where it is used and what would be a mistake.
    """
    shown, files = [], {}
    for file, (version, make) in plan.making.items():
        before = version.data or b""
        after = make(before)
        if isinstance(after, Diagnostic):
            return outcome_json(after)
        files[file] = after
        lines = [data.decode("utf-8", "replace").splitlines() for data in (before, after)]
        changed, more = changed_lines(*lines)
        shown.append({"file": file, "lines": changed, "more": more})
    return {
        "bases": {file: version.digest for file, (version, _) in plan.making.items()},
        "files": shown,
        "uses": [f"{file}:{line}" for file, line in plan.uses],
        "misfits": [_misfit(each) for each in plan.misfits],
        "columns": _columns(request, wanted) if plan.misfits else (),
        "mistakes": _mistakes(request, files) if files and isinstance(wanted, RetypeField) else [],
    }


def _columns(request: Request, wanted: FieldRequest) -> tuple[FieldColumn, ...]:
    """The columns of a field with another type: the controls for values that are given."""
    game = game_of(of_request(request), workspace_of(request).project)
    if game is None or not isinstance(wanted, RetypeField):
        return ()
    return field_columns(game, wanted.field, wanted.kind)


def _misfit(misfit: Misfit) -> dict[str, Any]:
    place = {"file": misfit.place.file, "number": misfit.place.number}
    return {
        "place": place,
        "card": misfit.card or f"line {misfit.line}",
        "value": brief(misfit.value),
        "why": misfit.why,
    }


def _mistakes(request: Request, files: Mapping[str, bytes]) -> list[str]:
    """The errors that the game would have only with changed files, in any run, each with its place and, if
    not all runs have it, one that does.
    """
    project, game = workspace_of(request).project, of_request(request).game_id
    before, after = Findings(), Findings()
    check(project, game, before)
    check(EditedProject(project, files), game, after)
    known = {(each.code, each.message) for each in before}
    said = {
        (f"{each.span.place}: " if each.span else "")
        + each.message
        + (f" ({each.configuration})" if each.configuration else ""): None
        for each in after
        if each.severity == "error" and (each.code, each.message) not in known
    }
    return list(said)[:MAX_MISTAKES]


VIEW = View("fields", "", "", routes=(Route("/{game}/fields/{list:path}", change, methods=["POST"]),))
