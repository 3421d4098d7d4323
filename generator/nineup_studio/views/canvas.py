"""The canvas of a layout: what is on it, and the edits of its file that gestures make."""

from collections.abc import Callable
from typing import Any

import msgspec
from nineup.base import MM, Diagnostic, ProjectError
from nineup.faces.shapes import shape_of
from nineup.files.edit import EditOutcome, EditRefusedError, edit, element_source, refuse, text_of
from nineup.model import Face
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.gestures import Done, Gesture, changes_of
from nineup_studio.live.looking import of_request, workspace_of
from nineup_studio.live.scene import Path, Placing, Scene
from nineup_studio.live.working import in_thread
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.posting import MAX_SAYS, answer, json_response, read_body
from nineup_studio.pages.sizes import safe_zone
from nineup_studio.pages.view import View
from nineup_studio.views.layouts import layout_file, used_layouts


class CanvasRequest(msgspec.Struct, frozen=True):
    """A gesture on a version of a layout's file."""

    base: str
    gesture: Gesture
    says: str = "drawing"


class SourceRequest(msgspec.Struct, frozen=True):
    """Elements whose sources are copied."""

    paths: list[Path]


class _Seen(msgspec.Struct, frozen=True):
    """A layout in a request, and how its elements are placed in a version of its file."""

    file: str
    face: Face
    styles: tuple[str, ...]
    place: Callable[[bytes], Placing]


def scene(request: Request) -> Response:
    """The elements of a layout, where a card shows them."""
    try:
        seen = _seen(request)
        version = workspace_of(request).history.version(seen.file)
        if version.data is None:
            why = f"`{seen.file}` comes with Nineup: copy it into `layouts/` first"
            return json_response({"refused": why})
        placing = seen.place(version.data)
    except (ProjectError, EditRefusedError) as error:
        return json_response({"refused": str(error)})
    width, height = (side / MM for side in seen.face.size)
    return json_response(
        Scene(
            seen.file,
            version.digest,
            width,
            height=height,
            bleed=seen.face.bleed / MM,
            safe=safe_zone(seen.face) / MM,
            unit=placing.unit / MM,
            styles=seen.styles,
            elements=tuple(placing.views()),
        )
    )


async def gesture(request: Request) -> Response:
    """Makes the edit of a gesture: one step that can be undone."""
    body = await read_body(request, CanvasRequest)
    chosen: list[Path] = []

    def work(workspace: Workspace) -> EditOutcome | None:
        try:
            seen = _seen(request)
        except EditRefusedError as refused:
            return refuse(refused.message)

        def make(data: bytes) -> bytes | Diagnostic:
            try:
                done: Done = changes_of(seen.place(data), body.gesture)
            except EditRefusedError as refused:
                return refuse(refused.message)
            chosen[:] = done.chosen
            return edit(seen.file, data, done.changes)

        return workspace.history.write(
            {seen.file: (body.base, make)}, f"{body.says[:MAX_SAYS]} in {seen.file}"
        )

    return await answer(request, work, more=lambda: {"chosen": chosen})


async def source(request: Request) -> Response:
    """The sources of elements, to be pasted into this layout or another one."""
    body = await read_body(request, SourceRequest)

    def read() -> dict[str, Any]:
        try:
            seen = _seen(request)
            text = text_of(seen.file, workspace_of(request).history.version(seen.file).data or b"")
            return {"sources": [element_source(text, path) for path in body.paths]}
        except EditRefusedError as refused:
            return {"refused": refused.message}

    return json_response(await in_thread(read))


def _seen(request: Request) -> _Seen:
    """The layout of a request with the card of its query.

    Raises HTTPException, and EditRefusedError for one that the canvas can't show.
    """
    looking, workspace = of_request(request), workspace_of(request)
    path, key = request.path_params["path"], request.query_params.get("card", "")
    used = next((each for each in used_layouts(looking) if each.path == path), None)
    drawn = looking.snapshot.drawn_run
    if used is None or drawn is None:
        raise HTTPException(404, f"No piece of this run is drawn with `{path}`.")
    piece = next((each for each in used.pieces if each.key == key), used.pieces[0])
    shape = shape_of(piece.part.component.shape)
    if not shape.is_flat:
        why = f"a {shape.name} is folded from several layouts: the canvas doesn't show these yet"
        raise EditRefusedError(why)
    digest = piece.back if used.side == "back" and piece.back else piece.front
    face = looking.snapshot.faces[digest].face
    file, _ = layout_file(looking, workspace.project, path)
    return _Seen(
        file,
        face,
        tuple(drawn.engine.sheet.styles),
        place=lambda data: Placing(workspace.project, drawn, piece, side=used.side, file=file, data=data),
    )


VIEW = View(
    "canvas",
    "",
    "",
    routes=(
        Route("/{game}/canvas/{path:path}", scene),
        Route("/{game}/canvas/{path:path}", gesture, methods=["POST"]),
        Route("/{game}/canvas-source/{path:path}", source, methods=["POST"]),
    ),
)
