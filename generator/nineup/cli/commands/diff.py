"""`nineup diff`: a changelog since a print or a commit."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager

import click

from nineup import pipeline
from nineup.base.diagnostics import Findings, Status, visible
from nineup.base.project import Project
from nineup.changes import RevisionError, diff, project_at, project_at_version, reprint
from nineup.cli.common import exit_with, find_project, no_server_option, report_findings, resolve_game
from nineup.cli.flags import parse_options
from nineup.cli.printing import say

FORMATS: dict[str, Callable[[reprint.Difference], Iterable[str]]] = {
    "text": lambda difference: (diff.changes_text(difference.changes),),
    "md": lambda difference: (diff.changes_markdown(difference.changes),),
    "html": lambda difference: diff.html_parts(difference.changes, difference.illustrations),
    "json": lambda difference: (diff.changes_json(difference.changes),),
}
"""The parts of each format; a newline follows them."""


@click.command("diff")
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--since", metavar="NAME", help="The recorded print to compare with (default: the latest).")
@click.option("--since-git", "commit", metavar="REV", help="A commit, tag or branch to compare with.")
@click.option("--since-version", "version", metavar="NAME", help="A version of `nineup versions`.")
@click.option(
    "--players", type=int, metavar="N", help="Compare the run for N players (default: the print's run)."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="As in `nineup build`.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="Output format.",
)
@no_server_option
@click.pass_context
def command(
    context: click.Context,
    game: str | None,
    since: str | None,
    commit: str | None,
    version: str | None,
    players: int | None,
    options: tuple[str, ...],
    form: str,
) -> None:
    """Show what changed in GAME: cards, components and rules, word by word."""
    project = find_project(context)
    game = resolve_game(project, game)
    if len([each for each in (since, commit, version) if each]) > 1:
        raise click.UsageError("--since, --since-git and --since-version can't be combined")
    requested = pipeline.RunChoice(players, parse_options(options))
    findings = Findings()
    if commit is not None:
        difference = _since_state(
            project,
            game,
            f"--since-git {commit}",
            state=project_at(project, commit),
            requested=requested,
            findings=findings,
            form=form,
        )
    elif version is not None:
        state = project_at_version(project, version)
        difference = _since_state(
            project,
            game,
            f"--since-version {version}",
            state=state,
            requested=requested,
            findings=findings,
            form=form,
        )
    else:
        difference = _since_print(project, game, since, requested=requested, findings=findings, form=form)
    report_findings(project, findings)
    if isinstance(difference, reprint.Difference):
        for part in FORMATS[form](difference):
            click.echo((visible(part) if form == "text" else part).encode(), nl=False)
        say()
    else:
        exit_with(difference)


def _since_print(
    project: Project,
    game: str,
    name: str | None,
    requested: pipeline.RunChoice,
    findings: Findings,
    form: str,
) -> reprint.Difference | Status:
    old = reprint.find_record(project, game, name, findings=findings)
    if old is None:
        return findings.status
    choice = reprint.choice_of(old) if requested == pipeline.RunChoice() else requested
    difference = reprint.changes_since(project, old, choice, findings=findings, with_pictures=form == "html")
    return difference if isinstance(difference, reprint.Difference) else difference.status


def _since_state(
    project: Project,
    game: str,
    flag: str,
    state: AbstractContextManager[Project],
    requested: pipeline.RunChoice,
    findings: Findings,
    form: str,
) -> reprint.Difference | Status:
    """`flag` is what the user gave, such as `--since-git HEAD`."""
    try:
        with state as earlier:
            before = reprint.EarlierProject(earlier, flag.partition(" ")[2])
            difference = reprint.changes_since_state(
                project, game, before, choice=requested, findings=findings, with_pictures=form == "html"
            )
    except RevisionError as error:
        raise click.UsageError(f"{flag}: {error}") from error
    return difference if isinstance(difference, reprint.Difference) else difference.status
