"""The page of one piece."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup.studio.looking import of_request
from nineup.studio.page import page
from nineup.studio.sizes import sizes_address
from nineup.studio.view import View


def card(request: Request) -> Response:
    """A piece's two sides, large."""
    looking = of_request(request)
    key = request.path_params["key"]
    piece = looking.snapshot.piece(key)
    if piece is None:
        raise HTTPException(404, f"`{key}` is not in this run.")
    return page(request, looking, "card.html", view="card", piece=piece, sizes=sizes_address(looking))


VIEW = View("card", "", "", (Route("/{game}/card/{key:path}", card),))
