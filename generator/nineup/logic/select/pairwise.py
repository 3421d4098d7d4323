"""Few configurations that together contain every pair of choices: a sample, if there are too many to try.

Many mistakes need only one option or two that meet, so a sample in which every pair of values occurs
finds them, and it grows with the logarithm of the number of options, not with its power. This is the
greedy construction of covering arrays (AETG: Cohen, Dalal, Fredman and Patton, 1997), without its
chance: a row begins with the first pair that is missing, and each further factor takes the value that
completes most of the missing pairs.

Four switches need 7 of 16 configurations:

  0000 0001 0010 0100 1000 0101 1111

Ten need 12 of 1,024, and twenty 18 of 1,048,576. A row costs a look at each pair of its
picks for each of their values.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from nineup.logic.select.configurations import Configuration, Space
from nineup.logic.select.options import Value, refusal
from nineup.logic.select.ties import Way
from nineup.logic.select.use import SetItem, SetLength, Use
from nineup.model.game import Option

Factor = tuple[str, str]
"""An option, and which of its items is in or out; the seat (player count and bands in use) is a factor as
well.
"""

Pick = tuple[Factor, Any]
PickPair = tuple[Pick, Pick]


def pairwise(space: Space, uses: Collection[Use]) -> Iterator[Configuration]:
    """Legal configurations that together contain every legal pair of a seat, a value, or an item chosen or
    not.

    Only what `uses` names varies: for a set that it names in part, all of its items. The smallest comes
    first.
    """
    factors = _factors(space, space.tied(uses))
    waiting = dict.fromkeys(_pairs(factors))
    configurations: list[Configuration] = []
    while waiting:
        pair = next(iter(waiting))
        del waiting[pair]
        picks = _legal(space, _grow(dict(pair), factors, waiting), dict(pair))
        if picks is None:
            continue  # No legal choice contains this pair.
        # All pairs of the legal row count, not only those it was grown for: what was added to
        # make it legal covers some, too.
        for covered in combinations(sorted(picks.items(), key=lambda pick: pick[0]), 2):
            waiting.pop(covered, None)
        configurations.append(_configuration(space, picks))
    yield from sorted(configurations, key=lambda configuration: configuration.size)


def _factors(space: Space, uses: Collection[Use]) -> dict[Factor, Sequence[Any]]:
    """The possible picks, in a fixed order."""
    factors: dict[Factor, Sequence[Any]] = {("", "seat"): space.seats(uses)}
    for option in space.game.options.values():
        parts = {SetLength(option.id), *(SetItem(option.id, str(item)) for item in option.values)}
        if option.id in space.fixed or (option.id not in uses and parts.isdisjoint(uses)):
            continue
        if option.kind == "some":
            factors.update({(option.id, str(item)): (False, True) for item in option.values})
        else:
            factors[option.id, ""] = option.values if option.kind == "one" else (False, True)
    return dict(sorted(factors.items()))


def _pairs(factors: Mapping[Factor, Sequence[Any]]) -> Iterator[PickPair]:
    for one, other in combinations(factors, 2):
        yield from (((one, a), (other, b)) for a in factors[one] for b in factors[other])


def _grow(
    picks: dict[Factor, Any], factors: Mapping[Factor, Sequence[Any]], waiting: Mapping[PickPair, None]
) -> dict[Factor, Any]:
    """Picks the rest, each time what completes most of the remaining pairs."""
    for factor, values in factors.items():
        if factor not in picks:
            picks[factor] = max(values, key=lambda value: _gain((factor, value), picks, waiting))
    return picks


def _gain(pick: Pick, picks: Mapping[Factor, Any], waiting: Mapping[PickPair, None]) -> int:
    # A pair has its factors in order, as `_pairs` made it.
    return sum(((other, pick) if other[0] < pick[0] else (pick, other)) in waiting for other in picks.items())


def _legal(space: Space, picks: Mapping[Factor, Any], kept: Mapping[Factor, Any]) -> dict[Factor, Any] | None:
    """The picks with as few changes as make every choice legal; None if the kept ones prevent it."""
    legal = dict(picks)
    tied = {option.id for tie in space.ties for option in tie.options}
    clusters: list[tuple[tuple[Option, ...], tuple[dict[Factor, Any], ...]]]
    clusters = [((option,), ({},)) for id, option in space.game.options.items() if id not in tied]
    clusters += [(tie.options, tuple(map(_factored, tie.ways))) for tie in space.ties]
    for options, ways in clusters:
        ids = {option.id for option in options}
        if not any(factor[0] in ids for factor in picks):
            continue
        # The way that changes the fewest picks comes first.
        for way in sorted(ways, key=lambda way: sum(picks.get(f) != value for f, value in way.items())):
            wanted = {**way, **{f: value for f, value in kept.items() if f[0] in ids}}
            changed = _with_sets(options, {**legal, **wanted}, wanted)
            if changed is not None and all(changed[f] == value for f, value in {**wanted, **way}.items()):
                legal = changed
                break
        else:
            return None
    return legal


def _factored(way: Way) -> dict[Factor, Any]:
    return {(atom, "") if isinstance(atom, str) else (atom.option, atom.item): v for atom, v in way.items()}


def _with_sets(
    options: Iterable[Option], picks: Mapping[Factor, Any], kept: Mapping[Factor, Any]
) -> dict[Factor, Any] | None:
    """The picks with as few changes as make each set legal; None if the kept ones prevent it."""
    legal = dict(picks)
    for option in options:
        id = option.id
        if option.kind == "some":
            picked = _things(option, legal)
            # Items that the set must include come first: they meet both of its demands at once.
            more = [item for item in (*option.including, *option.values) if (id, str(item)) not in kept]
            demanded = [item for item in picked if item in option.including] or more
            demanded = demanded[:1] if option.including else []
            wanted = dict.fromkeys(
                (*(item for item in picked if (id, str(item)) in kept), *demanded, *picked)
            )
            number = min(max(len(wanted), option.at_least), option.at_most)
            chosen = list(dict.fromkeys((*wanted, *more)))[:number]
            if refusal(option, chosen):
                return None
            legal.update({(id, str(item)): item in chosen for item in option.values})
    return legal


def _things(option: Option, picks: Mapping[Factor, Any]) -> tuple[Any, ...]:
    return tuple(item for item in option.values if picks.get((option.id, str(item))))


def _configuration(space: Space, picks: Mapping[Factor, Any]) -> Configuration:
    options: dict[str, Value] = {}
    for id, option in space.game.options.items():
        if not any(factor[0] == id for factor in picks):
            options[id] = space.smallest[id]
        else:
            options[id] = _things(option, picks) if option.kind == "some" else picks[id, ""]
    return space.configuration(picks["", "seat"], options)
