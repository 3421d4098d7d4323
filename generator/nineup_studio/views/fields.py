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

from nineup_studio.lists.field_edits import FieldRequest, Making, field_files, says
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
        id, making = await in_thread(_making, request, body.request)
    except (FieldError, ListError, ProjectError) as error:
        return json_response({"refused": str(error)})
    except EditRefusedError as error:
        return json_response({"refused": error.message})
    except RecursionError:
        return json_response({"refused": "the field is nested too deeply"})
    bases = body.bases
    if bases is None:
        return json_response(await in_thread(_shown, making))
    if bases.keys() != making.keys():
        return json_response({"refused": "the files have changed since; look at it again"})
    files: dict[str, tuple[str, Callable[[bytes], bytes | Diagnostic]]] = {
        file: (bases[file], make) for file, (_, make) in making.items()
    }
    drawings = [file for file in files if file.endswith(".svg")]
    return await answer(request, lambda work: work.history.write(files, says(id, body.request), drawings))


def _making(request: Request, wanted: FieldRequest) -> tuple[ListId, Making]:
    """The list of a request, and the files that the request changes."""
    looking, workspace = of_request(request), workspace_of(request)
    game, name = game_of(looking, workspace.project), request.path_params["list"]
    id = next((each for each in lists_of(game, workspace.project) if each.name == name), None)
    if game is None or id is None:
        raise HTTPException(404, f"There is no card list `{name}`.")
    return id, field_files(game, id, wanted, workspace.history)


def _shown(making: Making) -> dict[str, Any]:
    """The lines of each file that change, before and after, and the digests to write them for."""
    shown = []
    for file, (version, make) in making.items():
        before = version.data or b""
        after = make(before)
        if isinstance(after, Diagnostic):
            return outcome_json(after)
        lines = [data.decode("utf-8", "replace").splitlines() for data in (before, after)]
        shown.append({"file": file, "rows": line_rows(*lines)})
    return {"bases": {file: version.digest for file, (version, _) in making.items()}, "files": shown}


VIEW = View("fields", "", "", (Route("/{game}/fields/{list:path}", change, methods=["POST"]),))
