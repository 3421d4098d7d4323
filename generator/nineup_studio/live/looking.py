"""The subject of a request: a game, a run of it, and that run's snapshot."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from nineup.logic.select import named, refused
from nineup.model import Game
from nineup.pipeline import RunChoice
from starlette.exceptions import HTTPException
from starlette.requests import Request

from nineup_studio.live.proving import ProofResult
from nineup_studio.live.snapshot import Snapshot
from nineup_studio.live.workspace import Session, Workspace, choice_of, is_of_run, query_of

_PLAYERS = re.compile(r"(\d{1,4}) players?")


def run_of_words(game: Game, words: str) -> RunChoice | None:
    """The choice that a configuration such as `5 players, red, no power` names; None if it isn't a possible
    run.

    Options that it doesn't name don't matter to the finding, and have their defaults.
    """
    players: int | None = None
    chosen: dict[str, list[str]] = {}
    known = dict(_meanings(game))
    for word in words.split(", "):
        if number := _PLAYERS.fullmatch(word):
            players = int(number[1])
        elif word in known:
            option, value = known[word]
            chosen.setdefault(option, []).append(value)
        else:
            return None
    options = {option: ",".join(filter(None, values)) for option, values in chosen.items()}
    return None if refused(game, players, options, owners=()) else RunChoice(players, options)


def _meanings(game: Game) -> Iterator[tuple[str, tuple[str, str]]]:
    """The meaning of each word in a configuration: an option and a value."""
    for band in game.bands[1:]:
        yield band.name, (band.name, "yes")
    for id, option in game.options.items():
        values: list[tuple[Any, str]]
        if option.kind == "switch":
            values = [(True, "yes"), (False, "no")]
        else:
            values = [((each,) if option.kind == "some" else each, str(each)) for each in option.values]
            values += [((), "")] if option.kind == "some" else []
        for value, text in values:
            for word in named(game, {id: value}, (id,)):
                yield word.replace("no-", "no ", 1), (id, text)


class SessionState(NamedTuple):
    """A session with its state when a page starts to be rendered."""

    session: Session
    state: str
    snapshot: Snapshot
    proof: ProofResult | None
    path: str = ""
    """The page's own path below the game."""
    rest: tuple[tuple[str, str], ...] = ()
    """The parameters of the page's address besides the run, such as how sheets are laid out."""
    root: str = ""
    """What all addresses of this studio begin with: its secret."""

    @property
    def game_id(self) -> str:
        return self.session.game_id

    @property
    def choice(self) -> RunChoice:
        return self.session.choice

    @property
    def is_checking(self) -> bool:
        """Whether the proof is still of earlier files."""
        return self.proof is None or self.proof.edit != self.snapshot.edit

    def address(self, path: str | None = None, choice: RunChoice | None = None) -> str:
        """The address of a page of the game, or of this one, with the current run or another one."""
        query = query_of(self.choice if choice is None else choice)
        if path is None:
            path = self.path
            query = "&".join(filter(None, (query, urlencode(self.rest))))
        return f"{self.root}/{self.game_id}/{path}{f'?{query}' if query else ''}"

    def address_of(self, configuration: str) -> str:
        """The address of this page for the run of a finding's configuration; empty without one."""
        game = self.snapshot.game
        choice = run_of_words(game, configuration) if game is not None and configuration else None
        if choice is None:
            return ""
        return self.address(None, msgspec.structs.replace(choice, language=self.choice.language))


def workspace_of(request: Request) -> Workspace:
    """The workspace of a request."""
    workspace = request.app.state.workspace
    assert isinstance(workspace, Workspace)
    return workspace


def root_of(request: Request) -> str:
    """What addresses begin with that lead to this studio: its secret, which `security.Guard` has checked."""
    root: str = request.scope.get("root_path", "")
    return root


def session_of(request: Request) -> Session:
    """The session of the game in a request's path and the run in its query. Raises HTTPException
    (404, 400).
    """
    workspace, game_id = workspace_of(request), request.path_params["game"]
    if game_id not in workspace.project.games():
        raise HTTPException(404, f"There is no game `{game_id}` in this project.")
    try:
        choice = choice_of(request.query_params)
    except ValueError:
        raise HTTPException(400, "`players` must be a number.") from None
    return workspace.session(game_id, choice)


def of_request(request: Request) -> SessionState:
    """The session that a request names, with its current snapshot; call it in a thread. Raises
    HTTPException.
    """
    session = session_of(request)
    state = session.state()
    root = root_of(request)
    path = request.url.path.removeprefix(f"{root}/{session.game_id}/")
    rest = tuple((key, value) for key, value in request.query_params.multi_items() if not is_of_run(key))
    return SessionState(
        session, state, session.current(), proof=session.proof, path=path, rest=rest, root=root
    )
