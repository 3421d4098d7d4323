"""`nineup watch`: stay, and build a game anew after each edit of its files."""

import gc
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import click

from nineup import pipeline
from nineup.cli.common import find_project, quantity, report_findings, resolve_games
from nineup.cli.flags import run_options
from nineup.diagnostics import Findings, Status
from nineup.incremental import BuildCache
from nineup.project import Project
from nineup.settings import FILE

SETTLED = 20
"""Milliseconds without a further edit after which the last one counts as done."""

ROUND = 100
"""Milliseconds that one look for edits takes; the first build waits for the first."""

LONGEST = 400
"""Milliseconds that edits which don't settle are waited for."""


@click.command("watch")
@click.argument("game")
@run_options
@click.option("-o", "--output", metavar="DIR", help="Instead of output/.")
@click.pass_context
def command(context: click.Context, game: str, choice: pipeline.RunChoice, output: str | None) -> None:
    """Build GAME now and after each edit, until Ctrl-C; the files are those that `build` would write."""
    project = find_project(context)
    resolve_games(project, [game])
    printing = pipeline.PrintOptions(output=Path(output) if output else None)
    memory = BuildCache()
    with suppress(KeyboardInterrupt):
        for _ in edits(project, game):
            _build(project, game, choice, printing, memory)


def edits(project: Project, game: str) -> Iterator[None]:
    """One to begin with, and one for each time that files of the game, layouts, fonts or settings were written.

    The first comes when the watch has begun, so that no edit is missed while one builds. Each folder is watched by
    itself, so that what is no part of the project costs nothing; when folders come or go, the watch begins anew.
    """
    from watchfiles import Change, DefaultFilter, watch

    parts = [project.root / name for name in (f"cards/{game}", "layouts", "fonts", FILE)]
    noise = DefaultFilter()

    def ours(change: Change, path: str) -> bool:
        return noise(change, path) and any(Path(path).is_relative_to(part) for part in parts)

    while True:
        folders = _folders(project, parts)
        begun = False
        with suppress(FileNotFoundError):  # A folder that went while the watch began.
            for changes in watch(
                *folders,
                watch_filter=ours,
                recursive=False,
                step=SETTLED,
                debounce=LONGEST,
                rust_timeout=ROUND,
                yield_on_timeout=True,
            ):
                if changes and (folders != _folders(project, parts) or any(p in folders for _, p in changes)):
                    break
                if changes or not begun:
                    begun = True
                    yield


def _folders(project: Project, parts: Iterable[Path]) -> set[str]:
    """The folders that there are of some parts of a project, and those in which a part may yet come to be."""
    found = {str(project.root), str(project.root / "cards")}
    return found.union(folder for part in parts for folder, _, _ in os.walk(part))


def _build(
    project: Project,
    game: str,
    choice: pipeline.RunChoice,
    printing: pipeline.PrintOptions,
    memory: BuildCache,
) -> None:
    started = time.perf_counter()
    findings = Findings()
    outcome = pipeline.build(project, game, choice, printing, findings, lambda *_: None, memory)
    took = (time.perf_counter() - started) * 1000
    report_findings(project, findings)
    pages = quantity(sum(file.pages for file in outcome.written), "page")
    click.echo(
        f"{game}: nothing written"
        if outcome.status is not Status.DONE
        else f"{game}: {pages} in {took:.0f} ms"
    )
    gc.collect()  # Between builds, when nobody waits.
