"""From a game, a player count and a choice of options to exactly what is printed and laid out.

`load` comes before; `typeset` draws the run that `select` gives, and the rules go through every
configuration by the same means.
"""

from nineup.select.chances import CannotCountError
from nineup.select.computed import has_computed, sources
from nineup.select.options import (
    configurations,
    configurations_count,
    counts,
    named,
    read_options,
    refusal,
)
from nineup.select.pairwise import pairwise
from nineup.select.run import select
from nineup.select.scenario import EvaluationError, Scenario, base_context, in_words, is_implied
from nineup.select.uses import (
    used_by_amount,
    used_by_cards,
    used_by_component,
    used_by_expression,
    used_by_texts,
)

__all__ = [
    "CannotCountError",
    "EvaluationError",
    "Scenario",
    "base_context",
    "configurations",
    "configurations_count",
    "counts",
    "has_computed",
    "in_words",
    "is_implied",
    "named",
    "pairwise",
    "read_options",
    "refusal",
    "select",
    "sources",
    "used_by_amount",
    "used_by_cards",
    "used_by_component",
    "used_by_expression",
    "used_by_texts",
]
