"""What a game means, without drawing anything: expressions, runs, chances, unique decks.

`expression` is the one language of conditions, amounts and templates, evaluated in a sandbox. `select` turns
a `Game`, a player count and options into a `Run`: which cards there are, and how many of each. It also lists
all configurations, for proofs. `chance` answers how likely hands of cards are, exactly or by simulation.
`unique` makes a deck from a recipe and a number.
"""

__all__ = ["chance", "expression", "select", "unique"]
