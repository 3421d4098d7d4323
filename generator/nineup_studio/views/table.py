"""The table: a run laid out in the browser, to be tried alone."""

import secrets
from collections.abc import Mapping

import msgspec
from nineup.base import MM
from nineup.pipeline import Draws
from nineup_export.web.pages import markup
from nineup_export.web.table_setup import MAX_PILE, MAX_SEED, TablePiece, left_out, set_up
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.looking import of_request
from nineup_studio.pages.odds import OddsError, odds, piles
from nineup_studio.pages.page import page
from nineup_studio.pages.sizes import sizes_address
from nineup_studio.pages.view import View


def table(request: Request) -> Response:
    """The page; its script requests the layout."""
    looking = of_request(request)
    return page(
        request,
        looking,
        "table.html",
        view="table",
        sizes=sizes_address(looking),
        tools=markup("tools.html", choices="", seed=secrets.randbelow(10**6), max_seed=MAX_SEED),
        places=markup(
            "tabletop.html", about={"game": looking.game_id, "layout": looking.address("table/layout")}
        ),
        piles=piles(looking.snapshot.run) if looking.snapshot.run else (),
        left_out=left_out(looking.snapshot.run) if looking.snapshot.run else (),
    )


def layout(request: Request) -> Response:
    """The setup of the run as JSON, which the browser shuffles and deals, and the looks of its pieces."""
    snapshot = of_request(request).snapshot
    if snapshot.run is None:
        raise HTTPException(409, "This run is not possible.")
    sizes: dict[str, tuple[float, float]] = {}
    pieces: dict[str, tuple[str, str, str, str]] = {}
    for piece in snapshot.pieces:
        component = piece.part.component.id
        width, height = (round(side / MM, 2) for side in snapshot.faces[piece.front].face.size)
        sizes.setdefault(component, (width, height))
        pieces[piece.key] = piece.front, piece.back, component, piece.name
    setup = set_up(
        snapshot.run, (TablePiece(each.key, each.part, bool(each.back)) for each in snapshot.pieces)
    )
    return _json({"setup": setup, "sizes": sizes, "pieces": pieces, "run": snapshot.run.name})


def chance(request: Request) -> Response:
    """The distribution of an expression over hands from a pile, as JSON."""
    looking, query = of_request(request), request.query_params
    run = looking.snapshot.run
    if run is None:
        raise HTTPException(409, "This run is not possible.")
    draws = Draws(query.get("pile", ""), _number(query, "hand", MAX_PILE), _number(query, "seed", MAX_SEED))
    try:
        return _json(
            odds(looking.session.project, run, looking.choice, draws=draws, source=query.get("of", ""))
        )
    except OddsError as error:
        return _json({"refused": str(error)})


def _number(query: Mapping[str, str], name: str, most: int) -> int:
    text = query.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most):
        raise HTTPException(400, f"`{name}` must be a number up to {most:,}.")
    return int(text)


def _json(value: object) -> Response:
    return Response(msgspec.json.encode(value), 200, {"cache-control": "no-store"}, "application/json")


VIEW = View(
    "table",
    "Table",
    "table",
    routes=(
        Route("/{game}/table", table),
        Route("/{game}/table/layout", layout),
        Route("/{game}/table/chance", chance),
    ),
)
