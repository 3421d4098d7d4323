"""Counting questions: what depends on decks only through their numbers of cards, as totals over all cards.

Cards with the same `when` come and go together, so they are one addend: 60 cards of which 20 are `when:
wolves` and the others always there are two addends, with the totals (20, …) or (0, …) and (40, …).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from nineup.logic.select import (
    Addend,
    DeckCount,
    EvaluationError,
    Scenario,
    Seat,
    Uses,
    used_by_amount,
    used_by_card,
    used_by_expression,
)
from nineup.model.game import Card, Component
from nineup.rules.engine.proof import Proof, is_there
from nineup.rules.engine.questions import QuestionPart


class DeckTotal(NamedTuple):
    """The name of a total over the cards of a deck."""

    deck: DeckCount
    of: Literal["cards", "cards without copies", "pieces in the box"]


def counting(
    proof: Proof, uses: Uses, decks: Mapping[DeckCount, Component], is_boxed: bool = False
) -> QuestionPart:
    """The part of a question that depends on some components only through their numbers of cards: three
    totals for each deck of `used_by_expression`.

    With `is_boxed` also through how many a whole box needs, for components with a `box`.
    """
    addends = []
    for count, deck in decks.items():
        totals = (
            DeckTotal(count, "cards"),
            DeckTotal(count, "cards without copies"),
            DeckTotal(count, "pieces in the box"),
        )
        uses |= used_by_expression(proof.game, deck.when)
        alike: dict[str, list[Card]] = {}
        for card in deck.cards:
            alike.setdefault(card.when.source if card.when else "", []).append(card)
        boxed = used_by_amount(proof.game, deck.copies) if is_boxed and deck.box is not None else None
        for cards in alike.values():
            presence = used_by_card(proof.game, deck, cards[0])
            used = presence | (boxed or frozenset())
            inside = used if boxed is not None else None
            number = (
                (len(cards), 0) if count.cards_only else (_number(cards), sum(not c.copies for c in cards))
            )
            added = partial(_added, proof, deck, cards, number, inside)
            addends.append(Addend(used, totals, added))
    return QuestionPart(uses, addends)


def _added(
    proof: Proof,
    deck: Component,
    cards: Sequence[Card],
    number: tuple[int, int],
    inside: Uses | None,
    seat: Seat,
    options: Mapping[str, Any],
) -> tuple[int, int, int]:
    """The addend of cards with the same `when`: how many are in play, and how many of them any run within a
    whole box needs, with the uses that decide it.
    """
    scenario = proof.scenario(seat, options)
    added = number if is_there(scenario, deck, cards[0]) else (0, 0)
    runs = proof.inside(scenario, inside) if inside is not None else ()
    # A box must hold what its most demanding run needs, which needn't be that of the most players.
    most = max([_copies(each, deck, cards[0]) for each in runs], default=0)
    return *added, most * _number(cards)


def _number(cards: Iterable[Card]) -> int:
    return sum([card.copies for card in cards])


def _copies(scenario: Scenario, component: Component, card: Card) -> int:
    """The number of copies of each card in play."""
    if not is_there(scenario, component, card):
        return 0
    try:
        return scenario.copies(component)
    except EvaluationError:
        return 0
