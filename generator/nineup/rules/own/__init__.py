"""The rules that a game states itself: a claim, checked for every configuration, or for each card, item or
text.
"""
