"""Text of both directions: the order in which the pieces of a line are drawn (Unicode's UAX 9)."""

import re
import unicodedata
from collections.abc import Sequence

_DIRECTED = frozenset(("L", "R", "AL", "EN", "AN", "BN"))
_CONTROLS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]")


def is_neutral(text: str) -> bool:
    """Whether a piece, which has one direction, has none of its own, such as a bracket: the line gives it one."""
    return not text.isspace() and all(unicodedata.bidirectional(each) not in _DIRECTED for each in text)


def is_from_right(text: str) -> bool:
    """Whether the first letter of a paragraph that has a direction runs from right to left."""
    from bidi.algorithm import get_base_level

    return bool(get_base_level(text) % 2)


def levels(pieces: Sequence[str], from_right: bool) -> list[int]:
    """The embedding level of each of a paragraph's pieces, each of which has one direction; odd is right to left."""
    from bidi import algorithm

    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = (1, "R") if from_right else (0, "L")
    text = _counted("".join(pieces))
    algorithm.get_embedding_levels(text, storage, False, False)
    algorithm.explicit_embed_and_overrides(storage, False)
    algorithm.resolve_weak_types(storage, False)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    characters = [int(each["level"]) for each in storage["chars"]]
    found, at = [], 0
    for piece in pieces:
        length = len(_counted(piece))
        found.append(characters[at] if length and at < len(characters) else int(from_right))
        at += length
    return found


def _counted(text: str) -> str:
    """A text without what the algorithm removes (rule X9): marks of direction, and joiners, which Persian has inside words."""
    return "".join(each for each in _CONTROLS.sub("", text) if unicodedata.bidirectional(each) != "BN")


def visual_order(levels: Sequence[int]) -> list[int]:
    """The indices of a line's pieces from left to right (rule L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        begin = 0
        while begin < len(order):
            end = begin
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[begin:end] = order[begin:end][::-1]
            begin = end + 1
    return order
