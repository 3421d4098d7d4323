"""The runs that a published table offers: each player count with each choice of options, as far as these are
few.
"""

from collections.abc import Iterator, Mapping
from itertools import product

import msgspec
from nineup.base import Findings
from nineup.logic.select import counts
from nineup.model import Game, Item, Option, Run
from nineup.pipeline import RunChoice, choose_run

MOST_RUNS = 60
"""The number of runs beyond which the last of a game's options keep their defaults."""


class TableRun(msgspec.Struct, frozen=True):
    """A run of the table: its name, the players, and its options as they are typed."""

    name: str
    players: int
    options: Mapping[str, str]
    run: Run


def typed(value: bool | Item | tuple[Item, ...]) -> str:
    """A value of an option as it is typed: `yes`, `long`, `red,green`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def table_runs(game: Game, choice: RunChoice) -> Iterator[TableRun]:
    """The possible runs within a choice, each with all of its pieces; the default options first."""
    players = (choice.players,) if choice.players is not None else counts(game)
    offered = _offered(game, choice, len(players))
    for count in players:
        for values in product(*offered.values()):
            options = dict(zip(offered, values, strict=True))
            asked = {**choice.options, **{name: value for name, value in options.items() if value}}
            chosen = msgspec.structs.replace(
                choice, players=count, options=asked, owners=(), components=(), cards=()
            )
            run = choose_run(game, chosen, Findings())
            if run is not None:
                yield TableRun("-".join((str(count), *values)), count, options, run=run)


def _offered(game: Game, choice: RunChoice, times: int) -> dict[str, tuple[str, ...]]:
    """The values of each option that isn't chosen already, its default first, as long as they are few."""
    offered: dict[str, tuple[str, ...]] = {}
    for option in game.options.values():
        values = _values(option)
        if option.id in choice.options or len(values) * times > MOST_RUNS:
            continue
        times *= len(values)
        offered[option.id] = values
    return offered


def _values(option: Option) -> tuple[str, ...]:
    """Of a set only the default, and what is left of it from the end on."""
    default = typed(option.default)
    if option.kind == "switch":
        return tuple(dict.fromkeys((default, "yes", "no")))
    if option.kind == "one":
        return tuple(dict.fromkeys((default, *map(str, option.values))))
    values = [str(each) for each in option.values][: option.at_most or None]
    least = max(1, option.at_least)
    sets = (",".join(values[:size]) for size in range(len(values), least - 1, -1))
    return tuple(dict.fromkeys((default, *sets)))
