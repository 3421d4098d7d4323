"""How the values of flags are parsed. A mistake in one is a usage error."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import click

from nineup.base.diagnostics import nearest
from nineup.base.units import length
from nineup.files import printers


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
    from nineup.files.settings import papers

    try:
        return papers(text) if text is not None else ()
    except ValueError as error:
        raise click.UsageError(f"--paper: {error}") from error


def back_offset(printer: str | None) -> tuple[float, float] | None:
    """The saved offset of a printer's backs, right and down, in points."""
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
