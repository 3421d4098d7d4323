"""Flags that several commands share, and how their values are parsed. A mistake in one is a usage error."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, get_args

import click

from nineup import printers
from nineup.diagnostics import nearest
from nineup.paper import Backs
from nineup.pipeline import PrintOptions, RunChoice
from nineup.settings import papers
from nineup.units import length

BACKS = list(get_args(Backs))

Command = Callable[..., None]

output_option = click.option(
    "-o", "--output", metavar="DIR", help="Where to write instead of the project's output folder."
)
version_option = click.option(
    "--as", "version", metavar="NAME", default="", help="The name of this print, shown by micro lines."
)


class Length(click.ParamType[float]):
    """A length with its unit, in points; not negative."""

    name = "length"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            points = length(value) if isinstance(value, str) else value
        except ValueError as error:
            self.fail(str(error), param, ctx)
        if points < 0:
            self.fail(f"`{value}` is negative", param, ctx)
        return points


def run_options(command: Command) -> Command:
    """Adds the flags that choose a run; the command receives them as `choice`."""

    @wraps(command)
    def with_choice(
        *args: Any,
        players: int | None,
        options: tuple[str, ...],
        owners: str | None,
        components: tuple[str, ...],
        cards: tuple[str, ...],
        **others: Any,
    ) -> None:
        names = (split_names(owners), split_names(components), split_names(cards))
        command(*args, choice=RunChoice(players, parse_options(options), *names), **others)

    return _with(
        with_choice,
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
            help="Only this card. Repeatable.",
        ),
    )


def print_options(command: Command) -> Command:
    """Adds the flags that say how to print; the command receives them as `printing`."""

    @wraps(command)
    def with_printing(
        *args: Any,
        paper_names: str | None,
        printer: str | None,
        output: str | None,
        backs: Backs | None,
        bleed: float | None,
        margin: float | None,
        sheet: str | None,
        as_one: bool,
        png: bool,
        allow_errors: bool,
        version: str,
        **others: Any,
    ) -> None:
        printing = PrintOptions(
            papers=parse_papers(paper_names),
            backs=backs,
            bleed=bleed,
            margin=margin,
            sheet=sheet,
            back_offset=_back_offset(printer),
            as_one=as_one,
            output=Path(output) if output else None,
            png=png,
            allow_errors=allow_errors,
            version=version,
        )
        command(*args, printing=printing, **others)

    return _with(
        with_printing,
        click.option(
            "--paper",
            "paper_names",
            metavar="NAMES",
            help="a4, letter, …, several separated by commas, or `face`: one page per face.",
        ),
        click.option("--backs", type=click.Choice(BACKS), help="How backs meet their fronts."),
        click.option("--bleed", type=Length(), metavar="LENGTH", help="Ink beyond the cut, such as 3mm."),
        click.option(
            "--margin", type=Length(), metavar="LENGTH", help="What the printer can't reach. Default: 5mm."
        ),
        click.option("--sheet", metavar="NAME", help="A sheet layout from layouts/sheets/."),
        click.option("--as-one", is_flag=True, help="Print boards larger than the paper on one page each."),
        click.option("--printer", metavar="NAME", help="A printer saved by `nineup calibrate --save`."),
        click.option("--png", is_flag=True, help="Also write a picture of each page."),
        allow_errors_flag("Build a game that has errors, as a draft that says so on every sheet."),
        version_option,
        output_option,
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


def require_names(context: click.Context, flag: click.Parameter, value: Any) -> Any:
    """Callback for a flag that takes names: refuses an empty value, which would otherwise mean all."""
    for word in value if isinstance(value, tuple) else (value,):
        if word is not None and not split_names(word):
            raise click.BadParameter("expected a name; omit the flag to mean all", context, flag)
    return value


def parse_options(words: Sequence[str]) -> dict[str, str]:
    """Values by name from words such as `colors=red,green`; a bare name means yes."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name in options:
            raise click.UsageError(f"--option {name} is given twice; separate its values with commas")
        options[name.strip()] = value.strip() if equals else "yes"
    return options


def split_names(words: Sequence[str] | str | None) -> tuple[str, ...]:
    """Names given in several words, or separated by commas."""
    if words is None:
        return ()
    listed = [words] if isinstance(words, str) else words
    return tuple(name.strip() for word in listed for name in word.split(",") if name.strip())


def parse_choices(text: str, known: Iterable[str], flag: str) -> tuple[str, ...]:
    """Known names separated by commas or spaces, each once; at least one."""
    names = tuple(dict.fromkeys(name for name in re.split(r"[,\s]+", text) if name))
    for name in names:
        if name not in known:
            raise click.UsageError(f"{flag}: `{name}` is not one of {', '.join(known)}")
    if not names:
        raise click.UsageError(f"{flag}: expected one of {', '.join(known)}")
    return names


def parse_papers(text: str | None) -> tuple[str, ...]:
    """The papers that `--paper` names; none if it isn't given."""
    try:
        return papers(text) if text is not None else ()
    except ValueError as error:
        raise click.UsageError(f"--paper: {error}") from error


def _back_offset(printer: str | None) -> tuple[float, float] | None:
    """How far a saved printer's backs are moved, right and down, in points."""
    if printer is None:
        return None
    try:
        known = printers.read(printers.file())
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if printer not in known:
        none_saved = "none is saved yet: use `nineup calibrate --save NAME --back-offset X,Y`"
        hint = nearest(printer, list(known)) or none_saved
        raise click.UsageError(f"unknown printer `{printer}`; {hint}")
    return (known[printer].right, known[printer].down)
