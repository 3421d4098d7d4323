"""Helpers for the settings of configured rules: values of cards, and amounts."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from nineup.base.diagnostics import Span
from nineup.logic.select import EvaluationError, Scenario, as_count, in_words
from nineup.model.game import Card, Expression


def tally(value: Any) -> Counter[str]:
    """A value as a multiset of ids: a mapping of counts, a list, or a single one."""
    if isinstance(value, Mapping):
        return Counter({str(key): count for key, count in value.items() if isinstance(count, int)})
    return Counter(map(str, value)) if isinstance(value, (list, tuple)) else Counter([str(value)])


def whole_number(amount: int | Expression, scenario: Scenario) -> int:
    """The value of an amount. Raises EvaluationError unless it is a whole number of 0 or more."""
    if isinstance(amount, int):
        return amount
    value = scenario.value(amount)
    if (count := as_count(value)) is not None:
        return count
    message = f"`{amount.source}` is {in_words(value)}, not a whole number of 0 or more"
    raise EvaluationError("bad-amount", message, amount.span)


def field_place(card: Card, path: str) -> Span:
    """The place of a card's field, or of the card itself."""
    return card.spans.get(path.partition(".")[0], card.span)
