"""Flags that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, get_args

import click

from nineup.cli.flag_values import (
    Length,
    back_offset,
    parse_options,
    parse_papers,
    require_names,
    split_names,
)
from nineup.cli.late import pipeline
from nineup.model.paper import Backs

BACKS = list(get_args(Backs))

Command = Callable[..., None]

output_option = click.option(
    "-o", "--output", metavar="DIR", help="Where to write instead of the project's output folder."
)
language_option = click.option(
    "--language",
    metavar="TAG",
    default="",
    help="A language that the game is translated into; `all` for each one, where files are written.",
)
strict_option = click.option(
    "--strict", is_flag=True, help="Refuse a translation with missing or fuzzy texts."
)
version_option = click.option(
    "--as", "version", metavar="NAME", default="", help="The name of this print, shown by micro lines."
)


def allow_errors_flag(text: str) -> Callable[[Command], Command]:
    """The flag `--allow-errors` with this help text; its former name, `--despite-errors`, still works and says so."""

    def add_to(command: Command) -> Command:
        @wraps(command)
        def with_flag(*args: Any, allow_errors: bool, despite_errors: bool, **others: Any) -> None:
            if despite_errors:
                click.echo("note: --despite-errors is now called --allow-errors", err=True)
            command(*args, allow_errors=allow_errors or despite_errors, **others)

        return _with(
            with_flag,
            click.option("--allow-errors", is_flag=True, help=text),
            click.option("--despite-errors", is_flag=True, hidden=True),
        )

    return add_to


def _with(command: Command, *flags: Callable[[Command], Command]) -> Command:
    """A command with these flags, listed in this order by its help."""
    for flag in reversed(flags):
        command = flag(command)
    return command


_RUN_OPTIONS = (
    click.option("--players", type=int, metavar="N", help="Number of players. Default: the whole box."),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game, or an expansion: colors=red,green, power=no, expansion=yes. "
        "`nineup games` lists them.",
    ),
    click.option(
        "--owners", metavar="NAMES", callback=require_names, help="Only these owners' pieces: sun,moon."
    ),
    click.option(
        "--component",
        "components",
        multiple=True,
        metavar="ID",
        callback=require_names,
        help="Only this component. Repeatable.",
    ),
    click.option(
        "--card",
        "cards",
        multiple=True,
        metavar="ID",
        callback=require_names,
        help="Only this card, by its id or its name. Repeatable.",
    ),
    language_option,
)


def run_options(command: Command) -> Command:
    """Adds the flags that choose a run; the command receives them as `choice`."""

    @wraps(command)
    def with_choice(
        *args: Any, players: int | None, options: tuple[str, ...], language: str, **others: Any
    ) -> None:
        owners, components, cards = (
            split_names(others.pop(name)) for name in ("owners", "components", "cards")
        )
        choice = pipeline.RunChoice(players, parse_options(options), owners, components, cards, language)
        command(*args, choice=choice, **others)

    return _with(with_choice, *_RUN_OPTIONS)


backs_option = click.option("--backs", type=click.Choice(BACKS), help="How backs meet their fronts.")
printer_option = click.option(
    "--printer", "back_offset", metavar="NAME", help="A printer saved by `nineup calibrate --save`."
)

_PRINT_OPTIONS = (
    click.option(
        "--paper",
        "papers",
        metavar="NAMES",
        help="a4, letter, …, several separated by commas, or `face`: one page per face.",
    ),
    backs_option,
    click.option("--bleed", type=Length(), metavar="LENGTH", help="Ink beyond the cut, such as 3mm."),
    click.option(
        "--margin",
        type=Length(),
        metavar="LENGTH",
        help="The edge that the printer can't reach. Default: 5mm.",
    ),
    click.option("--sheet", metavar="NAME", help="A sheet layout from layouts/sheets/."),
    click.option("--as-one", is_flag=True, help="Print boards larger than the paper on one page each."),
    printer_option,
    click.option(
        "--ink",
        type=click.Choice(["full", "low"]),
        default="full",
        help="`low` prints outlines instead of backgrounds, and reports the ink of each page.",
    ),
    click.option("--grey", is_flag=True, help="Print in grey, and report what can no longer be told apart."),
    click.option("--png", is_flag=True, help="Also write a picture of each page."),
    allow_errors_flag("Build a game that has errors, as a draft that says so on every sheet."),
    strict_option,
    version_option,
    output_option,
)


def print_options(command: Command) -> Command:
    """Adds the flags that say how to print; the command receives them as `printing`."""

    @wraps(command)
    def with_printing(*args: Any, **given: Any) -> None:
        asked = {name: given.pop(name) for name in pipeline.PrintOptions.__struct_fields__}
        asked["papers"] = parse_papers(asked["papers"])
        asked["back_offset"] = back_offset(asked["back_offset"])
        asked["output"] = Path(asked["output"]) if asked["output"] else None
        command(*args, printing=pipeline.PrintOptions(**asked), **given)

    return _with(with_printing, *_PRINT_OPTIONS)
