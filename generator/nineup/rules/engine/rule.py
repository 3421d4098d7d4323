"""The definition of a rule."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from nineup.base.diagnostics import Diagnostic, Severity, Span
from nineup.logic.select import EvaluationError, Scenario, as_count, in_words
from nineup.model.game import Card, Expression, RuleEntry
from nineup.rules.engine.proof import Proof
from nineup.schema import Record

if TYPE_CHECKING:
    from nineup.rules.engine.face_findings import FaceFinding

Need = Literal["game", "settings", "run", "faces", "sheets"]
"""The input of a rule; one that needs settings runs only if an entry of `rules:` names it."""


class Rule(msgspec.Struct, frozen=True):
    """A requirement on games. `check` yields its violations, given the entry that configures the rule."""

    code: str
    summary: str
    severity: Severity
    needs: frozenset[Need]
    check: Callable[[Proof, RuleEntry | None], Iterator["Diagnostic | FaceFinding"]]
    """One that a table lists as `by_component` yields `FaceFinding`s, all others findings."""
    figure: str = ""
    """The meaning of its figure in the tally, such as `left over`; the smallest is reported."""
    accepts: tuple[str, ...] = ()
    """The kinds of fact that a card or a component may accept: `""` by the code alone, others as
    `code/kind`.
    """
    settings: Record | None = None
    """Reads this rule's settings from an entry of `rules:`; `entry.settings` holds their values by key. A
    rule that doesn't need settings runs without an entry as well.
    """
    sentence: str = ""
    """What an entry asks for, in words, with its settings as blanks: see `rules.sentences`."""


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
