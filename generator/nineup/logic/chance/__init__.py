"""The probability that drawn cards satisfy an expression: exact where every hand can be counted, simulated
otherwise.

`pools` defines the piles that cards are drawn from, `exact` counts hands, `simulate` shuffles. `select` makes
the pools of a run and offers `draw`, `chance`, `average` and `outcomes` to expressions.
"""

from nineup.logic.chance.exact import MOST_HANDS, TooManyHandsError, outcomes
from nineup.logic.chance.pools import CardFields, Draw, Hand, Pool, Question, Stack, whole
from nineup.logic.chance.simulate import CHUNK, Estimate, Shuffler, simulate
from nineup.logic.chance.turns import Turn, TurnSteps, play_turns

__all__ = [
    "CHUNK",
    "MOST_HANDS",
    "CardFields",
    "Draw",
    "Estimate",
    "Hand",
    "Pool",
    "Question",
    "Shuffler",
    "Stack",
    "TooManyHandsError",
    "Turn",
    "TurnSteps",
    "outcomes",
    "play_turns",
    "simulate",
    "whole",
]
