"""Turns with a hand and a deck: draw, keep, discard, and shuffle the discards when the deck runs out."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from nineup.chance.pools import CardFields, Hand


class TurnSteps(NamedTuple):
    """What happens in each turn, in this order."""

    draw: int = 0
    """Cards drawn from the deck."""
    fill: int = 0
    """Cards up to which the hand is filled after that."""
    keep: Callable[[CardFields], bool] | None = None
    """Which cards of the hand stay; the others are discarded. None keeps all."""
    discard: int = 0
    """Of those that stay, how many are discarded all the same: the ones that were drawn first."""
    reshuffle: bool = True
    """Whether the discards are shuffled to a new deck when a card is to be drawn from an empty one."""


class Turn(NamedTuple):
    """How a turn ended: the hand and what was drawn and discarded, oldest first, and the two piles, from the top down."""

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
    """A number of turns, one after another, from an opening hand and the deck below it. `generator` shuffles the discards."""
    held, left, discards = list(hand), list(deck), list[CardFields]()
    turns = []
    for _ in range(number):
        wanted = steps.draw + max(0, steps.fill - len(held) - steps.draw)
        drawn = list(_drawn(wanted, left, discards, generator if steps.reshuffle else None))
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
    """Cards taken from the top of a deck; the discards become a new one if a generator shuffles them."""
    for _ in range(wanted):
        if not deck and generator is not None:
            deck[:] = generator.sample(discards, len(discards))
            discards.clear()
        if not deck:
            return
        yield deck.pop(0)
