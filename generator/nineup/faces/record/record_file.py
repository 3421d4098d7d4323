"""Writes and reads records as YAML designed for git diffs: one line per value and per owner's pieces."""

import json
import re
from collections.abc import Iterator
from collections.abc import Mapping as Map
from functools import partial
from typing import Any

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.faces.record.model import FORMAT, OwnedPieces, PrintedChoice, PrintRecord
from nineup.schema import NODE, TEXT, Key, Names, Parsed, Record, Scope, WholeNumber, read_yaml, struct_record
from nineup.schema.nodes import Node

_BLOCK = re.compile(r"[^\s\x00-\x1f\x7f-\x9f][^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]*")
_TRAILING = re.compile(r"[ \t](\n|$)|\n\Z")
_UNSEEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def record_text(record: PrintRecord) -> str:
    """A record as YAML; equal records give equal text."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: PrintRecord) -> Iterator[str]:
    yield f"# What was on the table after the print {record.name}, written by `nineup print-done`."
    yield "# Keep it in git: `nineup diff` and `nineup build --changed` compare with it."
    yield f"format: {record.format}"
    yield f"game: {_quoted(record.game)}"
    yield f"title: {_quoted(record.title)}"
    yield f"print: {_quoted(record.name)}"
    yield f"number: {record.number}"
    if record.date:
        yield f"date: {_quoted(record.date)}"
    if record.run:
        yield f"run-name: {_quoted(record.run)}"
    yield from _mapping("run", _choice(record.choice), "")
    yield from _mapping("rules", record.rules, "")
    yield from _mapping("symbols", record.symbols, "") if record.symbols else ()
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


def _choice(choice: PrintedChoice) -> dict[str, str]:
    """A choice as flags of `nineup build`."""
    players = {} if choice.players is None else {"players": str(choice.players)}
    options = {f"option {name}": value for name, value in choice.options.items()}
    only = {"owners": choice.owners, "components": choice.components, "cards": choice.cards}
    language = {"language": choice.language} if choice.language else {}
    return {**players, **options, **{name: ",".join(ids) for name, ids in only.items() if ids}, **language}


def _mapping(name: str, entries: Map[str, str], indent: str) -> Iterator[str]:
    yield f"{indent}{name}:" if entries else f"{indent}{name}: {{}}"
    for key, value in entries.items():
        yield from _entry(key, value, indent + "  ")


def _entry(key: str, value: str, indent: str) -> Iterator[str]:
    if "\n" in value and _BLOCK.fullmatch(value) and not _TRAILING.search(value):
        yield f"{indent}{_quoted(key)}: |-"
        yield from (f"{indent}  {line}" if line else "" for line in value.split("\n"))
    else:
        yield f"{indent}{_quoted(key)}: {_quoted(value)}"


def _pieces(pieces: OwnedPieces) -> str:
    entries = {
        "owner": _quoted(pieces.owner),
        "copies": str(pieces.copies),
        "front": f'"{pieces.front}"',
        "back": f'"{pieces.back}"',
        "words": f'"{pieces.words}"',
        **({"cut": _quoted(pieces.cut)} if pieces.cut else {}),
        **({"symbols": _flow(pieces.symbols)} if pieces.symbols else {}),
        **(
            {"pictures": "[" + ", ".join(f'"{each}"' for each in pieces.pictures) + "]"}
            if pieces.pictures
            else {}
        ),
    }
    return "{" + ", ".join(f"{name}: {value}" for name, value in entries.items()) + "}"


def _flow(entries: Map[str, str]) -> str:
    return "{" + ", ".join(f'{_quoted(key)}: "{value}"' for key, value in entries.items()) + "}"


_PLAIN_KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_WORDS = frozenset("true false yes no on off null y n".split())
"""Words that YAML doesn't read as strings."""


def _quoted(text: str) -> str:
    """A string in YAML's double quotes; an id stays unquoted."""
    if _PLAIN_KEY.fullmatch(text) and text not in _WORDS:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNSEEN.sub(lambda match: f"\\u{ord(match.group()):04x}", quoted)


_FLAGS = Record({"players": Key(WholeNumber(1), "The number of players.")}, others=TEXT)


class _Choice(msgspec.Struct, frozen=True):
    """The flags that chose the printed run, written like those of `nineup build`."""

    def read(self, node: Node, scope: Scope) -> PrintedChoice:
        run = _FLAGS.read(node, scope)
        options = {key.removeprefix("option "): run[key] for key in run if key.startswith("option ")}
        only = {key: tuple(run[key].split(",")) for key in ("owners", "components", "cards") if key in run}
        return PrintedChoice(run.get("players"), options, **only, language=run.get("language", ""))

    def schema(self, names: Names) -> dict[str, Any]:
        return _FLAGS.schema(names)


def _format(text: str) -> int:
    if text != str(FORMAT):
        raise ValueError(f"the record has format {text}; this version of Nineup reads format {FORMAT}")
    return FORMAT


def _record(print: str, run: PrintedChoice, run_name: str = "", **fields: Any) -> PrintRecord:
    return PrintRecord(name=print, choice=run, run=run_name, **fields)


_NAMES = {"name": "print", "choice": "run", "run": "run-name"}
"""The keys that a record's file has for fields with other names."""

_FIELDS = struct_record(PrintRecord, choice=_Choice()).keys
_RECORD = Record(
    {_NAMES.get(name, name): key for name, key in _FIELDS.items()}
    | {
        "format": Key(Parsed(_format, FORMAT, "a whole number"), "", required=True),
        "date": Key(TEXT, "", default=""),
    },
    others=NODE,
    make=_record,
)


def _is_game(id: str, text: str) -> str:
    if text != id:
        raise ValueError(f"the record is of the game `{text}`, and not of `{id}`")
    return text


def read_record(project: Project, path: str, findings: Findings, game: str = "") -> PrintRecord | None:
    """The record in a file of the project; None after an error (`print-record`, with its position), which a
    record of another game is, too.
    """
    before = len(findings)
    is_of_game = {"game": Key(Parsed(partial(_is_game, game), game, "a game's id"), "", required=True)}
    type = msgspec.structs.replace(_RECORD, keys={**_RECORD.keys, **is_of_game}) if game else _RECORD
    record: PrintRecord | None = read_yaml(project, path, type, findings=findings, code="print-record")
    if record is None:
        hint = "`nineup print-done` writes records; restore the file from git"
        findings[before:] = [finding._replace(hint=hint) for finding in findings[before:]]
    return record
