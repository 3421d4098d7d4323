"""Card lists as grids: rows are cards, columns the declared fields; and the edits of them."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from nineup.base import Diagnostic, Findings, Project, ProjectError, Span
from nineup.files.edit import (
    EditHistory,
    EditOutcome,
    ListError,
    ListId,
    card_lists,
    copies_by_players,
    edit,
    refuse,
    text_of,
)
from nineup.files.load import CardCopies, load_game, schema_names
from nineup.model import Component, Game
from nineup.report import for_people
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.lists.card_lists import (
    CardRow,
    CardTable,
    CellFindings,
    card_table,
    cards_of,
    findings_at,
    workbook_table,
)
from nineup_studio.lists.columns import FieldColumn, brief
from nineup_studio.lists.grid_edits import (
    Add,
    CellError,
    Cells,
    CopiesTable,
    Copy,
    GridRequest,
    Remove,
    changes,
)
from nineup_studio.lists.new_files import KINDS
from nineup_studio.lists.pictures import PictureFiles, with_folders
from nineup_studio.live.looking import SessionState, of_request, workspace_of
from nineup_studio.live.sent_rows import HEADER
from nineup_studio.live.snapshot import PieceView
from nineup_studio.live.tray import Upload, added
from nineup_studio.live.working import in_thread
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.page import editor, fragment, page
from nineup_studio.pages.panel import all_findings
from nineup_studio.pages.places import editor_address
from nineup_studio.pages.posting import answer, json_response, read_body
from nineup_studio.pages.sizes import sizes_address
from nineup_studio.pages.view import View

if TYPE_CHECKING:
    from markupsafe import Markup

MAX_CELLS = 20_000
"""The number of cells that one edit may change."""

MAX_FACES = 3
"""The number of faces of a family that are shown with it."""

_MARKS = re.compile(r"((?<!\])\{[^{}]*\})")
"""Symbols and expressions in a rich text."""

_STRUCTURED = ("some", "texts", "counts", "data")


class GridEdit(msgspec.Struct, frozen=True):
    """An edit of a list whose file had the digest `base`."""

    base: str
    request: GridRequest
    uploads: tuple[Upload, ...] = ()
    """Pictures that are written with it."""


class ShownCell(msgspec.Struct, frozen=True):
    """A cell of a column: its text, its value as JSON if a control needs it, and the findings there."""

    kind: str
    name: str
    text: str
    value: str
    findings: CellFindings | None
    brief: str = ""
    """A compound value in a few words."""
    picture: str = ""
    """The query of the small picture of its file; empty if there is no file."""


class ShownRow(msgspec.Struct, frozen=True):
    """A row with its cells, the cards that it makes, and some of their pieces in the run with their faces.

    It doesn't contain its position, so that a moved row stays the same.
    """

    key: str
    is_family: bool
    cells: tuple[ShownCell, ...]
    cards: tuple[str, ...]
    faces: tuple[str, ...]
    findings: CellFindings | None


def cards(request: Request) -> Response:
    """The grid of a card list; by default of the first one."""
    looking = of_request(request)
    project = workspace_of(request).project
    game = game_of(looking, project)
    lists = lists_of(game, project)
    name = request.path_params.get("list", "")
    chosen = next((each for each in lists if each.name == name), None if name else next(iter(lists), None))
    is_gone = bool(name) and chosen is None
    table, digest, why = None, "", f"There is no card list `{name}` now" if is_gone else ""
    if game and chosen:
        table, digest, why = _table(game, chosen, workspace_of(request).history)
    if game and chosen and table:
        drawn, component = looking.snapshot.drawn_run, game.components[chosen.component]
        shown = with_folders(table.columns, drawn.engine if drawn else None, component)
        table = msgspec.structs.replace(table, columns=shown)
    rows = (
        _rows(looking, game.components[chosen.component], table, project=project)
        if game and chosen and table
        else ()
    )
    texts, sent = [_row_text(row) for row in rows], workspace_of(request).sent_rows
    return page(
        request,
        looking,
        "cards.html",
        # A page that shows a list asks again once the list is gone: that is news, not a mistake.
        status=404 if is_gone and HEADER not in request.headers else 200,
        view="cards",
        lists=lists,
        chosen=chosen,
        table=table,
        number=len(texts),
        rows=sent.beyond(request.headers.get(HEADER, ""), texts),
        version=sent.keep(workspace_of(request).boot, texts),
        why=why,
        digest=digest,
        edit_number=looking.snapshot.edit,
        editor=editor_address(editor(project), project, Span(chosen.file, 1, 1)) if chosen else "",
        sizes=sizes_address(looking),
        kinds=tuple(KINDS),
        fields=game.components[chosen.component].fields if game and chosen else {},
        imports=[(each.name, each.file) for each in lists if not each.is_workbook],
        choices=_choices(game) if game else {},
        json=lambda value: msgspec.json.encode(value).decode(),
    )


def _choices(game: Game) -> dict[str, list[tuple[str, str]]]:
    """What fields may choose from: the ids and names of each list's items, and of the symbols."""
    choices = {
        name: [(str(item), str(item.fields["name"])) for item in listed.items]
        for name, listed in game.lists.items()
    }
    symbols = [(id, symbol.name) for id, symbol in game.symbols.items()]
    return choices | ({"symbol": symbols} if symbols and "symbol" not in choices else {})


def game_of(looking: SessionState, project: Project) -> Game | None:
    """The game as last read without a mistake, or else as much as can be read."""
    return looking.snapshot.game or load_game(project, looking.game_id, Findings(), partial=True)


def _text(project: Project, path: str) -> str:
    """A file's text. Raises ListError if it can't be read."""
    try:
        return text_of(path, project.read(path))
    except ProjectError as error:
        raise ListError(str(error)) from error


def lists_of(game: Game | None, project: Project) -> tuple[ListId, ...]:
    """The card lists of a game; none if its file can't be read now."""
    try:
        return card_lists(game, lambda path: _text(project, path)) if game else ()
    except ListError:
        return ()


def _table(game: Game, id: ListId, history: EditHistory) -> tuple[CardTable | None, str, str]:
    """A list as in its file, the file's digest, which an edit may be based on, and why there is none."""
    try:
        if id.is_workbook:
            return workbook_table(game, id, history.project.read(id.file)), "", ""
        version = history.version(id.file)
        if version.data is None:
            raise ListError("it is gone")
        return card_table(game, id, text_of(id.file, version.data)), version.digest, ""
    except (ProjectError, ListError) as error:
        return None, "", f"{id.file} can't be edited as a grid: {error}"


def _rows(
    looking: SessionState, component: Component, table: CardTable, project: Project
) -> Iterator[ShownRow]:
    by_place = findings_at(table, for_people(all_findings(looking)))
    by_row = cards_of(component, table)
    pieces: dict[str, PieceView] = {}
    for piece in looking.snapshot.pieces:
        if piece.part.component.id == component.id:
            pieces.setdefault(piece.part.card.id, piece)
    show = partial(_picture, looking, PictureFiles(project, looking.game_id))
    for row in table.rows:
        ids = tuple(card.id for card in by_row.get(row.key, ()))
        cells = tuple(
            _cell(table, row, column, findings=by_place.get((row.key, column.name)), show=show)
            for column in table.columns
        )
        seen = [pieces[id] for id in ids if id in pieces][:MAX_FACES]
        faces = tuple(word for piece in seen for word in (piece.key, piece.front))
        whole = by_place.get((row.key, ""))
        yield ShownRow(
            row.key, row.is_family, cells, cards=ids if row.is_family else (), faces=faces, findings=whole
        )


@lru_cache(maxsize=20_000)
def _row_text(row: ShownRow) -> "Markup":
    """A row as rendered in the page."""
    return fragment("cardrow.html", row=row, marked=_MARKS.split)


def _picture(looking: SessionState, files: PictureFiles, text: str) -> str:
    """The address of the small picture of a value; empty if there is no such file."""
    version = files.version(text)
    query = urlencode({"show": text, "v": version})
    return f"{looking.root}/{looking.game_id}/picture?{query}" if version else ""


def _cell(
    table: CardTable,
    row: CardRow,
    column: FieldColumn,
    findings: CellFindings | None,
    show: Callable[[str], str],
) -> ShownCell:
    text = table.text_of(row, column)
    if column.kind == "picture":
        picture = show(column.folder + text) if text and not row.is_family else ""
        return ShownCell(column.kind, column.name, text, value="", findings=findings, picture=picture)
    if column.kind not in _STRUCTURED:
        return ShownCell(column.kind, column.name, text, value="", findings=findings)
    value = table.value_of(row, column)
    as_json = msgspec.json.encode(value).decode()
    return ShownCell(column.kind, column.name, text, value=as_json, findings=findings, brief=brief(value))


def copies(request: Request) -> Response:
    """The copies of each card for each player count; a text for those that go by options or a template."""
    looking, workspace = of_request(request), workspace_of(request)
    game, name = game_of(looking, workspace.project), request.path_params["list"]
    id = next((each for each in lists_of(game, workspace.project) if each.name == name), None)
    if game is None or id is None or id.is_workbook:
        raise HTTPException(404, f"There is no card list `{name}` that is edited here.")
    table, _, why = _table(game, id, workspace.history)
    column = table.column("copies") if table else None
    if table and any(each.name.startswith("copies.") for each in table.columns):
        why = f"{id.file} has a column for each player count already"
    if not game.bands:
        why = "the game doesn't say how many can play"
    if why or table is None or column is None:
        return json_response({"refused": why})
    known = schema_names(game)
    shown = []
    for row in table.rows:
        amounts = copies_by_players(game, table.value_of(row, column))
        words = "" if amounts else table.text_of(row, column)
        named = str(row.values.get(table.title("name"), "")) if not row.is_family else ""
        shown.append({"key": row.key, "name": named, "amounts": amounts, "text": words})
    counts = range(game.bands[0].low, game.bands[-1].high + 1)
    return json_response(
        {"players": list(counts), "choices": list(CardCopies.spellings(known)), "cards": shown}
    )


async def save(request: Request) -> Response:
    """Changes a list's file, unless it has changed since."""
    body = await read_body(request, GridEdit)
    if isinstance(body.request, Cells) and len(body.request.cells) > MAX_CELLS:
        raise HTTPException(413, f"An edit may change {MAX_CELLS:,} cells.")
    id, make = await in_thread(_maker, request, body.request)
    says = _says(id, body.request, len(body.uploads))

    def write(work: Workspace) -> EditOutcome:
        game = request.path_params["game"]
        pictures = added(work.project, game, body.uploads, tray=work.tray)
        if isinstance(pictures, Diagnostic):
            return pictures
        return work.history.write({id.file: (body.base, make)}, says, added=pictures)

    return await answer(request, write)


def chosen_table(request: Request) -> CardTable:
    """The list of a request as it is in its file. Raises HTTPException (404) if there is none to edit."""
    looking, workspace = of_request(request), workspace_of(request)
    game, name = game_of(looking, workspace.project), request.path_params["list"]
    id = next((each for each in lists_of(game, workspace.project) if each.name == name), None)
    table = _table(game, id, workspace.history)[0] if game and id and not id.is_workbook else None
    if table is None:
        raise HTTPException(404, f"There is no card list `{name}` that is edited here.")
    return table


def _maker(request: Request, wanted: GridRequest) -> tuple[ListId, Callable[[bytes], bytes | Diagnostic]]:
    """The list of a request, and a function that makes its file's new bytes."""
    looking, project = of_request(request), workspace_of(request).project
    game, name = game_of(looking, project), request.path_params["list"]
    id = next((each for each in lists_of(game, project) if each.name == name), None)
    if game is None or id is None or id.is_workbook:
        raise HTTPException(404, f"There is no card list `{name}` that is edited here.")
    taken = [card.id for card in game.components[id.component].cards]

    def make(data: bytes) -> bytes | Diagnostic:
        try:
            table = card_table(game, id, text_of(id.file, data))
            return edit(id.file, data, list(changes(table, wanted, taken)))
        except (CellError, ListError) as error:
            return refuse(str(error))
        except RecursionError:
            return refuse("the value is nested too deeply")

    return id, make


def _says(id: ListId, wanted: GridRequest, pictures: int) -> str:
    """A description of an edit."""
    if pictures:
        return f"{'a picture' if pictures == 1 else f'{pictures} pictures'} in {id.name}"
    if isinstance(wanted, Cells):
        number = len(wanted.cells)
        return f"{wanted.cells[0].column if number == 1 else f'{number} cells'} in {id.name}"
    if isinstance(wanted, CopiesTable):
        return f"copies in {id.name}"
    number = len(wanted.rows) if isinstance(wanted, (Copy, Remove)) else 1
    cards = "a card" if number == 1 else f"{number} cards"
    verbs = {Add: "add", Copy: "duplicate", Remove: "remove"}
    return f"{verbs.get(type(wanted), 'move')} {cards} in {id.name}"


VIEW = View(
    "cards",
    "Cards",
    "cards",
    routes=(
        Route("/{game}/cards", cards),
        Route("/{game}/cards/{list:path}", cards, methods=["GET"]),
        Route("/{game}/cards/{list:path}", save, methods=["POST"]),
        Route("/{game}/copies/{list:path}", copies),
    ),
)
