"""Numbers and words in a language, for the helpers of expressions, and what a player reads in a text."""

__all__ = ["localised", "numerals", "wording"]
