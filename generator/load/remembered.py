"""A card file read again after an edit: only entries that are new are; wrapped around the reading, for who stays alive.

An entry is a stretch of lines whose first begins a card. What it says depends on itself and on what stands above all
entries, once it is known that no quotes, brackets or texts run on from one to the next: each began a card when it was
read, and so did the one behind it. So entries that are known, at the same lines, are left out of a text, by comments
of as many lines, and what is left is read as ever. Where anything is told, the whole text is: nothing is mended here.
"""

import re
from collections.abc import Callable, Collection, Hashable
from typing import NamedTuple

from generator.diagnostics import Findings
from generator.game import Card
from generator.load.cards_file import CardList
from generator.load.yaml_tree import NODES

LARGEST = 2 * NODES
"""Characters of a file that can't hold too many values, since each takes two; larger ones are read as a whole."""

_CARDS = re.compile(r"^cards: *\n(?=( *)- )", re.MULTILINE)

Entry = tuple[int, str]
"""The line on which an entry begins, counted from 1, and its text."""


class Split(NamedTuple):
    """A file's text up to its first entry, and its entries."""

    head: str
    entries: list[Entry]


class _Known(NamedTuple):
    about: object
    """What was read before the file, and its head: with either changed, all entries may say something else."""
    cards: dict[Entry, tuple[Card, ...]]


class Remembered:
    """The cards of files by their entries, as they were last read."""

    def __init__(self) -> None:
        self._files: dict[Hashable, _Known] = {}

    def __call__(
        self,
        key: Hashable,
        about: str,
        text: str,
        findings: Findings,
        read: Callable[[str, Findings], CardList],
    ) -> CardList:
        """The cards that `read` gives for a text, with what it tells; `about` is all else that it depends on."""
        split = split_entries(text)
        if split is None:
            return read(text, findings)
        known = self._files.get(key)
        if known is None or known.about != (about, split.head):
            known = _Known((about, split.head), {})
        found = read(without(split, known.cards), told := Findings())
        new = _by_line(found.cards)
        asked = [
            entry for number, entry in enumerate(split.entries) if not number or entry not in known.cards
        ]
        if told or list(new) != [line for line, _ in asked]:
            if len(asked) < len(split.entries):
                return read(text, findings)
            findings.extend(told)
            return found
        cards = {**known.cards, **{entry: tuple(new[entry[0]]) for entry in asked}}
        cards = {entry: cards[entry] for entry in split.entries}
        self._files[key] = _Known(known.about, cards)
        return CardList(tuple(card for made in cards.values() for card in made), found.fields)


def split_entries(text: str) -> Split | None:
    """Split a text before each line that begins an entry of its last key, `cards`; None where that isn't plain."""
    begin = _CARDS.search(text)
    if begin is None or len(text) > LARGEST or "\r" in text:
        return None
    indent = begin[1]
    body = text[begin.end() :]
    if re.search(rf"^(?!{indent}(?: |- )| *(?:#|$))", body, re.MULTILINE):
        return None
    line = text.count("\n", 0, begin.end()) + 1
    entries = []
    for entry in re.split(rf"^(?={indent}- )", body, flags=re.MULTILINE)[1:]:
        entries.append((line, entry))
        line += entry.count("\n")
    return Split(text[: begin.end()], entries)


def without(split: Split, known: Collection[Entry]) -> str:
    """The text with comments for what is known; the first entry stays, so that there is a list of cards."""
    rest = ["#\n" * entry[1].count("\n") if entry in known else entry[1] for entry in split.entries[1:]]
    return "".join([split.head, split.entries[0][1], *rest])


def _by_line(cards: Collection[Card]) -> dict[int, list[Card]]:
    lines: dict[int, list[Card]] = {}
    for card in cards:
        lines.setdefault(card.span.line, []).append(card)
    return lines
