"""From a game, a player count and a choice of options to exactly what is printed and laid out.

`load` comes before; `typeset` draws the run that `select` gives, and the rules go through every
configuration by the same means.
"""

from generator.select.options import (
    configurations,
    configurations_count,
    counts,
    named,
    read_options,
    refusal,
)
from generator.select.pairwise import pairwise
from generator.select.run import select
from generator.select.situation import Broken, Situation, in_words, is_implied, surroundings
from generator.select.uses import used_by_amount, used_by_cards, used_by_component, used_by_expression

__all__ = [
    "Broken",
    "Situation",
    "configurations",
    "configurations_count",
    "counts",
    "in_words",
    "is_implied",
    "named",
    "pairwise",
    "read_options",
    "refusal",
    "select",
    "surroundings",
    "used_by_amount",
    "used_by_cards",
    "used_by_component",
    "used_by_expression",
]
