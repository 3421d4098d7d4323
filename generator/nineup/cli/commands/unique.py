"""`nineup unique`: decks of which no two are equal, as sheets in shards."""

import re

import click
import msgspec

from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.base.processes import available_cores
from nineup.cli.common import display_path, exit_with, find_project, quantity, report_findings, resolve_game
from nineup.cli.flags import language_option, parse_options, print_options
from nineup.cli.printing import say
from nineup.cli.progress import progress_bar

SEED = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""The seed: part of the folder's name."""


def _seed(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if not SEED.fullmatch(value) or len(value) > 40:
        raise click.BadParameter("use up to 40 lowercase letters, digits and hyphens, such as `spring-3`")
    return value


@click.command("unique")
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--count", type=click.IntRange(1), required=True, metavar="N", help="How many decks.")
@click.option(
    "--seed",
    required=True,
    metavar="WORD",
    callback=_seed,
    help="A word or number; the same seed gives the same decks.",
)
@click.option(
    "--shard", "size", type=click.IntRange(1, 10_000), metavar="N", help="Decks in a file. Default: 100."
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers make the shards: tcp://host:8786."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="As in `nineup build`.")
@language_option
@print_options
@click.pass_context
def command(
    context: click.Context,
    game: str | None,
    count: int,
    seed: str,
    size: int | None,
    scheduler: str | None,
    options: tuple[str, ...],
    language: str,
    printing: pipeline.PrintOptions,
) -> None:
    """Print decks of GAME of which no two are equal, drawn by the recipe in its file.

    Deck 1 of a seed is always the same, however many decks you print. A run that was stopped continues where
    it left off.
    """
    from nineup.pipeline.unique.decks import SIZE, UniqueRequest
    from nineup.pipeline.unique.run import print_unique

    if printing.allow_errors or printing.png:
        raise click.UsageError("--allow-errors and --png can't be used here")
    project = find_project(context)
    choice = pipeline.RunChoice(None, parse_options(options), language=language)
    kept = msgspec.structs.replace(printing, output=None)
    request = UniqueRequest(
        resolve_game(project, game), seed, count, size or SIZE, choice=choice, printing=kept
    )
    findings = Findings()
    with progress_bar(quiet=False) as progress:
        result = print_unique(
            project,
            request,
            printing.output,
            scheduler=scheduler,
            processes=available_cores(),
            findings=findings,
            progress=progress,
        )
    report_findings(project, findings)
    if result is None:
        exit_with(findings.status)
        return
    before = (
        f"; {quantity(result.there, 'shard')} of {request.shards} were there already" if result.there else ""
    )
    say(f"{display_path(result.folder)}: {quantity(count, 'deck')}, all different{before}")
