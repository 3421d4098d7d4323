"""`nineup print-done`: record a printed build as what is on the table now."""

from datetime import date
from pathlib import Path

import click

from nineup import write
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.base.reading import is_reserved
from nineup.changes import reprint
from nineup.cli.common import display_path, exit_with, find_project, report_findings, resolve_game
from nineup.cli.printing import say
from nineup.faces.record import NAME


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


def _game_and_run(project: Project, names: tuple[str, ...]) -> tuple[str, str | None]:
    """The game and run that are named. A single name may be a run if the project has only one game.

    Raises UsageError.
    """
    games = project.games()
    if len(names) > 2:
        raise click.UsageError(f"unexpected argument `{names[2]}`")
    if len(games) == 1 and names and names[0] not in games and len(names) == 1:
        return games[0], names[0]
    return resolve_game(project, names[0] if names else None), names[1] if len(names) > 1 else None


@click.command("print-done")
@click.argument("names", nargs=-1, metavar="[GAME] [RUN]")
@click.option("--as", "name", metavar="NAME", help="Name of the print, such as v0.3.")
@click.option(
    "--date",
    "day",
    type=IsoDate(),
    metavar="DATE",
    help="Such as 2024-05-31, or today (default: the game's date).",
)
@click.option("--allow-errors", is_flag=True, help="Record a draft of a game with errors.")
@click.option("-o", "--output", metavar="DIR", help="Folder of the build (default: output/).")
@click.pass_context
def command(
    context: click.Context,
    names: tuple[str, ...],
    name: str | None,
    day: str | None,
    allow_errors: bool,
    output: str | None,
) -> None:
    """Record that the RUN of GAME was printed, so that `diff` and `build --changed` compare with it.

    GAME is optional if the project has only one, and RUN, the build's folder in output/GAME/, if there is
    only one. The record is written to cards/GAME/prints/NAME.yaml; commit it to git.
    """
    project = find_project(context)
    game, run = _game_and_run(project, names)
    if name is not None and not NAME.fullmatch(name):
        raise click.UsageError(
            f"--as: `{name}` isn't a valid name; use letters, digits, `.`, `-`, `_` and `+`"
        )
    if name is not None and is_reserved(name):
        raise click.UsageError(f"--as: Windows reserves the name `{name}`; choose another")
    findings = Findings()
    folder = Path(output) if output else None
    record = reprint.print_done(
        project,
        game,
        run,
        name=name,
        date=day or "",
        output=folder,
        findings=findings,
        allow_errors=allow_errors,
    )
    if record is not None:
        path, data = record
        write.replace_all({path: data}, {path: None})
        reprint.keep_printed(project, game, path, findings=findings)
    report_findings(project, findings)
    if record is None:
        exit_with(findings.status)
    else:
        say(display_path(path))
