"""Text styles and the palette beside a live card: what the page shows, and edits that follow a colour into
layouts.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from nineup.base import MM
from nineup.files.edit import (
    ColourUse,
    EditOutcome,
    PaletteError,
    colour_uses,
    file_digest,
    refuse,
    remove_colour,
    rename_colour,
)
from nineup.layout.typeset import texts_of, values_of
from nineup.model import hex_of
from nineup.report import for_people
from nineup.rules import TextContrast, text_contrasts
from nineup.typography.text import default_values
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.lists.forms import STYLE, FormError, Section, SectionForm, form, sections
from nineup_studio.live.looking import SessionState, of_request, workspace_of
from nineup_studio.live.snapshot import PieceView
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.page import editor, page
from nineup_studio.pages.panel import all_findings
from nineup_studio.pages.places import view_address
from nineup_studio.pages.posting import answer, json_response, read_body
from nineup_studio.pages.sizes import sizes_address
from nineup_studio.pages.view import View
from nineup_studio.views.fonts import Family, families

MOST_PLACES = 12
"""The number of places that are listed for a colour."""

MOST_FACES = 24
"""The number of other faces beside the card: the first of each layout come first."""


class ShownContrast(msgspec.Struct, frozen=True):
    """The lowest contrast of a text on its ground, and the one that it needs."""

    ratio: float
    wanted: float
    ink: str
    ground: str
    is_enough: bool


class StyledText(msgspec.Struct, frozen=True):
    """A text on the card: its style, side, words, contrast, and its box in millimetres from the trim's
    corner.
    """

    style: str
    side: str
    box: tuple[float, float, float, float]
    text: str
    contrast: ShownContrast | None


class Place(msgspec.Struct, frozen=True):
    """A place that names a colour, and the address that leads there."""

    place: str
    address: str


class Uses(msgspec.Struct, frozen=True):
    """The places that name a colour; at most `MOST_PLACES` of `count`."""

    count: int
    places: tuple[Place, ...]


class Look(msgspec.Struct, frozen=True):
    """Everything that the page's controls need."""

    form: SectionForm
    defaults: dict[str, Any]
    families: tuple[Family, ...]
    texts: tuple[StyledText, ...]
    uses: dict[str, Uses]
    """By colour; under ``""`` are those that may be of any."""


class PaletteRequest(msgspec.Struct, frozen=True):
    """Another name for a colour, or none to remove it, in a style sheet with the digest `base`."""

    base: str
    name: str
    to: str = ""


def style(request: Request) -> Response:
    """The page, with a card that its address names; by default the run's first."""
    looking = of_request(request)
    project = workspace_of(request).project
    piece = _chosen(looking, request)
    return page(
        request,
        looking,
        "style.html",
        view="style",
        piece=piece,
        pieces=_cards(looking),
        others=_others(looking),
        file=_section(request).file,
        sizes=sizes_address(looking),
        editor=editor(project),
    )


def look(request: Request) -> Response:
    """The styles and the palette as written, with what they look like on the card."""
    looking, workspace = of_request(request), workspace_of(request)
    section, piece = _section(request), _chosen(looking, request)
    try:
        written = form(workspace.project, section, file_digest, findings=for_people(all_findings(looking)))
    except FormError as error:
        return json_response({"why": str(error)})
    workspace.history.version(section.file)  # which an edit may be based on
    drawn = looking.snapshot.drawn_run
    with workspace.cache.stages(workspace.project, looking.game_id):
        texts = tuple(_texts(looking, piece)) if piece is not None else ()
        known = families(workspace.project, drawn.engine.fonts) if drawn is not None else ()
    uses = {
        name: Uses(len(each), tuple(_places(looking, each)))
        for name, each in colour_uses(workspace.project, looking.game_id).items()
    }
    return json_response(Look(written, default_values(), known, texts=texts, uses=uses))


def _section(request: Request) -> Section:
    known = sections(workspace_of(request).project, request.path_params["game"])
    return next(each for each in known if each.id == STYLE)


def _cards(looking: SessionState) -> tuple[PieceView, ...]:
    """One piece of each card of the run."""
    by_card = {
        (piece.part.component.id, piece.part.card.id): piece for piece in reversed(looking.snapshot.pieces)
    }
    return tuple(reversed(by_card.values()))


def _others(looking: SessionState) -> tuple[PieceView, ...]:
    """Pieces whose faces show beside the card, those of different layouts first."""
    cards = _cards(looking)
    first = {piece.part.component.id: piece for piece in reversed(cards)}
    chosen = list(first.values())[::-1]
    rest = [piece for piece in cards if piece not in chosen]
    step = max(1, len(rest) // max(1, MOST_FACES - len(chosen)))
    return tuple((chosen + rest[::step])[:MOST_FACES])


def _chosen(looking: SessionState, request: Request) -> PieceView | None:
    key = request.query_params.get("card", "")
    return looking.snapshot.piece(key) or next(iter(_cards(looking)), None)


def _texts(looking: SessionState, piece: PieceView) -> Iterator[StyledText]:
    """The texts of the card with their styles, in drawing order."""
    drawn = looking.snapshot.drawn_run
    if drawn is None:
        return
    for side, digest in (("front", piece.front), ("back", piece.back)):
        if not digest:
            continue
        values = values_of(drawn.run, drawn.engine, piece.part, side=side)
        styles = {
            each.span: each.style.partition(" ")[0] for each in values if each.name in ("text", "micro")
        }
        contrasts = list(text_contrasts(looking.snapshot.faces[digest].face))
        for shown in texts_of(drawn.run, drawn.engine, piece.part, side=side):
            text = "".join(stretch.text for stretch in shown.stretches).strip()
            name = styles.get(shown.span, "")
            if not text or name not in drawn.engine.sheet.styles:
                continue
            inside = [each for each in contrasts if shown.box.overlaps(each.box)]
            worst = min(inside, key=lambda each: each.ratio / each.wanted, default=None)
            contrast = worst and _shown(worst)
            box = (shown.box.x / MM, shown.box.y / MM, shown.box.width / MM, shown.box.height / MM)
            yield StyledText(name, side, box, text=text[:200], contrast=contrast)


def _shown(contrast: TextContrast) -> ShownContrast:
    return ShownContrast(
        round(contrast.ratio, 2),
        contrast.wanted,
        hex_of(contrast.ink),
        ground=hex_of(contrast.ground),
        is_enough=contrast.is_enough,
    )


def _places(looking: SessionState, uses: list[ColourUse]) -> Iterator[Place]:
    for each in uses[:MOST_PLACES]:
        yield Place(f"{each.span.file.rpartition('/')[2]}:{each.span.line}", view_address(looking, each.span))


async def palette(request: Request) -> Response:
    """Renames a colour wherever it is named, or removes one that nothing names: one step."""
    body = await read_body(request, PaletteRequest)

    def work(workspace: Workspace) -> EditOutcome:
        game, project = request.path_params["game"], workspace.project
        sheet = _section(request).file
        try:
            if not body.to:
                changes = remove_colour(project, game, body.name)
                return workspace.history.edit(sheet, body.base, changes, says=f"remove the color {body.name}")
            files = {
                file: (body.base if file == sheet else workspace.history.version(file).digest, make)
                for file, make in rename_colour(project, game, body.name, to=body.to).items()
            }
        except PaletteError as error:
            return refuse(str(error))
        return workspace.history.write(files, f"rename the color {body.name} to {body.to}")

    return await answer(request, work)


VIEW = View(
    "style",
    "Style",
    "style",
    routes=(
        Route("/{game}/style", style),
        Route("/{game}/look", look),
        Route("/{game}/palette", palette, methods=["POST"]),
    ),
)
