"""Ready-made rules about what was probably forgotten: cards that are never there, rules never checked, unused
terms.
"""
