"""The first page, and forms to start games and card lists with their layouts."""

import msgspec
from nineup.base import Project
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from nineup_studio.lists.new_files import Made, NewField, NewFileError, game_files, list_files
from nineup_studio.live.looking import root_of, workspace_of
from nineup_studio.live.working import in_thread
from nineup_studio.pages.page import plain_page
from nineup_studio.pages.posting import answer, json_response, read_body
from nineup_studio.pages.view import View


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to start."""

    title: str


class NewList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card list to start."""

    name: str
    kind: str
    fields: tuple[NewField, ...] = ()
    """Its fields; without any, a name and a text."""


def home(request: Request) -> Response:
    """Redirects to the only game, or lists the games."""
    games = workspace_of(request).project.games()
    if len(games) == 1:
        return RedirectResponse(f"{root_of(request)}/{games[0]}/", 303)
    return plain_page(request, "home.html", games=games)


def games(request: Request) -> Response:
    """Lists the games, with the form for a new one."""
    return plain_page(request, "home.html", games=workspace_of(request).project.games())


async def start_game(request: Request) -> Response:
    """Writes the files of a new game."""
    body = await read_body(request, NewGame)
    project = workspace_of(request).project
    try:
        id, files = await in_thread(game_files, project, body.title)
    except NewFileError as error:
        return json_response({"refused": str(error)})
    return await answer(request, lambda work: work.history.write(files, f"new game {id}"))


async def start_list(request: Request) -> Response:
    """Writes a card list with its layout, and adds it to the game file."""
    body = await read_body(request, NewList)
    project, game = workspace_of(request).project, request.path_params["game"]
    if game not in project.games():
        raise HTTPException(404, f"There is no game `{game}` in this project.")
    try:
        id, files = await in_thread(_list_files, project, game, body)
    except NewFileError as error:
        return json_response({"refused": str(error)})
    return await answer(request, lambda work: work.history.write(files, f"new card list {id}"))


def _list_files(project: Project, game: str, body: NewList) -> tuple[str, dict[str, Made]]:
    return list_files(project, game, body.name, kind=body.kind, fields=body.fields)


VIEW = View(
    "start",
    "",
    "",
    routes=(
        Route("/", home),
        Route("/new", games, methods=["GET"]),
        Route("/new", start_game, methods=["POST"]),
        Route("/{game}/new-list", start_list, methods=["POST"]),
    ),
)
