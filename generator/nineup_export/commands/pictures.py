"""`nineup pictures`: each face as a picture, for virtual tables, print services and the web."""

import click
from nineup import pipeline
from nineup.cli import games_argument, output_option, run_options, strict_option, version_option

from nineup_export import PICTURES
from nineup_export.commands.exporting import run_exports, setting_flags


@click.command("pictures")
@games_argument
@run_options
@setting_flags((PICTURES,))
@strict_option
@version_option
@output_option
@click.pass_context
def command(
    context: click.Context,
    games: tuple[str, ...],
    choice: pipeline.RunChoice,
    given: dict[str, str],
    strict: bool,
    version: str,
    output: str | None,
) -> None:
    """Write each face of GAMEs, by default of all games, as a picture: for virtual tables, print services,
    web pages.
    """
    run_exports(
        context, PICTURES, games, choice, given, pipeline.PrintOptions(version=version, strict=strict), output
    )
