"""The page of one piece: both sides, its fields with their places, its copies, findings, and earlier
versions.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from nineup.base import Findings, Project, Span
from nineup.changes import RevisionError
from nineup.faces.record import value_text
from nineup.faces.shapes import drawn_sides
from nineup.logic.select import counts
from nineup.pipeline import choose_run
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.live.earlier import earlier_commits, earlier_face, earlier_prints, earlier_versions
from nineup_studio.live.looking import SessionState, of_request, workspace_of
from nineup_studio.live.snapshot import PieceView
from nineup_studio.pages.evidence import Evidence, LinkedPlace
from nineup_studio.pages.page import editor, page
from nineup_studio.pages.places import editor_address
from nineup_studio.pages.sizes import sizes_address
from nineup_studio.pages.view import View

HAND = 5
"""The number of cards in the fanned hand."""

EYES = ("grey", "protan", "deutan", "tritan")
"""Simulated kinds of vision; `page.html` has the filters of these names."""


class FieldValue(NamedTuple):
    """A field with its value, its place, and the reason for it, if one was recorded."""

    name: str
    value: str
    place: LinkedPlace | None
    decided: str


class Copies(NamedTuple):
    """How many copies a run for some players has, or why there is no such run."""

    players: str
    number: str
    because: str = ""


def card(request: Request) -> Response:
    """A piece's page; with `since` in the query, its sides at an earlier version next to it."""
    looking = of_request(request)
    piece = _piece(looking, request)
    project = workspace_of(request).project
    since = request.query_params.get("since", "")
    evidence = Evidence(project, looking)
    known, why = _versions(project, looking.game_id, since)
    keys = [each.key for each in looking.snapshot.pieces]
    at = keys.index(piece.key)
    return page(
        request,
        looking,
        "card.html",
        view="card",
        piece=piece,
        name=piece.name,
        fields=tuple(_fields(piece, evidence)),
        place=evidence.place(piece.part.card.span),
        layouts=tuple(_layouts(piece, looking, project, template=editor(project))),
        copies=tuple(_copies(looking, piece)),
        hand=_hand(looking, piece),
        eyes=EYES,
        before=keys[at - 1] if at else "",
        after=keys[at + 1] if at + 1 < len(keys) else "",
        since=since,
        versions=known,
        why_no_versions=why,
        sizes=sizes_address(looking),
    )


def earlier(request: Request) -> Response:
    """A side of a piece at an earlier version, as a picture."""
    looking = of_request(request)
    piece = _piece(looking, request)
    side, version = request.path_params["side"], request.path_params["version"]
    if side not in ("front", "back"):
        raise HTTPException(404, "A piece has a front and a back.")
    kind, picture = earlier_face(
        workspace_of(request).project, looking.snapshot, piece, side=side, version=version
    )
    headers = {
        "cache-control": "no-cache",
        "content-security-policy": "default-src 'none'; img-src data:; sandbox",
    }
    return Response(picture, 200, headers, kind)


def _piece(looking: SessionState, request: Request) -> PieceView:
    key = request.path_params["key"]
    piece = looking.snapshot.piece(key)
    if piece is None:
        raise HTTPException(404, f"`{key}` is not in this run.")
    return piece


def _fields(piece: PieceView, evidence: Evidence) -> Iterator[FieldValue]:
    card = piece.part.card
    for name, value in card.values.items():
        decided = "; ".join(
            reason for key, reason in card.decided.items() if key == name or key.startswith(f"{name}.")
        )
        place = evidence.place(card.spans.get(name))
        yield FieldValue(name, value_text(value), place, decided=decided)


def _layouts(
    piece: PieceView, looking: SessionState, project: Project, template: str
) -> Iterator[tuple[str, str, str]]:
    """The layouts of a piece: their files, the links that open them, and their pages here."""
    component = piece.part.component
    for path in dict.fromkeys(side.layout for side in drawn_sides(component)):
        file = f"layouts/{looking.game_id}/{path}"
        if (project.root / file).is_file():
            yield (
                file,
                editor_address(template, project, Span(file, 1, 1)),
                looking.address(f"layouts/{path}"),
            )


def _copies(looking: SessionState, piece: PieceView) -> Iterator[Copies]:
    """The copies for each player count and for the whole box, with the current options."""
    game, part = looking.snapshot.game, piece.part
    if game is None:
        return
    for players in (*counts(game), None):
        choice = msgspec.structs.replace(looking.choice, players=players, owners=(), components=(), cards=())
        narrowed = msgspec.structs.replace(choice, cards=(f"{part.component.id}/{part.card.id}",))
        label = "box" if players is None else str(players)
        findings = Findings()
        run = choose_run(game, narrowed, findings)
        if run is not None:
            yield Copies(label, str(sum(each.copies for each in run.parts)))
        elif all(finding.code == "not-in-run" for finding in findings):
            yield Copies(label, "0")
        else:
            yield Copies(label, "–", findings[0].message if findings else "")


def _hand(looking: SessionState, piece: PieceView) -> tuple[PieceView, ...]:
    """The piece among cards of the same pile and owner, in the order of the files; empty for anything but a
    card.
    """
    component = piece.part.component
    pile = [
        each
        for each in looking.snapshot.pieces
        if (each.part.component.shape, each.part.owner) == ("card", piece.part.owner)
        and (each.part.component.pile or each.part.component.id) == (component.pile or component.id)
        and each.part.component.size == component.size
    ]
    if piece not in pile or len(pile) < HAND:
        return ()
    at = pile.index(piece)
    return tuple(pile[(at + step) % len(pile)] for step in range(-(HAND // 2), HAND - HAND // 2))


def _versions(project: Project, game: str, since: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """The prints and, once somebody compares, the commits to compare with; and why there are no commits."""
    known = (*earlier_prints(project, game), *earlier_versions(project))
    if not since:
        return known, ""
    try:
        return (*known, *earlier_commits(project, game)), ""
    except RevisionError as error:
        return known, str(error)


VIEW = View(
    "card",
    "",
    "",
    routes=(
        Route("/{game}/card/{key:path}", card),
        Route("/{game}/earlier/{version}/{side}/{key:path}", earlier),
    ),
)
