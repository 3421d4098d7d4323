r"""The notation of card texts, a word at a time: `{white}`, `**bold**`, `*italic*`, `\` escapes.

Words, because those repeat from card to card: whoever sets text reads and shapes each different one once.
"""

import re
from typing import NamedTuple

BOLD = 1
ITALIC = 2

GLUE = "\x1f"
"""Stands for a space inside a defined term of several words, which belongs to the term."""

_MARK = re.compile(r"\\([\\{}*])|(\*\*)|(\*)|\{([^{}]*)\}|(\{)")


class Bit(NamedTuple):
    """A stretch of a word: text in one state (BOLD and ITALIC added up), or a symbol's id."""

    text: str
    state: int
    offset: int
    is_symbol: bool = False


class Markup(NamedTuple):
    """What a word holds, the state after it, and what is wrong with it, by offset."""

    bits: tuple[Bit, ...]
    after: int
    mistakes: tuple[tuple[int, str, str], ...] = ()
    """Offset, message, hint."""


def read_word(word: str, state: int) -> Markup:
    """Read what stands between two spaces of a rich text, beginning in a state.

    What is malformed is told, and printed as it stands.
    """
    if word.strip("*") == "":
        return _only_stars(word, state)
    bits: list[Bit] = []
    mistakes: list[tuple[int, str, str]] = []
    text, begin, position = "", 0, 0
    for mark in _MARK.finditer(word):
        escaped, bold, _, symbol, brace = mark.groups()
        text += word[position : mark.start()]
        position = mark.end()
        if escaped or brace:
            text += escaped or brace
            if brace:
                mistakes.append((mark.start(), "`{` is never closed", r"write `\{` to print a brace"))
            continue
        if text:
            bits.append(Bit(text, state, begin))
        text, begin = "", position
        if symbol is not None:
            bits.append(Bit(symbol, state, mark.start(), is_symbol=True))
        else:
            state ^= BOLD if bold else ITALIC
    text += word[position:]
    if text:
        bits.append(Bit(text, state, begin))
    return Markup(tuple(bits), state, tuple(mistakes))


def _only_stars(word: str, state: int) -> Markup:
    if word in ("", "*"):
        return Markup((Bit(word, state, 0),) if word else (), state)
    mistake = (0, f"`{word}` marks no text", "put it right before the first word and right behind the last")
    return Markup((Bit(word, state, 0),), state, (mistake,))


def unclosed(text: str) -> list[tuple[int, str]]:
    """Offset and mark of the `**` and `*` of a paragraph that open and never close."""
    opened: dict[str, int] = {}
    for word in re.finditer(r"[^ \n]+", text):
        if word.group().strip("*") == "":
            continue
        for mark in _MARK.finditer(word.group()):
            stars = mark.group(2) or mark.group(3)
            if stars and opened.pop(stars, None) is None:
                opened[stars] = word.start() + mark.start()
    return sorted((offset, stars) for stars, offset in opened.items())
