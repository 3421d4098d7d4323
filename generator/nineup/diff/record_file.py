"""Records as YAML that reads well in git, a line for each value and each owner's pieces; and back again."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from nineup.diagnostics import Findings, Place, Span
from nineup.diff.record import CardRecord, Choice, ComponentRecord, Pieces, Record

FORMAT = 1
"""Raised when an older Nineup would misunderstand a record."""

_BLOCK = re.compile(r"[^\s\x00-\x1f\x7f-\x9f][^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]*")
_TRAILING = re.compile(r"[ \t](\n|$)|\n\Z")
_UNSEEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def record_text(record: Record) -> str:
    """The file of a record; the same record gives the same text."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield f"# What was on the table after the print {record.name}, written by `nineup print-done`."
    yield "# Keep it in git: `nineup diff` and `nineup build --changed` compare with it."
    yield f"format: {FORMAT}"
    yield f"game: {_quoted(record.game)}"
    yield f"title: {_quoted(record.title)}"
    yield f"print: {_quoted(record.name)}"
    yield f"number: {record.number}"
    if record.date:
        yield f"date: {_quoted(record.date)}"
    yield from _mapping("run", _choice(record.choice), "")
    yield from _mapping("rules", record.rules, "")
    yield "components:" if record.components else "components: {}"
    for id, component in record.components.items():
        yield f"  {_quoted(id)}:"
        yield from _mapping("facts", component.facts, "    ")
        yield f"    worded: [{', '.join(map(_quoted, component.worded))}]"
        yield f"    counted: [{', '.join(map(_quoted, component.counted))}]"
        yield "    cards:" if component.cards else "    cards: {}"
        for name, card in component.cards.items():
            yield f"      {_quoted(name)}:"
            yield from _mapping("values", card.values, "        ")
            yield from _entry("shown", card.shown, "        ") if card.shown else ()
            yield "        pieces:"
            yield from (f"          - {_pieces(pieces)}" for pieces in card.pieces)


def _choice(choice: Choice) -> dict[str, str]:
    """What a choice says, as the flags of a build say it."""
    players = {} if choice.players is None else {"players": str(choice.players)}
    options = {f"option {name}": value for name, value in choice.options.items()}
    only = {"owners": choice.owners, "components": choice.components, "cards": choice.cards}
    return {**players, **options, **{name: ",".join(ids) for name, ids in only.items() if ids}}


def _mapping(name: str, entries: Mapping[str, str], indent: str) -> Iterator[str]:
    yield f"{indent}{name}:" if entries else f"{indent}{name}: {{}}"
    for key, value in entries.items():
        yield from _entry(key, value, indent + "  ")


def _entry(key: str, value: str, indent: str) -> Iterator[str]:
    if "\n" in value and _BLOCK.fullmatch(value) and not _TRAILING.search(value):
        yield f"{indent}{_quoted(key)}: |-"
        yield from (f"{indent}  {line}" if line else "" for line in value.split("\n"))
    else:
        yield f"{indent}{_quoted(key)}: {_quoted(value)}"


def _pieces(pieces: Pieces) -> str:
    entries = {
        "owner": _quoted(pieces.owner),
        "copies": str(pieces.copies),
        "front": f'"{pieces.front}"',
        "back": f'"{pieces.back}"',
        "words": f'"{pieces.words}"',
    }
    return "{" + ", ".join(f"{name}: {value}" for name, value in entries.items()) + "}"


_PLAIN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_WORDS = frozenset("true false yes no on off null y n".split())
"""What YAML reads as something else than a text."""


def _quoted(text: str) -> str:
    """A text as YAML's double quotes have it; an id needs none."""
    if _PLAIN.fullmatch(text) and text not in _WORDS:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNSEEN.sub(lambda sign: f"\\u{ord(sign.group()):04x}", quoted)


class _Broken(Exception):  # noqa: N818
    """What is wrong with a record, and where."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


def read_record(tree: Mapping[str, Any], place: Place, findings: Findings) -> Record | None:
    """The record that a file holds as plain text; None after an error (`print-record`), told at its place."""
    try:
        return _Reader(place).record(tree)
    except _Broken as broken:
        hint = "records are written by `nineup print-done`; take the file out of git anew"
        findings.error("print-record", str(broken), broken.span, hint)
        return None


class _Reader:
    """Takes a record's tree apart; each step knows the path of keys that leads to it."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def record(self, tree: Mapping[str, Any]) -> Record:
        if self.number(tree, "format", ()) != FORMAT:
            raise _Broken(f"this record has format {tree['format']}, not {FORMAT}", self.place(("format",)))
        components = self.mapping(tree, "components", ())
        return Record(
            self.text(tree, "game", ()),
            self.text(tree, "title", ()),
            self.text(tree, "print", ()),
            self.number(tree, "number", ()),
            self.text(tree, "date", ()) if "date" in tree else "",
            self.choice(tree),
            self.texts(tree, "rules", ()),
            {id: self.component(components, id, ("components",)) for id in components},
        )

    def choice(self, tree: Mapping[str, Any]) -> Choice:
        said = self.texts(tree, "run", ())
        options = {key.removeprefix("option "): said[key] for key in said if key.startswith("option ")}
        only = {key: tuple(said[key].split(",")) for key in ("owners", "components", "cards") if key in said}
        players = self.number(said, "players", ("run",)) if "players" in said else None
        return Choice(players, options, **only)

    def component(self, tree: Mapping[str, Any], id: str, path: tuple[str, ...]) -> ComponentRecord:
        inside, path = self.mapping(tree, id, path), (*path, id)
        worded, counted = self.names(inside, "worded", path), self.names(inside, "counted", path)
        cards, below = self.mapping(inside, "cards", path), (*path, "cards")
        made = {name: self.card(cards, name, below) for name in cards}
        return ComponentRecord(self.texts(inside, "facts", path), worded, counted, made)

    def card(self, tree: Mapping[str, Any], id: str, path: tuple[str, ...]) -> CardRecord:
        inside, path = self.mapping(tree, id, path), (*path, id)
        pieces = self.found(inside, "pieces", path)
        if not isinstance(pieces, list):
            raise _Broken("`pieces` is no list", self.place((*path, "pieces")))
        below = (*path, "pieces")
        made = tuple(self.pieces(dict(enumerate(pieces)), number, below) for number in range(len(pieces)))
        shown = self.text(inside, "shown", path) if "shown" in inside else ""
        return CardRecord(self.texts(inside, "values", path), made, shown)

    def pieces(self, tree: Mapping[int, Any], number: int, path: tuple[str, ...]) -> Pieces:
        inside, path = tree[number], (*path, str(number))
        if not isinstance(inside, dict):
            raise _Broken("these pieces have no keys", self.place(path))
        texts = [self.text(inside, name, path) for name in ("owner", "front", "back", "words")]
        return Pieces(texts[0], self.number(inside, "copies", path), *texts[1:])

    def found(self, tree: Mapping[str, Any], key: str, path: tuple[str, ...]) -> Any:
        if key not in tree:
            raise _Broken(f"`{key}` is missing", self.place(path))
        return tree[key]

    def text(self, tree: Mapping[str, Any], key: str, path: tuple[str, ...]) -> str:
        value = self.found(tree, key, path)
        if not isinstance(value, str):
            raise _Broken(f"`{key}` is no text", self.place((*path, key)))
        return value

    def names(self, tree: Mapping[str, Any], key: str, path: tuple[str, ...]) -> tuple[str, ...]:
        value = self.found(tree, key, path)
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise _Broken(f"`{key}` is no list of names", self.place((*path, key)))
        return tuple(value)

    def number(self, tree: Mapping[str, Any], key: str, path: tuple[str, ...]) -> int:
        text = self.text(tree, key, path)
        if not text.isascii() or not text.isdigit():
            raise _Broken(f"`{key}` is no number: `{text}`", self.place((*path, key)))
        return int(text)

    def mapping(self, tree: Mapping[str, Any], key: str, path: tuple[str, ...]) -> dict[str, Any]:
        value = self.found(tree, key, path)
        if not isinstance(value, dict):
            raise _Broken(f"`{key}` has no keys and values", self.place((*path, key)))
        return value

    def texts(self, tree: Mapping[str, Any], key: str, path: tuple[str, ...]) -> dict[str, str]:
        values = self.mapping(tree, key, path)
        return {name: self.text(values, name, (*path, key)) for name in values}
