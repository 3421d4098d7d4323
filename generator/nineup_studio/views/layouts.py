"""The layouts of a game over their drawings: frames, bindings, styles, and the values of a card."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

import msgspec
from nineup.base import Project, ProjectError, Span
from nineup.faces.shapes import TITLE, drawn_sides
from nineup.files.edit import EditRefusedError, drawing_uses, drawn_elements
from nineup.layout import BoundValue
from nineup.layout.typeset import values_of
from nineup.typography.text import Style
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.lists.layout_files import side_choices
from nineup_studio.live.lone import lone_piece
from nineup_studio.live.looking import SessionState, of_request, workspace_of
from nineup_studio.live.snapshot import PieceView
from nineup_studio.pages.page import editor, page
from nineup_studio.pages.places import editor_address, exists
from nineup_studio.pages.sizes import sizes_address
from nineup_studio.pages.view import View

MOST_VALUES = 12
"""The number of values shown for a binding."""


class ShownBinding(NamedTuple):
    """A binding with its expression, its output, and the link to its line."""

    name: str
    source: str
    values: tuple[str, ...]
    more: int
    place: str
    line: int
    editor: str


class BoundPart(NamedTuple):
    """An element with its bindings."""

    number: int
    name: str
    bindings: tuple[ShownBinding, ...]
    path: tuple[int, ...] | None
    """Its path in the layout's file; None for one in another file."""
    style: str
    set_in: str
    """The style in words."""


class UsedLayout(NamedTuple):
    """A layout, the side that it draws, and the pieces drawn with it."""

    path: str
    side: str
    pieces: tuple[PieceView, ...]
    is_lone: bool = False
    """Whether no piece has it as its layout: the pieces are those whose values it is shown with."""

    @property
    def name(self) -> str:
        """Its path without the suffix."""
        return self.path.rpartition(".")[0]


def layouts(request: Request) -> Response:
    """A layout with the values of a card; by default the first layout and its first card."""
    looking = of_request(request)
    project = workspace_of(request).project
    known = tuple(used_layouts(looking))
    path = request.path_params.get("path", "")
    chosen = layout_at(request, path) if path else next(iter(known), None)
    piece = None
    why = ""
    try:
        piece = piece_of(request, chosen) if chosen else None
    except EditRefusedError as refused:
        why = refused.message
    file, link = layout_file(looking, project, chosen.path) if chosen else ("", "")
    parts = _parts(request, looking, piece, side=chosen.side, file=file) if piece and chosen else ()
    game = looking.snapshot.game
    sides = tuple(side_choices(game)) if game else ()
    others, known_paths = _others(looking, project, known), [each.path for each in known]
    return page(
        request,
        looking,
        "layouts.html",
        view="layouts",
        layouts=known,
        json=lambda value: msgspec.json.encode(value).decode(),
        others=others,
        sides=sides,
        facts={"file": file, "sides": sides, "layouts": _models(project, looking, (*known_paths, *others))},
        chosen=chosen,
        piece=piece,
        why=why,
        parts=tuple(parts),
        file=file,
        is_own=bool(file) and exists(project, Span(file, 1, 1)),
        editor=link,
        sizes=sizes_address(looking),
    )


def used_layouts(looking: SessionState) -> Iterator[UsedLayout]:
    """The layouts of the run's pieces, each with one piece for each card."""
    by_layout: dict[tuple[str, str], dict[tuple[str, str], PieceView]] = {}
    for piece in looking.snapshot.pieces:
        component = piece.part.component
        for side in drawn_sides(component):
            if not side.layout.startswith(TITLE):
                cards = by_layout.setdefault((side.layout, side.name), {})
                cards.setdefault((component.id, piece.part.card.id), piece)
    seen = set()
    for (path, name), cards in sorted(by_layout.items(), key=lambda each: each[0][1] == "back"):
        if path not in seen:
            seen.add(path)
            yield UsedLayout(path, name, tuple(cards.values()))


def layout_at(request: Request, path: str) -> UsedLayout:
    """The layout at a path, or another drawing of the game with the cards whose layouts use it.

    Raises HTTPException if there is none.
    """
    looking, project = of_request(request), workspace_of(request).project
    for each in used_layouts(looking):
        if each.path == path:
            return each
    file, _ = layout_file(looking, project, path)
    if not path.endswith(".svg") or not exists(project, Span(file, 1, 1)):
        raise HTTPException(404, f"No piece of this run is drawn with `{path}`.")
    near = {file, *(each.span.file for each in drawing_uses(project, file))}
    known = {id(piece.part): piece for piece in looking.snapshot.pieces}
    run, cards = looking.snapshot.run, dict[str, PieceView]()
    for part in run.parts if run else ():  # Those of a layout with another size have no faces.
        key = f"{part.component.id}/{part.card.id}"
        cards.setdefault(key, known.get(id(part)) or PieceView(key, part, "", back=""))
    users = tuple(each for each in cards.values() if near & _files(looking, project, each))
    return UsedLayout(path, "front", users or tuple(cards.values()), is_lone=True)


def _files(looking: SessionState, project: Project, piece: PieceView) -> set[str]:
    """The files of a piece's layouts."""
    return {layout_file(looking, project, each.layout)[0] for each in drawn_sides(piece.part.component)}


def piece_of(request: Request, chosen: UsedLayout) -> PieceView | None:
    """The piece that a request chooses, as a layout shows it; None if there is none.

    Raises EditRefusedError for a drawing that can't be shown with its values.
    """
    key, drawn = request.query_params.get("card", ""), of_request(request).snapshot.drawn_run
    piece = next((each for each in chosen.pieces if each.key == key), next(iter(chosen.pieces), None))
    if piece is None or not chosen.is_lone or drawn is None:
        return piece
    return lone_piece(workspace_of(request), drawn, piece, path=chosen.path)


def _others(looking: SessionState, project: Project, known: Iterable[UsedLayout]) -> tuple[str, ...]:
    """The game's drawings that aren't layouts of pieces in this run."""
    folder, used = f"layouts/{looking.game_id}/", {each.path for each in known}
    drawings = (path.removeprefix(folder) for path in project.list(folder, "**/*.svg"))
    return tuple(path for path in drawings if path not in used)


def _models(project: Project, looking: SessionState, paths: Iterable[str]) -> list[tuple[str, str]]:
    """The layouts that a new one can be a copy of: the game's, those of all games, and the package's."""
    own = [(layout_file(looking, project, path)[0], path) for path in paths]
    shared = [
        (path, f"{path.removeprefix('layouts/')}, of all games") for path in project.list("layouts", "*.svg")
    ]
    return list(dict(own + [each for each in shared if each[0] not in dict(own)]).items())


def layout_file(looking: SessionState, project: Project, path: str) -> tuple[str, str]:
    """A layout's file, with the link that opens it; a layout of the package has none."""
    for file in (f"layouts/{looking.game_id}/{path}", f"layouts/{path}"):
        if exists(project, Span(file, 1, 1)):
            return file, editor_address(editor(project), project, Span(file, 1, 1))
    return path, ""


def _parts(
    request: Request, looking: SessionState, piece: PieceView, side: str, file: str
) -> Iterator[BoundPart]:
    """The elements with bindings in a piece's layout, in the order of the file."""
    workspace, drawn = workspace_of(request), looking.snapshot.drawn_run
    if drawn is None:
        return
    with workspace.cache.stages(workspace.project, looking.game_id):
        values = values_of(drawn.run, drawn.engine, piece.part, side=side)
        styles = drawn.engine.sheet.styles
    paths = _paths(workspace.project, file)
    template = editor(workspace.project)
    by_element = groupby(values, key=lambda each: (each.span.file, each.offset))
    for number, ((place, offset), group) in enumerate(by_element, 1):
        bound = tuple(group)
        name = next((each.style for each in bound if each.style), "").partition(" ")[0]
        style = styles.get(name)
        shown = tuple(_binding(each, workspace.project, template) for each in bound)
        yield BoundPart(
            number,
            bound[0].element,
            shown,
            path=paths.get(offset) if place == file else None,
            style=name if style else "",
            set_in=_in_words(style) if style else "",
        )


def _paths(project: Project, file: str) -> dict[int, tuple[int, ...]]:
    """The paths of a layout's elements by their offsets; none for a file that can't be read now."""
    try:
        return drawn_elements(file, project.read(file))[1]
    except (ProjectError, EditRefusedError):
        return {}


def _binding(bound: BoundValue, project: Project, template: str) -> ShownBinding:
    place = f"{bound.span.file.rpartition('/')[2]}:{bound.span.line}"
    link = editor_address(template, project, bound.span)
    more = max(0, len(bound.values) - MOST_VALUES)
    return ShownBinding(
        *(bound.name, bound.source, bound.values[:MOST_VALUES]),
        more=more,
        place=place,
        line=bound.span.line,
        editor=link,
    )


def _in_words(style: Style) -> str:
    """A text style in a few words."""
    least = f", at least {style.min_size:g} pt" if style.min_size < style.size else ""
    slope = " italic" if style.italic else ""
    return f"{style.font} {style.weight}{slope}, {style.size:g} pt{least}, {style.align}"


VIEW = View(
    "layouts",
    "Layouts",
    "layouts",
    routes=(Route("/{game}/layouts", layouts), Route("/{game}/layouts/{path:path}", layouts)),
)
