"""The controls that choose a run, made from the game: each choice has an address, or a reason why it is
impossible.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec
from nineup.faces.record import value_text
from nineup.logic.select import counts, possible_options, refused, with_legal, with_limits
from nineup.model import Band, Game, Item, Option, Run
from nineup.pipeline import RunChoice
from nineup.translation import languages

from nineup_studio.live.looking import SessionState


class Choice(NamedTuple):
    """A choice: its address, or why it can't be made."""

    label: str
    address: str
    is_chosen: bool
    because: str = ""


class RunControl(NamedTuple):
    """Choices of one kind: one of several, any number of them, or a switch, which has a single choice."""

    name: str
    choices: tuple[Choice, ...]
    kind: Literal["one", "some", "switch"] = "one"


def controls(looking: SessionState) -> tuple[RunControl, ...]:
    """The controls for players, expansions, options and owners; none for a game that can't be read."""
    game = looking.snapshot.game
    return tuple(_controls(looking, game)) if game else ()


def _controls(looking: SessionState, game: Game) -> Iterator[RunControl]:
    yield _players(looking, game)
    for band in game.bands[1:]:
        yield RunControl(_name(band.name), (_band(looking, game, band),), "switch")
    limited = with_limits(game, looking.choice.players, looking.choice.options)
    for option in limited.options.values():
        yield RunControl(_name(option.id), tuple(_option(looking, limited, option)), option.kind)
    if owners := tuple(_owners(looking, game)):
        yield RunControl("Owners", owners, "some")
    if known := languages(looking.session.project, looking.game_id):
        yield _languages(looking, game, known)


def _players(looking: SessionState, game: Game) -> RunControl:
    numbers: Sequence[int | None] = (None, *counts(game))
    return RunControl(
        "Players",
        tuple(
            _choice(
                looking,
                game,
                "Whole box" if n is None else str(n),
                is_chosen=n == looking.choice.players,
                players=n,
                options=possible_options(game, n, looking.choice.options),
            )
            for n in numbers
        ),
    )


def _languages(looking: SessionState, game: Game, known: Sequence[str]) -> RunControl:
    own = game.source_language or game.language or "en"
    chosen = looking.choice.language
    names = [("", own), *((name, name) for name in known if name != own)]
    choices = [
        _choice(looking, game, label, is_chosen=name == chosen, language=name) for name, label in names
    ]
    return RunControl("Language", tuple(choices))


def _band(looking: SessionState, game: Game, band: Band) -> Choice:
    run, asked = looking.snapshot.run, looking.choice.options.get(band.name)
    is_on = bool(run.context[band.name.replace("-", "_")]) if run else asked == "yes"
    return _with_option(
        looking, game, _name(band.name), is_chosen=is_on, option=band.name, value="no" if is_on else "yes"
    )


def _option(looking: SessionState, game: Game, option: Option) -> Iterator[Choice]:
    value = _value(looking.snapshot.run, looking.choice, option)
    if option.kind == "switch":
        yield _with_option(
            looking,
            game,
            _name(option.id),
            is_chosen=bool(value),
            option=option.id,
            value="no" if value else "yes",
        )
        return
    for item in option.values:
        if isinstance(value, tuple):
            chosen = ",".join(_toggled(option, value, item))
            yield _with_option(
                looking, game, _label(item), is_chosen=item in value, option=option.id, value=chosen
            )
        else:
            yield _with_option(
                looking, game, _label(item), is_chosen=item == value, option=option.id, value=item
            )


def _toggled(option: Option, chosen: tuple[Item, ...], item: Item) -> list[Item]:
    """A set with an item more or less; one that is full gives the last item up for it."""
    if item in chosen:
        return [each for each in chosen if each != item]
    kept = chosen[: option.at_most - 1]
    return [each for each in option.values if each in kept or each == item]


def _value(run: Run | None, choice: RunChoice, option: Option) -> bool | Item | tuple[Item, ...]:
    """An option's value in the run; if that is impossible, the requested one."""
    if run is not None:
        value: bool | Item | tuple[Item, ...] = run.options[option.id]
        return value
    typed = choice.options.get(option.id)
    if typed is None:
        return option.default
    if option.kind == "switch":
        return typed != "no"
    chosen = tuple(item for item in option.values if item in typed.split(","))
    return chosen if option.kind == "some" else (chosen or option.values)[0]


def _with_option(
    looking: SessionState, game: Game, label: str, is_chosen: bool, option: str, value: str
) -> Choice:
    options = with_legal(game, {**looking.choice.options, option: value}, kept=[option])
    options = {
        id: text
        for id, text in options.items()
        if id not in game.options or not _is_default(game.options[id], text)
    }
    return _choice(looking, game, label, is_chosen=is_chosen, options=options)


def _is_default(option: Option, value: str) -> bool:
    default = option.default
    if isinstance(default, tuple):
        return set(value.split(",")) == set(default)
    return value == (value_text(default) if isinstance(default, bool) else default)


def _owners(looking: SessionState, game: Game) -> Iterator[Choice]:
    lists = {component.for_each for component in game.components.values() if component.for_each}
    known = [item for name in sorted(lists) for item in game.lists[name].items]
    shown = looking.snapshot.run.owners if looking.snapshot.run else looking.choice.owners
    if known:
        yield _choice(looking, game, "All", is_chosen=not looking.choice.owners, owners=())
    for owner in known:
        owners = tuple(each for each in known if (each in shown) != (each == owner))
        if owners:
            yield _choice(looking, game, _label(owner), is_chosen=owner in shown, owners=owners)
        else:
            yield Choice(
                _label(owner), looking.address(), True, because="at least one owner's pieces are shown"
            )


def _choice(looking: SessionState, game: Game, label: str, is_chosen: bool, **changed: object) -> Choice:
    choice = msgspec.structs.replace(looking.choice, **changed)
    wrong = refused(game, choice.players, choice.options, owners=choice.owners)
    because = wrong[0].message if wrong and not is_chosen_impossible(looking) else ""
    return Choice(label, looking.address(choice=choice), is_chosen, because=because)


def is_chosen_impossible(looking: SessionState) -> bool:
    """Whether the requested run is impossible; then every way out of it stays open."""
    return any(finding.about == "request" for finding in looking.snapshot.findings)


def _name(id: str) -> str:
    return id.replace("-", " ").capitalize()


def _label(item: Item) -> str:
    return value_text(item.fields.get("name")) or item
