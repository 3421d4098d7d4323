"""`nineup print-done`: record a printed build as what is on the table now."""

from datetime import date
from pathlib import Path

import click

from nineup import reprint
from nineup.cli.common import display_path, exit_with, find_project, report_findings, resolve_games
from nineup.cli.flags import allow_errors_flag
from nineup.diagnostics import Findings
from nineup.write import replace


class IsoDate(click.ParamType[str]):
    """A date such as 2024-05-31, or `today`, the only use of the clock."""

    name = "date"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value == "today":
            return date.today().isoformat()
        try:
            return date.fromisoformat(value).isoformat()
        except ValueError:
            self.fail(f"`{value}` isn't a date; expected one like 2024-05-31, or today", param, ctx)


@click.command("print-done")
@click.argument("game")
@click.argument("run", required=False)
@click.option("--as", "name", metavar="NAME", help="Name of the print, such as v0.3.")
@click.option(
    "--date",
    "day",
    type=IsoDate(),
    metavar="DATE",
    help="Such as 2024-05-31, or today (default: the game's date).",
)
@allow_errors_flag("Record a draft of a game with errors.")
@click.option("-o", "--output", metavar="DIR", help="Folder of the build (default: output/).")
@click.pass_context
def command(
    context: click.Context,
    game: str,
    run: str | None,
    name: str | None,
    day: str | None,
    allow_errors: bool,
    output: str | None,
) -> None:
    """Record that the RUN of GAME was printed, so that `diff` and `build --changed` compare with it.

    RUN is the build's folder in output/GAME/ (optional if there is only one). The record is written to
    cards/GAME/prints/NAME.yaml; commit it to git.
    """
    project = find_project(context)
    resolve_games(project, [game])
    if name is not None and not reprint.NAME.fullmatch(name):
        raise click.UsageError(
            f"--as: `{name}` isn't a valid name; use letters, digits, `.`, `-`, `_` and `+`"
        )
    findings = Findings()
    folder = Path(output) if output else None
    made = reprint.print_done(project, game, run, name, day or "", folder, findings, allow_errors)
    report_findings(project, findings)
    if made is None:
        exit_with(findings.status)
        return
    path, data = made
    replace(path, data)
    click.echo(display_path(path))
