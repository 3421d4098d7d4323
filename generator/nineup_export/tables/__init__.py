"""Targets for virtual tables."""

__all__ = ["card_game_simulator", "playingcards_io", "screentop", "tabletop_playground", "tabletop_simulator"]
