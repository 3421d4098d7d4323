"""What is said in flags, as values: the choice of a run, names, options, lengths, papers. Mistakes are the command's."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

from nineup.pipeline import Choice
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
        choice = Choice(players, options_of(options), names_of(owners), names_of(components), names_of(cards))
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
            "--owners", metavar="NAMES", callback=named, help="Only these owners' pieces, such as sun,moon."
        ),
        click.option(
            "--component",
            "components",
            multiple=True,
            metavar="ID",
            callback=named,
            help="Only these components.",
        ),
        click.option(
            "--card", "cards", multiple=True, metavar="ID", callback=named, help="Only these cards."
        ),
    ]
    for flag in reversed(flags):
        chosen = flag(chosen)
    return chosen


def named(context: click.Context, flag: click.Parameter, value: Any) -> Any:
    """Callback for a flag that takes names: one that is given and names nothing is not taken to mean all."""
    for word in value if isinstance(value, tuple) else (value,):
        if word is not None and not names_of(word):
            raise click.BadParameter("no name is given; leave it out to mean all", context, flag)
    return value


def options_of(words: Sequence[str]) -> dict[str, str]:
    """`colors=red,green` and the like by name; a bare name means yes."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name in options:
            raise click.UsageError(f"--option {name} is given twice; write its values with commas")
        options[name.strip()] = value.strip() if equals else "yes"
    return options


def names_of(words: Sequence[str] | str | None) -> tuple[str, ...]:
    """Names given one by one or with commas between them."""
    if words is None:
        return ()
    listed = [words] if isinstance(words, str) else words
    return tuple(name.strip() for word in listed for name in word.split(",") if name.strip())


def papers_of(text: str | None) -> tuple[str, ...]:
    """The papers that `--paper` names, checked; none of None."""
    try:
        return papers(text) if text is not None else ()
    except ValueError as error:
        raise click.UsageError(f"--paper: {error}") from error
