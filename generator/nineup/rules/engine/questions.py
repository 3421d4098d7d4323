"""A rule's question about a game, in parts that depend on few options, and the configurations that answer
each part.

Five ways to answer a part: all its configurations, if they are few; one for each total, if it depends on
options only through sums (`totals`); one for each way to decide its conditions (`explored`); the smallest
of each outcome of its conditions, by a solver if there is one (`solving`); and, beyond all of them, a sample
with every pair of choices, which is reported as one.

`explored` decides options one by one, and stops where the condition is already decided. `a and b and c` over
three switches that are on by default needs four configurations of eight: all on; `c` off; `b` off; `a` off.
In the last, `b` and `c` were never decided, so they keep their smallest values, and it is the smallest of the
four that it stands for. A condition that its first options decide less often, `(a or b) and c`, needs seven.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from nineup.base.diagnostics import Diagnostic
from nineup.logic.expression import ExpressionError, truth
from nineup.logic.select import (
    Addend,
    Configuration,
    Scenario,
    Seat,
    Space,
    TooManyError,
    Uses,
    by_totals,
    option_of,
    pairwise,
    totals_effort,
    used_by_expression,
)
from nineup.model.game import Expression
from nineup.model.proved import Failing
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
    """The smallest configuration of each way in which a rule's `when` and `check` are decided.

    Raises TooManyError.
    """
    try:
        # These evaluate with names that are unknown, in three values: `false and unknown` is false.
        decide = [truth(condition.source) for condition in conditions if condition is not None]
    except ExpressionError:
        raise TooManyError from None
    # Without a condition there is nothing that could be decided early.
    if not decide:
        raise TooManyError
    has_when = conditions[0] is not None
    options = space.game.options
    used = set(map(option_of, space.tied(uses)))
    open_ = [id for id in options if id in used and id not in space.fixed]
    timed = {option_of(use) for use in used_by_expression(space.game, space.game.minutes)}
    configurations: list[Configuration] = []
    waiting: list[tuple[Seat, dict[str, Any]]] = [(seat, {}) for seat in space.seats(uses)]
    visits = 0
    while waiting:
        visits += 1
        steps.spend(6)
        if visits + len(waiting) > MOST_VISITS:
            raise TooManyError
        seat, decided = waiting.pop()
        values = {**space.smallest, **decided}
        left = [id for id in open_ if id not in decided]
        # The playing time is unknown as long as an option is that it is computed from.
        unknown = [options[id].name for id in left] + (["minutes"] if timed.intersection(left) else [])
        context = scenario_at(seat, values).context
        first = decide[0](context, unknown)
        # Where `when` doesn't hold, the check doesn't matter.
        settled = first is not None and ((has_when and not first) or decide[-1](context, unknown) is not None)
        if settled or not left:
            legal = space.legal_with(decided)
            if legal is not None:
                configurations.append(space.configuration(seat, {id: legal[id] for id in options}))
            continue
        option = options[left[0]]
        # A set of forty items has 2⁴⁰ values; listing them is already too much.
        if space.count(frozenset({option.id})) > MOST_VISITS:
            raise TooManyError
        waiting += [(seat, {**decided, option.id: value}) for value in space.values(option, {option.id})]
    return configurations


MOST_CONFIGURATIONS = 100_000
"""The largest number of configurations examined for one part of a question."""

MOST_WITHOUT_TOTALS = 500
"""The number of configurations beyond which only those with different totals are examined, if that is less
work.
"""

MOST_WITHOUT_SOLVER = 20_000
"""The number of configurations beyond which a solver is asked before all of them are examined."""

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


class ToExamine(NamedTuple):
    """The configurations that answer a part of a question."""

    configurations: Sequence[Configuration]
    sampled_of: int = 0
    """The total number, if they are only a sample."""
    is_decided: bool = False
    """Whether a solver has decided the part already, and these are what it has to show."""
    failing: Failing | None = None
    """In how many configurations the part fails, if a solver could count them."""

    @classmethod
    def together(cls, answers: Sequence["ToExamine"]) -> "ToExamine":
        """The answers for parts of a space, as that for the whole."""
        counts = [answer.failing for answer in answers if answer.failing is not None]
        is_sampled = any(answer.sampled_of for answer in answers)
        return cls(
            sorted(
                (each for answer in answers for each in answer.configurations), key=lambda each: each.size
            ),
            sum(answer.sampled_of or len(answer.configurations) for answer in answers) if is_sampled else 0,
            is_decided=all(answer.is_decided for answer in answers),
            failing=Failing(sum(each.number for each in counts), sum(each.of for each in counts))
            if len(counts) == len(answers)
            else None,
        )


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
    solve: Callable[[Space], ToExamine | None],
) -> ToExamine:
    """Configurations that include the smallest one of each fact that a part finds. `solve` asks a solver for
    those of a space, and may return None.

    If there are too many, they are a sample with every pair of choices (without any steps left, just the
    smallest one).
    """
    every = part.every
    among = space.among(every)
    if among != (space,):
        answers = [configurations_of(each, part, scenario_at, steps=steps, solve=solve) for each in among]
        # Where a solver decides some player counts, it counts for the others, too.
        if any(answer.is_decided for answer in answers):
            answers = [
                answer if answer.is_decided or answer.sampled_of else solve(each) or answer
                for each, answer in zip(among, answers, strict=True)
            ]
        return ToExamine.together(answers)
    number = space.count(every)
    if number > MOST_CONFIGURATIONS or (number > MOST_WITHOUT_TOTALS and effort(space, part) < number):
        try:
            return ToExamine(_reduced(space, part, scenario_at, steps=steps))
        except TooManyError:
            pass
    if number > MOST_WITHOUT_SOLVER and (solved := solve(space)) is not None:
        return solved
    if steps.left and number <= MOST_CONFIGURATIONS:
        steps.take(number // 2)
        return ToExamine(list(space.configurations(every)))
    if steps.left and number > MOST_CONFIGURATIONS:
        sample = list(pairwise(space, every))
        steps.take(len(sample) * len(every))
        return ToExamine(sample, number)
    # No steps are left. One configuration shows at least what fails everywhere.
    return ToExamine([next(space.configurations(every & {"players"}))], 0 if number == 1 else number)


def effort(space: Space, part: QuestionPart) -> int:
    """The approximate number of scenarios to examine for a part."""
    among = space.among(part.every)
    if among != (space,):
        return sum(effort(each, part) for each in among)
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
            # An attempt may take half of what is left, so that the next way has
            # something to work with if it fails.
            return list(by_totals(space, part.uses, part.addends, spend=steps.half().spend))
        except TooManyError:
            if not part.conditions:
                raise
    return explored(space, part.every, scenario_at, conditions=part.conditions, steps=steps.half())
