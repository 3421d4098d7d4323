"""Where a line may end inside of a word."""

import re
from functools import lru_cache
from typing import Any

SOFT_HYPHEN = "\u00ad"

_AFTER_MARK = re.compile(r"(?<=\w\w[-‐–/])(?=[^\W\d_])|(?<=—)(?=\w)|(?<=…)(?=\w)|(?<=\u200b)(?=.)")
_AT_SOFT_HYPHEN = re.compile(r"(?<=\u00ad)(?=\w)")
_LETTERS = re.compile(r"[^\W\d_]{6,}")


def breaks(text: str, language: str) -> list[tuple[int, bool]]:
    """The offsets at which a line may end in a text without spaces, each with whether it takes a hyphen there.

    After hyphens, dashes and slashes between letters, at soft hyphens, and where the language (such as `en_US`,
    or empty for none) parts a word.
    """
    if len(text) < 3:
        return []
    places = {match.start(): False for match in _AFTER_MARK.finditer(text)}
    places.update({match.start(): True for match in _AT_SOFT_HYPHEN.finditer(text)})
    if language:
        for word in _LETTERS.finditer(text):
            for position in _patterns(language).positions(word.group()):
                places.setdefault(word.start() + int(position), True)
    return sorted(places.items())


@lru_cache
def _patterns(language: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=language, left=2, right=3)
