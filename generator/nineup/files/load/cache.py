"""Reads a card file again after an edit, parsing only its new entries; used by processes that build
repeatedly.

An entry is the lines of one item of `cards:`. Its cards depend on its text and on what precedes all entries,
as long as no quotes, brackets or texts continue from one entry to the next. That is certain if it began a
card when it was read, and so did the entry after it. Known entries are replaced by as many lines of comments,
and the rest is parsed as usual; cards whose lines have moved get new places. If anything is reported, the
whole text is read again.

Of `cards:` with three entries, of which the second is known, this is parsed, so that each
entry is on the line where it is:

  cards:
  - id: a
    x: 1
  #
  - id: c

Splitting at dashes is a guess: a text in quotes may contain such a line. It is checked by what was read: if
each entry gave cards on its own line, no text went from one into another.
"""

import re
from collections.abc import Callable, Collection, Hashable, Sequence
from itertools import chain

import msgspec

from nineup.base.diagnostics import Findings
from nineup.files.load.cards_file import CardList
from nineup.model.game import Card
from nineup.schema.nodes import Spans
from nineup.schema.yaml_tree import NODES, SIZE

_CARDS = re.compile(r"^cards: *\n(?=( *)- )", re.MULTILINE)

CachedCards = tuple[Card, ...]


class EntryText(msgspec.Struct, frozen=True):
    """The line on which an entry begins, counted from 1, and its text."""

    line: int
    text: str


class SplitText(msgspec.Struct, frozen=True):
    """A file's text up to its first entry, its entries, and the spaces before each."""

    head: str
    entries: list[EntryText]
    indent: str


class _CachedFile(msgspec.Struct, frozen=True):
    about: object
    """The entries' dependencies besides their own texts: what was read before the file, and the lines before
    its entries.
    """
    entries: dict[str, tuple[int, CachedCards]]
    """The first line and the cards of each entry, by its text."""

    def cards(self, entry: EntryText) -> CachedCards | None:
        """The cards of a known entry, at its current line."""
        line, cards = self.entries.get(entry.text, (0, None))
        return cards if cards is None or line == entry.line else shift_cards(cards, entry.line - line)


class CardCache:
    """The cards of each entry of each file, as last read."""

    def __init__(self) -> None:
        self._files: dict[Hashable, _CachedFile] = {}

    def __call__(
        self,
        key: Hashable,
        about: str,
        text: str,
        findings: Findings,
        read: Callable[[str, Findings], CardList],
    ) -> CardList:
        """The cards that `read` returns for a text, with its findings; `about` is everything else that they
        depend on.
        """
        split = split_entries(text)
        if split is None:
            return read(text, findings)
        known = self._files.get(key)
        if known is None or known.about != (about, split.head):
            known = _CachedFile((about, split.head), {})
        # The first entry is always read, so that there is a list of cards.
        kept = [None, *map(known.cards, split.entries[1:])]
        asked = [entry for entry, cards in zip(split.entries, kept, strict=True) if cards is None]
        if not all_begin_cards(asked, split.indent):
            return read(text, findings)
        fresh = read(without(split, kept), reported := findings.apart())
        new = _by_line(fresh.cards)
        # With a finding, everything is read again, as findings of known entries aren't kept.
        if reported or list(new) != [entry.line for entry in asked]:
            if len(asked) < len(split.entries):
                return read(text, findings)
            findings.extend(reported)
            return fresh
        by_entry = [
            tuple(new[entry.line]) if cards is None else cards
            for entry, cards in zip(split.entries, kept, strict=True)
        ]
        entries = {
            entry.text: (entry.line, cards) for entry, cards in zip(split.entries, by_entry, strict=True)
        }
        self._files[key] = _CachedFile(known.about, entries)
        return CardList(tuple(chain.from_iterable(by_entry)), fresh.fields)


def split_entries(text: str) -> SplitText | None:
    """The entries of a text whose last key is `cards`; None for any other text.

    Also None if the file may exceed a limit, which only reading all of it can determine.
    """
    begin = _CARDS.search(text)
    if begin is None or "\r" in text or len(text) > SIZE or most_nodes(text) > NODES:
        return None
    # Entries begin in the column of the first one.
    opening = f"\n{begin[1]}- "
    line = text.count("\n", 0, begin.end()) + 1
    entries = []
    for part in text[begin.end() - 1 :].split(opening)[1:]:
        entries.append(EntryText(line, f"{opening[1:]}{part}\n"))
        line += part.count("\n") + 1
    # The end of a YAML text may depend on whether its last line is terminated.
    entries[-1] = EntryText(entries[-1].line, entries[-1].text[:-1])
    return SplitText(text[: begin.end()], entries, begin[1])


def most_nodes(text: str) -> int:
    """An upper bound of the values in a text: three per separator (a mapping, its key and its value)."""
    # Cheap and too high: it is only to be certain that the limit isn't reached without the known entries.
    return 1 + 3 * sum(map(text.count, ":-,[{?"))


def all_begin_cards(entries: Collection[EntryText], indent: str) -> bool:
    """Whether every line of some entries is indented enough to belong to `cards`."""
    odd = re.compile(rf"^(?!{indent}(?: |- )| *(?:#|$))", re.MULTILINE)
    return not any(odd.search(entry.text) for entry in entries)


def without(split: SplitText, kept: Sequence[CachedCards | None]) -> str:
    """The text with comments in place of the entries whose cards are known."""
    pairs = zip(split.entries, kept, strict=True)
    rest = [entry.text if cards is None else "#\n" * entry.text.count("\n") for entry, cards in pairs]
    return "".join([split.head, *rest])


def shift_cards(cards: CachedCards, lines: int) -> CachedCards | None:
    """The same cards, some lines further down; None if one has an expression or a table of copies, which
    carry their own places.
    """
    # Reading the entry again is simpler than moving these.
    if any(card.when is not None or not isinstance(card.copies, int) for card in cards):
        return None
    return tuple([_shifted(card, lines) for card in cards])


def _shifted(card: Card, lines: int) -> Card:
    assert isinstance(card.spans, Spans)
    span = card.span._replace(line=card.span.line + lines)
    return msgspec.structs.replace(card, span=span, spans=card.spans.shifted(lines))


def _by_line(cards: Collection[Card]) -> dict[int, list[Card]]:
    lines: dict[int, list[Card]] = {}
    for card in cards:
        lines.setdefault(card.span.line, []).append(card)
    return lines
