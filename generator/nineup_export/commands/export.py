"""`nineup export`: a game in the files of a virtual table, a print service, a machine or a spreadsheet."""

from typing import Any

import click
import msgspec
from nineup import pipeline
from nineup.base import nearest
from nineup.cli import (
    Length,
    back_offset,
    draft_option,
    final_option,
    games_argument,
    output_option,
    parse_papers,
    run_options,
    say,
    strict_option,
    version_option,
)

from nineup_export import EXPORTS, ExportTarget, target_named, target_names
from nineup_export.commands.exporting import ExportCommand, run_exports, setting_flags


@click.command("export", cls=ExportCommand)
@games_argument
@click.option("--to", "name", metavar="NAME", help=f"What for: {', '.join(target_names())}.")
@click.option("--list", "listed", is_flag=True, help="List the targets and their flags.")
@run_options
@setting_flags(EXPORTS)
@click.option("--paper", metavar="NAME", help="The paper of sheets: a4, letter …")
@click.option(
    "--margin", type=Length(), metavar="LENGTH", help="The edge that the printer can't reach, on sheets."
)
@click.option("--sheet", metavar="NAME", help="A sheet layout from layouts/sheets/.")
@click.option("--printer", metavar="NAME", help="A printer saved by `nineup calibrate --save`, for sheets.")
@draft_option
@final_option
@strict_option
@version_option
@output_option
@click.pass_context
def command(
    context: click.Context,
    /,
    games: tuple[str, ...],
    name: str | None,
    listed: bool,
    choice: pipeline.RunChoice,
    given: dict[str, str],
    allow_errors: bool,
    final: bool,
    strict: bool,
    version: str,
    output: str | None,
    **sheets: Any,
) -> None:
    """Write GAMEs, by default all games, in the files of another program, a service or a machine."""
    if listed:
        for target in EXPORTS:
            _describe(target)
        return
    if name is None:
        raise click.UsageError(f"name a target with `--to`: {', '.join(target_names())}")
    chosen = target_named(name)
    if chosen is None:
        raise click.UsageError(f"--to: unknown target `{name}`; {nearest(name, target_names())}")
    if chosen.takes == "lists":
        _refuse_run(chosen, choice)
    printing = _printing(chosen, {key: value for key, value in sheets.items() if value is not None}, given)
    printing = msgspec.structs.replace(
        printing, version=version, strict=strict, allow_errors=allow_errors, final=final
    )
    run_exports(context, chosen, games, choice=choice, given=given, printing=printing, output=output)


def _refuse_run(target: ExportTarget, choice: pipeline.RunChoice) -> None:
    """Refuses flags that choose a run for targets that export card lists, which are the same in every run."""
    flags = {
        "players": choice.players,
        "option": choice.options,
        "owners": choice.owners,
        "component": choice.components,
        "card": choice.cards,
    }
    for flag, value in flags.items():
        if value:
            raise click.UsageError(f"--{flag}: `{target.name}` has all cards of the game, not those of a run")


def _describe(target: ExportTarget) -> None:
    say(f"{target.name}\n    {target.title}: {target.summary}")
    for setting in target.settings:
        default = f" [{setting.written_default}]" if setting.written_default else ""
        values = f" ({', '.join(setting.choices)})" if setting.choices else ""
        say(f"    --{setting.name}: {setting.summary}{values}{default}")


def _printing(target: ExportTarget, sheets: dict[str, Any], given: dict[str, str]) -> pipeline.PrintOptions:
    """How sheets are laid out, for targets that take sheets. The bleed is also a setting of other targets."""
    if target.takes != "sheets":
        for flag in sheets:
            raise click.UsageError(f"--{flag}: `{target.name}` is not made from sheets")
        return pipeline.PrintOptions()
    bleed = given.pop("bleed", None)
    return pipeline.PrintOptions(
        papers=parse_papers(sheets.get("paper")),
        bleed=Length().convert(bleed, None, None) if bleed is not None else None,
        margin=sheets.get("margin"),
        sheet=sheets.get("sheet"),
        back_offset=back_offset(sheets.get("printer")),
    )
