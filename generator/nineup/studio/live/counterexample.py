"""Converts a counterexample's configuration in words back to the choice of its run."""

import re
from collections.abc import Iterator
from typing import Any

from nineup.logic.select import named, refused
from nineup.model.game import Game
from nineup.pipeline import RunChoice

_PLAYERS = re.compile(r"(\d{1,4}) players?")


def run_of_words(game: Game, words: str) -> RunChoice | None:
    """The choice that a configuration such as `5 players, red, no power` names; None if it isn't a possible run.

    Options that it doesn't name don't matter to the finding, and have their defaults.
    """
    players: int | None = None
    chosen: dict[str, list[str]] = {}
    known = dict(_meanings(game))
    for word in words.split(", "):
        if number := _PLAYERS.fullmatch(word):
            players = int(number[1])
        elif word in known:
            option, value = known[word]
            chosen.setdefault(option, []).append(value)
        else:
            return None
    options = {option: ",".join(filter(None, values)) for option, values in chosen.items()}
    return None if refused(game, players, options, ()) else RunChoice(players, options)


def _meanings(game: Game) -> Iterator[tuple[str, tuple[str, str]]]:
    """The meaning of each word in a configuration: an option and a value."""
    for band in game.bands[1:]:
        yield band.name, (band.name, "yes")
    for id, option in game.options.items():
        values: list[tuple[Any, str]]
        if option.kind == "switch":
            values = [(True, "yes"), (False, "no")]
        else:
            values = [((each,) if option.kind == "some" else each, str(each)) for each in option.values]
            values += [((), "")] if option.kind == "some" else []
        for value, text in values:
            for word in named(game, {id: value}, (id,)):
                yield word.replace("no-", "no ", 1), (id, text)
