"""Flags that several commands share."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, get_args

import click

from nineup import pipeline
from nineup.base.diagnostics import nearest
from nineup.base.units import length
from nineup.files import printers
from nineup.model.paper import Backs


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
    if text is None:
        return ()
    from nineup.files import papers

    try:
        return papers(text)
    except ValueError as error:
        raise click.UsageError(f"--paper: {error}") from error


def back_offset(printer: str | None) -> tuple[float, float] | None:
    """The saved offset of a printer's backs, right and down, in points."""
    if printer is None:
        return None
    try:
        known = printers.read_printers(printers.printers_file())
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if printer not in known:
        none_saved = "none is saved yet: use `nineup calibrate --save NAME --back-offset X,Y`"
        hint = nearest(printer, list(known)) or none_saved
        raise click.UsageError(f"unknown printer `{printer}`; {hint}")
    return (known[printer].right, known[printer].down)


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
draft_option = click.option(
    "--allow-errors", is_flag=True, help="Make what can be made of a game that has errors, as a draft."
)
final_option = click.option("--final", is_flag=True, help="Refuse placeholders for art that isn't there yet.")
version_option = click.option(
    "--as", "version", metavar="NAME", default="", help="The name of this print, shown by micro lines."
)


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
        choice = pipeline.RunChoice(
            players, parse_options(options), owners, components=components, cards=cards, language=language
        )
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
    click.option(
        "--allow-errors",
        is_flag=True,
        help="Build a game that has errors, as a draft that says so on every sheet.",
    ),
    final_option,
    strict_option,
    version_option,
    output_option,
)


def print_options(command: Command) -> Command:
    """Adds the flags that say how to print; the command receives them as `printing`."""

    @wraps(command)
    def with_printing(*args: Any, **given: Any) -> None:
        asked = {name: given.pop(name) for name in pipeline.PrintOptions.__struct_fields__ if name in given}
        asked["papers"] = parse_papers(asked["papers"])
        asked["back_offset"] = back_offset(asked["back_offset"])
        asked["output"] = Path(asked["output"]) if asked["output"] else None
        command(*args, printing=pipeline.PrintOptions(**asked), **given)

    return _with(with_printing, *_PRINT_OPTIONS)
