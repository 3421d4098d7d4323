"""Bindings: what a card's values fill.

Their vocabulary, their Jinja program, and the nodes that wait for its values.
"""

__all__ = ["bindings", "filling", "frames", "nodes", "origins", "program", "words"]
