"""Few configurations that together hold every pair of choices, for a game that has too many to go through."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from nineup.game import Game, Option
from nineup.select.options import Value, counts, refusal, weight

Factor = tuple[str, str]
"""An option, and which of its values is in or out; the player count is a factor as well."""

Pick = tuple[Factor, Any]
Pair = tuple[Pick, Pick]


def pairwise(
    game: Game,
    varied: Collection[str] | None = None,
    fixed: Mapping[str, Value] = {},
    players: Sequence[int] = (),
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Legal configurations in which every legal pair of a player count, a value, or a thing chosen or not occurs.

    The parameters are those of `configurations`; the order is the same.
    """
    factors = _factors(game, varied, fixed, players or counts(game))
    waiting = dict.fromkeys(_pairs(factors))
    rows: list[tuple[int, dict[str, Any]]] = []
    while waiting:
        pair = next(iter(waiting))
        del waiting[pair]
        picks = _legal(game, _grow(dict(pair), factors, waiting), dict(pair))
        if picks is None:
            continue  # No legal choice holds this pair.
        for covered in combinations(sorted(picks.items(), key=lambda pick: pick[0]), 2):
            waiting.pop(covered, None)
        rows.append(_configuration(game, picks, fixed, players))
    options = tuple(game.options.values())
    yield from sorted(rows, key=lambda row: (weight(options, tuple(row[1].values())), row[0]))


def _factors(
    game: Game, varied: Collection[str] | None, fixed: Mapping[str, Value], players: Sequence[int]
) -> dict[Factor, Sequence[Any]]:
    """What can be picked, in a fixed order."""
    factors: dict[Factor, Sequence[Any]] = {}
    if varied is None or "players" in varied:
        factors["", "players"] = players
    for option in game.options.values():
        if option.id in fixed or (varied is not None and option.id not in varied):
            continue
        if option.kind == "some":
            factors.update({(option.id, str(item)): (False, True) for item in option.values})
        else:
            factors[option.id, ""] = option.values if option.kind == "one" else (False, True)
    return dict(sorted(factors.items()))


def _pairs(factors: Mapping[Factor, Sequence[Any]]) -> Iterator[Pair]:
    for one, other in combinations(factors, 2):
        yield from (((one, a), (other, b)) for a in factors[one] for b in factors[other])


def _grow(
    picks: dict[Factor, Any], factors: Mapping[Factor, Sequence[Any]], waiting: Mapping[Pair, None]
) -> dict[Factor, Any]:
    """Pick the rest, each time what makes most pairs that are still waiting."""
    for factor, values in factors.items():
        if factor not in picks:
            picks[factor] = max(values, key=lambda value: _gain((factor, value), picks, waiting))
    return picks


def _gain(pick: Pick, picks: Mapping[Factor, Any], waiting: Mapping[Pair, None]) -> int:
    return sum(((other, pick) if other[0] < pick[0] else (pick, other)) in waiting for other in picks.items())


def _legal(game: Game, picks: Mapping[Factor, Any], kept: Mapping[Factor, Any]) -> dict[Factor, Any] | None:
    """The picks with as few more things as make every choice legal; None where the kept ones forbid it."""
    made = dict(picks)
    for id, option in game.options.items():
        if option.kind == "some" and any(factor[0] == id for factor in picks):
            more = (item for item in (*option.including, *option.values) if (id, str(item)) not in kept)
            while refusal(option, _things(option, made)):
                item = next(more, None)
                if item is None:
                    return None
                made[id, str(item)] = True
    return made


def _things(option: Option, picks: Mapping[Factor, Any]) -> tuple[Any, ...]:
    return tuple(item for item in option.values if picks.get((option.id, str(item))))


def _configuration(
    game: Game, picks: Mapping[Factor, Any], fixed: Mapping[str, Value], players: Sequence[int]
) -> tuple[int, dict[str, Any]]:
    options: dict[str, Any] = {}
    for id, option in game.options.items():
        if not any(factor[0] == id for factor in picks):
            options[id] = fixed.get(id, option.default)
        else:
            options[id] = _things(option, picks) if option.kind == "some" else picks[id, ""]
    alone = players[-1] if players else game.bands[0].high
    return picks.get(("", "players"), alone), options
