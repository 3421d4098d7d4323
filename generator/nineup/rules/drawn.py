"""What probabilities depend on: how many cards of each kind the piles have, as far as the questions tell kinds apart."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from nineup.expression import MISTAKES, ExpressionError, delayed_calls
from nineup.game import Card, Component, Expression
from nineup.rules.proof import Proof, is_there
from nineup.select import (
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

MOST_KINDS = 16
"""Kinds of card, beyond which there are too many different piles."""

Kinds = Mapping[Hashable, int]
"""The kinds of card, each with its place among the totals."""


def drawn_kinds(
    proof: Proof, check: Expression, components: Sequence[Component], uses: Uses
) -> tuple[list[Addend] | None, int]:
    """What each card of some components adds to the number of cards of each kind, and how many kinds there are.

    None where there are too many kinds.
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
    """Raises TooManyError where the kind can't be told from the card alone."""
    try:
        kind = card_kinds(delayed_calls(check.source), scenario.context)
        return kind(drawn_values(components, component, scenario.filled(component, card)))
    except (ExpressionError, EvaluationError, *MISTAKES):
        raise TooManyError from None


def _added(
    proof: Proof,
    check: Expression,
    components: Sequence[Component],
    kinds: Kinds,
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
