"""Unique decks: makes the deck of any number by a game's recipe, the same in whatever place and order.

`DeckMaker` makes decks and proves them; `count_decks` says how many a recipe gives, `problems` why it gives
none. No two numbers of one seed give equal decks, or decks with the same name: a deck is unranked from its
number through a pseudo-random permutation, so nothing needs to be stored or compared.
"""

from nineup.logic.unique.deck import Deck, deck_digest
from nineup.logic.unique.making import DeckCount, DeckMaker, RecipeError, count_decks, problems
from nineup.logic.unique.names import deck_name

__all__ = [
    "Deck",
    "DeckCount",
    "DeckMaker",
    "RecipeError",
    "count_decks",
    "deck_digest",
    "deck_name",
    "problems",
]
