"""Unique decks in shards: as sheets (`decks`), as files (`shards`), on one machine or a cluster (`run`)."""

__all__ = ["decks", "run"]
