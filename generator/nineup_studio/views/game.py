"""The game's own files as forms: facts, lists, options, symbols, terms, components, rules, and the style
sheet.
"""

import msgspec
from nineup.base import Findings, ProjectError, Span
from nineup.files.edit import file_digest, source_of
from nineup.model import Game
from nineup.report import for_people
from nineup.schema import decode_text
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nineup_studio.lists.forms import FormError, RuleForms, Section, form, rule_kinds, sections
from nineup_studio.live.looking import of_request, workspace_of
from nineup_studio.pages.page import editor, page
from nineup_studio.pages.panel import all_findings
from nineup_studio.pages.places import editor_address
from nineup_studio.pages.posting import json_response
from nineup_studio.pages.view import View
from nineup_studio.views.cards import game_of


def game(request: Request) -> Response:
    """The page of a section; by default the first one."""
    looking = of_request(request)
    project = workspace_of(request).project
    known = sections(project, looking.game_id)
    chosen = _chosen(known, request)
    link = editor_address(editor(project), project, Span(chosen.file, 1, 1))
    return page(request, looking, "game.html", view="game", sections=known, chosen=chosen, editor=link)


def values(request: Request) -> Response:
    """A section as data: its schema, its value as written, and its findings."""
    looking, workspace = of_request(request), workspace_of(request)
    chosen = _chosen(sections(workspace.project, looking.game_id), request)
    try:
        shown = form(workspace.project, chosen, file_digest, findings=for_people(all_findings(looking)))
    except FormError as error:
        return json_response({"why": str(error)})
    workspace.history.version(chosen.file)  # which an edit may be based on
    if chosen.id == "rules":
        shown = msgspec.structs.replace(shown, rules=_rule_forms(game_of(looking, workspace.project)))
    return json_response(shown)


def _rule_forms(game: Game | None) -> RuleForms:
    kinds, always = rule_kinds()
    components = game.components.values() if game else ()
    return RuleForms(kinds, always, {each.id: tuple(each.fields) for each in components})


def source(request: Request) -> Response:
    """The YAML of a value in a section's file, as an editable text, and the file's digest."""
    looking, workspace = of_request(request), workspace_of(request)
    chosen = _chosen(sections(workspace.project, looking.game_id), request)
    try:
        path = msgspec.json.decode(request.query_params.get("path", ""), type=tuple[str | int, ...])
        version = workspace.history.version(chosen.file)
        text = source_of(decode_text(version.data or b"", chosen.file, Findings()), path)
    except (msgspec.DecodeError, ProjectError, ValueError, RecursionError):
        raise HTTPException(400, "This is not a place in a file.") from None
    if text is None:
        raise HTTPException(404, "This value no longer exists.")
    return json_response({"text": text, "digest": version.digest})


def _chosen(known: tuple[Section, ...], request: Request) -> Section:
    id = request.path_params.get("section", known[0].id)
    chosen = next((section for section in known if section.id == id), None)
    if chosen is None:
        raise HTTPException(404, f"There is no section `{id}`.")
    return chosen


VIEW = View(
    "game",
    "Game",
    "game",
    routes=(
        Route("/{game}/game", game),
        Route("/{game}/game/{section}", game),
        Route("/{game}/form/{section}", values),
        Route("/{game}/source/{section}", source),
    ),
    shows_run=False,
)
