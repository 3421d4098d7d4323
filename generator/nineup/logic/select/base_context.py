"""The part of the expression context that is the same in every run of a game."""

from typing import Any

from nineup.logic.expression import terms_reader
from nineup.model.game import Game, Item, Rich, Symbol


def base_context(game: Game) -> dict[str, Any]:
    """The names of a game that expressions can use in every run."""
    return {
        "game": {
            "id": game.id,
            "title": game.title,
            "designer": game.designer,
            "licence": game.licence,
            "fields": game.fields,
            **game.fields,
            "language": game.language or "en",
            "source-language": game.source_language,
            "components": {
                id: {"name": c.name, "shape": c.shape, "pile": c.pile} for id, c in game.components.items()
            },
            "options": {id: {"default": option.default} for id, option in game.options.items()},
        },
        "print": {"version": str(game.fields.get("version") or ""), "deck": "", "number": 0},
        "lists": {name: {item: item for item in listed.items} for name, listed in game.lists.items()},
        "symbols": {item: item for item in map(_symbol_item, game.symbols.values())},
        "terms": {
            id: {"id": term.id, "forms": term.forms, "means": term.means} for id, term in game.terms.items()
        },
        "data": game.data,
        "terms_in": terms_reader({form: id for id, term in game.terms.items() for form in term.forms}),
    }


def _symbol_item(symbol: Symbol) -> Item:
    known = {"name": symbol.name, "letter": symbol.letter, "art": symbol.art}
    return Item(symbol.id, {**symbol.fields, **known, "symbol": Rich(f"{{{symbol.id}}}")})
