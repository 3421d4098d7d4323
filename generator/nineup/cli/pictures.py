"""`nineup pictures`: each face as a PNG, for virtual tables, print services and the web."""

from pathlib import Path

import click

from nineup import pipeline
from nineup.cli.common import games_having, games_of, leave, project_of, shown, tell
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
    choice: pipeline.Choice,
    dpi: int,
    bleed: float | None,
    decks: bool,
    version: str,
    output: str | None,
) -> None:
    """Each face of GAMEs, or of all games, as a picture (PNG): for virtual tables, print services, web pages."""
    project = project_of(context)
    printing = pipeline.Printing(output=Path(output) if output else None, version=version)
    asked = pictures.Asked(float(dpi), bleed, decks)
    code = 0
    for game in games_of(project, games) if games else games_having(project, choice):
        findings = Findings()
        with progress_bar(quiet=False) as progress:
            album = pictures.pictures(project, game, choice, printing, asked, findings, progress)
        tell(project, Findings(finding._replace(game=game) for finding in findings))
        if album.pictures:
            _echo(album)
        code = max(code, album.code)
    leave(code)


def _echo(album: pictures.Album) -> None:
    """Where the pictures stand, and of each deck what a virtual table asks for."""
    number = len(album.pictures)
    click.echo(f"{shown(album.folder)}: {number} picture{'s' if number > 1 else ''}")
    for deck in album.decks:
        back = " of their own" if deck.unique_backs else ""
        backs = f"; backs{back}: {Path(deck.back).name}" if deck.back else ""
        cards = f"{len(deck.cards)} card{'s' if len(deck.cards) > 1 else ''}"
        click.echo(
            f"{shown(album.folder / deck.file)}: {cards}, {deck.columns} across, {deck.rows} down{backs}"
        )
