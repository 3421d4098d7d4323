"""Finds the place of one letter of a text in its file, within quotes, escapes and folded lines."""

import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from nineup.base.diagnostics import Span
from nineup.base.project import CSV_SUFFIXES

_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "/": "/", "\\": "\\", " ": " ", "_": "\xa0"}
"""YAML's single-letter escapes that texts contain."""
_CODES = {"x": 2, "u": 4, "U": 8}
"""The number of digits of a numeric escape."""
_LONGEST = 5000
"""The number of characters of a text in which a letter is searched; for lists and translations, each search
starts over.
"""
Written = tuple[str, tuple[int, int]]
"""A letter, with its line and column in the file, from 0."""
_MOST_ENTRIES = 100
"""The number of lines in which a list's entries are searched."""
_BEGINNING = re.compile(r"[\[,]\s*+")


def letter_span(lines: Sequence[str], value: Span, text: str, offset: int) -> Span:
    """The place of the letter at an offset (from 0) of a text whose value is at `value`, in a file with these
    lines.

    The value is read from its first character on, as YAML or CSV, in parallel with the text; spaces, line
    breaks and case may differ. In a list, the first entry that equals the text, or the entries joined in it;
    in a template, its own words. If an expression or an escape made the letter, the value's own place.
    """
    if offset > _LONGEST:
        return value
    place = _letter(lines, value.line - 1, value.column - 1, text=text, offset=offset)
    if place is None:
        last = getattr(_latest, "parts", None)
        if last is None or not last.are_of(lines, value, text):
            last = _latest.parts = _Parts(lines, value, text)
        place = cast("_Parts", last).place(offset)
    return Span(value.file, place[0] + 1, place[1] + 1) if place else value


def _letter(
    lines: Sequence[str], line: int, column: int, text: str, offset: int, *, ends: bool = False
) -> tuple[int, int] | None:
    """The place of the letter at an offset of a text, if the text up to it is written at a place; all from 0.

    With `ends`, nothing may follow it.
    """
    if ends:
        letters = _Letters(lines, line, column, text=text)
        place = letters.place(offset)
        return place if letters.is_at_end(column) else None
    last = getattr(_latest, "letters", None)
    if last is None or not last.are_of(lines, line, column, text=text):
        last = _latest.letters = _Letters(lines, line, column, text=text)
    return cast("_Letters", last).place(offset)


class _Letters:
    """The places of a text's letters, found one after another: a text may have a finding at each."""

    def __init__(self, lines: Sequence[str], line: int, column: int, text: str) -> None:
        self._about = lines, line, column, text
        self._walk = _Walk(lines, line, column)
        self._walk.begin()
        self._places: list[tuple[int, int] | None] = []
        """By offset; None for spaces."""
        self._is_lost = False

    def are_of(self, lines: Sequence[str], line: int, column: int, text: str) -> bool:
        """Whether these are the letters of a text written at a place."""
        return self._about[0] is lines and self._about[1:] == (line, column, text)

    def place(self, offset: int) -> tuple[int, int] | None:
        """The place of the letter at an offset; None if the text up to it isn't written there."""
        while len(self._places) <= offset and not self._is_lost:
            self._read()
        return self._places[offset] if offset < len(self._places) else None

    def is_at_end(self, indent: int) -> bool:
        """Whether the text ends after the last requested letter, for the text of an entry that begins in this
        column.
        """
        return self._walk.is_at_end(indent)

    def _read(self) -> None:
        text, at, walk = self._about[3], len(self._places), self._walk
        letter = text[at : at + 1]
        # A backslash that isn't there comes from a plain text, as rich text escapes it.
        if letter.isspace() or (letter == "\\" and not walk.is_at(letter)):
            self._places.append(None)
            return
        place, taken = walk.next()
        shown = _shown_as(taken, text, at)
        self._places += [place] * shown
        self._is_lost = not shown


_latest = threading.local()
"""The letters of the last text in each thread, as `letters`."""


def _shown_as(taken: str, text: str, at: int) -> int:
    """The number of characters of a text, from one on, that a written one represents, ignoring case (`ß` as
    `SS`); 0 if it isn't there.
    """
    forms = (taken, taken.upper(), taken.lower(), taken.title())
    return next((len(form) for form in forms if form and text.startswith(form, at)), 0)


class _Parts:
    """The places of a text's letters, of which the file contains only parts, or which is an entry of a list:
    all are found at once.
    """

    def __init__(self, lines: Sequence[str], value: Span, text: str) -> None:
        self._about = lines, value, text
        whole = text[:_LONGEST].rstrip()
        entries = _entries(lines, value)
        self._entry = next(
            (at for at in entries if _letter(lines, *at, whole, len(whole) - 1, ends=True)), None
        )
        self._places: Mapping[int, tuple[int, int]] = {}
        if self._entry is None:
            squeezed = Squeezed(text)
            self._places = _places(_template_parts(lines, value), squeezed) | _places(
                _entry_parts(lines, value), squeezed
            )

    def are_of(self, lines: Sequence[str], value: Span, text: str) -> bool:
        """Whether these are the letters of a text written at a place."""
        return self._about[0] is lines and self._about[1:] == (value, text)

    def place(self, offset: int) -> tuple[int, int] | None:
        """The place of the letter at an offset; None if it isn't in the file."""
        lines, _, text = self._about
        return _letter(lines, *self._entry, text, offset) if self._entry else self._places.get(offset)


def _places(parts: Iterable[Sequence[Written]], text: "Squeezed") -> dict[int, tuple[int, int]]:
    """The places of a text's letters, by offset, among the parts that it contains, in order."""
    after, places = 0, dict[int, tuple[int, int]]()
    for written in parts:
        if (stretch := text.find(written, after)) is not None:
            more, after = stretch
            places |= more
    return places


def _entry_parts(lines: Sequence[str], value: Span) -> Iterator[list[Written]]:
    """The letters of each entry of a list."""
    return _cell_entries(lines, value) if value.file.endswith(CSV_SUFFIXES) else _listed(lines, value)


_TEMPLATE = re.compile(r"\{\{[^{}]*+\}\}|\{[%=][^{}]*+\}")
"""What an expression in a family or a computed text replaces."""


def _template_parts(lines: Sequence[str], value: Span) -> list[list[Written]]:
    """The template's own letters, between its expressions."""
    line, column = value.line - 1, value.column - 1
    if value.file.endswith(CSV_SUFFIXES):
        written = list(_cell(lines, value))
    else:
        row = lines[line] if line < len(lines) else ""
        indent = len(row) - len(row.lstrip(" -?"))
        written = list(_written(lines, line, column, is_flow=False, indent=indent + 1))
    letters = "".join([letter for letter, _ in written])
    if len(letters) != len(written):
        return []
    ends = [0, *[at for each in _TEMPLATE.finditer(letters) for at in each.span()], len(letters)]
    return [written[begin:end] for begin, end in zip(ends[::2], ends[1::2], strict=True)]


def _listed(lines: Sequence[str], value: Span) -> Iterator[list[Written]]:
    """The letters of each entry of a list in YAML."""
    is_flow = lines[value.line - 1][value.column - 1 :][:1] == "[" if value.line <= len(lines) else False
    for entry in _entries(lines, value):
        yield list(_written(lines, *entry, is_flow))


def _cell_entries(lines: Sequence[str], value: Span) -> Iterator[list[Written]]:
    """The letters of each entry of a list in a cell, between semicolons."""
    entry: list[Written] = []
    for letter, place in _cell(lines, value):
        if letter == ";":
            yield entry
            entry = []
        else:
            entry.append((letter, place))
    yield entry


def _cell(lines: Sequence[str], value: Span) -> Iterator[Written]:
    """The letters of a cell of a CSV file, without spaces."""
    line, column = value.line - 1, value.column - 1
    separator = lines[line][column - 1] if column and line < len(lines) else ","
    walk = _Walk(lines, line, column)
    is_quoted = walk.is_at('"')
    if is_quoted:
        walk.begin()
    for _ in range(_LONGEST):
        before = walk.column
        walk.skip_spaces()
        place = walk.line, walk.column
        if is_quoted and walk.is_after(line, column, False):
            return
        if not is_quoted and (
            walk.line > line or "\t" in lines[line][before : walk.column] or walk.is_at(separator)
        ):
            return
        letter = walk.take()
        if not letter:
            return
        yield letter, place


def _written(
    lines: Sequence[str], line: int, column: int, is_flow: bool, indent: int | None = None
) -> Iterator[Written]:
    """The letters of an entry or a value that begins at a place, without spaces; its further lines begin at
    an indentation, or there.
    """
    walk = _Walk(lines, line, column)
    walk.begin()
    for _ in range(_LONGEST):
        walk.skip_spaces()
        if walk.is_after(line, column if indent is None else indent, is_flow):
            return
        place, letter = walk.next()
        if not letter:
            return
        yield letter, place


class Squeezed:
    """A text without spaces and backslashes, in lower case, for searching."""

    def __init__(self, text: str) -> None:
        self._offsets = [at for at, letter in enumerate(text) if not letter.isspace() and letter != "\\"]
        self._letters = "".join([text[at] for at in self._offsets]).casefold()

    def find(
        self, written: Sequence[Written], after: int = 0
    ) -> tuple[dict[int, tuple[int, int]], int] | None:
        """The places of written letters by their offsets in the text, and their end in it, to be passed for
        the next.

        None if the text doesn't contain all of them from `after` on, ignoring spaces, backslashes and case.
        """
        words = [(letter, place) for letter, place in written if not letter.isspace() and letter != "\\"]
        wanted = "".join([letter for letter, _ in words]).casefold()
        if not wanted or len(self._letters) != len(self._offsets) or len(wanted) != len(words):
            return None
        first = self._letters.find(wanted, after)
        if first < 0:
            return None
        end = first + len(words)
        offsets = self._offsets[first:end]
        return {at: place for at, (_, place) in zip(offsets, words, strict=True)}, end


def message_letters(lines: Sequence[str], line: int) -> Iterator[Written]:
    """The letters of the translation in a catalogue's message whose `msgid` is in a line, counted from 1;
    places from 0.
    """
    number = next((n for n in range(line - 1, len(lines)) if lines[n].startswith("msgstr")), len(lines))
    for at in range(number, len(lines)):
        row = lines[at]
        if at > number and not row.startswith('"'):
            return
        column = row.find('"') + 1
        while column and column < len(row) and row[column] != '"':
            is_escape = row[column] == "\\"
            letter = _ESCAPES.get(row[column + 1 : column + 2], "") if is_escape else row[column]
            yield letter or " ", (at, column)
            column += 1 + is_escape


def _entries(lines: Sequence[str], value: Span) -> Iterator[tuple[int, int]]:
    """The possible starts of entries of a list written at a place, on their own lines or in brackets."""
    left = lines[value.line - 1][value.column - 1 :][:1] if value.line <= len(lines) else ""
    for number in range(value.line - 1, min(len(lines), value.line - 1 + _MOST_ENTRIES)):
        line, inner = lines[number], lines[number].lstrip()
        if left == "[":
            start = value.column if number == value.line - 1 else 0
            yield from ((number, each.end()) for each in _BEGINNING.finditer(line, max(0, start - 1)))
            if "]" in line[start:]:
                return
        elif inner and number >= value.line and len(line) - len(inner) < value.column - 1:
            return
        elif inner.startswith("- ") and len(line) - len(inner) <= value.column + 1:
            yield number, len(line) - len(inner.removeprefix("- ").lstrip())


class _Walk:
    """Reads the characters of a scalar or a cell one by one; `line` and `column` count from 0."""

    def __init__(self, lines: Sequence[str], line: int, column: int) -> None:
        self._lines = lines
        self.line = line
        self.column = column
        self._quote = ""

    def begin(self) -> None:
        """Skip the mark at which the text begins."""
        first = self._here()
        if first in ("|", ">"):
            self.line, self.column = self.line + 1, 0
        elif first in ("'", '"'):
            self._quote = first
            self.column += 1

    def is_at(self, letter: str) -> bool:
        """Whether the next character other than a space is this one."""
        self.skip_spaces()
        return self._here() == letter

    def is_at_end(self, indent: int) -> bool:
        """Whether the text ends here, for the text of an entry that begins in this column."""
        if self._quote:
            return self._here() == self._quote
        line = self.line
        self.skip_spaces()
        if self.line == line:
            return self._here() in (",", "]", "#")
        return self.column < indent

    def is_after(self, line: int, column: int, is_flow: bool) -> bool:
        """Whether the entry that begins at a place has ended here, at a non-space character."""
        if self.line >= len(self._lines):
            return True
        if self._quote:
            rest = self._lines[self.line][self.column : self.column + 2]
            return rest[:1] == self._quote and rest != 2 * self._quote
        here = self._here()
        if here == "#" and self._lines[self.line][: self.column][-1:].isspace():
            return True
        return here in (",", "]") if is_flow else self.line > line and self.column < column

    def skip_spaces(self) -> None:
        while self.line < len(self._lines):
            line = self._lines[self.line]
            while self.column < len(line) and line[self.column].isspace():
                self.column += 1
            if self.column < len(line) and not self._joins_lines(line):
                return
            self.line, self.column = self.line + 1, 0

    def next(self) -> tuple[tuple[int, int], str]:
        """The place of the next character other than a space, literal or escaped, and the result of `take`
        for it.
        """
        while True:
            self.skip_spaces()
            place = self.line, self.column
            letter = self.take()
            if not letter.isspace():
                return place, letter

    def take(self) -> str:
        """The next character, literal or escaped; empty at the end and for other escapes."""
        character = self._here()
        self.column += 1
        if self._quote and character == self._quote:
            doubled = self._here() == character
            self.column += doubled
            return character if doubled else ""
        if character != "\\" or self._quote != '"':
            return character
        kind = self._here()
        self.column += 1
        if kind not in _CODES:
            return _ESCAPES.get(kind, "")
        digits = self._lines[self.line][self.column : self.column + _CODES[kind]]
        self.column += len(digits)
        try:
            return chr(int(digits, 16))
        except (ValueError, OverflowError):
            return ""

    def _here(self) -> str:
        line = self._lines[self.line] if self.line < len(self._lines) else ""
        return line[self.column : self.column + 1]

    def _joins_lines(self, line: str) -> bool:
        return self._quote == '"' and line[self.column :] == "\\"
