"""What probabilities depend on: the number of cards of each kind in the piles, as far as the questions
distinguish kinds.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from nineup.logic.expression import MISTAKES, ExpressionError, delayed_calls
from nineup.logic.select import (
    Addend,
    EvaluationError,
    Scenario,
    Seat,
    TooManyError,
    Uses,
    card_kinds,
    drawn_values,
    used_by_card,
    used_by_texts,
)
from nineup.model.game import Card, Component, Expression
from nineup.rules.engine.proof import Proof, is_there

MOST_KINDS = 16
"""The number of kinds of card beyond which there are too many different piles."""

CardKinds = Mapping[Hashable, int]
"""The kinds of card, each with its index among the totals."""


def drawn_kinds(
    proof: Proof, check: Expression, components: Sequence[Component], uses: Uses
) -> tuple[list[Addend] | None, int]:
    """The addend of each card of some components in the totals by kind, and the number of kinds.

    None if there are too many kinds.
    """
    kinds: dict[Hashable, int] = {}
    try:
        for seat in proof.space.seats(uses):
            scenario = proof.scenario(seat, proof.space.smallest)
            for component, card in _cards(components):
                kinds.setdefault(_kind(check, components, component, card, scenario), len(kinds))
    except TooManyError:
        return None, 0
    if len(kinds) > MOST_KINDS:
        return None, 0
    addends = [
        Addend(
            used_by_card(proof.game, component, card) | used_by_texts(proof.game, card.values),
            partial(_added, proof, check, components, kinds, component, card),
        )
        for component, card in _cards(components)
    ]
    return addends, len(kinds)


def _cards(components: Sequence[Component]) -> Iterator[tuple[Component, Card]]:
    return ((component, card) for component in components for card in component.cards)


def _kind(
    check: Expression, components: Sequence[Component], component: Component, card: Card, scenario: Scenario
) -> Hashable:
    """Raises TooManyError if the kind doesn't follow from the card alone."""
    try:
        kind = card_kinds(delayed_calls(check.source), scenario.context)
        return kind(drawn_values(components, component, scenario.filled(component, card)))
    except (ExpressionError, EvaluationError, *MISTAKES):
        raise TooManyError from None


def _added(
    proof: Proof,
    check: Expression,
    components: Sequence[Component],
    kinds: CardKinds,
    component: Component,
    card: Card,
    seat: Seat,
    options: Mapping[str, Any],
) -> tuple[int, ...]:
    scenario = proof.scenario(seat, options)
    added = [0] * len(kinds)
    if is_there(scenario, component, card):
        place = kinds.get(_kind(check, components, component, card, scenario))
        if place is None:
            raise TooManyError  # A kind that only these choices tell apart.
        added[place] = card.copies
    return tuple(added)
