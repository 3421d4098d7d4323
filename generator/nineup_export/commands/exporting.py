"""What the exporting commands share: flags for the settings of targets, and writing one target for several
games.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import msgspec
from nineup import pipeline
from nineup.base import Findings
from nineup.cli import (
    Command,
    display_path,
    exit_with,
    find_project,
    games_with,
    in_each_language,
    progress_bar,
    quantity,
    report_findings,
    resolve_games,
    say,
)

from nineup_export import (
    EXPORTS,
    ExportRequest,
    ExportResult,
    ExportSetting,
    ExportTarget,
    export,
    target_named,
)


def setting_flags(targets: Iterable[ExportTarget]) -> Callable[[Command], Command]:
    """Adds a flag for each setting of the targets; the command receives the texts that were given as
    `given`.
    """
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
            given = _taken(others, click.get_current_context())
            command(*args, given=given, **others)

        flagged: Command = with_given
        for name, setting in reversed(settings.items()):
            about = owners[name] if len(listed) > 1 else []
            names, facts = _flag(setting, about)
            flagged = click.option(*names, **facts)(flagged)
        return flagged

    return add_to


def _taken(values: dict[str, Any], context: click.Context) -> dict[str, str]:
    """Removes the values of settings from those of all flags, and returns the given ones by the settings'
    names.
    """
    flags = context.command.get_params(context)
    settings = {flag.name: flag.opts[0][2:] for flag in flags if flag.name and flag.name.startswith(_PREFIX)}
    taken = {name: values.pop(argument) for argument, name in settings.items()}
    return {name: "yes" if value is True else value for name, value in taken.items() if value}


class ExportCommand(click.Command):
    """A command with the flags of the plug-in that its `--to` names."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        theirs: dict[str | None, click.Parameter] = ctx.meta.get(__name__, {})
        return [*(ours for ours in super().get_params(ctx) if ours.name not in theirs), *theirs.values()]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        name = _value_of("--to", args)
        target = target_named(name) if name else None
        if target is not None and target not in EXPORTS:
            flags = (_flag(setting, []) for setting in target.settings)
            options = [click.Option(names, **facts) for names, facts in flags]
            ctx.meta[__name__] = {option.name: option for option in options}
        return super().parse_args(ctx, args)


def _value_of(flag: str, words: list[str]) -> str:
    """The value that the words of a command give to a flag; empty if they give none."""
    value = ""
    for word, following in pairwise([*words, ""]):
        if word == flag:
            value = following
        elif word.startswith(f"{flag}="):
            value = word.removeprefix(f"{flag}=")
    return value


def _flag(setting: ExportSetting, owners: list[str]) -> tuple[list[str], Mapping[str, Any]]:
    """The names and further facts of the flag of a setting. Its value stays text until the target
    parses it.
    """
    names = [f"--{setting.name}", _PREFIX + setting.name.replace("-", "_")]
    about = f" ({', '.join(owners)})" if owners else ""
    shown = f"{setting.summary}{about}"
    if setting.kind == "switch":
        return names, {"is_flag": True, "help": shown}
    default = f" Default: {setting.written_default}." if setting.written_default and not owners else ""
    example = "|".join(setting.choices) or setting.example or "N"
    return names, {"metavar": example, "help": shown + default}


_PREFIX = "set_"
"""The prefix of the arguments for settings, whose names may be those of other flags."""


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
        request = ExportRequest(target, values, each, printing=printing)
        findings = Findings()
        with progress_bar(quiet=False) as progress:
            result = export(project, game, request, findings=findings, progress=progress)
        named = Findings(finding._replace(game=game) for finding in findings)
        report_findings(project, named, game=game, language=each.language)
        if result.files:
            _list_files(result, target)
        statuses.append(result.status)
    exit_with(*statuses)


def _list_files(result: ExportResult, target: ExportTarget) -> None:
    """Prints the files' folder and its archive, the remarks about individual files, and where to put them."""
    say(f"{display_path(result.folder)}: {quantity(len(result.files), 'file')}")
    say(f"{display_path(result.archive)}: the same, in one file")
    for name, remark in result.remarks.items():
        say(f"{display_path(result.folder / name)}: {remark}")
    for step in target.next_steps:
        say(step)
