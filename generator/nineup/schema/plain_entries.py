"""Entries of lists that are read without the parser: nothing but lines of a key and a plain text, as most cards are.

The parser reads the rest of the file, with a number in place of each such entry. Since what comes before an entry is the same, it is in
the same state there; if it takes the number for an item of the list, the lines would have been an item, too.
"""

import re
from collections.abc import Callable

import msgspec

from nineup.schema.nodes import Mapping, Node, Scalar, Sequence

_LIST = re.compile(r"^cards: *\n(?=( *)- )", re.MULTILINE)
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,99}")
_INDICATORS = frozenset(["", *"-?:,[]{}#&*!|>'\"%@` "])
"""What a plain text doesn't begin with, or only if something follows (YAML 1.1, 5.3)."""


class PlainEntries(msgspec.Struct, frozen=True):
    """A text with numbers in place of its plain entries, and these by line, counted from 0."""

    rest: str
    entries: dict[int, Mapping]

    @property
    def nodes(self) -> int:
        """The number of values in them, as the parser counts them."""
        return sum([len(entry.entries) for entry in self.entries.values()])

    def put_into(self, root: Node | None) -> bool:
        """Puts the entries in the place of their numbers; whether each has one."""
        cards = root.entries.get("cards") if isinstance(root, Mapping) else None
        if not isinstance(cards, Sequence):
            return False
        items, left = cards.items, len(self.entries)
        for place, item in enumerate(items):
            entry = self.entries.get(item.line)
            if entry is not None and isinstance(item, Scalar) and item.column == entry.column:
                items[place] = entry
                left -= 1
        return not left


def plain_entries(text: str) -> PlainEntries | None:
    """The plain entries of the list of cards in a text without control characters; None if it has none."""
    begin = _LIST.search(text)
    if begin is None or "\t" in text or "\r" in text:
        return None
    opening, column = f"\n{begin[1]}- ", len(begin[1]) + 2
    head, *parts = text[begin.end() - 1 :].split(opening)
    line = text.count("\n", 0, begin.end())
    rest = [text[: begin.end() - 1] + head]
    entries: dict[int, Mapping] = {}
    read = _reader(column)
    for part in parts[:-1]:
        count = part.count("\n") + 1
        entry = read(part, line)
        if entry is None:
            rest.append(part)
        else:
            entries[line] = entry
            rest.append("0" + "\n" * (count - 1))
        line += count
    rest.append(parts[-1])
    return PlainEntries(opening.join(rest), entries) if entries else None


def _reader(column: int) -> Callable[[str, int], Mapping | None]:
    """What reads an entry at a column, on a line counted from 0: None if it isn't plain."""
    indent = "\n" + " " * column
    known: set[str] = set()

    def read(part: str, first: int) -> Mapping | None:
        lines = part.split(indent)
        count = len(lines)
        # Each line has its key and no other, and no comment; none is indented less, or blank.
        if part.count(": ") != count or part.count("\n") != count - 1 or " #" in part:
            return None
        entries: dict[str, Node] = {}
        for number, line in enumerate(lines, first):
            key, _, value = line.partition(": ")
            if value[:1] in _INDICATORS or value[-1] in ": ":
                return None
            entries[key] = Scalar(value, number, column + len(key) + 2)
        if not entries.keys() <= known:
            if not all(map(_KEY.fullmatch, entries)):
                return None
            known.update(entries)
        places = [(number, column) for number in range(first, first + count)]
        return Mapping(entries, places, first, column) if len(entries) == count else None

    return read
