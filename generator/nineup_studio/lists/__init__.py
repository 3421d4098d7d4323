"""Card lists and game files as tables and forms, and what edits of those change."""

__all__ = ["card_lists", "columns", "forms", "grid_edits", "new_files"]
