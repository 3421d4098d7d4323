"""`nineup appendix`: the tables at the back of the rulebook, as PDF, a page of HTML, and Markdown."""

import re
from pathlib import Path

import click

from nineup import pipeline
from nineup.cli.common import display_path, exit_with, find_project, quantity, report_findings, resolve_games
from nineup.cli.flags import parse_options, parse_papers, require_names, split_names
from nineup.diagnostics import Findings
from nineup.pipeline import appendix


@click.command("appendix")
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="For this many players, not the whole box.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Such as colors=red,green or power=no."
)
@click.option(
    "--format", "formats", metavar="NAMES", default="pdf,html,md", show_default=True, help="Which files."
)
@click.option(
    "--part",
    "parts",
    multiple=True,
    metavar="NAME",
    callback=require_names,
    help="Only this part, such as glossary.",
)
@click.option("--paper", metavar="NAME", help="a4, letter, …, for the PDF.")
@click.option("-o", "--output", metavar="DIR", help="Instead of output/.")
@click.pass_context
def command(
    context: click.Context,
    game: str,
    players: int | None,
    options: tuple[str, ...],
    formats: str,
    parts: tuple[str, ...],
    paper: str | None,
    output: str | None,
) -> None:
    """Write GAME's appendix: counts, setup, cards, symbols, terms, numbers, open questions, credits."""
    project = find_project(context)
    (game,) = resolve_games(project, [game])
    findings = Findings()
    outcome = appendix.appendix(
        project,
        game,
        pipeline.RunChoice(players, parse_options(options)),
        pipeline.PrintOptions(papers=parse_papers(paper), output=Path(output) if output else None),
        appendix.Asked(_formats(formats), split_names(parts)),
        findings,
        lambda what, done, total: None,
    )
    report_findings(project, findings)
    for file in outcome.written:
        pages = f": {quantity(file.pages, 'page')}" if file.pages else ""
        click.echo(f"{display_path(file.path)}{pages}")
    exit_with(outcome.status)


def _formats(text: str) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(name for name in re.split(r"[,\s]+", text) if name))
    for name in named:
        if name not in appendix.FORMATS:
            raise click.UsageError(f"--format: `{name}` is not one of {', '.join(appendix.FORMATS)}")
    if not named:
        raise click.UsageError(f"--format: name one of {', '.join(appendix.FORMATS)}")
    return named
