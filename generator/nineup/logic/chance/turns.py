"""Turns with a hand and a deck: draw, keep, discard, and shuffle the discards when the deck runs out."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from nineup.logic.chance.pools import CardFields, Hand


class TurnSteps(NamedTuple):
    """The steps of a turn, in this order."""

    draw: int = 0
    """The number of cards drawn from the deck."""
    fill: int = 0
    """The hand size up to which cards are then drawn."""
    keep: Callable[[CardFields], bool] | None = None
    """Selects the cards of the hand that stay; the others are discarded. None keeps all."""
    discard: int = 0
    """How many of the cards that stay are discarded as well, the earliest drawn first."""
    reshuffle: bool = True
    """Whether the discards are shuffled into a new deck when a card is drawn from an empty one."""


class Turn(NamedTuple):
    """The state after a turn: the hand, the cards drawn and discarded (oldest first), and the two piles (from
    the top down).
    """

    hand: Hand
    drawn: Hand
    discarded: Hand
    deck: Hand
    discards: Hand


def play_turns(
    hand: Sequence[CardFields],
    deck: Sequence[CardFields],
    number: int,
    steps: TurnSteps,
    generator: random.Random,
) -> tuple[Turn, ...]:
    """A number of turns, one after another, from an opening hand and the deck below it.

    `generator` shuffles the discards.
    """
    held, left, discards = list(hand), list(deck), list[CardFields]()
    turns = []
    for _ in range(number):
        wanted = steps.draw + max(0, steps.fill - len(held) - steps.draw)
        drawn = list(_drawn(wanted, left, discards, generator=generator if steps.reshuffle else None))
        held += drawn
        stays = [(card, steps.keep is None or steps.keep(card)) for card in held]
        kept = [card for card, stay in stays if stay]
        discarded = [card for card, stay in stays if not stay] + kept[: steps.discard]
        held = kept[steps.discard :]
        discards[:0] = reversed(discarded)
        turns.append(Turn(*map(tuple, (held, drawn, discarded, left, discards))))
    return tuple(turns)


def _drawn(
    wanted: int, deck: list[CardFields], discards: list[CardFields], generator: random.Random | None
) -> Iterator[CardFields]:
    """Cards taken from the top of a deck; the discards become a new deck if a generator shuffles them."""
    for _ in range(wanted):
        if not deck and generator is not None:
            deck[:] = generator.sample(discards, len(discards))
            discards.clear()
        if not deck:
            return
        yield deck.pop(0)
