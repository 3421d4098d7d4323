r"""The notation of card texts, a word at a time: `{white}`, `**bold**`, `*italic*`, `\` escapes.

Cards repeat words, so each different word is parsed and shaped once.
"""

import re
from typing import NamedTuple

BOLD = 1
ITALIC = 2

GLUE = "\x1f"
"""The space inside a defined term of several words."""

_MARK = re.compile(r"\\([\\{}*])|(\*\*)|(\*)|\{([^{}]*)\}|(\{)")


class WordSpan(NamedTuple):
    """A stretch of a word: text in one state (the sum of BOLD and ITALIC), or a symbol's id."""

    text: str
    state: int
    offset: int
    is_symbol: bool = False


class Markup(NamedTuple):
    """The content of a word, the state after it, and its mistakes."""

    bits: tuple[WordSpan, ...]
    after: int
    mistakes: tuple[tuple[int, str, str], ...] = ()
    """Offset, message, hint."""


def read_word(word: str, state: int) -> Markup:
    """Parse a word of a rich text that begins in a state. Malformed marks are reported and printed unchanged."""
    if word.strip("*") == "":
        return _only_stars(word, state)
    bits: list[WordSpan] = []
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
            bits.append(WordSpan(text, state, begin))
        text, begin = "", position
        if symbol is not None:
            bits.append(WordSpan(symbol, state, mark.start(), is_symbol=True))
        else:
            state ^= BOLD if bold else ITALIC
    text += word[position:]
    if text:
        bits.append(WordSpan(text, state, begin))
    return Markup(tuple(bits), state, tuple(mistakes))


def _only_stars(word: str, state: int) -> Markup:
    if word in ("", "*"):
        return Markup((WordSpan(word, state, 0),) if word else (), state)
    mistake = (
        0,
        f"`{word}` marks no text",
        "put it directly before the first word and directly after the last",
    )
    return Markup((WordSpan(word, state, 0),), state, (mistake,))


def unclosed(text: str) -> list[tuple[int, str]]:
    """Offset and mark of each `**` and `*` of a paragraph that is never closed."""
    opened: dict[str, int] = {}
    for word in re.finditer(r"[^ \n]+", text):
        if word.group().strip("*") == "":
            continue
        for mark in _MARK.finditer(word.group()):
            stars = mark.group(2) or mark.group(3)
            if stars and opened.pop(stars, None) is None:
                opened[stars] = word.start() + mark.start()
    return sorted((offset, stars) for stars, offset in opened.items())
