"""The first page, and forms to start games and card lists with their layouts."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import msgspec
from nineup.base import Project
from nineup.model import Game, Run
from nineup.pipeline import TEMPLATES, template_named, template_picture
from nineup.report import for_people
from nineup.write import FaceSvg
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from nineup_studio.lists.new_files import NewContents, NewField, NewFileError, game_files, list_files
from nineup_studio.live.looking import of_request, root_of, workspace_of
from nineup_studio.live.projects import FolderError, OpenProjects, folder_to_open, recent_projects
from nineup_studio.live.snapshot import PieceView
from nineup_studio.live.working import in_thread
from nineup_studio.pages.page import plain_page
from nineup_studio.pages.panel import SEVERITIES, all_findings
from nineup_studio.pages.posting import answer, json_response, read_body
from nineup_studio.pages.view import View
from nineup_studio.views import faces
from nineup_studio.views.cards import game_of


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to start."""

    title: str
    template: str = TEMPLATES[0].id


class Folder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A folder to open."""

    folder: str


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
    return _home(request)


def games(request: Request) -> Response:
    """Lists the games, with the forms for a new one and for another folder."""
    return _home(request)


def _home(request: Request) -> Response:
    project = workspace_of(request).project
    root = project.root.resolve()
    recent = recent_projects(besides=root)
    return plain_page(
        request, "home.html", games=project.games(), folder=root, recent=recent, templates=TEMPLATES
    )


def overview(request: Request) -> Response:
    """A game in the list: its title, two faces, what is in it, and what is wrong."""
    looking = of_request(request)
    shown = looking.snapshot
    game = game_of(looking, workspace_of(request).project)
    wrong = Counter[str](finding.severity for finding in for_people(all_findings(looking)))
    return plain_page(
        request,
        "overview.html",
        looking=looking,
        title=game.title if game else looking.game_id,
        pair=_pair(shown.pieces),
        players=_players(game),
        counts=_counts(shown.run),
        wrong={severity: wrong[severity] for severity in SEVERITIES if wrong[severity]},
    )


def _pair(pieces: Iterable[PieceView]) -> tuple[PieceView, ...]:
    """The first pieces of two components, decks before all else."""
    first: dict[str, PieceView] = {}
    for piece in pieces:
        first.setdefault(piece.part.component.id, piece)
    decks = sorted(first.values(), key=lambda piece: piece.part.component.shape != "card")
    if len(decks) == 1:
        decks += [piece for piece in pieces if piece is not decks[0]][:1]
    return tuple(decks[:2])


def _players(game: Game | None) -> str:
    """The range of players in words; empty if it is unknown."""
    if game is None or not game.bands:
        return ""
    low, high = game.bands[0].low, game.bands[-1].high
    return f"{low} player{'s' if low > 1 else ''}" if low == high else f"{low}–{high} players"


def _counts(run: Run | None) -> str:
    """How many pieces of each shape are in the box, such as `34 cards, 12 tokens`."""
    by_shape: Counter[str] = Counter()
    for part in run.parts if run else ():
        by_shape[part.component.shape] += part.copies
    return ", ".join(f"{number:,} {_named(shape, number)}" for shape, number in by_shape.items())


def _named(shape: str, number: int) -> str:
    if number == 1:
        return shape
    return "dice" if shape == "die" else f"{shape}{'es' if shape.endswith('x') else 's'}"


async def open_folder(request: Request) -> Response:
    """Opens another folder: the address of its pages."""
    body = await read_body(request, Folder)
    others: OpenProjects | None = request.app.state.others
    own = workspace_of(request).project.root.resolve()

    def address() -> str:
        root = folder_to_open(body.folder)
        if root == own or others is None:
            return f"{root_of(request)}/new"
        return others.address_of(root)

    try:
        return json_response({"address": await in_thread(address)})
    except FolderError as error:
        return json_response({"refused": str(error)})


async def end(request: Request) -> Response:
    """Ends the studio with all folders that it has opened: one that a double click has started may have no
    terminal for a Ctrl-C.
    """
    others: OpenProjects | None = request.app.state.others
    if others is not None:
        others.end()
    return json_response({"ended": others is not None})


async def start_game(request: Request) -> Response:
    """Writes the files of a new game."""
    body = await read_body(request, NewGame)
    project = workspace_of(request).project
    try:
        id, files = await in_thread(game_files, project, body.title, body.template)
    except NewFileError as error:
        return json_response({"refused": str(error)})
    return await answer(request, lambda work: work.history.write(files, f"new game {id}"))


async def template(request: Request) -> Response:
    """The picture of a template."""
    picture = await in_thread(_template_picture, request.path_params["template"])
    return Response(picture, 200, faces.HEADERS, "image/svg+xml")


@lru_cache(len(TEMPLATES))
def _template_picture(id: str) -> bytes:
    """A template's picture as SVG, drawn once. Raises HTTPException if it has none."""
    try:
        picture = template_picture(template_named(id))
    except ValueError as error:
        raise HTTPException(404, f"{error}.") from error
    if picture is None:
        raise HTTPException(404, f"The template `{id}` has nothing in its box.")
    face, fonts = picture
    return FaceSvg(fonts.by_key).write(face)


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


def _list_files(project: Project, game: str, body: NewList) -> tuple[str, dict[str, NewContents]]:
    return list_files(project, game, body.name, kind=body.kind, fields=body.fields)


VIEW = View(
    "start",
    "",
    "",
    routes=(
        Route("/", home),
        Route("/new", games, methods=["GET"]),
        Route("/new", start_game, methods=["POST"]),
        Route("/template/{template}.svg", template),
        Route("/open", open_folder, methods=["POST"]),
        Route("/end", end, methods=["POST"]),
        Route("/{game}/overview", overview),
        Route("/{game}/new-list", start_list, methods=["POST"]),
    ),
)
