"""`nineup build`: print games as sheets, and list what was written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click
import msgspec

from nineup import client, pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.processes import available_cores
from nineup.base.project import Project
from nineup.cli.choosing import games_with
from nineup.cli.common import (
    display_path,
    echo_json,
    exit_with,
    find_project,
    games_argument,
    no_cache_option,
    no_server_option,
    quantity,
    report_findings,
    report_removed,
    resolve_games,
)
from nineup.cli.flags import print_options, run_options
from nineup.cli.languages import in_each_language
from nineup.cli.printing import say
from nineup.cli.progress import Bar, progress_bar

if TYPE_CHECKING:
    from nineup.pipeline.builds import BuiltRun


@click.command("build")
@games_argument
@run_options
@print_options
@click.option("--changed", is_flag=True, help="Only what changed since a print, and a list of what to swap.")
@click.option(
    "--since", metavar="NAME", help="With --changed: the print to compare with. Default: the latest."
)
@click.option("--restyled", is_flag=True, help="With --changed: also cards that only look different.")
@click.option("--no-rules", is_flag=True, help="Leave out rules.pdf, the same for every run.")
@click.option("--json", "as_json", is_flag=True, help="List what was written as JSON.")
@no_cache_option
@no_server_option
@click.pass_context
def command(
    context: click.Context,
    games: tuple[str, ...],
    choice: pipeline.RunChoice,
    printing: pipeline.PrintOptions,
    changed: bool,
    since: str | None,
    restyled: bool,
    no_rules: bool,
    as_json: bool,
) -> None:
    """Print GAMEs, by default all games of the project, as PDF sheets.

    Prints the whole base box, or the run that the flags choose.
    """
    project = find_project(context)
    if (since or restyled) and not changed:
        raise click.UsageError("--since and --restyled need --changed")
    chosen = resolve_games(project, games) if games else games_with(project, choice)
    if changed and not games:
        chosen = _recorded_games(project, chosen)
    written: list[pipeline.OutputFile] = []
    bar = partial(progress_bar, quiet=as_json)
    requests = [
        pipeline.BuildRequest(game, each)
        for game in chosen
        for each in in_each_language(project, game, choice)
    ]
    try:
        if changed:
            from nineup.cli.commands.changed import changes_of

            statuses = [
                changes_of(
                    *(project, each.game, each.choice, printing, bar, written), since=since, restyled=restyled
                )
                for each in requests
            ]
        else:
            printing = msgspec.structs.replace(printing, rules=not no_rules)
            statuses = list(_build_all(project, requests, printing, bar=bar, written=written))
    finally:  # List the files written even if a later game stops the command.
        _list_files(written, as_json)
    exit_with(*statuses)


def _recorded_games(project: Project, games: tuple[str, ...]) -> tuple[str, ...]:
    """The games with a recorded print; all games if none has one, so that each reports how to record it."""
    from nineup.changes.reprint import folder

    recorded = tuple(game for game in games if any(project.list(folder(game), "*.yaml")))
    if 0 < len(recorded) < len(games):
        others = ", ".join(game for game in games if game not in recorded)
        say(f"skipped, no print is recorded: {others}", err=True)
    return recorded or games


def _list_files(written: list[pipeline.OutputFile], as_json: bool) -> None:
    if as_json:
        document = msgspec.json.encode({"written": [_record(file) for file in written]})
        echo_json(msgspec.json.format(document, indent=2).decode())
        return
    for file in written:
        say(_line(file))


def _build_all(
    project: Project,
    requests: Sequence[pipeline.BuildRequest],
    printing: pipeline.PrintOptions,
    bar: Bar,
    written: list[pipeline.OutputFile],
) -> Iterator[Status]:
    """Builds games, reports the findings of each, and adds its files to `written`."""
    builds = pipeline.Builds(project, printing, available_cores(), ask=_asking(project))
    with bar() as progress:
        progress("drawing faces", 0, 1)
        builds.make_apart(requests)
    for request in requests:
        findings = Findings()
        with bar() as progress:
            result = builds.build(request, findings, progress)
        named = Findings(finding._replace(game=request.game) for finding in findings)
        report_findings(project, named, game=request.game, language=request.choice.language)
        written.extend(result.written)
        report_removed(result.removed)
        yield result.status


def _asking(project: Project) -> Callable[[pipeline.BuildRequest, pipeline.PrintOptions], BuiltRun | None]:
    """What to ask for builds before they are made."""
    if client.keeper is None:
        return lambda request, options: None
    from nineup.cli.keeper import known_build

    return partial(known_build, project)


def _line(file: pipeline.OutputFile) -> str:
    path = display_path(file.path)
    if not file.pages:
        return path
    pieces = f", {quantity(file.pieces, 'piece')}" if file.pieces else ""
    return f"{path}: {quantity(file.pages, 'page')}{pieces}{_ink(file)}"


def _ink(file: pipeline.OutputFile) -> str:
    """The ink coverage of a file's pages before and after saving ink, in per cent of the paper."""
    if not file.ink:
        return ""
    before, after = (sum(shares) / len(file.ink) for shares in zip(*file.ink, strict=True))
    pages = ", ".join(f"{100 * page.before:.0f} → {100 * page.after:.0f}" for page in file.ink)
    whole = f"{100 * before:.1f} → {100 * after:.1f} % of the paper"
    return f"\n  ink: {whole}; page by page: {pages}"


def _record(file: pipeline.OutputFile) -> dict[str, object]:
    path = os.fsencode(file.path).decode("utf-8", "replace")
    ink = {"ink": [[round(share, 4) for share in page] for page in file.ink]} if file.ink else {}
    return {"path": path, "pages": file.pages, "pieces": file.pieces, **ink}
