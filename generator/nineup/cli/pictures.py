"""`nineup pictures`: each face as a PNG, for virtual tables, print services and the web."""

from pathlib import Path

import click

from nineup import pipeline
from nineup.cli.common import (
    display_path,
    exit_with,
    find_project,
    games_with,
    quantity,
    report_findings,
    resolve_games,
)
from nineup.cli.flag_values import Length
from nineup.cli.flags import output_option, run_options, version_option
from nineup.cli.progress import progress_bar
from nineup.diagnostics import Findings
from nineup.pipeline import pictures

MIN_DPI, MAX_DPI = 20, 2400
"""From a thumbnail to finer than any printer."""


@click.command("pictures")
@click.argument("games", nargs=-1, metavar="[GAME…]")
@run_options
@click.option(
    "--dpi",
    type=click.IntRange(MIN_DPI, MAX_DPI),
    metavar="N",
    default=300,
    show_default=True,
    help="Dots per inch.",
)
@click.option(
    "--bleed",
    type=Length(),
    metavar="LENGTH",
    help="Whole rectangles with this much ink beyond the cut, such as 3mm or 0mm. Default: pieces are cut out.",
)
@click.option("--decks", is_flag=True, help="Also whole decks, up to 10 × 7 cards in a picture.")
@version_option
@output_option
@click.pass_context
def command(
    context: click.Context,
    games: tuple[str, ...],
    choice: pipeline.RunChoice,
    dpi: int,
    bleed: float | None,
    decks: bool,
    version: str,
    output: str | None,
) -> None:
    """Write each face of GAMEs, by default of all games, as a PNG: for virtual tables, print services, web pages."""
    project = find_project(context)
    printing = pipeline.PrintOptions(output=Path(output) if output else None, version=version)
    options = pictures.PictureOptions(float(dpi), bleed, decks)
    statuses = []
    for game in resolve_games(project, games) if games else games_with(project, choice):
        findings = Findings()
        with progress_bar(quiet=False) as progress:
            made = pictures.build_pictures(project, game, choice, printing, options, findings, progress)
        report_findings(project, Findings(finding._replace(game=game) for finding in findings))
        if made.pictures:
            _list_pictures(made)
        statuses.append(made.status)
    exit_with(*statuses)


def _list_pictures(made: pictures.PictureSet) -> None:
    """Prints where the pictures are, and for each deck what a virtual table asks for."""
    click.echo(f"{display_path(made.folder)}: {quantity(len(made.pictures), 'picture')}")
    for deck in made.decks:
        backs = "unique backs" if deck.unique_backs else "back"
        back = f"; {backs}: {Path(deck.back).name}" if deck.back else ""
        grid = f"{deck.columns} across, {deck.rows} down"
        path = display_path(made.folder / deck.file)
        click.echo(f"{path}: {quantity(len(deck.cards), 'card')}, {grid}{back}")
