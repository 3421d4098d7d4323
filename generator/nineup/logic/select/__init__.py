"""Resolves a game, a player count and a choice of options to exactly what is printed and set up.

`select(game, findings, players, options, …)` returns a `Run`, or None after an error; `typeset` draws it.
`Scenario` evaluates a game's expressions for one player count and choice of options, `Space` contains all
configurations, and `used_by_…` lists what an expression depends on; the rules are proved with these.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.logic.select.base_context import base_context
from nineup.logic.select.box import box_parts, box_pieces, needed
from nineup.logic.select.chances import CannotCountError, card_kinds, drawn_values
from nineup.logic.select.computed import has_computed, sources
from nineup.logic.select.configurations import (
    DIGIT_BITS,
    Configuration,
    Seat,
    Space,
    box_seats,
    counts,
    is_box,
    needed_bands,
)
from nineup.logic.select.errors import EvaluationError, as_count, evaluation_error, in_words
from nineup.logic.select.options import chosen_options, is_possible, named, read_bands, refusal
from nineup.logic.select.pairwise import pairwise
from nineup.logic.select.run import (
    card_ids,
    expansions_of,
    possible_options,
    refused,
    select,
    too_many,
    with_limits,
)
from nineup.logic.select.scenario import PieceCounts, Scenario, is_implied
from nineup.logic.select.ties import with_legal
from nineup.logic.select.use import SetItem, SetLength, Use, Uses, option_of
from nineup.logic.select.uses import (
    CountedDecks,
    DeckCount,
    everything,
    used_by_amount,
    used_by_amounts,
    used_by_box,
    used_by_card,
    used_by_card_texts,
    used_by_cards,
    used_by_component,
    used_by_copies,
    used_by_count,
    used_by_deal,
    used_by_expression,
    used_by_list,
    used_by_owners,
    used_by_reads,
    used_by_template,
    used_by_texts,
)

if TYPE_CHECKING:
    from nineup.logic.select.totals import Addend, TooManyError, by_totals, totals_effort
else:
    __getattr__ = late_names(__name__, {"totals": ("Addend", "TooManyError", "by_totals", "totals_effort")})

__all__ = [
    "DIGIT_BITS",
    "Addend",
    "CannotCountError",
    "Configuration",
    "CountedDecks",
    "DeckCount",
    "EvaluationError",
    "PieceCounts",
    "Scenario",
    "Seat",
    "SetItem",
    "SetLength",
    "Space",
    "TooManyError",
    "Use",
    "Uses",
    "as_count",
    "base_context",
    "box_parts",
    "box_pieces",
    "box_seats",
    "by_totals",
    "card_ids",
    "card_kinds",
    "chosen_options",
    "counts",
    "drawn_values",
    "evaluation_error",
    "everything",
    "expansions_of",
    "has_computed",
    "in_words",
    "is_box",
    "is_implied",
    "is_possible",
    "named",
    "needed",
    "needed_bands",
    "option_of",
    "pairwise",
    "possible_options",
    "read_bands",
    "refusal",
    "refused",
    "select",
    "sources",
    "too_many",
    "totals_effort",
    "used_by_amount",
    "used_by_amounts",
    "used_by_box",
    "used_by_card",
    "used_by_card_texts",
    "used_by_cards",
    "used_by_component",
    "used_by_copies",
    "used_by_count",
    "used_by_deal",
    "used_by_expression",
    "used_by_list",
    "used_by_owners",
    "used_by_reads",
    "used_by_template",
    "used_by_texts",
    "with_legal",
    "with_limits",
]
