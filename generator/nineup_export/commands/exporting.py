"""What the exporting commands share: flags for the settings of targets, and writing one target for several games."""

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import click
import msgspec
from nineup import pipeline
from nineup.base.diagnostics import Findings
from nineup.cli.choosing import games_with
from nineup.cli.common import (
    display_path,
    exit_with,
    find_project,
    quantity,
    report_findings,
    resolve_games,
)
from nineup.cli.flags import Command
from nineup.cli.languages import in_each_language
from nineup.cli.progress import progress_bar

from nineup_export import ExportRequest, ExportResult, ExportSetting, ExportTarget, export


def setting_flags(targets: Iterable[ExportTarget]) -> Callable[[Command], Command]:
    """Adds a flag for each setting of the targets; the command receives the texts that were given as `given`."""
    settings: dict[str, ExportSetting] = {}
    owners: dict[str, list[str]] = {}
    listed = tuple(targets)
    for target in listed:
        for setting in target.settings:
            settings.setdefault(setting.name, setting)
            owners.setdefault(setting.name, []).append(target.name)

    def add_to(command: Command) -> Command:
        @wraps(command)
        def with_given(*args: Any, **others: Any) -> None:
            found = {name: others.pop(_argument(name)) for name in settings}
            given = {name: "yes" if value is True else value for name, value in found.items() if value}
            command(*args, given=given, **others)

        made: Command = with_given
        for name, setting in reversed(settings.items()):
            about = owners[name] if len(listed) > 1 else []
            made = _flag(setting, about)(made)
        return made

    return add_to


def _flag(setting: ExportSetting, owners: list[str]) -> Callable[[Command], Command]:
    """The flag of a setting. Its value stays text until the target is known, which parses it."""
    about = f" ({', '.join(owners)})" if owners else ""
    shown = f"{setting.summary}{about}"
    if setting.kind == "switch":
        return click.option(f"--{setting.name}", _argument(setting.name), is_flag=True, help=shown)
    default = f" Default: {setting.written_default}." if setting.written_default and not owners else ""
    example = "|".join(setting.choices) or setting.example or "N"
    return click.option(f"--{setting.name}", _argument(setting.name), metavar=example, help=shown + default)


def _argument(name: str) -> str:
    return "set_" + name.replace("-", "_")


def run_exports(
    context: click.Context,
    target: ExportTarget,
    games: tuple[str, ...],
    choice: pipeline.RunChoice,
    given: dict[str, str],
    printing: pipeline.PrintOptions,
    output: str | None,
) -> None:
    """Exports each game, lists what was written, and ends with the highest exit code. Raises UsageError."""
    project = find_project(context)
    try:
        values = target.values(given)
    except ValueError as error:
        raise click.UsageError(f"--{error}") from error
    printing = msgspec.structs.replace(printing, output=Path(output) if output else None)
    statuses = []
    chosen = resolve_games(project, games) if games else games_with(project, choice)
    asked = [(game, each) for game in chosen for each in in_each_language(project, game, choice)]
    for game, each in asked:
        request = ExportRequest(target, values, each, printing)
        findings = Findings()
        with progress_bar(quiet=False) as progress:
            made = export(project, game, request, findings, progress)
        report_findings(project, Findings(finding._replace(game=game) for finding in findings))
        if made.files:
            _list_files(made)
        statuses.append(made.status)
    exit_with(*statuses)


def _list_files(made: ExportResult) -> None:
    """Prints the files' folder, and the remarks about individual files."""
    click.echo(f"{display_path(made.folder)}: {quantity(len(made.files), 'file')}")
    for name, remark in made.remarks.items():
        click.echo(f"{display_path(made.folder / name)}: {remark}")
