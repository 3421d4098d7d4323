"""`nineup watch`: rebuild a game after each edit of its files, until Ctrl-C."""

import gc
import signal
import time
from collections.abc import Collection
from contextlib import suppress

import click

from nineup import pipeline
from nineup.base.diagnostics import Diagnostic, Findings, Status, few
from nineup.base.fence import LimitError, limit_in_words, work_fence
from nineup.base.project import Project, ProjectError
from nineup.cli.common import find_project, quantity, report_findings, resolve_game
from nineup.cli.flags import print_options, run_options
from nineup.cli.keeper import serving
from nineup.cli.printing import say
from nineup.pipeline import incremental

MAX_LISTED = 3
"""The number of changed files that are named."""


@click.command("watch")
@click.argument("game", metavar="[GAME]", required=False)
@run_options
@print_options
@click.pass_context
def command(
    context: click.Context, game: str | None, choice: pipeline.RunChoice, printing: pipeline.PrintOptions
) -> None:
    """Build GAME now and after each edit, until Ctrl-C. Writes the same files as `build`."""
    project = find_project(context)
    game = resolve_game(project, game)
    builder = _Rebuilder(project, game, choice, printing=printing)
    with suppress(KeyboardInterrupt), serving(project, builder.cache, "nineup watch"):
        for changed in incremental.edits(project, f"cards/{game}"):
            builder.build(changed)


def _collect() -> None:
    """Collects garbage. A Ctrl-C meanwhile is raised afterward: in an object's finalizer it would be lost."""
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        gc.collect()
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupts:
        raise KeyboardInterrupt


class _Rebuilder:
    """Builds a game repeatedly and reports what is new."""

    def __init__(
        self, project: Project, game: str, choice: pipeline.RunChoice, printing: pipeline.PrintOptions
    ) -> None:
        self._project, self._game = project, game
        self._choice, self._printing = choice, printing
        self.cache = incremental.BuildCache()
        self._notes: set[tuple[str, str]] = set()
        """The code and message of each note of the last build."""

    def build(self, changed: Collection[str]) -> None:
        """Builds the game, and reports the changed files, the findings except known notes, and the time
        taken.
        """
        try:
            self._build(changed)
        finally:
            _collect()  # Between builds, when nobody is waiting; also after one that ran out of memory.

    def _build(self, changed: Collection[str]) -> None:
        if changed:
            say(f"changed: {few(changed, MAX_LISTED)}")
        started = time.perf_counter()
        findings = Findings()
        try:
            with work_fence(), self.cache.stages(self._project, self._game) as stages:
                result = pipeline.build(
                    self._project,
                    self._game,
                    self._choice,
                    options=self._printing,
                    findings=findings,
                    progress=lambda *_: None,
                    stages=stages,
                )
        except (LimitError, MemoryError) as error:
            say(
                f"{self._game}: nothing written: {limit_in_words(error)} (--no-limits lifts the limits)",
                err=True,
            )
            return
        except ProjectError as error:  # A picture was saved while it was printed: that edit comes next.
            say(f"{self._game}: nothing written: {error}", err=True)
            return
        milliseconds = (time.perf_counter() - started) * 1000
        shown = self._without_known_notes(findings)
        report_findings(self._project, shown, game=self._game, language=self._choice.language)
        pages = quantity(sum(file.pages for file in result.written), "page")
        is_written = result.status is Status.DONE or result.written
        say(
            f"{self._game}: {pages} in {milliseconds:.0f} ms"
            if is_written
            else f"{self._game}: nothing written"
        )

    def _without_known_notes(self, findings: Findings) -> Findings:
        known = self._notes
        self._notes = {_key(finding) for finding in findings if finding.severity == "note"}
        return Findings(f for f in findings if f.severity != "note" or _key(f) not in known)


def _key(finding: Diagnostic) -> tuple[str, str]:
    return finding.code, finding.message
