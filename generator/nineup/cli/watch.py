"""`nineup watch`: keep running, and rebuild a game after each edit of its files."""

import gc
import os
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import click

from nineup import pipeline
from nineup.cli.common import find_project, quantity, report_findings, resolve_games
from nineup.cli.flags import print_options, run_options
from nineup.diagnostics import Diagnostic, Findings, Status
from nineup.incremental import BuildCache
from nineup.project import Project
from nineup.settings import FILE

SETTLE_TIME = 20
"""Milliseconds without another edit after which the last one counts as finished."""

POLL_TIME = 100
"""Milliseconds after which the watch reports that nothing changed; the first build waits for the first such report."""

MAX_WAIT = 400
"""Milliseconds after which edits that don't settle are built anyway."""

MAX_LISTED = 3
"""Changed files that are named."""


@click.command("watch")
@click.argument("game")
@run_options
@print_options
@click.pass_context
def command(
    context: click.Context, game: str, choice: pipeline.RunChoice, printing: pipeline.PrintOptions
) -> None:
    """Build GAME now and after each edit, until Ctrl-C. Writes the same files as `build`."""
    project = find_project(context)
    resolve_games(project, [game])
    builder = _Builder(project, game, choice, printing)
    with suppress(KeyboardInterrupt):
        for changed in edits(project, game):
            builder.build(changed)


def edits(project: Project, game: str) -> Iterator[tuple[str, ...]]:
    """Files of the game, the layouts, fonts or settings that changed, each time some did: paths in the project.

    First comes an empty tuple, once the watch has begun, so that no edit is missed during the first build. Each folder
    is watched separately, so that files outside the project cost nothing; when folders come or go, the watch restarts.
    """
    from watchfiles import Change, DefaultFilter, watch

    parts = [project.root / name for name in (f"cards/{game}", "layouts", "fonts", FILE)]
    default_filter = DefaultFilter()

    def is_ours(change: Change, path: str) -> bool:
        return default_filter(change, path) and any(Path(path).is_relative_to(part) for part in parts)

    changed: set[str] = set()
    while True:
        folders = _folders(project, parts)
        has_begun = False
        with suppress(FileNotFoundError):  # A folder was removed while the watch began.
            for changes in watch(
                *folders,
                watch_filter=is_ours,
                recursive=False,
                step=SETTLE_TIME,
                debounce=MAX_WAIT,
                rust_timeout=POLL_TIME,
                yield_on_timeout=True,
            ):
                touched = {path for _, path in changes}
                changed |= touched
                if touched and (folders != _folders(project, parts) or not touched.isdisjoint(folders)):
                    break
                if touched or not has_begun:
                    has_begun = True
                    yield tuple(sorted(Path(path).relative_to(project.root).as_posix() for path in changed))
                    changed.clear()


def _folders(project: Project, parts: Iterable[Path]) -> set[str]:
    """The folders in some parts of a project, and those in which a part may yet appear."""
    found = {str(project.root), str(project.root / "cards")}
    return found.union(folder for part in parts for folder, _, _ in os.walk(part))


class _Builder:
    """Builds a game again and again, reporting what is new."""

    def __init__(
        self, project: Project, game: str, choice: pipeline.RunChoice, printing: pipeline.PrintOptions
    ) -> None:
        self._project, self._game = project, game
        self._choice, self._printing = choice, printing
        self._cache = BuildCache()
        self._notes: set[tuple[str, str]] = set()
        """The code and message of each note that the last build gave."""

    def build(self, changed: Collection[str]) -> None:
        """Builds the game, and reports the changed files, the findings except known notes, and the time it took."""
        if changed:
            click.echo(f"changed: {_listed(changed)}")
        started = time.perf_counter()
        findings = Findings()
        with self._cache.stages(self._project, self._game) as stages:
            result = pipeline.build(
                self._project, self._game, self._choice, self._printing, findings, lambda *_: None, stages
            )
        milliseconds = (time.perf_counter() - started) * 1000
        report_findings(self._project, self._without_known_notes(findings))
        pages = quantity(sum(file.pages for file in result.written), "page")
        is_written = result.status is Status.DONE or result.written
        click.echo(
            f"{self._game}: {pages} in {milliseconds:.0f} ms"
            if is_written
            else f"{self._game}: nothing written"
        )
        gc.collect()  # Between builds, when nobody waits.

    def _without_known_notes(self, findings: Findings) -> Findings:
        known = self._notes
        self._notes = {_key(finding) for finding in findings if finding.severity == "note"}
        return Findings(f for f in findings if f.severity != "note" or _key(f) not in known)


def _key(finding: Diagnostic) -> tuple[str, str]:
    return finding.code, finding.message


def _listed(paths: Collection[str]) -> str:
    first, more = list(paths)[:MAX_LISTED], len(paths) - MAX_LISTED
    return f"{', '.join(first)} and {more} more" if more > 0 else ", ".join(first)
