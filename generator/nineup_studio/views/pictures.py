"""Pictures of cards: files are uploaded to a tray and checked, matched to cards, and shown small."""

import os
from pathlib import PurePosixPath
from typing import Any

import msgspec
from nineup.base import ProjectError
from nineup.files.edit import CheckedPicture, file_digest, matched
from nineup.model import ArtError, ShownPictureError, shown_picture
from nineup.write import FaceSvg
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.lists.card_lists import CardTable
from nineup_studio.lists.pictures import free_name
from nineup_studio.live.looking import of_request, session_of, workspace_of
from nineup_studio.live.tray import MAX_FILES, Waiting
from nineup_studio.live.working import in_thread
from nineup_studio.pages.posting import json_response, nothing, read_body
from nineup_studio.pages.view import View
from nineup_studio.views import faces
from nineup_studio.views.cards import chosen_table

_MAX_NAME = 300
"""The longest name of a file that is uploaded, in characters."""

_PIXELS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")


class Names(msgspec.Struct, frozen=True):
    """The names of files that are to find their cards."""

    files: list[str]


async def upload(request: Request) -> Response:
    """Takes a picture, which is the whole body, into the tray."""
    game = session_of(request).game_id
    name = request.query_params.get("name", "")[:_MAX_NAME]
    try:
        waiting = await workspace_of(request).tray.take(name, request.stream())
    except ArtError as error:
        return json_response({"refused": f"{name} {error.message}", "hint": error.hint})
    except OSError as error:
        return json_response({"refused": f"{name} can't be kept: {error.strerror}"})
    folder = request.query_params.get("folder", "")
    return json_response(await in_thread(_arrived, request, game, waiting, folder))


def _arrived(request: Request, game: str, waiting: Waiting, folder: str) -> dict[str, Any]:
    """What a page says of a picture, and the file that has its name already."""
    picture = waiting.checked
    assert isinstance(picture, CheckedPicture)
    project, name = workspace_of(request).project, picture.name
    there: dict[str, str] = {}
    try:
        place = project.writable(f"layouts/{game}/{folder}{name}").parent
        there = {other.casefold(): other for other in os.listdir(place)}
    except (ProjectError, OSError):
        pass  # There is no such folder yet; one that may not be written is refused when it is.
    taken = None
    if (other := there.get(name.casefold())) is not None:
        try:
            digest = file_digest(project.read(f"layouts/{game}/{folder}{other}"))
        except ProjectError:
            digest = ""
        is_same = digest == waiting.digest
        taken = {"name": other, "digest": digest, "is_same": is_same, "free": free_name(name, there)}
    size = {"width": picture.width, "height": picture.height, "bytes": waiting.size}
    return {"id": waiting.id, "name": name, **size, "taken": taken}


async def matches(request: Request) -> Response:
    """The card of each file, by its name, and the cards of the list."""
    body = await read_body(request, Names)
    if len(body.files) > MAX_FILES:
        return json_response({"refused": f"At most {MAX_FILES} pictures can be dropped at once."})
    return json_response(await in_thread(_matches, request, body.files))


def _matches(request: Request, files: list[str]) -> dict[str, Any]:
    table = chosen_table(request)
    cards = _cards(table)
    guesses = matched([name[:_MAX_NAME] for name in files], cards)
    keys = [None if each.card is None else cards[each.card]["key"] for each in guesses]
    return {"cards": cards, "found": [(key, each.why) for key, each in zip(keys, guesses, strict=True)]}


def _cards(table: CardTable) -> list[dict[str, str]]:
    """The cards of a list that a picture may be for; a family has one for all its cards."""
    names = {column.name for column in table.columns}
    return [
        {
            "key": row.key,
            "id": str(row.values.get("id", "")),
            "name": str(row.values.get("name", "")) if "name" in names else "",
        }
        for row in table.rows
        if not row.is_family
    ]


def art(request: Request) -> Response:
    """The pictures that a column's values may name: those in a folder below the game's layouts."""
    project, game = workspace_of(request).project, session_of(request).game_id
    folder = request.query_params.get("folder", "").strip("/")
    try:
        listed = project.list(str(project.writable(f"layouts/{game}/{folder or 'art'}/x").parent))
        names = [PurePosixPath(path).name for path in listed]
    except ProjectError:
        names = []
    return json_response([name for name in names if name.lower().endswith((*_PIXELS, ".svg", ".svgz"))])


def picture(request: Request) -> Response:
    """What a value of `n:image` shows, small; the page's address changes with the file."""
    looking, workspace = of_request(request), workspace_of(request)
    query = request.query_params
    try:
        shown = shown_picture(query.get("show", "")[:1000])
        path = f"layouts/{looking.game_id}/{shown.file}"
        if shown.file.lower().endswith(_PIXELS):
            is_large = query.get("size") == "large"
            version = query.get("v", "")[:60]
            data = workspace.thumbs.get(workspace.project, path, version, shown=shown, is_large=is_large)
            return Response(data, 200, faces.HEADERS, "image/png")
    except (ShownPictureError, ProjectError, OSError, ValueError):
        return nothing()
    drawn = looking.snapshot.drawn_run
    with workspace.cache.stages(workspace.project, looking.game_id):
        face = drawn.engine.face_of_picture(query.get("show", "")) if drawn is not None else None
        if drawn is None or face is None:
            return nothing()
        return Response(FaceSvg(drawn.engine.fonts.by_key).write(face), 200, faces.HEADERS, "image/svg+xml")


VIEW = View(
    "pictures",
    "",
    "",
    routes=(
        Route("/{game}/upload", upload, methods=["POST"]),
        Route("/{game}/matches/{list:path}", matches, methods=["POST"]),
        Route("/{game}/picture", picture),
        Route("/{game}/art", art),
    ),
)
