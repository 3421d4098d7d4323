"""Explores the configurations of a condition over many options that a few of them decide.

`a and b and c …` is false wherever `a` is, whatever the others are: one configuration represents all of these.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nineup.logic.expression import ExpressionError, truth
from nineup.logic.select import (
    Configuration,
    Scenario,
    Seat,
    Space,
    TooManyError,
    Uses,
    option_of,
    used_by_expression,
)
from nineup.model.game import Expression
from nineup.rules.engine.steps import Steps

MOST_VISITS = 10_000
"""The largest number of scenarios evaluated for one question."""


def explored(
    space: Space,
    uses: Uses,
    scenario_at: Callable[[Seat, Mapping[str, Any]], Scenario],
    conditions: Sequence[Expression | None],
    steps: Steps,
) -> list[Configuration]:
    """The smallest configuration of each way in which a rule's `when` and `check` are decided. Raises TooManyError."""
    try:
        decide = [truth(condition.source) for condition in conditions if condition is not None]
    except ExpressionError:
        raise TooManyError from None
    if not decide:
        raise TooManyError
    has_when = conditions[0] is not None
    options = space.game.options
    used = set(map(option_of, uses))
    open_ = [id for id in options if id in used and id not in space.fixed]
    smallest = {id: space.values(option, ())[0] for id, option in options.items()}
    timed = {option_of(use) for use in used_by_expression(space.game, space.game.minutes)}
    found: list[Configuration] = []
    waiting: list[tuple[Seat, dict[str, Any]]] = [(seat, {}) for seat in space.seats(uses)]
    visits = 0
    while waiting:
        visits += 1
        steps.spend(6)
        if visits + len(waiting) > MOST_VISITS:
            raise TooManyError
        seat, decided = waiting.pop()
        values = {**smallest, **decided}
        left = [id for id in open_ if id not in decided]
        unknown = [options[id].name for id in left] + (["minutes"] if timed.intersection(left) else [])
        context = scenario_at(seat, values).context
        first = decide[0](context, unknown)
        settled = first is not None and ((has_when and not first) or decide[-1](context, unknown) is not None)
        if settled or not left:
            found.append(space.configuration(seat, {id: values[id] for id in options}))
            continue
        option = options[left[0]]
        if space.count(frozenset({option.id})) > MOST_VISITS:
            raise TooManyError
        waiting += [(seat, {**decided, option.id: value}) for value in space.values(option, {option.id})]
    return found
