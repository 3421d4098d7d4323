"""`nineup build`: print games as sheets, and say what was written."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import get_args

import click
import msgspec

from nineup import pipeline, printers
from nineup.cli.common import (
    display_path,
    echo_json,
    exit_with,
    find_project,
    games_with,
    quantity,
    report_findings,
    resolve_games,
)
from nineup.cli.flags import Length, allow_errors_flag, parse_papers, run_options
from nineup.cli.progress import Bar, progress_bar
from nineup.diagnostics import Findings, Status, nearest
from nineup.paper import Backs
from nineup.project import Project

BACKS = list(get_args(Backs))


@click.command("build")
@click.argument("games", nargs=-1, metavar="[GAME…]")
@run_options
@click.option(
    "--paper", "papers", metavar="NAMES", help="a4, letter, …, several with commas, or `face`: a page a face."
)
@click.option("--backs", type=click.Choice(BACKS), help="How backs meet their fronts.")
@click.option("--bleed", type=Length(), metavar="LENGTH", help="Ink beyond the cut, such as 3mm.")
@click.option(
    "--margin", type=Length(), metavar="LENGTH", help="What the printer can't reach; 5mm unless said."
)
@click.option("--sheet", metavar="NAME", help="A file of layouts/sheets/.")
@click.option("--as-one", is_flag=True, help="Boards larger than the paper on one page of their own size.")
@click.option("--printer", metavar="NAME", help="A printer whose reading `calibrate --save` kept.")
@click.option("--png", is_flag=True, help="Pictures of the pages as well.")
@allow_errors_flag("Build a game that has errors, as a draft that says so on every sheet.")
@click.option("--as", "version", metavar="NAME", default="", help="The print that micro lines name.")
@click.option("--changed", is_flag=True, help="Only what changed since a print, and a list of what to swap.")
@click.option("--since", metavar="NAME", help="With --changed: the print, not the latest `print-done`.")
@click.option("--restyled", is_flag=True, help="With --changed: also what only looks otherwise.")
@click.option("-o", "--output", metavar="DIR", help="Instead of output/.")
@click.option("--json", "as_json", is_flag=True, help="What was written, as JSON.")
@click.pass_context
def command(
    context: click.Context,
    games: tuple[str, ...],
    choice: pipeline.RunChoice,
    papers: str | None,
    backs: Backs | None,
    bleed: float | None,
    margin: float | None,
    sheet: str | None,
    as_one: bool,
    printer: str | None,
    png: bool,
    allow_errors: bool,
    version: str,
    changed: bool,
    since: str | None,
    restyled: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """Print GAMEs, or all games of the project: the whole base box, or the run that the flags choose."""
    project = find_project(context)
    printing = pipeline.PrintOptions(
        papers=parse_papers(papers),
        backs=backs,
        bleed=bleed,
        margin=margin,
        sheet=sheet,
        back_offset=_offset(printer),
        as_one=as_one,
        output=Path(output) if output else None,
        png=png,
        allow_errors=allow_errors,
        version=version,
    )
    if (since or restyled) and not changed:
        raise click.UsageError("--since and --restyled belong to --changed")
    one = _changes(since, restyled) if changed else _one
    asked = resolve_games(project, games) if games else games_with(project, choice)
    written: list[pipeline.OutputFile] = []
    bar = partial(progress_bar, quiet=as_json)
    try:
        statuses = [one(project, game, choice, printing, bar, written) for game in asked]
    finally:  # What games wrote is told also when a later one stops the command.
        _list(written, as_json)
    exit_with(*statuses)


def _list(written: list[pipeline.OutputFile], as_json: bool) -> None:
    """Say what was written."""
    if as_json:
        document = msgspec.json.encode({"written": [_record(file) for file in written]})
        echo_json(msgspec.json.format(document, indent=2).decode())
        return
    for file in written:
        click.echo(_line(file))


def _one(
    project: Project,
    game: str,
    choice: pipeline.RunChoice,
    printing: pipeline.PrintOptions,
    bar: Bar,
    written: list[pipeline.OutputFile],
) -> Status:
    """Build one game and report what was found."""
    findings = Findings()
    with bar() as progress:
        outcome = pipeline.build(project, game, choice, printing, findings, progress)
    report_findings(project, Findings(finding._replace(game=game) for finding in findings))
    written.extend(outcome.written)
    return outcome.status


def _changes(since: str | None, restyled: bool) -> Callable[..., Status]:
    """What builds a game's changes in place of `_one`; imported only when it is asked for."""
    from nineup.cli.changed import changes_of

    return partial(changes_of, since=since, restyled=restyled)


def _offset(printer: str | None) -> tuple[float, float] | None:
    if printer is None:
        return None
    try:
        known = printers.read(printers.file())
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if printer not in known:
        hint = (
            nearest(printer, list(known))
            or "none is saved yet: `nineup calibrate --save NAME --back-offset X,Y`"
        )
        raise click.UsageError(f"there is no saved printer `{printer}`; {hint}")
    return (known[printer].right, known[printer].down)


def _line(file: pipeline.OutputFile) -> str:
    pages = quantity(file.pages, "page")
    pieces = f", {file.pieces} piece{'s' if file.pieces != 1 else ''}" if file.pieces else ""
    path = display_path(file.path)
    return f"{path}: {pages}{pieces}" if file.pages else path


def _record(file: pipeline.OutputFile) -> dict[str, object]:
    path = os.fsencode(file.path).decode("utf-8", "replace")
    return {"path": path, "pages": file.pages, "pieces": file.pieces}
