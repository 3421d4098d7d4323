"""Fields of a card list: what adding, renaming or deleting one changes, shown before it is written."""

from collections.abc import Callable
from typing import Any

import msgspec
from nineup.base import Diagnostic, ProjectError
from nineup.files.edit import EditRefusedError, FieldError, ListError, ListId
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.lists.field_edits import FieldRequest, Making, Places, field_files, left_behind, says
from nineup_studio.live.looking import of_request, workspace_of
from nineup_studio.live.working import in_thread
from nineup_studio.pages.posting import answer, json_response, line_rows, outcome_json, read_body
from nineup_studio.pages.view import View
from nineup_studio.views.cards import game_of, lists_of


class FieldEdit(msgspec.Struct, frozen=True):
    """A request; without the digests of the files that it was shown for, it is only shown."""

    request: FieldRequest
    bases: dict[str, str] | None = None


async def change(request: Request) -> Response:
    """Shows what a request changes, or writes it if the files are still those it was shown for."""
    body = await read_body(request, FieldEdit)
    try:
        id, making, left = await in_thread(_making, request, body.request)
    except (FieldError, ListError, ProjectError) as error:
        return json_response({"refused": str(error)})
    except EditRefusedError as error:
        return json_response({"refused": error.message})
    except RecursionError:
        return json_response({"refused": "the field is nested too deeply"})
    bases = body.bases
    if bases is None:
        return json_response(await in_thread(_shown, making, left))
    if bases.keys() != making.keys():
        return json_response({"refused": "the files have changed since; look at it again"})
    files: dict[str, tuple[str, Callable[[bytes], bytes | Diagnostic]]] = {
        file: (bases[file], make) for file, (_, make) in making.items()
    }
    drawings = [file for file in files if file.endswith(".svg")]
    return await answer(request, lambda work: work.history.write(files, says(id, body.request), drawings))


def _making(request: Request, wanted: FieldRequest) -> tuple[ListId, Making, Places]:
    """The list of a request, the files that the request changes, and the places that still use the field."""
    looking, workspace = of_request(request), workspace_of(request)
    game, name = game_of(looking, workspace.project), request.path_params["list"]
    id = next((each for each in lists_of(game, workspace.project) if each.name == name), None)
    if game is None or id is None:
        raise HTTPException(404, f"There is no card list `{name}`.")
    history = workspace.history
    return id, field_files(game, id, wanted, history=history), left_behind(game, id, wanted, history=history)


def _shown(making: Making, left: Places) -> dict[str, Any]:
    """The lines of each file that change, before and after, the digests to write them for, and the lines that
    still use a deleted field.
    """
    shown = []
    for file, (version, make) in making.items():
        before = version.data or b""
        after = make(before)
        if isinstance(after, Diagnostic):
            return outcome_json(after)
        lines = [data.decode("utf-8", "replace").splitlines() for data in (before, after)]
        shown.append({"file": file, "rows": line_rows(*lines)})
    bases = {file: version.digest for file, (version, _) in making.items()}
    return {"bases": bases, "files": shown, "uses": [f"{file}:{line}" for file, line in left]}


VIEW = View("fields", "", "", routes=(Route("/{game}/fields/{list:path}", change, methods=["POST"]),))
