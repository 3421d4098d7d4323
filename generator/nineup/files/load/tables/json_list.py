"""Reads a JSON list of cards, `[{"name": "Cup", "Qty": 2}, …]`, as a table; its keys are the titles."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator

from nineup.base.diagnostics import Findings, Span
from nineup.base.project import line_starts
from nineup.files.load.tables.csv_text import MOST_ROWS
from nineup.schema.control import CONTROL
from nineup.schema.nodes import NOTHING, Mapping, Node, Scalar, Sequence, SourceFile
from nineup.schema.yaml_tree import NODES

_TOKEN = re.compile(r'[{}\[\],:]|"(?:[^"\\]|\\.)*+"|[^\s{}\[\],:"]+')

_WORDS = {"null": "", "true": "yes", "false": "no"}


class _TooLargeError(Exception):
    """The file has too many values."""


class NodeCell(Scalar, frozen=True):
    """A cell with a list or an object."""

    node: Node = NOTHING


def json_rows(file: SourceFile, findings: Findings) -> list[list[Scalar]]:
    """The titles, and a row for each object of the list; a missing value or `null` is an empty cell."""
    try:
        data = json.loads(file.text)
    except json.JSONDecodeError as error:
        findings.error("bad-json", f"not JSON: {error.msg}", Span(file.name, error.lineno, error.colno))
        return []
    except (RecursionError, ValueError):
        findings.error("bad-json", "not JSON that can be read", Span(file.name, 1, 1))
        return []
    if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
        hint = 'write `[{"name": "Cup"}, {"name": "Pot"}]`; the fields are declared in the component'
        message = "expected a list of objects, one for each card"
        findings.error("wrong-type", message, Span(file.name, 1, 1), hint=hint)
        return []
    try:
        cards = _JsonReader(file, findings).cards()
    except _TooLargeError:
        message = f"the file has more than {NODES:,} values, or more than {MOST_ROWS:,} cards"
        findings.error("csv-too-large", message, Span(file.name, 1, 1))
        return []
    titles: dict[str, Scalar] = {}
    for card in cards:
        for key in card.key_nodes():
            titles.setdefault(key.text, key)
    if len(titles) * len(cards) > NODES:
        findings.error("csv-too-large", f"the list has more than {NODES:,} cells", Span(file.name, 1, 1))
        return []
    rows = [list(titles.values())] if titles else []
    for card in cards:
        rows.append([_cell(card.entries.get(title, Scalar("", card.line, card.column))) for title in titles])
    return rows


def _cell(node: Node) -> Scalar:
    return node if isinstance(node, Scalar) else NodeCell("…", node.line, node.column, node=node)


class _JsonReader:
    """Makes nodes with places of a text that is known to be JSON."""

    def __init__(self, file: SourceFile, findings: Findings) -> None:
        self.file = file
        self.findings = findings
        self.lines = line_starts(file.text)
        self.tokens: Iterator[re.Match[str]] = _TOKEN.finditer(file.text)
        self.count = 0

    def cards(self) -> list[Mapping]:
        node = self.value(next(self.tokens))
        assert isinstance(node, Sequence)
        if len(node.items) > MOST_ROWS:
            raise _TooLargeError
        return [item for item in node.items if isinstance(item, Mapping)]

    def value(self, token: re.Match[str]) -> Node:
        self.count += 1
        if self.count > NODES:
            raise _TooLargeError
        line, column = self.place(token)
        word = token[0]
        if word == "[":
            items = Sequence([], line, column, flow=True)
            while (token := next(self.tokens))[0] != "]":
                if token[0] != ",":
                    items.items.append(self.value(token))
            return items
        if word == "{":
            return self.mapping(line, column)
        if word[0] == '"':
            return Scalar(self.text(word, line, column), line, column, style='"')
        return Scalar(_WORDS.get(word, word), line, column)

    def mapping(self, line: int, column: int) -> Mapping:
        mapping = Mapping({}, [], line, column, flow=True)
        while (token := next(self.tokens))[0] != "}":
            if token[0] == ",":
                continue
            place = self.place(token)
            key = self.text(token[0], *place)
            next(self.tokens)  # the colon
            value = self.value(next(self.tokens))
            if key in mapping.entries:
                span = Span(self.file.name, place[0] + 1, place[1] + 1)
                self.findings.error("duplicate-key", f"`{key}` appears twice", span)
            else:
                mapping.entries[key] = value
                mapping.places.append(place)
        return mapping

    def text(self, word: str, line: int, column: int) -> str:
        """The text of a string; reports a character that can't be printed, which an escape may hide."""
        text: str = json.loads(word)
        if lost := CONTROL.search(text):
            message = f"the character U+{ord(lost[0]):04X} can't be printed"
            span = Span(self.file.name, line + 1, column + 1)
            self.findings.error("control-character", message, span, hint="delete it")
            return CONTROL.sub("", text)
        return text

    def place(self, token: re.Match[str]) -> tuple[int, int]:
        line = bisect_right(self.lines, token.start()) - 1
        return line, token.start() - self.lines[line]
