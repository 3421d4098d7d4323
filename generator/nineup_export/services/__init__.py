"""Targets for print services: their products, and numbered pictures of them."""

__all__ = ["drivethru_cards", "game_crafter", "make_playing_cards"]
