"""The gallery: every piece of a run, grouped by component."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from nineup.base import Findings
from nineup.changes.reprint import find_record
from nineup.faces.record import PrintRecord, value_text
from nineup.model import Component, Item
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.looking import of_request
from nineup_studio.live.snapshot import PieceView, Snapshot
from nineup_studio.live.workspace import Session
from nineup_studio.pages.page import page
from nineup_studio.pages.sizes import sizes_address, style_sheet
from nineup_studio.pages.view import View

MAX_VALUES = 40
"""The number of values of a facet; fields with more are left to the search."""


_SYMBOL = re.compile(r"\{([^{}\s]+)\}")
"""A symbol in a text."""


class FacetValue(msgspec.Struct, frozen=True):
    """A value of pieces, and the number of pieces with it."""

    id: str
    label: str
    number: int


class Facet(msgspec.Struct, frozen=True):
    """A field of pieces, with its values in order of first occurrence."""

    id: str
    label: str
    values: tuple[FacetValue, ...]


def facets(pieces: Iterable[PieceView]) -> tuple[Facet, ...]:
    """The facets with more than one value."""
    by_facet: dict[str, dict[str, tuple[str, int]]] = {}
    for piece in pieces:
        for facet, values in _labelled(piece).items():
            known = by_facet.setdefault(facet, {})
            for id, label in values.items():
                known[id] = label, known.get(id, ("", 0))[1] + 1
    return tuple(
        Facet(id, _title(id), tuple(FacetValue(id, *each) for id, each in known.items()))
        for id, known in by_facet.items()
        if 1 < len(known) <= MAX_VALUES
    )


def _title(id: str) -> str:
    return id.replace("-", " ").replace("_", " ").capitalize()


def values_of(piece: PieceView) -> dict[str, list[str]]:
    """A piece's values, by facet."""
    return {facet: list(values) for facet, values in _labelled(piece).items()}


def _labelled(piece: PieceView) -> dict[str, dict[str, str]]:
    """The labels of a piece's values, by facet and value."""
    part = piece.part
    labels = {"component": {part.component.id: part.component.name}}
    if part.owner is not None:
        labels["owner"] = {str(part.owner): _label(part.owner)}
    for name, value in part.card.values.items():
        if values := dict(_items(value)):
            labels.setdefault(name, {}).update(values)
    return labels


def _items(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Item):
        yield str(value), _label(value)
    elif isinstance(value, bool):
        yield value_text(value), value_text(value)
    elif isinstance(value, Mapping):
        yield from (each for key in value if isinstance(key, Item) for each in _items(key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from (each for inner in value if isinstance(inner, Item) for each in _items(inner))


def _label(item: Item) -> str:
    return value_text(item.fields.get("name")) or str(item)


class Since(msgspec.Struct, frozen=True):
    """The comparison of a run's pieces: `what` is the reference in words, `keys` are the pieces that
    differ.
    """

    what: str
    keys: frozenset[str]


def changed_since(session: Session, snapshot: Snapshot) -> Since:
    """The pieces that look different from those of the last print, or are new."""
    record = session.record(lambda: _last(session, snapshot))
    if record is None:
        earlier = session.first_faces
        keys = frozenset(piece.key for piece in snapshot.pieces if earlier.get(piece.key) != piece.printed)
        return Since("since the studio began", keys)
    printed = {
        (component, card, pieces.owner, *pieces.faces)
        for component, known in record.components.items()
        for card, entry in known.cards.items()
        for pieces in entry.pieces
    }
    keys = frozenset(piece.key for piece in snapshot.pieces if _identity(piece) not in printed)
    return Since(f"since print {record.name}", keys)


def _last(session: Session, snapshot: Snapshot) -> PrintRecord | None:
    project = session.project
    return find_record(project, snapshot.game_id, None, findings=Findings())


def _identity(piece: PieceView) -> tuple[str, str, str, str, str]:
    part = piece.part
    return part.component.id, part.card.id, part.owner or "", *piece.printed


class GalleryPiece(msgspec.Struct, frozen=True):
    """A piece in the gallery: `values` are its fields as text, for sorting."""

    piece: PieceView
    name: str
    values: dict[str, str]
    words: str
    """What the search looks in: its values, with the names of what they stand for."""
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
    symbols = snapshot.game.symbols.values() if snapshot.game else ()
    named = {symbol.id: symbol.name for symbol in symbols}
    for _, pieces in groupby(snapshot.pieces, key=lambda piece: piece.part.component.id):
        shown = tuple(_shown(piece, named) for piece in pieces)
        yield ComponentGroup(
            shown[0].piece.part.component, shown, sum(each.piece.part.copies for each in shown)
        )


def _shown(piece: PieceView, symbols: Mapping[str, str]) -> GalleryPiece:
    card = piece.part.card
    values = {name: value_text(value) for name, value in card.values.items() if value is not None}
    values |= {"id": card.id, "owner": value_text(piece.part.owner), "copies": str(piece.part.copies)}
    labels = [label for known in _labelled(piece).values() for item in known.items() for label in item]
    texts = [piece.name, piece.part.component.id, *values.values(), *labels]
    ids = {id for text in texts for id in _SYMBOL.findall(text)}
    names = [name for id, name in symbols.items() if id in ids]
    words = " ".join(dict.fromkeys((*texts, *names)))
    return GalleryPiece(piece, piece.name, values, words=words, facets=values_of(piece))


def _json(values: Mapping[str, Any]) -> str:
    return msgspec.json.encode(values).decode()


VIEW = View("gallery", "Gallery", "", routes=(Route("/{game}/", gallery), Route("/{game}/sizes.css", sizes)))
