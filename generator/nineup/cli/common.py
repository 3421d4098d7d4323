"""What every command shares: the project, the choice of games, and telling findings."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import click

from nineup.diagnostics import Findings, Status, nearest
from nineup.pipeline import RunChoice, choose_run, load
from nineup.project import Project, ProjectError

_BREAK = re.compile(r"\r\n|\r|\n")
"""What ends a line of a file; within one there may be characters that other programs break lines at."""

UNKNOWN_NAMES = {"unknown-card", "unknown-component", "unknown-option", "unknown-owner"}
"""Codes for a name in the flags that one game lacks and another may have."""


def find_project(context: click.Context) -> Project:
    """The project that was named, or the nearest at or above the current folder."""
    start = Path(context.obj or ".")
    project = Project.find(start)
    if project is None:
        raise click.ClickException(
            f"there is no project in {start.resolve()} or above it: a folder with cards/ and layouts/.\n"
            "Start one with `nineup new DIR`."
        )
    return project


def resolve_games(project: Project, asked: Sequence[str]) -> tuple[str, ...]:
    """The games that were asked for, or all; an unknown one is refused with what there is."""
    known = project.games()
    if not known:
        raise click.UsageError(f"cards/ holds no game yet: no folder with a game.yaml; {_beginning(project)}")
    for game in asked:
        if game not in known:
            bare = (project.root / "cards" / game).is_dir()
            hint = f"cards/{game}/ has no game.yaml" if bare else nearest(game, known)
            raise click.UsageError(f"there is no game `{game}` here; {hint}")
    return tuple(dict.fromkeys(asked)) or known


def _beginning(project: Project) -> str:
    """What to do where there is no game: another ending of the file's name, or a new one."""
    for path in sorted((project.root / "cards").glob("*/game.yml")):
        return f"rename cards/{path.parent.name}/game.yml"
    return "`nineup new DIR` starts one"


def games_with(project: Project, choice: RunChoice) -> tuple[str, ...]:
    """The games that have what a choice names; all, where none has, so that each says what it lacks."""
    games = resolve_games(project, ())
    if not (choice.options or choice.owners or choice.components or choice.cards):
        return games
    lacking = [game for game in games if _lacks(project, game, choice)]
    if len(lacking) == len(games):
        return games
    if lacking:
        click.echo(f"passed over, having nothing of that name: {', '.join(lacking)}", err=True)
    return tuple(game for game in games if game not in lacking)


def _lacks(project: Project, game: str, choice: RunChoice) -> bool:
    """Whether a game has not what a choice names. One with errors is not passed over."""
    loaded = load(project, game, Findings())
    if loaded is None:
        return False
    choose_run(loaded, choice, findings := Findings())
    return any(finding.code in UNKNOWN_NAMES for finding in findings)


def source_lines(project: Project) -> Callable[[str], Sequence[str]]:
    """The lines of the project's files, each file read once, nothing where it can't be read."""

    @cache
    def lines(path: str) -> Sequence[str]:
        try:
            data = project.read(path)
            utf16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
            return _BREAK.split(data.decode("utf-16" if utf16 else "utf-8-sig", "replace"))
        except ProjectError:
            return ()

    return lines


def report_findings(project: Project, findings: Findings, everything: bool = False) -> None:
    """Print findings for people, to the error stream, with a last line that counts them.

    Of many that are alike the first are shown, unless `everything` is asked for.
    """
    if findings:
        from nineup.report import MOST, as_text, summary

        click.echo(as_text(findings, source_lines(project), None if everything else MOST), err=True)
        click.echo(f"\n{summary(findings)}", err=True)


def echo_json(document: str) -> None:
    """Print JSON, which is UTF-8 whatever the terminal shows."""
    click.echo(document.encode())


def display_path(path: Path) -> str:
    """A path as one would type it here: relative where that is shorter."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def quantity(number: int, noun: str) -> str:
    """A number and its noun: `1 page`, `4 pages`."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


EXIT_CODES = {Status.DONE: 0, Status.GAME_ERROR: 1, Status.IMPOSSIBLE: 2, Status.SYSTEM_ERROR: 3}
"""The command's exit code for each status: the one place that knows them."""


def exit_with(*statuses: Status) -> None:
    """End the command with the highest exit code of these statuses; return if all are DONE."""
    if code := max(EXIT_CODES[status] for status in statuses):
        raise click.exceptions.Exit(code)
