"""The gallery: every piece of a run, grouped by component."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup.faces.record.facts import value_text
from nineup.model.game import Component
from nineup.studio.live.looking import of_request
from nineup.studio.live.since import changed_since
from nineup.studio.live.snapshot import PieceView, Snapshot
from nineup.studio.pages.facets import facets, values_of
from nineup.studio.pages.page import page
from nineup.studio.pages.sizes import sizes_address, style_sheet
from nineup.studio.pages.view import View


class GalleryPiece(msgspec.Struct, frozen=True):
    """A piece in the gallery: `values` are its fields as text, for search and sorting."""

    piece: PieceView
    name: str
    values: dict[str, str]
    facets: dict[str, list[str]]


class ComponentGroup(msgspec.Struct, frozen=True):
    """A component's pieces; `copies` is their printed number."""

    component: Component
    pieces: tuple[GalleryPiece, ...]
    copies: int


def gallery(request: Request) -> Response:
    """The page of all faces."""
    looking = of_request(request)
    groups = tuple(_groups(looking.snapshot))
    fields = dict.fromkeys(name for group in groups for each in group.pieces for name in each.values)
    return page(
        request,
        looking,
        "gallery.html",
        view="gallery",
        groups=groups,
        facets=facets(looking.snapshot.pieces),
        fields=tuple(fields),
        since=changed_since(looking.session, looking.snapshot),
        sizes=sizes_address(looking),
        json=_json,
    )


def sizes(request: Request) -> Response:
    """The style sheet with the sizes and cuts of a run's pieces."""
    snapshot = of_request(request).snapshot
    return Response(style_sheet(snapshot), 200, {"cache-control": "no-cache"}, "text/css")


def _groups(snapshot: Snapshot) -> Iterator[ComponentGroup]:
    for _, pieces in groupby(snapshot.pieces, key=lambda piece: piece.part.component.id):
        shown = tuple(_shown(piece) for piece in pieces)
        yield ComponentGroup(
            shown[0].piece.part.component, shown, sum(each.piece.part.copies for each in shown)
        )


def _shown(piece: PieceView) -> GalleryPiece:
    card = piece.part.card
    values = {name: value_text(value) for name, value in card.values.items() if value is not None}
    values |= {"id": card.id, "owner": value_text(piece.part.owner), "copies": str(piece.part.copies)}
    return GalleryPiece(piece, piece.name, values, values_of(piece))


def _json(values: Mapping[str, Any]) -> str:
    return msgspec.json.encode(values).decode()


VIEW = View("gallery", "Gallery", "", (Route("/{game}/", gallery), Route("/{game}/sizes.css", sizes)))
