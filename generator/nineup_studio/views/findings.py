"""Leads from findings to the cell, form or layout where they are, and applies the fixes that they know."""

import json
from collections.abc import Iterator
from urllib.parse import quote

import msgspec
from nineup.base import Diagnostic, Findings, Project, ProjectError, Span, line_starts
from nineup.files.edit import (
    EditOutcome,
    ListError,
    ListId,
    can_fix,
    fixed,
    named_players,
    parts,
    place_of_fix,
    refuse,
    text_of,
)
from nineup.files.load import load_game, parse_range
from nineup.model import Game
from nineup.report import for_people
from nineup.schema import decode_text
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from nineup_studio.lists.card_lists import card_table, workbook_table
from nineup_studio.lists.forms import FACTS, path_at, sections
from nineup_studio.live.looking import SessionState, of_request, workspace_of
from nineup_studio.live.workspace import Workspace
from nineup_studio.pages.page import plain_page
from nineup_studio.pages.panel import MAX_SHOWN, PanelEntry, all_findings, id_of
from nineup_studio.pages.places import view_address
from nineup_studio.pages.posting import MAX_SAYS, answer, read_body
from nineup_studio.pages.view import View
from nineup_studio.views.cards import game_of, lists_of
from nineup_studio.views.layouts import used_layouts


class FixRequest(msgspec.Struct, frozen=True):
    """The number of a fix among those of a finding, and the reason that some need."""

    finding: str
    fix: int
    reason: str = ""
    since: str = ""
    """The range of players that the game had before they changed, for what `following` lists."""


def at(request: Request) -> Response:
    """Redirects to the view that shows a place in a file, which chooses it there."""
    looking, workspace = of_request(request), workspace_of(request)
    try:
        line, column = (int(request.query_params.get(name, "")) for name in ("line", "column"))
    except ValueError:
        raise HTTPException(400, "`line` and `column` must be numbers.") from None
    span = Span(request.query_params.get("file", ""), max(1, line), max(1, column))
    address = destination(looking, workspace.project, span)
    if not address:
        raise HTTPException(404, f"No page shows `{span.file}` now.")
    return RedirectResponse(address, 303)


def destination(looking: SessionState, project: Project, span: Span) -> str:
    """The address of the cell, the form's field or the binding at a place; empty if none shows it."""
    game_id, game = looking.game_id, game_of(looking, project)
    if span.file.startswith("layouts/") and span.file.endswith(".svg"):
        return _in_layouts(looking, span)
    if span.file == f"layouts/{game_id}/style.yaml":
        return _in_forms(looking, project, span)
    for listed in lists_of(game, project):
        if game is not None and listed.file == span.file:
            row, column = _cell(game, listed, project, span=span)
            if row or listed.file != f"cards/{game_id}/game.yaml":
                chosen = {"row": row, "column": column} if row else None
                return _with_place(looking.address(f"cards/{listed.name}"), chosen)
    return _in_forms(looking, project, span) if span.file == f"cards/{game_id}/game.yaml" else ""


def _with_place(address: str, place: object) -> str:
    """An address with a place on its page, which the page's script chooses."""
    return f"{address}#{quote(json.dumps(place))}" if place else address


def _in_layouts(looking: SessionState, span: Span) -> str:
    known = {layout.path for layout in used_layouts(looking)}
    names = (span.file.removeprefix(prefix) for prefix in (f"layouts/{looking.game_id}/", "layouts/"))
    path = next((name for name in names if name in known), "")
    return _with_place(looking.address(f"layouts/{path}"), {"line": span.line}) if path else ""


def _in_forms(looking: SessionState, project: Project, span: Span) -> str:
    try:
        text = decode_text(project.read(span.file), span.file, Findings())
        root = parts(text)
    except (ProjectError, ValueError):
        return ""
    offset = line_starts(text)[: span.line][-1] + span.column - 1
    path = path_at(root, offset) if root is not None else ()
    if span.file.startswith("layouts/"):
        page = "style"
    else:
        known = {each.id for each in sections(project, looking.game_id)}
        page = f"game/{path[0]}" if path and path[0] in known else f"game/{FACTS}"
    return _with_place(looking.address(page), {"path": path} if path else None)


def _cell(game: Game, listed: ListId, project: Project, span: Span) -> tuple[str, str]:
    """The key of the row at a place, and the name of its column; empty if the place is in none."""
    try:
        data = project.read(listed.file)
        if listed.is_workbook:
            table = workbook_table(game, listed, data)
        else:
            table = card_table(game, listed, text_of(listed.file, data))
    except (ProjectError, ListError):
        return "", ""
    row, column = table.row_at(line_starts(table.text)[: span.line][-1] + span.column - 1)
    return (row.key, column) if row is not None else ("", "")


async def fix(request: Request) -> Response:
    """Applies a fix that a finding knows, as one edit."""
    body = await read_body(request, FixRequest)
    looking = of_request(request)
    known = [*for_people(all_findings(looking)), *_naming(looking, workspace_of(request).project, body.since)]
    finding = next((each for each in known if id_of(each) == body.finding), None)
    return await answer(request, lambda work: _fix(work, finding, body))


FOLLOWING = ("range-gap", "bad-range", "impossible-players", "never-checked", "never-there", "opponents")
"""The codes of findings that a change of players causes."""


def following(request: Request) -> Response:
    """What must follow a change of players: tables that no longer fit, texts that name the old range, and
    conditions on a number of players.
    """
    looking, project = of_request(request), workspace_of(request).project
    since = request.query_params.get("since", "")
    caused = [each for each in for_people(all_findings(looking)) if each.code in FOLLOWING]
    items = [*caused, *_naming(looking, project, since)][:MAX_SHOWN]
    entries = [PanelEntry(each, (), _view(looking, each), editor="") for each in items]
    return plain_page(request, "following.html", entries=entries, since=since, looking=looking)


def _view(looking: SessionState, finding: Diagnostic) -> str:
    return view_address(looking, finding.span) if finding.span else ""


def _naming(looking: SessionState, project: Project, since: str) -> Iterator[Diagnostic]:
    """What names players, after a change from another range such as `2-4`; nothing without one."""
    old = parse_range(since)
    # As it is written now, although tables that must follow may be mistakes.
    game = load_game(project, looking.game_id, Findings(), partial=True) if old else None
    if old is None or game is None or not game.bands or old == (game.bands[0].low, game.bands[-1].high):
        return
    texts = {}
    for file in _texts_of(project, looking.game_id):
        try:
            texts[file] = project.text(file)
        except ProjectError:
            continue
    yield from named_players(texts, old, (game.bands[0].low, game.bands[-1].high))


def _texts_of(project: Project, game: str) -> list[str]:
    """The files with a game's texts, in the order of their names."""
    files = []
    for folder, suffixes in ((f"cards/{game}", (".yaml", ".csv", ".tsv")), (f"layouts/{game}", (".svg",))):
        paths = sorted((project.root / folder).glob("*"))
        files += [path.relative_to(project.root).as_posix() for path in paths if path.suffix in suffixes]
    return files


def _fix(workspace: Workspace, finding: Diagnostic | None, body: FixRequest) -> EditOutcome:
    if finding is None or not 0 <= body.fix < len(finding.fixes):
        return refuse("this finding is gone: the files have changed since")
    chosen = finding.fixes[body.fix]
    if not can_fix(chosen, finding.span):
        return refuse("this can't be fixed here")
    file = place_of_fix(chosen, finding.span).file
    try:
        version = workspace.history.version(file)
    except ProjectError as error:
        return refuse(str(error))

    def make(data: bytes) -> bytes | Diagnostic:
        return fixed(data, chosen, finding.span, reason=body.reason)

    says = f"{chosen.says.removesuffix(', because …')} in {file}"[:MAX_SAYS]
    return workspace.history.write({file: (version.digest, make)}, says)


VIEW = View(
    "findings",
    "",
    "",
    routes=(
        Route("/{game}/at", at),
        Route("/{game}/fix", fix, methods=["POST"]),
        Route("/{game}/following", following),
    ),
)
