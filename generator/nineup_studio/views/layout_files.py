"""Requests about whole layouts: each is one step that can be undone, or is refused with the reason."""

from typing import Any

import msgspec
from nineup.base import ProjectError
from nineup.files.edit import EditRefusedError, UsedError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.lists.layout_files import LayoutPlan, LayoutRequest, layout_plan
from nineup_studio.live.looking import of_request, workspace_of
from nineup_studio.live.working import in_thread
from nineup_studio.pages.page import editor
from nineup_studio.pages.places import editor_address, view_address
from nineup_studio.pages.posting import answer, json_response, read_body
from nineup_studio.pages.view import View


class LayoutFileRequest(msgspec.Struct, frozen=True):
    """What to do with a layout, and the digests that its page knows of files, which must not have changed."""

    request: LayoutRequest
    bases: dict[str, str] = {}


async def change(request: Request) -> Response:
    """Makes, renames, resizes or deletes a layout."""
    body = await read_body(request, LayoutFileRequest)
    try:
        plan = await in_thread(_plan, request, body.request)
    except UsedError as refused:
        return json_response({"refused": refused.message, "uses": _uses(request, refused)})
    except EditRefusedError as refused:
        return json_response({"refused": refused.message})
    except ProjectError as refused:
        return json_response({"refused": str(refused)})
    files = {file: (body.bases.get(file, base), make) for file, (base, make) in plan.files.items()}
    return await answer(
        request, lambda work: work.history.write(files, plan.says), more=lambda: {"layout": plan.path}
    )


def _plan(request: Request, wanted: LayoutRequest) -> LayoutPlan:
    looking, workspace = of_request(request), workspace_of(request)
    drawn = looking.snapshot.drawn_run
    palette = drawn.engine.sheet.palette if drawn else {}
    return layout_plan(workspace.project, looking.game_id, wanted, history=workspace.history, palette=palette)


def _uses(request: Request, refused: UsedError) -> list[dict[str, Any]]:
    """The places that name a layout, each with a link that leads there."""
    looking, project = of_request(request), workspace_of(request).project
    template = editor(project)
    return [
        {
            "place": f"{use.span.file}:{use.span.line}",
            "address": view_address(looking, use.span) or editor_address(template, project, use.span),
        }
        for use in refused.uses
    ]


VIEW = View("layout-files", "", "", routes=(Route("/{game}/layout-files", change, methods=["POST"]),))
