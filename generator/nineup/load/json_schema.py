"""JSON Schema of the YAML files, for editors: made of the same keys and types that read them."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from nineup import settings, sheet_spec
from nineup.game import Game, Item, Rich
from nineup.load.cards_file import CARD_FILE, Entries, declared_types
from nineup.load.fields import DECLARED
from nineup.load.game_file import GAME
from nineup.schema.types import SCALARS, Names, Type
from nineup.text import style

KINDS = ("game", "cards", "data", "style", "sheet", "project")
"""What files there are: `game.yaml`, a card list, data for layouts, `style.yaml`, a sheet, `nineup.yaml`."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_TITLES = {
    "game": "A game of Nineup",
    "cards": "A card list of Nineup",
    "data": "Data for Nineup's layouts",
    "style": "Text styles and palette of Nineup's layouts",
    "sheet": "How Nineup lays pieces on paper",
    "project": "A project's defaults for Nineup",
}

_LENGTH = {"type": "string", "pattern": r"^\s*-?\d*\.?\d+\s*(mm|cm|in|pt)\s*$"}
_SHAPES: dict[str, dict[str, Any]] = {
    "length": _LENGTH,
    "size": _LENGTH,
    "number": {"type": "number"},
    "factor": {"type": "number", "minimum": 0.5},
    "yes-no": {"enum": [True, False, "yes", "no"]},
    "papers": {"type": ["string", "array"]},
}
"""How the kinds of value that lower floors read are described; any other is text."""


class _Key(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def choices(self) -> tuple[str, ...]: ...


def schema(kind: str, game: Game | None = None, rules: Mapping[str, Type] | None = None) -> dict[str, Any]:
    """The JSON Schema of a kind of file (see KINDS); with a game, its own lists, symbols and fields by name.

    Raises KeyError for a kind that isn't one.
    """
    names = Names(rules=rules) if game is None else _names(game, rules)
    return {"$schema": DIALECT, "title": _TITLES[kind], **_body(kind, game, names)}


def schema_text(kind: str, game: Game | None = None, rules: Mapping[str, Type] | None = None) -> str:
    """The schema as the text of a file, the same for the same game."""
    return json.dumps(schema(kind, game, rules), indent=1, ensure_ascii=False) + "\n"


def _body(kind: str, game: Game | None, names: Names) -> dict[str, Any]:
    if kind == "game":
        return {**GAME.schema(names), "$defs": {"type": DECLARED.definition(names)}}
    if kind == "cards":
        made = CARD_FILE.schema(names)
        if game is not None:
            made["properties"]["cards"] = Entries(_fields(game, names)).schema(names)
        return {**made, "$defs": {"type": DECLARED.definition(names)}}
    if kind == "style":
        return _styles()
    if kind == "sheet":
        return _keys(sheet_spec.KEYS)
    return _keys(settings.KEYS) if kind == "project" else {"type": ["object", "array"]}


def _names(game: Game, rules: Mapping[str, Type] | None) -> Names:
    symbols = {id: Item(id, {"symbol": Rich(f"{{{id}}}")}) for id in game.symbols}
    return Names(game.lists, symbols, game.components, game.data, rules)


def _fields(game: Game, names: Names) -> dict[str, Type]:
    """The fields of all the game's card lists; where two lists differ in one, the later is described."""
    declared: dict[str, Any] = {}
    for component in game.components.values():
        declared |= component.fields
    return declared_types(declared, names)


def _keys(keys: Mapping[str, _Key]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(_described(keys)), "additionalProperties": False}


def _described(keys: Mapping[str, _Key]) -> Iterable[tuple[str, dict[str, Any]]]:
    for name, key in keys.items():
        shape = _SHAPES.get(key.kind, {"type": SCALARS})
        if key.kind == "choice":
            shape = {"enum": list(key.choices)}
        elif key.kind == "term":
            shape = _keys(style.TERM_KEYS)
        yield name, {**shape, "description": key.says}


def _styles() -> dict[str, Any]:
    properties = {
        "palette": {"type": "object", "additionalProperties": {"type": "string"}},
        "styles": {"type": "object", "additionalProperties": _keys(style.KEYS)},
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}
