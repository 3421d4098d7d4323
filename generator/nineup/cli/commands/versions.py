"""`nineup versions`: keep, list and restore versions of a project's files, without git."""

import click

from nineup.base.project import Project, ProjectError
from nineup.base.units import file_size
from nineup.changes import (
    CardName,
    RevisionError,
    keep_version,
    kept_versions,
    remove_version,
    restore_card,
    restore_version,
    stored,
)
from nineup.cli.common import find_project, quantity, resolve_game
from nineup.cli.printing import say
from nineup.write import ChangedError


@click.group("versions", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Keep, list and restore versions of the project's files.

    A version holds cards/, layouts/, fonts/ and nineup.yaml. Each recorded print keeps one by itself. All
    are in .nineup/, which may be deleted.
    """
    if context.invoked_subcommand is None:
        project = find_project(context)
        known = kept_versions(project)
        for version in known:
            say(f"{version.name:24}  {version.day}  {version.why}".rstrip())
        size = stored(project)
        total = f"{quantity(size.versions, 'version')}, {file_size(size.bytes)}"
        say(total if known else "no version is kept; `nineup versions keep NAME` keeps one", err=True)


@command.command("keep")
@click.argument("name", metavar="NAME")
@click.pass_context
def keep(context: click.Context, name: str) -> None:
    """Keep the project's present files as NAME."""
    try:
        version = keep_version(find_project(context), name)
    except (RevisionError, ProjectError) as error:
        raise click.UsageError(str(error)) from error
    say(f"kept {quantity(len(version.files), 'file')} as `{name}`")


@command.command("restore")
@click.argument("name", metavar="NAME")
@click.option("--card", metavar="[GAME/]DECK/ID", help="Restore only this card, such as cups/assam.")
@click.pass_context
def restore(context: click.Context, name: str, card: str | None) -> None:
    """Give the project the files of NAME again. Its present files are kept first."""
    project = find_project(context)
    try:
        before = restore_card(project, name, _card(project, card)) if card else restore_version(project, name)
    except (RevisionError, ProjectError, ChangedError) as error:
        raise click.UsageError(str(error)) from error
    what = f"`{card}` of `{name}`" if card else f"`{name}`"
    say(f"restored {what}; what was there is kept as `{before.name}`")


def _card(project: Project, text: str) -> CardName:
    """The card that `[GAME/]DECK/ID` names. Raises UsageError."""
    *game, component, id = text.split("/") if "/" in text else ("", "", "")
    if not component or not id or len(game) > 1:
        raise click.UsageError(f"--card: `{text}` isn't a card, such as cups/assam")
    return CardName(resolve_game(project, game[0] if game else None), component, id)


@command.command("remove")
@click.argument("name", metavar="NAME")
@click.pass_context
def remove(context: click.Context, name: str) -> None:
    """Remove the version NAME."""
    try:
        remove_version(find_project(context), name)
    except RevisionError as error:
        raise click.UsageError(str(error)) from error
    say(f"removed `{name}`")
