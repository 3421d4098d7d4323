"""`nineup appendix`: the tables at the back of the rulebook, as PDF, a page of HTML, and Markdown."""

import re
from pathlib import Path

import click

from nineup import pipeline
from nineup.cli.common import counted, games_of, leave, project_of, shown, tell
from nineup.cli.flags import named, names_of, options_of, papers_of
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
    "--part", "parts", multiple=True, metavar="NAME", callback=named, help="Only this part, such as glossary."
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
    project = project_of(context)
    (game,) = games_of(project, [game])
    findings = Findings()
    outcome = appendix.appendix(
        project,
        game,
        pipeline.Choice(players, options_of(options)),
        pipeline.Printing(papers=papers_of(paper), output=Path(output) if output else None),
        appendix.Asked(_formats(formats), names_of(parts)),
        findings,
        lambda what, done, total: None,
    )
    tell(project, findings)
    for file in outcome.written:
        click.echo(f"{shown(file.path)}{f': {counted(file.pages)}' if file.pages else ''}")
    leave(outcome.code)


def _formats(text: str) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(name for name in re.split(r"[,\s]+", text) if name))
    for name in named:
        if name not in appendix.FORMATS:
            raise click.UsageError(f"--format: `{name}` is not one of {', '.join(appendix.FORMATS)}")
    if not named:
        raise click.UsageError(f"--format: name one of {', '.join(appendix.FORMATS)}")
    return named
