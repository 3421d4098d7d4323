"""The notation of appendix templates, and how a template's own markup is distinguished from the values it
prints.

A template is Jinja in a small Markdown. Before it is rendered, the characters of its own text that are markup
(`#`, `|`, `[[` …) are replaced by marks: control characters, which no value can contain. So a card's text is
never markup. Each character is replaced by one character, so that errors have positions in the template.
"""

import re
from bisect import bisect_left
from typing import NamedTuple

from nineup.base.markup import PUNCTUATION, with_italics_apart, without_line_marks

HEADING, ITEM, STEP, NOTE, CELL, OPEN, CLOSE = "\x01\x02\x03\x04\x05\x06\x07"
NEWLINE, NOTHING, COMMAND, RULE = "\x0e\x0f\x10\x11"
BEGIN_RICH, END_RICH = "\x12\x13"
"""Delimit a text of the game in which defined terms become links."""

MARKS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")

MOST_LETTERS, LETTERS_PER_CARD = 2_000_000, 10_000
"""The largest number of characters in a part of an appendix, values included: a novel of a thousand pages, or
as many for each card of the game, if that is more.
"""

MOST_PARTS, PARTS_PER_CARD = 40_000, 100
"""The largest number of its non-empty lines and cells: five thousand different cards, or for each card."""

_TAG = re.compile(r"\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z)|\{#.*?(?:#\}|\Z)", re.DOTALL)
"""A tag, or all that follows if it isn't closed: Jinja reports it."""

_ALONE = re.compile(r"^(?=[ \t]*+\x00)[ \t\x00]*+(?:\n|\Z)", re.MULTILINE)
_BEGINS = re.compile(r"^[ \t]*(?:(#{1,3})(?= )|(-)(?= )|(1)\. |(>)(?= )|(@)(?=[a-z]))", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*(\|)(?=[ :|\x00-]*\n)(?=[^\n]*-)", re.MULTILINE)
_SIGNS = re.compile(rf"(\\\|)|(\\{PUNCTUATION})|(\|)|(\[\[)|(\]\])")
_STATEMENT = ("{%", "{#")
_TRIMMING = ("-}}", "-%}", "-#}")
_EMPTY = "\x00"


class _Tag(NamedTuple):
    start: int
    end: int
    text: str


def mark_structure(source: str) -> str:
    """A template's source with its markup replaced by marks, of the same length. Newlines must be `\\n`."""
    tags = [_Tag(match.start(), match.end(), match.group()) for match in _TAG.finditer(source)]
    own = _TAG.sub(lambda match: _EMPTY * len(match.group()), source)
    signs = list(own)
    _mark_beginnings(own, signs)
    _mark_signs(own, signs)
    _mark_alone(own, tags, signs)
    signs = [NEWLINE if sign == "\n" else sign for sign in signs]
    _mark_trimmed(own, tags, signs)
    for tag in tags:
        signs[tag.start : tag.end] = tag.text
    return "".join(signs)


def _mark_beginnings(own: str, signs: list[str]) -> None:
    for match in _BEGINS.finditer(own):
        for group, mark in enumerate((HEADING, ITEM, STEP, NOTE, COMMAND), start=1):
            for at in range(*match.span(group)):
                signs[at] = mark
        if match.group(3):
            signs[match.end(3)] = NOTHING
    for match in _RULE.finditer(own):
        signs[match.start(1)] = RULE


def _mark_signs(own: str, signs: list[str]) -> None:
    for match in _SIGNS.finditer(own):
        at = match.start()
        bar, _, cell, opened, closed = match.groups()
        if bar:
            signs[at] = NOTHING
        elif cell and signs[at] != RULE:
            signs[at] = CELL
        elif opened or closed:
            signs[at : at + 2] = (OPEN if opened else CLOSE, NOTHING)


def _mark_alone(own: str, tags: list[_Tag], signs: list[str]) -> None:
    """Lines that contain only statements and comments produce no line."""
    starts = [tag.start for tag in tags]
    for match in _ALONE.finditer(own):
        within = tags[bisect_left(starts, match.start()) : bisect_left(starts, match.end())]
        if within and all(tag.text.startswith(_STATEMENT) for tag in within):
            for at in range(match.start(), match.end()):
                signs[at] = NOTHING


def _mark_trimmed(own: str, tags: list[_Tag], signs: list[str]) -> None:
    """Remove the white space that `{%-` and `-%}` strip."""
    for tag in tags:
        before, after = tag.start - 1, tag.end
        while tag.text.startswith("-", 2) and before >= 0 and own[before] in " \t\n":
            signs[before] = NOTHING
            before -= 1
        while tag.text.endswith(_TRIMMING) and after < len(own) and own[after] in " \t\n":
            signs[after] = NOTHING
            after += 1


def most_letters(cards: int) -> int:
    """The largest number of characters in a part of an appendix of a game with so many cards."""
    return max(MOST_LETTERS, cards * LETTERS_PER_CARD)


def too_large(text: str, newline: str = NEWLINE, cell: str = CELL, cards: int = 0) -> str:
    """The error message for a text that is longer than a game with so many cards needs; empty for any
    other.
    """
    letters, most = most_letters(cards), max(MOST_PARTS, cards * PARTS_PER_CARD)
    if len(text) > letters:
        return f"the text has {len(text):,} characters; an appendix may have {letters:,}"
    parts = sum(not line.isspace() for line in text.replace(NOTHING, "").split(newline) if line)
    parts += text.count(cell)
    if parts > most:
        return f"the text has {parts:,} lines and cells; an appendix may have {most:,}"
    return ""


def rich(text: str) -> str:
    """A text in the cards' notation, delimited so that its defined terms become links."""
    return (
        f"{BEGIN_RICH}{with_italics_apart(without_line_marks(MARKS.sub('', text)))}{END_RICH}" if text else ""
    )
