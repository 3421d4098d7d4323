"""Translations of a game: its texts as messages, catalogues of them (gettext), and the game with its texts
replaced.

A translation is applied between `load` and `select`: `translated` converts a `Game` to another `Game`, so
later stages don't depend on the language. `merged` updates a catalogue to the game's current texts.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.translation.catalogue import (
    ALL,
    Catalogue,
    Entry,
    catalogue_path,
    is_source,
    languages,
    read_catalogue,
)

if TYPE_CHECKING:
    from nineup.translation.appendix_words import own_words
    from nineup.translation.apply import translated
    from nineup.translation.layout_words import layout_texts
    from nineup.translation.merge import Merged, merged
    from nineup.translation.rewriting import GameText, rewritten, texts_of
else:
    __getattr__ = late_names(
        __name__,
        {
            "apply": ("translated",),
            "appendix_words": ("own_words",),
            "layout_words": ("layout_texts",),
            "merge": ("Merged", "merged"),
            "rewriting": ("GameText", "rewritten", "texts_of"),
        },
    )

__all__ = [
    "ALL",
    "Catalogue",
    "Entry",
    "GameText",
    "Merged",
    "catalogue_path",
    "is_source",
    "languages",
    "layout_texts",
    "merged",
    "own_words",
    "read_catalogue",
    "rewritten",
    "texts_of",
    "translated",
]
