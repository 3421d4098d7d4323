"""The keeper of a project's caches: a process that stays alive (`watch`, `studio`, or what `nineup serve`
starts), and is asked what builds would be by the commands that its `server` runs.

The caches are those with which `watch` and the studio draw after an edit (`BuildCache`), so what one of them
has drawn, none draws again. A build that is asked for is made as it would be there, and written by the
command that asked.
"""

import gc
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import TypeVar

import msgspec

from nineup import client
from nineup.base import plugins
from nineup.base.fence import LimitError, work_fence
from nineup.base.packing import pack, unpack
from nineup.base.project import Project
from nineup.base.remembering import Answers, AskedProject, still_holds
from nineup.pipeline.builds import BuildRequest, BuiltRun, make
from nineup.pipeline.incremental import BuildCache, GameCache
from nineup.pipeline.incremental.build_cache import MAX_GAMES
from nineup.pipeline.plan import PrintOptions

PROGRAM = "import sys; sys.path[:] = sys.argv[4:]; from nineup.server import work; work()"
"""Run with this process's import path; nothing is imported from the current folder."""

BEGIN_TIME = 0.2
"""The seconds that a command waits until the keeper begins, which may be at work for another one."""

MAKE_TIME = 5.0
"""The seconds that a command waits for a build, or it makes that itself: many times what an edit takes."""

QUIET_TIME = 1.0
"""The seconds without a question after which garbage is collected."""

_BEGUN = b"."

T = TypeVar("T")


class Question(msgspec.Struct, frozen=True):
    """What a command asks: about the keeper itself, or with a `request`, what a build would be."""

    root: str
    request: BuildRequest | None = None
    options: PrintOptions = PrintOptions()


class KeeperStatus(msgspec.Struct, frozen=True):
    """What the keeper says of itself."""

    command: str
    process: int
    memory: int
    """The most bytes that it has had so far."""
    games: tuple[str, ...]
    """The games that it has built."""


class _LastBuild(msgspec.Struct, frozen=True):
    """The last build of a game, and all that the project was asked for it."""

    asked: tuple[BuildRequest, PrintOptions]
    answers: Answers
    packed: bytes


@contextmanager
def serving(
    project: Project, cache: BuildCache, command: str, idle: float = 0
) -> Iterator["SimpleQueue[bytes]"]:
    """Starts a server for a project, and answers the commands that it runs, as the keeper of a cache.

    The queue gets what the server says: READY, TAKEN, or nothing when it ends. If another process serves the
    project, this one waits until that ends. With `idle`, the server ends after so many seconds without a
    command.
    """
    said: SimpleQueue[bytes] = SimpleQueue()
    if os.name == "nt" or client.own_folder() is None:
        yield said
        return
    ours, theirs = socket.socketpair()
    words = [str(theirs.fileno()), str(idle), str(project.root), *client.import_path()]
    with ours:
        with theirs:
            server = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, *words],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C ends this process, and with it the server.
            )
        keeper = _Keeper(project, cache, command)
        thread = threading.Thread(target=keeper.answer, args=(ours, said), name="nineup-keeper", daemon=True)
        thread.start()
        try:
            yield said
        finally:
            ours.shutdown(socket.SHUT_RDWR)
            thread.join()
            server.returncode = 0  # It ends by itself, once the commands that it runs have ended.


class _Keeper:
    """Answers questions, one after the other."""

    def __init__(self, project: Project, cache: BuildCache, command: str) -> None:
        self._project, self._cache, self._command = project, cache, command
        self._is_collected = True
        self._last: dict[str, _LastBuild] = {}

    def answer(self, control: socket.socket, said: SimpleQueue[bytes]) -> None:
        """Answers until the server ends."""
        while True:
            control.settimeout(None if self._is_collected else QUIET_TIME)
            try:
                message, files, _, _ = socket.recv_fds(control, 1, 1)
            except TimeoutError:
                gc.collect()
                self._is_collected = True
                continue
            except OSError:
                message, files = b"", []
            if not files:
                said.put(message)
            if not message:
                return
            for number in files:
                with socket.socket(fileno=number) as connection, suppress(OSError, msgspec.MsgspecError):
                    connection.settimeout(BEGIN_TIME)
                    self._answer_one(connection)

    def _answer_one(self, connection: socket.socket) -> None:
        question = msgspec.msgpack.decode(client.receive(connection), type=Question)
        connection.sendall(_BEGUN)
        connection.settimeout(MAKE_TIME)
        request = question.request
        if question.root != str(self._project.root):
            client.send(connection, b"")
        elif request is None:
            client.send(connection, pack(self._status()))
        elif request.game in self._cache.games(self._project):
            client.send(connection, self._build(request, question.options))
        else:  # The command makes it faster, with all cores; what comes next finds it here.
            client.send(connection, b"")
            connection.close()
            self._build(request, question.options)

    def _build(self, request: BuildRequest, options: PrintOptions) -> bytes:
        """A build; empty if it can't be known here. Then the command makes it, and says what is wrong."""
        last, asked = self._last.pop(request.game, None), (request, options)
        if last and last.asked == asked and still_holds(self._project, last.answers):
            self._last[request.game] = last
            return last.packed
        if plugins.are_used():
            return b""
        self._is_collected = False
        project = AskedProject(self._project)
        try:
            with work_fence(), self._cache.stages(self._project, request.game) as cache:
                _drop_stale_engine(cache, self._project)
                built = make(project, request, options, stages=cache)
                answers = _all_answers(cache, project)
            if plugins.are_used():
                return b""
            packed = pack(built)
        except (LimitError, Exception):
            return b""
        if answers is not None:
            self._last[request.game] = _LastBuild(asked, answers, packed)
            if len(self._last) > MAX_GAMES:
                del self._last[next(iter(self._last))]
        return packed

    def _status(self) -> KeeperStatus:
        games = self._cache.games(self._project)
        return KeeperStatus(self._command, os.getpid(), memory=peak_memory(), games=games)


def _drop_stale_engine(cache: GameCache, project: Project) -> None:
    """Drops the engine if a file that it has read is another one now, even if the file system's clock is too
    coarse, or was set back, so that its state is the same.
    """
    if isinstance(cache.engine_project, AskedProject):
        answers = cache.engine_project.answers
        if answers is None or not still_holds(project, _of_engine(answers)):
            cache.drop_engine()


def _of_engine(answers: Answers) -> Answers:
    return {
        question: answer
        for question, answer in answers.items()
        if any(word.startswith(("layouts", "fonts")) for word in question[1:])
    }


def _all_answers(cache: GameCache, project: AskedProject) -> Answers | None:
    """All that a build depends on: what it has asked, and what its engine asked for earlier ones."""
    earlier, now = cache.engine_project, project.answers
    if now is None or not isinstance(earlier, AskedProject) or earlier.answers is None:
        return None
    return {**_of_engine(earlier.answers), **now}


def peak_memory() -> int:
    """The most memory that this process has had, in bytes."""
    import resource  # which Windows doesn't have

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def ask(question: Question, kind: type[T]) -> T | None:
    """What the keeper answers, in a copy of its server; None if this isn't one, or if it is busy."""
    control = client.keeper
    if control is None:
        return None
    ours, theirs = socket.socketpair()
    with ours, suppress(OSError, UnicodeError, msgspec.MsgspecError):
        with theirs:
            socket.send_fds(control, [_BEGUN], [theirs.fileno()])
        ours.settimeout(BEGIN_TIME)
        client.send(ours, msgspec.msgpack.encode(question))
        client.exactly(ours, len(_BEGUN))
        ours.settimeout(MAKE_TIME)
        answer = client.receive(ours)
        return unpack(answer, kind) if answer else None
    return None


def known_build(project: Project, request: BuildRequest, options: PrintOptions) -> BuiltRun | None:
    """A build that the keeper has made for this command."""
    if not project.remembers:
        return None
    options = msgspec.structs.replace(options, output=None)
    return ask(Question(str(project.root), request, options), BuiltRun)
