"""The complete proof of a game (`check`), made in a separate process that an edit stops, so that it never
slows down typing.
"""

import gc
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
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
    raise_fence,
)
from nineup.pipeline import check
from nineup.rules import Proved

QUIET_TIME = 0.6
"""The seconds without an edit after which a game is proved."""


PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from nineup_studio.live.proving import work; work()"
"""Run with this process's import path; nothing is imported from the current folder."""

ProofAnswer = tuple[tuple[Diagnostic, ...], Proved | None]


class ProofResult(msgspec.Struct, frozen=True):
    """The result of `check` for a game after an edit."""

    edit: int
    findings: tuple[Diagnostic, ...]
    proved: Proved | None
    seconds: float


class Prover:
    """Proves games one after another, in a thread that waits for processes."""

    def __init__(self, project: Project, publish: Callable[[str, ProofResult], None]) -> None:
        self._project = project
        self._publish = publish
        self._changed = threading.Condition()
        self._wanted: dict[str, tuple[int, float]] = {}
        """For each game to be proved, the edit, and when."""
        self._process: subprocess.Popen[bytes] | None = None
        self._game = ""
        self._is_ended = False
        """Whether the running process was stopped, so that its answer is discarded."""
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

    def _end(self) -> None:
        """Stops the running process, if any; must be called with the lock held."""
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
                findings, proved = answer
                self._publish(
                    game, ProofResult(edit, findings, proved, seconds=time.perf_counter() - started)
                )

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
        words = [sys.executable, "-I", "-c", PROGRAM, *filter(None, sys.path)]
        with self._changed:
            if self._is_closed:
                return None
            # In a separate session, so that Ctrl-C only reaches the server.
            process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
            self._process, self._game, self._is_ended = process, game, False
        answered, _ = process.communicate(
            pickle.dumps((str(self._project.root), self._project.remembers, game))
        )
        with self._changed:
            self._process = None
            if self._is_ended:
                return None
        if process.returncode:
            message = f"the proof ended with status {process.returncode}: a bug in Nineup, not in your game"
            return (Diagnostic("bug", "error", message),), None
        answer: ProofAnswer = pickle.loads(answered)
        return answer


def work() -> NoReturn:
    """The main function of the process: reads a project's folder and a game, writes the result of `check`,
    and ends.
    """
    root, remembers, game = pickle.load(sys.stdin.buffer)
    findings = Findings()
    raise_fence()
    proved = None
    try:
        proved = check(Project(Path(root), remembers=remembers), game, findings)
    except (LimitError, MemoryError) as error:
        findings.append(Diagnostic("out-of-budget", "error", limit_in_words(error)))
    except ProjectError as error:
        findings.append(Diagnostic("picture-broken", "error", str(error)))
    sys.stdout.buffer.write(pickle.dumps((tuple(findings), proved)))
    leave()
