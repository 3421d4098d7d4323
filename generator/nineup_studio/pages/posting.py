"""Requests that change files: their bodies as typed data, and their outcome as JSON."""

import difflib
from collections.abc import Callable
from itertools import zip_longest
from typing import Any, TypeVar

import msgspec
from nineup.base import Diagnostic
from nineup.files.edit import Conflict, EditOutcome
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from nineup_studio.live.looking import workspace_of
from nineup_studio.live.working import in_thread
from nineup_studio.live.workspace import Workspace

Body = TypeVar("Body")

MAX_SAYS = 120
"""The longest description of an edit, in characters."""

MAX_LINES = 400
"""The number of lines of two versions that are shown side by side."""

CONTEXT = 2
"""The number of equal lines shown around differences."""


async def read_body(request: Request, kind: type[Body]) -> Body:
    """The body of a request, with line breaks normalised to line feeds.

    Raises HTTPException (400) for an invalid one.
    """
    try:
        return msgspec.convert(_with_line_feeds(msgspec.json.decode(await request.body())), kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, f"Unexpected request: {error}") from None


def _with_line_feeds(data: Any) -> Any:
    """Data with the line breaks of files in its texts: pasted text may have those of Windows."""
    if isinstance(data, str):
        return data.replace("\r\n", "\n").replace("\r", "\n") if "\r" in data else data
    if isinstance(data, list):
        return [_with_line_feeds(each) for each in data]
    if isinstance(data, dict):
        return {key: _with_line_feeds(value) for key, value in data.items()}
    return data


async def answer(
    request: Request,
    work: Callable[[Workspace], EditOutcome | None],
    more: Callable[[], dict[str, Any]] = dict,
) -> Response:
    """Makes an edit in a thread, notifies its views, and responds with the outcome and `more` about it.

    The response contains the number of the game's edits, by which a page knows whether it is up to date.
    """
    workspace = workspace_of(request)

    def run() -> dict[str, Any]:
        try:
            outcome = work(workspace)
        except OSError as error:
            return {"refused": f"{error.filename or 'the file'} can't be written: {error.strerror}"}
        if isinstance(outcome, tuple) and not isinstance(outcome, (Conflict, Diagnostic)):
            workspace.edited(tuple(outcome.files))
            game = request.path_params.get("game")
            return outcome_json(outcome) | ({"edit": workspace.edit(game)} if game else {}) | more()
        return outcome_json(outcome)

    return json_response(await in_thread(run))


def json_response(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, {"cache-control": "no-store"}, "application/json")


def nothing() -> Response:
    """The answer to a page that asks for what isn't there any more."""
    return Response(status_code=204, headers={"cache-control": "no-store"})


def outcome_json(outcome: EditOutcome | None) -> dict[str, Any]:
    """The outcome of an edit: `done`, `refused` with the reason, or `conflict` with both versions."""
    if outcome is None:
        return {"refused": "there is nothing left to undo or redo"}
    if isinstance(outcome, Diagnostic):
        span = outcome.span
        place = span.place if span else ""
        return {"refused": outcome.message, "place": place, "hint": str(outcome.hint)}
    if isinstance(outcome, Conflict):
        return {"conflict": _conflict(outcome)}
    return {"done": outcome.says, "files": {path: new for path, (_, new) in outcome.files.items()}}


def _conflict(conflict: Conflict) -> dict[str, Any]:
    both = conflict.mine, conflict.theirs
    mine, theirs = (each if each is None else each.decode("utf-8", "replace").splitlines() for each in both)
    return {
        "file": conflict.file,
        "digest": conflict.digest,
        "is_gone": theirs is None,
        "rows": line_rows(theirs or [], mine or []),
        "mine": None if mine is None else "\n".join(mine),
    }


def line_rows(theirs: list[str], mine: list[str]) -> list[tuple[str, str, str]]:
    """Both versions line by line: `same`, `changed` or `gap`, the line on disk, the line with the edit."""
    return _line_rows(theirs, mine)[:MAX_LINES]


def changed_lines(theirs: list[str], mine: list[str]) -> tuple[list[tuple[str, str]], int]:
    """The lines that differ, on disk and with the edit, and the number of those that are left out."""
    changed = [(old, new) for kind, old, new in _line_rows(theirs, mine) if kind == "changed"]
    return changed[:MAX_LINES], max(0, len(changed) - MAX_LINES)


def _line_rows(theirs: list[str], mine: list[str]) -> list[tuple[str, str, str]]:
    rows: list[tuple[str, str, str]] = []
    matcher = difflib.SequenceMatcher(None, theirs, mine, autojunk=len(theirs) > 2000)
    for group in matcher.get_grouped_opcodes(CONTEXT):
        rows += [("gap", "", "")] if rows else []
        for kind, a, b, c, d in group:
            sides = zip_longest(theirs[a:b], mine[c:d], fillvalue="")
            rows += [("same" if kind == "equal" else "changed", *side) for side in sides]
    return rows
