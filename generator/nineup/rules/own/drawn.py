"""What probabilities depend on: the number of cards of each kind in the piles, as far as the questions
distinguish kinds.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

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
    used_by_copies,
    used_by_texts,
)
from nineup.model.game import Card, Component, Expression
from nineup.rules.engine.proof import Proof, is_there

MOST_KINDS = 16
"""The number of kinds of card beyond which there are too many different piles."""


class KindTotal(NamedTuple):
    """The name of the total of the cards of one kind."""

    kind: Hashable


def drawn_kinds(
    proof: Proof, check: Expression, components: Sequence[Component], uses: Uses
) -> list[Addend] | None:
    """The addend of each card of some components in the totals by kind; None if there are too many kinds."""
    kinds: dict[Hashable, None] = {}
    try:
        for space in proof.space.among(uses):
            for seat in space.seats(uses):
                scenario = proof.scenario(seat, space.smallest)
                for component, card in _cards(components):
                    kinds[_kind(check, components, component, card=card, scenario=scenario)] = None
    except TooManyError:
        return None
    if len(kinds) > MOST_KINDS:
        return None
    totals = tuple(map(KindTotal, kinds))
    return [
        Addend(
            used_by_card(proof.game, component, card)
            | used_by_texts(proof.game, card.values)
            | used_by_copies(proof.game, card),
            totals,
            partial(_added, proof, check, components, tuple(kinds), component, card),
        )
        for component, card in _cards(components)
    ]


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
    kinds: tuple[Hashable, ...],
    component: Component,
    card: Card,
    seat: Seat,
    options: Mapping[str, Any],
) -> tuple[int, ...]:
    scenario = proof.scenario(seat, options)
    if not is_there(scenario, component, card):
        return (0,) * len(kinds)
    kind = _kind(check, components, component, card=card, scenario=scenario)
    if kind not in kinds:
        raise TooManyError  # A kind that only these choices tell apart.
    return tuple([scenario.own_copies(card) if each == kind else 0 for each in kinds])
