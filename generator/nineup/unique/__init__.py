"""Unique decks: draws the deck of any number by a game's recipe, the same wherever and in whatever order that is done.

`DeckMaker` makes decks and proves them; `problems` reports what keeps a recipe from giving any. No two numbers of one seed
give equal decks, or decks of one name: a deck is unranked from its number through a pseudo-random permutation, so
nothing needs to be remembered or compared.
"""

from nineup.unique.deck import Deck, deck_digest
from nineup.unique.making import DeckMaker, RecipeError, problems
from nineup.unique.names import deck_name

__all__ = ["Deck", "DeckMaker", "RecipeError", "deck_digest", "deck_name", "problems"]
