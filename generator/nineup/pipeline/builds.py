"""The builds of one command: each made, or taken from the user's cache if its files say what they said then.

A cold build of several games divides them: each is made in memory by whichever process is free, and written
here, in order, as if one had been made after the other. What makes them is imported if one is made.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from nineup.base.diagnostics import Diagnostic, Findings, Status
from nineup.base.processes import divided
from nineup.base.project import Project
from nineup.base.reading import walk
from nineup.base.remembering import Answers, AskedProject, keep, recall
from nineup.base.store import MAX_ENTRY
from nineup.pipeline.finishing import is_finished
from nineup.pipeline.plan import PrintOptions, RunChoice, make_plan, output_folder
from nineup.pipeline.publish import BuildResult, ReadyRun, publish_ready

if TYPE_CHECKING:
    from nineup.pipeline.run_files import Progress
    from nineup.pipeline.stages import Stages
    from nineup.write import Contents

MOST_ART = 16 * 1024 * 1024
"""The size of a game's layouts and pictures up to which its files are passed from one process to another."""


class BuildRequest(msgspec.Struct, frozen=True):
    """A run of a game."""

    game: str
    choice: RunChoice


class BuiltRun(msgspec.Struct, frozen=True):
    """What a build makes before it writes: as it is kept, and passed between processes."""

    findings: tuple[Diagnostic, ...]
    status: Status
    ready: ReadyRun | None
    """None after errors."""
    contents: dict[str, bytes]


def make(project: Project, request: BuildRequest, options: PrintOptions, stages: Stages) -> BuiltRun:
    """Makes a build, and writes nothing. Raises what `build` raises."""
    from nineup.pipeline.building import build

    findings, copy = Findings(), _Copy(most=inf)
    result = build(
        project,
        request.game,
        request.choice,
        options=options,
        findings=findings,
        progress=lambda what, done, total: None,
        stages=stages,
        publish=copy.take,
    )
    return BuiltRun(tuple(findings), result.status, ready=copy.ready, contents=copy.contents())


class Builds:
    """Builds runs of a project's games with the same options."""

    def __init__(
        self,
        project: Project,
        options: PrintOptions,
        processes: int,
        ask: Callable[[BuildRequest, PrintOptions], BuiltRun | None] = lambda request, options: None,
    ) -> None:
        """`ask` knows some builds that needn't be made."""
        self._project = project
        self._ask = ask
        self._options = options
        self._processes = processes
        self._waiting: dict[int, tuple[BuiltRun, Answers | None]] = {}
        """Builds that are made, or known, and not yet written, by the identity of their requests."""

    def make_apart(self, requests: Sequence[BuildRequest]) -> None:
        """Makes those that aren't known, each in the process that is free; what follows writes them."""
        if min(self._processes, len(requests)) < 2:
            return
        light = [each for each in requests if self._is_light(each.game)]
        for each in light:
            if known := self._known(each):
                self._waiting[id(each)] = known, None
        new = [each for each in light if id(each) not in self._waiting]
        if new:  # What is imported now, the copies of this process have, too.
            import nineup.pipeline.building
            import nineup.pipeline.divided  # noqa: F401
        # With the longest first, all processes end at about the same time.
        new.sort(key=lambda each: -self._size(f"cards/{each.game}"))
        builds = divided(lambda number: self._try(new[number]), len(new), self._processes)
        self._waiting |= {id(each): built for each, built in zip(new, builds, strict=True) if built}

    def build(self, request: BuildRequest, findings: Findings, progress: Progress) -> BuildResult:
        """Builds a run, as `building.build`."""
        built, answers = self._waiting.pop(id(request), None) or (self._known(request), None)
        output = self._output()
        if built is None or output is None:
            return self._build(request, findings, progress)
        findings.extend(built.findings)
        result = BuildResult(status=built.status)
        if built.ready:
            result = publish_ready(built.ready, built.contents, output)
        keep(self._project, self._what(request), answers, result=built)
        return result

    def _build(self, request: BuildRequest, findings: Findings, progress: Progress) -> BuildResult:
        from nineup.pipeline.building import build

        project, copy, before = AskedProject(self._project), _Copy(), len(findings)
        result = build(
            project,
            request.game,
            request.choice,
            options=self._options,
            findings=findings,
            progress=progress,
            stages=self._stages(self._processes),
            publish=copy.publish,
        )
        if copy.is_whole:
            built = BuiltRun(
                tuple(findings[before:]), result.status, ready=copy.ready, contents=copy.contents()
            )
            keep(self._project, self._what(request), project.answers, result=built)
        return result

    def _try(self, request: BuildRequest) -> tuple[BuiltRun, Answers | None] | None:
        """A build that isn't written; None if it fails, which it will again when it is its turn."""
        project = AskedProject(self._project)
        with suppress(Exception):
            return make(project, request, self._options, stages=self._stages(1)), project.answers
        return None

    def _stages(self, processes: int) -> Stages:
        # Faces that are altered for printing must keep their drawings.
        plan = make_plan(self._project, self._options, Findings())
        if plan is None or not is_finished(plan):
            from nineup.pipeline.divided import DividedStages

            return DividedStages(processes)
        from nineup.pipeline.stages import Stages

        return Stages()

    def _known(self, request: BuildRequest) -> BuiltRun | None:
        return self._ask(request, self._options) or recall(self._project, self._what(request), BuiltRun)

    def _what(self, request: BuildRequest) -> tuple[str, ...]:
        options = msgspec.structs.replace(self._options, output=None)
        return ("build", request.game, repr(request.choice), repr(options))

    def _output(self) -> Path | None:
        """The folder that builds are written to now; None after an error, which a build reports."""
        if self._options.output:
            return self._options.output
        named = recall(self._project, ("output",), str)
        if named is None:
            from nineup.files import read_settings

            settings = read_settings(asked := AskedProject(self._project), Findings())
            if settings is None:
                return None
            named = settings.output or ""
            keep(self._project, ("output",), asked.answers, result=named)
        return output_folder(self._project, named, Findings())

    def _is_light(self, game: str) -> bool:
        return self._size(f"layouts/{game}") <= MOST_ART

    def _size(self, folder: str) -> int:
        """The size of all files below a folder of the project, in bytes."""
        size = 0
        for top, _, files in walk(self._project.root / folder):
            for name in files:
                with suppress(OSError):  # Removed since it was listed.
                    size += os.lstat(os.path.join(top, name)).st_size
        return size


class _Copy:
    """Has a copy of a run and of what is written of it, if that isn't too large."""

    def __init__(self, most: float = MAX_ENTRY) -> None:
        self.ready: ReadyRun | None = None
        self.is_whole = True
        self._left = most
        self._portions: dict[str, list[bytes]] = {}

    def contents(self) -> dict[str, bytes]:
        return {name: b"".join(portions) for name, portions in self._portions.items()}

    def publish(self, ready: ReadyRun, contents: Mapping[str, Contents], output: Path) -> BuildResult:
        """Publishes a run."""
        self._begin(ready)
        copied = {name: self._copied(name, data) for name, data in contents.items()}
        return publish_ready(ready, copied, output)

    def take(self, ready: ReadyRun, contents: Mapping[str, Contents], output: Path) -> BuildResult:
        """Writes nothing."""
        self._begin(ready)
        for name, data in contents.items():
            deque(self._copied(name, data), maxlen=0)
        return BuildResult(status=ready.status)

    def _begin(self, ready: ReadyRun) -> None:
        self.ready = ready
        self._portions = {}  # A build may begin again.

    def _copied(self, name: str, contents: Contents) -> Iterator[bytes]:
        portions = self._portions[name] = list[bytes]()
        for portion in [contents] if isinstance(contents, bytes) else contents:
            self._left -= len(portion)
            if self._left >= 0:
                portions.append(portion)
            elif self.is_whole:
                self.is_whole = False
                self._portions.clear()
            yield portion
