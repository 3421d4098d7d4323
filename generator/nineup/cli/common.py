"""What commands share: finding the project and its games, reporting findings, and exit codes."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from nineup.base.diagnostics import Findings, Status, nearest
from nineup.base.project import Project, source_lines
from nineup.cli.exit_codes import EXIT_CODES
from nineup.cli.printing import say

NO_CACHE = "nineup.no-cache"
"""The name by which a command's context knows that nothing is to be taken from the cache, nor kept."""


def _refuse_cache(context: click.Context, flag: click.Parameter, value: bool) -> None:
    if value:
        context.meta[NO_CACHE] = True


no_cache_option = click.option(
    "--no-cache",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_refuse_cache,
    help="Make everything anew, and keep nothing for the next time.",
)

no_server_option = click.option(
    "--no-server",
    is_flag=True,
    expose_value=False,
    help="Don't ask a process that serves this project (`nineup serve`).",
)
"""For the help, and to be accepted: `client` has seen it."""


def exit_with(*statuses: Status) -> None:
    """Ends the command with the highest exit code of these statuses; returns if all are DONE."""
    if code := max(EXIT_CODES[status] for status in statuses):
        raise click.exceptions.Exit(code)


def find_project(context: click.Context) -> Project:
    """The project that `--project` names, or the nearest at or above the current folder."""
    start = Path(context.obj or ".")
    project = Project.find(start)
    if project is None:
        raise click.ClickException(
            f"no project in {start.resolve()} or above: a project has the folders cards/ and layouts/.\n"
            "Start one with `nineup new DIR`."
        )
    project.remembers = not context.meta.get(NO_CACHE)
    if (project.root / ".nineup" / "restoring").is_file():
        _finish_restoring(project)
    return project


def _finish_restoring(project: Project) -> None:
    """Goes on with `nineup versions restore` after a kill."""
    from nineup.changes import RevisionError, finish_restoring

    try:
        name = finish_restoring(project)
    except RevisionError as error:
        raise click.ClickException(
            f"restoring a version was interrupted and can't go on: {error}; remove .nineup/restoring"
        ) from error
    say(f"finished restoring the version `{name}`, which was interrupted", err=True)


def resolve_games(project: Project, names: Sequence[str]) -> tuple[str, ...]:
    """The named games, each once, or all games of the project. Raises UsageError for an unknown one."""
    known = project.games()
    if not known:
        raise click.UsageError(f"no game in cards/: no folder there has a game.yaml; {_first_step(project)}")
    for name in names:
        if name not in known:
            is_folder = (project.root / "cards" / name).is_dir()
            hint = f"cards/{name}/ has no game.yaml" if is_folder else nearest(name, known)
            raise click.UsageError(f"unknown game `{name}`; {hint}")
    return tuple(dict.fromkeys(names)) or known


def resolve_game(project: Project, name: str | None) -> str:
    """The named game, or the only one of the project. Raises UsageError."""
    games = resolve_games(project, [name] if name is not None else [])
    if len(games) > 1:
        raise click.UsageError(f"name one of the games: {', '.join(games)}")
    return games[0]


def _refuse_unknown(
    context: click.Context, argument: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Callback for names of games: refuses an unknown one before anything else is imported or read."""
    if names:
        resolve_games(find_project(context), names)
    return names


games_argument = click.argument("games", nargs=-1, metavar="[GAME…]", callback=_refuse_unknown)


def _first_step(project: Project) -> str:
    """What to do in a project without games: correct a file's suffix, or start a game."""
    for path in sorted((project.root / "cards").glob("*/game.yml")):
        return f"rename cards/{path.parent.name}/game.yml to game.yaml"
    return "`nineup new DIR` starts one"


def report_removed(removed: Iterable[Path]) -> None:
    """Lists the files of an earlier build that this build removed."""
    for path in removed:
        say(f"removed {display_path(path)}, which an earlier build of this run wrote", err=True)


def report_findings(
    project: Project, findings: Findings, everything: bool = False, *, game: str = "", language: str = ""
) -> None:
    """Prints findings to standard error, followed by a line with their counts.

    Of many similar findings only the first are printed, unless `everything` is true, with the command that
    lists all of them; if they are about a `game` in a `language`, it names these.
    """
    if findings:
        from nineup.report import MAX_SIMILAR, as_text, summary

        most = None if everything else MAX_SIMILAR
        check = f"nineup check {game} --language {language}" if language else "nineup check"
        say(as_text(findings, source_lines(project), most, check=check), err=True)
        say(f"\n{summary(findings)}", err=True)


def echo_json(document: str) -> None:
    """Prints JSON as UTF-8, whatever the terminal's encoding."""
    click.echo(document.encode())


def display_path(path: Path) -> str:
    """A path relative to the current folder if it is inside, else absolute."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def quantity(number: int, noun: str) -> str:
    """A number and its noun: `1 page`, `4 pages`."""
    return f"{number} {noun}{'s' if number != 1 else ''}"
