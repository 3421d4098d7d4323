"""The project in the studio: its games, the runs that browsers look at, and the threads that keep them
current.

An edit reaches a browser in four steps: the watch reports files; `edited` counts the games whose files have
new contents; browsers hear that something changed; and each of their tabs asks for the news of its run,
which is drawn then, replacing its snapshot as a whole. Numbers decide what is current: a snapshot has the
number of edits it was made after, and is made again only if that has grown.

An edit in the studio itself is handled at once, and reported by the watch a moment later. Its contents are
known by then, so it is drawn once.
"""

import gc
import logging
import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import msgspec
from nineup.base import Diagnostic, LimitError, Project, ProjectError, limit_in_words, work_fence
from nineup.faces.record import PrintRecord
from nineup.files.edit import EditHistory, file_digest
from nineup.pipeline import RunChoice
from nineup.pipeline.incremental import BuildCache, edits
from nineup.write import is_unfinished

from nineup_studio.live.exporting import Exports
from nineup_studio.live.listeners import Listeners
from nineup_studio.live.preview import Previews
from nineup_studio.live.proving import ProofResult, Prover
from nineup_studio.live.sent_rows import SentRows
from nineup_studio.live.sheets import SheetShelf
from nineup_studio.live.snapshot import DrawnFace, Snapshot, SnapshotMaker
from nineup_studio.live.thumbs import Thumbs
from nineup_studio.live.tray import Tray
from nineup_studio.live.trials import Trials

OPTION = "option."
"""The prefix of options' names."""

_LISTS = ("owners", "components", "cards")


def choice_of(query: Mapping[str, str]) -> RunChoice:
    """The choice in an address. Raises ValueError if `players` is not a number."""
    lists = {name: _split(query.get(name, "")) for name in _LISTS}
    options = {name.removeprefix(OPTION): value for name, value in query.items() if name.startswith(OPTION)}
    players = query.get("players", "")
    return RunChoice(int(players) if players else None, options, **lists, language=query.get("language", ""))


def is_of_run(key: str) -> bool:
    """Whether a key of a query belongs to the choice of a run."""
    return key in ("players", "language") or key in _LISTS or key.startswith(OPTION)


def query_of(choice: RunChoice) -> str:
    """The query of a choice, the same for equal choices; empty for the whole box."""
    pairs = [("players", str(choice.players))] if choice.players is not None else []
    pairs += [(f"{OPTION}{name}", value) for name, value in sorted(choice.options.items())]
    pairs += [(name, ",".join(getattr(choice, name))) for name in _LISTS if getattr(choice, name)]
    pairs += [("language", choice.language)] if choice.language else []
    return urlencode(pairs)


def _split(text: str) -> tuple[str, ...]:
    return tuple(name for name in text.split(",") if name)


MAX_SESSIONS = 24
"""The number of cached runs. One that was dropped and is looked at again is drawn anew."""

MAX_HISTORY = 8
"""The number of snapshots kept for a run, to determine what changed since."""

EDITS_PER_COLLECTION = 50
"""The number of edits between two collections of garbage, each of which takes about as long as a few
edits.
"""

MAX_PICTURES = 6
"""The number of new faces that are sent along with an update."""

_log = logging.getLogger("nineup_studio")


class News(msgspec.Struct, frozen=True):
    """An update for a browser: the new state, and the faces that changed since the state it has."""

    state: str
    is_stale: bool
    faces: dict[str, tuple[str, str, bool]] | None = None
    """By the key of a piece: front, back, whether it is stale.

    None if the browser's state is no longer known.
    """
    pictures: dict[str, str] = {}
    """The first few new faces as SVG, by digest, so that they need no further requests."""


class Session:
    """A run of a game that browsers look at.

    Its snapshot is replaced as a whole; threads may share a session.
    """

    def __init__(self, workspace: "Workspace", game_id: str, choice: RunChoice) -> None:
        self.game_id = game_id
        self.choice = choice
        self._workspace = workspace
        self._maker = SnapshotMaker(workspace.project, game_id, choice)
        self._lock = threading.Lock()
        self._history: deque[Snapshot] = deque(maxlen=MAX_HISTORY)
        self._record: tuple[int, PrintRecord | None] | None = None
        self.first_faces: dict[str, tuple[str, str]] = {}
        """The printed digests of the pieces of the first snapshot that has any, by key."""

    def current(self) -> Snapshot:
        """The snapshot of the current files, made now if files have changed since the last."""
        with self._lock:
            # Inside the lock: requests that come while a snapshot is made wait for it, and find it current.
            edit = self._workspace.edit(self.game_id)
            before = self._history[-1] if self._history else None
            if before is None or before.edit != edit:
                now = self._make(edit, before)
                self._history.append(now)
                self.first_faces = self.first_faces or {piece.key: piece.printed for piece in now.pieces}
            return self._history[-1]

    @property
    def project(self) -> Project:
        """The project of its game."""
        return self._workspace.project

    def record(self, read: Callable[[], PrintRecord | None]) -> PrintRecord | None:
        """A record of a print, read again only after an edit of the game's files."""
        edit = self._workspace.edit(self.game_id)
        if self._record is None or self._record[0] != edit:
            self._record = edit, read()
        return self._record[1]

    @property
    def proof(self) -> ProofResult | None:
        """The latest proof of the game, which may be of earlier files than the snapshot."""
        return self._workspace.proof(self.game_id)

    def _make(self, edit: int, before: Snapshot | None) -> Snapshot:
        try:
            with work_fence(), self._workspace.cache.stages(self._workspace.project, self.game_id) as stages:
                return self._maker.make(stages, edit, before)
        except (LimitError, MemoryError) as error:
            message = (
                f"drawing was {limit_in_words(error)}"
                if isinstance(error, LimitError)
                else limit_in_words(error)
            )
            return self._maker.failed(edit, before, Diagnostic("out-of-budget", "error", message))
        except Exception as error:  # A bug must not end a session in which somebody works.
            _log.exception("drawing %s failed", self.game_id)
            message = f"drawing failed ({type(error).__name__}: {error}): a bug in Nineup, not in your game"
            return self._maker.failed(edit, before, Diagnostic("bug", "error", message))

    def state(self) -> str:
        """An id of the current snapshot and proof, which changes if and only if a page would."""
        proof = self.proof
        # With `boot`, because numbers begin again with each start, and a page of an
        # earlier server may still be open.
        return f"{self._workspace.boot}.{self.current().edit}.{proof.edit if proof else -1}"

    def news(self, known: str) -> News | None:
        """The changes since a state that a browser has; None if there are none."""
        now, snapshot = self.state(), self.current()
        if now == known:
            return None
        boot, _, rest = known.partition(".")
        edit = rest.partition(".")[0]
        with self._lock:
            by_edit = {str(each.edit): each for each in self._history}
        before = by_edit.get(edit) if boot == self._workspace.boot else None
        if before is None:
            return News(now, snapshot.is_stale)
        earlier = {piece.key: piece.faces for piece in before.pieces}
        changed = {p.key: p.faces for p in snapshot.pieces if earlier.get(p.key) != p.faces}
        fresh = [digest for front, back, _ in changed.values() for digest in (front, back) if digest]
        # A face that the state before had may be in the browser already.
        wanted = [digest for digest in dict.fromkeys(fresh) if digest not in before.faces][:MAX_PICTURES]
        faces = {digest: snapshot.faces[digest] for digest in wanted}
        pictures = {digest: drawn.writer.write(drawn.face).decode() for digest, drawn in faces.items()}
        return News(now, snapshot.is_stale, changed, pictures=pictures)

    def face(self, digest: str) -> DrawnFace | None:
        """A face of one of its latest snapshots."""
        with self._lock:
            history = tuple(self._history)
        # Not only of the current one: a page that was rendered a moment ago may ask for
        # faces that have just been replaced.
        return next((each.faces[digest] for each in reversed(history) if digest in each.faces), None)


class Workspace:
    """A project, its caches and its sessions. `boot` identifies this run of the server."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.cache = BuildCache()
        self.history = EditHistory(project)
        self.previews = Previews()
        self.trials = Trials()
        self.sheets = SheetShelf()
        self.sent_rows = SentRows()
        self.tray = Tray()
        self.thumbs = Thumbs()
        self.listeners = Listeners()
        self.exports = Exports(project, lambda: self.listeners.notify("exports"))
        self.boot = secrets.token_hex(4)
        self.is_closed = False
        self._lock = threading.Lock()
        self._contents: dict[str, str] = {}
        self._edits: dict[str, int] = {}
        self._all_edits = 0
        self._uncollected = 0
        self._sessions: OrderedDict[tuple[str, str], Session] = OrderedDict()
        self._proofs: dict[str, ProofResult] = {}
        self._prover = Prover(project, self._proved)

    def session(self, game_id: str, choice: RunChoice) -> Session:
        """The session of a run; the least recently used one is dropped first."""
        key = game_id, query_of(choice)
        with self._lock:
            session = self._sessions.get(key)
            if session is None:
                session = self._sessions[key] = Session(self, game_id, choice)
                if game_id not in self._proofs:
                    self._prover.want(game_id, self.edit(game_id))
            self._sessions.move_to_end(key)
            # In order of their last use (`move_to_end`), so the first one is dropped.
            if len(self._sessions) > MAX_SESSIONS:
                self._sessions.popitem(last=False)
            return session

    def face(self, digest: str) -> DrawnFace | None:
        """A face that a page may show, by its digest."""
        with self._lock:
            sessions = tuple(reversed(self._sessions.values()))
        faces = (session.face(digest) for session in sessions)
        return next((face for face in faces if face is not None), None) or self.previews.face(digest)

    def edit(self, game_id: str) -> int:
        """How many times files of a game have changed since the start."""
        return self._edits.get(game_id, 0) + self._all_edits

    def proof(self, game_id: str) -> ProofResult | None:
        """The latest proof of a game."""
        return self._proofs.get(game_id)

    def edited(self, paths: tuple[str, ...]) -> None:
        """Handles changed files: runs are drawn again when a browser asks for the news.

        A file whose content is already known is skipped: the watch also reports our own edits, and more than
        once.
        """
        with self._lock:
            games = {_game_of(path) for path in paths if not is_unfinished(Path(path)) and self._is_new(path)}
            if "" in games:
                self._all_edits += 1
            for game in games - {""}:
                self._edits[game] = self._edits.get(game, 0) + 1
            touched = {game for game, _ in self._sessions if "" in games or game in games}
        if touched:
            self.listeners.notify("files")
        for game in touched:
            self._prover.want(game, self.edit(game))
        self._collect()

    def _collect(self) -> None:
        """Collects garbage now and then: the command disables that, and a proof, which does it, waits for a
        pause.
        """
        with self._lock:
            self._uncollected += 1
            if self._uncollected < EDITS_PER_COLLECTION:
                return
            self._uncollected = 0
        gc.collect()

    def _is_new(self, path: str) -> bool:
        """Whether a file's content differs from that of the last call; always true if it can't be read."""
        try:
            now = file_digest(self.project.read(path))
        except ProjectError:
            now = ""
        before, self._contents[path] = self._contents.get(path), now
        return not now or now != before

    @contextmanager
    def watching(self, on_failure: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Follows edits of the project's files meanwhile.

        Raises what ended the watch, after calling `on_failure`.
        """
        stop, has_begun = threading.Event(), threading.Event()
        failures: list[Exception] = []

        def watch() -> None:
            try:
                for paths in edits(self.project, "cards", stop):
                    if paths:
                        self.edited(paths)
                    has_begun.set()
            except Exception as error:
                failures.append(error)
                on_failure()
            finally:
                # Also if it failed, or the server would wait for it forever.
                has_begun.set()

        watcher = threading.Thread(target=watch, name="nineup-watch", daemon=True)
        watcher.start()
        self._prover.start()
        has_begun.wait()
        try:
            yield
        finally:
            # First of all: the server waits for open requests, and a stream of
            # events is one until it is told.
            self.close()
            stop.set()
            watcher.join()
            self._prover.close()
            self.exports.close()
        if failures:
            raise failures[0]

    def close(self) -> None:
        """Ends the streams of events."""
        self.is_closed = True
        self.listeners.notify()

    def _proved(self, game_id: str, proof: ProofResult) -> None:
        self._proofs[game_id] = proof
        self.listeners.notify("files")


def _game_of(path: str) -> str:
    """The game that a file belongs to; empty for a file that several games may use."""
    parts = path.split("/")
    return parts[1] if parts[0] == "cards" and len(parts) > 2 else ""
