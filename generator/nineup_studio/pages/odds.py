"""The probability of hands: the distribution of an expression over hands from a pile, as in `nineup draw
--of`.
"""

from collections.abc import Iterator

import msgspec
from nineup.base import Project
from nineup.logic.expression import ExpressionError, ExpressionValueError
from nineup.model import Run
from nineup.pipeline import (
    Distribution,
    Draws,
    RunChoice,
    exact_distribution,
    is_too_large,
    needs_simulation,
    simulated_distribution,
)
from nineup.report import outcome_label

TIMES = 10_000
"""The number of trials if hands can't be counted exactly: few enough for an immediate answer, in one
process.
"""

MAX_SOURCE = 1000
"""The longest expression, in characters."""

MAX_ROWS = 60
"""The number of answers that are shown."""


class OddsError(Exception):
    """A question that can't be answered; the message is for the user."""


class OddsRow(msgspec.Struct, frozen=True):
    """An answer, its probability, and the standard error of that."""

    answer: str
    share: float
    error: float


class Odds(msgspec.Struct, frozen=True):
    """A distribution; `how` says whether it is exact."""

    rows: tuple[OddsRow, ...]
    more: int
    mean: float | None
    how: str


def piles(run: Run) -> tuple[str, ...]:
    """The piles of a run, and its decks outside any pile."""
    cards = (part.component for part in run.parts if part.component.shape == "card")
    return tuple(dict.fromkeys(component.pile or component.id for component in cards))


def odds(project: Project, run: Run, choice: RunChoice, draws: Draws, source: str) -> Odds:
    """The distribution of an expression over `hand`: exact if every hand can be counted. Raises OddsError."""
    if not source.strip() or len(source) > MAX_SOURCE:
        raise OddsError("write an expression over `hand`, such as `hand|length`")
    try:
        return _shown(_distribution(project, run, choice, draws=draws, source=source))
    except ExpressionError as error:
        hint = f" ({error.hint})" if error.hint else ""
        raise OddsError(f"column {error.column}: {error.message}{hint}") from error
    except ExpressionValueError as error:
        raise OddsError(str(error)) from error


def _distribution(project: Project, run: Run, choice: RunChoice, draws: Draws, source: str) -> Distribution:
    if not needs_simulation(source):
        try:
            return exact_distribution(run, draws, source)
        except ExpressionError as error:
            if not is_too_large(error):
                raise
    return simulated_distribution(
        project, run.game.id, choice, run=run, draws=draws, source=source, times=TIMES
    )


def _shown(distribution: Distribution) -> Odds:
    how = (
        "exact"
        if distribution.times is None
        else f"simulated: {distribution.times:,} hands, seed {distribution.seed}"
    )
    return Odds(
        tuple(_rows(distribution))[:MAX_ROWS],
        max(0, len(distribution.answers) - MAX_ROWS),
        distribution.mean,
        how=how,
    )


def _rows(distribution: Distribution) -> Iterator[OddsRow]:
    for answer in distribution.answers:
        yield OddsRow(outcome_label(answer.value), answer.share, answer.error)
