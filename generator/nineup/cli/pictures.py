"""`nineup pictures`: each face as a PNG, for virtual tables, print services and the web."""

from pathlib import Path

import click

from nineup import pipeline
from nineup.cli.common import (
    display_path,
    exit_with,
    find_project,
    games_with,
    report_findings,
    resolve_games,
)
from nineup.cli.flags import Length, run_options
from nineup.cli.progress import progress_bar
from nineup.diagnostics import Findings
from nineup.pipeline import pictures

LEAST, MOST = 20, 2400
"""Dots per inch: a thumbnail, and what is finer than any printer."""


@click.command("pictures")
@click.argument("games", nargs=-1, metavar="[GAME…]")
@run_options
@click.option(
    "--dpi",
    type=click.IntRange(LEAST, MOST),
    metavar="N",
    default=300,
    show_default=True,
    help="Dots per inch.",
)
@click.option(
    "--bleed",
    type=Length(),
    metavar="LENGTH",
    help="Whole rectangles with so much ink beyond the cut, such as 3mm or 0mm; otherwise pieces are cut out.",
)
@click.option("--decks", is_flag=True, help="Also whole decks, up to 10 × 7 in a picture.")
@click.option("--as", "version", metavar="NAME", default="", help="The print that micro lines name.")
@click.option("-o", "--output", metavar="DIR", help="Instead of output/.")
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
    """Each face of GAMEs, or of all games, as a picture (PNG): for virtual tables, print services, web pages."""
    project = find_project(context)
    printing = pipeline.PrintOptions(output=Path(output) if output else None, version=version)
    asked = pictures.PictureOptions(float(dpi), bleed, decks)
    statuses = []
    for game in resolve_games(project, games) if games else games_with(project, choice):
        findings = Findings()
        with progress_bar(quiet=False) as progress:
            album = pictures.build_pictures(project, game, choice, printing, asked, findings, progress)
        report_findings(project, Findings(finding._replace(game=game) for finding in findings))
        if album.pictures:
            _echo(album)
        statuses.append(album.status)
    exit_with(*statuses)


def _echo(album: pictures.PictureSet) -> None:
    """Where the pictures stand, and of each deck what a virtual table asks for."""
    number = len(album.pictures)
    click.echo(f"{display_path(album.folder)}: {number} picture{'s' if number > 1 else ''}")
    for deck in album.decks:
        back = " of their own" if deck.unique_backs else ""
        backs = f"; backs{back}: {Path(deck.back).name}" if deck.back else ""
        cards = f"{len(deck.cards)} card{'s' if len(deck.cards) > 1 else ''}"
        click.echo(
            f"{display_path(album.folder / deck.file)}: {cards}, {deck.columns} across, {deck.rows} down{backs}"
        )
