"""Exports, each in a separate process: the live views never wait for one, and it can be cancelled.

The process does what the command does, in the project's output folder. It reports progress while it works;
when its input ends, it stops at its next step. Files appear completely or not at all, even if the server
ends.
"""

import itertools
import os
import pickle
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import msgspec
from nineup import pipeline
from nineup.base import (
    Diagnostic,
    Findings,
    LimitError,
    Project,
    ProjectError,
    Status,
    leave,
    limit_in_words,
    raise_fence,
)
from nineup.changes import reprint
from nineup.pipeline import (
    APPENDIX_FORMATS,
    AppendixRequest,
    BuildResult,
    OutputFile,
    PrintOptions,
    RunChoice,
    build_appendix,
)
from nineup_export import ExportRequest, target_named
from nineup_export import export as export_to

MAX_JOBS = 12
"""The number of exports listed; the oldest finished one is dropped first."""

PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from nineup_studio.live.exporting import work; work()"

JobKind = Literal["sheets", "changed", "appendix", "export"]
KINDS: tuple[JobKind, ...] = get_args(JobKind)

JobState = Literal["running", "done", "failed", "cancelled"]


class JobRequest(msgspec.Struct, frozen=True):
    """What to export: a run of a game as sheets, sheets of the changes since a print, the appendix, or
    the files of a target.
    """

    game: str
    kind: JobKind
    choice: RunChoice
    printing: PrintOptions = PrintOptions()
    since: str | None = None
    restyled: bool = False
    to: str = ""
    """The name of a target."""
    given: Mapping[str, str] = {}
    """The values of its settings, as texts."""
    formats: tuple[str, ...] = APPENDIX_FORMATS[:3]


class WrittenFile(NamedTuple):
    """A file by its path in the project, or a folder by its path with a slash; `pages` and `pieces`
    of a PDF.
    """

    path: str
    pages: int = 0
    pieces: int = 0


class ExportOutcome(NamedTuple):
    """The files and findings of an export."""

    files: tuple[WrittenFile, ...]
    findings: tuple[Diagnostic, ...]
    is_done: bool
    remark: str = ""


class JobProgress(NamedTuple):
    """What an export is working on; `done` of `total` steps are finished."""

    what: str
    done: int
    total: int


class Job(msgspec.Struct, frozen=True):
    """An export and its progress."""

    id: int
    request: JobRequest
    state: JobState = "running"
    progress: JobProgress = JobProgress("starting", 0, 1)
    outcome: ExportOutcome | None = None


class BusyError(Exception):
    """Another export is already running."""


class Exports:
    """The exports of a project, one at a time. Threads may share it."""

    def __init__(self, project: Project, notify: Callable[[], None] = lambda: None) -> None:
        self._notify = notify
        self.printed: dict[int, str] = {}
        """The files of records made from the sheets of exports, by the exports' ids."""
        self._project = project
        self._lock = threading.Lock()
        self._jobs: OrderedDict[int, Job] = OrderedDict()
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._is_cancelled = False

    def jobs(self, game: str) -> tuple[Job, ...]:
        """The exports of a game, latest first."""
        with self._lock:
            return tuple(job for job in reversed(self._jobs.values()) if job.request.game == game)

    def wrote(self, path: str) -> bool:
        """Whether one of the listed exports wrote this file."""
        with self._lock:
            outcomes = [job.outcome for job in self._jobs.values() if job.outcome]
        return any(path == file.path for outcome in outcomes for file in outcome.files)

    def refuse(self, request: JobRequest, findings: Findings) -> None:
        """Lists an export that can't be started, with the reasons."""
        with self._lock:
            job = Job(
                next(self._numbers), request, "failed", outcome=ExportOutcome((), tuple(findings), False)
            )
            self._keep(job)
        self._notify()

    def start(self, request: JobRequest) -> None:
        """Starts an export. Raises BusyError while another one runs."""
        with self._lock:
            if any(job.state == "running" for job in self._jobs.values()):
                raise BusyError
            words = [sys.executable, "-I", "-c", PROGRAM, *filter(None, sys.path)]
            # In a separate session, so that Ctrl-C only reaches the server.
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
            self._is_cancelled = False
            job = Job(next(self._numbers), request)
            self._keep(job)
            name = f"nineup-export-{job.id}"
            self._thread = threading.Thread(
                target=self._follow, args=(job, self._process), name=name, daemon=True
            )
        self._thread.start()
        self._notify()

    def cancel(self, id: int) -> None:
        """Asks a running export to stop, which it does at its next step."""
        with self._lock:
            job = self._jobs.get(id)
            if job is None or job.state != "running" or self._process is None or self._is_cancelled:
                return
            self._is_cancelled = True
            self._jobs[id] = msgspec.structs.replace(job, progress=JobProgress("cancelling", 0, 1))
            _end_input(self._process)
        self._notify()

    def close(self) -> None:
        """Stops the running export, if any, and waits for its process."""
        with self._lock:
            running = [job.id for job in self._jobs.values() if job.state == "running"]
            thread = self._thread
        for id in running:
            self.cancel(id)
        if thread is not None:
            thread.join()

    def _keep(self, job: Job) -> None:
        self._jobs[job.id] = job
        ended = [id for id, each in self._jobs.items() if each.state != "running"]
        for id in ended[: max(0, len(self._jobs) - MAX_JOBS)]:
            del self._jobs[id]

    def _change(self, id: int, **changed: object) -> None:
        with self._lock:
            if id in self._jobs:
                self._jobs[id] = msgspec.structs.replace(self._jobs[id], **changed)
        self._notify()

    def _follow(self, job: Job, process: subprocess.Popen[bytes]) -> None:
        """Receives what the process sends until it ends."""
        assert process.stdin is not None
        assert process.stdout is not None
        outcome = None
        try:
            pickle.dump((str(self._project.root), job.request), process.stdin)
            process.stdin.flush()
        except (OSError, ValueError):
            pass  # It has ended, or was already cancelled.
        while (message := _received(process)) is not None:
            if isinstance(message, JobProgress):
                if not self._is_cancelled:
                    self._change(job.id, progress=message)
            else:
                outcome = message
        process.stdout.close()
        status = process.wait()
        with self._lock:
            _end_input(process)
            self._process = None
        if outcome is None and self._is_cancelled:
            self._change(job.id, state="cancelled", outcome=ExportOutcome((), (), False))
            return
        if outcome is None:
            why = f"the export ended with status {status}: a bug in Nineup, not in your game"
            outcome = ExportOutcome((), (Diagnostic("bug", "error", why),), False)
        self._change(job.id, state="done" if outcome.is_done else "failed", outcome=outcome)


def _end_input(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None and not process.stdin.closed:
        with suppress(OSError):  # The process may have ended.
            process.stdin.close()


def _received(process: subprocess.Popen[bytes]) -> JobProgress | ExportOutcome | None:
    """The next message of the process; None at its end."""
    assert process.stdout is not None
    try:
        message = pickle.load(process.stdout)
    except (EOFError, pickle.UnpicklingError):
        return None
    assert isinstance(message, JobProgress | ExportOutcome)
    return message


# In the process.


class _CancelledError(BaseException):
    """The input has ended."""


def work() -> None:
    """The main function of the process: reads a project's folder and a request, writes progress and the
    outcome, and ends.
    """
    raise_fence()
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # Nothing else may write to it.
    root, request = pickle.load(sys.stdin.buffer)
    is_cancelled = threading.Event()
    threading.Thread(target=_wait_for_end, args=(is_cancelled,), daemon=True).start()

    def progress(what: str, done: int, total: int) -> None:
        if is_cancelled.is_set():
            raise _CancelledError
        pickle.dump(JobProgress(what, done, total), out)
        out.flush()

    try:
        outcome = export(Project(Path(root)), request, progress)
    except _CancelledError:
        return
    pickle.dump(outcome, out)
    out.flush()
    leave()


def _wait_for_end(ended: threading.Event) -> None:
    # Not through `sys.stdin`, whose lock a thread would hold when the interpreter ends.
    while os.read(sys.stdin.fileno(), 1024):
        pass
    ended.set()


def export(project: Project, request: JobRequest, progress: pipeline.Progress) -> ExportOutcome:
    """Runs the request as the command would."""
    findings = Findings()
    try:
        result, remark = _EXPORTS[request.kind](project, request, findings, progress)
    except (LimitError, MemoryError) as error:
        findings.append(Diagnostic("out-of-budget", "error", limit_in_words(error), about="request"))
        result, remark = BuildResult(status=Status.SYSTEM_ERROR), ""
    except ProjectError as error:
        findings.append(Diagnostic("picture-broken", "error", str(error), about="request"))
        result, remark = BuildResult(status=Status.SYSTEM_ERROR), ""
    except OSError as error:
        message = f"can't write `{error.filename}`: {error.strerror}"
        findings.append(Diagnostic("cannot-write", "error", message, about="request"))
        result, remark = BuildResult(status=Status.SYSTEM_ERROR), ""
    named = tuple(finding._replace(game=request.game) for finding in findings)
    files = [WrittenFile(_relative(project, file.path), file.pages, file.pieces) for file in result.written]
    return ExportOutcome(tuple(files), named, result.status is Status.DONE, remark=remark)


def _relative(project: Project, path: Path) -> str:
    """A path in the project; a folder's ends with a slash."""
    return path.relative_to(project.root).as_posix() + ("/" if path.is_dir() else "")


def _sheets(
    project: Project, request: JobRequest, findings: Findings, progress: pipeline.Progress
) -> tuple[BuildResult, str]:
    return pipeline.build(
        project, request.game, request.choice, options=request.printing, findings=findings, progress=progress
    ), ""


def _changed(
    project: Project, request: JobRequest, findings: Findings, progress: pipeline.Progress
) -> tuple[BuildResult, str]:
    old = reprint.find_record(project, request.game, request.since, findings=findings)
    if old is None:
        return BuildResult(status=findings.status), ""
    changed = reprint.build_changed(
        project,
        old,
        request.choice,
        printing=request.printing,
        restyled=request.restyled,
        findings=findings,
        progress=progress,
    )
    left_out = f"; {changed.left_out} only restyled, left out" if changed.left_out else ""
    if changed.moves or changed.outcome.status is not Status.DONE:
        return changed.outcome, f"since {changed.since}{left_out}"
    return changed.outcome, f"nothing has changed since {changed.since}{left_out}"


def _export(
    project: Project, request: JobRequest, findings: Findings, progress: pipeline.Progress
) -> tuple[BuildResult, str]:
    target = target_named(request.to)
    assert target is not None, "the view refuses unknown targets"
    asked = ExportRequest(target, target.values(request.given), request.choice, printing=request.printing)
    result = export_to(project, request.game, asked, findings=findings, progress=progress)
    archive = (OutputFile(result.archive),) if result.files else ()
    written = (*archive, *(OutputFile(result.folder / name) for name in result.files))
    return BuildResult(written, result.status), "; ".join(dict.fromkeys(result.remarks.values()))


def _appendix(
    project: Project, request: JobRequest, findings: Findings, progress: pipeline.Progress
) -> tuple[BuildResult, str]:
    asked = AppendixRequest(request.formats)
    result = build_appendix(
        project,
        request.game,
        request.choice,
        print_options=request.printing,
        request=asked,
        findings=findings,
        progress=progress,
    )
    return result, ""


_EXPORTS: dict[JobKind, Callable[..., tuple[BuildResult, str]]] = {
    "sheets": _sheets,
    "changed": _changed,
    "appendix": _appendix,
    "export": _export,
}
