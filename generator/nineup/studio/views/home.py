"""The first page: the only game, or the games to choose from."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from nineup.studio.looking import workspace_of
from nineup.studio.page import plain_page
from nineup.studio.view import View


def home(request: Request) -> Response:
    """Leads to the only game, or lists the games."""
    games = workspace_of(request).project.games()
    if len(games) == 1:
        return RedirectResponse(f"/{games[0]}/", 303)
    return plain_page("home.html", games=games)


VIEW = View("home", "", "", (Route("/", home),))
