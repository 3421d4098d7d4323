"""What a unique deck is."""

from collections.abc import Mapping
from hashlib import blake2b

import msgspec


class Deck(msgspec.Struct, frozen=True):
    """A deck of a seed: its number from 1, its name, and for each pool the cards taken from it.

    A card is `component/id`; its number says how often it is in the deck. Pools and cards are in the order of the files.
    """

    number: int
    name: str
    pools: Mapping[str, Mapping[str, int]]

    @property
    def cards(self) -> dict[str, int]:
        """All cards, by pools."""
        return {card: times for pool in self.pools.values() for card, times in pool.items()}


def deck_digest(deck: Deck) -> str:
    """A digest of the cards of a deck, whatever its name and its pools: equal decks have equal ones."""
    cards = "\n".join(f"{times} {card}" for card, times in sorted(deck.cards.items()))
    return blake2b(cards.encode(), digest_size=16).hexdigest()
