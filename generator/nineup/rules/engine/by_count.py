"""Counting questions: what depends on decks only through their numbers of cards, as totals over all cards.

Cards with the same `when` come and go together, so they are one addend: 60 cards of which 20 are `when:
wolves` and the others always there are two addends, with the totals (20, …) or (0, …) and (40, …). So do
cards whose own copies are in equal tables.
"""

from collections.abc import Hashable, Mapping, Sequence
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
    used_by_copies,
    used_by_expression,
)
from nineup.model.game import Card, Component, PlayerTable
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
        alike: dict[Hashable, list[Card]] = {}
        for card in deck.cards:
            alike.setdefault((card.when.source if card.when else "", _table(card)), []).append(card)
        boxed = used_by_amount(proof.game, deck.copies) if is_boxed and deck.box is not None else None
        for cards in alike.values():
            presence = used_by_card(proof.game, deck, cards[0])
            used = presence | used_by_copies(proof.game, cards[0]) | (boxed or frozenset())
            inside = used if boxed is not None else None
            added = partial(_added, proof, deck, cards[0], _Number.of(cards), count.cards_only, inside)
            addends.append(Addend(used, totals, added))
    return QuestionPart(uses, addends)


class _Number(NamedTuple):
    """How many cards come and go together, with how many copies: in all, or each if a table says it."""

    cards: int
    copies: int
    empty: int
    """The number of cards without copies."""

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "_Number":
        stated = [card.copies for card in cards if isinstance(card.copies, int)]
        return cls(len(cards), sum(stated) if stated else len(cards), stated.count(0))


def _table(card: Card) -> Hashable:
    """What the table of a card's own copies says; None for a number."""
    if isinstance(card.copies, int):
        return None
    if isinstance(card.copies, PlayerTable):
        return tuple([(step.low, step.high, step.amount) for step in card.copies.steps])
    return tuple([(step.option, step.value, step.amount) for step in card.copies.steps])


def _added(
    proof: Proof,
    deck: Component,
    card: Card,
    number: _Number,
    are_kinds: bool,
    inside: Uses | None,
    seat: Seat,
    options: Mapping[str, Any],
) -> tuple[int, int, int]:
    """The addend of cards that come and go with one of them: how many are in play (different ones if
    `are_kinds`), how many of these have no copies, and how many of them any run within a whole box needs,
    with the uses that decide it.
    """
    scenario = proof.scenario(seat, options)
    added = (number.cards, 0) if are_kinds else (number.copies * _by_table(scenario, card), number.empty)
    runs = proof.inside(scenario, inside) if inside is not None else ()
    # A box must hold what its most demanding run needs, which needn't be that of the most players.
    most = max([_copies(each, deck, card) * _by_table(each, card) for each in runs], default=0)
    return *(added if is_there(scenario, deck, card) else (0, 0)), most * number.copies


def _by_table(scenario: Scenario, card: Card) -> int:
    """What the table of a card's own copies says here; 1 for a number."""
    return 1 if isinstance(card.copies, int) else scenario.own_copies(card)


def _copies(scenario: Scenario, component: Component, card: Card) -> int:
    """The number of copies of each card in play."""
    if not is_there(scenario, component, card):
        return 0
    try:
        return scenario.copies(component)
    except EvaluationError:
        return 0
