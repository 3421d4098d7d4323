"""`nineup check`: load and check everything, and tell every finding with its place."""

import click

from generator import build
from generator.cli.world import games_of, leave, project_of, tell
from generator.diagnostics import Findings
from generator.report import as_json, summary


@click.command("check")
@click.argument("games", nargs=-1, metavar="[GAME…]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_context
def command(context: click.Context, games: tuple[str, ...], form: str) -> None:
    """Check games: their files, their rules for every player count, and that every face can be set."""
    project = project_of(context)
    findings = Findings()
    asked = games_of(project, games)
    clean = []
    for game in asked:
        found = Findings()
        build.check(project, game, found)
        clean.append(f"{game}: {summary(found)}")
        findings.extend(finding._replace(game=game) for finding in found)
    if form == "json":
        click.echo(as_json(findings))
    else:
        tell(project, findings)
        click.echo("\n".join(clean))
    leave(1 if findings.failed else 0)
