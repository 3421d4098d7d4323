"""The breaks allowed inside a word."""

import re
from functools import lru_cache
from itertools import accumulate
from typing import Any

from nineup.typography.text.scripts import line_breaks

SOFT_HYPHEN = "\u00ad"

_AFTER_MARK = re.compile(
    r"(?<=\w{4}[-‐])(?=[^\W\d_]{3})|(?<=\w\w[–/])(?=[^\W\d_])|(?<=—)(?=\w)|(?<=…)(?=\w)|(?<=\u200b)(?=.)"
)
"""The letters required on both sides of a hyphen for a break after it: `non-White` isn't broken."""
_MARKS = frozenset("-‐–/—…\u200b")
_LETTERS = re.compile(r"[^\W\d_]{6,}")


def breaks(text: str, language: str) -> tuple[str, list[tuple[int, bool]]]:
    """A text without spaces as it is printed, and the offsets of breaks allowed in it, each with a flag for a
    hyphen at the end of the line.

    Lines break after hyphens, dashes and slashes between letters, at soft hyphens (which are removed), between the words
    of scripts without spaces, and where the language (such as `en_US`, or empty for none) hyphenates a word.
    """
    places: dict[int, bool] = {}
    if SOFT_HYPHEN in text:
        parts = text.split(SOFT_HYPHEN)
        text = "".join(parts)
        places = {place: True for place in accumulate(map(len, parts[:-1])) if 0 < place < len(text)}
    if not _MARKS.isdisjoint(text):
        places |= {match.start(): False for match in _AFTER_MARK.finditer(text)}
    places |= dict.fromkeys(line_breaks(text), False)
    if language:
        for word in _LETTERS.finditer(text):
            for position in _positions(language, word.group()):
                places.setdefault(word.start() + position, True)
    return text, sorted(places.items())


@lru_cache(maxsize=4096)
def _positions(language: str, word: str) -> tuple[int, ...]:
    """The offsets at which a language hyphenates a word."""
    patterns = _patterns(language)
    positions = tuple(int(position) for position in patterns.positions(word))
    patterns.hd.cache.clear()  # It would grow with every word.
    return positions


@lru_cache
def _patterns(language: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=language, left=2, right=3)
