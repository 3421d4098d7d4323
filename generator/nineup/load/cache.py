"""A card file read again after an edit: only entries that are new are; wrapped around the reading, for who stays alive.

An entry is a stretch of lines whose first begins a card. What it says depends on itself and on what stands above all
entries, once it is known that no quotes, brackets or texts run on from one to the next: each began a card when it was
read, and so did the one behind it. So entries that are known are left out of a text, by comments of as many lines, and
what is left is read as ever; cards that stand at other lines now say so. Where anything is told, the whole text is
read: nothing is mended here.
"""

import re
from collections.abc import Callable, Collection, Hashable, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from nineup.diagnostics import Findings
from nineup.game import Card
from nineup.load.cards_file import CardList
from nineup.schema.nodes import Spans
from nineup.schema.yaml_tree import NODES, SIZE

_CARDS = re.compile(r"^cards: *\n(?=( *)- )", re.MULTILINE)

Cards = tuple[Card, ...]


class Entry(NamedTuple):
    """The line on which an entry begins, counted from 1, and its text."""

    line: int
    text: str


class Split(NamedTuple):
    """A file's text up to its first entry, its entries, and the spaces before each."""

    head: str
    entries: list[Entry]
    indent: str


class _Known(NamedTuple):
    about: object
    """What was read before the file, and its head: with either changed, all entries may say something else."""
    entries: dict[str, tuple[int, Cards]]
    """The lines and cards of entries by their texts."""

    def cards(self, entry: Entry) -> Cards | None:
        """The cards of an entry that is known, at its line of now."""
        line, cards = self.entries.get(entry.text, (0, None))
        return cards if cards is None or line == entry.line else moved(cards, entry.line - line)


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
        # The first entry is always read, so that there is a list of cards.
        kept = [None, *map(known.cards, split.entries[1:])]
        asked = [entry for entry, cards in zip(split.entries, kept, strict=True) if cards is None]
        if not all_begin_cards(asked, split.indent):
            return read(text, findings)
        found = read(without(split, kept), told := Findings())
        new = _by_line(found.cards)
        if told or list(new) != [entry.line for entry in asked]:
            if len(asked) < len(split.entries):
                return read(text, findings)
            findings.extend(told)
            return found
        made = [
            tuple(new[entry.line]) if cards is None else cards
            for entry, cards in zip(split.entries, kept, strict=True)
        ]
        entries = {entry.text: (entry.line, cards) for entry, cards in zip(split.entries, made, strict=True)}
        self._files[key] = _Known(known.about, entries)
        return CardList(tuple(chain.from_iterable(made)), found.fields)


def split_entries(text: str) -> Split | None:
    """Split a text before each line that begins an entry of its last key, `cards`; None where there is none.

    None also for what may be too much for one file, which can only be told of a file as a whole.
    """
    begin = _CARDS.search(text)
    if begin is None or "\r" in text or len(text) > SIZE or most_nodes(text) > NODES:
        return None
    opening = f"\n{begin[1]}- "
    line = text.count("\n", 0, begin.end()) + 1
    entries = []
    for part in text[begin.end() - 1 :].split(opening)[1:]:
        entries.append(Entry(line, f"{opening[1:]}{part}\n"))
        line += part.count("\n") + 1
    # What a text in YAML ends with depends on whether its last line is ended.
    entries[-1] = Entry(entries[-1].line, entries[-1].text[:-1])
    return Split(text[: begin.end()], entries, begin[1])


def most_nodes(text: str) -> int:
    """No fewer than the values in a text: three for each sign that can part them (a mapping, its key and its value)."""
    return 1 + 3 * sum(map(text.count, ":-,[{?"))


def all_begin_cards(entries: Collection[Entry], indent: str) -> bool:
    """Whether no line of some entries stands further left than what an entry holds, where `cards` would have ended."""
    odd = re.compile(rf"^(?!{indent}(?: |- )| *(?:#|$))", re.MULTILINE)
    return not any(odd.search(entry.text) for entry in entries)


def without(split: Split, kept: Sequence[Cards | None]) -> str:
    """The text with comments for the entries whose cards are kept."""
    rest = [
        entry.text if cards is None else "#\n" * entry.text.count("\n")
        for entry, cards in zip(split.entries, kept, strict=True)
    ]
    return "".join([split.head, *rest])


def moved(cards: Cards, lines: int) -> Cards | None:
    """Cards that stand so many lines further down, their values being the same; None where an expression says where."""
    if any(card.when is not None for card in cards):
        return None
    return tuple([_moved(card, lines) for card in cards])


def _moved(card: Card, lines: int) -> Card:
    assert isinstance(card.spans, Spans)
    span = card.span._replace(line=card.span.line + lines)
    return msgspec.structs.replace(card, span=span, spans=card.spans.moved(lines))


def _by_line(cards: Collection[Card]) -> dict[int, list[Card]]:
    lines: dict[int, list[Card]] = {}
    for card in cards:
        lines.setdefault(card.span.line, []).append(card)
    return lines
