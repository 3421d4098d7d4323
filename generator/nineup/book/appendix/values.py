"""The fields of cards as text in the cards' notation, and the words and symbols in them."""

from collections.abc import Iterator, Mapping
from typing import Any

from nineup.base.markup import marks
from nineup.book.appendix.notation import rich
from nineup.logic.expression import escape
from nineup.model.booklet import ENGLISH, Words, label
from nineup.model.game import Card, Game, Item, Rich

Values = dict[str, Any]
"""What templates see of an object: values by name."""


def label_in(game: Game, name: str) -> str:
    """The name of a field or an option in the game's language."""
    return game.labels.get(name) or label(name)


def title_of(card: Card) -> str:
    """A card's name, or else its id in words."""
    name = card.values.get("name")
    return str(name) if name else label(card.id)


def field_text(value: Any, game: Game, words: Words = ENGLISH) -> Rich:
    """A field's value as text: lists with commas, amounts with symbols, booleans as yes and no."""
    return Rich(rich(value) if isinstance(value, Rich) else _as_text(value, game, words))


def _as_text(value: Any, game: Game, words: Words) -> str:
    if value is None:
        return ""
    if isinstance(value, Rich):
        return value
    if isinstance(value, bool):
        return words.say("yes" if value else "no")
    if isinstance(value, Item):
        return _item(value, game)
    if isinstance(value, str):
        return escape(value)
    if isinstance(value, Mapping):
        if all(isinstance(key, Item) for key in value):
            return " ".join(_amount(key, count, game) for key, count in value.items())
        return " · ".join(
            f"{label_in(game, str(key))}: {_as_text(each, game, words)}" for key, each in value.items()
        )
    if isinstance(value, (list, tuple)):
        records = any(isinstance(each, Mapping) for each in value)
        return ("\n" if records else ", ").join(_as_text(each, game, words) for each in value)
    return f"{value:g}".replace(".", words.say("."))


def _item(item: Item, game: Game) -> str:
    """An item's name, after the symbol of the same id if there is one."""
    name = escape(str(item.fields.get("name", item)))
    return f"{{{item}}}\u00a0{name}" if item in game.symbols else name


def _amount(item: Item, count: int, game: Game) -> str:
    sign = f"{{{item}}}" if item in game.symbols else escape(str(item.fields.get("name", item)))
    return f"{count} {sign}"


def texts(value: Any) -> Iterator[Rich]:
    """Every rich text in a value, at any depth."""
    if isinstance(value, Rich):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts(each)


def symbol_ids(text: str) -> list[str]:
    """The ids of the symbols in a rich text, in order."""
    return [mark.value for mark in marks(text) if mark.kind == "symbol"]
