"""`nineup diff`: what changed since a print, or since a commit, for players and playtesters."""

from collections.abc import Callable

import click

from generator import build, reprint
from generator.cli.world import games_of, leave, options_of, project_of, tell
from generator.diagnostics import Findings
from generator.diff import Changes, as_json, as_markdown, as_text
from generator.project import Project
from generator.revision import RevisionError

FORMATS: dict[str, Callable[[Changes], str]] = {"text": as_text, "md": as_markdown, "json": as_json}


@click.command("diff")
@click.argument("game")
@click.option("--since", metavar="NAME", help="A print that was recorded; otherwise the latest.")
@click.option("--since-git", "revision", metavar="REV", help="A commit, a tag or a branch of the project.")
@click.option("--players", type=int, metavar="N", help="For this many players, not the print's run.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="As in `nineup build`.")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", help="Text unless said.")
@click.pass_context
def command(
    context: click.Context,
    game: str,
    since: str | None,
    revision: str | None,
    players: int | None,
    options: tuple[str, ...],
    form: str,
) -> None:
    """What changed in GAME: cards, components and rules, with every other word."""
    project = project_of(context)
    games_of(project, [game])
    if since and revision:
        raise click.UsageError("--since and --since-git are two answers to one question")
    asked = build.Choice(players, options_of(options))
    findings = Findings()
    if revision is None:
        changes = _since_print(project, game, since, asked, findings)
    else:
        changes = _since_commit(project, game, revision, asked, findings)
    tell(project, findings)
    if isinstance(changes, Changes):
        click.echo(FORMATS[form](changes).encode())
    else:
        leave(changes)


def _since_print(
    project: Project, game: str, name: str | None, asked: build.Choice, findings: Findings
) -> Changes | int:
    old = reprint.since(project, game, name, findings)
    if old is None:
        return reprint.code_of(findings)
    choice = reprint.choice_of(old) if asked == build.Choice() else asked
    changes = reprint.changes_since(project, old, choice, findings)
    return changes if isinstance(changes, Changes) else changes.code


def _since_commit(
    project: Project, game: str, revision: str, asked: build.Choice, findings: Findings
) -> Changes | int:
    try:
        changes = reprint.changes_since_commit(project, game, revision, asked, findings)
    except RevisionError as error:
        raise click.UsageError(f"--since-git {revision}: {error}") from error
    return changes if isinstance(changes, Changes) else changes.code
