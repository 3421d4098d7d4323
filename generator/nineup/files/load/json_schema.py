"""The JSON Schema of every YAML file, for editors, derived from the keys and types that read it."""

import json
from collections.abc import Mapping
from typing import Any

from nineup.files.load.cards_file import CARD_FILE, Entries, declared_types
from nineup.files.load.fields import DECLARED
from nineup.files.load.game_file import GAME
from nineup.files.settings import PROJECT
from nineup.files.sheet_spec import SHEET
from nineup.model.game import Game, Item, Rich
from nineup.schema.scope import Names, Type
from nineup.typography.text.style_file import STYLES

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_TITLES = {
    "game": "A game of Nineup",
    "cards": "A card list of Nineup",
    "data": "Data for Nineup's layouts",
    "style": "Text styles and palette of Nineup's layouts",
    "sheet": "How Nineup lays pieces on paper",
    "project": "A project's defaults for Nineup",
}

KINDS = tuple(_TITLES)
"""The kinds of files: `game.yaml`, a card list, data for layouts, `style.yaml`, a sheet, `nineup.yaml`."""


def schema(kind: str, game: Game | None = None, rules: Mapping[str, Type] | None = None) -> dict[str, Any]:
    """The JSON Schema of a file of one of the KINDS; for a game, with its own lists, symbols and fields."""
    names = Names(rules=rules) if game is None else schema_names(game, rules)
    return {"$schema": DIALECT, "title": _TITLES[kind], **_body(kind, game, names)}


def schema_text(kind: str, game: Game | None = None, rules: Mapping[str, Type] | None = None) -> str:
    """The schema as text, the same for the same game."""
    return json.dumps(schema(kind, game, rules), indent=1, ensure_ascii=False) + "\n"


def _body(kind: str, game: Game | None, names: Names) -> dict[str, Any]:
    if kind == "game":
        return {**GAME.schema(names), "$defs": {"type": DECLARED.definition(names)}}
    if kind == "cards":
        document = CARD_FILE.schema(names)
        if game is not None:
            document["properties"]["cards"] = Entries(_fields(game, names)).schema(names)
        return {**document, "$defs": {"type": DECLARED.definition(names)}}
    other = {"style": STYLES, "sheet": SHEET, "project": PROJECT}
    return other[kind].schema(names) if kind in other else {"type": ["object", "array"]}


def schema_names(game: Game, rules: Mapping[str, Type] | None = None) -> Names:
    """The names that a game's files may refer to."""
    symbols = {id: Item(id, {"symbol": Rich(f"{{{id}}}")}) for id in game.symbols}
    return Names(
        game.lists,
        symbols,
        game.components,
        data=game.data,
        rules=rules,
        bands=game.bands,
        options=game.options,
    )


def _fields(game: Game, names: Names) -> dict[str, Type]:
    """The fields of all the game's card lists; if two lists declare one differently, the later declaration is
    used.
    """
    declared: dict[str, Any] = {}
    for component in game.components.values():
        declared |= component.fields
    return declared_types(declared, names)
