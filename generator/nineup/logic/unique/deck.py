"""The record of a unique deck."""

from collections.abc import Mapping
from hashlib import blake2b

import msgspec


class Deck(msgspec.Struct, frozen=True):
    """A deck of a seed: its number from 1, its name, and for each pool the cards taken from it.

    A card is `component/id`, with the number of its copies. Pools and cards are in the order of the files.
    """

    number: int
    name: str
    pools: Mapping[str, Mapping[str, int]]

    @property
    def cards(self) -> dict[str, int]:
        """All cards, by pool."""
        return {card: times for pool in self.pools.values() for card, times in pool.items()}


def deck_digest(deck: Deck) -> str:
    """A digest of a deck's cards, ignoring its name and its pools: equal decks have equal digests."""
    cards = "\n".join(f"{times} {card}" for card, times in sorted(deck.cards.items()))
    return blake2b(cards.encode(), digest_size=16).hexdigest()
