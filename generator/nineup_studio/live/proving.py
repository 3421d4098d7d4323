"""The complete proof of a game (`check`), made in a separate process, so that it never slows down typing.

The process stays for the next proof, which then begins at once; an edit of a game that it is proving ends it.
It also ends after a proof by a plug-in, whose code may change, or one that was too much for it.
"""

import gc
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import msgspec
from nineup.base import (
    Diagnostic,
    Findings,
    LimitError,
    Project,
    ProjectError,
    leave,
    limit_in_words,
    plugins,
    raise_fence,
    renew_fence,
)
from nineup.pipeline import GameMemory, check
from nineup.rules import Proved

QUIET_TIME = 0.6
"""The seconds without an edit after which a game is proved."""


PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from nineup_studio.live.proving import work; work()"
"""Run with this process's import path; nothing is imported from the current folder."""


class ProofAnswer(msgspec.Struct, frozen=True):
    """What a process answers."""

    findings: tuple[Diagnostic, ...]
    proved: Proved | None
    is_last: bool = True
    """Whether the process ends with this answer."""


class ProofResult(msgspec.Struct, frozen=True):
    """The result of `check` for a game after an edit."""

    edit: int
    findings: tuple[Diagnostic, ...]
    proved: Proved | None
    seconds: float


class Prover:
    """Proves games one after another, in a thread that waits for a process."""

    def __init__(self, project: Project, publish: Callable[[str, ProofResult], None]) -> None:
        self._project = project
        self._publish = publish
        self._changed = threading.Condition()
        self._wanted: dict[str, tuple[int, float]] = {}
        """For each game to be proved, the edit, and when."""
        self._process: subprocess.Popen[bytes] | None = None
        self._game = ""
        """The game that the process is proving."""
        self._is_ended = False
        """Whether the process was stopped, so that its answer is discarded."""
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="nineup-prover", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def want(self, game: str, edit: int) -> None:
        """Proves a game once its files have been unchanged for a while; a running proof of it is stopped."""
        with self._changed:
            self._wanted[game] = edit, time.monotonic() + QUIET_TIME
            if self._game == game:
                self._end()
            self._changed.notify()

    def close(self) -> None:
        """Stops the thread and its process."""
        with self._changed:
            self._is_closed = True
            self._end()
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()
        if self._process is not None:
            self._process.communicate()

    def _end(self) -> None:
        """Stops the process, if any; must be called with the lock held."""
        if self._process is not None:
            self._is_ended = True
            self._process.kill()

    def _run(self) -> None:
        while (task := self._next()) is not None:
            game, edit = task
            gc.collect()  # The command disables garbage collection; here nobody is waiting.
            started = time.perf_counter()
            answer = self._prove(game)
            if answer is not None:
                seconds = time.perf_counter() - started
                self._publish(game, ProofResult(edit, answer.findings, answer.proved, seconds=seconds))

    def _next(self) -> tuple[str, int] | None:
        """The next game whose files have been unchanged long enough, and its edit; None at the end."""
        with self._changed:
            while not self._is_closed:
                if not self._wanted:
                    self._changed.wait()
                    continue
                game, (edit, when) = min(self._wanted.items(), key=lambda item: item[1][1])
                if (left := when - time.monotonic()) <= 0:
                    del self._wanted[game]
                    return game, edit
                self._changed.wait(left)
        return None

    def _prove(self, game: str) -> ProofAnswer | None:
        """The answer of the process; None if it was stopped."""
        with self._changed:
            if self._is_closed:
                return None
            process = self._process = self._process or _started()
            if process.poll() is not None:  # Something else has ended it.
                process.communicate()
                process = self._process = _started()
            self._game, self._is_ended = game, False
        answer: ProofAnswer | None = None
        with suppress(OSError, EOFError, pickle.UnpicklingError):  # It has ended, perhaps amid its answer.
            assert process.stdin is not None
            assert process.stdout is not None
            pickle.dump((str(self._project.root), self._project.remembers, game), process.stdin)
            process.stdin.flush()
            answer = pickle.load(process.stdout)
        with self._changed:
            self._game = ""
            if answer is None or answer.is_last or self._is_ended:
                self._process = None
        if self._process is None:
            with suppress(OSError):
                process.communicate()
        if self._is_ended:
            return None
        if answer is None:
            message = f"the proof ended with status {process.returncode}: a bug in Nineup, not in your game"
            return ProofAnswer((Diagnostic("bug", "error", message),), None)
        return answer


def _started() -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-I", "-c", PROGRAM, *filter(None, sys.path)]
    # In a separate session, so that Ctrl-C only reaches the server.
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)


def work() -> NoReturn:
    """The main function of the process: reads requests, a project's folder and a game each, and writes the
    results of `check`, until no more come.
    """
    gc.disable()  # Garbage is collected while nobody waits.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What a plug-in prints is no answer.
    raise_fence(for_pieces=True)
    proved, memory = None, GameMemory()
    with suppress(EOFError):
        while True:
            root, remembers, game = pickle.load(sys.stdin.buffer)
            renew_fence()
            if proved != (root, game):
                proved, memory = (root, game), GameMemory()
            answer = _proved(Project(Path(root), remembers=remembers), game, memory)
            pickle.dump(answer, answers)
            answers.flush()
            if answer.is_last:
                break
            gc.collect()
    leave()


def _proved(project: Project, game: str, memory: GameMemory) -> ProofAnswer:
    findings = Findings()
    try:
        proved = check(project, game, findings, memory=memory)
    except (LimitError, MemoryError) as error:
        findings.append(Diagnostic("out-of-budget", "error", limit_in_words(error)))
    except ProjectError as error:
        findings.append(Diagnostic("picture-broken", "error", str(error)))
    else:
        return ProofAnswer(tuple(findings), proved, is_last=plugins.are_used())
    return ProofAnswer(tuple(findings), None)
