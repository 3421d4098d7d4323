"""The layouts of a game over their drawings: frames, bindings, styles, and the values of a card."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from nineup.base import Project, ProjectError, Span
from nineup.faces.shapes import TITLE, drawn_sides
from nineup.files.edit import EditRefusedError, drawn_elements
from nineup.layout import BoundValue
from nineup.layout.typeset import values_of
from nineup.typography.text import Style
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

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
    chosen = next((each for each in known if each.path == path), None if path else next(iter(known), None))
    if path and chosen is None:
        raise HTTPException(404, f"No piece of this run is drawn with `{path}`.")
    key = request.query_params.get("card", "")
    pieces = chosen.pieces if chosen else ()
    piece = next((each for each in pieces if each.key == key), next(iter(pieces), None))
    file, link = layout_file(looking, project, chosen.path) if chosen else ("", "")
    parts = _parts(request, looking, piece, side=chosen.side, file=file) if piece and chosen else ()
    drawn = looking.snapshot.drawn_run
    return page(
        request,
        looking,
        "layouts.html",
        view="layouts",
        layouts=known,
        chosen=chosen,
        piece=piece,
        parts=tuple(parts),
        file=file,
        is_own=exists(project, Span(file, 1, 1)),
        editor=link,
        sizes=sizes_address(looking),
        fields=[f"{{{{ card.{name} }}}}" for name in piece.part.card.values] if piece else (),
        palette=sorted(drawn.engine.sheet.palette.items()) if drawn else (),
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
