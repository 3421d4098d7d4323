"""A rule's question about a game, in parts that depend on few options, and the configurations that answer each part."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.logic.select import (
    Addend,
    Configuration,
    Scenario,
    Seat,
    Space,
    TooManyError,
    Uses,
    by_totals,
    pairwise,
    totals_effort,
)
from nineup.model.game import Expression
from nineup.rules.engine.exploring import MOST_VISITS, explored
from nineup.rules.engine.steps import Steps

MOST = 100_000
"""The largest number of configurations examined for one part of a question."""

MOST_WITHOUT_TOTALS = 500
"""The number of configurations beyond which only those with different totals are examined, if that is less work."""

Examine = Callable[[Scenario], Iterable[Diagnostic]]
"""Yields what a rule finds in one scenario. May raise EvaluationError."""


class QuestionPart(msgspec.Struct, frozen=True):
    """A part of a question: what it depends on directly, and through the totals of addends."""

    uses: Uses
    addends: Sequence[Addend] = ()
    conditions: tuple[Expression | None, ...] = ()
    """A rule's `when` and its `check`, if these are the whole question."""
    fixed: Mapping[str, Any] = {}
    """Options with a fixed value."""
    examine: Examine | None = None
    """Examines this part alone; None for the rule's examination of the whole game."""

    @property
    def every(self) -> Uses:
        """Everything that it depends on."""
        return self.uses.union(*(addend.uses for addend in self.addends))


Asked = TypeVar("Asked")


def by_uses(asked: Iterable[tuple[Uses, Asked]]) -> dict[Uses, list[Asked]]:
    """The subjects in groups with equal dependencies: each group is one part of a question."""
    groups: dict[Uses, list[Asked]] = {}
    for uses, each in asked:
        groups.setdefault(uses, []).append(each)
    return groups


def configurations_of(
    space: Space,
    part: QuestionPart,
    scenario_at: Callable[[Seat, Mapping[str, Any]], Scenario],
    steps: Steps,
) -> tuple[Sequence[Configuration], int]:
    """Configurations that include the smallest one of each fact that a part finds.

    If there are too many, they are a sample with every pair of choices (without any steps left, just the smallest
    one), and the second value is their total number. Otherwise it is 0.
    """
    every = part.every
    number = space.count(every)
    if number > MOST or (number > MOST_WITHOUT_TOTALS and effort(space, part) < number):
        try:
            return _reduced(space, part, scenario_at, steps), 0
        except TooManyError:
            pass
    if steps.left and number <= MOST:
        steps.take(number // 2)
        return list(space.configurations(every)), 0
    if steps.left and number > MOST:
        sample = list(pairwise(space, every))
        steps.take(len(sample) * len(every))
        return sample, number
    return [next(space.configurations(every & {"players"}))], 0 if number == 1 else number


def effort(space: Space, part: QuestionPart) -> int:
    """The approximate number of scenarios to examine for a part."""
    number = space.count(part.every)
    if number <= MOST_WITHOUT_TOTALS:
        return number
    if not part.addends:
        return min(number, MOST_VISITS // 2) if part.conditions else number
    return min(number, totals_effort(space, part.uses, part.addends))


def _reduced(
    space: Space,
    part: QuestionPart,
    scenario_at: Callable[[Seat, Mapping[str, Any]], Scenario],
    steps: Steps,
) -> Sequence[Configuration]:
    """The configurations for each total, or for each way to decide the conditions. Raises TooManyError."""
    if part.addends:
        try:
            return list(by_totals(space, part.uses, part.addends, steps.half().spend))
        except TooManyError:
            if not part.conditions:
                raise
    return explored(space, part.every, scenario_at, part.conditions, steps.half())
