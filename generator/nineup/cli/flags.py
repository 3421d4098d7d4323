"""What is said in flags, as values: the choice of a run, names, options, lengths, papers. Mistakes are the command's."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

from nineup.pipeline import RunChoice
from nineup.settings import papers
from nineup.units import length


class Length(click.ParamType[float]):
    """A length with its unit, in points."""

    name = "length"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            points = length(value) if isinstance(value, str) else value
        except ValueError as error:
            self.fail(str(error), param, ctx)
        if points < 0:
            self.fail(f"`{value}` is less than nothing", param, ctx)
        return points


def run_options(command: Callable[..., None]) -> Callable[..., None]:
    """The flags that choose a run: players, options, owners, components, cards; the command has them as its `choice`."""

    @wraps(command)
    def chosen(
        *words: Any,
        players: int | None,
        options: tuple[str, ...],
        owners: str | None,
        components: tuple[str, ...],
        cards: tuple[str, ...],
        **others: Any,
    ) -> None:
        choice = RunChoice(
            players, parse_options(options), split_names(owners), split_names(components), split_names(cards)
        )
        command(*words, choice=choice, **others)

    flags = [
        click.option("--players", type=int, metavar="N", help="For this many players, not the whole box."),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            help="Such as colors=red,green or power=no.",
        ),
        click.option(
            "--owners",
            metavar="NAMES",
            callback=require_names,
            help="Only these owners' pieces, such as sun,moon.",
        ),
        click.option(
            "--component",
            "components",
            multiple=True,
            metavar="ID",
            callback=require_names,
            help="Only these components.",
        ),
        click.option(
            "--card", "cards", multiple=True, metavar="ID", callback=require_names, help="Only these cards."
        ),
    ]
    for flag in reversed(flags):
        chosen = flag(chosen)
    return chosen


def allow_errors_flag(text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The flag `--allow-errors` with this help text; `--despite-errors`, its former name, still works and says so."""

    def add_to(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_flag(*args: Any, allow_errors: bool, despite_errors: bool, **others: Any) -> None:
            if despite_errors:
                click.echo("note: --despite-errors is now called --allow-errors", err=True)
            command(*args, allow_errors=allow_errors or despite_errors, **others)

        with_flag = click.option("--despite-errors", is_flag=True, hidden=True)(with_flag)
        return click.option("--allow-errors", is_flag=True, help=text)(with_flag)

    return add_to


def require_names(context: click.Context, flag: click.Parameter, value: Any) -> Any:
    """Callback for a flag that takes names: one that is given and names nothing is not taken to mean all."""
    for word in value if isinstance(value, tuple) else (value,):
        if word is not None and not split_names(word):
            raise click.BadParameter("no name is given; leave it out to mean all", context, flag)
    return value


def parse_options(words: Sequence[str]) -> dict[str, str]:
    """`colors=red,green` and the like by name; a bare name means yes."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name in options:
            raise click.UsageError(f"--option {name} is given twice; write its values with commas")
        options[name.strip()] = value.strip() if equals else "yes"
    return options


def split_names(words: Sequence[str] | str | None) -> tuple[str, ...]:
    """Names given one by one or with commas between them."""
    if words is None:
        return ()
    listed = [words] if isinstance(words, str) else words
    return tuple(name.strip() for word in listed for name in word.split(",") if name.strip())


def parse_papers(text: str | None) -> tuple[str, ...]:
    """The papers that `--paper` names, checked; none of None."""
    try:
        return papers(text) if text is not None else ()
    except ValueError as error:
        raise click.UsageError(f"--paper: {error}") from error
