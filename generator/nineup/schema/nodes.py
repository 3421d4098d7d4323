"""Located nodes: the content of a YAML or CSV file with its places, before types read it."""

import re
from collections.abc import Iterator
from collections.abc import Mapping as Map
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from nineup.base.diagnostics import Span
from nineup.base.project import LINE_BREAK

PLAIN, CUT = "", "#"
"""Styles of a scalar besides its opening mark (`'`, `"`, `|`, `>`): unquoted, and unquoted before a
comment.
"""

CURLY = re.compile(r"([“„‟«‘‚]).*([”“»’‘\"'])", re.DOTALL)
"""A text in typographic quotes, which YAML takes for a part of it."""

STRAIGHT = 'YAML\'s quotes are straight: `"…"`; it takes others for a part of the text'

_COMMENT = re.compile(r"[ \t]#")


class Scalar(msgspec.Struct, frozen=True, gc=False):
    """A single value, its quotes and escapes resolved; line and column count from 0."""

    text: str
    line: int
    column: int
    style: str = PLAIN


class Rendered(Scalar, frozen=True):
    """A family's template, filled for one card: `text` is plain, `rich` the same with its notation
    escaped.
    """

    rich: str = ""


class Mapping(msgspec.Struct, frozen=True):
    """Keys and values in written order; `places` holds each key's line and column, in the same order."""

    entries: "dict[str, Node]"
    places: list[tuple[int, int]]
    line: int
    column: int
    flow: bool = False
    """Whether it is written in braces."""

    def key_nodes(self) -> Iterator[Scalar]:
        """Its keys as nodes, in order."""
        return (Scalar(name, *place) for name, place in zip(self.entries, self.places, strict=False))

    def key(self, name: str) -> Scalar:
        """One of its keys as a node; the place of the mapping if the key is misspelt."""
        if name not in self.entries:
            return Scalar(name, self.line, self.column)
        return Scalar(name, *self.places[list(self.entries).index(name)])

    def value(self, name: str) -> "Node":
        """The value of one of its keys; the mapping itself if the key is misspelt, which is
        already reported.
        """
        return self.entries.get(name, self)


class Sequence(msgspec.Struct, frozen=True):
    """A list; `flow` if it is written in brackets."""

    items: "list[Node]"
    line: int
    column: int
    flow: bool = False


Node = Scalar | Mapping | Sequence

NOTHING = Scalar("", 0, 0)


class Spans(Map[str, Span]):
    """The places of a record's values by key, kept as numbers until requested.

    Few of ten thousand cards have a mistake, and the spans of all would take as much memory as their texts.
    """

    __slots__ = ("_file", "_places", "_sheet")

    def __init__(self, file: str, places: dict[str, int], sheet: str = "") -> None:
        """`places` are made by `packed`; `sheet` is that of a workbook."""
        self._file = file
        self._places = places
        self._sheet = sheet

    def __getitem__(self, key: str) -> Span:
        line, column = divmod(self._places[key], _WIDEST)
        return Span(self._file, line + 1, column + 1, sheet=self._sheet)

    def shifted(self, lines: int) -> "Spans":
        """The same places, some lines further down."""
        shift = lines * _WIDEST
        return Spans(self._file, {key: place + shift for key, place in self._places.items()}, self._sheet)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def packed(node: Node) -> int:
    """A node's line and column in one number."""
    return node.line * _WIDEST + node.column


_WIDEST = 2**32
"""More columns than any line has."""


def every_node(node: Node) -> "Iterator[Node]":
    """A node, and all keys and values in it."""
    yield node
    if isinstance(node, Mapping):
        yield from node.key_nodes()
    if not isinstance(node, Scalar):
        for inner in node.entries.values() if isinstance(node, Mapping) else node.items:
            yield from every_node(inner)


def plain(node: Node) -> Any:
    """Nested dicts and lists of text, exactly as written."""
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.text.rstrip("\n") if node.style in ("|", ">") else node.text


def as_node(data: Any, line: int = 0, column: int = 0) -> Node:
    """Plain data as nodes that all have the same place."""
    if isinstance(data, dict):
        entries = {str(key): as_node(value, line, column) for key, value in data.items()}
        return Mapping(entries, [(line, column)] * len(data), line, column)
    if isinstance(data, (list, tuple)):
        return Sequence([as_node(item, line, column) for item in data], line, column)
    return Scalar("" if data is None else str(data), line, column)


class SourceFile:
    """A file's name and text, for finding the place of a node or of something inside one."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.sheet = ""
        self._sought_in: Scalar = NOTHING
        self._sought: dict[str, tuple[list[Span], Iterator[Span]]] = {}
        """The words searched in the last scalar: the occurrences found so far, and the continuation of the
        search.
        """

    @cached_property
    def lines(self) -> list[str]:
        return LINE_BREAK.split(self.text)

    def span(self, node: Node) -> Span:
        """The place of a node; an unquoted scalar's length is that of its text."""
        length = len(node.text) if isinstance(node, Scalar) and node.style in (PLAIN, CUT) else 1
        return Span(self.name, node.line + 1, node.column + 1, max(1, length))

    def key(self, node: Mapping, key: str) -> Span:
        """The place of one of a mapping's keys."""
        return self.span(node.key(key))

    def inside(self, node: Scalar, offset: int, token: str) -> Span:
        """The place of a word that begins at an offset of a scalar's text.

        Quotes, escapes, indentation and folded lines shift it, so the same occurrence is searched in the
        source, which contains a word without spaces literally. If it isn't there (a template made it),
        returns the scalar's own place.
        """
        wanted = node.text.count(token, 0, offset)
        if self._sought_in is not node:
            self._sought_in, self._sought = node, {}
        if token not in self._sought:
            self._sought[token] = ([], self._occurrences(node, token))
        spans, more = self._sought[token]
        spans += islice(more, max(0, wanted + 1 - len(spans)))
        return spans[wanted] if wanted < len(spans) else self.span(node)

    def _occurrences(self, node: Scalar, token: str) -> Iterator[Span]:
        """The places of a word from a scalar's place on; for an unquoted scalar, up to the end of
        its text.
        """
        last = node.line + node.text.count("\n") + 2 if node.style in (PLAIN, CUT) else len(self.lines)
        for number in range(node.line, min(last + 2, len(self.lines))):
            at = self.lines[number].find(token, node.column if number == node.line else 0)
            while at >= 0:
                yield Span(self.name, number + 1, at + 1, len(token))
                at = self.lines[number].find(token, at + len(token))

    def start(self, node: Scalar) -> Span:
        """The place of the first character of a scalar's text: after its quote, or below its block mark."""
        if node.style in ("'", '"'):
            return Span(self.name, node.line + 1, node.column + 2, max(1, len(node.text)))
        if node.style in ("|", ">"):
            for number, line in enumerate(self.lines[node.line + 1 :], node.line + 2):
                if line.strip():
                    return Span(self.name, number, len(line) - len(line.lstrip()) + 1, len(line.strip()))
        return self.span(node)

    def comment(self, node: Scalar) -> Span:
        """The place of the comment after an unquoted scalar."""
        for number, line in enumerate(self.lines[node.line :], node.line):
            match = _COMMENT.search(line, node.column if number == node.line else 0)
            if match is not None:
                return Span(self.name, number + 1, match.end())
        return self.span(node)

    def position(self, node: Scalar, line: int, column: int) -> Span:
        """The place of a line and column (from 1) in a scalar's text; exact on its first line and in `|`."""
        start = self.start(node)
        if line > 1 and node.style != "|":
            return start
        return start._replace(line=start.line + line - 1, column=start.column + column - 1, length=1)
