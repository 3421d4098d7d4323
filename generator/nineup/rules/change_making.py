"""`change-making`: tokens of several values are worth enough, and can make every sum.

Settings: the worth of each component of `tokens`, and one or both of: the worth that all of them must have together
(`total`), and the largest sum that `each` player may own. For any sums up to that one
that the players own at the same time, the tokens must be enough to lay out all of them. Amounts are numbers or expressions.

Bad:

    rules:
      - change-making: {tokens: {point: 1, five-points: 5}, each: 9}
    # 2 players with 4 points each, and only 7 points of 1

Good: 8 points of 1, and 2 of 5.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import add, le
from typing import Any

from nineup.diagnostics import Diagnostic
from nineup.game import Component, Expression, RuleEntry
from nineup.rules.proof import Proof
from nineup.rules.rule import Rule
from nineup.rules.settings import few, whole
from nineup.schema import AMOUNT, COMPONENT, Here, Key, MapOf, Record, Whole
from nineup.select import Scenario, used_by_component, used_by_expression

MOST_EACH = 60
"""The largest sum up to which a player's tokens are tried."""

EXAMPLE = "change-making: {tokens: {point: 1, ten: 10}, total: 20 * players, each: 20}"


def _asks_something(values: dict[str, Any], here: Here) -> None:
    if not values["tokens"]:
        here.error("name at least one component and its worth", "tokens", EXAMPLE)
    if "total" not in values and "each" not in values:
        here.error("`total` or `each` is missing", hint=EXAMPLE)


SETTINGS = Record(
    {
        "tokens": Key(
            MapOf(Whole(1), keys=COMPONENT), "What a piece of each component is worth.", required=True
        ),
        "total": Key(AMOUNT, "The sum that all tokens must be worth together."),
        "each": Key(AMOUNT, "The largest sum that a player may own."),
    },
    example=EXAMPLE,
    checks=(_asks_something,),
)

MOST_STEPS = 3_000_000
"""Comparisons of ways to pay that one configuration may take, a second or two."""


class TooManyError(Exception):
    """There are more ways to pay than can be tried."""


class Budget:
    """The steps that are left."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take some steps. Raises TooManyError where there are none left."""
        self.left -= steps
        if self.left < 0:
            raise TooManyError


Tokens = tuple[tuple[Component, int], ...]
"""Components and what each is worth."""

Sums = tuple[int, ...]
"""How many tokens of each value, in the order of the settings."""


def check(proof: Proof, entry: RuleEntry | None) -> Iterator[Diagnostic]:
    assert entry is not None
    given = entry.settings
    tokens = tuple((proof.game.components[id], worth) for id, worth in given["tokens"].items())
    total, each = given.get("total"), given.get("each")
    counted = [used_by_component(proof.game, component) for component, _ in tokens]
    asked = [used_by_expression(proof.game, a) for a in (total, each) if isinstance(a, Expression)]
    uses = frozenset({"players"}).union(*counted, *asked)
    if total is not None:
        yield from proof.smallest(uses, partial(_worth, entry, tokens, total), entry.when)
    if each is not None:
        yield from proof.smallest(uses, partial(_laid_out, proof, entry, tokens, each), entry.when)


def _there(tokens: Tokens, scenario: Scenario) -> Sums:
    """How many of each there are: what the box holds, or else what is laid out."""
    found = []
    for component, _ in tokens:
        box = scenario.box(component)
        found.append((scenario.setup(component) or 0) if box is None else box)
    return tuple(found)


def _worth(
    entry: RuleEntry, tokens: Tokens, total: int | Expression, scenario: Scenario
) -> Iterator[Diagnostic]:
    need = whole(total, scenario)
    values = [value for _, value in tokens]
    worth = sum(n * value for n, value in zip(_there(tokens, scenario), values, strict=True))
    if worth < need:
        message = f"the tokens are worth {worth}, but {scenario.players} players need {need}"
        yield Diagnostic("change-making", entry.severity, message, entry.span, fact="worth")


def _laid_out(
    proof: Proof, entry: RuleEntry, tokens: Tokens, each: int | Expression, scenario: Scenario
) -> Iterator[Diagnostic]:
    most = whole(each, scenario)
    if most > MOST_EACH:
        message = f"`each` is {most}; only sums up to {MOST_EACH} are tried"
        yield Diagnostic("bad-rule", "error", message, entry.span)
        return
    there = _there(tokens, scenario)
    try:
        sums = unpayable([value for _, value in tokens], there, most, scenario.players)
    except TooManyError:
        message = f"the sums of {scenario.players} players up to {most} each are too many to go through"
        yield proof.give_up(entry.span, message)
        return
    if sums is not None:
        message = f"the tokens can't lie before players who own {few(list(map(str, sums)), 10)}"
        held = ", ".join(f"{n} `{component.id}`" for n, (component, _) in zip(there, tokens, strict=True))
        hint = f"there are {held}"
        yield Diagnostic("change-making", entry.severity, message, entry.span, hint, fact="sums")


def unpayable(values: Sequence[int], there: Sums, most: int, players: int) -> tuple[int, ...] | None:
    """Sums of the players, each from 0 to `most`, that can't all be made at once; None when there are none.

    Raises TooManyError.
    """
    budget = Budget(MOST_STEPS)
    ways: dict[int, frozenset[Sums]] = {}
    for total in range(most + 1):
        ways[total] = _ways(total, values, there)
        budget.spend(len(ways[total]))
        if not ways[total]:
            return (total,)
    fewest = [min(found, key=sum) for found in ways.values()]
    if all(players * max(column) <= n for column, n in zip(zip(*fewest, strict=True), there, strict=True)):
        return None
    for total in reversed(ways):  # The same sum for all players: most that fails does so.
        if _search({total: ways[total]}, there, players, frozenset({(0,) * len(values)}), (), budget):
            return (total,) * players
    hard = {
        total: ways[total]
        for total in ways
        if not any(_harder(ways[b], ways[total], budget) for b in ways if b > total)
    }
    return _search(hard, there, players, frozenset({(0,) * len(values)}), (), budget)


def _search(
    hard: Mapping[int, frozenset[Sums]],
    there: Sums,
    players: int,
    used: frozenset[Sums],
    sums: tuple[int, ...],
    budget: "Budget",
) -> tuple[int, ...] | None:
    """Go through the sums of the players one by one, in rising order, with every way to have paid so far."""
    if not used:
        return sums
    left = players - len(sums)
    fewest = [min(found, key=sum) for found in hard.values()]
    worst = tuple(left * max(column) for column in zip(*fewest, strict=True))
    if any(_within(_plus(way, worst), there) for way in used):
        return None
    for total in hard:
        budget.spend(len(used) * len(hard[total]))
        paid = {_plus(a, b) for a in used for b in hard[total]}
        fitting = {way for way in paid if _within(way, there)}
        later = {other: hard[other] for other in hard if other >= total}
        found = _search(later, there, players, _least(fitting, budget), (*sums, total), budget)
        if found is not None:
            return found
    return None


def _plus(a: Sums, b: Sums) -> Sums:
    return tuple(map(add, a, b))


def _ways(total: int, values: Sequence[int], there: Sums) -> frozenset[Sums]:
    """All ways to make a sum with the tokens that there are."""
    if not values:
        return frozenset({()}) if total == 0 else frozenset()
    most = min(there[0], total // values[0])
    return frozenset(
        (n, *rest) for n in range(most + 1) for rest in _ways(total - n * values[0], values[1:], there[1:])
    )


def _harder(a: frozenset[Sums], b: frozenset[Sums], budget: "Budget") -> bool:
    """Whether any tokens that make the sum of `a` make that of `b` with no more of them."""
    budget.spend(len(a) * len(b) // 4)
    return all(any(_within(small, way) for small in b) for way in a)


def _within(small: Sums, large: Sums) -> bool:
    return all(map(le, small, large))


def _least(ways: set[Sums], budget: "Budget") -> frozenset[Sums]:
    """Only the ways that need no more of each token than another."""
    budget.spend(len(ways) ** 2 // 4)
    return frozenset(way for way in ways if not any(other != way and _within(other, way) for other in ways))


RULE = Rule(
    "change-making", "tokens make change", "error", frozenset({"game", "settings"}), check, settings=SETTINGS
)
