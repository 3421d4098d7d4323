"""`nineup pictures`: each face as a picture, for virtual tables, print services and the web."""

import click
from nineup import pipeline
from nineup.cli import (
    draft_option,
    final_option,
    games_argument,
    no_cache_option,
    no_server_option,
    output_option,
    run_options,
    strict_option,
    version_option,
)

from nineup_export import PICTURES
from nineup_export.commands.exporting import run_exports, setting_flags


@click.command("pictures")
@games_argument
@run_options
@setting_flags((PICTURES,))
@draft_option
@final_option
@strict_option
@version_option
@output_option
@no_cache_option
@no_server_option
@click.pass_context
def command(
    context: click.Context,
    games: tuple[str, ...],
    choice: pipeline.RunChoice,
    given: dict[str, str],
    allow_errors: bool,
    final: bool,
    strict: bool,
    version: str,
    output: str | None,
) -> None:
    """Write each face of GAMEs, by default of all games, as a picture: for virtual tables, print services,
    web pages.
    """
    printing = pipeline.PrintOptions(version=version, strict=strict, allow_errors=allow_errors, final=final)
    run_exports(context, PICTURES, games, choice=choice, given=given, printing=printing, output=output)
